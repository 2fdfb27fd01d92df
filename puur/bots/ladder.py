"""The levels by name, weakest first, and what a decision may cost each; `puur.bots.levels` seats the bots.

Apart from them, because whoever lists the levels needs no bot: the command's help, a form on a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.bots.budget import Budget

if TYPE_CHECKING:
    import random

    from puur.core.events import Event
    from puur.core.view import View


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play."""

    name: str
    below: str | None  # who answers when this level crashes or is late
    budget: Budget  # what a decision may cost
    attention: tuple[float, float]  # how likely it objects: to what lies open, and to what has to be remembered or counted
    player: str  # the class that plays it
    searches: bool = False  # slow enough for a worker process, and needs compiled code
    network: bool = False  # needs NumPy and the trained networks

    @property
    def text(self) -> str:
        """The key of its description in `puur.words`."""
        return f"bots.level.{self.name}"

    def choose(self, view: View, rng: random.Random, budget: Budget | None = None) -> Event:
        """What this seat does now, out of `view.options`."""
        from puur.bots.base import decide
        from puur.bots.levels import bot

        return decide(bot(self.name), view, rng, budget or self.budget)


QUICK = Budget(seconds=0.05)
LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("anfaenger", "lehrling", QUICK, (0.4, 0.1), "puur.bots.anfaenger.Anfaenger", network=True),
        Level("lehrling", None, QUICK, (0.6, 0.25), "puur.bots.lehrling.Lehrling"),
        Level("stammtisch", "lehrling", QUICK, (0.9, 0.6), "puur.bots.stammtisch.Stammtisch"),
        Level("klub", "stammtisch", Budget(400, 0.25), (1.0, 0.85), "puur.bots.searchers.Klub", searches=True),
        Level("meister", "klub", Budget(16_000, 0.95), (1.0, 1.0), "puur.bots.searchers.Meister", searches=True),
        Level("jasskoenig", "meister", QUICK, (1.0, 1.0), "puur.bots.neural.Jasskoenig", network=True),
    )
}
