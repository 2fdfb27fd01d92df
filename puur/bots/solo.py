"""*Jasskönig* in the Differenzler: networks that predict and play for themselves, trained by `puur.training.solo`. NumPy alone.

Made from a view; the layout is that of `fast.solo`, and a test holds the two equal.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np

from puur.bots.base import cards_offered
from puur.bots.knowledge import NotSearchable
from puur.bots.network import Floats, Network
from puur.bots.sight import card_at, flags_of, sight, turned
from puur.core.aim import Foreseen
from puur.core.events import CardPlayed, Event
from puur.core.view import View
from puur.fast.batch import DEAL, Kit
from puur.fast.observe import AT, WIDE
from puur.fast.solo import EXTRA, GRID, POINTS, STEPS, predict_rows
from puur.games.differenzler.book import DifferenzlerRules, Prediction
from puur.games.differenzler.events import EMPTY, Declared, Predicted

FILE = "solo.npz"
FORM = "differenzler"
KIT = Kit()


@lru_cache(maxsize=1)
def trained_solo() -> Network:
    """The networks of the package."""
    with files("puur.bots").joinpath(FILE).open("rb") as file:
        return Network.read(file)


def advise(view: View, network: Network | None = None) -> Event | None:
    """What the networks do now; None in another game, at another table, or where they have nothing to say."""
    if view.form != FORM or len(view.sides) != 4 or view.mode is None or view.hand_hidden:
        return None
    if view.amounts:
        asked = view.amounts[0]
        return asked.filled(min(asked.high, prediction(view, network or trained_solo())))
    cards = cards_offered(view)
    if not cards:
        return None
    if len(cards) == 1:
        return CardPlayed(view.seat, cards[0])
    try:
        suits, facts, order = solo_sight(view)
    except NotSearchable:
        return None
    looks = (network or trained_solo()).looks(suits[None], facts[None])[0]
    return CardPlayed(view.seat, card_at(order, int(np.where(suits[:, 72:81].reshape(36) > 0, looks, -np.inf).argmax())))


def foreseen(view: View, said: Event, network: Network | None = None) -> Foreseen | None:
    """What a prediction costs more than the best one, on average, by what the seat knew; None if it is hardly worth a word."""
    if view.form != FORM or len(view.sides) != 4 or view.mode is None or not view.amounts:
        return None
    if not isinstance(said, Predicted | Declared) or said.points == EMPTY:
        return None
    points, asked = said.points, view.amounts[0]
    costs = POINTS * expected_costs(view, network or trained_solo())
    best = int(costs.argmin())
    known = float(np.interp(points, GRID * np.arange(len(costs)), costs))  # far from what it plays the network knows little
    cost = min(known, float(costs[best]) + abs(points - GRID * best))  # whoever plays for the best one is off by no more
    loss = cost - float(costs[best])
    facts = {"points": points, "best": GRID * best, "off": round(cost), "least": round(float(costs[best]))}
    return Foreseen(asked.filled(min(asked.high, GRID * best)), "prediction", facts, loss) if loss >= 1 else None


def prediction(view: View, network: Network) -> int:
    """The prediction that will cost least."""
    return GRID * int(expected_costs(view, network).argmin())


def expected_costs(view: View, network: Network) -> Floats:
    """What each prediction in steps of `GRID` will cost."""
    assert view.mode is not None
    assert view.dealer is not None
    said, shown = _said(view)
    hand = flags_of(view.hand.bits, turned(view.mode))[None]
    others = np.array([[said[(view.seat + step) % 4] or 0.0 for step in (1, 2, 3)]], np.float32)
    spoken = np.array([[shown and said[(view.seat + step) % 4] is not None for step in (1, 2, 3)]])
    place = np.array([(view.seat - view.dealer - 1) % 4])
    rows = predict_rows(KIT, hand, place, np.array([shown]), others, spoken)
    costs: Floats = network.costs(rows)[0]
    return costs


def solo_sight(view: View) -> tuple[Floats, Floats, list[int]]:
    """The numbers of the suits, the other facts with what is known of predictions, and the order of the cards."""
    suits, facts, order = sight(view, cards_offered(view))
    first = view.tricks[0].leader if view.tricks else view.leader
    assert first is not None
    facts[AT["announcer"] : AT["announcer"] + 4] = 0.0  # nobody announced: in training it was who led first
    facts[AT["announcer"] + (first - view.seat) % 4] = 1.0
    made = [view.points[view.sides[seat]] for seat in range(4)]
    for whose in (0, 1):
        side = (view.seat + whose) % 2
        facts[AT["points"] + whose] = (made[side] + made[side + 2]) / DEAL
    said, shown = _said(view)
    goal = DEAL / 4 if said[view.seat] is None else float(said[view.seat] or 0)
    extra = np.zeros(EXTRA, np.float32)
    missing = goal - made[view.seat]
    extra[:5] = goal / DEAL, made[view.seat] / DEAL, missing / DEAL, np.clip(missing, -20, 20) / 20, np.clip(missing, -60, 60) / 60
    extra[5 : 5 + len(STEPS)] = missing >= STEPS
    at = 5 + len(STEPS)
    extra[at + 3] = shown
    for step in (1, 2, 3):
        other = (view.seat + step) % 4
        extra[at + step - 1] = made[other] / DEAL
        extra[at + 3 + step] = ((said[other] or 0) - made[other]) / DEAL * shown
    return suits, np.concatenate([facts[:WIDE], extra]), order


def _said(view: View) -> tuple[list[int | None], bool]:
    """The predictions that this seat knows, and whether they are said openly."""
    said = view.own.get("said")
    known = [points if isinstance(points, int) else None for points in said] if isinstance(said, list) else []
    return (known or [None] * 4), view.book.section(DifferenzlerRules).prediction is Prediction.OPEN
