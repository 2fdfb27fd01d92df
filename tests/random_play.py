"""Random legal play of whole games under any book: the oracle behind the property tests.

The player is a stranger to the rules: it asks the core what may be done and picks at random, withholding a Weis now and then.
Hypothesis can be the one who picks (`Drawn`), so that a game that fails shrinks to one with the first card of everything.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from puur.core.actions import amounts, awaited, bids, extras
from puur.core.cards import CARDS, cards_in, shuffled
from puur.core.deal import Phase
from puur.core.events import CardPlayed, Cut, Dealt, SchreiberNamed, Shuffled, Thanked, TrumpTurned
from puur.core.form import players_of
from puur.core.game import Game
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement, Schreiber
from puur.core.setup import Setup


class Drawn(random.Random):
    """Takes each decision from hypothesis instead of from a seed, whose neighbours are other games altogether."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__(0)
        self.data = data

    def random(self) -> float:
        return float(self.data.draw(st.integers(0, 9))) / 10

    def randint(self, a: int, b: int) -> int:
        return self.data.draw(st.integers(a, b))

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert step == 1
        return self.data.draw(st.integers(0, start - 1) if stop is None else st.integers(start, stop - 1))

    def choice(self, seq: Sequence[Any]) -> Any:
        return seq[self.data.draw(st.integers(0, len(seq) - 1))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self.data.draw(st.permutations(x))


def start(book: Reglement, rng: random.Random, first_dealer: int | None = None) -> Game:
    """A game ready for its first deal, with as many players as it is mostly played by."""
    players = players_of(book)
    dealer = rng.randrange(players) if first_dealer is None else first_dealer
    setup = Setup(first_dealer=dealer)
    game = Game(book, setup if players == len(setup.names) else replace(setup, names=setup.names[:players]))
    needed = {Schreiber.NONE: (), Schreiber.ONE: (dealer,), Schreiber.PER_TEAM: (dealer, (dealer + 1) % 4)}
    for seat in needed[book.table.schreiber]:
        game.submit(SchreiberNamed(seat))
    return game


def prepare(game: Game, rng: random.Random) -> None:
    """Shuffle, cut and deal."""
    dealer = game.next_dealer()
    assert dealer is not None
    if game.form.before_deal(game):
        game.submit(TrumpTurned(dealer, rng.choice(CARDS)))
    game.submit(Shuffled(dealer, shuffled(rng)))
    rules = game.book.dealing
    game.submit(Cut((dealer - 1) % len(game.seats), rng.randint(rules.cut_min, rules.cut_max)))
    game.submit(Dealt(dealer))


def step(game: Game, rng: random.Random, *, thanks: float = 0.5, withhold: float = 0.1) -> None:
    """One random legal step of the running deal."""
    deal = game.deal
    if deal.phase is Phase.BIDDING:
        seat = awaited(game)[0]
        numbers = [
            asked.filled(asked.low + asked.step * rng.randint(0, (asked.high - asked.low) // asked.step))
            for asked in amounts(game, seat)
        ]
        game.submit(rng.choice([*bids(game, seat), *numbers]))
        return
    seat = deal.turn
    for extra in extras(game, seat):  # asked for one by one: each may change what the next can be
        if rng.random() < (thanks if isinstance(extra, Thanked) else 1 - withhold):
            game.submit(extra)
            if game.over:
                return
    game.submit(CardPlayed(seat, rng.choice(cards_in(legal_cards(game, seat).bits))))


def play_deal(game: Game, rng: random.Random) -> None:
    """One whole deal, or less if the game ends in it."""
    prepare(game, rng)
    while not game.over and game.deal.phase is not Phase.OVER:
        step(game, rng)


def play_game(book: Reglement, rng: random.Random, *, most: int = 200) -> Game:
    """A whole game; `most` deals at the most."""
    game = start(book, rng)
    for _ in range(most):
        if game.over:
            break
        play_deal(game, rng)
        if not game.over and game.book.ending.target:
            for seat in game.seats:  # somebody may thank between two deals
                if not game.over and any(isinstance(one, Thanked) for one in extras(game, seat)):
                    game.submit(Thanked(seat))
    return game
