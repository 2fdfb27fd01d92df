"""Exact solutions of deals with all cards known: the value, the best cards, and what every other card costs.

A value is a difference: the card points (with the 5 of the last trick) that the side to move still makes, less those of the
other side, if all four play as well as possible. The search is compiled (`puur.fast.roots`); a `Solver` owns its memory,
15 MiB, and works on one position at a time. Several threads need a solver each, which `solve_many` sees to.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from puur.core.cards import CARDS, Card
from puur.core.mode import LAST_TRICK, Mode
from puur.fast import layout
from puur.fast.image import contexts, image, view
from puur.fast.position import BadPosition, Position
from puur.fast.solution import GivenUp, Solution, solution

Ints = NDArray[np.int64]
NO_LIMIT = 1 << 62
MOST_BONUS = 700  # beyond it, bounds would not fit into their fields


class Solver:
    """Memory for one search at a time, and the modes it was prepared for."""

    def __init__(self) -> None:
        self._memory = np.zeros(layout.SIZE + 64, np.uint8)
        self._seen = np.zeros(layout.SEEN + 64, np.uint8)
        self._start = -self._memory.ctypes.data % 64  # a block begins with a line of the processor's cache
        self._mode: Mode | None = None
        self._places: Ints = np.zeros((0, 36), np.int64)
        self._numbers(layout.KILLERS, 1 << layout.KILLER_BITS, np.uint32)[:] = 0xFFF

    def _numbers(self, at: int, count: int = 1, kind: type[np.generic] = np.int64) -> NDArray[np.generic]:
        return view(self._memory, self._start + at, count, kind)

    def _prepare(self, mode: Mode) -> None:
        if mode.backward:
            raise BadPosition(f"{mode} is not solved: each side writes what the other one takes, and wants few points")
        if mode != self._mode:
            tables = image(mode)
            after = self._start + layout.CONTEXT_OF
            self._memory[after : self._start + layout.KILLERS] = tables[layout.CONTEXT_OF :]
            self._places = np.array([segment.place for segment in contexts(mode)], np.int64)
            self._mode = mode

    # ---- questions ---------------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """How many positions were looked at since the solver was made."""
        return int(self._numbers(layout.NODES)[0])

    def stop(self) -> None:
        """Give up the running search; may be called from any thread."""
        self._numbers(layout.STOP)[0] = 1

    def values(
        self,
        mode: Mode,
        hands: Ints,
        leaders: Ints,
        tricks: Ints,
        played: Ints,
        flags: Ints,
        *,
        cards: int = 0,
        match_bonus: int = 0,
        limit: int = NO_LIMIT,
    ) -> tuple[Ints, Ints, int]:
        """Solve rows of positions of one mode: points of team 0, the same per card, and how many rows were solved within the limit.

        Points are those still open; half of the Match bonus is added or taken away where a Match is made. `tricks` are core indices
        of the cards on the table; the bits of `flags` say who may still make a Match: 1 is team 0, 2 is team 1.
        """
        from puur.fast.roots import solve_positions

        if match_bonus % 2 or not 0 <= match_bonus <= MOST_BONUS:
            raise ValueError(f"the Match bonus must be even and at most {MOST_BONUS}, got {match_bonus}")
        self._prepare(mode)
        self._numbers(layout.BONUS)[0] = match_bonus // 2
        self._numbers(layout.LIMIT)[0] = min(NO_LIMIT, self.nodes + limit)
        points = np.full(len(hands), layout.NO_VALUE, np.int64)
        per_card = np.full((len(hands) if cards else 0, 36), layout.NO_VALUE, np.int64)
        out = per_card if cards else np.zeros((len(hands), 1), np.int64)
        flags = flags if match_bonus else np.zeros_like(flags)
        memory, seen = (-(-block.ctypes.data // 64) * 64 for block in (self._memory, self._seen))
        solved = solve_positions(
            memory, seen, len(self._places), self._places, LAST_TRICK, hands, leaders, tricks, played, flags,
            layout.NO_VALUE, cards, points, out,
        )  # fmt: skip
        return points, per_card, int(solved)

    def value(self, position: Position, *, match_bonus: int = 0, limit: int = NO_LIMIT) -> int:
        """Only the value of a position, for the side to move: the quickest question."""
        rows = self._rows([position], cards=0, match_bonus=match_bonus, limit=limit)
        if not rows[2]:
            raise GivenUp
        difference = 2 * int(rows[0][0]) - position.rest
        return difference if position.turn % 2 == 0 else -difference

    def solve(self, position: Position, *, per_card: bool = True, match_bonus: int = 0, limit: int = NO_LIMIT) -> Solution:
        """The exact value of a position and, if wanted, that of every card; `GivenUp` beyond `limit` nodes."""
        solutions = self.solve_all([position], per_card=per_card, match_bonus=match_bonus, limit=limit)
        if not solutions:
            raise GivenUp
        return solutions[0]

    def solve_all(
        self, positions: Sequence[Position], *, per_card: bool = True, match_bonus: int = 0, limit: int = NO_LIMIT
    ) -> list[Solution]:
        """Solutions of positions of one mode, in order; fewer than asked for if the limit is reached."""
        if not positions:
            return []
        values, cards, solved = self._rows(positions, cards=1 if per_card else 2, match_bonus=match_bonus, limit=limit)
        return [
            solution(position, int(value), _by_card(row), match_bonus=match_bonus, all_cards=per_card)
            for position, value, row in zip(positions[:solved], values, cards, strict=False)
        ]

    def _rows(self, positions: Sequence[Position], *, cards: int, match_bonus: int, limit: int) -> tuple[Ints, Ints, int]:
        if any(position.over for position in positions):
            raise ValueError("no cards are left to play")
        modes = {position.mode for position in positions}
        if len(modes) != 1:
            raise ValueError(f"positions of one mode are needed, got {len(modes)} modes")
        tricks = np.full((len(positions), 3), -1, np.int64)
        for row, position in enumerate(positions):
            for at, card in enumerate(position.trick):
                tricks[row, at] = card.index
        return self.values(
            positions[0].mode,
            np.array([position.hands for position in positions], np.int64),
            np.array([position.leader for position in positions], np.int64),
            tricks,
            np.array([len(position.trick) for position in positions], np.int64),
            np.array([match_flag(position) for position in positions], np.int64),
            cards=cards,
            match_bonus=match_bonus,
            limit=limit,
        )


def _by_card(row: Ints) -> dict[Card, int]:
    return {CARDS[index]: int(points) for index, points in enumerate(row) if points != layout.NO_VALUE}


def match_flag(position: Position) -> int:
    """Who may still make a Match, as bits: 1 is team 0, 2 is team 1."""
    mine, theirs = position.won
    done = position.number
    if mine + theirs != done or (mine and theirs):
        return 0
    return 3 if done == 0 else 1 if mine else 2


_local = threading.local()


def own_solver() -> Solver:
    """The solver of the calling thread."""
    solver: Solver | None = getattr(_local, "solver", None)
    if solver is None:
        solver = _local.solver = Solver()
    return solver


def solve(position: Position, *, per_card: bool = True, match_bonus: int = 0, limit: int = NO_LIMIT) -> Solution:
    """The exact value of a position with all cards known, its best cards and the value of every legal card."""
    return own_solver().solve(position, per_card=per_card, match_bonus=match_bonus, limit=limit)


def solve_many(
    positions: Iterable[Position],
    threads: int = 1,
    *,
    per_card: bool = True,
    match_bonus: int = 0,
    progress: Callable[[int], None] | None = None,
) -> list[Solution]:
    """The solutions of many positions of any modes, in order; `progress` hears how many more are done."""
    todo = list(positions)

    def work(number: int) -> Solution:
        solved = solve(todo[number], per_card=per_card, match_bonus=match_bonus)
        if progress is not None:
            progress(1)
        return solved

    # positions of one mode in a row: their tables are filled once
    order = sorted(range(len(todo)), key=lambda number: str(todo[number].mode))
    with ThreadPoolExecutor(max(1, threads)) as pool:
        by_number = dict(zip(order, (pool.map if threads > 1 else map)(work, order), strict=True))
    return [by_number[number] for number in range(len(todo))]
