"""The bots of the tables, by level: the one place where a better bot is plugged in.

A brain gets a `View` and chance, and nothing else; so it can not know more than its seat may.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puur.bots import simple
from puur.core.events import Event
from puur.core.view import View


@dataclass(frozen=True, slots=True)
class Brain:
    """One level: what it does in turn, what it says out of turn, and whether it takes long enough for a thread of its own."""

    choose: Callable[[View, random.Random], Event]
    remark: Callable[[View], Event | None]
    slow: bool = False


LEVELS: Mapping[str, Brain] = {"simple": Brain(simple.choose, simple.remark)}
DEFAULT = "simple"


def brain(level: str) -> Brain:
    """The bot of a level; a level that no longer exists is played by the default one."""
    return LEVELS.get(level, LEVELS[DEFAULT])
