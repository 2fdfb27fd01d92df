"""Kreuzjass: a Schieber without a word. The dealer's last card makes trump; for two pairs, or for two with half the pack left over.

Sources: adpoker.fr/kreuzjass, jassa.at/kreuzjass, jasswiki.ch on the Schneider; JR-MATCH-03 and JR-SCHN-01 name the game. An
authoritative Swiss text was not found: what is uncertain (target, thanks) is a value of the book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.events import Event
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.games.common import BottomTrump, fitting
from puur.games.counting import counted, more_than_the_other

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View


class Kreuzjass(BottomTrump):
    """The Kreuzjass for four or two."""

    name = "kreuzjass"
    players = (4, 2)
    counts_on_paper = True

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Nine cards each; with two, half of the pack stays out of play."""
        return fitting(book, 9, (3, 3, 3))

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """The last trick first (JR-LAST-02), then the cards, then the Match. (JR-MATCH-03)"""
        book = game.book
        written: list[Entry] = []

        def write(side: int, source: Source, raw: int, rule: str) -> None:
            if raw:
                written.append(Entry(deal.number, side, source, raw, 1, raw, book.rule(rule), deal.length))

        if deal.last is not None:
            write(deal.last, Source.LAST_TRICK, book.scoring.last_trick, "scoring.last_trick")
        for side in range(len(deal.points)):
            write(side, Source.STICH, deal.points[side] + deal.moved[side], "scoring.total")
        if deal.match is not None:
            write(deal.match, Source.MATCH, book.scoring.match_bonus, "scoring.match_bonus")
        return written

    def aim(self, view: View) -> Aim:
        """More points than the others."""
        return more_than_the_other(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: as many points as possible."""
        return counted(view, rng, self.aim(view))


FORM = Kreuzjass()
