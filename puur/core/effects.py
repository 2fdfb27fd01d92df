"""What a ruling does to a deal, as data that the core carries out.

The referee (`puur.referee`) finds the ruling; a `RulingMade` event carries its effects; `core.rulings` applies them. Every effect
names what changes, never why: the provision stands in the event.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.cards import Card


@dataclass(frozen=True, slots=True)
class CardDead:
    """A card loses its Stechwert: it never wins a trick again in this deal, but keeps its points and its suit."""

    card: Card


@dataclass(frozen=True, slots=True)
class NextLeader:
    """A seat leads to the next trick."""

    seat: int


@dataclass(frozen=True, slots=True)
class WeisLost:
    """The Weise of a seat do not count."""

    seat: int


@dataclass(frozen=True, slots=True)
class PointsMoved:
    """Card points of this deal go from the opponents to `team`; the sum of the deal stays."""

    team: int
    points: int


@dataclass(frozen=True, slots=True)
class PenaltyPoints:
    """Penalty points for a person; they never touch the score of the game. (AJZ 3.4)"""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class GameLost:
    """A team loses the game."""

    team: int


Effect = CardDead | NextLeader | WeisLost | PointsMoved | PenaltyPoints | GameLost
