"""Irregular play under TAM 2014: Spielverrat, wrong leads, revokes, several cards, dead cards."""

from __future__ import annotations

import pytest

from puur.core.effects import CardDead, NextLeader, TrickTo
from puur.core.events import CardsLaid, RulingMade, TrickLooked, Turned
from puur.core.sanctions import Devalued
from puur.core.seats import Direction
from puur.core.setup import Turning
from tests.referee.tools import late, out_of_turn, report, settle
from tests.support import A, B, C, D, book, card, legal, play, play_out, refused, submit

P1, P2, P3, P4 = A, B, C, D
BOOK = "tam2014-es"


def dead(game) -> set[str]:
    return {one.name for seat in range(4) for one in game.deal.dealt_hand(seat) if one.bit & game.deal.dead}


def betrayed(key: str = BOOK):
    """Oben, a trick P1 S6, P2 SK, P3 S8, P4 SA that P4 wins, with a remark of P4; two tricks before the end."""
    game = late(key, "obenabe", leader=P1, A="S6 R6", B="SK R7", C="S8 R8", D="SA R9", points=(60, 61), tricks=(4, 3))
    play(game, "S6 SK S8 SA")
    return game


@pytest.mark.rule("TAM-ES-41", "TAM-ES-42", "TAM-ES-43")
def test_tam_es_41_42_43_after_a_spielverrat_the_trick_goes_to_the_opponents() -> None:
    """0 + 4 + 8 + 11 = 23 points go to Team 1, and P1, right of P4, leads."""
    game = betrayed()
    ruling = report(game, "remark", P4, trick=8, words="Bock")
    assert {"TAM-ES-41", "TAM-ES-42", "TAM-ES-43"} <= set(ruling.provisions)
    settle(game, ruling)
    assert (game.deal.points, game.deal.turn) == ([83, 61], P1)
    assert game.deal.won == [5, 3]
    play(game, "R6 R7 R8 R9")
    assert game.totals() == (83, 61 + 8 + 5)


@pytest.mark.rule("TAM-ES-42", "TAM-ES-43")
def test_tam_es_42_43_in_the_running_trick() -> None:
    game = late(BOOK, "obenabe", leader=P1, A="S6 R6", B="SK R7", C="S8 R8", D="SA R9", points=(60, 61), tricks=(4, 3))
    play(game, "S6 SK")
    settle(game, report(game, "remark", P2))
    play(game, "S8 SA")
    assert (game.deal.points, game.deal.turn) == ([83, 61], P3)


@pytest.mark.rule("TAM-ES-42")
def test_tam_es_42_the_last_trick_takes_its_five_points_along() -> None:
    game = late(BOOK, "obenabe", leader=P1, A="S6", B="SK", C="S8", D="SA", points=(60, 69), tricks=(4, 4))
    play(game, "S6 SK S8 SA")
    settle(game, report(game, "remark", P4, trick=9))
    assert game.totals() == (60 + 23 + 5, 69)


def wrong_lead(turning: Turning = Turning.AUTOMATIC):
    """Trumpf R: P1 won trick 3, but P3 leads EA to trick 4 (six cards left)."""
    game = late(
        BOOK, "R", leader=P1, turning=turning,
        A="EK E9 L6 L7 S6 S7", B="E7 EO L8 L9 S8 S9", C="EA E6 LB LU SB SU", D="E8 EB LO LK SO SK",
    )  # fmt: skip
    out_of_turn(game, P3, "EA")
    return game


@pytest.mark.rule("TAM-ES-45", "TAM-ES-46", "TAM-ES-47", "TAM-ES-48")
def test_tam_es_45_46_47_48_a_wrong_lead_costs_the_next_trick() -> None:
    """P1 EK, P2 E7, P3 EA (dead), P4 E8: EK is highest, but 4 + 0 + 11 + 0 = 15 go to Team 2 and P4 leads."""
    game = wrong_lead()
    ruling = report(game, "wrong-lead", P3)
    assert {"TAM-ES-45", "TAM-ES-46", "TAM-ES-47", "TAM-ES-48", "TAM-ES-49"} <= set(ruling.provisions)
    settle(game, ruling)
    assert (game.deal.turn, len(legal(game))) == (P1, 6)
    before = game.deal.points[1]
    play(game, "EK E7 EA E8")
    assert game.deal.points == [0, before + 15]
    assert game.deal.turn == P4
    assert dead(game) == {"EA"}
    play(game, "LK L6 L8 LB")
    assert game.deal.turn == P4  # from then on the winner leads
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("TAM-ES-46")
def test_tam_es_46_the_dead_ace_keeps_its_points() -> None:
    """P1 E9, P2 EK, P3 EA (dead), P4 E7: P2 wins with EK, 0 + 4 + 11 + 0 = 15 for Team 2."""
    game = late(BOOK, "R", leader=P1, A="E9 S6", B="EK S7", C="EA S8", D="E7 S9", points=(137, 0), tricks=(7, 0))
    submit(game, RulingMade("TAM-ES-46", effects=(CardDead(card("EA")),)))
    play(game, "E9 EK EA E7")
    assert game.deal.points == [137, 15]


@pytest.mark.rule("TAM-ES-49")
def test_tam_es_49_in_austria_the_left_neighbour_is_the_next_player_too() -> None:
    """Offender N: in turn order S W N E (AT) E leads next, in S E N W (CH) W: always the next player."""
    at = book("tam2014-es-at")
    assert at.table.direction is Direction.CLOCKWISE
    game = wrong_lead()
    game.book = at
    ruling = report(game, "wrong-lead", P3)
    assert NextLeader(P4, after=True) in ruling.effects
    assert "TAM-ES-49" in ruling.provisions


@pytest.mark.rule("TAM-ES-50", "TAM-ES-51")
@pytest.mark.parametrize(
    ("p1", "result"),
    [
        ("L7", (0, 16)),  # S8 counts as led, P2 wins with S9: 11 + 0 + 0 + 0 + 5
        ("SK", (20, 0)),  # the partner has the higher card of that suit: 11 + 0 + 4 + 0 + 5
        ("R6", (16, 0)),  # or a trump
    ],
)
def test_tam_es_50_51_a_dead_card_led_to_the_last_trick(p1: str, result: tuple[int, int]) -> None:
    rest = 11 + {"L7": 0, "SK": 4, "R6": 0}[p1]
    game = late(BOOK, "R", leader=P3, A=p1, B="S9", C="EA", D="S8", points=(152 - rest, 0), tricks=(8, 0))
    submit(game, RulingMade("TAM-ES-46", effects=(CardDead(card("EA")),)))
    play(game, "EA S8")
    assert legal(game) == {p1}
    play(game, f"{p1} S9")
    assert game.totals() == (152 - rest + result[0], result[1])


@pytest.mark.rule("TAM-ES-50")
def test_tam_es_50_the_next_player_is_free_the_others_follow_that_card() -> None:
    game = late(BOOK, "R", leader=P3, A="S7 L7", B="S9 L9", C="EA EK", D="S8 E6")
    submit(game, RulingMade("TAM-ES-46", effects=(CardDead(card("EA")), CardDead(card("EK")))))
    play(game, "EA")
    assert legal(game) == {"S8", "E6"}
    play(game, "S8")
    assert legal(game) == {"S7"}
    play(game, "S7 S9")
    assert game.deal.tricks[-1].winner == P2


@pytest.mark.rule("TAM-ES-52")
def test_tam_es_52_a_wrong_lead_that_was_turned_has_no_sanction() -> None:
    game = wrong_lead(Turning.EXPLICIT)
    play(game, "E8 EK E7")
    submit(game, Turned(P3))
    ruling = report(game, "wrong-lead", P3, by=P2, trick=4)
    assert (ruling.upheld, ruling.effects, ruling.provisions) == (False, (), ("TAM-ES-52",))
    assert game.deal.tricks[-1].winner == P3
    assert not game.deal.dead


def revoke(trump: str = "L", b: str = "E9 SA S7", turning: Turning = Turning.AUTOMATIC):
    """P1 leads EK, P2 plays S7 though holding Eichel; P3 E7, P4 LU follow unless it is corrected before."""
    game = late(BOOK, trump, leader=P1, turning=turning, A="EK R6 R7", B=b, C="E7 R8 R9", D="LU RB RO")
    play(game, "EK S7")
    return game


@pytest.mark.rule("TAM-ES-53", "TAM-ES-54", "TAM-ES-55", "TAM-ES-57", "TAM-ES-59")
def test_tam_es_53_55_57_59_a_revoke_gives_the_trick_away() -> None:
    """P1 EK, P2 E9 (corrected), P3 E7, P4 LU: 4 + 0 + 0 + 20 = 24 to Team 1 although LU is highest; P3 leads; SA is dead."""
    game = revoke()
    ruling = report(game, "revoke", P2)
    assert {f"TAM-ES-{number}" for number in range(53, 60)} <= set(ruling.provisions)
    settle(game, ruling)
    assert legal(game) == {"E9"}
    before = game.deal.points[0]
    play(game, "E9 E7 LU")
    assert game.deal.points[0] == before + 24
    assert game.deal.turn == P3
    assert dead(game) == {"SA"}
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("TAM-ES-54")
def test_tam_es_54_no_other_card_helps_the_offender() -> None:
    """P1 E8; P2 holds EA, L6, S7 and plays S7: only EA may replace it, and with E9 of P3 and E7 of P4 it does not win."""
    game = late(BOOK, "L", leader=P1, A="E8 R6 R7", B="EA L6 S7", C="E9 R8 R9", D="E7 RB RO")
    play(game, "E8 S7")
    settle(game, report(game, "revoke", P2))
    assert legal(game) == {"EA"}  # the trump L6 is refused
    play(game, "EA E9 E7")
    assert game.deal.won[0] == 1


@pytest.mark.rule("TAM-ES-56")
def test_tam_es_56_the_only_card_of_its_suit_is_dead_itself() -> None:
    """Oben: P1 EK, P2 holds E9 and SA and plays SA: later S7, SA, S6, S8 is won by S8: 0 + 11 + 0 + 8 = 19."""
    game = late(BOOK, "obenabe", leader=P1, A="EK S7 R6", B="E9 SA R7", C="E7 S6 R8", D="EU S8 R9")
    play(game, "EK SA E7 EU")
    settle(game, report(game, "revoke", P2), change_C="keep")
    play(game, "E9")
    assert dead(game) == {"SA"}
    submit(game, RulingMade("X", effects=(NextLeader(P1),)))
    before = game.deal.points[:]
    play(game, "S7 SA S6 S8")
    assert game.deal.tricks[-1].winner == P4
    assert game.deal.points[1] == before[1] + 19


@pytest.mark.rule("TAM-ES-57")
def test_tam_es_57_the_other_reading_is_a_switch() -> None:
    rules = book(BOOK, referee__revoke_dead=Devalued.LED_SUIT)
    for hand, expected in (("E9 EA S7", {"EA"}), ("E9 SA S7", {"S7"})):
        game = revoke(b=hand)
        game.book = rules
        settle(game, report(game, "revoke", P2))
        assert dead(game) == expected


@pytest.mark.rule("TAM-ES-58")
def test_tam_es_58_the_bauer_is_exempt() -> None:
    """Trumpf R: P1 S9, P2 RO, P3 holds RU, RA, R7, LA and undertrumps with R7: RA is dead, RU and R7 are not."""
    game = late(BOOK, "R", leader=P1, A="S9 E6 E7 E8", B="RO E9 EB EU", C="RU RA R7 LA", D="S6 EO EK EA")
    play(game, "S9 RO R7")
    settle(game, report(game, "undertrump", P3))
    assert dead(game) == {"RA"}
    other = late(
        book(BOOK, referee__revoke_dead=Devalued.LED_SUIT), "R", leader=P1, A="R6 E6 E7", B="RU R9 S7", C="R7 E8 E9", D="R8 EO EK"
    )
    play(other, "R6 S7")
    settle(other, report(other, "revoke", P2))
    assert dead(other) == {"R9"}


@pytest.mark.rule("TAM-ES-60")
def test_tam_es_60_a_turned_revoke_is_not_corrected() -> None:
    game = revoke(turning=Turning.EXPLICIT)
    play(game, "E7 LU")
    submit(game, Turned(P4))
    ruling = report(game, "revoke", P2, by=P1, trick=7)
    assert (ruling.upheld, ruling.effects, ruling.provisions) == (False, (), ("TAM-ES-60",))
    assert len(game.incidents) == 1  # logged for the Jassleitung
    assert game.deal.tricks[-1].winner == P4


@pytest.mark.rule("TAM-ES-70", "TAM-ES-71", "TAM-ES-72")
def test_tam_es_70_71_72_several_cards_kill_the_whole_hand_but_not_the_partner() -> None:
    """Oben: P2 tables SA, SK, E6. P2 SA (dead), P3 E9, P4 EK, P1 E8: EK wins, 11 + 0 + 4 + 8 = 23 for Team 2."""
    game = late(BOOK, "obenabe", leader=P2, A="E8 R6 R7", B="SA SK E6", C="E9 R8 R9", D="EK RB RO", points=(60, 44), tricks=(3, 3))
    submit(game, CardsLaid(P2, (card("SA"), card("SK"), card("E6"))))
    ruling = report(game, "several-cards", P2)
    assert {"TAM-ES-70", "TAM-ES-71", "TAM-ES-72"} <= set(ruling.provisions)
    settle(game, ruling)
    assert dead(game) == {"SA", "SK", "E6"}
    before = game.deal.points[1]
    play(game, "SA E9 EK E8")
    assert game.deal.tricks[-1].winner == P4
    assert game.deal.points[1] == before + 23
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("TAM-CP-42")
def test_tam_cp_42_rest_is_a_spielverrat() -> None:
    """P2 says 'Rest' in trick 7 of a Coiffeur: trick 7 goes to Team 1 and P3 leads trick 8."""
    game = late("tam2014-es", "obenabe", leader=P1, A="S6 R6 E6", B="SK R7 E7", C="S8 R8 E8", D="SA R9 E9")
    game.book = book("tam2014-cp")
    play(game, "S6 SK")
    for offence in ("claim", "remark"):
        ruling = report(game, offence, P2)
        assert ruling.effects == (TrickTo(0), NextLeader(P3, after=True))
        assert ruling.provisions == ("TAM-CP-42", "TAM-ES-42", "TAM-ES-43")
    settle(game, ruling)
    play(game, "S8 SA")
    assert (game.deal.won[0], game.deal.turn) == (1, P3)


@pytest.mark.rule("TAM-ES-40", "TAM-CP-43")
def test_tam_es_40_cp_43_turned_tricks_are_not_looked_at() -> None:
    game = betrayed()
    play(game, "R9")
    refused(game, TrickLooked(P2, 8), "TAM-ES-40")
    ruling = report(game, "looked", P2, trick=8)
    assert (ruling.official, ruling.provisions[0]) == ("jassleitung", "TAM-ES-40")
    game.book = book("tam2014-cp")
    refused(game, TrickLooked(P4, 8), "TAM-CP-43")
    assert report(game, "looked", P4, trick=8).provisions[0] == "TAM-CP-43"
