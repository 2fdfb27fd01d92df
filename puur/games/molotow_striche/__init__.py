"""Molotow with Striche: who makes most and who makes least write a Strich, the two between a Nuller; most Striche win.

Source: jasswelt.ch (molotow-jass). All points: three Striche, the others a Nuller each. A hundred and more but not all: three
Nuller, the others a Strich each. Two with equal points write nothing. A Nuller is worked off with a Strich, so the total is
Striche less Nuller. How many deals are played the source does not say: eight, as in the other way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.games.molotow import Molotow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

MANY = 100  # from here on it is too much, unless it is everything
ALL = 157


class MolotowStriche(Molotow):
    """The Molotow for Striche."""

    name = "molotow-striche"
    renown = 7
    players = (4,)
    lower_wins = False

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """A Strich is one, a Nuller minus one."""
        rule = game.book.rule("form")  # what a Strich is, is the game itself
        worth = striche(self.made(game, deal))
        return [
            Entry(deal.number, side, Source.CONTRACT, points, 1, points, rule, deal.length)
            for side, points in enumerate(worth)
            if points
        ]

    def least(self, book: Reglement) -> int:
        """Nuller are minus."""
        return -3 * book.ending.deals

    def aim(self, view: View) -> Aim:
        """Striche: most or least, never between; among equals the fewer points, which leave more open."""
        own = view.parties[view.seat]

        def worth(points: Sequence[int], _: Sequence[int]) -> float:
            return float(striche(points)[own]) - points[own] / 1000

        return Aim((-1,) * len(view.parties), worth, unit="striche", dear=0.5)


def striche(made: Sequence[int]) -> list[int]:
    """What each player writes, given the points of all."""
    most, least = max(made), min(made)
    if most == ALL:
        return [3 if points == ALL else -1 for points in made]
    if most >= MANY:
        return [-3 if points == most else 1 for points in made]
    return [0 if list(made).count(points) > 1 else 1 if points in (most, least) else -1 for points in made]


FORM = MolotowStriche()
