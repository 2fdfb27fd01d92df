"""A sensible player of the Sidi-Barrani: bids a little less than its cards bring on average, doubles what they hold up."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from puur.core.events import CardPlayed, Event
from puur.games.auction import Bid, Doubled, Passed
from puur.games.counting import Aim, best_card, expected

if TYPE_CHECKING:
    from puur.core.view import View

MARGIN = 8.0  # points that a bid stays below the expectation
DOUBT = 35.0  # points that the bidders are expected to miss by before it doubles


def advice(view: View, rng: random.Random) -> Event | None:
    """What this seat does now; None where it has nothing to do."""
    own = view.parties[view.seat]
    aim = Aim((1, 1), lambda points, _: float(points[own]))
    cards = [option.card for option in view.options if isinstance(option, CardPlayed)]
    if cards:
        return CardPlayed(view.seat, best_card(view, rng, aim, cards))
    if not any(isinstance(option, Passed) for option in view.options):
        return None
    if any(isinstance(option, Doubled) for option in view.options) and _doubles(view, rng, aim):
        return Doubled(view.seat)
    return _bid(view, rng, aim) or Passed(view.seat)


def _bid(view: View, rng: random.Random, aim: Aim) -> Event | None:
    """The mode that brings most, bid as low as possible as long as it is worth it."""
    offered = {bid.mode: asked for asked in view.amounts if isinstance(bid := asked.event, Bid)}
    if not offered:
        return None
    brings = {mode: expected(view, rng, mode, view.parties, view.seat, aim) for mode in offered}
    best = max(brings, key=lambda mode: brings[mode])
    asked = offered[best]
    return asked.filled(asked.low) if brings[best] - MARGIN >= asked.low else None


def _doubles(view: View, rng: random.Random, aim: Aim) -> bool:
    high = next((facts for key, facts in _notes(view) if key == "high"), None)
    if high is None or view.parties[int(high["seat"])] == view.parties[view.seat]:
        return False
    mode = next((mode for mode in view.book.modes if str(mode) == high["mode"]), None)
    if mode is None:
        return False
    ours = expected(view, rng, mode, view.parties, int(high["seat"]), aim)
    return view.book.scoring.total - ours + DOUBT < int(high["points"])


def _notes(view: View) -> list[tuple[str, dict[str, str]]]:
    notes = view.own.get("notes", [])
    assert isinstance(notes, list)
    return notes
