"""Jasskönig Nordwestschweiz: choosing, leading, undertrumping; nine tricks to the end."""

from __future__ import annotations

import pytest

from puur.core.actions import actions
from puur.core.events import Announced, CardPlayed, Claimed, Conceded, HandsRecorded, Pushed, ResultEntered, Turned
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.core.reglement import SilentLead
from puur.core.setup import Turning
from tests.support import book, card, dealt, endgame, fill, legal, play, refused, submit, table

P1, P2, P3, P4 = 0, 1, 2, 3


@pytest.mark.rule("NWS-4-01")
def test_nws_4_01_vorhand_right_of_the_dealer_chooses() -> None:
    game = dealt("nws2020", dealer=P4)
    for seat in (P2, P3, P4):
        refused(game, Announced(seat, parse_mode("E")), "NWS-4-01", "not-your-word")
    game.submit(Announced(P1, parse_mode("E")))


@pytest.mark.rule("NWS-4-01")
def test_nws_4_01_later_it_is_right_of_that_dealer() -> None:
    game = submit(table("nws2020", first_dealer=P4), ResultEntered((88, 69)), HandsRecorded(P1, fill()))
    refused(game, Announced(P1, parse_mode("E")), "NWS-4-01", "not-your-word")
    game.submit(Announced(P2, parse_mode("E")))


@pytest.mark.rule("NWS-4-02")
def test_nws_4_02_after_a_push_the_partner_must_choose() -> None:
    game = dealt("nws2020", dealer=P4)
    game.submit(Pushed(P1))
    assert set(actions(game, P3)) == {Announced(P3, mode) for mode in PLAIN_MODES}
    for seat in (P1, P2, P4):
        refused(game, Announced(seat, parse_mode("E")), "NWS-4-02", "not-your-word")
    game.submit(Announced(P3, parse_mode("L")))


@pytest.mark.rule("NWS-4-04")
def test_nws_4_04_no_pushing_back() -> None:
    game = dealt("nws2020", dealer=P4)
    game.submit(Pushed(P1))
    refused(game, Pushed(P3), "NWS-4-04", "must-announce")


@pytest.mark.rule("NWS-4-05")
def test_nws_4_05_no_lead_without_an_announcement() -> None:
    game = dealt("nws2020", hands=fill(A="EK"))
    refused(game, CardPlayed(P1, card("EK")), "NWS-4-05", "announce-first")
    submit(game, Announced(P1, parse_mode("S")), CardPlayed(P1, card("EK")))


@pytest.mark.rule("NWS-4-05")
def test_nws_4_05_at_a_human_table_the_led_suit_may_become_trump() -> None:
    # What the catalogue takes where nobody objects, as a setting: the suit of the led card is trump.
    game = dealt(book("nws2020", bidding__silent_lead=SilentLead.TRUMP), hands=fill(A="EK"))
    game.submit(CardPlayed(P1, card("EK")))
    assert str(game.deal.mode) == "E"


@pytest.mark.rule("NWS-4-06")
@pytest.mark.parametrize("pushed", [False, True])
def test_nws_4_06_vorhand_leads_also_after_a_push(pushed: bool) -> None:
    game = dealt("nws2020", "L", dealer=P4, pushed=pushed)
    assert game.deal.announcer == (P3 if pushed else P1)
    refused(game, CardPlayed(P3, next(iter(game.deal.hand(P3)))), "NWS-4-06", "not-the-leader")
    game.submit(CardPlayed(P1, next(iter(game.deal.hand(P1)))))


@pytest.mark.rule("NWS-4-07")
def test_nws_4_07_the_opening_card_need_not_be_trump() -> None:
    game = dealt("nws2020", "L", hands=fill(A="LU L9 EA"))
    assert legal(game) == {one.name for one in game.deal.hand(P1)}
    game.submit(CardPlayed(P1, card("EA")))


@pytest.mark.rule("NWS-4-08")
def test_nws_4_08_whoever_won_the_trick_leads() -> None:
    game = dealt("nws2020", "L", hands=fill(A="E6 R6", B="EA", C="E7 R7", D="E8 R8"))
    play(game, "E6 EA E7 E8")
    for seat, name in ((P1, "R6"), (P3, "R7"), (P4, "R8")):
        refused(game, CardPlayed(seat, card(name)), "NWS-4-08", "winner-leads")
    assert game.deal.turn == P2
    game.submit(CardPlayed(P2, next(iter(game.deal.hand(P2)))))


@pytest.mark.rule("NWS-5-11")
def test_nws_5_11_undertrumping_with_nothing_but_trumps() -> None:
    game = endgame("nws2020", "E", A="S9 R6", B="EO R7", C="E7 E6", D="L7 L8")
    play(game, "S9 EO")
    assert legal(game) == {"E7", "E6"}


@pytest.mark.rule("NWS-5-11")
def test_nws_5_11_otherwise_it_is_refused() -> None:
    game = endgame("nws2020", "E", A="S9 R6 R7", B="EO R8 R9", C="E7 LA L6", D="L7 L8 L9")
    play(game, "S9 EO")
    assert legal(game) == {"LA", "L6"}
    refused(game, CardPlayed(P3, card("E7")), "NWS-5-11", "undertrump")


@pytest.mark.rule("NWS-6-05")
def test_nws_6_05_no_lead_before_the_trick_is_turned() -> None:
    game = endgame("nws2020", "E", A="S6 R6", B="S7 R7", C="SA R8", D="S8 R9", turning=Turning.EXPLICIT)
    play(game, "S6 S7 SA S8")
    refused(game, CardPlayed(P3, card("R8")), "NWS-6-05", "trick-not-turned")
    game.submit(Turned(P1))
    game.submit(CardPlayed(P3, card("R8")))


@pytest.mark.rule("NWS-6-08")
def test_nws_6_08_all_nine_tricks_are_played() -> None:
    game = endgame("nws2020", "E", A="EU E9 EA", B="R6 R7 R8", C="S6 S7 S8", D="L6 L7 L8")
    for trick in ("EU R6 S6 L6", "E9 R7 S7 L7", "EA R8 S8 L8"):
        assert all(isinstance(event, CardPlayed) for event in actions(game, P1))
        refused(game, Claimed(P1), "NWS-6-08", "no-claims")
        refused(game, Conceded(P2), "NWS-6-08", "played-to-the-end")
        assert game.ledger.entries == []
        play(game, trick)
    assert len(game.deal.tricks) == 9
    assert sum(game.totals()) == 157
