"""The simple bot: legal, quick and not silly. It counts, remembers what was played, and never searches.

It gets a `View` and nothing else. The same view and the same state of `rng` give the same choice.
"""

from __future__ import annotations

import random

from puur.bots.cardplay import choose_card
from puur.bots.worth import DEAL, expected_points
from puur.core.events import Announced, CardPlayed, Event, Pushed, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.form import form_of
from puur.core.seats import team_of
from puur.core.view import View
from puur.core.weis import stoeck_of

# What the partner's choice is worth on average, per factor: the mean of the best count, less what the own weak hand costs.
PUSH = 29.0
# Coiffeur: the points for which it is time to use up a variant. Mixed variants even out, the Joker is a free choice.
READY_SIMPLE, READY_MIXED, READY_FREE = 92.0, 84.0, 104.0
_SIMPLE = frozenset(("E", "R", "S", "L", "obenabe", "undeufe"))


class NothingToDo(ValueError):
    """The view offers nothing: it is another seat's turn."""


def choose(view: View, rng: random.Random) -> Event:
    """What this seat does now, out of `view.options`: first a remark, then a bid or a card."""
    said = remark(view) or advice(view, rng)
    if said is not None:
        return said
    bids = [option for option in view.options if isinstance(option, Announced)]
    if bids:
        return bid(view)
    if any(isinstance(option, CardPlayed) for option in view.options):
        return CardPlayed(view.seat, choose_card(view, rng))
    raise NothingToDo(f"seat {view.seat} has nothing to choose from")


def advice(view: View, rng: random.Random) -> Event | None:
    """What the game itself advises, where bots do not know how it is bid and played; None where they do."""
    form = form_of(view.form)
    return None if form is None else form.advice(view, rng)


def remark(view: View) -> Event | None:
    """What this seat says beside bidding and playing, in turn or not: thanks, Weise, Stöck; None for nothing."""
    for option in view.options:
        if isinstance(option, Thanked | WeisAnnounced | WeisAdded):
            return option
        if isinstance(option, StoeckShown) and _time_for_stoeck(view):
            return option
    return None


def _time_for_stoeck(view: View) -> bool:
    """Once both are played; before that it would only tell the opponents, unless it ends the game."""
    if view.mode is None or not view.hand & stoeck_of(view.mode.trump):
        return True
    worth = view.book.stoeck.points * (view.factor if view.book.weis.times_factor else 1)
    return 0 < view.target <= view.totals[team_of(view.seat)] + worth


def bid(view: View) -> Announced | Pushed:
    """What this seat says in the bidding."""
    bids = [option for option in view.options if isinstance(option, Announced)]
    factors = dict(view.factors)
    by_lines = bool(bids[0].variant)

    def worth(said: Announced) -> float:
        points = expected_points(view.hand, said.mode)
        if by_lines:
            return factors[said.variant] * (points - _ready(said))
        return factors[str(said.mode)] * (2.0 * points - DEAL)  # both sides write, so the difference counts

    best = max(bids, key=worth)
    push = next((option for option in view.options if isinstance(option, Pushed)), None)
    if push is not None:
        enough = 0.0 if by_lines else PUSH * sum(factors.values()) / len(factors)
        if worth(best) < enough:
            return push
    return best


def _ready(said: Announced) -> float:
    if said.variant != said.mode.family:  # a line that may be played as anything
        return READY_FREE
    return READY_SIMPLE if said.variant in _SIMPLE else READY_MIXED
