"""JR-REST-06, 07 and JR-BOD: soloists who show their cards, and the card that shows trump."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, CardSet, cards_of, parse_card
from puur.core.errors import RuleViolation
from puur.core.profile import PROFILES, EarlyShow, bodentrumpf, deal_out
from tests.support import A, B, C, D

HAND = CardSet(cards_of("EU E9 EA EK RA RK SA LA"))
L7_LAST = (*(card for card in CARDS if card.name != "L7"), parse_card("L7"))


def shown(name: str, bid: int) -> EarlyShow:
    return EarlyShow(PROFILES[name], soloist=A, hand=HAND, bid=bid)


@pytest.mark.rule("JR-REST-06")
@pytest.mark.parametrize(("bid", "points"), [(100, 2), (140, 2), (150, 3), (200, 4), (250, 5), (300, 6), (310, 6)])
def test_jr_rest_06_without_objection_the_contract_is_written_as_won(bid: int, points: int) -> None:
    show = shown("pandur", bid)
    assert (show.played_on, show.written) == (False, points)


@pytest.mark.rule("JR-REST-06")
def test_jr_rest_06_only_where_somebody_plays_alone() -> None:
    assert shown("aucho", 0).written == 2
    with pytest.raises(RuleViolation, match=r"no-early-show \(JR-REST-06\)"):
        shown("schieber", 0)


@pytest.mark.rule("JR-REST-07")
def test_jr_rest_07_one_objection_and_the_deal_is_played_on() -> None:
    show = shown("pandur", 150).object(C)
    assert (show.played_on, show.written) == (True, None)  # nothing is written, neither won nor lost
    assert show.hand == HAND  # taken back, and known
    assert shown("pandur", 150).object(B).object(C).played_on
    with pytest.raises(RuleViolation, match=r"not-an-opponent \(JR-REST-07\)"):
        show.object(A)


@pytest.mark.rule("JR-BOD-01")
def test_jr_bod_01_the_bottom_card_lies_open_before_the_last_packet() -> None:
    pack = (*L7_LAST[-5:], *L7_LAST[:-5])  # lifting five brings L7 to the bottom
    dealt = list(deal_out(PROFILES["kreuzjass"], pack, 5))
    assert len(dealt) == 12
    assert all(packet.open == CardSet.parse("L7") for packet in dealt)
    assert dealt[-1].place == 3  # the dealer gets the last packet, and with it the card
    assert dealt[-1].cards[-1] is parse_card("L7")
    assert bodentrumpf(L7_LAST, D).trump.value == "L"


@pytest.mark.rule("JR-BOD-01")
def test_jr_bod_01_nothing_lies_open_in_other_games() -> None:
    assert not any(packet.open for packet in deal_out(PROFILES["schieber"], CARDS, 5))


@pytest.mark.rule("JR-BOD-03")
def test_jr_bod_03_the_card_stays_on_the_table_until_the_first_lead() -> None:
    boden = bodentrumpf(L7_LAST, D)
    dealer_hand = CardSet(cards_of("LB LU LO LK LA L8 L9 S6 L7"))
    before = boden.hand_shown(D, dealer_hand, led=False)
    assert (len(before), parse_card("L7") in before) == (8, False)
    assert boden.hand_shown(D, dealer_hand, led=True) == dealer_hand
    other = CardSet(cards_of("E6 E7"))
    assert boden.hand_shown(A, other, led=False) == other
