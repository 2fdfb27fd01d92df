"""Misère, also called Hindersi: everybody alone, the dealer's last card makes trump, and the fewest card points win.

Who takes every trick charges the others with all points instead. One may undertrump when void. (JR-UNDER-02, JR-ERR-09)
Sources: jasswiki.ch/varianten/hindersi-4-spieler, jasswiki.ch/ansagen/misere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.events import Event
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.games.common import BottomTrump, fitting
from puur.games.counting import counted, fewest

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View


class Misere(BottomTrump):
    """The Misère for four or three."""

    name = "misere"
    players = (4, 3)
    lower_wins = True
    columns = ("made", "points")
    score_moves = False

    def sides(self, players: int) -> tuple[int, ...]:
        """Everybody alone."""
        return tuple(range(players))

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """All cards are dealt."""
        return fitting(book, 36 // players, (3, 3, 3) if players == 4 else (4, 4, 4))

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """What everybody made; with all tricks it is turned round."""
        made = self.made(game, deal)
        whole = game.book.scoring.total
        if deal.match is not None:
            made = [0 if side == deal.match else whole for side in range(len(made))]
        rule = game.book.rule("scoring.total")
        return [Entry(deal.number, side, Source.STICH, points, 1, points, rule, deal.length) for side, points in enumerate(made)]

    def cells(self, game: Game, deal: Deal, points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What was made, and what that writes."""
        return tuple(zip(points if deal.entered else self.made(game, deal), points, strict=True))

    def aim(self, view: View) -> Aim:
        """As few points as possible."""
        return fewest(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: as few points as possible."""
        return counted(view, rng, self.aim(view))


FORM = Misere()
