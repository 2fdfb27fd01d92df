"""A deliberately simple solver to check the fast one by: alpha-beta, an exact memory of positions between tricks, nothing else.

It shares no code and no numbering with `puur.fast`: cards are those of the core, strength is the core's own table of powers,
and the legal cards are found card by card, as the rules tell it. It answers whether team 0 can make `tau` of the points still
open, so that two questions prove a value. Compiled, because a seven-card ending has millions of lines.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from puur.core.mode import LAST_TRICK, Mode
from puur.fast.position import Position

BITS = 22
NOTHING = -1


@numba.njit(cache=True)
def _legal(hand: int, trick: Any, played: int, power: Any, trump: int, puur: int, out: Any) -> int:
    """The legal cards, written to `out`; how many."""
    count = 0
    if played == 0:
        for card in range(36):
            if hand >> card & 1:
                out[count] = card
                count += 1
        return count
    led = trick[0] // 9
    must = False  # a card that has to follow; the Puur need not
    other = False  # anything but trump
    for card in range(36):
        if hand >> card & 1:
            if card // 9 == led and card != puur:
                must = True
            if card // 9 != trump:
                other = True
    cut = 0  # power of the highest trump on a trick that was led in another suit
    if led != trump and trump >= 0:
        for place in range(played):
            if trick[place] // 9 == trump:
                cut = max(cut, power[led, trick[place]])
    for card in range(36):
        if hand >> card & 1:
            suit = card // 9
            if must and suit != led and suit != trump:
                continue
            if led != trump and suit == trump and power[led, card] < cut and other:
                continue
            out[count] = card
            count += 1
    return count


@numba.njit(cache=True)
def _reaches(
    hands: Any, leader: int, trick: Any, played: int, left: int, tau: int, rest: int, powers: Any, trumps: Any, puurs: Any,
    values: Any, keys: Any, lows: Any, highs: Any, moves: Any, nodes: Any,
) -> bool:  # fmt: skip
    """Whether team 0 makes at least `tau` of the `rest`."""
    nodes[0] += 1
    if tau <= 0:
        return True
    if tau > rest:
        return False
    order = 9 - left
    slot = 0
    if played == 0:
        alive = hands[0] | hands[1] | hands[2] | hands[3]
        key = alive << 2 | leader
        slot = (key * 0x2545F4914F6CDD1D >> 20) & (1 << BITS) - 1
        if keys[slot] == key:
            if lows[slot] >= tau:
                return True
            if highs[slot] < tau:
                return False
    seat = (leader + played) & 3
    wants = seat & 1 == 0
    ply = 4 * order + played
    power = powers[order]
    count = _legal(hands[seat], trick, played, power, trumps[order], puurs[order], moves[ply])
    answer = not wants
    for number in range(count):
        card = moves[ply, number]
        hands[seat] ^= 1 << card
        trick[played] = card
        if played < 3:
            found = _reaches(
                hands, leader, trick, played + 1, left, tau, rest, powers, trumps, puurs, values, keys, lows, highs, moves, nodes
            )
        else:
            best, taker, worth = 0, 0, 0
            for place in range(4):
                worth += values[trick[place]]
                if power[trick[0] // 9, trick[place]] > best:
                    best = power[trick[0] // 9, trick[place]]
                    taker = (leader + place) & 3
            if left == 1:
                found = taker & 1 == 0
            else:
                gain = worth if taker & 1 == 0 else 0
                saved = (trick[0], trick[1], trick[2], trick[3])
                found = _reaches(
                    hands, taker, trick, 0 * played, left - 1, tau - gain, rest - worth,
                    powers, trumps, puurs, values, keys, lows, highs, moves, nodes,
                )  # fmt: skip
                trick[0], trick[1], trick[2], trick[3] = saved
        hands[seat] ^= 1 << card
        if found == wants:
            answer = wants
            break
    if played == 0:
        if keys[slot] != key:
            keys[slot], lows[slot], highs[slot] = key, 0, rest
        if answer:
            lows[slot] = max(lows[slot], tau)
        else:
            highs[slot] = min(highs[slot], tau - 1)
    return answer


class Plain:
    """The simple solver with its memory."""

    def __init__(self) -> None:
        self.keys = np.full(1 << BITS, NOTHING, np.int64)
        self.lows = np.zeros(1 << BITS, np.int64)
        self.highs = np.zeros(1 << BITS, np.int64)
        self.nodes = np.zeros(1, np.int64)
        self.tables: dict[Mode, tuple[Any, ...]] = {}

    def begin(self, position: Position) -> None:
        """Forget the last deal."""
        self.keys.fill(NOTHING)

    def _of(self, mode: Mode) -> tuple[Any, ...]:
        if mode not in self.tables:
            orders = [mode.order(trick) for trick in range(9)]
            self.tables[mode] = (
                np.array([order.power for order in orders], np.int64),
                np.array([NOTHING if order.trump is None else order.trump.index for order in orders], np.int64),
                np.array([NOTHING if order.puur is None else order.puur.index for order in orders], np.int64),
                np.array(mode.values, np.int64),
            )
        return self.tables[mode]

    def reaches(self, position: Position, tau: int) -> bool:
        """Whether team 0 makes at least `tau` of the points still open, those of the last trick included."""
        powers, trumps, puurs, values = self._of(position.mode)
        trick = np.zeros(4, np.int64)
        for place, card in enumerate(position.trick):
            trick[place] = card.index
        hands = np.array(position.hands, np.int64)
        moves = np.zeros((37, 9), np.int64)
        return bool(
            _reaches(
                hands, position.leader, trick, len(position.trick), position.left, tau, position.rest,
                powers, trumps, puurs, values, self.keys, self.lows, self.highs, moves, self.nodes,
            )
        )  # fmt: skip

    def is_value(self, position: Position, points: int) -> bool:
        """Whether team 0 makes exactly `points` with best play: so many, and not one more."""
        self.begin(position)
        assert LAST_TRICK == 5
        return self.reaches(position, points) and not self.reaches(position, points + 1)
