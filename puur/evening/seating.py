"""Who sits where: seat, table and round, as values. How they come about is `draw`; whether they are any good is `check`.

Seats are 0 to 3 in playing order, called A to D on paper; A plays with C, B with D, and D writes (as in the core, where the
Schreiber is the fourth seat). Everything about a stand-in is stored with the seat and the round, never with a person: who plays
in round 2 in somebody's place changes nothing about round 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

SEAT_LETTERS = "ABCD"
SCHREIBER = 3  # the seat that writes
PARTNERS = ((0, 2), (1, 3))


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
    """Four chairs with a number on the table."""

    number: int
    seats: tuple[Seat, Seat, Seat, Seat]

    def players(self) -> tuple[str, ...]:
        """The registered players that this table counts for, stand-ins left out."""
        return tuple(seat.player for seat in self.seats if seat.player is not None)

    def sitters(self) -> tuple[str, ...]:
        """The registered players who really sit here."""
        return tuple(seat.sitter for seat in self.seats if seat.sitter is not None)

    def partner(self, place: int) -> Seat:
        """Who sits across."""
        return self.seats[(place + 2) % 4]

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


def meetings(rounds: Iterable[Round]) -> Iterator[tuple[int, str, str, bool]]:
    """Every two who sat at one table: the round, both players in order, and whether they were partners."""
    for one in rounds:
        for table in one.tables:
            for left, right in combinations(range(4), 2):
                first, second = table.seats[left].sitter, table.seats[right].sitter
                if first is not None and second is not None:
                    yield one.number, min(first, second), max(first, second), right - left == 2
