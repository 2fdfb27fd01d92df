"""The seam for forms of Jass: Schieber, Coiffeur, later Differenzler and the rest.

A form answers the same few questions; everything else (cards, tricks, legality, Weis, the events) is shared. To add a form, write
one module with a subclass and name it in `core.forms`: nothing else changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puur.core.events import Announced, Pushed

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.ledger import Entry
    from puur.core.mode import Mode


class Form(ABC):
    """One form of Jass. Forms hold no state: what they need is in the game."""

    name: str

    @abstractmethod
    def first_speaker(self, game: Game, deal: Deal) -> int:
        """Who speaks first in this deal."""

    @abstractmethod
    def may_push(self, game: Game, deal: Deal) -> str | None:
        """None if the speaker may push; otherwise the field of the book that forbids it."""

    @abstractmethod
    def pushed_to(self, game: Game, deal: Deal) -> int:
        """Who speaks after the speaker pushed."""

    @abstractmethod
    def choices(self, game: Game, deal: Deal) -> Iterator[Announced]:
        """Everything that the speaker may announce."""

    @abstractmethod
    def check(self, game: Game, deal: Deal, said: Announced) -> None:
        """Refuse an announcement that the book does not know."""

    @abstractmethod
    def settle(self, game: Game, deal: Deal, said: Announced) -> None:
        """Carry out a checked announcement: mode, factor, leader."""

    @abstractmethod
    def silent_mode(self, game: Game, deal: Deal) -> bool:
        """Whether a card led without an announcement makes its suit trump."""

    @abstractmethod
    def next_dealer(self, game: Game) -> int:
        """Who deals after the last deal."""

    @abstractmethod
    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """What a finished deal writes, in the order of counting."""

    @abstractmethod
    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """By what a deal in this mode or variant is multiplied."""

    @abstractmethod
    def is_complete(self, game: Game) -> bool:
        """Whether all deals of a game without target have been played."""

    def options(self, game: Game, deal: Deal) -> Iterator[Announced | Pushed]:
        """Everything that the speaker may say now."""
        yield from self.choices(game, deal)
        if self.may_push(game, deal) is None:
            yield Pushed(deal.speaker)
