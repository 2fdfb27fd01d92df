"""What the solver knows of a position between tricks without searching it: sure tricks from the top, and what it has met before."""

from __future__ import annotations

from typing import Any

from puur.fast.bits import highest, lowest, popcount, shift_right
from puur.fast.jit import helper, inline
from puur.fast.last_tricks import last_two
from puur.fast.layout import BONUS, BUCKET, DEAL, ENTRY, KTH, NODES, OWN, STEADY, SUM, TRUMP, VALUES, WAYS
from puur.fast.memory import load8, load64, store64
from puur.fast.numbers import DECK, EVEN, SUIT, above, cheapest, points_of, suit_mask, suit_of, won_by_rank, worth
from puur.fast.seen import DEALS, NO_MOVE, TAG_BITS, excess, key_of, matching, owners_of


@inline
def top_run(cards: int, others: int) -> int:
    """The cards that are higher than all others."""
    return cards & above(1 << highest(others)) if others else cards


@inline
def sure_with_trump(memory: Any, order: int, run: int, mine: int, mate: int, foe1: int, foe2: int, left: int) -> int:
    """Points that a side is sure of by its highest trumps `run`, in the hands `mine` and `mate`, whoever leads.

    Each of them wins its trick or falls under one of the partner. The hand with more of them wins as many tricks, and everybody
    plays to those at least the cheapest cards. -1 means: every trick.
    """
    here, there = popcount(run & mine), popcount(run & mate)
    tricks = max(here, there)
    if tricks >= left:
        return -1
    sure = (
        load8(memory, order + SUM + 1536 + (run >> 27))
        + cheapest(memory, order, foe1, tricks)
        + cheapest(memory, order, foe2, tricks)
    )
    if here > there:
        return sure + cheapest(memory, order, mate & ~run, tricks - there)
    return sure + cheapest(memory, order, mine & ~run, tricks - here)


@helper
def bounds(
    memory: Any, seen: Any, order: int, alive: int, leader: int, left: int, rest: int, tau: int, flag: int
) -> tuple[int, int, int, int]:
    """What is known of a position between tricks without searching it: lower bound, upper bound, best move, ranks that mattered."""
    store64(memory, NODES, load64(memory, NODES) + 1)
    bonus = load64(memory, BONUS)
    least = -bonus if flag & 2 else 0
    most = rest + bonus if flag & 1 else rest
    if tau <= least or tau > most:
        return least, most, -1, 0
    mine = load64(memory, order + OWN + 8 * leader) & alive
    mate = load64(memory, order + OWN + 8 * (leader ^ 2)) & alive
    foe1 = load64(memory, order + OWN + 8 * (leader + 1 & 3)) & alive
    foe2 = load64(memory, order + OWN + 8 * (leader + 3 & 3)) & alive
    trump = load64(memory, order + TRUMP)
    up = leader & 1 == 0
    if left == 1:
        strong = suit_mask(lowest(mine)) | trump
        best, ours = mine, True
        if foe1 & strong > best:
            best, ours = foe1, False
        if mate & strong > best:
            best, ours = mate, True
        if foe2 & strong > best:
            best, ours = foe2, False
        value = most if ours == up else least
        return value, value, -1, won_by_rank(alive, best)
    low, high = least, most
    steady = load64(memory, STEADY + 8 * left) != 0
    if steady:
        draws = True
        if trump:
            trumps = alive & trump
            us = (mine | mate) & trump
            them = trumps & ~us
            if us > them:
                sure = sure_with_trump(memory, order, top_run(us, them), mine, mate, foe1, foe2, left)
                if up:
                    low = sure if sure >= 0 else most
                else:
                    high = rest - sure if sure >= 0 else least
            elif them:
                sure = sure_with_trump(memory, order, top_run(them, us), foe1, foe2, mine, mate, left)
                if up:
                    high = rest - sure if sure >= 0 else least
                else:
                    low = sure if sure >= 0 else most
            if low >= tau or high < tau:
                return low, high, -1, 0
            sure_trumps = popcount(top_run(mine & trump, trumps & ~mine))
            draws = popcount(foe1 & trump) <= sure_trumps and popcount(foe2 & trump) <= sure_trumps
        if left == 2:
            outcome = last_two(memory, order, alive, leader, rest, tau, flag)
            value = points_of(outcome)
            if value >= tau:
                return value, high, -1, outcome >> 16
            return low, value, -1, outcome >> 16
        if draws:  # after the trumps are drawn nothing beats the leader's highest cards
            sure_cards, ranks = mine & trump, 0
            for suit in range(4):
                cards = SUIT << 9 * suit
                held = mine & cards
                if held and cards != trump:
                    others = alive & cards & ~held
                    if others:
                        held = top_run(held, others)
                        ranks |= held
                    sure_cards |= held
            count = popcount(sure_cards)
            if count:
                sure = rest
                if count < left:
                    sure = worth(memory, order, sure_cards) + cheapest(memory, order, mate, count)
                    sure += cheapest(memory, order, foe1, count) + cheapest(memory, order, foe2, count)
                if up:
                    value = most if count >= left else sure
                    if value >= tau:
                        return value, high, -1, ranks
                else:
                    value = least if count >= left else rest - sure
                    if value < tau:
                        return low, value, -1, ranks
    key = key_of(memory, order, alive, leader, left, flag)
    owners = owners_of(memory, order, alive)
    bucket = (key >> TAG_BITS) * BUCKET
    tag = key & (1 << TAG_BITS) - 1 | (load64(memory, DEAL) & DEALS - 1) << TAG_BITS
    move = -1
    found_ways = matching(seen, bucket, tag)
    while found_ways:
        entry = bucket + 4 * WAYS + ENTRY * lowest(found_ways)
        found_ways &= found_ways - 1
        mask = load64(seen, entry + 16)
        if (load64(seen, entry + 8) ^ owners) & mask:
            continue
        word = load64(seen, entry)
        then = word & DECK
        lower = (word >> 36 & 0x3FF) - EVEN
        upper = (word >> 46 & 0x3FF) - EVEN
        if then != alive:
            for suit in range(4):
                now, before = alive >> 9 * suit & SUIT, then >> 9 * suit & SUIT
                if now != before:
                    table = order + VALUES + 4096 * suit
                    ours_now, ours_then = load64(memory, table + 8 * now), load64(memory, table + 8 * before)
                    lower -= excess(ours_then, ours_now)
                    upper += excess(ours_now, ours_then)
        if lower >= tau or upper < tau:
            ranks = 0
            for suit in range(4):
                here = alive >> 9 * suit & SUIT
                count = popcount(mask >> 16 * suit & 0xFFFF) >> 1
                if count and here:
                    if count == 8:
                        count = 9
                    ranks |= 1 << 9 * suit + load8(memory, KTH + 10 * here + count)
            return max(low, lower), min(high, upper), -1, ranks
        stored = shift_right(word, 56) & 0xFF
        if stored != NO_MOVE and (move < 0 or then == alive):
            suit = suit_of(stored)
            held = mine >> 9 * suit & SUIT
            for _ in range(stored - 9 * suit):
                held &= held - 1
            if held:
                move = 9 * suit + lowest(held)
    return low, high, move, 0
