"""A sensible player of the Sidi-Barrani: bids a little less than its cards bring on average, doubles what they hold up.

In play it counts what is written: the points, and whether the bid holds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from puur.core.aim import Aim, Foreseen
from puur.core.events import Event
from puur.games.auction import Bid, Doubled, Passed
from puur.games.counting import SAMPLES, counted, outcomes
from puur.games.sidi_barrani.book import ALL, SidiRules

if TYPE_CHECKING:
    from puur.core.mode import Mode
    from puur.core.view import View

MARGIN = 8.0  # points that a bid stays below the expectation
DOUBT = 35.0  # points that the bidders are expected to miss by before it doubles
WORLDS = 24  # of a judgement
RISKY, CLEARLY = 0.4, 8.0  # a bid that holds less often is remarked on, and a mode that brings so many points less


def advice(view: View, rng: random.Random) -> Event | None:
    """What this seat does now; None where it has nothing to do."""
    if (card := counted(view, rng, aim_of(view))) is not None:
        return card
    if not any(isinstance(option, Passed) for option in view.options):
        return None
    if any(isinstance(option, Doubled) for option in view.options) and _doubles(view, rng):
        return Doubled(view.seat)
    return _bid(view, rng) or Passed(view.seat)


def aim_of(view: View) -> Aim:
    """More written points than the others, with the bid for whoever is right about it."""
    own, rules, factor = view.parties[view.seat], view.book.section(SidiRules), view.factor
    high = _high(view)
    if high is None:
        return _points(view)
    bid, bidders = int(high["points"]), view.parties[int(high["seat"])]
    doubled = next((int(facts["factor"]) for key, facts in _notes(view) if key == "doubled"), 1)
    stake = (rules.all_tricks if bid == ALL else bid) * doubled

    def worth(points: Sequence[int], won: Sequence[int]) -> float:
        reached = not won[1 - bidders] if bid == ALL else points[bidders] >= bid
        right = bidders if reached else 1 - bidders
        return float(factor * (points[own] - points[1 - own]) + (stake if right == own else -stake))

    return Aim((1, 1), worth)


def foreseen(view: View, said: Event, rng: random.Random) -> Foreseen | None:
    """Of a bid how often it holds and whether another mode brings clearly more; of a pass or a double whether it was right."""
    if isinstance(said, Bid):
        made = outcomes(view, rng, said.mode, view.parties, view.seat, _points(view), WORLDS)
        brings, holds = fmean(made), fmean(points >= said.points for points in made)
        facts = {"brings": round(brings), "holds": round(100 * holds), "points": said.points}
        best = _bid(view, rng, WORLDS)
        if isinstance(best, Bid) and best.mode != said.mode:
            other = fmean(outcomes(view, rng, best.mode, view.parties, view.seat, _points(view), WORLDS))
            if other - brings >= CLEARLY:
                return Foreseen(best, "mode", {**facts, "other": round(other)}, other - brings)
        return Foreseen(best or Passed(view.seat), "risky", facts) if holds < RISKY else None
    if isinstance(said, Doubled):
        missed = _missed(view, rng)
        return Foreseen(Passed(view.seat), "double", {"misses": round(100 * missed)}) if missed < RISKY else None
    if isinstance(said, Passed) and isinstance(best := _bid(view, rng, WORLDS), Bid):
        made = outcomes(view, rng, best.mode, view.parties, view.seat, _points(view), WORLDS)
        return Foreseen(best, "timid", {"brings": round(fmean(made)), "points": best.points})
    return None


def _points(view: View) -> Aim:
    own = view.parties[view.seat]
    return Aim((1, 1), lambda points, _: float(points[own]), unit="points")


def _bid(view: View, rng: random.Random, samples: int = SAMPLES) -> Event | None:
    """The mode that brings most, bid as low as possible as long as it is worth it."""
    offered = {bid.mode: asked for asked in view.amounts if isinstance(bid := asked.event, Bid)}
    if not offered:
        return None
    aim = _points(view)
    brings = {mode: fmean(outcomes(view, rng, mode, view.parties, view.seat, aim, samples)) for mode in offered}
    best = max(brings, key=lambda mode: brings[mode])
    asked = offered[best]
    return asked.filled(asked.low) if brings[best] - MARGIN >= asked.low else None


def _doubles(view: View, rng: random.Random) -> bool:
    high, mode = _high(view), _mode(view)
    if high is None or mode is None or view.parties[int(high["seat"])] == view.parties[view.seat]:
        return False
    ours = fmean(outcomes(view, rng, mode, view.parties, int(high["seat"]), _points(view), SAMPLES))
    return view.book.scoring.total - ours + DOUBT < int(high["points"])


def _missed(view: View, rng: random.Random) -> float:
    """How often the others miss what they have bid."""
    high, mode = _high(view), _mode(view)
    if high is None or mode is None:
        return 1.0
    ours = outcomes(view, rng, mode, view.parties, int(high["seat"]), _points(view), WORLDS)
    return fmean(view.book.scoring.total - points < int(high["points"]) for points in ours)


def _high(view: View) -> dict[str, str] | None:
    return next((facts for key, facts in _notes(view) if key == "high"), None)


def _mode(view: View) -> Mode | None:
    high = _high(view)
    return next((mode for mode in view.book.modes if high is not None and str(mode) == high["mode"]), None)


def _notes(view: View) -> list[tuple[str, dict[str, str]]]:
    notes = view.own.get("notes", [])
    assert isinstance(notes, list)
    return notes
