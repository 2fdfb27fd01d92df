"""Somebody's own bot: a function, an object, or the name of either in a Python file (`bot.py:thrifty`).

It gives back one of `view.options`, its card, or how one would write it in a record: `"E9"`, `"obenabe"`. A file is run as it
stands, so it is named by the person who starts the match, never by somebody else.
"""

from __future__ import annotations

import random
import re
import runpy
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from puur.bots.base import Bot
from puur.bots.budget import Budget
from puur.core.cards import Card
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.view import View
from puur.notation.writer import spoken

FILE = re.compile(r"(?P<file>.+\.py):(?P<name>[^\W\d]\w*)")  # the last colon: a path may have one too
Chooser = Callable[[View, random.Random], Event | Card | str]
Choice = Callable[[View, random.Random, Budget], Event | Card | str]


class NoBot(ValueError):
    """A file without the bot that it should hold; the message says why."""


class BadChoice(ValueError):
    """What a bot gave back is none of its options."""


@dataclass(frozen=True, slots=True)
class _Own:
    """Somebody's own bot: what it gives back has to be one of the options, its card, or how one would write it."""

    bids: Choice
    cards: Choice

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """The bid that it chooses."""
        return cast(Announced | Pushed, _option(self.bids(view, rng, budget), view))

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """The card that it chooses."""
        return cast(CardPlayed, _option(self.cards(view, rng, budget), view)).card


def _option(chosen: Event | Card | str, view: View) -> Event:
    wanted = chosen.name.casefold() if isinstance(chosen, Card) else chosen.strip().casefold() if isinstance(chosen, str) else None
    for option in view.options:
        if chosen == option or wanted == spoken(option).casefold():
            return option
    raise BadChoice(f"{chosen!r} is none of the options: {', '.join(map(spoken, view.options))}")


def own(entrant: Bot | Chooser) -> Bot:
    """A function or an object as a bot of the arena."""
    if isinstance(entrant, Bot):
        return _Own(entrant.bid, entrant.card)

    def choose(view: View, rng: random.Random, _: Budget) -> Event | Card | str:
        return entrant(view, rng)

    return _Own(choose, choose)


@cache
def from_file(text: str) -> Bot:
    """The bot that is called so in a file; each file is run once."""
    match = FILE.fullmatch(text)
    if match is None:
        raise NoBot(f"{text!r}: expected FILE.py:NAME")
    try:
        entrant = _names(Path(match["file"]).resolve()).get(match["name"])
    except OSError as problem:
        raise NoBot(f"{match['file']}: {problem.strerror}") from None
    except Exception as problem:
        raise NoBot(f"{match['file']}: {''.join(traceback.format_exception_only(problem)).strip()}") from problem
    if isinstance(entrant, type):
        entrant = entrant()
    if not isinstance(entrant, Bot) and not callable(entrant):
        raise NoBot(f"{match['file']}: {match['name']} is neither a function nor an object with bid and card")
    return own(entrant)


@cache
def _names(file: Path) -> dict[str, Any]:
    return runpy.run_path(str(file))
