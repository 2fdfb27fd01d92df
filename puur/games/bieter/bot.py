"""A sensible player of the Bieter: bids what a few such hands would bring, lays away what is worth least, and counts in play."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from puur.core.aim import Aim, Foreseen
from puur.core.cards import CardSet
from puur.core.events import Announced, Event
from puur.core.trick import Undertrump
from puur.games.auction import Passed, weighed
from puur.games.common import LaidAway
from puur.games.counting import counted, expected

if TYPE_CHECKING:
    from puur.core.cards import Card
    from puur.core.mode import Mode
    from puur.core.view import View

# What the best mode has to bring for the lowest bid, by the number of players, and how much more each further point allows.
STRONG, LEAST, STEEP = {3: 84.0, 4: 68.0}, {3: 600.0, 4: 350.0}, 8.0
WORLDS, CLEARLY, DOUBT = 24, 8.0, 60.0  # of a judgement: worlds, points apart, and how far a bid may be off
HOPELESS = 1.0  # below it a König gives a deal away: played it is at worst the same 257, but the Weise of the Bauern count too


def advice(view: View, rng: random.Random) -> Event | None:
    """What this seat does now; None where it has nothing to do."""
    if view.mode is not None and (card := counted(view, rng, aim_of(view))) is not None:
        return card
    away = [option for option in view.options if isinstance(option, LaidAway)]
    if away:
        mode = _best(view, rng, 1)[1]
        return min(away, key=lambda option: _keep(option.card, mode))
    named = [option for option in view.options if isinstance(option, Announced) and not option.variant]
    if named:
        mode = _best(view, rng, 10)[1]
        return next(option for option in named if option.mode == mode)
    if view.amounts:
        brings, _ = _best(view, rng, 8)
        asked = view.amounts[0]
        return asked.filled(asked.low) if asked.low <= _carries(view, brings) else Passed(view.seat)
    choices = [option for option in view.options if type(option).__name__ in ("Accepted", "Declined")]
    if choices and view.mode is not None:
        expects = expected(view, rng, view.mode, view.parties, ((view.dealer or 0) + 1) % len(view.parties), aim_of(view))
        return choices[1] if expects < HOPELESS else choices[0]
    return Passed(view.seat) if any(isinstance(option, Passed) for option in view.options) else None


def foreseen(view: View, said: Event, rng: random.Random) -> Foreseen | None:
    """Whether the cards carry a bid or would have carried one, and whether another game brings clearly more."""
    if isinstance(said, Announced) and not said.variant:
        brings, best = _best(view, rng, WORLDS)
        own = _brings(view, rng, said.mode, WORLDS)
        facts = {"brings": round(own), "other": round(brings)}
        better = Announced(view.seat, best)
        return Foreseen(better, "mode", facts, brings - own) if best != said.mode and brings - own >= CLEARLY else None
    if not view.amounts:
        return None
    return weighed(view, said, _carries(view, _best(view, rng, WORLDS)[0]), DOUBT)


def _carries(view: View, brings: float) -> float:
    """The bid for the Partie that a hand carries which brings so much in its first deal."""
    return LEAST[len(view.parties)] + (brings - STRONG[len(view.parties)]) * STEEP


def aim_of(view: View) -> Aim:
    """The points of the own party; in a Hindersi the tricks of the König."""
    own = view.parties[view.seat]
    if view.variant:  # the König wants no trick
        wants = (-1, 1) if own == 0 else (-1, -1)
        sign = -1.0 if own == 0 else 1.0
        return Aim(wants, lambda _, won: sign * won[0], Undertrump.VOID, "tricks", 0.25)
    return Aim((1, 1), lambda points, _: float(points[own]), unit="points")


def _best(view: View, rng: random.Random, samples: int) -> tuple[float, Mode]:
    """What the best mode brings if this seat is König, and which it is."""
    brings = {mode: _brings(view, rng, mode, samples) for mode in view.book.modes}
    best = max(brings, key=lambda mode: brings[mode])
    return brings[best], best


def _brings(view: View, rng: random.Random, mode: Mode, samples: int) -> float:
    """What a mode brings on average if this seat is König."""
    parties = tuple(0 if seat == view.seat else 1 for seat in range(len(view.parties)))
    aim = Aim((1, 1), lambda points, _: float(points[0]))
    size = min(view.cards_left)
    smaller = view._replace(hand=_strongest(view, size), cards_left=(size,) * len(parties))
    return expected(smaller, rng, mode, parties, view.seat, aim, samples)


def _strongest(view: View, size: int) -> CardSet:
    hand = sorted(view.hand, key=lambda card: -card.rank.index)
    return CardSet(hand[:size]) if len(hand) > size else view.hand


def _keep(card: Card, mode: Mode) -> float:
    """How much a card is worth keeping: trumps, then what wins; high cards that do not win are laid away for their points."""
    if card.suit is mode.trump:
        return 100.0 + card.rank.index
    order = mode.orders[0].power[card.suit.index][card.index]
    return float(order) if order >= 8 else order - 2.0 * mode.value(card)
