"""Clubs of another design, by settings alone: other numbers of series, members, guests, days and movers, a whole year each."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.book import load_text
from puur.season.exchange import read, write
from puur.season.lineup import draw_lot
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.yearly import standings

DESIGNS = {
    "two tables, no guests": ("AB", (4, 4), (0, 0), "AB", (4, 4), (0, 0), (1,)),
    "four tables, no guests, two move": ("ABCD", (4, 4, 4, 4), (0, 0, 0, 0), "ABCD", (4, 4, 4, 4), (0, 0, 0, 0), (2,)),
    "nine members, guests on every day": ("ABC", (3, 3, 3), (1, 1, 1), "ABC", (3, 3, 3), (1, 1, 1), (1,)),
    "thirteen, the highest without guest": ("ABCD", (4, 3, 3, 3), (0, 1, 1, 1), "ABCD", (4, 3, 3, 3), (0, 1, 1, 1), (2, 1, 1)),
    "nobody moves at the top": ("ABCD", (3, 3, 3, 3), (1, 1, 1, 1), "ABC", (4, 4, 4), (0, 0, 0), (0, 1)),
}


def settings(
    names: str,
    members: tuple[int, ...],
    guests: tuple[int, ...],
    first: str,
    own: tuple[int, ...],
    special: tuple[int, ...],
    movers: tuple[int, ...],
) -> str:
    return f"""
key = "anders"
title = "Anders"
extends = "ajz08"
members = {sum(members)}
[days]
number = 5
[series]
names = {list(names)}
members = {list(members)}
guests = {list(guests)}
special_names = {list(first)}
special_members = {list(own)}
special_guests = {list(special)}
[movement]
movers = {list(movers)}
""".replace("'", '"')


@pytest.mark.rule("AJZ-4.4-01")
@pytest.mark.parametrize("name", DESIGNS)
def test_ajz_4_4_01_a_year_in_another_design(name: str) -> None:
    design = DESIGNS[name]
    book = load_text(settings(*design), "anders.toml")
    club, rng = Club(book), random.Random(name)
    members = [f"m{number:02d}" for number in range(sum(design[1]))]
    for one in [*members, *(f"g{series}" for series in "ABCD")]:
        club.submit(ev.PersonAdded(person=one, name=one))
    for one in members:
        club.submit(ev.MemberAdmitted(person=one, on=date(2018, 1, 1)))
    for number in range(1, 6):
        club.submit(ev.DayPlanned(number=number, date=date(2018, number, 10)))
    club.submit(ev.LotDrawn(day="2018-1", seed=1, order=draw_lot(members, 1)))
    for number in range(1, 6):
        _play(club, f"2018-{number}", rng)
        if number < 5:
            _carry_over(club, f"2018-{number}", rng)
    lines = standings(club, 2018)
    assert sorted(line.member for line in lines) == members
    assert all(len(line.results) == 5 for line in lines)  # everybody played every day: no table was ever incomplete
    again = Club(book, read(write("anders", club.events)).events)
    assert standings(again, 2018) == lines


def _play(club: Club, key: str, rng: random.Random) -> None:
    day = club.day(key)
    assert day.line_up is not None
    assert sorted(one for row in day.line_up.members for one in row) == list(club.roster.members(day.date))
    assert tuple(map(len, day.line_up.members)) == club.design(day).members
    for series, inviter in zip(day.line_up.design.names, day.line_up.inviters, strict=True):
        if inviter:
            club.submit(
                ev.GuestNamed(day=key, member=inviter, person=f"g{series}", at=datetime.combine(day.date, datetime.min.time()))
            )
    club.submit(ev.DayOpened(day=key, at=day.spielbeginn))
    for series in day.line_up.design.names:
        w, x, y, z = (one.person for one in club.participants(day, series))
        for number, teams in enumerate((((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y)))):
            if number == 2:
                club.submit(ev.BreakTaken(day=key, series=series, after=2, minutes=45))
            ended = day.spielbeginn + timedelta(minutes=90 * (number + 1))
            points = (rng.randrange(1999, 2150), rng.randrange(700, 1990))
            club.submit(ev.RoundPlayed(day=key, series=series, teams=teams, sheet=Sheet(points), ended=ended))
    club.submit(ev.DayClosed(day=key, at=datetime.combine(day.date, datetime.max.time().replace(microsecond=0))))


def _carry_over(club: Club, key: str, rng: random.Random) -> None:
    day = club.day(key)
    while (seen := preview(club, day)).ties:
        tie = seen.ties[0]
        order = tuple(rng.sample(tie.among, len(tie.among)))
        club.submit(ev.TieBroken(day=key, purpose=tie.purpose, series=tie.series, order=order))
    if key in ("2018-2", "2018-3"):  # promotion and relegation: as many rise at each boundary as the club says
        assert day.line_up is not None
        names = day.line_up.design.names
        for level in range(1, len(names)):
            risen = [move for move in seen.moves if move.label == "promoted" and move.origin == names[level]]
            assert len(risen) == club.book.movement.at(level)
    club.submit(seen.event())
