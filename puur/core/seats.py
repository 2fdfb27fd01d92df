"""Seats and sides: players in playing order; in games between pairs partners sit two apart.

"Right of" a player always means next in playing order. Whether that runs clockwise or not is seen only by people
(`Direction`): the rules never ask. (JR-DIR-01, TAM-ES-28, TAM-ES-29)
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

SEATS: tuple[int, ...] = (0, 1, 2, 3)
TEAMS: tuple[int, ...] = (0, 1)
PAIRS: tuple[int, ...] = (0, 1, 0, 1)  # the side of each seat where partners sit across
SEAT_NAMES = "ABCD"


class Direction(Enum):
    """Which way playing order runs, seen from above."""

    COUNTERCLOCKWISE = "counterclockwise"
    CLOCKWISE = "clockwise"


def next_seat(seat: int) -> int:
    """The player next in playing order (to the right, in Switzerland)."""
    return (seat + 1) % 4


def partner_of(seat: int) -> int:
    """The player across the table."""
    return (seat + 2) % 4


def team_of(seat: int) -> int:
    """Team 0 is A and C, team 1 is B and D."""
    return seat % 2


@lru_cache(maxsize=16)
def side_names(sides: tuple[int, ...]) -> tuple[str, ...]:
    """What the sides are called, given the side of each seat: `A+C` and `B+D`, or `A`, `B`, `C` where everybody plays alone."""
    numbers = range(max(sides) + 1)
    return tuple("+".join(SEAT_NAMES[seat] for seat, side in enumerate(sides) if side == number) for number in numbers)


def other(team: int) -> int:
    """The opponents of a team."""
    return 1 - team
