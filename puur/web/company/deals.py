"""Deals that are the same for everybody: picked from a sealed seed, dull ones dropped, and played by the bots in everybody's seat.

Knows nothing of Django, so that the proof of a finished set can be checked anywhere (`puur daily verify`). Everybody sits on
seat `SEAT`; the other three are bots of one level, whose chance is a function of the deal, the seat and what it has seen
(`croupier.bot_seed`) and whose work is fixed. Promise: `play` plays what a live table of the same secret plays.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puur.arena.table import opened
from puur.bots.budget import PLENTY, Budget
from puur.bots.levels import LEVELS, answer
from puur.bots.simple import remark
from puur.core.actions import to_act
from puur.core.cards import CardSet
from puur.core.deal import Phase
from puur.core.events import Cut, Event
from puur.core.form import form_for, players_of
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from puur.web import fair
from puur.web.live import croupier

SEAT = 0
BOOK = "tam2014-es"  # cards alone: what chance brings to one hand as Weis or Match would decide too much of so few deals
QUICK = ("lehrling", "stammtisch", "jasskoenig")  # fixed work without search: they judge which deals are dull
MEASURE = "jasskoenig"  # plays all four hands of a deal: what its cards give
DULL = 12  # points between the best and the worst of them below which a deal says nothing about who plays
MOST_TRIED = 60  # deals looked at for each that is needed; then the rest is taken as it comes

Player = Callable[[View, str], Event]


def book_for(deals: int) -> Reglement:
    """The rules of a set with so many deals."""
    book = load(BOOK)
    return replace(book, key=f"{book.key}-{deals}", ending=replace(book.ending, deals=deals))


def commitment(root: str) -> str:
    """What is published before anybody plays."""
    return hashlib.sha256(bytes.fromhex(root)).hexdigest()


@dataclass(frozen=True, slots=True)
class Played:
    """What a seat made of a set: its side's points, what was announced and who did, deal by deal."""

    points: tuple[int, ...]
    bids: tuple[str, ...]  # `mode/seat`, with `p` in front after a push

    @property
    def total(self) -> int:
        """All deals together."""
        return sum(self.points)


def bot_player(level: str) -> Player:
    """A bot of a level with its usual rounds and without a clock."""
    budget = Budget(LEVELS[level].budget.rounds, PLENTY.seconds)
    return lambda view, seed: answer(level, view, random.Random(seed), budget)[0]


def luck(book: Reglement, hands: Sequence[CardSet], dealer: int, number: int) -> float:
    """What the cards of a deal bring seats 0 and 2 if one and the same bot plays all four hands."""
    game, player = opened(book, (hands[0], hands[1], hands[2], hands[3]), dealer), bot_player(MEASURE)
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        game.submit(remark(view) or player(view, f"luck/{number}/{len(game.events)}"))
    return float(game.deals[-1].points[0])


def play(secret: str, book: Reglement, others: str, player: Player) -> Game:
    """A whole set: `player` on the seat of everybody, bots on the others."""
    game = Game(book, croupier.seated(book, Setup(), secret))
    bots = bot_player(others)
    for event in _steps(game, secret, lambda view, seed: (player if view.seat == SEAT else bots)(view, seed)):
        game.submit(event)
    return game


def _steps(game: Game, secret: str, player: Player) -> Iterator[Event]:
    """What happens next, as at a live table, until the game is over."""
    while not game.over:
        own = croupier.next_event(game, secret) or croupier.promise(game, secret)
        asked = croupier.cut_asked(game, secret)
        if own is not None:
            yield own
        elif asked is not None:
            yield from croupier.deal_events(game, secret, Cut(asked.seat, asked.least), {})
        else:
            seat = to_act(game)
            if seat is None:
                return
            view = view_of(game, seat)
            yield remark(view) or player(view, croupier.bot_seed(game, secret, view))


def result_of(game: Game) -> Played:
    """What the seat of everybody made of a set, as it is written: with the five points of the last trick."""
    deals = game.finished_deals
    bids = tuple(f"{'p' if deal.pushes else ''}{deal.mode}/{deal.announcer}" for deal in deals)
    side = SEAT % 2
    made = (sum(entry.points for entry in game.ledger.of_deal(deal.number) if entry.team == side) for deal in deals)
    return Played(tuple(made), bids)


# ---- which deals ---------------------------------------------------------------------------------------------------------------


def first_dealer(root: str, book: Reglement) -> int:
    """Who deals the first deal of a set."""
    secret = fair.sealed(root, (0,))
    game = Game(book, croupier.seated(book, Setup(), secret))
    while (own := croupier.next_event(game, secret)) is not None:
        game.submit(own)
    dealer = game.next_dealer()
    assert dealer is not None
    return dealer


def hands_at(root: str, number: int, dealer: int, book: Reglement) -> tuple[CardSet, ...]:
    """The hands of one deal of a seed."""
    seed = fair.seed_of(fair.sealed(root, (number,)), 1, 0)
    layout = form_for(book).layout(book, players_of(book), number)
    return fair.hands_of(fair.pack_of(seed, ""), croupier.given_cut(seed, book), dealer, layout)


def spread(root: str, number: int, dealer: int, book: Reglement, others: str) -> int:
    """By how many points the quick bots differ in this deal, each in everybody's seat."""
    hands = hands_at(root, number, dealer, book)
    made = []
    for level in QUICK:
        game = opened(book, (hands[0], hands[1], hands[2], hands[3]), dealer)
        own, bots = bot_player(level), bot_player(others)
        while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
            view = view_of(game, seat)
            chance = fair.noise_of(root, "dull", number, *croupier.seen(view))
            game.submit(remark(view) or (own if seat == SEAT else bots)(view, chance))
        made.append(game.deals[-1].points[SEAT % 2])
    return max(made) - min(made)


def fits(root: str, deals: int, others: str, picks: Sequence[int], number: int) -> bool:
    """Whether the deal of this number comes after those that are picked; all numbers between were looked at and are dull."""
    book, dull_ones = book_for(deals), number - (picks[-1] + 1 if picks else 0)
    if dull_ones >= MOST_TRIED:
        return True
    return spread(root, number, (first_dealer(root, book) + len(picks)) % 4, book, others) >= DULL


def pick(root: str, deals: int, others: str) -> tuple[int, ...]:
    """The numbers of the deals that are played: the first ones that are not dull."""
    picks, number = list[int](), 0
    while len(picks) < deals:
        if fits(root, deals, others, picks, number):
            picks.append(number)
        number += 1
    return tuple(picks)


def bot_in_seat(root: str, deals: int, others: str, picks: Sequence[int], level: str) -> Played:
    """What a level makes in everybody's seat."""
    return result_of(play(fair.sealed(root, picks), book_for(deals), others, bot_player(level)))


# ---- the proof -----------------------------------------------------------------------------------------------------------------


def proof_of(key: str, root: str, picks: Sequence[int], deals: int, others: str) -> dict[str, object]:
    """All that is needed to compute a set again, once it is over."""
    return {
        "puur-daily": 1, "set": key, "commitment": commitment(root), "seed": root, "book": BOOK, "deals": deals, "bots": others,
        "picks": list(picks),
    }  # fmt: skip


def check_proof(proof: Mapping[str, object]) -> tuple[str, list[tuple[CardSet, ...]]]:
    """What is wrong with a proof (empty: nothing), and the hands of its deals."""
    try:
        root, deals, others = str(proof["seed"]), int(str(proof["deals"])), str(proof["bots"])
        picks, said = [int(str(number)) for number in _list(proof["picks"])], str(proof["commitment"])
        if others not in QUICK or not 1 <= deals <= 24 or proof["book"] != BOOK:
            return "unknown", []
        if commitment(root) != said:
            return "other-seed", []
    except (KeyError, ValueError, TypeError):
        return "no-proof", []
    book = book_for(deals)
    dealer = first_dealer(root, book)
    hands = [hands_at(root, number, (dealer + place) % 4, book) for place, number in enumerate(picks)]
    return ("" if list(pick(root, deals, others)) == picks else "other-picks"), hands


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value
