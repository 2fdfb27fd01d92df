"""Beer rounds: owed for missed reports and false emergencies, served at the table, and some turned into money at year end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from puur.season.conduct import device_ruling

if TYPE_CHECKING:
    from puur.season.state import Club


@dataclass(frozen=True, slots=True)
class BeerDebt:
    """One round that somebody owes."""

    person: str
    since: date
    day: str
    reason: str  # report, device
    beers: int
    rule: str


def debts(club: Club) -> list[BeerDebt]:
    """Every round ever owed, in order. (AJZ-1.2-08, AJZ-1.3-24, AJZ-1.3-25, AJZ-1.4-07)"""
    owed = []
    for day in club.in_order():
        if day.closed is None:
            continue
        beers = len(club.present(day)) + len(day.departures)
        for member in club.roster.members(day.date) if club.book_on(day.date).people.reports else ():
            away = club.roster.recognised(member, day.date) is not None and member not in day.returns
            sent = day.reports.get(member)
            if away and (sent is None or sent >= day.besammlung):
                owed.append(BeerDebt(member, day.date, day.key, "report", beers, club.book_on(day.date).cite("beer-report")))
        for used in day.devices:
            if device_ruling(club, day, used).beers:
                rule = club.book_on(day.date).cite("device-emergency")
                owed.append(BeerDebt(used.person, day.date, day.key, "device", beers, rule))
    return owed


def _walk(club: Club, on: date) -> tuple[list[BeerDebt], list[tuple[int, BeerDebt]]]:
    """The rounds still open on a date, and those that were turned into money with their year."""
    moments: list[tuple[date, int, object]] = [(debt.since, 0, debt) for debt in debts(club) if debt.since <= on]
    moments += [(when, 1, (person, rounds)) for when, person, rounds in club.beer_served if when <= on]
    years = {when.year for when, _, _ in moments}
    moments += [(date(year, 12, 31), 2, year) for year in years if date(year, 12, 31) < on]
    waiting: list[BeerDebt] = []
    turned: list[tuple[int, BeerDebt]] = []
    for _, _, what in sorted(moments, key=lambda moment: moment[:2]):
        if isinstance(what, BeerDebt):
            waiting.append(what)
        elif isinstance(what, int):  # at year end reports become money, device rounds do not (AJZ-1.3-26, default)
            turned += [(what, debt) for debt in waiting if debt.reason == "report"]
            waiting = [debt for debt in waiting if debt.reason != "report"]
        elif isinstance(what, tuple):
            person, rounds = what
            for served in [debt for debt in waiting if debt.person == person][:rounds]:
                waiting.remove(served)
    return waiting, turned


def open_rounds(club: Club, on: date) -> list[BeerDebt]:
    """The rounds that are still to be served on a date."""
    return _walk(club, on)[0]


def converted(club: Club, on: date) -> list[tuple[int, str, int]]:
    """Year, person and number of the rounds that became money by a date. (AJZ-1.3-26)"""
    counts: dict[tuple[int, str], int] = {}
    for year, debt in _walk(club, on)[1]:
        counts[year, debt.person] = counts.get((year, debt.person), 0) + 1
    return [(year, person, rounds) for (year, person), rounds in sorted(counts.items())]


def due_at(club: Club, day: str) -> list[BeerDebt]:
    """The rounds due at a Jasstag that the debtor attends in person: one beer for each participant. (AJZ-1.3-24)"""
    jasstag = club.day(day)
    there = set(club.present(jasstag))
    beers = len(there)
    return [
        BeerDebt(debt.person, debt.since, debt.day, debt.reason, beers, debt.rule)
        for debt in open_rounds(club, jasstag.date)
        if debt.person in there and debt.since < jasstag.date
    ]
