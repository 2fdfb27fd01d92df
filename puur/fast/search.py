"""The solver's search: how many points can the first team force from here, with all cards known? Exact, in every mode.

Alpha-beta with a null window, asked repeatedly by `puur.fast.roots`: "at least `tau` of the points still open?" Team 0
maximises. What makes it fast, each proven equal to a plain search by tests:

- Cards that win and lose the same tricks are one group (`puur.fast.moves`).
- A card fails as another of its suit did, if the ranks of both did not matter there; only their values may.
- Early in the deal first one side, then the other is held to its best-looking moves (`puur.fast.roots`): what it forces with them
  is proven, and quickly; if neither forces its end, the question is asked again without the limit.
- Positions between tricks are kept with bounds (`puur.fast.seen`).
- The move that refuted the same hand against the same lead and best card is tried first; it is right 19 times of 20.
- Sure tricks from the top give bounds without a search (`puur.fast.bounds`); two last tricks are played out directly
  (`puur.fast.last_tricks`).
"""

from __future__ import annotations

from typing import Any

from puur.fast.bits import lowest, shift_right
from puur.fast.bounds import bounds
from puur.fast.jit import helper
from puur.fast.layout import (
    BONUS,
    CONTEXT_OF,
    DEAL,
    FEW,
    KILLER_BITS,
    KILLERS,
    LIMIT,
    MIXED,
    NARROW,
    NARROWED,
    NODES,
    OWN,
    PUUR,
    SCRATCH,
    SCRATCH_MOVE,
    SCRATCH_PLY,
    SCRATCH_TRIED,
    STEADY,
    STOP,
    TRUMP,
    VALUE,
)
from puur.fast.memory import load8, load16, load32, load64, store8, store16, store32, store64
from puur.fast.moves import generate, group_of, with_group
from puur.fast.numbers import DECK, EVEN, MIX, OPEN, SUIT, legal_cards, moved_on, points_of, result, suit_mask, suit_of, won_by_rank
from puur.fast.seen import remember


@helper
def search(
    memory: Any, seen: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int, trick: int,
    sum_so_far: int, left: int, rest: int, tau: int, flag: int, hint: int,
) -> int:  # fmt: skip
    """Whether team 0 makes `tau` or more of the `rest`: a value on the true side of `tau` that bounds the truth, and ranks.

    `place` cards lie on the table (`trick`, worth `sum_so_far`), the best one is `best`, played by seat `by`; `left` tricks are not
    complete. The bits of `flag` say who may still make a Match:
    1 is team 0, 2 is team 1.
    """
    if place:
        store64(memory, NODES, load64(memory, NODES) + 1)
    elif load64(memory, NODES) >= load64(memory, LIMIT):
        store64(memory, STOP, 1)
    if load64(memory, STOP):
        return 0
    zero = place & 0  # not literals: with one, numba would take the call of itself for one of another function and not cache it
    no_hint = zero - 1
    seat = leader + place & 3
    up = seat & 1 == 0
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    hand = load64(memory, order + OWN + 8 * seat) & alive
    legal = legal_cards(hand, led, best, trump, puur)
    forced = legal & legal - 1 == 0
    blockers = alive & ~hand | trick
    if load64(memory, MIXED + 8 * left):
        blockers |= SUIT << 27  # ranked in two ways: no two trumps are alike
    hashed = (hand ^ led * 3 + best * 5 + place ^ load64(memory, DEAL) << 40) * MIX
    killer_at = KILLERS + 4 * shift_right(hashed, 64 - KILLER_BITS)
    killer_tag = hashed >> 20 & 0xFFFFF
    killers = load32(memory, killer_at)
    if killers >> 12 != killer_tag:
        killers = 0xFFF
    first = hint
    if forced:
        first = lowest(legal)
    elif first < 0 and place < 3 and killers & 63 < 36 and legal >> (killers & 63) & 1:
        first = killers & 63
    rows = SCRATCH + SCRATCH_PLY * (4 * (9 - left) + place)
    value = -OPEN if up else OPEN
    ranks = 0
    best_move = -1
    count = -1
    tried = rows + SCRATCH_TRIED
    alike, fresh = load64(memory, STEADY + 8 * left) != 0 and left > 1, True
    narrow, most = 0, 36
    if left >= NARROWED:
        narrow = load64(memory, NARROW)
        if narrow == (1 if up else 2):
            most = load64(memory, FEW)
    number = 0 if first < 0 else -1
    done, done_value, done_card = 0, 0, 0
    while True:
        known = False
        low, high, next_hint, found_ranks = 0, 0, -1, 0
        group, group_row = 0, 0
        if number < 0:
            card = first
        else:
            if count < 0:
                count = generate(
                    memory,
                    order,
                    alive,
                    leader,
                    place,
                    led,
                    best,
                    by,
                    hand,
                    legal,
                    blockers,
                    done,
                    done_value,
                    done_card,
                    killers,
                    rows,
                )
                if place == 3 and left > 1:  # a look at all positions that may arise: one of them may settle it
                    for at in range(count):
                        row = rows + SCRATCH_MOVE * at
                        card = load8(memory, row + 8)
                        bit = 1 << card
                        taker, winning = by, best
                        if bit & (led | trump) > best:
                            taker, winning = seat, bit
                        worth_now = sum_so_far + load8(memory, order + VALUE + card)
                        gain = worth_now if taker & 1 == 0 else 0
                        after = load64(memory, CONTEXT_OF + 8 * (left - 1))
                        remaining = alive ^ bit
                        if after != order:
                            remaining = moved_on(memory, order, after, remaining)
                        next_flag = flag & (1 if taker & 1 == 0 else 2)
                        low, high, next_hint, found_ranks = bounds(
                            memory, seen, after, remaining, taker, left - 1, rest - worth_now, tau - gain, next_flag
                        )
                        if (low + gain >= tau) if up else (high + gain < tau):
                            return result(low + gain if up else high + gain, found_ranks | won_by_rank(trick | bit, winning))
                        score = load64(memory, row) + (5 if up else -5) * (low + high + 2 * gain)
                        store64(memory, row, score)
                        store8(memory, row + 13, next_hint & 0xFF)
                        store16(memory, row + 14, low + EVEN)
                        store16(memory, row + 16, high + EVEN)
                        store64(memory, row + 24, found_ranks)
            if number >= count or most == 0:
                break
            chosen = rows + SCRATCH_MOVE * number  # bring the best of the remaining moves to the front
            top = load64(memory, chosen)
            pick = chosen
            for at in range(number + 1, count):
                row = rows + SCRATCH_MOVE * at
                score = load64(memory, row)
                if score > top:
                    top, pick = score, row
            card, group_number = load8(memory, pick + 8), load8(memory, pick + 9)
            if place == 3 and left > 1:
                known = True
                next_hint = (load8(memory, pick + 13) ^ 0x80) - 0x80
                low, high = load16(memory, pick + 14) - EVEN, load16(memory, pick + 16) - EVEN
                found_ranks = load64(memory, pick + 24)
            if pick != chosen:
                store64(memory, pick, load64(memory, chosen))
                store8(memory, pick + 8, load8(memory, chosen + 8))
                store8(memory, pick + 9, load8(memory, chosen + 9))
                store8(memory, pick + 13, load8(memory, chosen + 13))
                store32(memory, pick + 14, load32(memory, chosen + 14))
                store64(memory, pick + 24, load64(memory, chosen + 24))
            number += 1
            group_row = rows + SCRATCH_MOVE * group_number
            group = load64(memory, group_row + 32)
            group_value = load16(memory, group_row + 10)
            if group_value != 0xFFFF:  # a card of the same group was tried: this one differs by its value at the most
                group_value -= EVEN
                apart = abs(load8(memory, order + VALUE + card) - load8(memory, group_row + 12))
                if up:
                    if group_value + apart < tau:
                        value = max(value, group_value + apart)
                        continue
                elif group_value - apart >= tau:
                    value = min(value, group_value - apart)
                    continue
            if alike and not fresh:  # the same if both rank below all cards of the suit on which that failure depended
                before = load64(memory, tried + 8 * suit_of(card))
                if before >> 16 > 1 << card:
                    group_value = (before >> 5 & 0x7FF) - EVEN
                    apart = abs(load8(memory, order + VALUE + card) - (before & 31))
                    if up:
                        if group_value + apart < tau:
                            value = max(value, group_value + apart)
                            continue
                    elif group_value - apart >= tau:
                        value = min(value, group_value - apart)
                        continue
        most -= 1
        bit = 1 << card
        card_value = load8(memory, order + VALUE + card)
        new_led = led if place else suit_mask(card)
        new_best, new_by = best, by
        if place == 0 or bit & (led | trump) > best:
            new_best, new_by = bit, seat
        if place < 3:
            outcome = search(
                memory, seen, order, alive ^ bit, leader, place + 1, new_led, new_best, new_by, trick | bit,
                sum_so_far + card_value, left, rest, tau, flag, no_hint,
            )  # fmt: skip
            here, found_ranks = points_of(outcome), outcome >> 16
        elif left == 1:
            wins = new_by & 1 == 0
            here = rest if wins else 0
            if flag & 1 and wins:
                here += load64(memory, BONUS)
            if flag & 2 and not wins:
                here -= load64(memory, BONUS)
            found_ranks = won_by_rank(trick | bit, new_best)
        else:
            worth_now = sum_so_far + card_value
            gain = worth_now if new_by & 1 == 0 else 0
            after = load64(memory, CONTEXT_OF + 8 * (left - 1))
            remaining = alive ^ bit
            if after != order:
                remaining = moved_on(memory, order, after, remaining)
            next_flag = flag & (1 if new_by & 1 == 0 else 2)
            if not known:
                low, high, next_hint, found_ranks = bounds(
                    memory, seen, after, remaining, new_by, left - 1, rest - worth_now, tau - gain, next_flag
                )
            if low >= tau - gain:
                here = low + gain
            elif high < tau - gain:
                here = high + gain
            else:
                outcome = search(
                    memory, seen, after, remaining, new_by, zero, zero, zero, zero, zero, zero,
                    left - 1, rest - worth_now, tau - gain, next_flag, next_hint,
                )  # fmt: skip
                here, found_ranks = points_of(outcome) + gain, outcome >> 16
            found_ranks |= won_by_rank(trick | bit, new_best)
        if load64(memory, STOP):
            return 0
        if forced:
            return result(here, found_ranks)
        if (here >= tau) if up else (here < tau):
            value, ranks, best_move = here, found_ranks, card
            break
        if number < 0:
            number = 0
            group = group_of(legal, blockers, card, trump, puur)
            done, done_value, done_card = bit, here, card
        else:
            store16(memory, group_row + 10, here + EVEN)
            store8(memory, group_row + 12, card_value)
        ranks |= with_group(found_ranks, group, card)
        if alike:
            if fresh:
                fresh = False
                for suit in range(4):
                    store64(memory, tried + 8 * suit, 0)
            mattered = found_ranks & suit_mask(card)
            limit = mattered & -mattered if mattered else DECK + 1
            if bit & trump == 0 and bit < limit:
                store64(memory, tried + 8 * suit_of(card), limit << 16 | here + EVEN << 5 | card_value)
        value = max(value, here) if up else min(value, here)
    if best_move >= 0 and killers & 63 != best_move:
        store32(memory, killer_at, killer_tag << 12 | (killers & 63) << 6 | best_move)
    if place == 0 and (narrow == 0 or (value >= tau) == (narrow == 1)):  # who tried a few moves only has not failed yet
        remember(memory, seen, order, alive, leader, left, rest, flag, value, tau, best_move, ranks)
    return result(value, ranks)
