"""`puur club bill`, `bills`, `rules`, `beer`: papers of a club as PDF, and the beer rounds."""

from __future__ import annotations

from datetime import date

from puur.cli import club_pages as pages
from puur.cli.club_store import Store, date_of, in_words
from puur.cli.errors import UserError
from puur.cli.files import write_bytes
from puur.cli.settings import answer, console, settings, tell
from puur.papers import Document, Head, render
from puur.papers.bills import Letter, bills_pdf, letter
from puur.papers.club import report as report_sheet
from puur.papers.club import statements
from puur.papers.rulebook import rule_book
from puur.season import Refusal, billing
from puur.season.beer import converted, open_rounds
from puur.season.state import Club
from puur.season.tables import plain


def _sheet(document: Document, path: str, title: str, *, force: bool) -> None:
    lang = settings().lang
    write_bytes(path, render(document, Head(title), lang=lang), force=force)
    console().print(tell("club.written", path=path))


def statement(club: Club, person: str, on: date, path: str, *, force: bool) -> None:
    """A member's statement on paper."""
    _sheet(statements(club, [person], on, club.book.title, settings().lang), path, club.book.title, force=force)


def report(club: Club, year: int, path: str, *, force: bool) -> None:
    """The year for the Generalversammlung on paper."""
    _sheet(report_sheet(club, year, club.book.title, date.today(), settings().lang), path, club.book.title, force=force)


def _letter(store: Store, person: str, today: date) -> Letter:
    """The bill over everything a person owes: the last one if it says the same, else a new one."""
    event = billing.to_issue(store.club, person, today)
    if event is not None:
        store.club.submit(event)
    return letter(store.club, event.key if event else billing.latest(store.club)[person].key, settings().lang)


def bill(store: Store, person: str, out: str, on: str, force: bool) -> None:
    """What `puur club bill` does."""
    made = _letter(store, person, date_of(on))
    write_bytes(out, bills_pdf([made], settings().lang), force=force)
    store.save()
    console().print(pages.bill_table(made))
    console().print(tell("club.written", path=out))


def bills(store: Store, out: str, on: str, force: bool) -> None:
    """What `puur club bills` does."""
    today = date_of(on)
    letters = []
    for person in sorted(store.club.roster.people, key=lambda key: store.club.roster.name(key).casefold()):
        if not billing.open_charges(store.club, person, today):
            continue
        try:
            letters.append(_letter(store, person, today))
        except Refusal as problem:
            raise UserError(f"{store.club.roster.name(person)}: {in_words(problem)}") from None
    if not letters:
        console().print(tell("club.nothing"))
        return
    write_bytes(out, bills_pdf(letters, settings().lang), force=force)
    store.save()
    console().print(tell("club_office.bills.written", path=out, count=len(letters)))


def rules(store: Store, out: str, force: bool) -> None:
    """What `puur club rules` does."""
    book = store.club.book_on(date.today())
    _sheet(rule_book(book, book.title, date.today(), settings().lang), out, book.title, force=force)


def beer(store: Store, on: str, as_json: bool) -> None:
    """What `puur club beer` does."""
    club, today = store.club, date_of(on)
    rounds, turned = open_rounds(club, today), converted(club, today)
    table = pages.columns("person", "date", "day", "rule")
    for owed in rounds:
        table.add_row(club.roster.name(owed.person), owed.since.isoformat(), owed.day, owed.rule)
    lines = []
    for year, person, count in turned:
        amount = count * club.book_on(date(year, 12, 31)).payment.beer_round
        lines.append(tell("club_office.beer.line", year=year, name=club.roster.name(person), count=count, amount=amount))
    facts = {"open": plain(rounds), "converted": [{"year": y, "person": who, "rounds": n} for y, who, n in turned]}
    answer(as_json, facts, table, *lines)
