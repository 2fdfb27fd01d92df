"""A match: two players on paired deals. Each deal is played twice with the sides exchanged and the same chance.

A plan says everything that decides a result, so that a match can be shared out to processes or machines, broken off and taken up
again: pair number i depends on the plan and i alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from puur.arena.players import parse_player
from puur.arena.table import Side, dealt_hands, play_deal, prepared
from puur.bots.levels import LEVELS, bot
from puur.bots.worker import warm
from puur.core.reglement import Reglement
from puur.fast import available
from puur.reglement import load

BIDDINGS = ("same", "own", "random")
COMMON_BIDDER = "stammtisch"  # who bids for both sides with `same`


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the result of a match."""

    a: str
    b: str
    deals: int = 1000  # so many different deals, each played twice
    seed: int = 1
    book: str = "tam2014-es"
    bidding: str = "same"
    weis: bool = False

    def key(self) -> dict[str, Any]:
        """What two runs must share to be one match; more deals may be added later."""
        return {name: value for name, value in asdict(self).items() if name != "deals"}


@dataclass(frozen=True, slots=True)
class Pair:
    """One deal played twice: what A and B wrote in both, and the milliseconds of their decisions."""

    number: int
    a: int
    b: int
    times_a: tuple[float, ...]
    times_b: tuple[float, ...]
    tricks_a: int = 0  # of 18

    def to_plain(self) -> list[Any]:
        """For a line of JSON."""
        return [self.number, self.a, self.b, list(self.times_a), list(self.times_b), self.tricks_a]

    @classmethod
    def from_plain(cls, row: Sequence[Any]) -> Pair:
        """From a line of JSON."""
        return cls(int(row[0]), int(row[1]), int(row[2]), tuple(row[3]), tuple(row[4]), int(row[5]))


@lru_cache(maxsize=8)
def _book(source: str, weis: bool) -> Reglement:
    return prepared(load(source), weis)


def play_pair(plan: Plan, number: int) -> Pair:
    """Play one pair of a match."""
    book = _book(plan.book, plan.weis)
    return pair_between(plan, number, parse_player(plan.a).side(book), parse_player(plan.b).side(book))


def pair_between(plan: Plan, number: int, side_a: Side, side_b: Side, book: Reglement | None = None) -> Pair:
    """Play one pair between these two, whatever the plan calls them; under `book` where it is no shipped one."""
    rng = random.Random(f"{plan.seed}/{plan.book}/{number}")
    hands, dealer = dealt_hands(rng), rng.randrange(4)
    rules, seed = prepared(book, plan.weis) if book else _book(plan.book, plan.weis), f"{plan.seed}/{number}"
    if plan.bidding != "own":
        common = bot(COMMON_BIDDER if plan.bidding == "same" else "random")
        side_a, side_b = Side(common, side_a.player, side_a.budget), Side(common, side_b.player, side_b.budget)
    first = play_deal(rules, hands, dealer, (side_a, side_b), seed)
    settled = first.bids if plan.bidding != "own" else ()
    second = play_deal(rules, hands, dealer, (side_b, side_a), seed, settled)
    return Pair(
        number,
        first.points[0] + second.points[1],
        first.points[1] + second.points[0],
        _milliseconds(first.times[0] + second.times[1]),
        _milliseconds(first.times[1] + second.times[0]),
        first.tricks[0] + second.tricks[1],
    )


def play_pairs(plan: Plan, numbers: Sequence[int]) -> list[Pair]:
    """Play some pairs of a match; what a worker does. Code is compiled before the first clock runs."""
    if any(player.name in LEVELS and LEVELS[player.name].searches for player in map(parse_player, (plan.a, plan.b))):
        _warmed()
    return [play_pair(plan, number) for number in numbers]


@lru_cache(maxsize=1)
def _warmed() -> None:
    if available():
        warm()


def _milliseconds(times: list[float]) -> tuple[float, ...]:
    return tuple(round(1000 * seconds, 3) for seconds in times)
