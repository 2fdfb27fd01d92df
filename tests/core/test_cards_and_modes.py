"""Every card in every mode: strength and value against tables written out by hand, and the reference reading."""

from __future__ import annotations

import copy
import pickle

import pytest

from puur.core.cards import CARDS, DECK, SUITS, CardSet, NotACard, cards_of, parse_card
from puur.core.mode import (
    OBENABE,
    PLAIN_MODES,
    UNDEUFE,
    Block,
    Mode,
    NotAMode,
    TrioValues,
    gusti,
    parse_mode,
    slalom,
    trio,
    trump_mode,
)
from puur.core.trick import points, winner
from tests.core import reference

ALL_MODES: list[Mode] = [
    *PLAIN_MODES,
    *(make(way) for make in (slalom, gusti) for way in (Block.OBEN, Block.UNTEN)),
    *(parse_mode(f"trio-{suit}-{order}") for suit in "ERSL" for order in ("tuo", "tou", "uto", "uot", "otu", "out")),
]

# Hand-written from JR-CNT-03: rank -> points, in the order 6 7 8 9 B U O K A.
VALUES = {
    "trump": (0, 0, 0, 14, 10, 20, 3, 4, 11),
    "plain": (0, 0, 0, 0, 10, 2, 3, 4, 11),
    "obenabe": (0, 0, 8, 0, 10, 2, 3, 4, 11),
    "undeufe": (11, 0, 8, 0, 10, 2, 3, 4, 0),
}
# Hand-written from JR-PLAY-06: place from the weakest (0) to the strongest (8), in the order 6 7 8 9 B U O K A.
PLACES = {
    "trump": (0, 1, 2, 7, 3, 8, 4, 5, 6),
    "plain": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "obenabe": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "undeufe": (8, 7, 6, 5, 4, 3, 2, 1, 0),
}


def _kind(card_suit: str, mode: Mode) -> str:
    if mode is OBENABE or mode is UNDEUFE:
        return mode.kind.value
    return "trump" if card_suit == str(mode) else "plain"


@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_every_card_counts_what_the_table_says(mode: Mode) -> None:
    for one in CARDS:
        assert mode.value(one) == VALUES[_kind(one.suit.value, mode)][one.rank.index], one


@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_every_card_stands_where_the_table_says(mode: Mode) -> None:
    order = mode.order(0)
    for suit in SUITS:
        places = PLACES[_kind(suit.value, mode)]
        cards = sorted((one for one in CARDS if one.suit is suit), key=lambda one: places[one.rank.index])
        power = [order.power[suit.index][one.index] for one in cards]
        assert power == sorted(power)
        assert len(set(power)) == 9


@pytest.mark.parametrize("mode", ALL_MODES, ids=str)
def test_every_mode_is_worth_152(mode: Mode) -> None:
    assert sum(mode.values) == 152


@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_every_pair_of_cards_against_the_reference(mode: Mode) -> None:
    block, trump = mode.blocks[0].value, str(mode.trump or "")
    for led in CARDS:
        for other in CARDS:
            if led is not other:
                expected = reference.beats(other.name, led.name, block, trump)
                assert mode.order(0).beats(other, led, led.suit) is expected, (led, other)


@pytest.mark.parametrize("mode", ALL_MODES, ids=str)
def test_modes_print_as_they_parse(mode: Mode) -> None:
    assert parse_mode(str(mode)) == mode


def test_the_blocks_of_the_changing_modes() -> None:
    assert "".join(one.value for one in slalom(Block.OBEN).blocks) == "ououououo"
    assert "".join(one.value for one in gusti(Block.UNTEN).blocks) == "uuuuuoooo"
    assert "".join(one.value for one in parse_mode("trio-S-uto").blocks) == "uuutttooo"


def test_trio_values_are_a_switch_and_always_make_152() -> None:
    blocks = (Block.TRUMP, Block.UNTEN, Block.OBEN)
    worth = {how: trio(SUITS[0], blocks, how).value(parse_card("EU")) for how in TrioValues}
    assert worth == {TrioValues.FIRST_BLOCK: 20, TrioValues.OBEN: 2, TrioValues.TRUMP: 20}
    assert all(sum(trio(SUITS[0], blocks, how).values) == 152 for how in TrioValues)


@pytest.mark.parametrize(
    "text", ["", "X", "e", "Obenabe", "slalom", "gusti-", "trio-E", "trio-E-tuu", "trio-X-tuo", "trio-E-tu", "E " * 999]
)
def test_nonsense_is_no_mode(text: str) -> None:
    with pytest.raises(NotAMode, match="expected"):
        parse_mode(text)


@pytest.mark.parametrize("text", ["", "E", "E10", "e9", "9E", "EX", "X9", "E9 ", "\x00", "E" * 5000])
def test_nonsense_is_no_card(text: str) -> None:
    with pytest.raises(NotACard, match="expected"):
        parse_card(text)


def test_a_card_is_one_object_also_after_copying_and_pickling() -> None:
    for one in CARDS:
        assert parse_card(str(one)) is one
        assert copy.copy(one) is one
        assert copy.deepcopy([one])[0] is one
        assert pickle.loads(pickle.dumps(one)) is one


def test_a_hand_named_twice_is_refused() -> None:
    with pytest.raises(NotACard, match="E9 is named twice"):
        CardSet.parse("E9 EU E9")


def test_sets_of_cards() -> None:
    hand = CardSet.parse("EU R6 LA")
    assert str(hand) == "EU R6 LA"
    assert len(DECK) == 36
    assert str(DECK - hand & CardSet.parse("LA LK")) == "LK"
    assert CardSet.parse("EU") <= hand
    assert not CardSet.parse("E9") <= hand
    assert hand.of_suit(SUITS[0]) == CardSet.parse("EU")
    assert (hand | CardSet.parse("E9")) == CardSet.parse("E9 EU LA R6")


def test_a_trick_worth_counting_by_hand() -> None:
    # JR-CNT-03's own trick, in four modes.
    trick = cards_of("RA R8 RU R9")
    assert [points(trick, trump_mode(SUITS[n]).values) for n in (1, 2)] == [45, 13]
    assert [points(trick, mode.values) for mode in (OBENABE, UNDEUFE)] == [21, 10]
    assert winner(cards_of("S8 SA S9 SU"), UNDEUFE.order(0)) == 0
