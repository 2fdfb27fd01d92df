"""Search: which card does best over many worlds that could be the true one, if everybody plays on sensibly.

Worlds are dealt from what the seat knows (`bots.knowledge`) and weighed by how likely the others would have bid and played as they
did. One tree for all worlds (information-set search) keeps the bot from playing as if it saw the other hands; beyond the tree cards
are played by plain reckoning. Memory is bounded by `NODES`. Importing this module loads numba.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puur.bots import kernels as k
from puur.bots import reckoning as r
from puur.bots.base import cards_offered
from puur.bots.bidtable import bid_arrays, push_worth
from puur.bots.budget import Budget, Clock
from puur.bots.factors import factors_of
from puur.bots.knowledge import Knowledge, NotSearchable, knowledge
from puur.bots.tables import chances, mode_tables
from puur.bots.weights import flat
from puur.core.cards import CARDS, Card, CardSet, cards_in
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.trick import points
from puur.core.view import View
from puur.core.weis import WeisValues, weise_in

NODES = 400_000
FEW = 0.25  # of the worlds have to count
MOST_SOLVED = 100  # worlds in an ending; more bring little
SOLVED = 20  # worlds solved between two looks at the clock
SLICE = 256  # rounds between two looks at the clock
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Style:
    """How a searcher goes about it; the numbers were compared in the arena (docs/bots.md)."""

    explore: float = 0.35
    slip: float = 0.05  # how often a card beyond the tree is played at random
    play_heat: float = 0.0  # how sharply worlds are weighed by the cards played; 0: not at all, no gain was measured
    bid_heat: float = 20.0  # the same for bids, which does gain
    play_slip: float = 0.15  # how often somebody is taken to play any card
    worlds: int = 300
    exact: int = 0  # with so few cards in hand, worlds are solved exactly instead of searched together


@dataclass(frozen=True, slots=True)
class Judged:
    """One legal card: the points that the own side makes in the whole deal if it is played, and how often it was tried."""

    card: Card
    points: float
    visits: int


@lru_cache(maxsize=256)
def tables_of(mode: Mode) -> Ints:
    """The tables of a mode as an array."""
    return np.array(mode_tables(mode), np.int64)


@lru_cache(maxsize=1)
def constants() -> tuple[Floats, Floats]:
    """Weights and chances as arrays."""
    return np.array(flat()), np.array(chances())


def generator(rng: random.Random) -> Ints:
    """The state of the kernels' chance, from the bot's own."""
    return np.array([rng.getrandbits(62) | 1], np.int64)


def spoken(view: View) -> Ints:
    """What the others said: rows of seat, number of the mode (-1: pushed) and whether it could have been pushed."""
    rows = []
    if view.announcer is not None and not view.variant and view.mode in PLAIN_MODES:
        said = PLAIN_MODES.index(view.mode)
        if view.pushes == 0:
            rows.append((view.announcer, said, 1))
        elif view.pushes == 1:
            rows += [((view.announcer + 2) % 4, -1, 1), (view.announcer, said, 0)]
    return np.array([row for row in rows if row[0] != view.seat], np.int64).reshape(-1, 3)


def sampled(known: Knowledge, view: View, n: int, style: Style, chance: Ints) -> Ints:
    """`n` worlds (rows of four hands), drawn as likely as they are; fewer only where none were found."""
    pool, logs = np.zeros((n, 4), np.int64), np.zeros(n)
    weights, odds = constants()
    state = np.array(known.state, np.int64)
    sure, barred = np.array(known.sure, np.int64), np.array(known.barred, np.int64)
    leaders, played = np.array(known.leaders, np.int64), np.array(known.played, np.int64)
    said = spoken(view)
    factors = np.array(factors_of(view), np.float64)
    heat = style.bid_heat * float(factors.mean())
    lead = view.pushes == 0
    heats = np.array([style.play_heat, heat, style.play_slip])
    push = push_worth(factors.tolist())
    number = k.worlds(
        n, state, known.seat, sure, barred, leaders, played, tables_of(known.mode), weights, odds,
        said, bid_arrays()[0 if lead else 1], factors, push, heats, chance, pool, logs,
    )  # fmt: skip
    pool, logs = pool[:number], logs[:number]
    if number and known.stated:
        logs = logs - 8.0 * np.array([_contradicts(known, row, view.book.weis.values) for row in pool.tolist()])
    if number == 0:
        return pool
    ends = np.cumsum(evened(logs))
    start = (int(chance[0]) & 0xFFFF) / 0x10000
    picked = np.searchsorted(ends, (np.arange(n) + start) / n)
    return np.ascontiguousarray(pool[np.minimum(picked, number - 1)])


def evened(logs: Floats) -> Floats:
    """Weights from their logarithms, flattened until a quarter of the worlds counts: our models of people are rough."""
    power = 1.0
    while True:
        share: Floats = np.exp(power * (logs - logs.max()))
        share /= share.sum()
        if power < 0.001 or 1.0 / float((share**2).sum()) >= FEW * len(logs):
            return share
        power *= 0.8


def _contradicts(known: Knowledge, hands: list[int], values: WeisValues) -> int:
    """How many stated Weise these hands do not hold."""
    count = 0
    for seat, stated in known.stated:
        bits = hands[seat]
        for at, card in enumerate(known.played):
            if (known.leaders[at // 4] + at % 4) % 4 == seat:
                bits |= 1 << card
        count += not any(weis.points(values) >= stated for weis in weise_in(CardSet(bits=bits)))
    return count


def judge_cards(view: View, rng: random.Random, budget: Budget, rounds: int, style: Style) -> list[Judged]:
    """Every legal card with its expected points, the best one first; `NotSearchable` where the position is out of the ordinary."""
    clock = budget.clock()
    known = knowledge(view)
    chance = generator(rng)
    state = np.array(known.state, np.int64)
    weights, odds = constants()
    tables = tables_of(known.mode)
    rounds = budget.rounds or rounds
    pool = sampled(known, view, max(20, min(style.worlds, rounds // 4)), style, chance)
    if not len(pool):
        raise NotSearchable("no world fits what was seen")
    if len(view.hand) <= style.exact:
        return _solved(known, view, pool[:: -(-len(pool) // MOST_SOLVED)], clock)
    size = min(NODES, rounds + 1)
    nodes, stats = np.empty((size, k.NODE), np.int64), np.empty((size, k.STATS))
    nodes[0], stats[0] = (-1, -1, -1), (0.0, 0.0, 0.0)
    used, done = 1, 0
    while done < rounds:
        now = min(SLICE, rounds - done)
        used = k.search(now, state, pool, tables, weights, odds, style.explore, style.slip, nodes, stats, used, chance)
        done += now
        if clock.out:
            break
    offered = cards_offered(view)  # a ruling may forbid cards that would follow suit
    judged = [candidate for candidate in _results(nodes, stats, known, view.points[view.seat % 2]) if candidate.card in offered]
    if not judged:
        raise NotSearchable("a ruling decides what may be played")
    return judged


def _open_points(known: Knowledge) -> int:
    """The points that nobody has made yet: cards not played, the trick on the table and the last trick."""
    return points(cards_in(known.state[r.REST]), known.mode.values) + known.state[r.POT] + r.LAST


def _solved(known: Knowledge, view: View, pool: Ints, clock: Clock) -> list[Judged]:
    """Every world solved exactly with all cards known, and the mean taken."""
    from puur.fast.solver import own_solver

    st, solved, sums = known.state, 0, np.zeros(36)
    for first in range(0, len(pool), SOLVED):
        part = pool[first : first + SOLVED]
        number = len(part)
        tricks = np.full((number, 3), -1, np.int64)
        tricks[:, : st[r.COUNT]] = st[r.TRICK : r.TRICK + st[r.COUNT]]
        leaders, counts = np.full(number, st[r.LEADER], np.int64), np.full(number, st[r.COUNT], np.int64)
        _, cards, _ = own_solver().values(known.mode, part, leaders, tricks, counts, np.zeros(number, np.int64), cards=1)
        sums += cards.sum(axis=0)
        solved += number
        if clock.out:
            break
    means = sums / solved if view.seat % 2 == 0 else _open_points(known) - sums / solved
    judged = [Judged(card, view.points[view.seat % 2] + means[card.index], solved) for card in cards_offered(view)]
    return sorted(judged, key=lambda candidate: (-candidate.points, candidate.card.index))


def _results(nodes: Ints, stats: Floats, known: Knowledge, made: int) -> list[Judged]:
    candidates, left = [], _open_points(known)
    child = int(nodes[0, k.FIRST])
    while child >= 0:
        visits, total = float(stats[child, k.VISITS]), float(stats[child, k.SUM])
        share = total / visits if known.seat % 2 == 0 else 1.0 - total / visits
        candidates.append(Judged(CARDS[int(nodes[child, k.CARD])], made + left * share, int(visits)))
        child = int(nodes[child, k.NEXT])
    return sorted(candidates, key=lambda candidate: (-candidate.visits, -candidate.points, candidate.card.index))
