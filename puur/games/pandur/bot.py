"""A sensible player of the Pandur: bids the points that its best suit brings alone, and counts in play."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from puur.core.aim import Aim, Foreseen
from puur.core.cards import SUITS
from puur.core.events import Announced, CardPlayed, Event
from puur.core.mode import trump_mode
from puur.core.trick import Undertrump
from puur.games.auction import Passed, weighed
from puur.games.counting import counted, expected

if TYPE_CHECKING:
    from puur.core.mode import Mode
    from puur.core.view import View

MARGIN = 12.0  # points that a bid stays below the expectation


def advice(view: View, rng: random.Random) -> Event | None:
    """What this seat does now; None where it has nothing to do."""
    if view.mode is not None and (card := counted(view, rng, aim_of(view))) is not None:
        return card
    cards = [option.card for option in view.options if isinstance(option, CardPlayed)]
    if cards:  # the first card shows trump: the longest suit for all tricks, the shortest for none
        length = {card: sum(other.suit is card.suit for other in cards) for card in cards}
        return CardPlayed(view.seat, max(cards, key=lambda card: (length[card], card.rank.index)))
    named = [option for option in view.options if isinstance(option, Announced)]
    if named:
        best = _best(view, rng)[1]
        return next(option for option in named if option.mode == best)
    if view.amounts:
        brings, _ = _best(view, rng)
        asked = view.amounts[0]
        return asked.filled(asked.low) if brings - MARGIN >= asked.low else Passed(view.seat)
    return Passed(view.seat) if any(isinstance(option, Passed) for option in view.options) else None


def foreseen(view: View, said: Event, rng: random.Random) -> Foreseen | None:
    """Whether the cards carry a number that was bid, or would have carried one."""
    return weighed(view, said, _best(view, rng)[0] - MARGIN, MARGIN) if view.amounts else None


def aim_of(view: View) -> Aim:
    """The soloist's points, or none of the tricks that must not be taken."""
    own = view.parties[view.seat]
    sign = 1.0 if own == 0 else -1.0
    if view.variant.startswith("misere"):
        under = Undertrump.VOID if view.variant.endswith("mit") else None
        return Aim((-1, -1), lambda _, won: -sign * won[0], under, "tricks", 0.25)
    if view.variant:
        return Aim((1, 1), lambda _, won: -sign * won[1], None, "tricks", 0.25)
    return Aim((1, 1), lambda points, _: sign * (points[0] - points[1]))


def _best(view: View, rng: random.Random) -> tuple[float, Mode]:
    """What the best suit brings alone, and which it is."""
    parties = tuple(0 if seat == view.seat else 1 for seat in range(len(view.parties)))
    aim = Aim((1, 1), lambda points, _: float(points[0]))
    brings = {mode: expected(view, rng, mode, parties, view.seat, aim) for mode in map(trump_mode, SUITS)}
    best = max(brings, key=lambda mode: brings[mode])
    return brings[best], best
