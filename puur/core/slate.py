"""The Jasstafel: a number of points as strokes for 100, 50 and 20 and one remainder.

Always in normal form: at most one stroke of 50, at most two of 20 beside it, and a single remainder from 0 to 19. (JR-WRITE-03,
JR-WRITE-04, UB-SLATE-02, UB-SLATE-05)
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strokes:
    """What stands on one half of the slate."""

    hundreds: int
    fifties: int
    twenties: int
    remainder: int

    @property
    def points(self) -> int:
        """The points that the strokes show."""
        return 100 * self.hundreds + 50 * self.fifties + 20 * self.twenties + self.remainder


def strokes(points: int) -> Strokes:
    """The strokes for `points`; a negative total (after penalties) is shown as a remainder alone."""
    if points < 0:
        return Strokes(0, 0, 0, points)
    hundreds, rest = divmod(points, 100)
    fifties, rest = divmod(rest, 50)
    twenties, rest = divmod(rest, 20)
    return Strokes(hundreds, fifties, twenties, rest)
