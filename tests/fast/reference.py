"""The same answers without compiled code: random playouts and exact solutions in plain Python, straight through the core.

Slow: some thousand playouts a second, and endings of four cards in a fraction of a second.
"""

from __future__ import annotations

import random

from puur.core.cards import Card, CardSet, cards_in
from puur.core.mode import LAST_TRICK
from puur.core.trick import judge, points, winner
from puur.fast.position import Position
from puur.fast.solution import Solution, solution


def playouts(position: Position, n: int, rng: random.Random) -> list[tuple[int, int, int, int]]:
    """Play a position to the end `n` times at random: points of both teams from here on, and tricks, as in `puur.fast.rollouts`."""
    mode, found = position.mode, []
    for _ in range(n):
        hands, leader, trick = list(position.hands), position.leader, list(position.trick)
        made, won = [0, 0], [0, 0]
        for number in range(position.number, 9):
            order = mode.order(number)
            while len(trick) < 4:
                seat = (leader + len(trick)) % 4
                card = rng.choice(cards_in(judge(CardSet(bits=hands[seat]), trick, order).allowed.bits))
                hands[seat] ^= card.bit
                trick.append(card)
            leader = (leader + winner(trick, order)) % 4
            made[leader % 2] += points(trick, mode.values)
            won[leader % 2] += 1
            trick = []
        made[leader % 2] += LAST_TRICK
        found.append((made[0], made[1], won[0], won[1]))
    return found


def solve(position: Position, *, match_bonus: int = 0) -> Solution:
    """The exact value of a position, as `puur.fast.solve` gives it."""
    search = _Search(position, match_bonus)
    values = {card: search.after(position, card) for card in position.legal()}
    pick = max if position.turn % 2 == 0 else min
    return solution(position, pick(values.values()), values, match_bonus=match_bonus, all_cards=True)


class _Search:
    """Minimax with a memory of positions between tricks; values are what team 0 makes of the open points."""

    def __init__(self, start: Position, match_bonus: int) -> None:
        self.memory: dict[tuple[object, ...], int] = {}
        self.half = match_bonus // 2
        self.possible = sum(start.won) == start.number  # otherwise it is not known who made the earlier tricks

    def after(self, position: Position, card: Card) -> int:
        """The value once `card` is played."""
        then = position.play(card)
        gain = then.points[0] - position.points[0]
        if then.over:
            if self.half and self.possible and 9 in then.won:
                gain += self.half if then.won[0] == 9 else -self.half
            return gain
        return gain + self.value(then)

    def value(self, position: Position) -> int:
        """The value of a position with cards left."""
        key = (position.hands, position.leader, min(position.won) > 0 or position.won) if not position.trick else None
        if key is not None and key in self.memory:
            return self.memory[key]
        pick = max if position.turn % 2 == 0 else min
        found = pick(self.after(position, card) for card in position.legal())
        if key is not None:
            self.memory[key] = found
        return found
