"""Deals played by *Stammtisch*, to teach a network how strangers play: `python -m puur.training.records FILE DEALS`. Needs numba.

Now and then anything is played, so that the positions are not only those that *Stammtisch* comes into by itself; what it would
have played is noted all the same.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from puur.bots import reckoning as r
from puur.bots.bidding import six
from puur.bots.bidtable import bid_tables
from puur.bots.kernels import below, best_card, fresh, kernel, legal_cards, nth, play, popcount, unit
from puur.bots.tables import chances, mode_tables
from puur.bots.weights import flat
from puur.core.cards import DECK, cards_in
from puur.fast.offers import CATALOGUE, PLAIN

FIELDS = 0.25  # how many deals are of the Coiffeur
PUSHES_BELOW = 95.0  # card points: with less the first speaker leaves the choice to the partner
SLIP = 0.08


@kernel
def played(pool: Any, first: Any, announcers: Any, tables: Any, modes: Any, weights: Any, odds: Any, slip: float, rng: Any,
           cards: Any, best: Any) -> None:  # fmt: skip
    """Play every deal of `pool`: the cards in order, and beside them what *Stammtisch* would have played."""
    st = np.empty(r.SIZE, np.int64)
    for world in range(pool.shape[0]):
        fresh(st, pool, world, first[world], announcers[world])
        table = tables[modes[world]]
        for ply in range(36):
            seat = (st[r.LEADER] + st[r.COUNT]) & 3
            legal = legal_cards(st, table, seat)
            card = best_card(st, table, weights, odds, seat, legal)
            best[world, ply] = card
            if unit(rng) < slip:
                card = nth(legal, below(rng, popcount(legal)))
            cards[world, ply] = card
            play(st, table, seat, card)


def recorded(number: int, seed: int) -> dict[str, np.ndarray]:
    """So many deals: cards and best cards in order, mode (of `CATALOGUE`), first seat, announcer, and whether it was pushed."""
    rng = random.Random(seed)
    deck, table = cards_in(DECK.bits), bid_tables()
    pool = np.zeros((number, 4), np.int64)
    modes, first, announcers = (np.zeros(number, np.int64) for _ in range(3))
    pushed = np.zeros(number, bool)
    for at in range(number):
        rng.shuffle(deck)
        pool[at] = [sum(card.bit for card in deck[9 * seat : 9 * seat + 9]) for seat in range(4)]
        speaker = first[at] = rng.randrange(4)
        if rng.random() < FIELDS:
            modes[at] = rng.randrange(len(CATALOGUE))
        else:
            worths = six(table[0].announcer, int(pool[at, speaker]))
            if max(worths) < PUSHES_BELOW:
                pushed[at], speaker = True, (speaker + 2) % 4
                worths = six(table[1].announcer, int(pool[at, speaker]))
            modes[at] = max(range(PLAIN), key=worths.__getitem__)
        announcers[at] = speaker
    cards, best = (np.zeros((number, 36), np.int64) for _ in range(2))
    tables = np.array([mode_tables(mode) for mode in CATALOGUE], np.int64)
    played(pool, first, announcers, tables, modes, np.array(flat()), np.array(chances()), SLIP, np.array([seed + 1], np.int64),
           cards, best)  # fmt: skip
    small = {"cards": cards, "best": best, "modes": modes, "first": first, "announcers": announcers}
    return {**{name: values.astype(np.int8) for name, values in small.items()}, "pushed": pushed}


if __name__ == "__main__":
    np.savez_compressed(Path(sys.argv[1]), **recorded(int(sys.argv[2]), seed=1))  # type: ignore[arg-type]
