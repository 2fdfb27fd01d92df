"""Deals played by *Stammtisch*, to teach a network how strangers play: `python -m puur.training.records FILE DEALS`. Needs numba.

With `--rounds` *Meister* plays them, with so many rounds for a card; a Schieber without Weis then, since it takes its time. Now and
then anything is played, so that the positions are not only those that a player comes into by itself; what it would have played is
noted all the same.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from puur.arena.table import opened, prepared
from puur.bots import reckoning as r
from puur.bots.base import cards_offered
from puur.bots.bidding import six
from puur.bots.bidtable import bid_tables
from puur.bots.budget import PLENTY
from puur.bots.kernels import below, best_card, fresh, kernel, legal_cards, nth, play, popcount, unit
from puur.bots.searchers import Meister
from puur.bots.tables import chances, mode_tables
from puur.bots.weights import flat
from puur.core.actions import to_act
from puur.core.cards import DECK, Card, CardSet, cards_in
from puur.core.events import Announced, CardPlayed, Pushed
from puur.core.view import view_of
from puur.fast.offers import CATALOGUE, PLAIN
from puur.reglement import load

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
    deals = _dealt(number, rng, FIELDS)
    pool = np.array([[sum(card.bit for card in hand) for hand in hands] for hands in deals.pop("hands")], np.int64)
    cards, best = (np.zeros((number, 36), np.int64) for _ in range(2))
    tables = np.array([mode_tables(mode) for mode in CATALOGUE], np.int64)
    columns = {name: values.astype(np.int64) for name, values in deals.items()}
    played(pool, columns["first"], columns["announcers"], tables, columns["modes"], np.array(flat()), np.array(chances()), SLIP,
           np.array([seed + 1], np.int64), cards, best)  # fmt: skip
    return {"cards": cards.astype(np.int8), "best": best.astype(np.int8), **deals}


def searched(number: int, seed: int, rounds: int, seconds: float) -> dict[str, np.ndarray]:
    """The same of *Meister*, as many deals as the time allows."""
    rng, until = random.Random(f"{seed}/cards"), time.monotonic() + seconds
    deals = _dealt(number, random.Random(seed), 0.0)
    cards, best = (np.zeros((number, 36), np.int8) for _ in range(2))
    player, book, done = Meister(rounds), prepared(load("tam2014-es"), weis=False), 0
    for hands in deals.pop("hands"):
        if done and time.monotonic() > until:
            break
        first, announcer = int(deals["first"][done]), int(deals["announcers"][done])
        north, east, south, west = map(CardSet, hands)
        game = opened(book, (north, east, south, west), (first - 1) % 4)
        if deals["pushed"][done]:
            game.submit(Pushed(first))
        game.submit(Announced(announcer, CATALOGUE[deals["modes"][done]]))
        for ply in range(36):
            seat = to_act(game)
            assert seat is not None
            view = view_of(game, seat)
            legal = cards_offered(view)
            card = legal[0] if len(legal) == 1 else player.card(view, rng, PLENTY)
            best[done, ply] = card.index
            card = rng.choice(legal) if rng.random() < SLIP else card
            cards[done, ply] = card.index
            game.submit(CardPlayed(seat, card))
        done += 1
    return {name: values[:done] for name, values in {"cards": cards, "best": best, **deals}.items()}


def _dealt(number: int, rng: random.Random, fields: float) -> dict[str, Any]:
    """Hands by seat, and what was announced by the table of bids; some are of the Coiffeur."""
    deck, table = cards_in(DECK.bits), bid_tables()
    hands: list[list[list[Card]]] = []
    modes, first, announcers = (np.zeros(number, np.int8) for _ in range(3))
    pushed = np.zeros(number, bool)
    for at in range(number):
        rng.shuffle(deck)
        hands.append([deck[9 * seat : 9 * seat + 9] for seat in range(4)])
        bits = [sum(card.bit for card in hand) for hand in hands[at]]
        speaker = first[at] = rng.randrange(4)
        if rng.random() < fields:
            modes[at] = rng.randrange(len(CATALOGUE))
        else:
            worths = six(table[0].announcer, bits[speaker])
            if max(worths) < PUSHES_BELOW:
                pushed[at], speaker = True, (speaker + 2) % 4
                worths = six(table[1].announcer, bits[speaker])
            modes[at] = max(range(PLAIN), key=worths.__getitem__)
        announcers[at] = speaker
    return {"hands": hands, "modes": modes, "first": first, "announcers": announcers, "pushed": pushed}


def main() -> None:
    """Record deals, in several processes if asked, and write them to one file."""
    parser = argparse.ArgumentParser(prog="python -m puur.training.records")
    parser.add_argument("file", type=Path)
    parser.add_argument("deals", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=0, help="Meister plays, with so many rounds for a card")
    parser.add_argument("--seconds", type=float, default=1e9, help="how long Meister may take")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--processes", dest="workers", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS)  # formerly
    args = parser.parse_args()
    part = max(1, args.deals // args.workers)
    record = partial(searched, rounds=args.rounds, seconds=args.seconds) if args.rounds else recorded
    with ProcessPoolExecutor(args.workers) as pool:
        parts = list(pool.map(record, [part] * args.workers, range(args.seed, args.seed + args.workers)))
    rows = {name: np.concatenate([each[name] for each in parts]) for name in parts[0]}
    unfinished = args.file.with_suffix(".part")  # whoever waits for the file sees it whole
    with unfinished.open("wb") as out:
        np.savez_compressed(out, **rows)  # type: ignore[arg-type]  # the stubs take the names for options
    unfinished.replace(args.file)
    print(f"{len(rows['first'])} deals")


if __name__ == "__main__":
    main()
