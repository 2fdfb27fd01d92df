"""Two states of an evening side by side: who has another rank or another total in its ranking."""

from __future__ import annotations

from typing import NamedTuple

from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.ranking import ranking

Place = tuple[int, int] | None  # rank and total; None: not ranked


class Move(NamedTuple):
    """Whose place changes, from where to where."""

    name: str
    before: Place
    after: Place


def moves(before: Evening, after: Evening) -> list[Move]:
    """The differences between two rankings, by the new rank."""
    old, new = _places(before), _places(after)
    changed = [Move(after.players[key].name, old.get(key), new.get(key)) for key in after.players if old.get(key) != new.get(key)]
    return sorted(changed, key=lambda move: (move.after or move.before or (0, 0), move.name))


def _places(evening: Evening) -> dict[str, tuple[int, int]]:
    try:
        rows = ranking(evening).rows
    except Refusal:  # not enough played yet
        return {}
    return {player: (line.rank, line.scored.total) for line in rows for player in line.players}
