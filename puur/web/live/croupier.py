"""What a table does by itself: naming the Schreiber, drawing for the first deal, shuffling, and dealing once somebody has cut.

Everything is a function of the table's secret and of the events so far, so a table that was cut off goes on as it would have.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from puur.core import housekeeping
from puur.core.actions import extras
from puur.core.events import Cut, DealCommitted, Dealt, Event, Shuffled
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.weis import stoeck_of
from puur.core.weis_rules import may_show_stoeck
from puur.web import fair


@dataclass(frozen=True, slots=True)
class CutAsked:
    """Somebody has to cut: who, and what the server has committed to."""

    seat: int
    least: int
    most: int
    commitment: str


def chance(secret: str, *what: object) -> random.Random:
    """A generator for this moment of this table."""
    return random.Random(fair.noise_of(secret, *what))


def seated(book: Reglement, setup: Setup, secret: str) -> Setup:
    """The setup of a game that begins."""
    return housekeeping.seated(book, setup, chance(secret, "dealer", setup.number))


def next_event(game: Game, secret: str) -> Event | None:
    """What the table does now without anybody; None when somebody has to act."""
    if game.over or not game.between_deals:
        return None
    return housekeeping.table_event(game, chance(secret, "table", game.setup.number, len(game.events)))


def cut_asked(game: Game, secret: str) -> CutAsked | None:
    """Who has to cut now, and what the server has committed to. The player before the dealer is asked. (JR-DEAL-03)"""
    dealer = game.next_dealer() if game.between_deals and not game.over else None
    if dealer is None or next_event(game, secret) is not None:
        return None
    rules = game.book.dealing
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    return CutAsked((dealer - 1) % len(game.seats), rules.cut_min, rules.cut_max, fair.commitment(seed))


def promise(game: Game, secret: str) -> DealCommitted | None:
    """The commitment to the seed of the next pack, once, as soon as somebody can be asked to cut; it is told before anybody is."""
    if game.over or not game.between_deals or game.next_dealer() is None:
        return None
    since = game.events[game.shuffled[-1] if game.shuffled else 0 :]
    if any(isinstance(event, DealCommitted) for event in since):
        return None
    return DealCommitted(fair.commitment(fair.seed_of(secret, game.setup.number, len(game.shuffled))))


def deal_events(game: Game, secret: str, said: Cut, given: Mapping[int, str]) -> list[Event]:
    """Shuffle, cut and deal, now that the cutter has spoken, with what people have added to the seed."""
    dealer = game.next_dealer()
    assert dealer is not None
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    shuffled = Shuffled(dealer, fair.pack_of(seed, fair.given_text(given)), fair.seed_text(seed, given))
    promised = promise(game, secret)  # a table that was cut off under an earlier version: it was shown, not yet on record
    return [*([promised] if promised is not None else ()), shuffled, said, Dealt(dealer)]


def has_remark(game: Game, seat: int) -> bool:
    """Whether a seat could say anything out of turn; cheaper than a view."""
    return next(iter(extras(game, seat)), None) is not None


def stoeck_due(game: Game, seat: int) -> bool:
    """Whether a seat has just played the second card of its Stöck and may show them. (JR-STOE-02)"""
    mode = game.deals[-1].mode if game.deals else None
    if mode is None or game.deals[-1].hand(seat) & stoeck_of(mode.trump):
        return False
    return may_show_stoeck(game, seat) is None
