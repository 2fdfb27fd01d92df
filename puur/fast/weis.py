"""Weise and Stöck of many deals at once, for complete scores: who has the highest Weis and what its team writes.

Everybody announces the highest Weis and, where the book allows it, adds the others afterwards. Which cards form a Weis, what
it counts and which of two is higher is asked of `puur.core.weis` once, for each of the 121 possible Weise, and kept in
tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puur.core.bonuses import Announce
from puur.core.cards import CARDS, CardSet
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.core.weis import Step, Weis, WeisValues, stoeck_of, strength, weise_in

Ints = NDArray[np.int64]


class WeisTables(NamedTuple):
    """All possible Weise by number, as arrays for the kernel."""

    runs: Ints  # ranks held in one suit (9 bits) -> up to three runs as (first, length) numbers, -1 for none
    fours: Ints  # the bits of each four of a kind
    bits: Ints  # of every Weis; runs of suit s are those with numbers from s * per_suit on, then come the fours
    points: Ints
    rank: Ints  # [place in the order of announcing, Weis]: the larger wins


def _all_weise() -> tuple[list[Weis], dict[tuple[int, int], int]]:
    """Every possible Weis: runs suit by suit, then fours; and the number of a run within its suit by (first, length)."""
    runs: list[Weis] = []
    numbers: dict[tuple[int, int], int] = {}
    for suit in range(4):
        for first in range(9):
            for length in range(3, 10 - first):
                numbers[first, length] = len(runs) - suit * len(numbers) if suit else len(runs)
                runs.append(Weis(CARDS[9 * suit + first : 9 * suit + first + length]))
    fours = [weis for rank in range(9) for weis in weise_in(CardSet(CARDS[rank::9]))]
    return runs + fours, numbers


@lru_cache(maxsize=64)
def weis_tables(mode: Mode, steps: tuple[Step, ...], values: WeisValues) -> WeisTables:
    """The tables for a mode and the comparison and values of a book."""
    weise, numbers = _all_weise()
    keys = [[strength(weis, mode, steps, values, place) for weis in weise] for place in range(4)]
    order = {key: number for number, key in enumerate(sorted({key for row in keys for key in row}))}
    runs = np.full((512, 3), -1, np.int64)
    for ranks in range(512):
        for at, weis in enumerate(weise_in(CardSet(bits=ranks))):
            runs[ranks, at] = numbers[weis.cards[0].rank.index, len(weis.cards)]
    return WeisTables(
        runs,
        np.array([weis.bits for weis in weise[4 * len(numbers) :]], np.int64),
        np.array([weis.bits for weis in weise], np.int64),
        np.array([weis.points(values) for weis in weise], np.int64),
        np.array([[order[key] for key in row] for row in keys], np.int64),
    )


def weis_points(hands: Ints, mode: Mode, book: Reglement, *, leader: int = 0) -> Ints:
    """What both teams may write for their Weise in each deal, before the factor; `hands` are those of the deal."""
    from puur.fast.weis_kernel import weis_of_deals

    out = np.zeros((len(hands), 2), np.int64)
    rules = book.weis
    if rules.enabled:
        tables = weis_tables(mode, rules.steps, rules.values)
        how = (leader, rules.announce is Announce.ONE, rules.kreuzweis, Step.CANCEL in rules.steps)
        weis_of_deals(np.ascontiguousarray(hands, np.int64), *how, *tables, out)
    return out


def stoeck_points(hands: Ints, mode: Mode, book: Reglement) -> Ints:
    """What both teams may write for König and Ober of trump, before the factor."""
    out = np.zeros((len(hands), 2), np.int64)
    pair = stoeck_of(mode.trump).bits
    if pair and book.stoeck.enabled:
        held = (hands & pair) == pair
        out[:, 0] = (held[:, 0] | held[:, 2]) * book.stoeck.points
        out[:, 1] = (held[:, 1] | held[:, 3]) * book.stoeck.points
    return out
