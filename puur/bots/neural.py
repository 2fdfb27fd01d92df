"""Jasskönig: plays and bids by a network that was trained by self-play (`puur.training`), with NumPy alone.

A view goes in as numbers (`bots.sight`), the best-looking legal card comes out, without chance. Many seats can be answered at
once. With rounds in its budget it looks one card ahead over so many worlds (`bots.lookahead`). In the odd position that the network
does not know (a dead card by a ruling) the simple bot plays.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from puur.bots.base import bids_of, cards_offered, push_of
from puur.bots.bidding import HASTE, READY, line_kind
from puur.bots.budget import Budget
from puur.bots.cardplay import choose_card
from puur.bots.factors import factors_of
from puur.bots.knowledge import NotSearchable
from puur.bots.lookahead import Search
from puur.bots.network import Floats, Network, trained
from puur.bots.position import KIT, bid_chances, position
from puur.bots.sight import card_at, flags_of, sight, stake_of
from puur.bots.stakes import ENDLESS, GAME
from puur.core.cards import Card
from puur.core.events import Announced, Pushed
from puur.core.view import View
from puur.fast.batch import DEAL
from puur.fast.offers import Modes, needs, offers, push_rows

MOST_WORLDS = 1024  # more would only fill the memory
AS_DEALT = tuple(range(36))


class Jasskoenig:
    """Plays what looks best to the network."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or trained()

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """The card that looks best, or does best over as many worlds as there are rounds."""
        if not budget.rounds:
            return self.cards([view], rng)[0]
        try:
            place = position(view)
        except NotSearchable:
            return choose_card(view, rng)
        chance = np.random.default_rng(rng.getrandbits(64))
        search = Search(
            KIT, self.network.looks, self._quick, lambda shape: chance.random(shape, np.float32), min(MOST_WORLDS, budget.rounds)
        )
        chosen = search.choose(place.batch, place.played, place.first, bid_chances(view, self.network, place.order))
        return card_at(place.order, int(chosen[0]))

    def _quick(self, suits: Floats, facts: Floats) -> Floats:
        return self.network.looks(suits, facts, "quick")

    def cards(self, views: Sequence[View], rng: random.Random) -> list[Card]:
        """The best-looking card for each of several seats, at one go."""
        cards: list[Card] = []
        seen = []
        for place, view in enumerate(views):
            legal = cards_offered(view)
            cards.append(legal[0])
            try:
                seen.append((place, *sight(view, legal)))
            except NotSearchable:
                cards[place] = choose_card(view, rng)
        if seen:
            looks = self.network.looks(np.stack([suits for _, suits, _, _ in seen]), np.stack([facts for _, _, facts, _ in seen]))
            for (place, suits, _, order), row in zip(seen, looks, strict=True):
                legal_plane = suits[:, 72:81].reshape(36)
                cards[place] = card_at(order, int(np.where(legal_plane > 0, row, -np.inf).argmax()))
        return cards

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """The announcement that promises most, or a push that promises more."""
        bids = bids_of(view)
        return self._line(view, bids) if bids[0].variant else self._mode(view, bids)

    def _mode(self, view: View, bids: list[Announced]) -> Announced | Pushed:
        told = dict(view.factors)
        factors = np.array([[float(told[str(bid.mode)]) for bid in bids]], np.float32)
        worths = self._worths(view, bids, factors) * factors[0]
        best = int(worths.argmax())
        push = push_of(view)
        if push is not None and view.pushes == 0:
            six = np.array([factors_of(view)], np.float32)
            weis, match = _bonuses(view)
            hand = flags_of(view.hand.bits, AS_DEALT)[None]
            row = push_rows(KIT, hand, six, weis, match, _written(view), GAME)
            if float(self.network.pushes(row)[0]) * float(six.max()) > worths[best]:
                return push
        return bids[best]

    def _worths(self, view: View, bids: list[Announced], factors: Floats) -> Floats:
        """What each announcement brings the own side over the other, for each factor, in deals."""
        weis, match = _bonuses(view)
        pushed = np.array([view.pushes > 0 and not bids[0].variant])
        need, ends, prize = needs(KIT, _written(view), factors, GAME)
        hand = flags_of(view.hand.bits, AS_DEALT)[None]
        rows = offers(KIT, hand, Modes(KIT, [bid.mode for bid in bids]), pushed, weis, match, need, ends, prize)
        worths: Floats = self.network.offers(rows)[0]
        return worths

    def _line(self, view: View, bids: list[Announced]) -> Announced | Pushed:
        """The field of the sheet whose points exceed most what it could bring another time; a push if none does."""
        factors = dict(view.factors)
        points = (self._worths(view, bids, np.ones((1, len(bids)), np.float32)) + 1.0) * DEAL / 2.0
        asked = np.array([READY[line_kind(bid)] - HASTE * view.pushes for bid in bids])
        worths = np.array([factors[bid.variant] for bid in bids]) * (points - asked)
        best = int(worths.argmax())
        push = push_of(view)
        return push if push is not None and worths[best] < 0.0 else bids[best]


def _written(view: View) -> Floats:
    """[1, 2]: what the own side and the other still need, in written points."""
    if not 0 < view.target < ENDLESS or bids_of(view)[0].variant:
        return np.full((1, 2), 1e6, np.float32)
    side = view.seat % 2
    return np.array([[view.target - view.totals[side], view.target - view.totals[1 - side]]], np.float32).clip(1.0)


def _bonuses(view: View) -> tuple[Floats, Floats]:
    """Whether there are Weise, and what a Match brings."""
    weis = view.book.weis.enabled and not bids_of(view)[0].variant
    return np.array([weis], np.float32), np.array([stake_of(view, 1.0).match], np.float32)
