"""One bid and a few cards by the searching levels, so that all their compiled code is loaded; `python -m puur.bots.warming`."""

from __future__ import annotations

import random

from puur.bots.budget import Budget
from puur.bots.levels import LEVELS
from puur.core.actions import to_act
from puur.core.cards import CARDS, CardSet
from puur.core.events import CardPlayed, HandsRecorded, SchreiberNamed
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.reglement import load


def play_once() -> None:
    """Bid and play seven tricks, endings included, under a book with Weis."""
    game = Game(load("ub2024"), Setup(first_dealer=3))
    for writer in (3, 0):
        game.submit(SchreiberNamed(writer))
    first, second, third, fourth = (CardSet(CARDS[seat::4]) for seat in range(4))
    game.submit(HandsRecorded(3, (first, second, third, fourth)))
    rng, played = random.Random(1), 0
    while played < 28 and (seat := to_act(game)) is not None:
        done = LEVELS["meister"].choose(view_of(game, seat), rng, Budget(rounds=40, seconds=60.0))
        played += isinstance(done, CardPlayed)
        game.submit(done)


if __name__ == "__main__":
    play_once()
