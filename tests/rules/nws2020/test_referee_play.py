"""Irregular play under the Nordwestschweiz book: wrong leads, revokes, undertrumping, several cards, dead cards, claims."""

from __future__ import annotations

import pytest

from puur.core.effects import CardDead, MustPlay, RestTo, SeatBarred
from puur.core.events import CardsLaid, RulingMade, TrickLooked, Turned
from puur.core.setup import Turning
from tests.referee.tools import free, late, out_of_turn, report, settle
from tests.support import A, B, C, D, card, legal, play, play_out, refused, submit

P1, P2, P3, P4 = A, B, C, D
BOOK = "nws2020"


def dead(game) -> set[str]:
    return {one.name for hand in range(4) for one in game.deal.dealt_hand(hand) if one.bit & game.deal.dead}


def wrong_lead():
    """Trumpf E, P1 has to lead to trick 4 (six cards left) and P3 leads SA."""
    game = late(
        BOOK, "E", leader=P1,
        A="L9 SK S7 LA R6 R7", B="LK SO S9 LO R8 R9", C="SA E6 L7 L6 RB RU", D="L8 SB SU LU RO RK",
    )  # fmt: skip
    out_of_turn(game, P3, "SA")
    return game


@pytest.mark.rule("NWS-5-01", "NWS-5-02", "NWS-5-20")
def test_nws_5_01_02_20_a_wrong_lead_goes_back_and_its_player_can_not_win() -> None:
    """P1 L9, P2 LK, P3 E6 (trump), P4 L8: E6 does not win, P2 wins with LK: 0 + 4 + 0 + 0 = 4 for Team 2."""
    game = wrong_lead()
    ruling = report(game, "wrong-lead", P3)
    assert {"NWS-5-01", "NWS-5-02", "NWS-5-20", "NWS-5-03", "NWS-4-11"} <= set(ruling.provisions)
    settle(game, ruling)
    assert (game.deal.turn, card("SA") in game.deal.hand(P3)) == (P1, True)
    assert len(legal(game)) == 6  # a free choice of card
    before = game.deal.points[:]
    play(game, "L9 LK E6 L8")
    assert game.deal.tricks[-1].winner == P2
    assert game.deal.points == [before[0], before[1] + 4]
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("NWS-5-01")
def test_nws_5_01_an_opponent_who_opens_in_place_of_vorhand() -> None:
    game = free(BOOK, "E")
    out_of_turn(game, P2, sorted(legal_names(game, P2))[0])
    settle(game, report(game, "wrong-lead", P2))
    assert (game.deal.turn, len(game.deal.hand(P2))) == (P1, 9)


def legal_names(game, seat: int) -> set[str]:
    return {one.name for one in game.deal.hand(seat)}


@pytest.mark.rule("NWS-5-03")
def test_nws_5_03_the_dead_ace_does_not_win() -> None:
    """Trick P4 SB, P1 S7, P2 S9, P3 SA (dead): P4 wins with SB, Team 2 gets 10 + 0 + 0 + 11 = 21."""
    game = wrong_lead()
    settle(game, report(game, "wrong-lead", P3))
    assert dead(game) == {"SA"}
    play(game, "LA LO L6 LU")  # team 1: P1 wins
    play(game, "L9 LK L7 L8")  # team 2 wins: SA is free again (NWS-4-11)
    play(game, "SO SA SB SK")
    assert game.deal.tricks[-1].winner == P1  # SK is the highest living Schelle


@pytest.mark.rule("NWS-4-11")
def test_nws_4_11_the_card_waits_until_the_opponents_have_won_a_trick() -> None:
    """SA may not be played in tricks 4 and 5, which Team 1 wins, and in 6, which Team 2 wins; from 7 on it may."""
    game = wrong_lead()
    settle(game, report(game, "wrong-lead", P3))
    assert game.deal.bans
    play(game, "LA LO")
    assert "SA" not in legal(game)
    play(game, "L7 L8")
    play(game, "L9 LK")
    play(game, "L6 LU")
    assert not game.deal.bans
    play(game, "S9 SA")  # allowed now
    assert not game.deal.faults[1:]


@pytest.mark.rule("NWS-4-11")
def test_nws_4_11_as_the_only_legal_card_it_is_played_as_a_dead_one() -> None:
    game = wrong_lead()
    settle(game, report(game, "wrong-lead", P3))
    play(game, "SK SO")  # P3 must follow Schelle or trump with E6; without E6 only SA
    assert "SA" not in legal(game)
    assert legal(game) == {"E6"}


@pytest.mark.rule("NWS-4-11")
def test_nws_4_11_played_to_a_trick_all_the_same_it_goes_back_with_what_followed() -> None:
    """P1 SK, P2 SO, P3 SA (banned; E6 would have been allowed), P4 SB: SA and SB go back, SK and SO stay, and P3 plays E6."""
    game = wrong_lead()
    settle(game, report(game, "wrong-lead", P3))
    play(game, "SK SO SA SB")
    ruling = report(game, "banned-card", P3)
    assert ruling.provisions[0] == "NWS-4-11"
    (instead,) = [effect.cards for effect in ruling.effects if isinstance(effect, MustPlay)]
    settle(game, ruling)
    assert {*instead} == {*game.deal.hand(P3)} - {card("SA")}  # any other card that P3 holds
    assert [one.name for one in game.deal.cards] == ["SK", "SO"]
    assert (game.deal.turn, card("SA") in game.deal.hand(P3), card("SB") in game.deal.hand(P4)) == (P3, True, True)
    assert legal(game) == {"E6"}


@pytest.mark.rule("NWS-5-04")
def test_nws_5_04_dead_cards_keep_their_points() -> None:
    game = wrong_lead()
    settle(game, report(game, "wrong-lead", P3))
    assert game.deal.values[card("SA").index] == 11
    play_out(game)
    assert sum(game.totals()) == 157
    oben = late(BOOK, "obenabe", leader=P1, A="SA", B="S6", C="S7", D="S8")
    submit(oben, RulingMade("NWS-5-03", effects=(CardDead(card("SA")),)))
    play(oben, "SA S6 S7 S8")
    assert sum(oben.totals()) == 157


def revoke(**hands: str):
    """Trumpf E: P1 leads SK; P2 holds SA, S7, L6 and plays L6."""
    given = {"A": "SK R6 R7", "B": "SA S7 L6", "C": "S6 R8 R9", "D": "S8 E6 RB", **hands}
    game = late(BOOK, "E", leader=P1, **given)
    play(game, "SK L6")
    return game


@pytest.mark.rule("NWS-5-05", "NWS-5-06", "NWS-5-07")
def test_nws_5_05_06_07_the_highest_of_the_suit_is_given_and_can_not_win() -> None:
    """P1 SK, P2 SA (after the exchange), P3 S6, P4 S8: P1 wins with SK, 4 + 11 + 0 + 0 = 15 for Team 1."""
    game = revoke()
    ruling = report(game, "revoke", P2)
    assert {"NWS-5-05", "NWS-5-06", "NWS-5-07"} <= set(ruling.provisions)
    settle(game, ruling)
    assert legal(game) == {"SA"}
    assert dead(game) == {"L6"}
    play(game, "SA S6 S8")
    assert game.deal.tricks[-1].winner == P1
    assert game.deal.points[0] == 15
    assert game.deal.turn == P1


@pytest.mark.rule("NWS-5-06")
def test_nws_5_06_the_partner_can_win_it() -> None:
    """P4 plays the trump E6 instead: Team 2 gets the 15."""
    game = revoke()
    before = game.deal.points[1]
    settle(game, report(game, "revoke", P2))
    play(game, "SA S6 E6")
    assert game.deal.points[1] == before + 15
    assert game.deal.turn == P4


@pytest.mark.rule("NWS-5-07")
def test_nws_5_07_in_undeufe_the_strongest_is_the_lowest() -> None:
    game = late(BOOK, "undeufe", leader=P1, A="SK R6 R7", B="SA S7 L6", C="S6 R8 R9", D="S8 E6 RB")
    play(game, "SK L6")
    settle(game, report(game, "revoke", P2))
    assert legal(game) == {"S7"}


@pytest.mark.rule("NWS-5-08")
def test_nws_5_08_trump_not_given_all_trumps_are_dead() -> None:
    """P1 EK; P2 holds E9, EA, S7 and plays S7: E9 has to be played; with E7, E8 it is 4 + 14 + 0 + 0 = 18 for P1."""
    game = late(BOOK, "E", leader=P1, A="EK R6 R7", B="E9 EA S7", C="E7 R8 R9", D="E8 RB RU")
    play(game, "EK S7")
    ruling = report(game, "revoke", P2)
    assert {"NWS-5-08", "NWS-5-09"} <= set(ruling.provisions)
    settle(game, ruling)
    assert legal(game) == {"E9"}
    play(game, "E9 E7 E8")
    assert game.deal.tricks[-1].winner == P1
    assert game.deal.points[0] == 18
    assert {"E9", "EA"} <= dead(game)


@pytest.mark.rule("NWS-5-09")
def test_nws_5_09_the_bauer_keeps_its_stechwert() -> None:
    game = late(BOOK, "E", leader=P1, A="EK R6 R7", B="EU E9 S7", C="E7 R8 R9", D="E8 RB RU")
    play(game, "EK S7")
    settle(game, report(game, "revoke", P2))
    assert legal(game) == {"E9"}
    play(game, "E9 E7 E8")
    assert game.deal.tricks[-1].winner == P1
    play(game, "R6 EU R8 RB")
    assert game.deal.tricks[-1].winner == P2  # alive from the next trick on


def undertrumped(c: str):
    """P1 S9, P2 EO, P3 (no Schelle) undertrumps with E7."""
    game = late(BOOK, "E", leader=P1, A="S9 R6 R7", B="EO R8 R9", C=c, D="S6 RB RU")
    play(game, "S9 EO E7")
    return game


@pytest.mark.rule("NWS-5-10")
def test_nws_5_10_undertrumping_is_a_revoke() -> None:
    game = undertrumped("E7 LA L6")
    ruling = report(game, "undertrump", P3)
    assert ruling.upheld
    settle(game, ruling)
    assert legal(game) == {"LA", "L6"}
    assert dead(game) == {"E7"}


@pytest.mark.rule("NWS-5-12")
def test_nws_5_12_an_overtrump_does_not_win_either() -> None:
    """E7 exchanged for E9: P2 wins with EO, 0 + 3 + 14 + 0 = 17 for Team 2."""
    game = undertrumped("E9 E7 L6")
    before = game.deal.points[1]
    ruling = report(game, "undertrump", P3)
    assert SeatBarred(P3) in ruling.effects
    settle(game, ruling)
    play(game, "E9 S6")
    assert game.deal.tricks[-1].winner == P2
    assert game.deal.points[1] == before + 17


@pytest.mark.rule("NWS-5-13", "NWS-5-14")
def test_nws_5_13_14_several_cards_are_dead_and_the_highest_is_given() -> None:
    """P1 S9; P2 drops S8 and LA and holds SB: SB, which cannot win; with S6, S7 P1 wins, 0 + 10 + 0 + 0 = 10."""
    game = late(BOOK, "E", leader=P1, A="S9 R6 R7", B="S8 LA SB", C="S6 R8 R9", D="S7 RB RU")
    play(game, "S9")
    submit(game, CardsLaid(P2, (card("S8"), card("LA"))))
    ruling = report(game, "several-cards", P2)
    assert {"NWS-5-13", "NWS-5-14", "NWS-5-20"} <= set(ruling.provisions)
    settle(game, ruling)
    assert legal(game) == {"SB"}
    assert dead(game) == {"S8", "LA"}
    play(game, "SB S6 S7")
    assert game.deal.tricks[-1].winner == P1
    assert game.deal.points[0] == 10


@pytest.mark.rule("NWS-5-15")
def test_nws_5_15_without_the_suit_the_opponents_choose() -> None:
    """P2 has no Schelle and drops LA and R7: Team 1 picks LA; with S6, S7 Team 1 gets 0 + 11 + 0 + 0 = 11."""
    game = late(BOOK, "E", leader=P1, A="S9 R6", B="LA R7", C="S6 R8", D="S7 RB")
    play(game, "S9")
    submit(game, CardsLaid(P2, (card("LA"), card("R7"))))
    ruling = report(game, "several-cards", P2)
    assert (ruling.choices[0].key, ruling.choices[0].by) == ("card", (P1, P3))
    settle(game, ruling, card="LA")
    play(game, "LA S6 S7")
    assert game.deal.points[0] == 11
    assert {"LA", "R7"} <= dead(game)


@pytest.mark.rule("NWS-5-16")
def test_nws_5_16_an_early_card_stays_and_may_win() -> None:
    game = late(BOOK, "E", leader=P1, A="S9 R6", B="S8 R7", C="RK E6", D="S7 RB")
    play(game, "S9")
    out_of_turn(game, P3, "RK")
    ruling = report(game, "early-card", P3)
    assert ruling.effects == ()
    assert "NWS-5-16" in ruling.provisions
    settle(game, ruling)
    play(game, "S8 S7")
    assert [one.name for one in game.deal.tricks[-1].cards] == ["S9", "S8", "RK", "S7"]


@pytest.mark.rule("NWS-5-17")
def test_nws_5_17_an_early_card_goes_back_if_the_suit_must_be_followed() -> None:
    game = late(BOOK, "E", leader=P1, A="S9 R6", B="S8 R7", C="RK S7", D="SB RB")
    play(game, "S9")
    out_of_turn(game, P3, "RK")
    ruling = report(game, "early-card", P3)
    assert {"NWS-5-17", "NWS-5-06", "NWS-5-07"} <= set(ruling.provisions)
    settle(game, ruling)
    play(game, "S8")
    assert legal(game) == {"S7"}
    play(game, "S7 SB")
    assert game.deal.tricks[-1].winner == P4


@pytest.mark.rule("NWS-5-18", "NWS-5-19")
def test_nws_5_18_19_once_turned_there_is_no_correction() -> None:
    game = late(BOOK, "E", leader=P1, A="SK R6 R7", B="SA S7 L6", C="S6 R8 R9", D="S8 E6 RB", turning=Turning.EXPLICIT)
    play(game, "SK L6 S6 S8")
    for objector in (P1, P2, P3, P4):
        assert report(game, "revoke", P2, by=objector, trick=7).upheld  # open: everybody may object
    submit(game, Turned(P1))
    ruling = report(game, "revoke", P2, by=P3, trick=7)
    assert (ruling.upheld, ruling.effects, ruling.deadline.passed) == (False, (), True)
    assert {"NWS-5-18", "NWS-5-19"} <= set(ruling.provisions)
    settle(game, ruling)
    assert game.deal.tricks[-1].winner == P1
    assert game.deal.dead == 0


@pytest.mark.rule("NWS-5-21", "NWS-5-22")
def test_nws_5_21_22_a_dead_card_is_not_led() -> None:
    game = late(BOOK, "E", leader=P3, A="SK R6 R7", B="S6 R8 R9", C="SA L7 RU", D="S7 RB RO")
    submit(game, RulingMade("NWS-5-03", effects=(CardDead(card("SA")),)))
    assert legal(game) == {"L7", "RU"}
    play(game, "SA")  # nevertheless
    ruling = report(game, "dead-lead", P3)
    assert {"NWS-5-21", "NWS-5-22"} <= set(ruling.provisions)
    settle(game, ruling)
    assert (game.deal.turn, legal(game)) == (P3, {"L7", "RU"})


@pytest.mark.rule("NWS-5-22")
def test_nws_5_22_of_two_dead_cards_neither_is_led() -> None:
    """ "Ebenfalls darf er mit der entwerteten Karte keinen Stich eröffnen": SA and L7 are dead, only RU is left to lead."""
    game = late(BOOK, "E", leader=P3, A="SK R6 R7", B="S6 R8 R9", C="SA L7 RU", D="S7 RB RO")
    submit(game, RulingMade("NWS-5-14", effects=(CardDead(card("SA")), CardDead(card("L7")))))
    play(game, "SA")
    ruling = report(game, "dead-lead", P3)
    assert [effect.cards for effect in ruling.effects if isinstance(effect, MustPlay)] == [(card("RU"),)]
    settle(game, ruling)
    assert legal(game) == {"RU"}


@pytest.mark.rule("NWS-5-23", "NWS-5-24")
@pytest.mark.parametrize(
    ("mode", "p1", "p2", "result"),
    [
        ("E", "SK", "S7", (0, 20)),  # 11 + 0 + 4 + 0 + 5 to Team 2, although SK is the highest living Schelle
        ("E", "E6", "S7", (16, 0)),  # P1 trumps: 11 + 0 + 0 + 0 + 5 to Team 1
        ("E", "E6", "E7", (0, 16)),  # and P2 trumps higher
        ("obenabe", "SK", "S7", (0, 20)),  # no trump, no rescue
    ],
)
def test_nws_5_23_24_a_dead_last_card(mode: str, p1: str, p2: str, result: tuple[int, int]) -> None:
    game = late(BOOK, mode, leader=P3, A=p1, B=p2, C="SA", D="S6")
    rest = sum(game.deal.values[card(one).index] for one in (p1, p2, "SA", "S6"))
    game.deal.points[:] = [152 - rest, 0]
    submit(game, RulingMade("NWS-5-03", effects=(CardDead(card("SA")),)))
    play(game, f"SA S6 {p1} {p2}")
    assert game.totals() == (152 - rest + result[0], result[1])


@pytest.mark.rule("NWS-6-09")
def test_nws_6_09_a_false_rest_gives_everything_left_away() -> None:
    """80 to 31 after six tricks; EA, SA, LK while P2 holds LA: 46 (41 + 5) to Team 2, 80 to 77."""
    hands = {"A": "EA SA LK", "B": "LA R6 R7", "C": "L6 L7 S6", "D": "R8 S7 EK"}
    game = late(BOOK, "E", leader=P1, points=(80, 31), tricks=(3, 3), **hands)
    ruling = report(game, "claim", P1)
    assert ruling.effects == (RestTo(1),)
    assert {"NWS-6-09", "NWS-6-10"} <= set(ruling.provisions)
    settle(game, ruling)
    assert game.totals() == (80, 77)


@pytest.mark.rule("NWS-6-10")
def test_nws_6_10_each_card_must_be_bock_by_itself() -> None:
    """85 to 20; EU, SA, LA while P2 still holds E6: false though 'EU first' would work: 85 to 72."""
    hands = {"A": "EU SA LA", "B": "E6 R6 R7", "C": "L6 L7 S6", "D": "R8 S7 RK"}
    rest = 20 + 11 + 11 + 4
    game = late(BOOK, "E", leader=P1, points=(85, 152 - 85 - rest), tricks=(3, 3), **hands)
    settle(game, report(game, "claim", P1))
    assert game.totals() == (85, 72)


@pytest.mark.rule("NWS-6-11")
def test_nws_6_11_a_right_claim_changes_nothing() -> None:
    game = late(BOOK, "obenabe", leader=P1, A="SA SK SO", B="S6 R6 R7", C="L6 L7 R9", D="R8 S7 L8")
    ruling = report(game, "claim", P1)
    assert (ruling.upheld, ruling.effects) == (False, ())
    assert "NWS-6-11" in ruling.provisions
    settle(game, ruling)
    play(game, "SA S6 L6 S7")
    assert len(game.deal.tricks) == 7


@pytest.mark.rule("NWS-6-07")
def test_nws_6_07_turned_tricks_are_not_looked_at() -> None:
    game = revoke()
    play(game, "S6 S8 R6")
    refused(game, TrickLooked(P2, 7), "NWS-6-07")
    ruling = report(game, "looked", P2, trick=7)
    assert (ruling.official, ruling.decided) == ("kontrolleur", False)
    assert "NWS-6-07" in ruling.provisions


@pytest.mark.rule("NWS-6-06")
def test_nws_6_06_the_next_card_is_not_taken_in_hand() -> None:
    ruling = report(revoke(), "card-ready", P3)
    assert (ruling.provisions[0], ruling.official) == ("NWS-6-06", "kontrolleur")
