"""The numbers of `puur.fast.tables` say the same as the core: exhaustively, every card and every pair of cards in every mode."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, DECK, SUITS, CardSet
from puur.core.mode import Mode
from puur.fast.tables import renumbering, segment_of, segments, shifts
from tests.fast.positions import MODES, core_bits


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_every_trick_is_in_a_segment_with_its_own_order(mode: Mode) -> None:
    found = segments(mode)
    assert [one.first for one in found] == [sum(one.tricks for one in found[:number]) for number in range(len(found))]
    assert sum(one.tricks for one in found) == 9
    for trick in range(9):
        one, order = found[segment_of(mode, trick)], mode.order(trick)
        assert one.first <= trick < one.first + one.tricks
        assert CardSet(bits=core_bits(one, one.trump)) == (DECK.of_suit(order.trump) if order.trump else CardSet())
        assert CardSet(bits=core_bits(one, one.puur)) == CardSet([order.puur] if order.puur else [])


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_the_larger_bit_of_led_suit_and_trump_wins_exactly_when_the_core_says_so(mode: Mode) -> None:
    for trick in range(9):
        one, order = segments(mode)[segment_of(mode, trick)], mode.order(trick)
        for led in SUITS:
            strong = one.bits(DECK.of_suit(led).bits) | one.trump
            power = order.power[led.index]
            keys = [one.bits(card.bit) & strong for card in CARDS]
            ranked = sorted(CARDS, key=lambda card: power[card.index])
            assert [keys[card.index] for card in ranked] == sorted(keys)
            assert [bool(key) for key in keys] == [power[card.index] > 0 for card in CARDS]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_values_and_their_planes_are_those_of_the_core(mode: Mode) -> None:
    for one in segments(mode):
        for card in CARDS:
            place = one.place[card.index]
            assert one.card[place] == card.index
            assert one.values[place] == mode.value(card)
            assert sum((plane >> place & 1) << bit for bit, plane in enumerate(one.planes)) == mode.value(card)


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_renumbering_by_shifts_moves_every_card_to_its_place(mode: Mode) -> None:
    for before, after in zip(segments(mode), segments(mode)[1:], strict=False):
        to = renumbering(before, after)
        for card in CARDS:
            bit = 1 << before.place[card.index]
            moved = [(bit & mask) << by if by >= 0 else (bit & mask) >> -by for mask, by in shifts(to)]
            assert sum(moved) == 1 << after.place[card.index]
