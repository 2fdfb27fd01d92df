"""What points are worth at the present score: their difference, and what hangs on reaching the target, Bergpreis and Schneider.

Everything is in written points. Far from any border only the difference counts; a game that this deal may decide is worth
`GAME` points more to whoever wins it. By Stöck, Weis, Stich the side that announces and leads is usually out first, so when both
would reach the target in the same deal the larger overshoot in proportion decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.reglement import SchneiderEffect
from puur.core.view import View

GAME, BERGPREIS, SCHNEIDER = 300.0, 60.0, 100.0
ENDLESS = 100_000  # a target beyond this is none


@dataclass(frozen=True, slots=True)
class Stakes:
    """The score from one side's point of view."""

    ours: int = 0
    theirs: int = 0
    target: int = 0
    bergpreis: bool = False  # still to be won
    schneider: bool = False  # costs something

    @classmethod
    def of(cls, view: View) -> Stakes:
        """The stakes for the seat of a view."""
        team = view.seat % 2
        target = view.target if 0 < view.target < ENDLESS and not view.variant else 0
        book = view.book
        schneider = book.ending.schneider is not SchneiderEffect.NOTHING
        bergpreis = book.bergpreis and view.bergpreis is None
        return cls(view.totals[team], view.totals[1 - team], target, bergpreis, schneider)

    def worth(self, ours: float, theirs: float) -> float:
        """What it is worth that this deal brings us `ours` and them `theirs`, factors included."""
        points = ours - theirs
        if not self.target:
            return points
        we, they = self.ours + ours, self.theirs + theirs
        half = (self.target + 1) // 2
        if self.bergpreis:
            points += BERGPREIS * _first(self.ours, self.theirs, ours, theirs, half)
        won = _first(self.ours, self.theirs, ours, theirs, self.target)
        if won:
            points += won * GAME
            points += self.schneider * SCHNEIDER * ((won > 0 and they < half) - (won < 0 and we < half))
        return points


def _first(ours: float, theirs: float, us: float, them: float, goal: float) -> int:
    """Who reaches a goal first in this deal: 1 for us, -1 for them, 0 for nobody."""
    we, they = ours + us >= goal, theirs + them >= goal
    if we and they:
        mine, other = (goal - ours) / max(us, 1.0), (goal - theirs) / max(them, 1.0)
        return 1 if mine <= other else -1
    return int(we) - int(they)
