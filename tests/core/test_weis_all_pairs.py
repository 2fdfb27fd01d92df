"""Every Weis of the deck against every other, under every book and mode, compared with rules written out by hand."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, RANKS, SUITS, CardSet, card_of
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.weis import Step, Weis, contained_in, parse_weis, strength, weis_of, weise_in
from puur.reglement.loader import shipped
from tests.support import book

ALL: list[Weis] = [
    *(Weis(CARDS[9 * suit + first : 9 * suit + first + length])
      for suit in range(4) for length in range(3, 10) for first in range(10 - length)),
    *(Weis(tuple(card_of(suit, rank) for suit in SUITS)) for rank in RANKS),
]  # fmt: skip
BOOKS_WITH_WEIS = [key for key in shipped() if book(key).weis.enabled]
RUN_VALUES = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}  # JR-WVAL-02 to 08
NATURAL = "6789BUOKA"


def value(weis: Weis) -> int:
    """The value by hand. (JR-WVAL-02 to 11)"""
    names = [card.name for card in weis.cards]
    if names[0][0] == names[-1][0]:
        return RUN_VALUES[len(names)]
    return {"U": 200, "9": 150}.get(names[0][1], 100)


def common(one: Weis, two: Weis, mode: Mode) -> bool:
    """Whether `one`, announced first, beats `two`: value, cards, top card, trump, then the first. (UB-WCMP, JR-WEIS)"""
    if value(one) != value(two):
        return value(one) > value(two)
    if len(one.cards) != len(two.cards):
        return len(one.cards) > len(two.cards)
    low = str(mode) == "undeufe"
    tops = [NATURAL.index(weis.cards[0 if low else -1].name[1]) for weis in (one, two)]
    if tops[0] != tops[1]:
        return (tops[0] < tops[1]) if low else (tops[0] > tops[1])
    trumps = [weis.cards[0].name[0] == weis.cards[-1].name[0] == str(mode) for weis in (one, two)]
    return trumps[0] >= trumps[1]


def ajz(one: Weis, two: Weis, _mode: Mode) -> bool:
    """Whether `one`, announced first, beats `two`: value, then a run before four of a kind, then the first. (AJZ-2.2.2-20 to 25)"""
    if value(one) != value(two):
        return value(one) > value(two)
    runs = [weis.cards[0].name[0] == weis.cards[-1].name[0] for weis in (one, two)]
    return runs[0] >= runs[1]


def cents(one: Weis, two: Weis, mode: Mode) -> bool:
    """Whether `one` beats `two` in the Cinq Cents: neither four Nines nor four Banner, equal ones cancel (jasswiki.ch)."""

    def height(weis: Weis) -> tuple[int, int, int]:
        names = [card.name for card in weis.cards]
        nothing = names[0][0] != names[-1][0] and names[0][1] in "9B"
        top = NATURAL.index(names[0 if str(mode) == "undeufe" else -1][1])
        return 0 if nothing else value(weis), len(names), -top if str(mode) == "undeufe" else top

    return height(one) > height(two)


def test_there_are_121_weise_in_the_deck() -> None:
    assert len(ALL) == 112 + 9


def test_every_weis_is_found_valued_and_printed() -> None:
    for weis in ALL:
        assert weise_in(CardSet(weis.cards)) == (weis,)
        assert weis.points() == value(weis)
        assert parse_weis(str(weis)) == weis == weis_of(tuple(reversed(weis.cards)))


@pytest.mark.parametrize("key", BOOKS_WITH_WEIS)
@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_all_pairs(key: str, mode: Mode) -> None:
    rules = book(key).weis
    by_hand = {"cinq-cents": cents}.get(key, common if Step.RANK in rules.steps else ajz)
    wins = 0
    for one in ALL:
        for two in ALL:
            if one is not two:
                first, second = (strength(weis, mode, rules.steps, rules.values, place) for place, weis in enumerate((one, two)))
                assert (first > second) is by_hand(one, two, mode), (one, two)
                wins += first > second
    assert 0 < wins < len(ALL) ** 2


@pytest.mark.parametrize("key", [key for key in BOOKS_WITH_WEIS if key != "cinq-cents"])
@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_the_order_is_total(key: str, mode: Mode) -> None:
    """With the order of announcing as last step no two Weise are equal, so somebody always wins."""
    rules = book(key).weis
    assert rules.steps[-1] is Step.ORDER
    keys = {strength(weis, mode, rules.steps, rules.values, place) for place, weis in enumerate(ALL)}
    assert len(keys) == len(ALL)


def test_what_a_run_contains() -> None:
    assert [str(one) for one in contained_in(parse_weis("S6-S7-S8-S9"))] == ["S6-S7-S8-S9", "S6-S7-S8", "S7-S8-S9"]
    assert contained_in(parse_weis("EU-RU-SU-LU")) == (parse_weis("EU-RU-SU-LU"),)
