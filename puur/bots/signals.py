"""What the cards of a bot mean: how often it did what in which situation, counted by `puur.arena.signals` and kept as data.

A share alone says little, so where it is possible the share that chance would give stands beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

FILE = "signals.json"
# The situations, in the order of a deal. What each one counts is text `bots.signal.NAME` of `puur.words`.
SIGNALS = (
    "announcer-leads-trump", "partner-leads-trump", "leads-bock", "low-lead-from-strength",
    "discard-keeps-bock", "discard-from-shortest", "adds-points", "trumps-in",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Signal:
    """How often a bot did something when it could, and how often chance would have."""

    did: int
    could: int
    by_chance: float | None  # share from 0 to 1

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.did / self.could if self.could else 0.0


@dataclass(frozen=True, slots=True)
class Signals:
    """What was counted: for each level its signals by name, and in how many deals."""

    deals: int
    levels: Mapping[str, Mapping[str, Signal]]

    def to_plain(self) -> dict[str, Any]:
        """For a file of JSON."""
        levels = {
            level: {name: [signal.did, signal.could, signal.by_chance] for name, signal in signals.items()}
            for level, signals in self.levels.items()
        }
        return {"deals": self.deals, "levels": levels}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Signals:
        """From a file of JSON."""
        levels = {
            level: {name: Signal(did, could, by_chance) for name, (did, could, by_chance) in signals.items()}
            for level, signals in plain["levels"].items()
        }
        return cls(plain["deals"], levels)


@lru_cache(maxsize=1)
def counted() -> Signals:
    """What stands in the package."""
    return Signals.from_plain(json.loads(files("puur.bots").joinpath(FILE).read_text(encoding="utf-8")))
