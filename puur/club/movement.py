"""Promotion and relegation after a day: a pure function from results to moves, each with its reason.

Movement between two neighbouring series is a swap, or nothing: so every series keeps its size, a promoted member always ends
higher, and one who stays never ends lower. Guests never move; who was represented by an Ersatzjasser may fall but not rise;
a recognised Dauerersatzjasser may rise (AJZ-4.2). Equal points are decided by a coin (AJZ-1.5-11), which has to be recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from puur.club.book import ClubBook
from puur.club.lineup import LineUp, Tie

Broken = Mapping[tuple[str, str, frozenset[str]], tuple[str, ...]]  # purpose, series, among: best first


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts of a member's day for movement: the provisional points, and whether the seat may rise."""

    member: str
    points: Fraction
    may_rise: bool


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the explanation: who goes from where to where, and why."""

    member: str
    origin: str
    target: str
    label: str  # promoted, relegated, stayed, seated, override
    reason: str
    rule: str
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Movement:
    """The members of the next day's series, the moves, the member who brings each guest, and ties still open."""

    members: tuple[tuple[str, ...], ...]
    moves: tuple[Move, ...]
    inviters: tuple[str, ...]
    ties: tuple[Tie, ...]


class _Day:
    """The choices of one day, from the lowest series upwards."""

    def __init__(self, names: Sequence[str], broken: Broken, rule: str) -> None:
        self.names, self.broken, self.rule = names, broken, rule
        self.ties: list[Tie] = []

    def pick(self, purpose: str, level: int, among: Sequence[str], last: bool = False) -> str:
        """One of equals: the only one, the one the coin chose, or for now the first, with the tie noted."""
        if len(among) > 1:
            series = self.names[level]
            order = self.broken.get((purpose, series, frozenset(among)))
            if order:
                return order[-1] if last else order[0]
            self.ties.append(Tie(purpose, series, tuple(sorted(among)), self.rule))
        return sorted(among)[-1 if last else 0]


def moved(book: ClubBook, line_up: LineUp, results: Mapping[str, Standing], broken: Broken) -> Movement:
    """The line-up after promotion and relegation. (AJZ-4.2-01 to AJZ-4.2-06, AJZ-1.5-11)"""
    names = line_up.design.names
    day = _Day(names, broken, book.cite("tie"))
    up: dict[int, str] = {}  # level: who rises out of it
    down: dict[int, str] = {}
    for level in range(len(names) - 1, -1, -1):
        rows = [results[member] for member in line_up.members[level]]
        falls = level + 1 in up  # somebody comes up from below, so somebody goes down (AJZ-4.2-03, AJZ-4.2-04)
        low = min(row.points for row in rows)
        lowest = [row.member for row in rows if row.points == low]
        able = [row for row in rows if row.may_rise]
        if level > 0 and able:
            high = max(row.points for row in able)
            top = [row.member for row in able if row.points == high]
            only_worst = falls and len(lowest) == 1 and top == lowest
            if not only_worst:
                up[level] = day.pick("promotion", level, top)
        if falls:
            rest = [member for member in lowest if member != up.get(level)]
            down[level] = day.pick("relegation", level, rest, last=True)
    moves = [move for level in range(len(names)) for move in _explained(book, level, line_up, results, up, down)]
    members = tuple(
        tuple(
            [member for member in seats if member not in (up.get(level), down.get(level))]
            + ([down[level - 1]] if level - 1 in down else [])
            + ([up[level + 1]] if level + 1 in up else [])
        )
        for level, seats in enumerate(line_up.members)
    )
    inviters = tuple(up.get(level) or best_present(day, level, line_up, results) for level in range(len(names)))
    return Movement(members, tuple(moves), inviters, tuple(day.ties))


def best_present(day: _Day, level: int, line_up: LineUp, results: Mapping[str, Standing]) -> str:
    """Who brings the guest where nobody was promoted: the best in person, else the best. (AJZ-1.2-09, default)"""
    rows = [results[member] for member in line_up.members[level]]
    able = [row for row in rows if row.may_rise] or rows
    high = max(row.points for row in able)
    return day.pick("guest", level, [row.member for row in able if row.points == high])


def _explained(
    book: ClubBook, level: int, line_up: LineUp, results: Mapping[str, Standing], up: Mapping[int, str], down: Mapping[int, str]
) -> list[Move]:
    names = line_up.design.names
    found = []
    rows = sorted((results[member] for member in line_up.members[level]), key=lambda row: -row.points)
    best = rows[0].points
    for row in rows:
        origin = names[level]
        if up.get(level) == row.member:
            reason = "best" if row.points == best else "best-eligible"
            found.append(Move(row.member, origin, names[level - 1], "promoted", reason, book.cite(reason), row.points))
        elif down.get(level) == row.member:
            found.append(Move(row.member, origin, names[level + 1], "relegated", "worst", book.cite("worst"), row.points))
        else:
            reason = _why_stayed(row, level, len(names), best, rows[-1].points, up)
            found.append(Move(row.member, origin, origin, "stayed", reason, book.cite(reason), row.points))
    return found


def _why_stayed(row: Standing, level: int, count: int, best: Fraction, worst: Fraction, up: Mapping[int, str]) -> str:
    """Why a member is neither promoted nor relegated."""
    if row.points == best and not row.may_rise and level > 0:
        return "by-ersatz"
    if row.points == best and level == 0:
        return "highest-series"
    if row.points == worst and level == count - 1:
        return "lowest-series"
    if row.points == worst and level + 1 not in up:
        return "nobody-rises"
    if row.points in (best, worst):
        return "tie"
    return "between"
