"""The collection of puzzles that comes with Puur (`collection.txt`, CC0), and how it is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from puur.bots.base import bids_of, cards_offered
from puur.puzzles.puzzle import BadPuzzle, Puzzle, parse_line, sign_of

FILE = Path(__file__).parent / "collection.txt"
SEED = "puur-1"  # of the shipped collection
LEAST = {"card": 4.0, "bid": 5.0}  # points by which the best answer is ahead


def read(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file; lines that begin with `#` are remarks."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            yield parse_line(line)


@lru_cache(maxsize=1)
def collection() -> Mapping[str, Puzzle]:
    """The shipped puzzles, by their keys."""
    return {puzzle.key: puzzle for puzzle in read(FILE.read_text("ascii").splitlines())}


def check(puzzle: Puzzle) -> None:
    """Check that the play before is legal, every answer may be given, and the best one is ahead; `BadPuzzle` otherwise."""
    view = puzzle.view()
    bids = bids_of(view)
    offered = {sign_of(event) for event in view.options if bids or sign_of(event)}
    if (bids and puzzle.kind != "bid") or (not bids and {sign for sign, _ in puzzle.values} != offered):
        raise BadPuzzle(f"{puzzle.key}: answers do not fit")
    if not {sign for sign, _ in puzzle.values} <= offered or not (bids or len(cards_offered(view)) > 1):
        raise BadPuzzle(f"{puzzle.key}: answers that cannot be given")
    if puzzle.gain < LEAST[puzzle.kind]:
        raise BadPuzzle(f"{puzzle.key}: {puzzle.gain} points ahead, {LEAST[puzzle.kind]} are needed")
