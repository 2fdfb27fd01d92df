"""Promotion and relegation after a day: a pure function from results to moves, each with its reason.

Movement between two neighbouring series is a swap of as many as the club says (`movement.movers`), or of fewer, or of nobody:
so every series keeps its size, a promoted member always ends higher, and one who stays never ends lower. Guests never move; who
was represented by an Ersatzjasser may fall but not rise; a recognised Dauerersatzjasser may rise (AJZ-4.2). Equal points are
decided by a coin (AJZ-1.5-11), which has to be recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from puur.season.book import ClubBook
from puur.season.lineup import LineUp, Tie

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

    def pick(self, purpose: str, level: int, among: Sequence[str], count: int, *, last: bool = False) -> tuple[str, ...]:
        """So many of equals: all, those the coin chose, or for now the first by name, with the tie noted."""
        if count >= len(among):
            return tuple(among)
        if count <= 0:
            return ()
        series = self.names[level]
        order = self.broken.get((purpose, series, frozenset(among)))
        if order is None:
            self.ties.append(Tie(purpose, series, tuple(sorted(among)), self.rule))
            order = tuple(sorted(among))
        return order[-count:] if last else order[:count]

    def risers(self, level: int, rows: Sequence[Standing], most: int, falls: int) -> tuple[str, ...]:
        """The best who may rise, as long as enough who are no better are left to fall. (AJZ-4.2-01, AJZ-4.2-04)"""
        risen: list[str] = []
        for points, group in _groups([row for row in rows if row.may_rise], reverse=True):
            no_better = sum(row.points <= points for row in rows)
            take = min(most - len(risen), no_better - falls, len(group))
            risen += self.pick("promotion", level, group, take)
            if take < len(group):
                break
        return tuple(risen)

    def fallers(self, level: int, rows: Sequence[Standing], count: int) -> tuple[str, ...]:
        """The worst of those who do not rise. (AJZ-4.2-02)"""
        fallen: list[str] = []
        for _, group in _groups(rows):
            fallen += self.pick("relegation", level, group, count - len(fallen), last=True)
            if len(fallen) >= count:
                break
        return tuple(fallen)


def _groups(rows: Sequence[Standing], *, reverse: bool = False) -> list[tuple[Fraction, list[str]]]:
    """Equals together, by points."""
    values = sorted({row.points for row in rows}, reverse=reverse)
    return [(value, [row.member for row in rows if row.points == value]) for value in values]


def moved(book: ClubBook, line_up: LineUp, results: Mapping[str, Standing], broken: Broken) -> Movement:
    """The line-up after promotion and relegation. (AJZ-4.2-01 to AJZ-4.2-06, AJZ-1.5-11)"""
    names = line_up.design.names
    day = _Day(names, broken, book.cite("tie"))
    up: dict[int, tuple[str, ...]] = {}  # level: who rises out of it
    down: dict[int, tuple[str, ...]] = {}
    for level in range(len(names) - 1, -1, -1):
        rows = [results[member] for member in line_up.members[level]]
        falls = len(up.get(level + 1, ()))  # as many as come up from below go down (AJZ-4.2-03, AJZ-4.2-04)
        most = min(book.movement.at(level), len(line_up.members[level - 1])) if level else 0
        up[level] = day.risers(level, rows, most, falls)
        down[level] = day.fallers(level, [row for row in rows if row.member not in up[level]], falls)
    moves = [move for level in range(len(names)) for move in _explained(book, level, line_up, results, up, down)]
    members = tuple(
        (
            *(member for member in seats if member not in (*up[level], *down[level])),
            *down.get(level - 1, ()),
            *up.get(level + 1, ()),
        )
        for level, seats in enumerate(line_up.members)
    )
    inviters = tuple(_inviter(day, level, line_up, results, up[level]) for level in range(len(names)))
    return Movement(members, tuple(moves), inviters, tuple(day.ties))


def _inviter(day: _Day, level: int, line_up: LineUp, results: Mapping[str, Standing], risen: tuple[str, ...]) -> str:
    """Who brings the guest: the best of the promoted; where nobody was, the best in person, else the best. (AJZ-1.2-09, default)"""
    rows = [results[member] for member in risen or line_up.members[level]]
    if not rows:  # everybody of the series has left
        return ""
    able = [row for row in rows if row.may_rise] or rows
    _, best = _groups(able, reverse=True)[0]
    return day.pick("guest", level, best, 1)[0]


def _explained(
    book: ClubBook,
    level: int,
    line_up: LineUp,
    results: Mapping[str, Standing],
    up: Mapping[int, tuple[str, ...]],
    down: Mapping[int, tuple[str, ...]],
) -> list[Move]:
    names = line_up.design.names
    moves = []
    rows = sorted((results[member] for member in line_up.members[level]), key=lambda row: -row.points)
    several = "among-" if book.movement.several else ""
    for row in rows:
        origin = names[level]
        if row.member in up[level]:
            better = [other for other in rows if other.points > row.points and other.member not in up[level]]
            reason = "best-eligible" if better else f"{several}best"
            moves.append(Move(row.member, origin, names[level - 1], "promoted", reason, book.cite(reason), row.points))
        elif row.member in down[level]:
            reason = f"{several}worst"
            moves.append(Move(row.member, origin, names[level + 1], "relegated", reason, book.cite(reason), row.points))
        else:
            moving = [results[member].points for member in (*up[level], *down[level])]
            reason = _why_stayed(row, level, len(names), rows, moving, up)
            moves.append(Move(row.member, origin, origin, "stayed", reason, book.cite(reason), row.points))
    return moves


def _why_stayed(
    row: Standing, level: int, count: int, rows: Sequence[Standing], moving: Sequence[Fraction], up: Mapping[int, tuple[str, ...]]
) -> str:
    """Why a member is neither promoted nor relegated."""
    best, worst = rows[0].points, rows[-1].points
    if row.points == best and not row.may_rise and level > 0:
        return "by-ersatz"
    if row.points == best and level == 0:
        return "highest-series"
    if row.points == worst and level == count - 1:
        return "lowest-series"
    if row.points == worst and not up.get(level + 1):
        return "nobody-rises"
    if row.points in (best, worst, *moving):
        return "tie"
    return "between"
