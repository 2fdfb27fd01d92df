"""What a hand is worth in each mode, looked up suit by suit: the table behind bids and their reading.

The points that a side makes are taken as a sum over the suits of the announcer's hand and of the partner's hand; each summand
depends on the ranks held in that suit. The numbers (`bidtable.json`, tenths of points) were fitted by `python -m puur.bots.fitting`
to deals played out by plain reckoning.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from puur.core.mode import Block, Mode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Rows of a table: a suit as trump, beside a trump, in Obenabe, in Undeufe.
TRUMP, SIDE, OBEN, UNTEN = range(4)
DEAL = 157.0
Rows = tuple[tuple[float, ...], ...]


class BidTable:
    """The tables of one situation: what the announcer's suits add, and what the partner's do."""

    def __init__(self, announcer: Rows, partner: Rows) -> None:
        self.announcer, self.partner = announcer, partner

    def worth(self, hand: int, mode: Mode) -> float:
        """The card points of the announcer's side, with an average partner."""
        points = 0.0
        for block, row in ((Block.TRUMP, SIDE), (Block.OBEN, OBEN), (Block.UNTEN, UNTEN)):
            if share := mode.blocks.count(block):
                trump = mode.trump.index if block is Block.TRUMP and mode.trump is not None else -1
                rows = (self.announcer[TRUMP if suit == trump else row] for suit in range(4))
                points += share * sum(ranks[hand >> 9 * suit & 0x1FF] for suit, ranks in enumerate(rows))
        return min(DEAL, max(0.0, points / 9.0))


@lru_cache(maxsize=1)
def bid_tables() -> tuple[BidTable, BidTable]:
    """For an announcer who leads, and for one whose partner has pushed and leads."""
    raw: Any = json.loads(files("puur.bots").joinpath("bidtable.json").read_text(encoding="utf-8"))
    leads, pushed = (
        BidTable(*(tuple(tuple(value / 10.0 for value in row) for row in raw[name][who]) for who in ("announcer", "partner")))
        for name in ("leads", "pushed")
    )
    return leads, pushed


@lru_cache(maxsize=1)
def bid_arrays() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The announcer's rows of both tables as arrays, for the search."""
    import numpy as np

    leads, pushed = bid_tables()
    return np.array(leads.announcer), np.array(pushed.announcer)


def push_worth(factors: Sequence[float]) -> float:
    """What leaving the choice to the partner is worth on average, as a difference of written points."""
    return PUSH * sum(factors) / len(factors)


PUSH = 33.0  # mean best bid of a random partner, less what the own weak hand costs; from `bots.fitting`
