"""The tables that the plain reckoning and the search read: every number is derived from `puur.core`, none is written down."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from puur.bots.reckoning import CHANCES
from puur.core.cards import CARDS
from puur.core.mode import Block, Mode, Order

_PLACE = {Block.TRUMP: 0, Block.OBEN: 1, Block.UNTEN: 2}


@lru_cache(maxsize=256)
def mode_tables(mode: Mode) -> tuple[int, ...]:
    """The flat table of a mode, as `bots.reckoning` says."""
    orders: list[Order | None] = [None, None, None]
    for order in mode.orders:
        orders[_PLACE[order.block]] = order
    found = [_PLACE[order.block] for order in mode.orders]
    found += mode.values
    for one in orders:
        found += _order(one) if one is not None else [0] * 74
    return tuple(found)


def _order(order: Order) -> list[int]:
    trump = sum(card.bit for card in CARDS if card.suit is order.trump)
    strength, above = [], []
    for card in CARDS:
        power = order.power[card.suit.index]
        strength.append(power[card.index])
        above.append(sum(one.bit for one in CARDS if one.suit is card.suit and power[one.index] > power[card.index]))
    return [trump, order.puur.bit if order.puur is not None else 0, *strength, *above]


@lru_cache(maxsize=1)
def chances() -> tuple[float, ...]:
    """[unseen, held, cards]: how likely a hand of `held` out of `unseen` has none of `cards` given ones."""
    found = [0.0] * (CHANCES * 10 * CHANCES)
    for unseen in range(CHANCES):
        for held in range(10):
            for cards in range(CHANCES):
                rest = max(0, unseen - cards)
                whole = comb(unseen, held)
                found[(unseen * 10 + held) * CHANCES + cards] = comb(rest, held) / whole if whole else 0.0
    return tuple(found)
