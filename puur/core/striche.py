"""Striche: what a game gives each player, and the personal Wertetabelle over an evening.

Striche belong to players, never to the slate: partners change from game to game. (UB-CONDUCT-03, UB-STR-01 to 05)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from puur.core.game import Game
from puur.core.reglement import Reglement, SchneiderEffect


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


@dataclass(slots=True)
class Wertetabelle:
    """The sheet of one player: a row per game, whoever the partner was. (UB-STR-05)"""

    player: str
    rows: list[Striche] = field(default_factory=list)

    def add(self, row: Striche) -> None:
        """Note the Striche of a further game."""
        self.rows.append(row)

    @property
    def total(self) -> int:
        """The Striche of all games."""
        return sum(row.total for row in self.rows)


def wertetabellen(games: Iterable[Game]) -> dict[str, Wertetabelle]:
    """The sheets of all who played these games, by name: partners change, Striche stay with the player. (UB-STR-05)"""
    sheets: dict[str, Wertetabelle] = {}
    for game in games:
        for name, row in zip(game.setup.names, striche(game), strict=True):
            sheets.setdefault(name, Wertetabelle(name)).add(row)
    return sheets


def doubts(rows: Iterable[Striche]) -> tuple[str, ...]:
    """What is odd about rows entered by hand, as a warning: Schneider without Bergpreis needs a false Bedanken. (UB-SCHN-03)"""
    found = []
    for number, row in enumerate(rows, start=1):
        if row.schneider and not row.victory:
            found.append(f"{number}: schneider-without-victory")
        elif row.schneider and not row.bergpreis:
            found.append(f"{number}: schneider-without-bergpreis")
    return tuple(found)


def stake_lost(book: Reglement, game: Game, stake: Fraction | int) -> Fraction:
    """What each loser pays: the stake, doubled in the Schneider where the book says so. (JR-SCHN-02)"""
    doubled = game.schneider and book.ending.schneider is SchneiderEffect.DOUBLE_STAKE
    return Fraction(stake) * (2 if doubled else 1)
