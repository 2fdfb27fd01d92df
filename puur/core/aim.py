"""What a seat plays for: more points or fewer, a prediction, a bid that holds.

A game says it (`Form.aim`); the counting player plays by it, and a card of a finished deal is judged by it. What was said in the
bidding is judged by the game itself (`Form.foreseen`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.trick import Undertrump

if TYPE_CHECKING:
    from puur.core.events import Event

Worth = Callable[[Sequence[int], Sequence[int]], float]  # of the points and the tricks that each party writes


@dataclass(frozen=True, slots=True)
class Aim:
    """What a seat plays for, and how much of it a finished deal is."""

    wants: tuple[int, ...]  # by party: 1 for more points, -1 for fewer
    worth: Worth
    undertrump: Undertrump | None = None  # where the deal has another rule than the book
    unit: str = "lead"  # what `worth` counts: text `bots.worth.<unit>`
    dear: float = 5.0  # from so much on a card is a mistake
    goals: Callable[[Sequence[int]], Sequence[float]] | None = None  # points that each party wants and no more, by the hands dealt


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What was to be expected of something said in the bidding, by what the seat could know: the better word, and why."""

    best: Event
    why: str  # text `bots.foreseen.<why>`
    facts: Mapping[str, int] = field(default_factory=dict)
    loss: float | None = None  # in points; None where it hangs on what others would have said
