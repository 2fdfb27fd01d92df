"""What a table does by itself: naming the Schreiber, drawing for the first deal, shuffling, and dealing once somebody has cut.

Everything is a function of the table's secret and of the events so far, so a table that was cut off goes on as it would have.
"""

from __future__ import annotations

import random
from dataclasses import replace

from puur.core.actions import extras
from puur.core.cards import CARDS
from puur.core.events import CardDrawn, Cut, DealerNamed, Dealt, Event, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.reglement import FirstDealer, NextGameDealer, Reglement, Schreiber
from puur.core.setup import Setup
from puur.core.weis import stoeck_of
from puur.core.weis_rules import may_show_stoeck
from puur.web import fair
from puur.web.live.viewing import CutAsked, cutter


def chance(secret: str, *what: object) -> random.Random:
    """A generator for this moment of this table."""
    return random.Random(fair.noise_of(secret, *what))


def seated(book: Reglement, setup: Setup, secret: str) -> Setup:
    """The setup of a game that begins: where the book leaves the first dealer to an agreement, chance decides."""
    if book.dealing.first_dealer is FirstDealer.HANDED and setup.first_dealer is None:
        return replace(setup, first_dealer=chance(secret, "dealer", setup.number).randrange(4))
    return setup


def next_event(game: Game, secret: str) -> Event | None:
    """What the table does now without anybody; None when somebody has to act."""
    if game.over or not game.between_deals:
        return None
    rng = chance(secret, "table", game.setup.number, len(game.events))
    needed = {Schreiber.NONE: (), Schreiber.ONE: (rng.randrange(4),), Schreiber.PER_TEAM: (0, 1)}[game.book.table.schreiber]
    if len(game.schreiber) < len(needed):
        return SchreiberNamed(next(seat for seat in needed if seat not in game.schreiber))
    return None if game.next_dealer() is not None else _find_dealer(game, rng)


def _find_dealer(game: Game, rng: random.Random) -> Event:
    rules, lost = game.book.dealing, game.setup.lost_before
    if lost is not None and rules.next_game is NextGameDealer.LOSERS:  # JR-DEAL-17
        seat = lost + 2 * rng.randrange(2)
        return DealerNamed(seat, seat)
    if rules.first_dealer is FirstDealer.LOWEST_CARD:
        seat = next(seat for seat in game.drawing if seat not in game.drawn)
        return CardDrawn(seat, rng.choice([card for card in CARDS if card not in game.drawn.values()]))
    seat = rng.randrange(4)
    return DealerNamed(seat, seat)


def cut_asked(game: Game, secret: str) -> CutAsked | None:
    """Who has to cut now, and what the server has committed to."""
    seat = cutter(game)
    if seat is None or next_event(game, secret) is not None:
        return None
    rules = game.book.dealing
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    return CutAsked(seat, rules.cut_min, rules.cut_max, fair.commitment(seed))


def deal_events(game: Game, secret: str, said: Cut, nonce: str) -> list[Event]:
    """Shuffle, cut and deal, now that the cutter has spoken."""
    dealer = game.next_dealer()
    assert dealer is not None
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    return [Shuffled(dealer, fair.pack_of(seed, nonce), fair.seed_text(seed, nonce)), said, Dealt(dealer)]


def has_remark(game: Game, seat: int) -> bool:
    """Whether a seat could say anything out of turn; cheaper than a view."""
    return next(iter(extras(game, seat)), None) is not None


def stoeck_due(game: Game, seat: int) -> bool:
    """Whether a seat has just played the second card of its Stöck and may show them. (JR-STOE-02)"""
    mode = game.deals[-1].mode if game.deals else None
    if mode is None or game.over or game.deals[-1].hand(seat) & stoeck_of(mode.trump):
        return False
    return may_show_stoeck(game, seat) is None
