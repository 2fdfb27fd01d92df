"""How strong the bots of the page without a connection are: `python -m bench.solo_bot [deals]`.

Their cards are those of the small network and their announcements those of the table of bids: what the scripts do in a browser
(tests/web/browser/test_solo.py holds the cards equal), played here in Python at the arena.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from puur.arena.duel import duel
from puur.bots.base import cards_offered
from puur.bots.bidding import TableBidder
from puur.bots.budget import Budget
from puur.bots.network import trained
from puur.bots.sight import card_at, sight
from puur.core.cards import Card
from puur.core.events import Announced, Pushed
from puur.core.view import View


class Small:
    """The small network, and the table of bids."""

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """As *Stammtisch* bids."""
        return TableBidder().bid(view, rng, budget)

    def card(self, view: View, _rng: random.Random, _budget: Budget) -> Card:
        """The best-looking card."""
        suits, facts, order = sight(view, cards_offered(view))
        looks = trained().looks(suits[None], facts[None], "quick")[0]
        return card_at(order, int(np.where(suits[:, 72:81].reshape(36) > 0, looks, -np.inf).argmax()))


def main(deals: int) -> None:
    """Play and tell."""
    for other in ("random", "lehrling", "stammtisch", "jasskoenig"):
        result = duel(Small(), other, deals=deals, bidding="same")
        print(f"against {other}: {100 * result.share:.1f} ± {100 * result.share_error:.1f} % of the points, {result.pairs} pairs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
