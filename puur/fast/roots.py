"""The solver's entry points: prepare a deal, find the exact value of a position, and the value of every card.

`puur.fast.search` answers "at least so many points?"; here the question is asked again and again until the answer is exact.
Everything runs over arrays without touching Python, so that a thousand positions cost one call.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.fast.bits import highest, lowest, popcount
from puur.fast.bounds import bounds
from puur.fast.jit import helper, kernel
from puur.fast.layout import (
    BONUS,
    BUCKET,
    BUCKET_BITS,
    COARSE,
    CONTEXT,
    CONTEXT_OF,
    CONTEXTS,
    DEAL,
    FEW,
    NARROW,
    NARROWED,
    NO_VALUE,
    OWN,
    OWNER,
    OWNERS,
    PUUR,
    STOP,
    TRUMP,
    VALUE,
    VALUES,
    WAYS,
)
from puur.fast.memory import load8, load64, store8, store16, store32, store64
from puur.fast.numbers import SUIT, legal_cards, points_of, suit_mask, worth
from puur.fast.search import search
from puur.fast.seen import DEALS

Ints: TypeAlias = NDArray[np.int64]


@helper
def new_deal(memory: Any, seen: Any, contexts: int, hands: Ints, places: Ints) -> None:
    """Fill the tables that depend on who holds what; `hands` are those of the core, `places` the numbering of each context."""
    deal = load64(memory, DEAL) + 1
    if deal % DEALS == 0:  # tags would repeat: forget everything
        for bucket in range(1 << BUCKET_BITS):
            for way in range(WAYS):
                store32(seen, bucket * BUCKET + 4 * way, 0)
        deal += 1
    store64(memory, DEAL, deal)
    for number in range(contexts):
        order = CONTEXTS + CONTEXT * number
        for seat in range(4):
            cards = 0
            rest = hands[seat]
            while rest:
                place = places[number, lowest(rest)]
                rest &= rest - 1
                cards |= 1 << place
                store8(memory, order + OWNER + place, seat)
            store64(memory, order + OWN + 8 * seat, cards)
        for suit in range(4):
            fill_suit(memory, order, suit)


@helper
def fill_suit(memory: Any, order: int, suit: int) -> None:
    """The tables of one suit, for every set of its cards that may be left."""
    trump = load64(memory, order + TRUMP) == SUIT << 9 * suit
    puur = load64(memory, order + PUUR) >> 9 * suit & SUIT
    own0 = load64(memory, order + OWN) >> 9 * suit & SUIT
    own1 = load64(memory, order + OWN + 8) >> 9 * suit & SUIT
    own2 = load64(memory, order + OWN + 16) >> 9 * suit & SUIT
    own3 = load64(memory, order + OWN + 24) >> 9 * suit & SUIT
    dealt = own0 | own1 | own2 | own3
    cards = 0
    while True:
        table = 1024 * suit + 2 * cards
        owners, shift = 0, 16
        rest = cards
        while rest and shift:
            card = highest(rest)
            rest ^= 1 << card
            shift -= 2
            owners |= load8(memory, order + OWNER + 9 * suit + card) << shift
        store16(memory, order + OWNERS + table, owners)
        kept = same_owners(memory, order, suit, cards, dealt, puur) if trump else 0
        values, fields = 0, 0
        for seat in range(4):
            held = own0 if seat == 0 else own1 if seat == 1 else own2 if seat == 2 else own3
            mine = cards & held
            while mine:  # as many of the lowest cards dealt to this seat stand for those left
                if not trump:
                    kept |= held & -held
                    held &= held - 1
                values |= load8(memory, order + VALUE + 9 * suit + lowest(mine)) << 6 * fields
                fields += 1
                mine &= mine - 1
        store16(memory, order + COARSE + table, kept)
        store64(memory, order + VALUES + 4096 * suit + 8 * cards, values)
        cards = (cards - dealt) & dealt  # the next subset
        if cards == 0:
            break


@helper
def same_owners(memory: Any, order: int, suit: int, cards: int, dealt: int, puur: int) -> int:
    """The lowest cards that show the same owners in the same order; the Puur stands for itself, since it need not follow."""
    kept, place = 0, 0
    while cards:
        card = lowest(cards)
        bit = cards & -cards
        cards ^= bit
        if bit == puur:
            kept |= bit
            continue
        owner = load8(memory, order + OWNER + 9 * suit + card)
        while dealt >> place & 1 == 0 or load8(memory, order + OWNER + 9 * suit + place) != owner:
            place += 1
        kept |= 1 << place
        place += 1
    return kept


@helper
def at_least(
    memory: Any, seen: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int, trick: int,
    so_far: int, left: int, rest: int, tau: int, flag: int,
) -> int:  # fmt: skip
    """A value on the true side of `tau`, from any position.

    Early in a deal a side is first held to its best-looking moves: whatever it forces with those is forced.
    """
    hint = (place & 0) - 1
    if place == 0:
        low, high, hint, _ = bounds(memory, seen, order, alive, leader, left, rest, tau, flag)
        if low >= tau:
            return low
        if high < tau:
            return high
    if left >= NARROWED:
        for few in range(1, 4):
            for side in range(1, 3):
                store64(memory, NARROW, side)
                store64(memory, FEW, few)
                outcome = search(
                    memory, seen, order, alive, leader, place, led, best, by, trick, so_far, left, rest, tau, flag, hint
                )  # fmt: skip
                store64(memory, NARROW, 0)
                value = points_of(outcome)
                if load64(memory, STOP) or (value >= tau) == (side == 1):
                    return value
    return points_of(search(memory, seen, order, alive, leader, place, led, best, by, trick, so_far, left, rest, tau, flag, hint))


@helper
def exact(
    memory: Any, seen: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int, trick: int,
    so_far: int, left: int, rest: int, flag: int, low: int, high: int, guess: int,
) -> int:  # fmt: skip
    """The value of a position, known to lie between `low` and `high`; a good `guess` saves time, a bad one costs little."""
    above = below = False
    step = 6
    while low < high:
        if (above and below) or guess == NO_VALUE:
            tau = low + high + 1 >> 1
        elif above:
            tau = low + step
            step *= 2
        elif below:
            tau = high - step + 1
            step *= 2
        else:
            tau = guess
        tau = min(max(tau, low + 1), high)
        value = at_least(memory, seen, order, alive, leader, place, led, best, by, trick, so_far, left, rest, tau, flag)
        if load64(memory, STOP):
            return NO_VALUE
        if value >= tau:
            low, above = value, True
        else:
            high, below = value, True
    return low


@helper
def solve_position(
    memory: Any, seen: Any, contexts: int, places: Ints, last_trick: int, hands: Ints, leader: int, table: Ints,
    played: int, flag: int, guess: int, cards_too: int, out: Ints,
) -> int:  # fmt: skip
    """The value of one position for team 0, of what is still open; -32768 if the search was given up.

    `table` are the cards of the trick in progress, as indices of the core, `played` how many. With `cards_too` the value of each
    legal card goes to `out`: 1 all of them, 2 only the best ones exactly and for the others the best value they are known to miss.
    """
    zero = leader & 0  # not the literal: numba would compile the whole search once more for it
    store64(memory, STOP, 0)
    new_deal(memory, seen, contexts, hands, places)
    seat = leader + played & 3
    left = popcount(hands[seat])
    order = load64(memory, CONTEXT_OF + 8 * left)
    number = (order - CONTEXTS) // CONTEXT
    trump, puur = load64(memory, order + TRUMP), load64(memory, order + PUUR)
    alive = zero
    for owner in range(4):
        alive |= load64(memory, order + OWN + 8 * owner)
    led, best, by, trick, so_far = zero, zero, leader, zero, zero
    for at in range(played):
        card = places[number, table[at]]
        bit = 1 << card
        so_far += load8(memory, order + VALUE + card)
        trick |= bit
        if at == 0:
            led, best = suit_mask(card), bit
        elif bit & (led | trump) > best:
            best, by = bit, leader + at & 3
    rest = worth(memory, order, alive) + so_far + last_trick
    bonus = load64(memory, BONUS)
    low, high = -bonus if flag & 2 else zero, rest + bonus if flag & 1 else rest
    hand = load64(memory, order + OWN + 8 * seat)
    legal = legal_cards(hand, led, best, trump, puur)
    value = exact(memory, seen, order, alive, leader, played, led, best, by, trick, so_far, left, rest, flag, low, high, guess)
    if cards_too == 0 or value == NO_VALUE:
        return value
    up = seat & 1 == 0
    for index in range(36):
        card = places[number, index]
        bit = 1 << card
        if legal & bit == 0:
            out[index] = NO_VALUE
            continue
        new_led = led if played else suit_mask(card)
        new_best, new_by = best, by
        if played == 0 or bit & (led | trump) > best:
            new_best, new_by = bit, seat
        now = so_far + load8(memory, order + VALUE + card)
        goal = value if up else value + 1
        least, most = (low, value) if up else (value, high)
        if played < 3:
            outcome = at_least(
                memory,
                seen,
                order,
                alive ^ bit,
                leader,
                played + 1,
                new_led,
                new_best,
                new_by,
                trick | bit,
                now,
                left,
                rest,
                goal,
                flag,
            )
            if load64(memory, STOP):
                return NO_VALUE
            if outcome >= goal:
                least = max(least, outcome)
            else:
                most = min(most, outcome)
            if cards_too == 1:
                outcome = exact(
                    memory, seen, order, alive ^ bit, leader, played + 1, new_led, new_best, new_by, trick | bit, now,
                    left, rest, flag, least, most, most if up else least + 1,
                )  # fmt: skip
                if outcome == NO_VALUE:
                    return NO_VALUE
                out[index] = outcome
            else:
                out[index] = value if (outcome >= goal) == up else outcome
            continue
        wins = new_by & 1 == 0
        gain = now if wins else zero
        next_flag = flag & (1 if wins else 2)
        if left == 1:
            out[index] = (rest if wins else 0) + (bonus if flag & 1 and wins else 0) - (bonus if flag & 2 and not wins else 0)
            continue
        after = load64(memory, CONTEXT_OF + 8 * (left - 1))
        remaining = zero
        for owner in range(4):
            remaining |= load64(memory, after + OWN + 8 * owner)
        remaining ^= 1 << places[(after - CONTEXTS) // CONTEXT, index]
        outcome = (
            at_least(
                memory,
                seen,
                after,
                remaining,
                new_by,
                zero,
                zero,
                zero,
                zero,
                zero,
                zero,
                left - 1,
                rest - now,
                goal - gain,
                next_flag,
            )
            + gain
        )
        if load64(memory, STOP):
            return NO_VALUE
        if outcome >= goal:
            least = max(least, outcome)
        else:
            most = min(most, outcome)
        if cards_too == 1:
            outcome = exact(
                memory, seen, after, remaining, new_by, zero, zero, zero, zero, zero, zero, left - 1, rest - now, next_flag,
                least - gain, most - gain, (most if up else least + 1) - gain,
            )  # fmt: skip
            if outcome == NO_VALUE:
                return NO_VALUE
            out[index] = outcome + gain
        else:
            out[index] = value if (outcome >= goal) == up else outcome
    return value


@kernel
def solve_positions(
    memory: Any, seen: Any, contexts: int, places: Ints, last_trick: int, hands: Ints, leaders: Ints, tables: Ints,
    played: Ints, flags: Ints, guess: int, cards_too: int, values: Ints, out: Ints,
) -> int:  # fmt: skip
    """Solve row after row, each guessed from the one before; how many were solved before the search was given up."""
    for row in range(hands.shape[0]):
        value = solve_position(
            memory, seen, contexts, places, last_trick, hands[row], leaders[row], tables[row], played[row], flags[row], guess,
            cards_too, out[row],
        )  # fmt: skip
        if value == NO_VALUE:
            return row
        values[row] = value
    return int(hands.shape[0])
