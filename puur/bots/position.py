"""A view as a position that can be played on: what the search over the network starts from, and how likely the bids were.

Other hands hold nothing here but what they have played; `bots.lookahead` deals them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puur.bots.factors import factors_of
from puur.bots.knowledge import knowledge
from puur.bots.network import Floats, Network
from puur.bots.sight import flags_of, stake_of, turned
from puur.core.mode import PLAIN_MODES
from puur.core.view import View
from puur.fast.batch import FAR, Batch, Kit, blocks_of, plain_conditions, values_of
from puur.fast.offers import Modes, offers, push_rows

KIT = Kit()
SIX = Modes(KIT, PLAIN_MODES)
HEAT = 0.08  # deals: how far from the best a bid still happens
LEAST = -6.0  # the logarithm of the least likely bid: our model of people is rough
ENDLESS = 1e6


@dataclass(frozen=True, slots=True)
class Place:
    """One position with its past."""

    batch: Batch  # of one deal
    played: list[NDArray[np.int64]]  # the cards so far
    first: NDArray[np.int64]  # who led the deal
    order: list[int]  # of the cards, trump in front


def position(view: View) -> Place:
    """The position of a view; `NotSearchable` out of the ordinary."""
    known = knowledge(view)
    order = turned(known.mode)
    hand = np.zeros((1, 4, 36), bool)
    hand[0, view.seat] = flags_of(view.hand.bits, order) > 0
    played = [np.array([order[card]]) for card in known.played]
    for at, card in enumerate(played):
        hand[0, (known.leaders[at // 4] + at % 4) % 4, card] = True
    said = plain_conditions(
        KIT,
        np.array([blocks_of(known.mode)]),
        np.array([values_of(known.mode)]),
        np.array([view.seat if view.announcer is None else view.announcer]),
        np.array([view.pushes > 0 and not view.variant]),
    )
    stake, side = stake_of(view, float(max(1, view.factor))), view.seat % 2
    need = [FAR, FAR]
    for whose, team in enumerate((side, 1 - side)):
        need[team] = stake.need[whose] + (view.points[team] if stake.ends else 0.0)
    stated, shown = np.zeros((1, 4), np.float32), np.zeros((1, 4, 36), bool)
    for spoken in view.weise:
        stated[0, spoken.seat] = spoken.points
        if spoken.weis is not None:
            shown[0, spoken.seat] = flags_of(spoken.weis.bits, order) > 0
    said = replace(
        said,
        match=np.array([stake.match], np.float32),
        need=np.array([need], np.float32),
        prize=np.array([stake.prize], np.float32),
        weis=np.array([view.book.weis.enabled and not view.variant]),
        stated=stated,
        shown=shown,
    )
    first = np.array([known.leaders[0]])
    batch = Batch(KIT, hand, first, said)
    for card in played:
        batch.play(card)
    batch.sure[0] = [flags_of(sure, order) > 0 for sure in known.sure]
    return Place(batch, played, first, order)


def bid_chances(view: View, network: Network, order: list[int]) -> Callable[[Any, Any], Floats] | None:
    """How likely the others would have bid as they did, as logarithms for many deals; None where nothing is known of bids."""
    if view.announcer is None or view.variant or view.mode not in PLAIN_MODES or view.pushes > 1:
        return None
    announcer, said = view.announcer, PLAIN_MODES.index(view.mode)
    factors = np.array([factors_of(view)], np.float32)
    weis, match = np.array([view.book.weis.enabled]), np.array([stake_of(view, 1.0).match], np.float32)
    scale = factors / factors.max() / HEAT

    def announced(hands: NDArray[np.bool_], after_push: bool) -> Floats:
        n = len(hands)
        nothing = np.zeros((n, 6), np.float32)
        rows = offers(KIT, hands, SIX, np.full(n, after_push), weis, match, np.zeros((n, 6, 2)), nothing > 0, nothing)
        worths: Floats = network.offers(rows) * scale
        return worths

    def pushed(hands: NDArray[np.bool_]) -> Floats:
        n = len(hands)
        rows = push_rows(KIT, hands, factors.repeat(n, 0), weis, match, np.full((n, 2), ENDLESS, np.float32), 0.0)
        return network.pushes(rows)[:, None] / np.float32(HEAT)

    def chances(start: NDArray[np.bool_], _: Any) -> Floats:
        hands = start[:, :, order]
        logs = np.zeros(len(hands), np.float32)
        if view.pushes:
            speaker = (announcer + 2) % 4
            if speaker != view.seat:
                logs += _share(np.hstack([announced(hands[:, speaker], False), pushed(hands[:, speaker])]), 6)
            if announcer != view.seat:
                logs += _share(announced(hands[:, announcer], True), said)
        elif announcer != view.seat:
            logs += _share(np.hstack([announced(hands[:, announcer], False), pushed(hands[:, announcer])]), said)
        return logs

    return chances


def _share(worths: Floats, chosen: int) -> Floats:
    """The logarithm of how likely the chosen column is."""
    worths = worths - worths.max(axis=1, keepdims=True)
    share: Floats = (worths[:, chosen] - np.log(np.exp(worths).sum(axis=1))).clip(LEAST)
    return share
