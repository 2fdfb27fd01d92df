"""Whole games and whole sheets: `python -m puur.arena.games A B BOOK PAIRS [SEED]`.

Each game is played twice with the sides exchanged, from the same deals as far as both last; everybody bids for themselves, and
the book holds whole: Weis, Stöck, Match, target. Told are the games that A won and its share of the points written.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from puur.arena.players import parse_player
from puur.arena.stats import Z
from puur.arena.table import Side, dealt_hands, opened, play_on
from puur.core.events import HandsRecorded
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.reglement import load


@dataclass(frozen=True, slots=True)
class GamePair:
    """A game and its return game, for A: how many were won (a draw is half a game), and A's share of the points written."""

    won: float  # 0 to 1
    share: float


def play_game(book: Reglement, sides: tuple[Side, Side], seed: str) -> Game:
    """A game to its end; the deals hang on the seed alone."""
    rng = random.Random(seed)
    game = opened(book, dealt_hands(rng), rng.randrange(4))
    while True:
        play_on(game, sides, f"{seed}/{len(game.deals)}")
        dealer = game.next_dealer()
        if game.over or dealer is None:
            return game
        game.submit(HandsRecorded(dealer, dealt_hands(rng)))


def play_pair(book: Reglement, a: str, b: str, seed: str) -> GamePair:
    """A game with A on the first side, and the same with A on the second one."""
    side_a, side_b = parse_player(a).side(book), parse_player(b).side(book)
    won = written = whole = 0.0
    for team, sides in enumerate(((side_a, side_b), (side_b, side_a))):
        game = play_game(book, sides, seed)
        totals = game.ledger.totals
        first = max((0, 1), key=lambda side: totals[side]) if totals[0] != totals[1] else None
        winner = first if game.winner is None else game.winner
        won += 0.25 if winner is None else 0.5 * (winner == team)
        written, whole = written + totals[team], whole + totals[0] + totals[1]
    return GamePair(won, written / whole)


def summed_up(pairs: Sequence[GamePair]) -> str:
    """The result in one line, with half of the 95 % intervals."""
    parts = []
    for what, values in (("won", [pair.won for pair in pairs]), ("points", [pair.share for pair in pairs])):
        error = Z * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
        parts.append(f"{what} {100 * fmean(values):.1f} ± {100 * error:.1f} %")
    return f"{len(pairs)} pairs: {', '.join(parts)}"


def main(words: Sequence[str]) -> None:
    """Play and tell, after every pair."""
    a, b, key, number, seed = *words[:4], *(words[4:] or ["1"])
    book, pairs = load(key), []
    for place in range(int(number)):
        pairs.append(play_pair(book, a, b, f"{seed}/{key}/{place}"))
        print(summed_up(pairs), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
