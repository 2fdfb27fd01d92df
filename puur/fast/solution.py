"""What solving a position gives. Pure: nothing compiled is needed to read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puur.core.cards import Card
from puur.fast.position import Position


class GivenUp(Exception):
    """The search was stopped, by its limit or from outside, before the answer was certain."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth with best play by all four."""

    value: int  # for the side to move: its points still to come less those of the other side, with any Match bonus
    points: tuple[int, int]  # card points still to come for team 0 and team 1, the 5 of the last trick included
    best: tuple[Card, ...]  # all cards that keep the value
    per_card: Mapping[Card, int]  # the value after each legal card, for the same side; empty if not asked for


def solution(
    position: Position, value: int, per_card: Mapping[Card, int], *, match_bonus: int = 0, all_cards: bool = True
) -> Solution:
    """From what team 0 makes of the open points, by position and by card, to the view of the side to move.

    Where a Match is made, half of its bonus is added to the points of team 0, or taken from them.
    """
    rest, half = position.rest, match_bonus // 2
    sign = 1 if position.turn % 2 == 0 else -1
    made = value - half * _match(value, rest, half)
    if half and not 0 <= made <= rest:
        raise AssertionError(f"{value} of {rest} points")
    best = tuple(card for card, points in per_card.items() if points == value)
    differences = {card: sign * (2 * points - rest) for card, points in per_card.items()} if all_cards else {}
    return Solution(sign * (2 * value - rest), (made, rest - made), best, differences)


def _match(value: int, rest: int, half: int) -> int:
    """1 if the value includes a Match of team 0, -1 for one of team 1."""
    return 1 if value == rest + half else -1 if value == -half else 0
