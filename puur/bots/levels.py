"""The levels, weakest first: names, what each is used to, and which one steps in when it fails.

What a level is, in words and in four languages, is text `bots.level.NAME` of `puur.words`; how strong it is stands in docs/bots.md.
Nothing here loads numba before a level that searches is asked for.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from puur.bots import DEFAULT
from puur.bots.base import Bot, Prompt, beside, bids_of, cards_offered
from puur.bots.budget import Budget
from puur.bots.knowledge import NotSearchable, knowledge
from puur.bots.ladder import LEVELS as LEVELS
from puur.bots.ladder import Level as Level
from puur.core.events import Event
from puur.core.form import form_of
from puur.core.mode import PLAIN_MODES
from puur.core.reglement import Reglement
from puur.core.view import View
from puur.fast import available, unsupported
from puur.reglement import load

log = logging.getLogger("puur.bots")

STANDS_IN = DEFAULT


def above(name: str) -> str:
    """The level above this one; the strongest has none but itself. A name that is none is taken for the usual one."""
    names = list(LEVELS)
    return names[min(names.index(name if name in names else DEFAULT) + 1, len(names) - 1)]


def attention_of(name: str) -> tuple[float, float]:
    """How likely this level objects, to what lies open and to what has to be remembered; a name that is none sees least."""
    return LEVELS.get(name, next(iter(LEVELS.values()))).attention


def bot(name: str) -> Bot:
    """The bot of a level, or `random`; KeyError for a name that is none."""
    made = _bot(name)
    _made.add(name)
    return made


def prompt(level: str, view: View) -> bool:
    """Whether a level that does not search answers at once: it is loaded, and what it reckons out for a book is at hand."""
    name = able(level, view)
    if name not in _made:
        return LEVELS[name].below is None
    own = _bot(name)
    return not isinstance(own, Prompt) or own.prompt(view)


_made: set[str] = set()


def network_here() -> bool:
    """Whether *Jasskönig* can play: it needs NumPy, and its networks, which are a package of their own."""
    return find_spec("numpy") is not None and Path(__file__).with_name("network.npz").is_file()


@lru_cache(maxsize=16)
def _bot(name: str) -> Bot:
    if name == "random":
        from puur.bots.lehrling import ByChance

        return ByChance()
    level = LEVELS[name]
    if (level.network and not network_here()) or (level.searches and not available()):
        return bot(_plain_below(level))
    module, _, player = level.player.rpartition(".")
    made: Callable[..., Bot] = getattr(import_module(module), player)
    return made(level.budget.rounds) if level.searches else made()


def _plain_below(level: Level) -> str:
    """The best level below this one that plain Python can play: it needs neither the networks nor compiled code."""
    while level.below is not None:
        level = LEVELS[level.below]
        if not (level.network or level.searches):
            break
    return level.name


def unknown_to(level: str, book: Reglement) -> tuple[str, ...]:
    """The fields of a book that a level does not know, so that `STANDS_IN` plays in its place; none in shipped Schieber books."""
    if LEVELS[level].searches:
        return unsupported(book)
    if level != "jasskoenig" or book.form == "differenzler":  # that it has learned by itself, undertrumping included
        return ()
    usual = load("jassregeln")  # the network has learned the bonuses of the general rules
    bonuses = {
        "weis.values": not book.weis.enabled or book.weis.values == usual.weis.values,
        "weis.times_factor": not book.weis.enabled or book.weis.times_factor == usual.weis.times_factor,
        "stoeck.points": not book.stoeck.enabled or book.stoeck.points == usual.stoeck.points,
    }
    return (*unsupported(book), *(name for name, same in bonuses.items() if not same))


def unknown(book: Reglement) -> dict[str, tuple[str, ...]]:
    """The levels that do not know something in a book, each with the fields; none where the game itself advises them."""
    form = form_of(book.form)
    if form is not None and form.advises(book):
        return {}
    return {level: fields for level in LEVELS if (fields := unknown_to(level, book))}


def able(level: str, view: View) -> str:
    """The level that really decides here when `level` is asked: itself, or one below where it does not know its way about."""
    if LEVELS[level].below is None:
        return level
    bids = bids_of(view)
    if bids and not bids[0].variant and any(bid.mode not in PLAIN_MODES for bid in bids):
        return "lehrling"  # the bidding tables hold the six modes; somebody's own book may have a Slalom
    if not bids and len(cards_offered(view)) > 1:
        try:
            knowledge(view)
        except NotSearchable:  # a ruling has left a dead or a missing card behind
            return "lehrling"
    if unknown_to(level, view.book) or (LEVELS[level].searches and not available()):
        return STANDS_IN
    return level


def remark(level: str, view: View) -> Event | None:
    """What a bot of this level says beside bidding and playing; None for nothing."""
    try:
        return beside(bot(able(level, view)) if level in LEVELS else None, view)
    except Exception:
        log.exception("bot %s", level)
        return beside(None, view)


def answer(level: str, view: View, rng: random.Random, budget: Budget | None = None) -> tuple[Event, str]:
    """What a bot of this level does now, and the level that said so; a bot that breaks is answered for by the one below."""
    name: str | None = able(level, view)
    while name is not None:
        try:
            return LEVELS[name].choose(view, rng, budget), name
        except Exception:
            log.exception("bot %s", name)
            name = LEVELS[name].below
    return view.options[0], "lehrling"
