"""`python -m puur.arena.forms BOOK DEALS [SEED]`: the advice of any game against chance and against a plain counter.

Each deal is played once for every seat: there the advice plays, everybody else is the opponent, and the same cards are played
with the opponent in that seat too. What counts is what that seat's side writes more than with the opponent in its place, with half
of the 95 % interval. Bids follow the advice everywhere, so that only the cards are compared.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from statistics import fmean, stdev

from puur.arena.stats import Z
from puur.bots.simple import choose
from puur.core.actions import awaited
from puur.core.aim import Aim
from puur.core.cards import shuffled
from puur.core.deal import Phase
from puur.core.events import CardPlayed, Cut, Dealt, Event, Shuffled
from puur.core.form import form_for, players_of
from puur.core.game import Game
from puur.core.housekeeping import seated, table_event
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.games.counting import plain_card
from puur.reglement import load

Player = Callable[[View, random.Random], Event]


def by_chance(view: View, rng: random.Random) -> Event:
    """Any card that is allowed; bids as the game advises."""
    cards = [option for option in view.options if isinstance(option, CardPlayed)]
    return rng.choice(cards) if cards and view.mode is not None else choose(view, rng)


def plainly(view: View, rng: random.Random) -> Event:
    """A card as somebody plays who looks at this trick alone; bids as the game advises."""
    cards = [option for option in view.options if isinstance(option, CardPlayed)]
    if not cards or view.mode is None:
        return choose(view, rng)
    form = form_for(view.book)
    want, aim = -1 if form.lower_wins else 1, form.aim(view)
    goals = aim.goals if aim is not None else None  # who has predicted a number takes points up to it
    return CardPlayed(view.seat, plain_card(view, Aim((want,) * len(view.parties), lambda *_: 0.0, goals=goals)))


OPPONENTS: dict[str, Player] = {"chance": by_chance, "plain": plainly}


def play_deal(book: Reglement, players: Sequence[Player], seed: str) -> list[int]:
    """What each side has written after the first deal that was played; the cards hang on the seed alone."""
    rng = random.Random(seed)
    game = Game(book, seated(book, Setup(names=tuple("ABCD"[: len(players)])), rng))
    while not game.finished_deals and not game.over:
        own = table_event(game, rng)
        if own is not None:
            game.submit(own)
        elif game.between_deals:
            game.submit(Shuffled(game.next_dealer() or 0, shuffled(rng)))
        elif game.deal.phase is Phase.PREPARING:
            game.submit(Dealt(game.deal.dealer) if game.deal.cut_done else Cut((game.deal.dealer - 1) % len(players), 18))
        else:
            _act(game, players, f"{seed}/{len(game.events)}")
    return list(game.ledger.totals)


def _act(game: Game, players: Sequence[Player], seed: str) -> None:
    for seat in awaited(game):
        game.submit(players[seat](view_of(game, seat), random.Random(f"{seed}/{seat}")))
        return


def compare(book: Reglement, opponent: Player, deals: int, seed: str = "1") -> tuple[float, float]:
    """How much more a seat writes with the advice than with the opponent in its place, and half of the interval."""
    gains = []
    sign = -1 if form_for(book).lower_wins else 1
    number = players_of(book)
    for deal in range(deals):
        chance = f"{seed}/{book.key}/{deal}"
        sides = form_for(book).sides(number)
        base = play_deal(book, [opponent] * number, chance)
        for seat in range(number):
            ours = [choose if sides[each] == sides[seat] else opponent for each in range(number)]
            made = play_deal(book, ours, chance)
            gains.append(sign * (_lead(made, sides[seat]) - _lead(base, sides[seat])))
    error = Z * stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else float("inf")
    return fmean(gains), error


def _lead(totals: Sequence[int], side: int) -> float:
    """What a side has more than the others on average."""
    others = [total for each, total in enumerate(totals) if each != side]
    return totals[side] - fmean(others)


def main(words: Sequence[str]) -> None:
    """Play and tell."""
    key, deals, seed = words[0], int(words[1]), (words[2:] or ["1"])[0]
    book = load(key)
    for name, opponent in OPPONENTS.items():
        gain, error = compare(book, opponent, deals, seed)
        print(f"{key}: against {name} {gain:+.1f} ± {error:.1f} points a deal, {deals} deals", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
