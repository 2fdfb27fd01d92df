"""A made-up club for tests: twelve members named after their seats (a1 is the first of Serie A), guests and substitutes.

Nothing here knows a rule; it only saves typing. `seat` puts a line-up in place, `totals` writes three Jassrunden that give each
person the wanted sum: with the target at 0, because round sums such as those in the provisions' examples hardly occur at 1999.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from puur.core.errors import Refusal, RuleViolation
from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.book import ClubBook, load
from puur.season.events import Event, to_json
from puur.season.lineup import LineUp
from puur.season.state import Club
from puur.season.table import Table

MEMBERS = tuple(f"{series}{place}" for series in "abcd" for place in "123")
OTHERS = ("ga", "gb", "gc", "gd", "x", "y", "z")
DATES = {
    2018: tuple(
        date.fromisoformat(f"2018-{one}") for one in ("01-27", "03-03", "03-31", "05-05", "06-16", "08-31", "10-13", "12-01")
    )
}
OFFICES = {
    "praesident": "a1", "vizepraesident": "b1", "kassier": "c1", "chef-regelwerk": "d1",
    "deputy-chef-regelwerk": "a2", "chef-jahrestrophy": "b2", "chef-administratives": "c2",
}  # fmt: skip
CHF = Decimal


def ajz(**changes: Any) -> ClubBook:
    """The shipped settings; `days__number=5` changes one field."""
    book = load("ajz08")
    for name, value in changes.items():
        section, _, field = name.partition("__")
        if section == "ending":
            book = replace(book, reglement=replace(book.reglement, ending=replace(book.reglement.ending, **{field: value})))
            continue
        book = replace(book, **{section: replace(getattr(book, section), **{field: value}) if field else value})
    return book


def club(*extra: Event, members: Iterable[str] = MEMBERS, **changes: Any) -> Club:
    """The club with its members and offices; `a1` is the oldest, born 1979."""
    changes.setdefault("ending__target", 0)
    found = Club(ajz(**changes))
    for place, person in enumerate([*members, *OTHERS]):
        born = date(1979 + place, 5, 1) if person not in OTHERS else date(1960, 1, 1)
        address = {"street": "Rosenweg", "house": str(place + 1), "postcode": "8000", "town": "Zürich"}
        found.submit(ev.PersonAdded(person=person, name=person.upper(), born=born, **address))
    for person in members:
        found.submit(ev.MemberAdmitted(person=person, on=date(2010, 1, 1)))
    for office, person in OFFICES.items():
        found.submit(ev.OfficeGiven(office=office, person=person, on=date(2018, 1, 12)))
    for event in extra:
        found.submit(event)
    return found


def plan(found: Club, *numbers: int, year: int = 2018) -> Club:
    """Days with their usual times; all eight without numbers."""
    for number in numbers or range(1, 9):
        found.submit(ev.DayPlanned(number=number, date=DATES[year][number - 1], after_break=number == 6))
    return found


def season(*extra: Event, **changes: Any) -> Club:
    """The club with its eight days of 2018."""
    return plan(club(*extra, **changes))


def at(day: str | date, clock: str) -> datetime:
    """A moment: `at("2018-3", "14:05")`."""
    on = DATES[int(day[:4])][int(day[5:]) - 1] if isinstance(day, str) else day
    return datetime.combine(on, time.fromisoformat(clock))


def seat(found: Club, number: int, *, guests: bool = True, inviters: tuple[str, ...] | None = None) -> str:
    """Put a1 a2 a3 in Serie A and so on (four each on first and last days), guests ga to gd named in time."""
    key = f"2018-{number}"
    day = found.day(key)
    design = found.design(day)
    members = sorted(found.roster.members(day.date))
    ends = design.boundaries()
    rows = tuple(tuple(members[end - count : end]) for end, count in zip(ends, design.members, strict=True))
    bring = inviters or tuple(row[0] if guest else "" for row, guest in zip(rows, design.guests, strict=True))
    day.line_up = LineUp(design, rows, bring)
    for name, inviter in zip(design.names, bring, strict=True):
        if inviter and guests:
            found.submit(ev.GuestNamed(day=key, member=inviter, person=f"g{name.lower()}", at=at(key, "09:00")))
    return key


def opened(found: Club, number: int, **options: Any) -> str:
    """A seated day after Spielbeginn."""
    key = seat(found, number, **options)
    found.submit(ev.DayOpened(day=key, at=found.day(key).spielbeginn))
    return key


def totals(found: Club, key: str, series: str, wanted: Mapping[str, int], *, rounds: int = 3, ended: str = "21:00") -> None:
    """Three Jassrunden after which each person has the wanted sum."""
    w, x, y, z = (one.person for one in found.participants(found.day(key), series))
    sums = [wanted[one] for one in (w, x, y, z)]
    differences = [
        sums[0] + sums[1] - sums[2] - sums[3],
        sums[0] - sums[1] + sums[2] - sums[3],
        sums[0] - sums[1] - sums[2] + sums[3],
    ]
    assert all(one % 2 == 0 for one in differences), "these sums cannot come from whole points"
    differences = [one // 2 for one in differences]
    total = sum(sums) // 2
    spread = [total // 3 + (total // 3 + differences[place]) % 2 for place in (0, 1)]
    spread.append(total - sum(spread))
    for number, (teams, difference, whole) in enumerate(
        zip((((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y))), differences, spread, strict=True), start=1
    ):
        if number > rounds:
            break
        if number == 3:
            found.submit(ev.BreakTaken(day=key, series=series, after=2, minutes=45))
        high = (whole + difference) // 2
        end = at(key, f"{15 + 2 * number}:00" if number < 3 else ended)
        found.submit(ev.RoundPlayed(day=key, series=series, teams=teams, sheet=Sheet((high, whole - high)), ended=end))


def all_tables(found: Club, key: str, wanted: Mapping[str, int] | None = None, ended: str = "21:00") -> None:
    """Every complete series plays; who is not named gets 5200, 5100, 4900 or 4800 by seat."""
    usual = (5200, 5100, 4900, 4800)
    day = found.day(key)
    for series in day.line_up.design.names if day.line_up else ():
        people = [one.person for one in found.participants(day, series)]
        if found.complete(day, series) and not day.table(series).rounds:
            totals(
                found, key, series, {one: (wanted or {}).get(one, usual[place]) for place, one in enumerate(people)}, ended=ended
            )


def closed(found: Club, key: str, clock: str = "22:05") -> None:
    """Spielende."""
    found.submit(ev.DayClosed(day=key, at=at(key, clock)))


def played(found: Club, number: int, wanted: Mapping[str, int] | None = None, **options: Any) -> str:
    """A whole day with these sums."""
    key = opened(found, number, **options)
    all_tables(found, key, wanted)
    closed(found, key)
    return key


def row(found: Club, key: str, member: str) -> Any:
    """The row of a member's seat, or of a guest."""
    rows = [one for group in found.results(found.day(key)).values() for one in group]
    exact = [one for one in rows if one.participant.person == member]
    return (exact or [one for one in rows if one.member == member and one.participant.status != "gast"])[0]


def finals(found: Club, key: str) -> dict[str, int | None]:
    """Every member's final result."""
    return {
        one.member: one.final for rows in found.results(found.day(key)).values() for one in rows if one.participant.status != "gast"
    }


def snapshot(found: Club) -> Any:
    """What a refusal must not change: the events, the ledger, the days."""
    days = {
        key: str(replace(day, tables={name: table for name, table in day.tables.items() if table != Table()}))
        for key, day in found.days.items()
    }
    return (
        [to_json(one) for one in found.events],
        found.ledger.balances(),
        days,
        str(found.roster.dauerersatz),
        found.ledger.numbers,
    )


@contextmanager
def refused(found: Club, rule: str, reason: str | None = None) -> Any:
    """The next event is refused with this provision and nothing changes."""
    before = snapshot(found)
    with pytest.raises(RuleViolation) as caught:
        yield caught
    assert caught.value.rule == rule
    if reason:
        assert caught.value.reason == reason
    assert snapshot(found) == before


@contextmanager
def not_there(found: Club, reason: str) -> Any:
    """The next event is a slip and nothing changes."""
    before = snapshot(found)
    with pytest.raises(Refusal) as caught:
        yield caught
    assert caught.value.reason == reason
    assert snapshot(found) == before
