"""Duplicate evenings: the same printed deals at every table of a hall, pairs that stay and pairs that move, scoring by comparison.

Pure. Every table gets a pack and deals the boards of a round from the sheet. Pair `t` stays at table `t`; the others move on
by one table after every round, so that nobody meets anybody twice. What counts is a pair's points on a board less the mean of
all who held the same cards: good cards help nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puur.core.cards import CardSet
from puur.web import fair

DEAL = 157
MOST_TABLES, MOST_ROUNDS, MOST_BOARDS = 40, 12, 8


def hands(root: str, board: int, dealer: int) -> tuple[CardSet, ...]:
    """The hands of a board; seats 0 and 2 are the pair that stays."""
    return fair.hands_of(fair.pack_of(fair.seed_of(fair.sealed(root, (board,)), 1, 0), ""), 0, dealer)


def dealer_of(board: int) -> int:
    """Who deals a board: everybody in turn."""
    return board % 4


def moving(table: int, round_: int, tables: int) -> int:
    """The number of the moving pair at a table (from 0) in a round (from 0), counted after those who stay."""
    return tables + (table - round_) % tables


@dataclass(frozen=True, slots=True)
class Place:
    """One pair in the result."""

    place: int
    pair: int
    name: str
    difference: float  # points over the mean of those with the same cards, all boards together
    boards: int
    share: float  # of the comparisons won, in per cent; a draw is half


def key(round_: int, table: int, board: int) -> str:
    """Where a result stands."""
    return f"{round_}/{table}/{board}"


def ranking(made: Mapping[str, int], names: list[str], tables: int, rounds: int, boards: int, *, stays: bool) -> list[Place]:
    """The pairs of one direction, best first; a board that was played at one table only says nothing."""
    sums, counts, won, met = [0.0] * 2 * tables, [0] * 2 * tables, [0.0] * 2 * tables, [0] * 2 * tables
    for round_ in range(rounds):
        for board in range(boards):
            points = {table: made[key(round_, table, board)] for table in range(tables) if key(round_, table, board) in made}
            if len(points) < 2:
                continue
            own = {
                (table if stays else moving(table, round_, tables)): (value if stays else DEAL - value)
                for table, value in points.items()
            }
            mean = sum(own.values()) / len(own)
            for pair, value in own.items():
                sums[pair] += value - mean
                counts[pair] += 1
                others = [other for rival, other in own.items() if rival != pair]
                won[pair] += sum(value > other for other in others) + sum(value == other for other in others) / 2
                met[pair] += len(others)
    pairs = range(tables) if stays else range(tables, 2 * tables)
    order = sorted(pairs, key=lambda pair: (-sums[pair], pair))
    places: list[Place] = []
    for number, pair in enumerate(order, start=1):
        place = places[-1].place if places and round(places[-1].difference, 6) == round(sums[pair], 6) else number
        share = 100 * won[pair] / met[pair] if met[pair] else 50.0
        name = (names[pair] if pair < len(names) else "") or str(pair + 1)  # as on the lines of the tables
        places.append(Place(place, pair, name, sums[pair], counts[pair], share))
    return places
