"""How long a bot may think: so many rounds of search, so many seconds, and a way to be stopped.

Rounds decide what a bot plays; seconds and the stop only cut it short. A bot that was not cut short therefore plays the
same card for the same view, chance and rounds, on any machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost; `rounds` 0 means what the level is used to."""

    rounds: int = 0
    seconds: float = 1.0
    stop: Callable[[], bool] | None = field(default=None, compare=False)  # asked every few milliseconds

    def clock(self) -> Clock:
        """Start counting now."""
        return Clock(self)


class Clock:
    """The running time of one decision."""

    __slots__ = ("_end", "_stop", "began")

    def __init__(self, budget: Budget) -> None:
        self.began = time.perf_counter()
        self._end = self.began + budget.seconds
        self._stop = budget.stop

    @property
    def out(self) -> bool:
        """Whether the bot has to answer now."""
        return time.perf_counter() >= self._end or (self._stop is not None and self._stop())


PLENTY = Budget(seconds=3600.0)
