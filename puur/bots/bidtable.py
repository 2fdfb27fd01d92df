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

    def worth(self, hand: int, mode: Mode, partner: int | None = None) -> float:
        """The card points of the announcer's side; with an unknown partner, of an average one."""
        whole = 0.0
        for block in (Block.TRUMP, Block.OBEN, Block.UNTEN):
            share = mode.blocks.count(block)
            if share:
                trump = mode.trump.index if block is Block.TRUMP and mode.trump is not None else -1
                found = _summed(self.announcer, hand, block, trump)
                if partner is not None:
                    found += _summed(self.partner, partner, block, trump)
                whole += share * found
        return min(DEAL, max(0.0, whole / 9.0))


def _summed(rows: Rows, hand: int, block: Block, trump: int) -> float:
    plain = rows[{Block.TRUMP: SIDE, Block.OBEN: OBEN, Block.UNTEN: UNTEN}[block]]
    found = 0.0
    for suit in range(4):
        ranks = hand >> 9 * suit & 0x1FF
        found += rows[TRUMP][ranks] if suit == trump else plain[ranks]
    return found


@lru_cache(maxsize=1)
def bid_tables() -> tuple[BidTable, BidTable]:
    """For an announcer who leads, and for one whose partner has pushed and leads."""
    raw: Any = json.loads(files("puur.bots").joinpath("bidtable.json").read_text(encoding="utf-8"))
    one, two = (
        BidTable(*(tuple(tuple(value / 10.0 for value in row) for row in raw[name][who]) for who in ("announcer", "partner")))
        for name in ("leads", "pushed")
    )
    return one, two


@lru_cache(maxsize=1)
def bid_arrays() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The announcer's rows of both tables as arrays, for the search."""
    import numpy as np

    one, two = bid_tables()
    return np.array(one.announcer), np.array(two.announcer)


def push_worth(factors: Sequence[float]) -> float:
    """What leaving the choice to the partner is worth on average, as a difference of written points."""
    return PUSH * sum(factors) / len(factors)


PUSH = 33.0  # mean best bid of a random partner, less what the own weak hand costs; from `bots.fitting`
