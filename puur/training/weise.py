"""Weise of many deals at once, as far as players learn from them: what is stated, what is laid open, what it counts.

Who wants states the highest Weis; the party with the highest one that was stated shows and writes all of its own, the quiet
partner's too (JR-WEIS-05). The values are those of most books.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puur.core.weis import LARGE
from puur.fast.batch import TRUMP, UNTEN, Array, Kit

RUNS = np.array([0, 0, 0, *LARGE.runs], np.float32)
FOURS = np.array([LARGE.four_nine if rank == 3 else LARGE.four_under if rank == 5 else LARGE.four for rank in range(9)], np.float32)
STOECK = 20.0


@dataclass
class Held:
    """The Weise that everybody holds."""

    key: Array  # [n, seat]: rank of the highest one, 0 for none
    cards: Array  # [n, seat, card]: those of any Weis
    whole: Array  # [n, seat]: points of all
    stoeck: Array  # [n, seat]: points of the Stöck

    @property
    def highest(self) -> Array:
        """[n, seat]: points of the highest one."""
        return (self.key / 4096 + 1e-4) // 10 * 10


def settled(kit: Kit, held: Held, leader: Array, tells: Array) -> tuple[Array, Array, Array]:
    """What each seat states, the cards that are shown, and what both sides write, if `tells[n, seat]` state theirs."""
    n, where, rows = len(leader), kit.xp.where, kit.count(len(leader))
    told = where(tells, held.key, 0 * held.key)
    place = (kit.count(4) - leader[:, None]) % 4
    winner = where(told > 0, 4 * told + 3 - place, 0 * told).argmax(axis=1)
    stated = (told / 4096 + 1e-4) // 10 * 10
    best = kit.full((n, 4), 0, "bool")
    spoken = told[rows, winner] > 0
    best[rows, winner] = spoken
    best[rows, (winner + 2) % 4] = spoken
    best = best & (held.key > 0)
    shown = held.cards & best[:, :, None]
    points = where(best, held.whole, 0 * held.whole)
    return stated, shown, (points + held.stoeck).reshape(n, 2, 2).sum(axis=1)


def held_weise(kit: Kit, hand: Array, blocks: Array) -> Held:
    """What `hand[n, seat, card]` holds in deals that are decided like `blocks`."""
    n, where = len(hand), kit.xp.where
    held = kit.number(hand).reshape(n, 4, 4, 9)
    length = kit.copy(held)  # of the run up to here, then of the whole run that a card stands in
    for rank in range(1, 9):
        length[..., rank] = (length[..., rank - 1] + 1) * held[..., rank]
    for rank in range(7, -1, -1):
        longer = length[..., rank + 1] > length[..., rank]
        length[..., rank] = where(longer & (held[..., rank] > 0), length[..., rank + 1], length[..., rank])
    four = held.sum(axis=2) == 4  # [n, seat, rank]
    in_weis = (length >= 3) | four[:, :, None, :]

    ends = kit.copy(length)  # a run is known by its last card
    ends[..., :8] = length[..., :8] * (1 - held[..., 1:])
    ends = where(ends >= 3, ends, 0 * ends)
    run_points = kit.put(RUNS)[_whole(kit, ends)]
    four_points = kit.number(four) * kit.put(FOURS)
    points = run_points.sum(axis=(2, 3)) + four_points.sum(axis=2)

    low = (blocks[:, 0] == UNTEN)[:, None, None, None]
    rank = kit.number(kit.count(9))
    top = where(low, 8 - (rank - ends + 1), rank + 0 * ends)
    trump = kit.number((blocks == TRUMP).any(axis=1))[:, None, None, None] * kit.number(kit.count(4) == 0)[:, None]
    run_key = where(ends > 0, 4096 * run_points + 256 * ends + 16 * top + 8 * trump, 0 * ends)
    four_top = where(low[..., 0], 8 - rank, rank + 0 * four_points)
    four_key = where(four, 4096 * four_points + 1024 + 16 * four_top, 0 * four_points)
    key = _highest(run_key.reshape(n, 4, 36))
    key = where(key > _highest(four_key), key, _highest(four_key))
    stoeck = kit.number(hand[:, :, 6] & hand[:, :, 7] & (blocks == TRUMP).all(axis=1)[:, None]) * STOECK
    return Held(key, in_weis.reshape(n, 4, 36), points, stoeck)


def _highest(keys: Array) -> Array:
    """The largest of the last axis."""
    largest = keys.max(axis=-1)
    return largest.values if hasattr(largest, "values") else largest


def _whole(kit: Kit, numbers: Array) -> Array:
    return numbers.astype(np.int64) if kit.device is None else numbers.long()
