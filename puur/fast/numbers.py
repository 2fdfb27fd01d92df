"""The numbers that the solver's search is made of: results, card numbers, sets of cards as bits, and which cards may be played.

A result is one number: the cards whose rank mattered (36 bits) above 16 bits of points. `order` is where the numbers of a context
begin in the memory; what lies where is in `puur.fast.layout`.
"""

from __future__ import annotations

from typing import Any

from puur.fast.bits import lowest, popcount
from puur.fast.jit import inline
from puur.fast.layout import CLASS_MASK, CLASS_VALUE, CLASSES, NUMBER, REMAP, SUM, ZEROS
from puur.fast.memory import load8, load16, load64

SUIT = 0x1FF
DECK = (1 << 36) - 1
OPEN = 4096  # beyond every value
EVEN = 384  # added to bounds so that they are never negative in the memory
MIX = -0x61C8864680B583EB  # 2**64 divided by the golden ratio


@inline
def result(value: int, ranks: int) -> int:
    """Points and the cards whose rank mattered, in one number."""
    return ranks << 16 | (value & 0xFFFF)


@inline
def points_of(outcome: int) -> int:
    """The points of a result."""
    return ((outcome & 0xFFFF) ^ 0x8000) - 0x8000


@inline
def suit_of(card: int) -> int:
    """The suit of a card number, without a division."""
    return card * 57 >> 9


@inline
def suit_mask(card: int) -> int:
    """All cards of the suit of a card number."""
    return SUIT << 9 * suit_of(card)


@inline
def above(bit: int) -> int:
    """All higher bits."""
    return -(bit << 1)


@inline
def legal_cards(hand: int, led: int, best: int, trump: int, puur: int) -> int:
    """The cards that may be played; `led` is 0 for the leader. The rules are those of `puur.core.trick.judge`."""
    if led == 0:
        return hand
    trumps = hand & trump
    if trumps == hand:
        return hand
    following = hand & led
    legal = following | trumps if following & ~puur else hand
    return legal & ~(trump & ~led & (best - 1))


@inline
def won_by_rank(trick: int, winning: int) -> int:
    """The winning card, if it beat another one of its own suit; otherwise 0."""
    return winning if trick & suit_mask(lowest(winning)) & ~winning else 0


@inline
def cheapest(memory: Any, order: int, hand: int, count: int) -> int:
    """What the `count` cheapest cards of a hand are worth together."""
    count -= popcount(hand & load64(memory, order + ZEROS))
    total = 0
    number = 0
    classes = load64(memory, order + CLASSES)
    while count > 0 and number < classes:
        here = popcount(hand & load64(memory, order + CLASS_MASK + 8 * number))
        here = min(here, count)
        total += here * load8(memory, order + CLASS_VALUE + number)
        count -= here
        number += 1
    return total


@inline
def worth(memory: Any, order: int, cards: int) -> int:
    """What a set of cards counts."""
    table = order + SUM
    return (
        load8(memory, table + (cards & SUIT))
        + load8(memory, table + 512 + (cards >> 9 & SUIT))
        + load8(memory, table + 1024 + (cards >> 18 & SUIT))
        + load8(memory, table + 1536 + (cards >> 27 & SUIT))
    )


@inline
def moved_on(memory: Any, order: int, after: int, alive: int) -> int:
    """The cards in the numbering of another context."""
    table = REMAP + 4096 * (3 * load64(memory, order + NUMBER) + load64(memory, after + NUMBER))
    cards = load16(memory, table + 2 * (alive & SUIT))
    cards |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 9
    cards |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 18
    return cards | load16(memory, table + 3072 + 2 * (alive >> 27 & SUIT)) << 27
