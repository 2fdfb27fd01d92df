"""A ceiling for measurements: *Jasskönig* seeing all cards. It exists at the arena alone, never at a table.

Every card is one that exact play with all four hands known would choose; among equals the network's favourite, so that it does
not give away what opponents who see less may still spoil. It shows how much of the points is luck of the deal: a player who sees
only the own cards has to stay below.
"""

from __future__ import annotations

import random

from puur.bots.budget import Budget
from puur.bots.knowledge import NotSearchable
from puur.bots.neural import Jasskoenig
from puur.core.cards import Card
from puur.core.game import Game
from puur.core.view import View
from puur.fast.position import Position


class Seer(Jasskoenig):
    """Bids like *Jasskönig* and plays with all cards known."""

    def seen_card(self, game: Game, view: View, rng: random.Random) -> Card:
        """The best card of the deal on the table, among equals the network's favourite."""
        from puur.fast.solver import own_solver

        best = own_solver().solve(Position.from_deal(game.deal)).best
        if len(best) == 1:
            return best[0]
        try:
            chances = self.chances(view)
        except NotSearchable:
            return self.card(view, rng, Budget())
        return max(best, key=lambda card: chances.get(card, 0.0))
