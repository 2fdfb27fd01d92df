"""What every bot is: it bids from a view and plays a card from a view. The rest of a seat's duties are the same for all.

`decide` puts the parts together; what is said beside bidding and playing (Weis, Stöck, thanks) is `bots.simple.remark`.
"""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from puur.bots.budget import Budget
from puur.bots.simple import NothingToDo, advice, remark
from puur.core.cards import Card
from puur.core.events import Announced, CardPlayed, Event, Pushed, WeisAnnounced
from puur.core.view import View


class Bidder(Protocol):
    """Speaks in the bidding."""

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """One of the bids that the view offers."""


class CardPlayer(Protocol):
    """Plays cards."""

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """One of the cards that the view offers."""


@runtime_checkable
class Bot(Bidder, CardPlayer, Protocol):
    """Does both."""


@runtime_checkable
class Prompt(Protocol):
    """A bot that may have to reckon something out before it answers, once for a book."""

    def prompt(self, view: View) -> bool:
        """Whether it answers at once."""


@runtime_checkable
class Adviser(Protocol):
    """A bot with a mind of its own beyond bids and cards."""

    def advise(self, view: View) -> Event | None:
        """What this seat does now in a game of its own kind; None where the bot knows no better than the game itself."""

    def tells(self, view: View) -> bool:
        """Whether the Weis that may be announced now is announced."""


def bids_of(view: View) -> list[Announced]:
    """The announcements that the view offers."""
    return [option for option in view.options if isinstance(option, Announced)]


def push_of(view: View) -> Pushed | None:
    """The push that the view offers, if any."""
    return next((option for option in view.options if isinstance(option, Pushed)), None)


def cards_offered(view: View) -> list[Card]:
    """The cards that may be played, in deck order."""
    return [option.card for option in view.options if isinstance(option, CardPlayed)]


def beside(bot: object, view: View) -> Event | None:
    """What a bot says beside bidding and playing; None for nothing."""
    said = remark(view)
    if isinstance(said, WeisAnnounced) and isinstance(bot, Adviser) and not bot.tells(view):
        return remark(view._replace(options=tuple(option for option in view.options if not isinstance(option, WeisAnnounced))))
    return said


def decide(bot: Bot, view: View, rng: random.Random, budget: Budget) -> Event:
    """What this seat does now, out of `view.options`: first a remark, then a bid or a card."""
    said = beside(bot, view) or (bot.advise(view) if isinstance(bot, Adviser) else None) or advice(view, rng)
    if said is not None:
        return said
    if bids_of(view):
        return bot.bid(view, rng, budget)
    cards = cards_offered(view)
    if not cards:
        raise NothingToDo(f"seat {view.seat} has nothing to choose from")
    return CardPlayed(view.seat, cards[0] if len(cards) == 1 else bot.card(view, rng, budget))
