"""Statistics that clubs love: partners and Angstgegner, best and worst day, form, Matches, the eternal table. Only counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from puur.season.state import Club
from puur.season.table import Round
from puur.season.yearly import numbered_evenings, results_of_year, standings


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
    evening: str = ""  # the title of an evening that counts, which is no Jasstag


@dataclass(frozen=True, slots=True)
class Played:
    """A Jassrunde with its place: the day, the series, which one it was there."""

    day: str
    series: str
    number: int
    round: Round


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


def _placed(club: Club, year: int | None) -> Iterator[Played]:
    for day in club.in_order():
        if day.closed is not None and year in (None, day.year):
            for series, table in day.tables.items():
                for number, played in enumerate(table.rounds, start=1):
                    yield Played(day.key, series, number, played)


def _rounds(club: Club, year: int | None) -> Iterator[Round]:
    for played in _placed(club, year):
        yield played.round


def together(club: Club, person: str, other: str, year: int | None = None, *, beside: bool) -> tuple[Played, ...]:
    """The Jassrunden that two people played with each other, or against."""

    def side(played: Played, who: str) -> int | None:
        return next((side for side, team in enumerate(played.round.teams) if who in team), None)

    return tuple(
        played
        for played in _placed(club, year)
        if None not in (own := (side(played, person), side(played, other))) and (own[0] == own[1]) is beside
    )


def with_matches(club: Club, person: str, year: int | None = None) -> tuple[Played, ...]:
    """The Jassrunden in which somebody's team made a Match."""
    return tuple(
        played
        for played in _placed(club, year)
        for side, team in enumerate(played.round.teams)
        if person in team and played.round.sheet.matches_of(side)
    )


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
    """Every final result of a member, in order, those of evenings that count behind the Jasstage of their year."""
    results = []
    for year in club.years():
        titles = {number: own.title for number, own in numbered_evenings(club, year)}
        for number, points in results_of_year(club, year).get(person, {}).items():
            results.append(DayResult(year, number, _series_of(club, year, number, person), points, titles.get(number, "")))
    return tuple(sorted(results, key=lambda day: (day.year, day.number)))


def _series_of(club: Club, year: int, number: int, person: str) -> str:
    """In which series a member's seat was on a day, as far as it is known."""
    imported = club.imported.get((year, number), {})
    day = club.days.get(f"{year}-{number}")
    if day is None or day.closed is None:
        return imported[person][1] if person in imported else ""
    rows = [row for rows in club.results(day).values() for row in rows]
    return next((row.series for row in rows if row.member == person and row.final is not None), "")


def best_and_worst(club: Club, person: str) -> tuple[DayResult, DayResult] | None:
    """The best and the worst day; the earlier one of equals."""
    days = [day for day in form(club, person) if not day.evening]
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
