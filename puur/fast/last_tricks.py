"""The last two tricks of the solver's search, played out directly."""

from __future__ import annotations

from typing import Any

from puur.fast.bits import lowest
from puur.fast.jit import helper
from puur.fast.layout import BONUS, OWN, PUUR, TRUMP, VALUE
from puur.fast.memory import load8, load64
from puur.fast.numbers import OPEN, legal_cards, result, suit_mask, won_by_rank


@helper
def last_two(memory: Any, order: int, alive: int, leader: int, rest: int, tau: int, flag: int) -> int:
    """The last two tricks, played out: 16 lines at most. All four loops ask whether `tau` is reached."""
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    bonus = load64(memory, BONUS)
    values = order + VALUE
    seat1, seat2, seat3 = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    hand0 = load64(memory, order + OWN + 8 * leader) & alive
    hand1 = load64(memory, order + OWN + 8 * seat1) & alive
    hand2 = load64(memory, order + OWN + 8 * seat2) & alive
    hand3 = load64(memory, order + OWN + 8 * seat3) & alive
    up = leader & 1 == 0
    value0, ranks0 = -OPEN if up else OPEN, 0
    moves0 = hand0
    while moves0:
        card0 = moves0 & -moves0
        moves0 ^= card0
        number = lowest(card0)
        led = suit_mask(number)
        strong = led | trump
        sum0 = load8(memory, values + number)
        value1, ranks1 = OPEN if up else -OPEN, 0
        moves1 = legal_cards(hand1, led, card0, trump, puur)
        while moves1:
            card1 = moves1 & -moves1
            moves1 ^= card1
            best1, by1 = card0, leader
            if card1 & strong > best1:
                best1, by1 = card1, seat1
            sum1 = sum0 + load8(memory, values + lowest(card1))
            value2, ranks2 = -OPEN if up else OPEN, 0
            moves2 = legal_cards(hand2, led, best1, trump, puur)
            while moves2:
                card2 = moves2 & -moves2
                moves2 ^= card2
                best2, by2 = best1, by1
                if card2 & strong > best2:
                    best2, by2 = card2, seat2
                sum2 = sum1 + load8(memory, values + lowest(card2))
                value3, ranks3 = OPEN if up else -OPEN, 0
                moves3 = legal_cards(hand3, led, best2, trump, puur)
                while moves3:
                    card3 = moves3 & -moves3
                    moves3 ^= card3
                    best3, by3 = best2, by2
                    if card3 & strong > best3:
                        best3, by3 = card3, seat3
                    sum3 = sum2 + load8(memory, values + lowest(card3))
                    trick = card0 | card1 | card2 | card3
                    left0, left1, left2, left3 = hand0 & ~trick, hand1 & ~trick, hand2 & ~trick, hand3 & ~trick
                    place = by3 - leader & 3
                    lead = left0 if place == 0 else left1 if place == 1 else left2 if place == 2 else left3
                    strong2 = suit_mask(lowest(lead)) | trump
                    final, by = lead, by3
                    if left0 & strong2 > final:
                        final, by = left0, leader
                    if left1 & strong2 > final:
                        final, by = left1, seat1
                    if left2 & strong2 > final:
                        final, by = left2, seat2
                    if left3 & strong2 > final:
                        final, by = left3, seat3
                    ranks = won_by_rank(trick, best3) | won_by_rank(alive & ~trick, final)
                    first, second = by3 & 1 == 0, by & 1 == 0
                    value = (sum3 if first else 0) + (rest - sum3 if second else 0)
                    if flag & 1 and first and second:
                        value += bonus
                    if flag & 2 and not first and not second:
                        value -= bonus
                    if (value < value3) if up else (value > value3):
                        value3 = value
                    if (value3 < tau) == up:
                        ranks3 = ranks
                        break
                    ranks3 |= ranks
                if (value3 > value2) if up else (value3 < value2):
                    value2 = value3
                if (value2 >= tau) == up:
                    ranks2 = ranks3
                    break
                ranks2 |= ranks3
            if (value2 < value1) if up else (value2 > value1):
                value1 = value2
            if (value1 < tau) == up:
                ranks1 = ranks2
                break
            ranks1 |= ranks2
        if (value1 > value0) if up else (value1 < value0):
            value0 = value1
        if (value0 >= tau) == up:
            ranks0 = ranks1
            break
        ranks0 |= ranks1
    return result(value0, ranks0)
