"""Striche: what a game gives each player.

Striche belong to players, never to the slate: partners change from game to game. (UB-CONDUCT-03, UB-STR-01 to 05)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puur.core.game import Game


@dataclass(frozen=True, slots=True)
class Striche:
    """The Striche of one player in one game, by column of the Wertetabelle."""

    match: int = 0
    bergpreis: int = 0
    victory: int = 0
    schneider: int = 0

    @property
    def total(self) -> int:
        """All columns together."""
        return self.match + self.bergpreis + self.victory + self.schneider


def striche(game: Game) -> tuple[Striche, ...]:
    """What the game has given each seat so far. (UB-MATCH-06, UB-BERG-04, UB-END-02, UB-SCHN-03)"""
    rules = game.book.striche
    matches = [deal.match for deal in game.finished_deals if deal.match is not None]

    def of(seat: int) -> Striche:
        team = game.sides[seat]
        won = game.over and game.winner == team
        return Striche(
            match=rules.match * matches.count(team),
            bergpreis=rules.bergpreis if game.bergpreis == team else 0,
            victory=rules.victory if won else 0,
            schneider=rules.schneider if won and game.schneider else 0,
        )

    return tuple(of(seat) for seat in game.seats)


def doubts(rows: Iterable[Striche]) -> tuple[str, ...]:
    """What is odd about rows entered by hand, as a warning: Schneider without Bergpreis needs a false Bedanken. (UB-SCHN-03)"""
    odd = []
    for number, row in enumerate(rows, start=1):
        if row.schneider and not row.victory:
            odd.append(f"{number}: schneider-without-victory")
        elif row.schneider and not row.bergpreis:
            odd.append(f"{number}: schneider-without-bergpreis")
    return tuple(odd)
