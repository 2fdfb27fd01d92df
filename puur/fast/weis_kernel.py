"""The compiled part of `puur.fast.weis`: the contest of Weise, deal by deal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puur.fast.jit import kernel

Ints = NDArray[np.int64]
MOST = 6  # Weise in one hand of nine cards: three runs, or two fours and a run through both, stay below


@kernel
def weis_of_deals(
    hands: Ints,
    leader: int,
    only_one: bool,
    kreuzweis: bool,
    cancels: bool,
    runs: Ints,
    fours: Ints,
    bits: Ints,
    points: Ints,
    rank: Ints,
    out: Ints,
) -> None:
    """Fill row i of `out` with what the two teams of deal i write."""
    per_suit = (bits.shape[0] - fours.shape[0]) // 4
    held = np.zeros((4, MOST), np.int64)
    many = np.zeros(4, np.int64)
    best = np.zeros(4, np.int64)
    for row in range(hands.shape[0]):
        top = -1
        winner = -1
        for place in range(4):
            seat = (leader + place) & 3
            hand = hands[row, seat]
            count = 0
            for suit in range(4):
                ranks = hand >> 9 * suit & 0x1FF
                for at in range(3):
                    if runs[ranks, at] >= 0:
                        held[seat, count] = suit * per_suit + runs[ranks, at]
                        count += 1
            for at in range(fours.shape[0]):
                if hand & fours[at] == fours[at]:
                    held[seat, count] = 4 * per_suit + at
                    count += 1
            many[seat] = count
            best[seat] = -1
            for at in range(count):
                if best[seat] < 0 or rank[place, held[seat, at]] > rank[place, best[seat]]:
                    best[seat] = held[seat, at]
            if count and rank[place, best[seat]] > top:
                top = rank[place, best[seat]]
                winner = seat
            elif cancels and count and rank[place, best[seat]] == top and (winner < 0 or (winner ^ seat) & 1):
                winner = -1
        out[row, 0] = 0
        out[row, 1] = 0
        if winner < 0:
            continue
        total = 0
        for partner in range(2):
            seat = (winner + 2 * partner) & 3
            if many[seat] == 0:
                continue
            total += points[best[seat]]
            if only_one:
                continue
            taken = bits[best[seat]]
            last = rank[0, best[seat]] + 1
            for _ in range(many[seat]):  # the others from the highest down; `last` is the rank of the one before
                chosen = -1
                for at in range(many[seat]):
                    weis = held[seat, at]
                    if rank[0, weis] < last and (chosen < 0 or rank[0, weis] > rank[0, chosen]):
                        chosen = weis
                if chosen < 0:
                    break
                last = rank[0, chosen]
                for at in range(many[seat]):  # all of this rank, in the order of the hand
                    weis = held[seat, at]
                    if rank[0, weis] == last and weis != best[seat]:
                        if points[weis] <= points[best[winner]] and (kreuzweis or bits[weis] & taken == 0):
                            total += points[weis]
                        if bits[weis] & taken == 0:
                            taken |= bits[weis]
        out[row, winner & 1] = total
