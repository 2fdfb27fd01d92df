"""Which cards the solver's search tries, and in which order.

Cards of one hand with no foreign card between them are one group: they win and lose the same tricks. Of a group only cards of
different value are tried, a second one only if its value could matter, and only the best one once the trick is decided. The weights
of the order are in `puur.fast.ordering`.
"""

from __future__ import annotations

from typing import Any

from puur.fast.bits import highest, lowest, popcount
from puur.fast.jit import helper, inline
from puur.fast.layout import OWN, PUUR, SCRATCH_MOVE, TRUMP, VALUE, WEIGHTS
from puur.fast.memory import load8, load16, load64, store8, store16, store64
from puur.fast.numbers import EVEN, above, suit_mask, suit_of

KILLER_FIRST, KILLER_SECOND = 1000, 300


@inline
def group_of(legal: int, blockers: int, card: int, trump: int, puur: int) -> int:
    """The cards of the hand that are as good as `card`: no foreign card lies between them, and the Puur stands alone."""
    bit = 1 << card
    if bit == puur:
        return bit
    cards = suit_mask(card)
    group = legal & cards
    if cards == trump:
        group &= ~puur
    between = blockers & cards
    below = between & bit - 1
    beyond = between & above(bit)
    if below:
        group &= above(1 << highest(below))
    if beyond:
        group &= (beyond & -beyond) - 1
    return group


@inline
def with_group(ranks: int, group: int, card: int) -> int:
    """If the rank of one card of a group mattered, that of every card that was passed over in its favour does too."""
    if group & group - 1:
        mattered = ranks & suit_mask(card)
        if mattered:
            least = mattered & -mattered
            lowest_card = group & -group
            if least <= 1 << highest(group) and lowest_card < least:
                ranks |= lowest_card
    return ranks


@inline
def weight(memory: Any, at: int, number: int) -> int:
    """One weight of the order of moves."""
    return (load16(memory, at + 2 * number) ^ 0x8000) - 0x8000


@helper
def generate(
    memory: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int,
    hand: int, legal: int, blockers: int, done: int, done_value: int, done_card: int, killers: int, rows: int,
) -> int:  # fmt: skip
    """Write the moves worth trying and a score for each to the rows of this depth; how many there are.

    A category says what a card does to the trick: it wins for sure (0), wins unless an opponent beats it, who then can be
    beaten by the partner for sure (1), perhaps (2) or not (3); the partner is winning for sure (4) or perhaps (5); the
    opponents are winning for sure (6), or the partner may beat them perhaps (7) or surely (8). The leader's categories are:
    sure (0), only a trump can beat it (1), an opponent can, but the partner beats that (2), an opponent can (3).
    """
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    values = order + VALUE
    seat = leader + place & 3
    next1 = load64(memory, order + OWN + 8 * (seat + 1 & 3)) & alive
    mate = load64(memory, order + OWN + 8 * (seat + 2 & 3)) & alive
    next3 = load64(memory, order + OWN + 8 * (seat + 3 & 3)) & alive
    foes = (next1 | next3) if place <= 0 else next1 if place <= 2 else 0  # who still plays to this trick
    helper = mate if place <= 1 else 0
    mate_wins = place > 0 and (by ^ seat) & 1 == 0
    first_killer, second_killer = killers & 63, killers >> 6 & 63
    weights = WEIGHTS + 24 * 9 * (place if trump else place + 4)
    count = 0
    groups = 0
    rest = legal
    while rest:
        card = highest(rest)
        bit = 1 << card
        cards = suit_mask(card)
        group = rest & cards
        below = blockers & cards & bit - 1
        if below:
            group &= above(1 << highest(below))
        if bit == puur:
            group = bit
        elif cards == trump:
            group &= ~puur
        rest &= ~group
        others = alive & ~hand & cards
        higher = popcount(others & above(bit))
        ours = True
        if place == 0:
            beating = cards & above(bit)
            by_foe = foes & beating
            decided = by_foe == 0 and (cards == trump or foes & trump == 0)
            category = 0 if decided else 1 if by_foe == 0 else 2 if helper & beating > by_foe else 3
        else:
            strong = led | trump
            if bit & strong > best:
                beating = strong & above(bit)
                by_foe, by_mate = foes & beating, helper & beating
                decided = by_foe == 0
                category = 0 if decided else 1 if by_mate > by_foe else 2 if by_mate else 3
            else:
                beating = strong & above(best)
                if mate_wins:
                    decided = foes & beating == 0
                    category = 4 if decided else 5
                else:
                    by_mate = helper & beating
                    decided = by_mate == 0
                    ours = False
                    category = 6 if decided else 8 if by_mate > foes & beating else 7
        at = weights + 24 * category
        score = weight(memory, at, 0) + weight(memory, at, 4) * popcount(hand & cards)
        score += weight(memory, at, 5) * higher + weight(memory, at, 11) * popcount(others)
        if cards == trump:
            score += weight(memory, at, 3)
        if higher == 0:
            score += weight(memory, at, 6)
        if trump:
            if next1 & trump and next1 & cards == 0:
                score += weight(memory, at, 7)
            if next3 & trump and next3 & cards == 0:
                score += weight(memory, at, 8)
            if mate & trump and mate & cards == 0:
                score += weight(memory, at, 9)
        if mate & cards > (next1 | next3) & cards:
            score += weight(memory, at, 10)
        row = rows + SCRATCH_MOVE * groups
        store64(memory, row + 32, group)
        if group & done:
            store16(memory, row + 10, done_value + EVEN)
            store8(memory, row + 12, load8(memory, values + done_card))
        else:
            store16(memory, row + 10, 0xFFFF)
        per_value, per_rank = weight(memory, at, 1), weight(memory, at, 2)
        if decided:  # the dearest card for our own trick, the cheapest for theirs
            chosen, chosen_value = card, -1
            todo = group
            while todo:
                candidate = lowest(todo)
                todo &= todo - 1
                value = load8(memory, values + candidate)
                gain = value if ours else 63 - value
                if gain > chosen_value:
                    chosen, chosen_value = candidate, gain
            if done >> chosen & 1 == 0:
                here = score + per_value * load8(memory, values + chosen) + per_rank * (card - 9 * suit_of(card))
                if chosen == first_killer:
                    here += KILLER_FIRST
                elif chosen == second_killer:
                    here += KILLER_SECOND
                row = rows + SCRATCH_MOVE * count
                store64(memory, row, here)
                store8(memory, row + 8, chosen)
                store8(memory, row + 9, groups)
                count += 1
        else:  # one card of each value
            seen_values = 0
            todo = group
            while todo:
                candidate = lowest(todo)
                todo &= todo - 1
                value = load8(memory, values + candidate)
                if seen_values >> value & 1:
                    continue
                seen_values |= 1 << value
                if done >> candidate & 1:
                    continue
                here = score + per_value * value + per_rank * (candidate - 9 * suit_of(candidate))
                if candidate == first_killer:
                    here += KILLER_FIRST
                elif candidate == second_killer:
                    here += KILLER_SECOND
                row = rows + SCRATCH_MOVE * count
                store64(memory, row, here)
                store8(memory, row + 8, candidate)
                store8(memory, row + 9, groups)
                count += 1
        groups += 1
    return count
