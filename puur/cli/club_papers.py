"""`puur club bill`, `bills`, `rules`, `beer`: papers of a club as PDF, and the beer rounds."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from puur.cli import club_pages as pages
from puur.cli.club_store import Store, date_of, in_words, open_club
from puur.cli.errors import UserError
from puur.cli.settings import console, settings, tell
from puur.club import NotThere, RuleViolation, billing
from puur.club.beer import converted, open_rounds
from puur.club.state import Club
from puur.club.tables import plain
from puur.papers import Document, Head, render
from puur.papers.bills import Letter, bills_pdf
from puur.papers.club import report as report_sheet
from puur.papers.club import statements
from puur.papers.rulebook import rule_book
from puur.papers.words import club_words


def out() -> Any:
    """The option for a PDF."""
    return typer.Option("--out", "-o", help=tell("club.help.out"), show_default=False)


def force() -> Any:
    """The option to replace a file."""
    return typer.Option("--force", help=tell("club.help.force"))


def _write(path: str, data: bytes, *, force: bool) -> None:
    if Path(path).exists() and not force:
        raise UserError(tell("club.error.exists", path=path))
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise UserError(tell("cli.file.unwritable", path=path, reason=error.strerror or error)) from None


def _sheet(document: Document, path: str, title: str, *, force: bool) -> None:
    lang = settings().lang
    _write(path, render(document, Head(title), lang=lang), force=force)
    console().print(tell("club.written", path=path))


def statement(club: Club, person: str, on: date, path: str, *, force: bool) -> None:
    """A member's statement on paper."""
    made = statements(club, [person], on, club.book.title, on.isoformat(), club_words(settings().lang))
    _sheet(made, path, club.book.title, force=force)


def report(club: Club, year: int, path: str, *, force: bool) -> None:
    """The year for the Generalversammlung on paper."""
    made = report_sheet(club, year, club.book.title, date.today().isoformat(), club_words(settings().lang))
    _sheet(made, path, club.book.title, force=force)


def _letter(store: Store, person: str, today: date) -> Letter:
    """Issue a bill over everything a person owes."""
    event = billing.issue(store.club, person, today)
    store.club.submit(event)
    made = billing.bill(store.club, event.key, tell("club.bill.message", date=today.isoformat()))
    lines = []
    for key in event.charges:
        one = store.club.ledger.charges[key]
        what = pages.word("reason", one.key.partition(":")[0] if one.sort == "fine" else one.sort)
        lines.append((one.on.isoformat(), f"{one.day} {what}".strip(), one.rule, f"{one.open:.2f}"))
    return Letter(made, tell("club.bill.title", club=made.creditor.name), today.isoformat(), lines)


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command("bill", help=tell("club.cmd.bill"))
    def bill(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("club.help.file"), show_default=False)],
        person: Annotated[str, typer.Argument(metavar="PERSON", help=tell("club.help.person"), show_default=False)],
        out: Annotated[str, out()],
        on: Annotated[str, typer.Option("--on", help=tell("club.help.on"), show_default=False)] = "",
        force: Annotated[bool, force()] = False,
    ) -> None:
        store, lang, today = open_club(file), settings().lang, date_of(on)
        try:
            letter = _letter(store, person, today)
        except (RuleViolation, NotThere) as problem:
            raise UserError(in_words(problem)) from None
        _write(out, bills_pdf([letter], lang), force=force)
        store.save()
        console().print(tell("club.written", path=out))

    @app.command("bills", help=tell("club_office.cmd.bills"))
    def bills(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("club.help.file"), show_default=False)],
        out: Annotated[str, out()],
        on: Annotated[str, typer.Option("--on", help=tell("club.help.on"), show_default=False)] = "",
        force: Annotated[bool, force()] = False,
    ) -> None:
        store, lang, today = open_club(file), settings().lang, date_of(on)
        letters = []
        for person in sorted(store.club.roster.people):
            if not billing.open_charges(store.club, person, today):
                continue
            try:
                letters.append(_letter(store, person, today))
            except (RuleViolation, NotThere) as problem:
                raise UserError(f"{pages.name_of(store.club, person)}: {in_words(problem)}") from None
        if not letters:
            console().print(tell("club.nothing"))
            return
        _write(out, bills_pdf(letters, lang), force=force)
        store.save()
        console().print(tell("club_office.bills.written", path=out, count=len(letters)))

    @app.command("rules", help=tell("club_office.cmd.rules"))
    def rules(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("club.help.file"), show_default=False)],
        out: Annotated[str, out()],
        force: Annotated[bool, force()] = False,
    ) -> None:
        book, lang = open_club(file).club.book, settings().lang
        made = rule_book(book, book.title, date.today().isoformat(), lang, club_words(lang))
        _sheet(made, out, book.title, force=force)

    @app.command("beer", help=tell("club_office.cmd.beer"))
    def beer(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("club.help.file"), show_default=False)],
        on: Annotated[str, typer.Option("--on", help=tell("club.help.on"), show_default=False)] = "",
        as_json: Annotated[bool, typer.Option("--json", help=tell("club.help.json"))] = False,
    ) -> None:
        club, today = open_club(file).club, date_of(on)
        rounds, turned = open_rounds(club, today), converted(club, today)
        if as_json:
            facts = {"open": plain(rounds), "converted": [{"year": y, "person": who, "rounds": n} for y, who, n in turned]}
            with suppress(BrokenPipeError):
                sys.stdout.write(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
            return
        table = pages.columns("person", "date", "day", "rule")
        for one in rounds:
            table.add_row(pages.name_of(club, one.person), one.since.isoformat(), one.day, one.rule)
        console().print(table)
        for year, person, count in turned:
            amount = count * club.book.payment.beer_round
            console().print(tell("club_office.beer.line", year=year, name=pages.name_of(club, person), count=count, amount=amount))
