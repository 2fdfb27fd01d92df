"""Statistics that clubs love: partners and Angstgegner, best and worst day, form, Matches, the eternal table. Only counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from puur.season.state import Club
from puur.season.table import Round
from puur.season.yearly import standings


@dataclass(slots=True)
class Together:
    """Two people as partners or as opponents, from the first one's side."""

    other: str
    rounds: int = 0
    won: int = 0
    points: int = 0
    against: int = 0

    @property
    def balance(self) -> Fraction:
        """Points more (or fewer) than the other side, per Jassrunde."""
        return Fraction(self.points - self.against, self.rounds)


@dataclass(frozen=True, slots=True)
class DayResult:
    """One day of a person."""

    year: int
    number: int
    series: str
    points: int


@dataclass(frozen=True, slots=True)
class Eternal:
    """One line of the eternal table."""

    person: str
    days: int
    points: int
    titles: int

    @property
    def average(self) -> Fraction:
        """Points per Jasstag."""
        return Fraction(self.points, self.days)


def _rounds(club: Club, year: int | None) -> Iterator[Round]:
    for day in club.in_order():
        if day.closed is not None and year in (None, day.year):
            for table in day.tables.values():
                yield from table.rounds


def partners(club: Club, person: str, year: int | None = None) -> tuple[Together, ...]:
    """Everybody a person played with, the most fruitful first."""
    return _pairs(club, person, year, with_them=True)


def angstgegner(club: Club, person: str, year: int | None = None) -> tuple[Together, ...]:
    """Everybody a person played against, the most feared first."""
    return tuple(reversed(_pairs(club, person, year, with_them=False)))


def _pairs(club: Club, person: str, year: int | None, *, with_them: bool) -> tuple[Together, ...]:
    together: dict[str, Together] = {}
    for played in _rounds(club, year):
        side = next((place for place, team in enumerate(played.teams) if person in team), None)
        if side is None:
            continue
        others = played.teams[side] if with_them else played.teams[1 - side]
        for other in others:
            if other != person:
                line = together.setdefault(other, Together(other))
                line.rounds += 1
                line.won += played.points[side] > played.points[1 - side]
                line.points += played.points[side]
                line.against += played.points[1 - side]
    return tuple(sorted(together.values(), key=lambda line: (-line.balance, line.other)))


def form(club: Club, person: str) -> tuple[DayResult, ...]:
    """Every final result of a member's seat, in order: the form curve."""
    points = [
        DayResult(year, number, rows[person][1], rows[person][0])
        for (year, number), rows in club.imported.items()
        if person in rows
    ]
    for day in club.days.values():
        if day.closed is not None:
            for rows_of in club.results(day).values():
                own = [row for row in rows_of if row.member == person and row.final is not None]
                points += [DayResult(day.year, day.number, row.series, row.final or 0) for row in own]
    return tuple(sorted(points, key=lambda day: (day.year, day.number)))


def best_and_worst(club: Club, person: str) -> tuple[DayResult, DayResult] | None:
    """The best and the worst day; the earlier one of equals."""
    days = form(club, person)
    if not days:
        return None
    return max(days, key=lambda day: day.points), min(days, key=lambda day: day.points)


def match_counts(club: Club, year: int | None = None) -> dict[str, int]:
    """How many Matches each person made, most first."""
    counts: dict[str, int] = {}
    for played in _rounds(club, year):
        for side, team in enumerate(played.teams):
            count = played.sheet.matches_of(side)
            for person in team if count else ():
                counts[person] = counts.get(person, 0) + count
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def eternal_table(club: Club) -> tuple[Eternal, ...]:
    """All years together, by points."""
    days: dict[str, int] = {}
    points: dict[str, int] = {}
    for year in club.years():
        for line in standings(club, year):
            days[line.member] = days.get(line.member, 0) + len(line.results)
            points[line.member] = points.get(line.member, 0) + sum(line.results.values())
    titles = list(club.trophies.values())
    lines = [Eternal(person, days[person], points[person], titles.count(person)) for person in points]
    return tuple(sorted(lines, key=lambda line: (-line.points, line.person)))
