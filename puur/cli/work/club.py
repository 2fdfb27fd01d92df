"""`puur club`: a season computed from one file of events, one sub command per step.

Everything is decided in `puur.season`; here files are opened, answers shown, and events appended only where `--do` or the command
itself says so. Status 2 for a file or an event that is refused, with the provision.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any, get_type_hints

from rich.table import Table

from puur.cli import club_pages as pages
from puur.cli.club_store import Store, date_of, event_from_words, in_words, read_events, settings_of
from puur.cli.errors import UserError
from puur.cli.files import read_bytes, read_text
from puur.cli.records import choose, load_file, write_file
from puur.cli.settings import answer, console, settings, tell
from puur.cli.work import club_papers
from puur.papers.club import statement_sheet
from puur.season import Refusal, accounts, billing, camt, evenings, exchange, statistics
from puur.season.belongings import moved
from puur.season.conduct import drinks_of
from puur.season.dues import pending, settle
from puur.season.events import LotDrawn, RolloverUndone, kinds
from puur.season.exports import EXPORTS
from puur.season.fines import assess_day
from puur.season.lineup import draw_lot
from puur.season.played import round_of_record
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.tables import francs, plain, shown
from puur.season.tasks import checklist, open_tasks
from puur.season.yearly import hall_of_fame, next_tasks, standings


def _booked(store: Store, events: Sequence[Any], *, do: bool) -> str:
    if not events:
        return tell("club.nothing")
    if do:
        store.save()
    return tell("club.taken" if do else "club.would", count=len(events))


def _entered(store: Store, before: Club, count: int, *, trial: bool) -> None:
    """Write what was entered; or, as a trial, only tell what it would change: for people, and in each year."""
    if trial:
        if before.roster.joined != store.club.roster.joined:
            console().print(pages.belongings_table(store.club, moved(before, store.club)))
        for year in store.club.years():
            if changed := evenings.changes(before, store.club, year):
                console().print(pages.changes_table(store.club, changed))
    else:
        store.save()
    console().print(tell("club.tried" if trial else "club.taken", count=count))


def new(file: str, book: str, force: bool) -> None:
    """What `puur club new` does."""
    settings_of(book, Path(file).parent)
    write_file(file, exchange.write(book, ()), force=force)
    console().print(tell("club.created", path=file, book=book))


def enter(store: Store, words: list[str], trial: bool) -> None:
    """What `puur club enter` does."""
    before, event = Club(store.club.book, store.club.events), event_from_words(words)
    store.club.submit(event)
    _entered(store, before, 1, trial=trial)


def take(store: Store, events: str, trial: bool) -> None:
    """What `puur club take` does."""
    before, given = Club(store.club.book, store.club.events), read_events(events)
    for number, event in enumerate(given, start=1):
        try:
            store.club.submit(event)
        except Refusal as problem:
            raise UserError(tell("club.error.line", file=events, line=number, why=in_words(problem))) from None
    _entered(store, before, len(given), trial=trial)


def game(store: Store, day: str, series: str, record: str, ended: datetime) -> None:
    """What `puur club game` does."""
    played = choose(load_file(record, None, store.club.book_on(store.club.day(day).date).game), None, record)
    at = datetime.combine(store.club.day(day).date, ended.time())
    events = round_of_record(store.club, day, series, played, at)
    for event in events:
        store.club.submit(event)
    console().print(_booked(store, events, do=True))


def all_kinds(as_json: bool) -> None:
    """What `puur club kinds` does."""
    fields = {name: list(get_type_hints(kind)) for name, kind in kinds().items()}
    table = pages.columns("kind", "fields")
    for name, parts in fields.items():
        table.add_row(name, " ".join(parts))
    answer(as_json, plain(fields), table)


def club_settings(book: str, as_json: bool) -> None:
    """What `puur club settings` does."""
    chosen = settings_of(book, Path())
    answer(as_json, plain(chosen), tell("club.settings.good", path=book, count=len(chosen.provisions)))


def show(store: Store, on: str, as_json: bool) -> None:
    """What `puur club show` does."""
    club = store.club
    today = date_of(on)
    members = club.roster.members(today)
    offices = {office: holder for _, office, _ in club.roster.offices if (holder := club.roster.holder(office, today))}
    days = club.in_order()
    people = pages.columns("person", "what")
    for member in members:
        people.add_row(club.roster.name(member), ", ".join(club.roster.offices_of(member, today)))
    table = pages.columns("day", "date", "kind", "times", "place", "state")
    for day in days:
        times = f"{day.besammlung:%H:%M} / {day.spielbeginn:%H:%M}"
        state = "→" if day.rolled else "■" if day.closed else "▶" if day.opened else "·"
        place = ", ".join(part for part in (day.gathering, day.venue, day.town) if part)
        table.add_row(day.key, day.date.isoformat(), day.kind, times, place, state)
    facts = {"members": members, "offices": offices, "days": [_day_facts(day) for day in days]}
    answer(as_json, plain(facts), people, "", table)


def lot(store: Store, day: str, seed: int, order: str, do: bool, as_json: bool) -> None:
    """What `puur club lot` does."""
    drawn = tuple(part.strip() for part in order.split(",") if part.strip())
    wanted = drawn or draw_lot(store.club.roster.members(store.club.day(day).date), seed)
    event = LotDrawn(day=day, seed=seed, order=wanted, paper=bool(drawn))
    store.club.submit(event)
    told = _booked(store, [event], do=do)
    answer(as_json, plain({"order": wanted, "line_up": store.club.day(day).line_up}), pages.line_up_table(store.club, day), told)


def lineup(store: Store, day: str, as_json: bool) -> None:
    """What `puur club lineup` does."""
    club = store.club
    seats = club.everybody(club.day(day))
    answer(as_json, plain([{"series": name, "seat": seat} for name, seat in seats]), pages.line_up_table(club, day))


def results(store: Store, day: str, explain: bool, as_json: bool) -> None:
    """What `puur club results` does."""
    club = store.club.on(store.club.day(day).date)
    by_series = club.results(club.day(day))
    rows = [row for group in by_series.values() for row in group]
    outage = [name for name in by_series if not club.complete(club.day(day), name)]
    title = club.book.days.book_copy
    notes = [tell("club.outage", series=name, form=club.book.table.outage_form, title=title) for name in outage]
    answer(as_json, plain(by_series), pages.results_table(club, rows, explain=explain), *notes)


def year_standings(store: Store, year: int, explain: bool, as_json: bool) -> None:
    """What `puur club standings` does."""
    club = store.club
    totals = standings(club, year)
    answer(as_json, plain(totals), pages.standings_table(club, year, totals, explain=explain))


def roll(store: Store, day: str, do: bool, as_json: bool) -> None:
    """What `puur club roll` does."""
    seen = preview(store.club, store.club.day(day))
    ties = [tell("club.rolled.tie", **{**plain(tie), "among": ", ".join(tie.among)}) for tie in seen.ties]
    if seen.done:
        told = tell("club.rolled.already", day=day)
    elif do:
        event = seen.event()
        store.club.submit(event)
        told = _booked(store, [event], do=True)
    else:
        told = tell("club.would", count=1)
    facts = {"moves": seen.moves, "line_up": seen.line_up, "ties": seen.ties, "done": seen.done}
    answer(as_json, plain(facts), pages.moves_table(store.club, seen), *ties, told)


def undo(store: Store, day: str) -> None:
    """What `puur club undo` does."""
    event = RolloverUndone(day=day)
    store.club.submit(event)
    store.save()
    console().print(tell("club.undone", day=day))


def tasks(store: Store, on: str, as_json: bool) -> None:
    """What `puur club tasks` does."""
    club = store.club
    listed = open_tasks(club, datetime.combine(date_of(on), time()))
    answer(as_json, plain(listed), pages.tasks_table(club, listed))


def steps(store: Store, day: str, as_json: bool) -> None:
    """What `puur club checklist` does."""
    club = store.club
    listed = checklist(club, club.day(day))
    answer(as_json, plain(listed), pages.steps_table(club, listed))


def stats(store: Store, person: str, as_json: bool) -> None:
    """What `puur club stats` does."""
    club = store.club
    if person:
        answer(as_json, *_of_person(club, club.roster.person(person).key))
        return
    eternal = statistics.eternal_table(club)
    table = pages.columns("person", "days", "points", "average", "titles", right=("days", "points", "average", "titles"))
    for line in eternal:
        cells = [str(line.days), str(line.points), shown(line.average), str(line.titles or "")]
        table.add_row(club.roster.name(line.person), *cells)
    answer(as_json, plain({"eternal": eternal, "matches": statistics.match_counts(club)}), table)


def fame(store: Store, as_json: bool) -> None:
    """What `puur club fame` does."""
    club = store.club
    fame = hall_of_fame(club)
    table = pages.columns("year", "person", "points", right=("points",))
    for trophy in fame:
        table.add_row(str(trophy.year), club.roster.name(trophy.person), "" if trophy.points is None else str(trophy.points))
    years = sorted({day.year for day in club.days.values()})
    jobs = [job for year in years for job in next_tasks(club, year)]
    lines = [f"{job.year}: {pages.word('task', f'organise-{job.what}')}: {_names(club, job.people)} [{job.rule}]" for job in jobs]
    answer(as_json, plain({"fame": fame, "next": jobs}), table, *lines)


def _names(club: Club, people: Sequence[str]) -> str:
    return ", ".join(club.roster.name(person) for person in people)


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
            table.add_row(club.roster.name(line.other), str(line.rounds), str(line.won), shown(line.balance))
        tables.append(table)
    curve = statistics.form(club, person)
    table = pages.columns("year", "day", "series", "points", right=("points",))
    for point in curve:
        table.add_row(str(point.year), str(point.number), point.series, str(point.points))
    facts = {name: [{**plain(line), "balance": plain(line.balance)} for line in lines] for name, lines in sides.items()}
    facts |= {"form": plain(curve), "best_and_worst": plain(statistics.best_and_worst(club, person))}
    return facts, tables[0], tables[1], table


def fines(store: Store, day: str, as_json: bool) -> None:
    """What `puur club fines` does."""
    club = store.club
    owed = assess_day(club, club.day(day))
    answer(as_json, plain(owed), pages.fines_table(club, owed))


def drinks(store: Store, day: str, as_json: bool) -> None:
    """What `puur club drinks` does."""
    club = store.club
    jasstag = club.day(day)
    drunk = {name: drinks_of(club, jasstag, name) for name in (jasstag.line_up.design.names if jasstag.line_up else ())}
    table = pages.columns("series", "person", "amount", right=("amount",))
    for name, shares in drunk.items():
        for person, share in shares.items():
            table.add_row(name, club.roster.name(person), francs(share))
    answer(as_json, plain(drunk), table)


def book(store: Store, on: str, do: bool, as_json: bool) -> None:
    """What `puur club book` does."""
    today = date_of(on)
    events = settle(store.club, today) if do else pending(store.club, today)
    table = pages.columns("date", "what", "person", "amount", "rule", right=("amount",))
    for event in events:
        facts = plain(event)
        person = store.club.roster.name(facts.get("debtor", ""))
        table.add_row(facts["on"], facts["key"], person, facts.get("amount", "–"), facts["rule"])
    answer(as_json, plain(events), table, _booked(store, events, do=do))


def ledger(store: Store, as_json: bool) -> None:
    """What `puur club ledger` does."""
    balances = store.club.ledger.balances()
    facts = {"bookings": store.club.ledger.bookings, "balances": balances}
    tables = pages.ledger_table(store.club), "", pages.balances_table(balances)
    answer(as_json, plain(facts), *tables, pages.balance_note(balances))


def statement(store: Store, person: str, on: str, out: str, force: bool, as_json: bool) -> None:
    """What `puur club statement` does."""
    club = store.club
    person = club.roster.person(person).key
    owed = accounts.statement(club, person, date_of(on))
    if out:
        club_papers.statement(club, person, date_of(on), out, force=force)
        return
    sheet = statement_sheet(club, person, date_of(on), settings().lang)
    answer(as_json, plain(owed), pages.statement_table(sheet), *sheet.notes)


def remind(store: Store, on: str, as_json: bool) -> None:
    """What `puur club remind` does."""
    club = store.club
    unpaid = accounts.reminders(club, date_of(on))
    answer(as_json, plain(unpaid), pages.reminders_table(club, unpaid))


def report(store: Store, year: int, out: str, force: bool, as_json: bool) -> None:
    """What `puur club report` does."""
    club = store.club
    if out:
        club_papers.report(club, year, out, force=force)
        return
    figures = accounts.year_report(club, year)
    answer(as_json, plain(figures), pages.report_table(figures), pages.balance_note(figures.closing))


def bank(store: Store, statement: str, do: bool, as_json: bool) -> None:
    """What `puur club bank` does."""
    data = read_bytes(Path(statement), camt.BIGGEST)
    matched = billing.match(store.club, camt.read(data, store.club.creditor.iban if store.club.creditor else ""))
    for payment in matched.payments:
        store.club.submit(payment)
    table = pages.columns("date", "amount", "person", "what", right=("amount",))
    for rest in matched.unmatched:
        entry, why = rest.entry, pages.word("unmatched", rest.reason)
        table.add_row(entry.value.isoformat(), f"{entry.amount:.2f}", entry.payer, f"{why} {entry.reference} {entry.text}".strip())
    counts = {"booked": len(matched.payments), "known": len(matched.known), "unmatched": len(matched.unmatched)}
    told = _booked(store, matched.payments, do=do)
    answer(as_json, plain(matched), table, tell("club.bank.done", **counts) if do else told)


def import_csv(store: Store, table: str, do: bool) -> None:
    """What `puur club import` does."""
    events = exchange.import_seasons(store.club, read_text(Path(table)))
    for event in events:
        store.club.submit(event)
    console().print(_booked(store, events, do=do))


def export(store: Store, what: str, year: int, out: str, force: bool) -> None:
    """What `puur club export` does."""
    year = year or max((day.year for day in store.club.days.values()), default=0)
    if what not in EXPORTS:
        raise UserError(tell("club.error.export", what=what, kinds=", ".join(EXPORTS)))
    write_file(out, EXPORTS[what].text(store.club, store.key, year, date_of("")), force=force)
