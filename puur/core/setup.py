"""What is settled before a game: who sits where, and how much the table does on its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.event_fields import Count, Seat, Team, Text
from puur.core.faces import Faces


class Keeping(Enum):
    """Who keeps the score."""

    AUTOMATIC = "automatic"  # everything due is written at once, nothing can be forgotten
    MANUAL = "manual"  # the Schreiber has to write in time


class Turning(Enum):
    """Who turns a complete trick face down."""

    AUTOMATIC = "automatic"  # the table, with the next lead
    EXPLICIT = "explicit"  # somebody, by an event of its own; no lead before that


class Playing(Enum):
    """How far the table lets mistakes happen."""

    GUIDED = "guided"  # what the rules forbid is refused
    FREE = "free"  # as at a real table: it happens, is remembered as a fault, and the referee may be asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The settings of one game that are no rules."""

    names: tuple[Text, ...] = ("A", "B", "C", "D")  # without a name: nobody sits there yet
    faces: Faces | None = None  # None: those of the rule book
    keeping: Keeping = Keeping.AUTOMATIC
    turning: Turning = Turning.AUTOMATIC
    playing: Playing = Playing.GUIDED
    first_dealer: Seat | None = None  # where it was settled before
    lost_before: Team | None = None  # the team that lost the game before at this table (JR-DEAL-17)
    number: Count = 1  # which game of the evening this is
