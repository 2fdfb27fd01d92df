"""What is said in a Differenzler. A secret word and an open one are two events: secrecy belongs to the field."""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.event_fields import Seat
from puur.core.events import Event
from puur.core.known import Known, known, openly
from puur.log.registry import GAME, Words

EMPTY = -1


@dataclass(frozen=True, slots=True)
class Predicted(Event):
    """A seat writes down what its tricks will bring; `EMPTY` for a slip without a number."""

    seat: Seat
    points: int = known(Known.AFTER)


@openly
class Declared(Event):
    """A seat says openly what its tricks will bring."""

    seat: Seat
    points: int


GAME.add(Predicted, words=Words("sagt verdeckt an|predicts", "points"))
GAME.add(Declared, words=Words("sagt offen an|declares", "points"))
