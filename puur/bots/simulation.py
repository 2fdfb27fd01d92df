"""Bidding by simulation: every likely announcement, and the push, is played out over worlds that could be the true one.

The table (`bots.bidtable`) only chooses what is worth trying and what a partner would announce after a push. Counted is all that
the book writes down: cards, factor, Match, Weis and Stöck, at the present score of the game. Importing this module loads numba.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from puur.bots import kernels as k
from puur.bots import reckoning as r
from puur.bots.base import bids_of, push_of
from puur.bots.bidding import HASTE, READY, announce_worths, line_kind, six
from puur.bots.bidtable import bid_arrays, bid_tables, push_worth
from puur.bots.budget import Budget
from puur.bots.factors import factors_of
from puur.bots.search import constants, generator, tables_of
from puur.bots.stakes import Stakes
from puur.core.cards import DECK
from puur.core.events import Announced, Pushed
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.reglement import Reglement
from puur.core.view import View

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
WORLDS = 240
CLOSE = 45.0  # announcements that the table puts within so many points of the best one are tried
SLIP = 0.05
HEAT = 20.0


def dealt_worlds(view: View, n: int, factors: Sequence[float], chance: Ints) -> Ints:
    """`n` deals around the own hand; after a push, as likely as the partner would have pushed."""
    state = np.zeros(r.SIZE, np.int64)
    state[r.REST] = DECK.bits
    state[r.HANDS + view.seat] = view.hand.bits
    state[r.LEFT : r.LEFT + 4] = 9
    nothing = np.zeros(4, np.int64)
    empty = np.zeros(0, np.int64)
    said = np.array([((view.seat + 2) % 4, -1, 1)] if view.pushes == 1 else [], np.int64).reshape(-1, 3)
    pool, logs = np.zeros((n, 4), np.int64), np.zeros(n)
    weights, odds = constants()
    scale = np.array(factors, np.float64)
    heats = np.array([0.0, HEAT * float(scale.mean()), 0.0])
    k.worlds(
        n, state, view.seat, nothing, nothing, empty, empty, tables_of(PLAIN_MODES[0]), weights, odds,
        said, bid_arrays()[0], scale, push_worth(factors), heats, chance, pool, logs,
    )  # fmt: skip
    if not len(said):
        return pool
    share = np.exp(logs - logs.max())
    ends = np.cumsum(share / share.sum())
    return np.ascontiguousarray(pool[np.minimum(np.searchsorted(ends, (np.arange(n) + 0.5) / n), n - 1)])


def points_of(pool: Ints, mode: Mode, leader: int, announcer: int, book: Reglement | None, factor: float, chance: Ints) -> Floats:
    """What both teams write in every world, factor included."""
    weights, odds = constants()
    out = np.zeros((len(pool), 3))
    k.play_out(pool, leader, announcer, tables_of(mode), weights, odds, SLIP, chance, out)
    made = out[:, :2].copy()
    if book is not None:
        made[:, 0] += (out[:, 2] == 9) * book.scoring.match_bonus
        made[:, 1] += (out[:, 2] == 0) * book.scoring.match_bonus
        if book.weis.enabled or book.stoeck.enabled:
            from puur.fast.weis import stoeck_points, weis_points

            bonus = weis_points(pool, mode, book, leader=leader) + stoeck_points(pool, mode, book)
            return made * factor + bonus * (factor if book.weis.times_factor else 1.0)
    return made * factor


def mean_worth(made: Floats, team: int, stakes: Stakes) -> float:
    """The mean of what the worlds are worth to a team at this score."""
    ours, theirs = made[:, team], made[:, 1 - team]
    if not stakes.target:
        return float((ours - theirs).mean())
    return sum(map(stakes.worth, ours.tolist(), theirs.tolist())) / len(made)


class SimulationBidder:
    """Bids by playing out."""

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """The announcement or push that does best over the worlds."""
        return max(self.weighed(view, rng, budget), key=lambda pair: pair[1])[0]

    def weighed(self, view: View, rng: random.Random, budget: Budget) -> list[tuple[Announced | Pushed, float]]:
        """What was tried, with its worth in written points."""
        bids = bids_of(view)
        clock, chance = budget.clock(), generator(rng)
        return self._line_bids(view, bids, chance) if bids[0].variant else self._mode_bids(view, bids, chance, lambda: clock.out)

    def _mode_bids(
        self, view: View, bids: list[Announced], chance: Ints, late: Callable[[], bool]
    ) -> list[tuple[Announced | Pushed, float]]:
        book, factors, seat = view.book, factors_of(view), view.seat
        stakes = Stakes.of(view)
        pool = dealt_worlds(view, WORLDS, factors, chance)
        leader = (seat + 2) % 4 if view.pushes == 1 else seat
        rough = announce_worths(bid_tables()[0 if view.pushes == 0 else 1], view.hand, factors, stakes, book)
        by_mode = {bid.mode: bid for bid in bids}
        order = sorted(by_mode, key=lambda mode: -rough[PLAIN_MODES.index(mode)])
        tried: list[tuple[Announced | Pushed, float]] = []
        for mode in order:
            at = PLAIN_MODES.index(mode)
            if tried and (late() or rough[at] < rough[PLAIN_MODES.index(order[0])] - CLOSE * factors[at]):
                break
            made = points_of(pool, mode, leader, seat, book, factors[at], chance)
            tried.append((by_mode[mode], mean_worth(made, seat % 2, stakes)))
        push = push_of(view)
        if push is not None:
            tried.append((push, self._pushed(view, pool, factors, list(by_mode), stakes, book, chance)))
        return tried

    def _pushed(
        self, view: View, pool: Ints, factors: Sequence[float], modes: Sequence[Mode], stakes: Stakes,
        book: Reglement, chance: Ints,
    ) -> float:  # fmt: skip
        """The partner announces what the table tells, and the own seat leads."""
        partner, rows = (view.seat + 2) % 4, bid_tables()[1].announcer
        allowed = [PLAIN_MODES.index(mode) for mode in modes]
        groups: dict[int, list[int]] = {}
        for world, hand in enumerate(pool[:, partner].tolist()):
            points = six(rows, hand)
            groups.setdefault(max(allowed, key=lambda at: factors[at] * (2.0 * points[at] - 157.0)), []).append(world)
        total = 0.0
        for at, chosen in groups.items():
            part = np.ascontiguousarray(pool[chosen])
            made = points_of(part, PLAIN_MODES[at], view.seat, partner, book, factors[at], chance)
            total += mean_worth(made, view.seat % 2, stakes) * len(chosen)
        return total / len(pool)

    def _line_bids(self, view: View, bids: list[Announced], chance: Ints) -> list[tuple[Announced | Pushed, float]]:
        """Fields against what they could bring another time; the six likeliest by table are played out."""
        factors, table = dict(view.factors), bid_tables()[0]

        def short(bid: Announced) -> float:
            return factors[bid.variant] * (READY[line_kind(bid)] - table.worth(view.hand.bits, bid.mode))

        likely = sorted(bids, key=short)
        pool = dealt_worlds(view, WORLDS, [1.0] * 6, chance)
        tried: list[tuple[Announced | Pushed, float]] = []
        for bid in likely[:6]:
            points = points_of(pool, bid.mode, view.seat, view.seat, None, 1.0, chance)[:, view.seat % 2].mean()
            asked = READY[line_kind(bid)] - HASTE * view.pushes
            tried.append((bid, factors[bid.variant] * (float(points) - asked)))
        push = push_of(view)
        return [*tried, (push, 0.0)] if push is not None else tried
