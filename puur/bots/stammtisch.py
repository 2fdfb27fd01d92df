"""Stammtisch: the good rule player. Counts cards, pulls trumps, smears to the partner, reads Anziehen and Verwerfen; no search.

A decision takes a fraction of a millisecond of plain Python. Where a position is out of the ordinary (a dead card by a ruling) the
simple bot plays.
"""

from __future__ import annotations

import random

from puur.bots import reckoning as r
from puur.bots.base import cards_offered
from puur.bots.bidding import TableBidder
from puur.bots.budget import Budget
from puur.bots.cardplay import choose_card
from puur.bots.knowledge import NotSearchable, knowledge
from puur.bots.tables import chances
from puur.bots.weights import flat
from puur.core.cards import CARDS, Card, CardSet
from puur.core.view import View


class Stammtisch(TableBidder):
    """Bids by a fitted table and plays by plain reckoning."""

    def __init__(self, weights: list[float] | None = None) -> None:
        self.weights = weights or flat()

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """The card with the best reckoning."""
        try:
            known = knowledge(view)
        except NotSearchable:
            return choose_card(view, rng)
        legal = CardSet(cards_offered(view)).bits
        return CARDS[r.best_card(known.state, known.tables, self.weights, chances(), view.seat, legal)]
