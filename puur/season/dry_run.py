"""A whole year under a book before anybody adopts it: played through with made-up people, or last year counted once more.

Nothing is stored. Promise: what `rehearse` gets through, a club of the book's size gets through; where it stops, it says on which
day and with which refusal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from puur.core.errors import Refusal
from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.book import ClubBook
from puur.season.days import Day
from puur.season.dues import expected
from puur.season.ledger import ZERO
from puur.season.lineup import Tie, draw_lot
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.yearly import standings

YEAR = 2027  # any year will do
_TEAMS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How a rehearsed year went."""

    people: int
    tables: int
    days: int  # played to the end
    moves: int  # seats that changed their series
    fees: Decimal  # Startgeld of the year
    day: int = 0  # where it stopped; 0: nowhere
    problem: Refusal | None = None


def rehearse(book: ClubBook, seed: int = 1) -> Rehearsal:
    """Play a year: everybody comes, all rounds are played, ties are drawn by lot."""
    rng, club = random.Random(seed), Club(book)
    people = [f"p{number:03}" for number in range(1, book.members + 1)]
    for person in people:
        club.submit(ev.PersonAdded(person=person, name=person))
        club.submit(ev.MemberAdmitted(person=person, on=date(YEAR - 1, 1, 1)))
    done = moves = 0
    tables = len(book.series.names)
    try:
        for number in range(1, book.days.number + 1):
            on = date(YEAR, 1, 2) + timedelta(days=(number - 1) * (350 // book.days.number))
            club.submit(ev.DayPlanned(number=number, date=on))
        for number in range(1, book.days.number + 1):
            day = club.day(f"{YEAR}-{number}")
            if number == 1:
                club.submit(ev.LotDrawn(day=day.key, seed=seed, order=draw_lot(people, seed)))
            _play(club, day, rng)
            done += 1
            if number < book.days.number:
                moves += _roll(club, day, rng)
    except Refusal as problem:
        return Rehearsal(len(people), tables, done, moves, ZERO, done + 1, problem)
    fees = sum((charge.amount for charge in expected(club, date(YEAR, 12, 31)).values()), ZERO)
    return Rehearsal(len(people), tables, done, moves, fees)


def _play(club: Club, day: Day, rng: random.Random) -> None:
    line_up = day.line_up
    if line_up is None:
        raise Refusal("no-line-up", day=day.key)
    early = day.besammlung - timedelta(days=2)
    for place, inviter in enumerate(line_up.inviters):
        if inviter:
            guest = f"g{place:03}"
            if guest not in club.roster.people:
                club.submit(ev.PersonAdded(person=guest, name=guest))
            club.submit(ev.GuestNamed(day=day.key, member=inviter, person=guest, at=early))
    club.submit(ev.DayOpened(day=day.key, at=day.spielbeginn))
    end = day.spielbeginn
    for series in line_up.design.names:
        end = max(end, _rounds(club, day, series, rng))
    club.submit(ev.DayClosed(day=day.key, at=end))


def _rounds(club: Club, day: Day, series: str, rng: random.Random) -> datetime:
    """All rounds of a table; when the last one ends."""
    sitters = [seat.person for seat in club.participants(day, series)]
    ended, target = day.spielbeginn, club.book_on(day.date).target
    for number in range(club.book_on(day.date).table.rounds):
        if number == 2:
            club.submit(ev.BreakTaken(day=day.key, series=series, after=2, minutes=club.book_on(day.date).table.meal_break))
        first, second = _TEAMS[number % len(_TEAMS)]
        high, low = (target or 1000) + rng.randrange(100), rng.randrange(300, (target or 1000) - 1)
        sides = (high, low) if rng.random() < 0.5 else (low, high)
        ended += timedelta(minutes=60)
        teams = tuple((sitters[pair[0]], sitters[pair[1]]) for pair in (first, second))
        club.submit(ev.RoundPlayed(day=day.key, series=series, teams=teams, sheet=Sheet(sides), ended=ended))
    return ended


def _roll(club: Club, day: Day, rng: random.Random) -> int:
    """Carry a day over, with a lot where points are equal; how many seats have changed."""
    for _ in range(50):
        ahead = preview(club, day)
        if not ahead.ties:
            break
        for tie in ahead.ties[:1]:
            club.submit(_lot(day, tie, rng))
    before = day.line_up
    club.submit(ev.RolledOver(day=day.key, line_up=ahead.line_up.members, inviters=ahead.line_up.inviters))
    after = ahead.line_up
    return sum(
        before is not None and before.series_of(member) != after.series_of(member) for seats in after.members for member in seats
    )


def _lot(day: Day, tie: Tie, rng: random.Random) -> ev.TieBroken:
    order = list(tie.among)
    rng.shuffle(order)
    return ev.TieBroken(day=day.key, purpose=tie.purpose, order=tuple(order), series=tie.series, how="lot")


@dataclass(frozen=True, slots=True)
class Changed:
    """What another book would have made of a year: places and what each would have been charged."""

    person: str
    rank: tuple[int | None, int | None]  # as it was, as it would have been
    points: tuple[int | None, int | None]
    money: tuple[Decimal, Decimal]


def again(club: Club, book: ClubBook, year: int) -> list[Changed]:
    """A year that was played, under other statutes; a refusal where its events cannot have happened under them."""
    other = Club(book, [event for event in club.events if not isinstance(event, (*_MONEY, ev.BookChanged))])
    was, would = (_year(each, year) for each in (club, other))
    people = sorted(was.keys() | would.keys())
    empty: tuple[int | None, int | None, Decimal] = (None, None, ZERO)
    rows = []
    for person in people:
        (rank, points, money), (rank2, points2, money2) = was.get(person, empty), would.get(person, empty)
        rows.append(Changed(person, (rank, rank2), (points, points2), (money, money2)))
    return rows


_MONEY = (ev.Charged, ev.Reversed, ev.Paid, ev.PaidBack, ev.Notified, ev.BillIssued, ev.Journal, ev.BeerServed, ev.FeeSet)


def _year(club: Club, year: int) -> dict[str, tuple[int | None, int | None, Decimal]]:
    """Rank, points and charges of everybody."""
    sums: dict[str, Decimal] = {}
    for charge in _charges(club, year):
        sums[charge.debtor] = sums.get(charge.debtor, ZERO) + charge.amount
    rows: dict[str, tuple[int | None, int | None, Decimal]] = {
        place.member: (place.rank, int(place.points), sums.pop(place.member, ZERO)) for place in standings(club, year)
    }
    return rows | {person: (None, None, amount) for person, amount in sums.items()}


def _charges(club: Club, year: int) -> Iterable[ev.Charged]:
    return [charge for charge in expected(club, date(year, 12, 31)).values() if charge.on.year == year]
