"""Games in which everybody plays alone: `python -m puur.arena.alone A B BOOK DEALS [SEED]`.

Two of A and two of B sit in turn around the table; each deal is played twice with the seats exchanged. Told is what a player of
each wrote per deal on average: in the Differenzler by how much the predictions were wrong, so less is better.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from statistics import fmean, stdev

from puur.arena.stats import Z
from puur.arena.table import dealt_hands
from puur.bots.base import Bot, decide
from puur.bots.budget import PLENTY
from puur.bots.levels import bot
from puur.core.actions import awaited
from puur.core.deal import Phase
from puur.core.events import HandsRecorded, TrumpTurned
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.reglement import load


def play_alone(book: Reglement, seats: Sequence[Bot], seed: str) -> tuple[int, ...]:
    """What each seat wrote in one deal; the cards and trump hang on the seed alone."""
    rng = random.Random(seed)
    chance = [random.Random(f"{seed}/{seat}") for seat in range(4)]
    hands, dealer = dealt_hands(rng), rng.randrange(4)
    game = Game(book, Setup(first_dealer=dealer))
    turned = TrumpTurned(dealer, rng.choice(list(hands[dealer])))
    first = game.form.before_deal(game)
    for event in (turned, HandsRecorded(dealer, hands)) if first else (HandsRecorded(dealer, hands), turned):
        game.submit(event)
    while game.deals[-1].phase is not Phase.OVER:
        seat = awaited(game)[0]
        game.submit(decide(seats[seat], view_of(game, seat), chance[seat], PLENTY))
    return tuple(game.ledger.totals)


def play_pair(book: Reglement, a: Bot, b: Bot, seed: str) -> tuple[float, float]:
    """What a player of A and one of B wrote on average in a deal and its return deal."""
    straight, crossed = play_alone(book, (a, b, a, b), seed), play_alone(book, (b, a, b, a), seed)
    return (
        (straight[0] + straight[2] + crossed[1] + crossed[3]) / 4,
        (straight[1] + straight[3] + crossed[0] + crossed[2]) / 4,
    )


def told(pairs: Sequence[tuple[float, float]]) -> str:
    """The result in one line, the gap with half of its 95 % interval."""
    gaps = [ours - theirs for ours, theirs in pairs]
    error = Z * stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else float("inf")
    ours, theirs = (fmean(pair[whose] for pair in pairs) for whose in (0, 1))
    return f"{len(pairs)} pairs: A writes {ours:.2f}, B {theirs:.2f} per deal, A less B {fmean(gaps):+.2f} ± {error:.2f}"


def main(words: Sequence[str]) -> None:
    """Play and tell."""
    a, b, key, number, seed = *words[:4], *(words[4:] or ["1"])
    book, bots = load(key), (bot(a), bot(b))
    pairs = [play_pair(book, *bots, f"{seed}/{key}/{place}") for place in range(int(number))]
    print(told(pairs), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
