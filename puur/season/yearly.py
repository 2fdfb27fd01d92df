"""The Jahreswertung, who may win it, the Hall of Fame and who organises what next: computed from the days, never stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from puur.reglement.season import EveningsCount
from puur.season.book import ClubBook
from puur.season.events import EveningCounted
from puur.season.results import Total, counted, half_up, ranked
from puur.season.state import Club
from puur.season.table import Status


@dataclass(frozen=True, slots=True)
class Fame:
    """One entry of the Hall of Fame."""

    year: int
    person: str
    points: int | None


@dataclass(frozen=True, slots=True)
class NextTask:
    """Who organises something in the next Jassjahr."""

    what: str
    year: int
    people: tuple[str, ...]  # several: a lot among equals is still open
    rule: str


def book_of_year(club: Club, year: int) -> ClubBook:
    """The settings that a Jassjahr is judged by: those of its last Jasstag, so that a later change never touches its result."""
    days = club.year(year)
    return club.book_on(days[-1].date if days else date(year, 12, 31))


def results_of_year(club: Club, year: int, until: int | None = None) -> dict[str, dict[int, int]]:
    """Every member's final results by number of the Jasstag, imported seasons included."""
    results: dict[str, dict[int, int]] = {}
    for (when, number), rows in club.imported.items():
        if when == year:
            for person, (points, _) in rows.items():
                results.setdefault(person, {})[number] = points
    for day in club.year(year):
        if day.closed is None or (until is not None and day.number > until):
            continue
        for rows_of in club.results(day).values():
            for row in rows_of:
                if row.final is not None:
                    results.setdefault(row.member, {})[day.number] = row.final
    if until is None:
        for number, own in numbered_evenings(club, year):
            for person, rank, total in own.results:
                if club.roster.is_member(person, own.on):
                    results.setdefault(person, {})[number] = evening_worth(club, own, rank, total)
    return results


def evenings_of(club: Club, year: int) -> list[EveningCounted]:
    """The evenings that count for a year, in order; in the Jahreswertung they stand behind the Jasstage."""
    return sorted((own for own in club.evenings.values() if own.on.year == year), key=lambda own: (own.on, own.evening))


def numbered_evenings(club: Club, year: int) -> list[tuple[int, EveningCounted]]:
    """The same with the number under which their results stand."""
    return list(enumerate(evenings_of(club, year), start=book_of_year(club, year).days.number + 1))


def evening_worth(club: Club, own: EveningCounted, rank: int, total: int) -> int:
    """What a place at an evening counts, as the book of that date says: points by place, or its total, times a coefficient."""
    book = club.book_on(own.on)
    if book.evenings is EveningsCount.RANK:
        return book.evening_points[min(rank, len(book.evening_points)) - 1]
    return half_up(total * Fraction(book.series.coefficients[own.series])) if own.series else total


def columns(club: Club, year: int) -> range:
    """The numbers under which results of a year stand: its Jasstage, then its evenings."""
    return range(1, book_of_year(club, year).days.number + len(evenings_of(club, year)) + 1)


def attendance(club: Club, year: int, until: int | None = None) -> dict[str, tuple[int, int]]:
    """Days attended in person and days absent, by member; late or early is no absence. (AJZ-3.3-07)"""
    counts: dict[str, tuple[int, int]] = {}
    for day in club.year(year):
        if day.closed is None or (until is not None and day.number > until):
            continue
        for _, seat in club.everybody(day):
            if seat.status != Status.GAST:
                there = seat.status == Status.MEMBER and seat.person == seat.member and seat.person not in day.absent
                attended, absent = counts.get(seat.member, (0, 0))
                counts[seat.member] = (attended + there, absent + (not there))
    return counts


def stand_ins(club: Club, year: int) -> dict[str, dict[str, int]]:
    """How often each recognised Dauerersatzjasser played for a member."""
    days: dict[str, dict[str, int]] = {}
    for day in club.year(year):
        for _, seat in club.everybody(day) if day.closed else ():
            if seat.status == Status.DAUERERSATZ and seat.person not in day.absent:
                own = days.setdefault(seat.member, {})
                own[seat.person] = own.get(seat.person, 0) + 1
    return days


def standings(club: Club, year: int, until: int | None = None) -> tuple[Total, ...]:
    """The Jahreswertung after a day (or the whole year), best first; who cannot win stays in it. (AJZ-3.3-01 to AJZ-3.3-11)"""
    book = book_of_year(club, year)
    results = results_of_year(club, year, until)
    there, helpers = attendance(club, year, until), stand_ins(club, year)
    ranks = ranked({member: counted(book, own) for member, own in results.items()})
    lines = []
    for member, own in results.items():
        attended, absent = there.get(member, (len(own), 0))
        name, rules = member, [book.cite("jahreswertung")]
        whole = [person for person, days in helpers.get(member, {}).items() if days >= book.own_name_days]
        if whole:
            name, eligible = whole[0], True
            rules.append(book.cite("own-name"))
        elif member in helpers:
            eligible = Fraction(attended) >= Fraction(book.dauerersatz_share) * book.days.number
            rules.append(book.rule("season.dauerersatz_share"))
        else:
            eligible = absent < book.absences
            if not eligible:
                rules.append(book.rule("season.absences"))
        if _has_left(club, year, member):
            eligible = False
            rules.append(book.cite("winner"))
        lines.append(Total(ranks[member], member, counted(book, own), own, absent, attended, eligible, name, tuple(rules)))
    return tuple(sorted(lines, key=lambda line: (line.rank, line.member)))


def _has_left(club: Club, year: int, member: str) -> bool:
    """Whether somebody was a Vereinsmitglied and is none any more on the last Jasstag of the year. (AJZ-3.3-05)"""
    days = club.year(year)
    return bool(days) and member in club.roster.periods and not club.roster.is_member(member, days[-1].date)


def winners(club: Club, year: int) -> tuple[Total, ...]:
    """The best of those who may win; several share the first place. (AJZ-3.3-05)"""
    able = [line for line in standings(club, year) if line.eligible]
    best = max((line.points for line in able), default=None)
    return tuple(line for line in able if line.points == best)


def complete_year(club: Club, year: int) -> bool:
    """Whether all Jasstage of a Jassjahr are closed; also where the year was made shorter meanwhile. (AJZ-3.3-04)"""
    closed = sum(day.closed is not None for day in club.year(year))
    return closed >= min(book_of_year(club, year).days.number, club.book_on(date(year, 12, 31)).days.number)


def hall_of_fame(club: Club) -> tuple[Fame, ...]:
    """Who won the Jahrestrophy, by year; one entry each. (AJZ-3.3-06)"""
    entries = []
    for year, person in sorted(club.trophies.items()):
        points = next((line.points for line in standings(club, year) if person in (line.name, line.member)), None)
        entries.append(Fame(year, person, points))
    return tuple(entries)


def next_tasks(club: Club, year: int) -> tuple[NextTask, ...]:
    """The winner organises the Sommerlochevent, the last the Auswärtsjass. (AJZ-3.3-12, AJZ-3.3-13)"""
    if not complete_year(club, year):
        return ()
    book = book_of_year(club, year)
    chosen = club.trophies.get(year)
    best = (chosen,) if chosen else tuple(line.name for line in winners(club, year))
    lines, final_day = standings(club, year), club.year(year)[-1]
    # Who has left organises nothing.
    lines = tuple(line for line in lines if club.roster.is_member(line.member, final_day.date)) or lines
    low = lines[-1].points
    last = tuple(line.member for line in lines if line.points == low)
    lot = final_day.broken.get(("last", "", frozenset(last)))
    if lot:
        last = (lot[-1],)
    return (
        NextTask(book.winner_organises, year + 1, best, book.rule("season.winner_organises")),
        NextTask(book.last_organises, year + 1, last, book.rule("season.last_organises")),
    )
