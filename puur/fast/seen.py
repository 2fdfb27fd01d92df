"""Positions between tricks that the solver has met: how one is recognised, and what is kept of it.

A position is recognised if every seat holds as many cards of each suit, and the owners of those high cards agree on which the
result depended; its bounds are corrected by the difference in card values (`puur.fast.bounds` reads them). Only tricks won over
another card of the same suit make ranks matter, as in partition search. Trump counts always.
"""

from __future__ import annotations

from typing import Any

from puur.fast.bits import lowest, popcount, shift_right
from puur.fast.jit import helper, inline
from puur.fast.layout import BONUS, BUCKET, BUCKET_BITS, COARSE, DEAL, ENTRY, KEY_BITS, MIXED, OWN, OWNERS, STEADY, TRUMP, WAYS
from puur.fast.memory import load16, load32, load64, store32, store64
from puur.fast.numbers import DECK, EVEN, MIX, SUIT, suit_of

MIX_AGAIN = -0x3D4D51C2D82B14B1
KEY_MASK = (1 << KEY_BITS) - 1
TAG_BITS = KEY_BITS - BUCKET_BITS
DEALS = 64  # deals that can be told apart in a tag
GUARD = 0x20820820820820  # the sixth bit of nine fields of six
EVERY_OTHER = 0x3F03F03F03F03F
SUM_FIELDS = 0x1001001001001
NO_MOVE = 63


@inline
def excess(values: int, other: int) -> int:
    """By how much the fields of `values` exceed those of `other`, counting only where they do."""
    x = (values | GUARD) - other
    over = x & GUARD
    x &= over - (over >> 5)
    pairs = (x & EVERY_OTHER) + (x >> 6 & EVERY_OTHER)
    return shift_right(pairs * SUM_FIELDS, 48) & 0xFFF


@inline
def key_of(memory: Any, order: int, alive: int, leader: int, left: int, flag: int) -> int:
    """Scrambled, but one to one: cards of each suit by seat, leader, who may still make a Match."""
    table = order + COARSE
    fourth = alive >> 27 & SUIT
    if load64(memory, MIXED + 8 * left) == 0:
        fourth = load16(memory, table + 3072 + 2 * fourth)
    key = load16(memory, table + 2 * (alive & SUIT))
    key |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 9
    key |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 18
    key |= fourth << 27 | leader << 36 | flag << 38
    key = key * MIX & KEY_MASK
    key ^= key >> 20
    return key * MIX_AGAIN & KEY_MASK


@inline
def owners_of(memory: Any, order: int, alive: int) -> int:
    """Who owns the eight highest cards of each suit, two bits each."""
    table = order + OWNERS
    owners = load16(memory, table + 2 * (alive & SUIT))
    owners |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 16
    owners |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 32
    return owners | load16(memory, table + 3072 + 2 * (alive >> 27 & SUIT)) << 48


@inline
def matching(seen: Any, bucket: int, tag: int) -> int:
    """Which of the entries of a bucket carry this tag, as bits."""
    matches = 0
    for way in range(WAYS):
        matches |= (1 if load32(seen, bucket + 4 * way) == tag else 0) << way
    return matches


@helper
def remember(
    memory: Any,
    seen: Any,
    order: int,
    alive: int,
    leader: int,
    left: int,
    rest: int,
    flag: int,
    value: int,
    tau: int,
    move: int,
    ranks: int,
) -> None:
    """Keep what a search found out about a position between tricks."""
    bonus = load64(memory, BONUS)
    lower = -bonus if flag & 2 else 0
    upper = rest + bonus if flag & 1 else rest
    if value >= tau:
        lower = value
    else:
        upper = value
    mask = 0
    if load64(memory, STEADY + 8 * left) == 0:
        mask = -1
    else:
        trump = load64(memory, order + TRUMP)
        for suit in range(4):
            cards = SUIT << 9 * suit
            mattered = ranks & cards
            if mattered and cards != trump:
                count = min(8, popcount(alive & cards & -(mattered & -mattered)))
                mask |= (0xFFFF & ~(0xFFFF >> 2 * count)) << 16 * suit
    stored = NO_MOVE
    if move >= 0:
        suit = suit_of(move)
        hand = load64(memory, order + OWN + 8 * leader) & alive
        stored = 9 * suit + popcount(hand & SUIT << 9 * suit & (1 << move) - 1)
    key = key_of(memory, order, alive, leader, left, flag)
    bucket = (key >> TAG_BITS) * BUCKET
    deal = load64(memory, DEAL) & DEALS - 1
    tag = key & (1 << TAG_BITS) - 1 | deal << TAG_BITS
    chosen = -1
    found_ways = matching(seen, bucket, tag)
    while found_ways:
        way = lowest(found_ways)
        found_ways &= found_ways - 1
        entry = bucket + 4 * WAYS + ENTRY * way
        word = load64(seen, entry)
        if word & DECK == alive:
            chosen = way
            old_lower = (word >> 36 & 0x3FF) - EVEN
            old_upper = (word >> 46 & 0x3FF) - EVEN
            if stored == NO_MOVE:
                stored = shift_right(word, 56) & 0xFF
            if old_lower > lower or old_upper < upper:
                lower, upper = max(lower, old_lower), min(upper, old_upper)
                mask |= load64(seen, entry + 16)
            break
    if chosen < 0:
        fewest = 100
        for way in range(WAYS):
            if load32(seen, bucket + 4 * way) >> TAG_BITS != deal:
                chosen = way
                break
            cards_left = popcount(load64(seen, bucket + 4 * WAYS + ENTRY * way) & DECK)
            if cards_left <= fewest:
                fewest, chosen = cards_left, way
    entry = bucket + 4 * WAYS + ENTRY * chosen
    store32(seen, bucket + 4 * chosen, tag)
    store64(seen, entry, alive | lower + EVEN << 36 | upper + EVEN << 46 | stored << 56)
    store64(seen, entry + 8, owners_of(memory, order, alive))
    store64(seen, entry + 16, mask)
