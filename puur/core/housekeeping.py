"""What a table does without anybody: naming the Schreiber, finding the first dealer, drawing for trump.

Chance is an argument, so a game that was cut off goes on as it would have. Shuffling, cutting and dealing stay with whoever runs
the table: there the chance has to be proven, or belongs to a person.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from puur.core.cards import CARDS
from puur.core.events import CardDrawn, DealerNamed, Event, SchreiberNamed, TrumpTurned
from puur.core.form import players_of
from puur.core.reglement import FirstDealer, NextGameDealer, Schreiber

if TYPE_CHECKING:
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.setup import Setup


def seated(book: Reglement, setup: Setup, rng: random.Random) -> Setup:
    """The setup of a game that begins: where the book leaves the first dealer to an agreement, chance decides."""
    if book.dealing.first_dealer is FirstDealer.HANDED and setup.first_dealer is None:
        return replace(setup, first_dealer=rng.randrange(len(setup.names)))
    return setup


def schreiber_seats(book: Reglement, first: int) -> tuple[int, ...]:
    """Who writes if `first` is the first one named. (TAM-ES-61, UB-SLATE-04)"""
    return {Schreiber.NONE: (), Schreiber.ONE: (first,), Schreiber.PER_TEAM: (first, (first + 1) % players_of(book))}[
        book.table.schreiber
    ]


def table_event(game: Game, rng: random.Random) -> Event | None:
    """What the table has to do before the next deal can begin; None when the dealer may shuffle."""
    if game.over or not game.between_deals:
        return None
    first = rng.randrange(len(game.seats))
    needed = schreiber_seats(game.book, first if game.book.table.schreiber is Schreiber.ONE else 0)
    if len(game.schreiber) < len(needed):
        return SchreiberNamed(next(seat for seat in needed if seat not in game.schreiber))
    dealer = game.next_dealer()
    if dealer is None:
        return _find_dealer(game, rng)
    return TrumpTurned(dealer, rng.choice(CARDS)) if game.form.before_deal(game) else None


def _find_dealer(game: Game, rng: random.Random) -> Event:
    rules, lost = game.book.dealing, game.setup.lost_before
    if lost is not None and rules.next_game is NextGameDealer.LOSERS:  # JR-DEAL-17
        seat = rng.choice(game.seats_of(lost))
        return DealerNamed(seat, seat)
    if rules.first_dealer is FirstDealer.LOWEST_CARD:
        seat = next(seat for seat in game.drawing if seat not in game.drawn)
        return CardDrawn(seat, rng.choice([card for card in CARDS if card not in game.drawn.values()]))
    seat = rng.randrange(len(game.seats))
    return DealerNamed(seat, seat)
