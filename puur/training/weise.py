"""Weise of many deals at once, as far as players learn from them: what is stated, what is laid open, what it counts.

Everybody announces the highest Weis; the party with the highest one shows and writes all of its own. The values are those of
most books.
"""

from __future__ import annotations

import numpy as np

from puur.core.weis import LARGE
from puur.fast.batch import TRUMP, UNTEN, Array, Kit

RUNS = np.array([0, 0, 0, *LARGE.runs], np.float32)
FOURS = np.array([LARGE.four_nine if rank == 3 else LARGE.four_under if rank == 5 else LARGE.four for rank in range(9)], np.float32)
STOECK = 20.0


def weise(kit: Kit, hand: Array, blocks: Array, leader: Array) -> tuple[Array, Array, Array]:
    """For `hand[n, seat, card]`: points of the highest Weis of each seat, the cards that are shown, and what both sides write."""
    n, where, rows = len(hand), kit.xp.where, kit.count(len(hand))
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
    whole = run_points.sum(axis=(2, 3)) + four_points.sum(axis=2)

    low = (blocks[:, 0] == UNTEN)[:, None, None, None]
    rank = kit.number(kit.count(9))
    top = where(low, 8 - (rank - ends + 1), rank + 0 * ends)
    trump = kit.number((blocks == TRUMP).any(axis=1))[:, None, None, None] * kit.number(kit.count(4) == 0)[:, None]
    run_key = where(ends > 0, 4096 * run_points + 256 * ends + 16 * top + 8 * trump, 0 * ends)
    four_top = where(low[..., 0], 8 - rank, rank + 0 * four_points)
    four_key = where(four, 4096 * four_points + 1024 + 16 * four_top, 0 * four_points)
    key = _highest(run_key.reshape(n, 4, 36))
    key = where(key > _highest(four_key), key, _highest(four_key))
    place = (kit.count(4) - leader[:, None]) % 4
    winner = where(key > 0, 4 * key + 3 - place, 0 * key).argmax(axis=1)
    stated = (key / 4096 + 1e-4) // 10 * 10
    best = kit.full((n, 4), 0, "bool")
    best[rows, winner] = True
    best[rows, (winner + 2) % 4] = True
    best = best & (key > 0)
    shown = in_weis.reshape(n, 4, 36) & best[:, :, None]
    points = where(best, whole, 0 * whole)
    stoeck = kit.number(hand[:, :, 6] & hand[:, :, 7] & (blocks == TRUMP).all(axis=1)[:, None]) * STOECK
    return stated, shown, (points + stoeck).reshape(n, 2, 2).sum(axis=1)


def _highest(keys: Array) -> Array:
    """The largest of the last axis."""
    largest = keys.max(axis=-1)
    return largest.values if hasattr(largest, "values") else largest


def _whole(kit: Kit, numbers: Array) -> Array:
    return numbers.astype(np.int64) if kit.device is None else numbers.long()
