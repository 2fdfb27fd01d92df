"""Puzzles: the format reads as it prints, the shipped collection is whole, and some of it is computed again."""

from __future__ import annotations

import dataclasses
import random

import pytest

from puur.fast import available
from puur.puzzles.collection import LEAST, check, collection
from puur.puzzles.puzzle import BadPuzzle, parse_line


def test_the_collection_is_large_and_mixed() -> None:
    """At least two thousand, as was promised; cards and bids, every level, many themes."""
    puzzles = collection().values()
    assert len(puzzles) >= 2000
    assert {puzzle.kind for puzzle in puzzles} == {"card", "bid"}
    assert {puzzle.level for puzzle in puzzles} == {1, 2, 3, 4, 5}
    assert len({puzzle.theme for puzzle in puzzles}) >= 10
    assert len({(puzzle.deal, puzzle.kind) for puzzle in puzzles}) == len(puzzles)  # no deal twice


def test_every_puzzle_can_be() -> None:
    for puzzle in random.Random(1).sample(list(collection().values()), 150):
        check(puzzle)
        assert parse_line(puzzle.line) == puzzle
        assert puzzle.gain >= LEAST[puzzle.kind]


@pytest.mark.skipif(not available(), reason="needs numba")
def test_the_search_finds_the_best_card_again() -> None:
    """An independent run of the search with another chance and twice the rounds: it agrees with at least nine of ten."""
    from puur.bots.budget import Budget
    from puur.bots.search import Style, judge_cards
    from puur.puzzles.puzzle import SIGNS

    cards = [puzzle for puzzle in collection().values() if puzzle.kind == "card"]
    agreed = 0
    for puzzle in random.Random(2).sample(cards, 20):
        judged = judge_cards(puzzle.view(), random.Random(99), Budget(8000, 3600.0), 8000, Style())
        best = max(judged, key=lambda choice: choice.points)
        agreed += SIGNS[best.card.index] == puzzle.best
    assert agreed >= 18


def test_what_is_no_puzzle_is_refused() -> None:
    puzzle = next(one for one in collection().values() if one.kind == "card")
    line = puzzle.line
    for wrong in ("", "x", line[:40], line.replace(puzzle.key, "00000000"), line.replace(f" {puzzle.theme} ", " nonsense ")):
        with pytest.raises(BadPuzzle):
            parse_line(wrong)
    other = dataclasses.replace(puzzle, deal="0" * 36)
    with pytest.raises(BadPuzzle, match="nine cards"):
        check(other)
    illegal = dataclasses.replace(puzzle, values=((puzzle.best, 90.0), ("?", 80.0)))
    with pytest.raises(BadPuzzle):
        check(illegal)
