"""Who sits where: seat, table and round, as values. How they come about is `draw`; whether they are any good is `check`.

Seats are counted from 0 in playing order and called A, B, C, D on paper; the last one writes (as in the core, where the Schreiber
is the fourth seat) unless the table chooses another. Who plays with whom is the form's (`core.form.sides_of`): A with C and B
with D, or everybody alone. Everything about a stand-in is stored with the seat and the round, never with a person: who plays in
round 2 in somebody's place changes nothing about round 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from puur.core.reglement import Reglement, Schreiber
from puur.core.seats import PAIRS

SEAT_LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair in one round: for whose sheet it counts (None: hors concours) and who plays there instead, if anybody does."""

    player: str | None = None
    stand_in: str = ""

    @property
    def sitter(self) -> str | None:
        """The registered player who really sits here; None for a stand-in."""
        return None if self.stand_in else self.player


@dataclass(frozen=True, slots=True)
class Table:
    """The chairs around a table with its number."""

    number: int
    seats: tuple[Seat, ...]

    @property
    def writer(self) -> str | None:
        """The registered player who writes as drawn; None for a stand-in."""
        return self.seats[-1].sitter

    def players(self) -> tuple[str, ...]:
        """The registered players that this table counts for, stand-ins left out."""
        return tuple(seat.player for seat in self.seats if seat.player is not None)

    def sitters(self) -> tuple[str, ...]:
        """The registered players who really sit here."""
        return tuple(seat.sitter for seat in self.seats if seat.sitter is not None)

    def partner(self, place: int, sides: Sequence[int]) -> Seat | None:
        """Who plays on the same side; None where everybody plays alone."""
        return next((self.seats[other] for other in partners_of(place, sides)), None)

    def place_of(self, player: str) -> int | None:
        """Where the seat of this player is; None if not at this table."""
        return next((place for place, seat in enumerate(self.seats) if seat.player == player), None)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the tables by number, and who sits out."""

    number: int
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()

    def table(self, number: int) -> Table | None:
        """The table with this number."""
        return next((table for table in self.tables if table.number == number), None)

    def seat_of(self, player: str) -> tuple[Table, int] | None:
        """Table and seat of a player in this round."""
        for table in self.tables:
            place = table.place_of(player)
            if place is not None:
                return table, place
        return None

    def players(self) -> tuple[str, ...]:
        """Everybody with a seat."""
        return tuple(player for table in self.tables for player in table.players())


def partners_of(place: int, sides: Sequence[int]) -> tuple[int, ...]:
    """The other seats of the side of this one."""
    return tuple(other for other, side in enumerate(sides) if side == sides[place] and other != place)


def one_writes(book: Reglement | None) -> bool:
    """Whether one person writes for a table; otherwise each side chooses its own. (UB-SLATE-04)"""
    return book is None or book.table.schreiber is not Schreiber.PER_TEAM


def side_letters(sides: Sequence[int]) -> tuple[str, ...]:
    """Each side by the letters of its seats: `AC` and `BD`, or one letter for everybody."""
    return tuple("".join(SEAT_LETTERS[place] for place, own in enumerate(sides) if own == side) for side in range(max(sides) + 1))


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by id; the same name twice gets the starting numbers, so that nobody is taken for another."""
    often = Counter(names.values())
    return {key: shown_name(key, name, often) for key, name in names.items()}


def shown_name(key: str, name: str, often: Mapping[str, int]) -> str:
    """A name, with the starting number where it occurs more than once."""
    return f"{name} ({key})" if often[name] > 1 and name != key else name


def meetings(rounds: Iterable[Round], sides: Sequence[int] = PAIRS) -> Iterator[tuple[int, str, str, bool]]:
    """Every two who sat at one table: the round, both players in order, and whether they were partners."""
    for played in rounds:
        for table in played.tables:
            for left, right in combinations(range(len(table.seats)), 2):
                first, second = table.seats[left].sitter, table.seats[right].sitter
                if first is not None and second is not None:
                    yield played.number, min(first, second), max(first, second), sides[left] == sides[right]


_PARTICLES = frozenset(
    ("von", "van", "vom", "zu", "zur", "zum", "de", "del", "della", "di", "da", "du", "le", "la", "ten", "ter", "den", "der")
)


def surname_first(name: str) -> str:
    """A name as lists on a wall have it: the last name, with what belongs to it, before the first."""
    words = name.split()
    cut = len(words) - 1
    while cut > 1 and words[cut - 1].casefold() in _PARTICLES:
        cut -= 1
    if cut < 1 or words[-1].isdigit():
        return name
    return " ".join([*words[cut:], *words[:cut]])
