"""Klub and Meister: the levels that search. They differ in how much they try and in how they bid."""

from __future__ import annotations

import random

from puur.bots.budget import Budget
from puur.bots.knowledge import NotSearchable
from puur.bots.search import Judged, Style, judge_cards
from puur.bots.simulation import SimulationBidder
from puur.bots.stammtisch import Stammtisch
from puur.core.cards import Card
from puur.core.events import Announced, Pushed
from puur.core.view import View


class Searcher(Stammtisch):
    """Searches for every card."""

    def __init__(self, rounds: int, style: Style | None = None) -> None:
        super().__init__()
        self.rounds = rounds
        self.style = style or Style()

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """The card that was tried most often."""
        try:
            return self.judged(view, rng, budget)[0].card
        except NotSearchable:
            return super().card(view, rng, budget)

    def judged(self, view: View, rng: random.Random, budget: Budget) -> list[Judged]:
        """Every legal card with its expected points, the best one first."""
        return judge_cards(view, rng, budget, self.rounds, self.style)


class Klub(Searcher):
    """Tries a few hundred lines of play for a card over worlds that are merely possible; bids by table."""

    def __init__(self, rounds: int) -> None:
        super().__init__(rounds, Style(play_heat=0.0, bid_heat=0.0, worlds=100))


class Meister(Searcher):
    """Tries thousands of lines over worlds weighed by what was bid, solves endings exactly, and plays out its bids."""

    def __init__(self, rounds: int) -> None:
        super().__init__(rounds, Style(exact=4))

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """By simulation."""
        return SimulationBidder().bid(view, rng, budget)
