"""Jassregeln: who leads, which cards may be played, who wins a trick; the Bauer and undertrumping."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puur.core.events import CardPlayed
from puur.core.seats import Direction
from puur.core.trick import Undertrump
from tests.support import A, B, C, D, book, card, dealt, endgame, legal, play, refused

# ---- who leads ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-PLAY-01")
@pytest.mark.parametrize("pushed", [False, True])
def test_jr_play_01_vorhand_leads_the_first_trick_also_after_a_push(pushed: bool) -> None:
    game = dealt("jassregeln", "S", dealer=D, pushed=pushed)
    for seat in (B, C, D):
        refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), "JR-PLAY-01", "not-the-leader")
    game.submit(CardPlayed(A, next(iter(game.deal.hand(A)))))
    assert game.deal.turn == B


@pytest.mark.rule("JR-PLAY-02")
def test_jr_play_02_the_others_follow_counter_clockwise() -> None:
    game = dealt("jassregeln", "S", dealer=B)
    assert game.book.table.direction is Direction.COUNTERCLOCKWISE
    order = []
    for place in range(4):
        for seat in {A, B, C, D} - {game.deal.turn}:
            refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), "JR-DIR-01" if place else "JR-PLAY-01")
        order.append(game.deal.turn)
        play(game, min(legal(game)))
    assert order == [C, D, A, B]


@pytest.mark.rule("JR-PLAY-03")
@pytest.mark.parametrize("mode", ["E", "R", "S", "L", "obenabe", "undeufe"])
def test_jr_play_03_the_leader_may_lead_any_card(mode: str) -> None:
    left = {"A": "EU E6 RA S7 SK L9", "B": "E7 E8 E9 R6 R7 R8", "C": "R9 RB RU RO S6 S8", "D": "L6 L7 L8 LB LU LO"}
    game = endgame("jassregeln", mode, leader=A, **left)
    assert legal(game) == {"EU", "E6", "RA", "S7", "SK", "L9"}


# ---- which cards -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-PLAY-05")
@pytest.mark.parametrize(
    ("mode", "held", "expected"),
    [
        ("S", "RK S7 E9", "RK S7"),
        ("obenabe", "RK S7 E9", "RK"),
        ("undeufe", "RK S7 E9", "RK"),
        ("S", "L6 S7 E9", "L6 S7 E9"),  # nothing of the led suit: any card
        ("obenabe", "L6 S7 E9", "L6 S7 E9"),
    ],
)
def test_jr_play_05_follow_suit_or_trump(mode: str, held: str, expected: str) -> None:
    game = endgame("jassregeln", mode, A="R8 E6 E7", B=held, C="EB EU EO", D="LB LU LO")
    play(game, "R8")
    assert legal(game) == set(expected.split())
    for name in set(held.split()) - legal(game):
        refused(game, CardPlayed(B, card(name)), "JR-PLAY-05", "follow-suit")


@pytest.mark.rule("JR-PLAY-06")
@pytest.mark.parametrize(("mode", "winner"), [("S", D), ("obenabe", B), ("E", B), ("undeufe", A)])
def test_jr_play_06_the_strongest_card_of_the_led_suit_wins(mode: str, winner: int) -> None:
    game = endgame("jassregeln", mode, A="S8 L6", B="SA L7", C="S9 L8", D="SU L9")
    play(game, "S8 SA S9 SU")
    assert game.deal.tricks[-1].winner == winner
    assert game.deal.turn == winner


@pytest.mark.rule("JR-PLAY-06")
def test_jr_play_06_the_strongest_trump_wins() -> None:
    game = endgame("jassregeln", "E", A="SA L6", B="E6 L7", C="SK L8", D="E7 L9")
    play(game, "SA E6 SK E7")
    assert game.deal.tricks[-1].winner == D


@pytest.mark.rule("JR-PLAY-06")
@pytest.mark.parametrize(
    ("mode", "suit", "strongest_first"),
    [
        ("S", "S", "U9AKOB876"),
        ("S", "R", "AKOUB9876"),
        ("obenabe", "S", "AKOUB9876"),
        ("undeufe", "S", "6789BUOKA"),
    ],
)
def test_jr_play_06_the_order_of_the_nine_cards(mode: str, suit: str, strongest_first: str) -> None:
    # Each neighbour in the book's order meets the other in a trick of its own, led both ways.
    for high, low in pairwise(strongest_first):
        for first, second, winner in ((high, low, A), (low, high, B)):
            game = endgame("jassregeln", mode, A=suit + first, B=suit + second, C="E6", D="E7")
            play(game, f"{suit}{first} {suit}{second} E6 E7")
            assert game.deal.tricks[-1].winner == winner


# ---- the Bauer ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-BAUER-01")
def test_jr_bauer_01_the_trumpfbauer_need_not_be_given() -> None:
    game = endgame("jassregeln", "S", A="S8 E6 E7", B="SU R7 L9", C="EB EU EO", D="LB LU LO")
    play(game, "S8")
    assert legal(game) == {"SU", "R7", "L9"}


@pytest.mark.rule("JR-BAUER-01")
def test_jr_bauer_01_with_another_trump_the_suit_is_followed() -> None:
    game = endgame("jassregeln", "S", A="S8 E6 E7", B="SU S6 L9", C="EB EU EO", D="LB LU LO")
    play(game, "S8")
    assert legal(game) == {"SU", "S6"}
    refused(game, CardPlayed(B, card("L9")), "JR-PLAY-05", "follow-suit")


@pytest.mark.rule("JR-BAUER-02")
def test_jr_bauer_02_in_cinq_cents_the_lone_bauer_is_given() -> None:
    cinq_cents = book("jassregeln", play__puur_exempt=False)
    for rules, expected in ((cinq_cents, {"SU"}), (book("jassregeln"), {"SU", "R7", "L9"})):
        game = endgame(rules, "S", A="SA E6 E7", B="SU R7 L9", C="EB EU EO", D="LB LU LO")
        play(game, "SA")
        assert legal(game) == expected
    game = endgame(cinq_cents, "S", A="SA E6 E7", B="SU R7 L9", C="EB EU EO", D="LB LU LO")
    play(game, "SA")
    refused(game, CardPlayed(B, card("R7")), reason="follow-suit")


# ---- undertrumping -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-UNDER-01")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("S7 L6", "L6"),
        ("S7 S8", "S7 S8"),
        ("R6 S7", "R6"),  # with the led suit: follow, but never below the trump
        ("R6 S9", "R6 S9"),  # or overtrump
        ("S7 SA", "S7 SA"),  # only trumps: also below, even if one could go above
    ],
)
def test_jr_under_01_undertrumping_only_with_nothing_but_trumps(held: str, expected: str) -> None:
    game = endgame("jassregeln", "S", A="R9 E6", B="SO E7", C=held, D="LB LU")
    play(game, "R9 SO")
    assert legal(game) == set(expected.split())
    for name in set(held.split()) - legal(game):
        refused(game, CardPlayed(C, card(name)), "JR-UNDER-01", "undertrump")


@pytest.mark.rule("JR-UNDER-01")
def test_jr_under_01_a_lower_trump_to_a_led_trump_is_no_undertrumping() -> None:
    game = endgame("jassregeln", "S", A="SO E6", B="SA E7", C="S7 L6", D="LB LU")
    play(game, "SO SA")
    assert legal(game) == {"S7"}


@pytest.mark.rule("JR-UNDER-02")
@pytest.mark.parametrize(("held", "expected"), [("S7 L6 LK LA", "S7 L6 LK LA"), ("R6 S7 S9 L6", "R6 S9")])
def test_jr_under_02_in_backward_games_undertrumping_is_allowed_when_void(held: str, expected: str) -> None:
    backward = book("jassregeln", play__undertrump=Undertrump.VOID)
    left = {"A": "R9 E6 E7 E8", "B": "SO E9 EB EU", "C": held, "D": "LB LU LO R7"}
    game = endgame(backward, "S", **left)
    play(game, "R9 SO")
    assert legal(game) == set(expected.split())
