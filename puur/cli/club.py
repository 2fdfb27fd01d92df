"""`puur club`: a season computed from one file of events, one sub command per step.

Everything is decided in `puur.season`; here files are opened, answers shown, and events appended only where `--do` or the command
itself says so. Status 2 for a file or an event that is refused, with the provision.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from puur.cli import club_pages as pages
from puur.cli import club_papers
from puur.cli.club_store import Store, date_of, event_from_words, in_words, open_club, read_events, settings_of
from puur.cli.errors import UserError
from puur.cli.files import read_text
from puur.cli.records import write_file
from puur.cli.settings import console, settings, tell
from puur.papers.club import statement_sheet
from puur.season import Refusal, accounts, billing, camt, exchange, statistics
from puur.season.conduct import drinks_of
from puur.season.dues import pending, settle
from puur.season.events import LotDrawn, RolloverUndone, kinds
from puur.season.exports import EXPORTS
from puur.season.fines import assess_day
from puur.season.lineup import draw_lot
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.tables import plain, shown
from puur.season.tasks import checklist, club_tasks, day_tasks, warnings
from puur.season.yearly import hall_of_fame, next_tasks, standings


def register(app: typer.Typer) -> None:
    """Add `club` and its sub commands."""
    club = typer.Typer(help=tell("club.help"), no_args_is_help=True, add_completion=False)
    for group in (_events, _season, _money, club_papers.register, _files):
        group(club)
    app.add_typer(club, name="club")


def _file() -> Any:
    return typer.Argument(metavar="FILE", help=tell("club.help.file"), show_default=False)


def _day() -> Any:
    return typer.Argument(metavar="DAY", help=tell("club.help.day"), show_default=False)


def _year() -> Any:
    return typer.Argument(metavar="YEAR", help=tell("club.help.year"), show_default=False)


def _json() -> Any:
    return typer.Option("--json", help=tell("club.help.json"))


def _on() -> Any:
    return typer.Option("--on", help=tell("club.help.on"), show_default=False)


def _do() -> Any:
    return typer.Option("--do", help=tell("club.help.do"))


def _explain() -> Any:
    return typer.Option("--explain", help=tell("club.help.explain"))


@contextmanager
def _asking() -> Iterator[None]:
    """A refusal becomes the one line a person can act on."""
    try:
        yield
    except Refusal as problem:
        raise UserError(in_words(problem)) from None


def _answer(as_json: bool, facts: object, *shown: Table | Text | str) -> None:
    if as_json:
        json.dump(plain(facts), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
        return
    out = console()
    for piece in shown:
        out.print(piece)


def _booked(store: Store, events: Sequence[Any], *, do: bool) -> str:
    if not events:
        return tell("club.nothing")
    if do:
        store.save()
    return tell("club.taken" if do else "club.would", count=len(events))


def _events(app: typer.Typer) -> None:
    @app.command("new", help=tell("club.cmd.new"))
    def new(
        file: Annotated[str, _file()],
        book: Annotated[str, typer.Option("--settings", help=tell("club.help.settings"))] = "ajz08",
        force: Annotated[bool, typer.Option("--force", help=tell("club.help.force"))] = False,
    ) -> None:
        settings_of(book, Path(file).parent)
        write_file(file, exchange.write(book, ()), force=force)
        _answer(False, None, tell("club.created", path=file, book=book))

    @app.command("enter", help=tell("club.cmd.enter"))
    def enter(
        file: Annotated[str, _file()],
        words: Annotated[list[str], typer.Argument(metavar="KIND FIELD=VALUE …", help=tell("club.help.event"), show_default=False)],
    ) -> None:
        store = open_club(file)
        event = event_from_words(words)
        with _asking():
            store.club.submit(event)
        store.save()
        _answer(False, None, tell("club.taken", count=1))

    @app.command("take", help=tell("club.cmd.take"))
    def take(
        file: Annotated[str, _file()],
        events: Annotated[str, typer.Argument(metavar="EVENTS", help=tell("club.help.events"), show_default=False)],
    ) -> None:
        store = open_club(file)
        given = read_events(events)
        for number, event in enumerate(given, start=1):
            try:
                store.club.submit(event)
            except Refusal as problem:
                raise UserError(tell("club.error.line", file=events, line=number, why=in_words(problem))) from None
        store.save()
        _answer(False, None, tell("club.taken", count=len(given)))

    @app.command("kinds", help=tell("club.cmd.kinds"))
    def all_kinds(as_json: Annotated[bool, _json()] = False) -> None:
        fields = {name: list(kind.__annotations__) for name, kind in kinds().items()}
        table = pages.columns("kind", "fields")
        for name, parts in fields.items():
            table.add_row(name, " ".join(parts))
        _answer(as_json, fields, table)

    @app.command("settings", help=tell("club.cmd.settings"))
    def club_settings(
        book: Annotated[str, typer.Argument(metavar="SETTINGS", help=tell("club.help.settings"))] = "ajz08",
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        chosen = settings_of(book, Path())
        _answer(as_json, chosen, tell("club.settings.good", path=book, count=len(chosen.provisions)))


def _season(app: typer.Typer) -> None:
    @app.command("show", help=tell("club.cmd.show"))
    def show(file: Annotated[str, _file()], on: Annotated[str, _on()] = "", as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        today = date_of(on)
        members = club.roster.members(today)
        offices = {office: holder for _, office, _ in club.roster.offices if (holder := club.roster.holder(office, today))}
        days = sorted(club.days.values(), key=lambda day: day.date)
        people = pages.columns("person", "what")
        for member in members:
            people.add_row(pages.name_of(club, member), ", ".join(club.roster.offices_of(member, today)))
        table = pages.columns("day", "date", "kind", "times", "place", "state")
        for day in days:
            times = f"{day.besammlung:%H:%M} / {day.spielbeginn:%H:%M}"
            state = "→" if day.rolled else "■" if day.closed else "▶" if day.opened else "·"
            place = ", ".join(part for part in (day.gathering, day.venue, day.town) if part)
            table.add_row(day.key, day.date.isoformat(), day.kind, times, place, state)
        facts = {"members": members, "offices": offices, "days": [_day_facts(day) for day in days]}
        _answer(as_json, facts, people, "", table)

    @app.command("lot", help=tell("club.cmd.lot"))
    def lot(
        file: Annotated[str, _file()],
        day: Annotated[str, _day()],
        seed: Annotated[int, typer.Option("--seed", help=tell("club.help.seed"), show_default=False)],
        do: Annotated[bool, _do()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        store = open_club(file)
        with _asking():
            order = draw_lot(store.club.roster.members(store.club.day(day).date), seed)
            event = LotDrawn(day=day, seed=seed, order=order)
            store.club.submit(event)
        told = _booked(store, [event], do=do)
        _answer(as_json, {"order": order, "line_up": store.club.day(day).line_up}, pages.line_up_table(store.club, day), told)

    @app.command("lineup", help=tell("club.cmd.lineup"))
    def lineup(file: Annotated[str, _file()], day: Annotated[str, _day()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        with _asking():
            seats = club.everybody(club.day(day))
            _answer(as_json, [{"series": name, "seat": seat} for name, seat in seats], pages.line_up_table(club, day))

    @app.command("results", help=tell("club.cmd.results"))
    def results(
        file: Annotated[str, _file()],
        day: Annotated[str, _day()],
        explain: Annotated[bool, _explain()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        club = open_club(file).club
        with _asking():
            by_series = club.results(club.day(day))
            rows = [row for group in by_series.values() for row in group]
            outage = [name for name in by_series if not club.complete(club.day(day), name)]
            title = club.book.days.book_copy
            notes = [tell("club.outage", series=name, form=club.book.table.outage_form, title=title) for name in outage]
            _answer(as_json, by_series, pages.results_table(club, rows, explain=explain), *notes)

    @app.command("standings", help=tell("club.cmd.standings"))
    def year_standings(
        file: Annotated[str, _file()],
        year: Annotated[int, _year()],
        explain: Annotated[bool, _explain()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        club = open_club(file).club
        totals = standings(club, year)
        _answer(as_json, totals, pages.standings_table(club, totals, explain=explain))

    @app.command("roll", help=tell("club.cmd.roll"))
    def roll(
        file: Annotated[str, _file()],
        day: Annotated[str, _day()],
        do: Annotated[bool, _do()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        store = open_club(file)
        with _asking():
            seen = preview(store.club, store.club.day(day))
        ties = [tell("club.rolled.tie", **{**plain(tie), "among": ", ".join(tie.among)}) for tie in seen.ties]
        if seen.done:
            told = tell("club.rolled.already", day=day)
        elif do:
            with _asking():
                event = seen.event()
                store.club.submit(event)
            told = _booked(store, [event], do=True)
        else:
            told = tell("club.would", count=1)
        facts = {"moves": seen.moves, "line_up": seen.line_up, "ties": seen.ties, "done": seen.done}
        _answer(as_json, facts, pages.moves_table(store.club, seen), *ties, told)

    @app.command("undo", help=tell("club.cmd.undo"))
    def undo(file: Annotated[str, _file()], day: Annotated[str, _day()]) -> None:
        store = open_club(file)
        with _asking():
            event = RolloverUndone(day=day)
            store.club.submit(event)
        store.save()
        _answer(False, None, tell("club.undone", day=day))

    @app.command("tasks", help=tell("club.cmd.tasks"))
    def tasks(file: Annotated[str, _file()], on: Annotated[str, _on()] = "", as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        today = date_of(on)
        now = datetime.combine(today, time())
        days = sorted(club.days.values(), key=lambda day: day.date)
        listed = [task for day in days for task in day_tasks(club, day, now)]
        listed += [
            *club_tasks(club, now),
            *(task for year in sorted({day.year for day in days}) for task in warnings(club, year, today)),
        ]
        _answer(as_json, listed, pages.tasks_table(club, listed))

    @app.command("checklist", help=tell("club.cmd.checklist"))
    def steps(file: Annotated[str, _file()], day: Annotated[str, _day()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        with _asking():
            listed = checklist(club, club.day(day))
        _answer(as_json, listed, pages.steps_table(club, listed))

    @app.command("stats", help=tell("club.cmd.stats"))
    def stats(
        file: Annotated[str, _file()],
        person: Annotated[str, typer.Argument(metavar="PERSON", help=tell("club.help.person"), show_default=False)] = "",
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        club = open_club(file).club
        if person:
            with _asking():
                club.roster.person(person)
            _answer(as_json, *_of_person(club, person))
            return
        eternal = statistics.eternal_table(club)
        table = pages.columns("person", "days", "points", "average", "titles", right=("days", "points", "average", "titles"))
        for line in eternal:
            cells = [str(line.days), str(line.points), shown(line.average), str(line.titles or "")]
            table.add_row(pages.name_of(club, line.person), *cells)
        _answer(as_json, {"eternal": eternal, "matches": statistics.match_counts(club)}, table)

    @app.command("fame", help=tell("club.cmd.fame"))
    def fame(file: Annotated[str, _file()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        fame = hall_of_fame(club)
        table = pages.columns("year", "person", "points", right=("points",))
        for trophy in fame:
            table.add_row(str(trophy.year), pages.name_of(club, trophy.person), "" if trophy.points is None else str(trophy.points))
        years = sorted({day.year for day in club.days.values()})
        jobs = [job for year in years for job in next_tasks(club, year)]
        lines = [
            f"{job.year}: {pages.word('task', f'organise-{job.what}')}: {_names(club, job.people)} [{job.rule}]" for job in jobs
        ]
        _answer(as_json, {"fame": fame, "next": jobs}, table, *lines)


def _names(club: Club, people: Sequence[str]) -> str:
    return ", ".join(pages.name_of(club, person) for person in people)


def _day_facts(day: Any) -> dict[str, Any]:
    state = "rolled" if day.rolled else "closed" if day.closed else "open" if day.opened else "planned"
    return {
        "day": day.key,
        "date": day.date,
        "kind": day.kind,
        "besammlung": day.besammlung,
        "spielbeginn": day.spielbeginn,
        "state": state,
    }


def _of_person(club: Club, person: str) -> tuple[dict[str, Any], Table, Table, Table]:
    """Partners, Angstgegner and form of one person: facts and tables."""
    sides = {"partners": statistics.partners(club, person), "angstgegner": statistics.angstgegner(club, person)}
    tables = []
    for side, lines in sides.items():
        table = pages.columns("person", "rounds", "won", "average", right=("rounds", "won", "average"))
        table.title = side.capitalize()
        for line in lines:
            table.add_row(pages.name_of(club, line.other), str(line.rounds), str(line.won), shown(line.balance))
        tables.append(table)
    curve = statistics.form(club, person)
    table = pages.columns("year", "day", "series", "points", right=("points",))
    for point in curve:
        table.add_row(str(point.year), str(point.number), point.series, str(point.points))
    facts = {name: [{**plain(line), "balance": plain(line.balance)} for line in lines] for name, lines in sides.items()}
    return {**facts, "form": curve, "best_and_worst": statistics.best_and_worst(club, person)}, tables[0], tables[1], table


def _money(app: typer.Typer) -> None:
    @app.command("fines", help=tell("club.cmd.fines"))
    def fines(file: Annotated[str, _file()], day: Annotated[str, _day()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        with _asking():
            owed = assess_day(club, club.day(day))
        _answer(as_json, owed, pages.fines_table(club, owed))

    @app.command("drinks", help=tell("club.cmd.drinks"))
    def drinks(file: Annotated[str, _file()], day: Annotated[str, _day()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        with _asking():
            jasstag = club.day(day)
            drunk = {name: drinks_of(club, jasstag, name) for name in (jasstag.line_up.design.names if jasstag.line_up else ())}
        table = pages.columns("series", "person", "amount", right=("amount",))
        for name, shares in drunk.items():
            for person, share in shares.items():
                table.add_row(name, pages.name_of(club, person), pages.francs(share))
        _answer(as_json, drunk, table)

    @app.command("book", help=tell("club.cmd.book"))
    def book(
        file: Annotated[str, _file()],
        on: Annotated[str, _on()] = "",
        do: Annotated[bool, _do()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        store = open_club(file)
        today = date_of(on)
        with _asking():
            events = settle(store.club, today) if do else pending(store.club, today)
        table = pages.columns("date", "what", "person", "amount", "rule", right=("amount",))
        for event in events:
            facts = plain(event)
            person = pages.name_of(store.club, facts.get("debtor", ""))
            table.add_row(facts["on"], facts["key"], person, facts.get("amount", "–"), facts["rule"])
        _answer(as_json, events, table, _booked(store, events, do=do))

    @app.command("ledger", help=tell("club.cmd.ledger"))
    def ledger(file: Annotated[str, _file()], as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        facts = {"bookings": club.ledger.bookings, "balances": club.ledger.balances()}
        _answer(
            as_json,
            facts,
            pages.ledger_table(club),
            "",
            pages.balances_table(club.ledger.balances()),
            pages.balance_note(club.ledger.balances()),
        )

    @app.command("statement", help=tell("club.cmd.statement"))
    def statement(
        file: Annotated[str, _file()],
        person: Annotated[str, typer.Argument(metavar="PERSON", help=tell("club.help.person"), show_default=False)],
        on: Annotated[str, _on()] = "",
        out: Annotated[str, club_papers.out()] = "",
        force: Annotated[bool, club_papers.force()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        club = open_club(file).club
        with _asking():
            owed = accounts.statement(club, person, date_of(on))
        if out:
            club_papers.statement(club, person, date_of(on), out, force=force)
            return
        sheet = statement_sheet(club, person, date_of(on), settings().lang)
        _answer(as_json, owed, pages.statement_table(sheet), *sheet.notes)

    @app.command("remind", help=tell("club.cmd.remind"))
    def remind(file: Annotated[str, _file()], on: Annotated[str, _on()] = "", as_json: Annotated[bool, _json()] = False) -> None:
        club = open_club(file).club
        unpaid = accounts.reminders(club, date_of(on))
        _answer(as_json, unpaid, pages.reminders_table(club, unpaid))

    @app.command("report", help=tell("club.cmd.report"))
    def report(
        file: Annotated[str, _file()],
        year: Annotated[int, _year()],
        out: Annotated[str, club_papers.out()] = "",
        force: Annotated[bool, club_papers.force()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        club = open_club(file).club
        if out:
            club_papers.report(club, year, out, force=force)
            return
        figures = accounts.year_report(club, year)
        _answer(as_json, figures, pages.report_table(figures), pages.balance_note(figures.closing))

    @app.command("bank", help=tell("club.cmd.bank"))
    def bank(
        file: Annotated[str, _file()],
        statement: Annotated[str, typer.Argument(metavar="CAMT", help=tell("club.help.bank"), show_default=False)],
        do: Annotated[bool, _do()] = False,
        as_json: Annotated[bool, _json()] = False,
    ) -> None:
        store = open_club(file)
        try:
            data = Path(statement).read_bytes()
        except OSError as error:
            raise UserError(tell("cli.file.unreadable", path=statement, reason=error.strerror or error)) from None
        with _asking():
            matched = billing.match(store.club, camt.read(data, store.club.creditor.iban if store.club.creditor else ""))
            for payment in matched.payments:
                store.club.submit(payment)
        table = pages.columns("date", "amount", "person", "what", right=("amount",))
        for rest in matched.unmatched:
            entry, why = rest.entry, pages.word("unmatched", rest.reason)
            table.add_row(
                entry.value.isoformat(), f"{entry.amount:.2f}", entry.payer, f"{why} {entry.reference} {entry.text}".strip()
            )
        counts = {"booked": len(matched.payments), "known": len(matched.known), "unmatched": len(matched.unmatched)}
        told = _booked(store, matched.payments, do=do)
        _answer(as_json, matched, table, tell("club.bank.done", **counts) if do else told)


def _files(app: typer.Typer) -> None:
    @app.command("import", help=tell("club.cmd.import"))
    def import_csv(
        file: Annotated[str, _file()],
        table: Annotated[str, typer.Argument(metavar="CSV", help=tell("club.help.csv"), show_default=False)],
        do: Annotated[bool, _do()] = False,
    ) -> None:
        store = open_club(file)
        with _asking():
            events = exchange.import_seasons(store.club, read_text(Path(table)))
            for event in events:
                store.club.submit(event)
        _answer(False, None, _booked(store, events, do=do))

    @app.command("export", help=tell("club.cmd.export"))
    def export(
        file: Annotated[str, _file()],
        what: Annotated[str, typer.Argument(metavar="|".join(EXPORTS))] = "events",
        year: Annotated[int, typer.Option("--year", help=tell("club.help.year"), show_default=False)] = 0,
        out: Annotated[str, typer.Option("--out", "-o", help=tell("club.help.out"), show_default=False)] = "-",
        force: Annotated[bool, typer.Option("--force", help=tell("club.help.force"))] = False,
    ) -> None:
        store = open_club(file)
        year = year or max((day.year for day in store.club.days.values()), default=0)
        if what not in EXPORTS:
            raise UserError(tell("club.error.pair", text=what))
        write_file(out, EXPORTS[what].text(store.club, store.key, year, date_of("")), force=force)
