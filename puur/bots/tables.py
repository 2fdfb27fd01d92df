"""The tables that the plain reckoning and the search read: every number is derived from `puur.core`, none is written down."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb

from puur.bots.reckoning import CHANCES, ORDER_SIZE
from puur.core.cards import CARDS
from puur.core.mode import Block, Mode, Order

_PLACE = {Block.TRUMP: 0, Block.OBEN: 1, Block.UNTEN: 2}


@lru_cache(maxsize=256)
def mode_tables(mode: Mode) -> tuple[int, ...]:
    """The flat table of a mode, as `bots.reckoning` says."""
    orders = {order.block: order for order in mode.orders}
    table = [*(_PLACE[order.block] for order in mode.orders), *mode.values]
    for block in _PLACE:
        table += _order(orders[block]) if block in orders else [0] * ORDER_SIZE
    return tuple(table)


def _order(order: Order) -> list[int]:
    trump = sum(card.bit for card in CARDS if card.suit is order.trump)
    strength = [order.power[card.suit.index][card.index] for card in CARDS]
    above = [
        sum(other.bit for other in CARDS if other.suit is card.suit and strength[other.index] > strength[card.index])
        for card in CARDS
    ]
    return [trump, order.puur.bit if order.puur is not None else 0, *strength, *above]


@lru_cache(maxsize=1)
def chances() -> tuple[float, ...]:
    """[unseen, held, cards]: how likely a hand of `held` out of `unseen` has none of `cards` given ones."""
    return tuple(
        comb(max(0, unseen - cards), held) / comb(unseen, held) if held <= unseen else 0.0
        for unseen, held, cards in product(range(CHANCES), range(10), range(CHANCES))
    )
