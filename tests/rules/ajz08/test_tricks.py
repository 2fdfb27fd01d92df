"""AJZ 08: which card takes a trick, what cards count, and which tricks may be looked at."""

from __future__ import annotations

from itertools import combinations

import pytest

from puur.core.cards import CARDS
from puur.core.events import TrickLooked, Turned
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.setup import Turning
from puur.core.trick import winner
from puur.core.view import view_of
from tests.support import A, B, C, D, dealt, endgame, fill, french, play, play_trick, refused


def last_trick(mode: str, cards: str) -> Game:
    """The four cards played as a last trick, P1 leading."""
    one, two, three, four = cards.split()
    game = endgame("ajz08", mode, A=one, B=two, C=three, D=four)
    play(game, cards)
    return game


def strongest_first(mode: str, suit: str) -> str:
    """The ranks of a suit, strongest first, found by letting each card meet each other one after a lead in that suit."""
    order = dealt("ajz08", mode).deal.order
    cards = [one for one in CARDS if one.suit.value == suit]
    won = dict.fromkeys(cards, 0)
    for pair in combinations(cards, 2):
        won[pair[winner(pair, order)]] += 1
    return "".join(one.rank.value for one in sorted(cards, key=won.__getitem__, reverse=True))


def counts(mode: str, suit: str) -> dict[str, int]:
    """What the cards of a suit count, where they count anything."""
    values = parse_mode(mode).values
    cards = [one for one in CARDS if one.suit.value == suit]
    return {one.rank.value: values[one.index] for one in cards if values[one.index]}


PLAIN = {"A": 11, "K": 4, "O": 3, "U": 2, "B": 10}
TRUMPS = [(trump, suit) for trump in "ERSL" for suit in "ERSL"]


@pytest.mark.parametrize(
    ("mode", "cards", "taker", "worth", "written"),
    [
        pytest.param("E", "EA E9 EU EK", C, 49, 49, marks=pytest.mark.rule("AJZ-2.2.1-22"), id="ajz_2_2_1_22_under_wins"),
        pytest.param("E", "E8 EB E7 EO", D, 13, 13, marks=pytest.mark.rule("AJZ-2.2.1-22"), id="ajz_2_2_1_22_ober_wins"),
        pytest.param("E", "EA E9 EU EK", C, 49, 49, marks=pytest.mark.rule("AJZ-2.2.1-23"), id="ajz_2_2_1_23_49_points"),
        pytest.param("E", "RB RU R9 R6", B, 12, 12, marks=pytest.mark.rule("AJZ-2.2.1-24"), id="ajz_2_2_1_24_under_wins"),
        pytest.param("E", "RB RU R9 R6", B, 12, 12, marks=pytest.mark.rule("AJZ-2.2.1-25"), id="ajz_2_2_1_25_12_points"),
        pytest.param("obenabe", "S9 SK SB EA", B, 25, 75, marks=pytest.mark.rule("AJZ-2.2.1-26"), id="ajz_2_2_1_26_king_wins"),
        pytest.param("obenabe", "S8 SA S6 L8", B, 27, 81, marks=pytest.mark.rule("AJZ-2.2.1-27"), id="ajz_2_2_1_27_written_81"),
        pytest.param("undeufe", "L7 LA L6 LK", C, 15, 45, marks=pytest.mark.rule("AJZ-2.2.1-28"), id="ajz_2_2_1_28_six_wins"),
        pytest.param("undeufe", "RA E6 S6 RK", D, 26, 78, marks=pytest.mark.rule("AJZ-2.2.1-28"), id="ajz_2_2_1_28_king_wins"),
        pytest.param("undeufe", "L7 LA L6 LK", C, 15, 45, marks=pytest.mark.rule("AJZ-2.2.1-29"), id="ajz_2_2_1_29_written_45"),
    ],
)
def test_ajz_2_2_1_22_to_29_trick(mode: str, cards: str, taker: int, worth: int, written: int) -> None:
    game = last_trick(mode, cards)
    trick = game.deal.tricks[-1]
    assert (trick.winner, trick.points) == (taker, worth)
    assert trick.points * game.deal.factor == written


@pytest.mark.rule("AJZ-2.2.1-22")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_22_order_of_trumps(suit: str) -> None:
    assert strongest_first(suit, suit) == "U9AKOB876"


@pytest.mark.rule("AJZ-2.2.1-23")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_23_trumps_count_62(suit: str) -> None:
    assert counts(suit, suit) == {"U": 20, "9": 14, "A": 11, "K": 4, "O": 3, "B": 10}
    assert sum(counts(suit, suit).values()) == 62


@pytest.mark.rule("AJZ-2.2.1-24")
@pytest.mark.parametrize(("trump", "suit"), [pair for pair in TRUMPS if pair[0] != pair[1]])
def test_ajz_2_2_1_24_order_of_the_other_suits(trump: str, suit: str) -> None:
    assert strongest_first(trump, suit) == "AKOUB9876"


@pytest.mark.rule("AJZ-2.2.1-25")
@pytest.mark.parametrize(("trump", "suit"), [pair for pair in TRUMPS if pair[0] != pair[1]])
def test_ajz_2_2_1_25_the_other_suits_count_30(trump: str, suit: str) -> None:
    assert counts(trump, suit) == PLAIN
    assert sum(counts(trump, suit).values()) == 30


@pytest.mark.rule("AJZ-2.2.1-26")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_26_order_in_obenabe(suit: str) -> None:
    assert strongest_first("obenabe", suit) == "AKOUB9876"


@pytest.mark.rule("AJZ-2.2.1-27")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_27_obenabe_counts_38_in_each_suit(suit: str) -> None:
    assert counts("obenabe", suit) == {**PLAIN, "8": 8}
    assert sum(counts("obenabe", suit).values()) == 38


@pytest.mark.rule("AJZ-2.2.1-28")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_28_order_in_uneufe(suit: str) -> None:
    assert strongest_first("undeufe", suit) == "6789BUOKA"


@pytest.mark.rule("AJZ-2.2.1-29")
@pytest.mark.parametrize("suit", "ERSL")
def test_ajz_2_2_1_29_uneufe_counts_38_in_each_suit(suit: str) -> None:
    assert counts("undeufe", suit) == {"6": 11, "8": 8, "B": 10, "U": 2, "O": 3, "K": 4}
    assert sum(counts("undeufe", suit).values()) == 38


@pytest.mark.rule("AJZ-2.2.1-58")
def test_ajz_2_2_1_58_bube_and_dame_stand_for_under_and_ober() -> None:
    cards = " ".join(french(f"Kreuz-{rank}").name for rank in ("Ass", "9", "Bube", "Dame"))
    game = last_trick(french("Kreuz-Ass").suit.value, cards)
    trick = game.deal.tricks[-1]
    assert (trick.winner, trick.points, trick.points * game.deal.factor) == (C, 48, 96)
    # the 10 stands for the Banner: above the 9 in a plain suit, above the 8 and below the 9 in trump
    for trump, pair, taker in (("Herz", "Ecke-9 Ecke-10", B), ("Ecke", "Ecke-8 Ecke-10", B), ("Ecke", "Ecke-9 Ecke-10", A)):
        led, other = (french(name).name for name in pair.split())
        game = last_trick(french(f"{trump}-6").suit.value, f"{led} {other} S6 L6")
        assert game.deal.tricks[-1].winner == taker
        assert game.deal.values[french("Ecke-10").index] == 10


# ---- looking at tricks -------------------------------------------------------------------------------------------------

WHOLE_SUITS = fill(A="L6 L7 L8 L9 LB LU LO LK LA")  # P1 makes every trick


@pytest.mark.rule("AJZ-2.2.1-30")
@pytest.mark.parametrize("seat", [A, B, C, D])
def test_ajz_2_2_1_30_the_first_trick_until_the_second_is_turned(seat: int) -> None:
    game = dealt("ajz08", "L", hands=WHOLE_SUITS, turning=Turning.EXPLICIT)
    refused(game, TrickLooked(seat, 1), reason="no-such-trick")
    play_trick(game)
    game.submit(TrickLooked(seat, 1))  # still open
    game.submit(Turned(A))
    game.submit(TrickLooked(seat, 1))
    play(game, f"{next(iter(game.deal.hand(A)))}")
    game.submit(TrickLooked(seat, 1))  # the second trick is running
    for other in (B, C, D):
        play(game, f"{next(iter(game.deal.hand(other)))}")
    game.submit(TrickLooked(seat, 1))  # the second trick lies open
    game.submit(Turned(A))
    refused(game, TrickLooked(seat, 1), "AJZ-2.2.1-31", "trick-turned")


@pytest.mark.rule("AJZ-2.2.1-30", "AJZ-2.2.1-31")
@pytest.mark.parametrize(("book", "first_turned"), [("ajz08", 1), ("jassregeln", 0)])
def test_ajz_2_2_1_30_a_seat_is_offered_the_trick_that_it_may_look_at_and_no_other(book: str, first_turned: int) -> None:
    """AJZ: the first trick until the second is covered; JR: no turned trick, "ebenso für den ersten Stich"."""
    game = dealt(book, "L", hands=WHOLE_SUITS, turning=Turning.EXPLICIT)
    offered = []
    for number in (1, 2, 3):
        play_trick(game)
        offered.append((number, "open", {view_of(game, seat).look for seat in (A, B, C, D)}))
        game.submit(Turned(A))
        offered.append((number, "turned", {view_of(game, seat).look for seat in (A, B, C, D)}))
    assert offered == [
        (1, "open", {1}),
        (1, "turned", {first_turned}),
        (2, "open", {2}),  # and AJZ lets the first be looked at, too: on asking
        (2, "turned", {0}),
        (3, "open", {3}),
        (3, "turned", {0}),
    ]


@pytest.mark.rule("AJZ-2.2.1-31")
def test_ajz_2_2_1_31_no_other_turned_trick() -> None:
    game = dealt("ajz08", "L", hands=WHOLE_SUITS, turning=Turning.EXPLICIT)
    for number in range(1, 5):
        play_trick(game)
        game.submit(TrickLooked(B, number))
        game.submit(Turned(A))
        if number > 1:
            refused(game, TrickLooked(B, number), "AJZ-2.2.1-31", "trick-turned")


@pytest.mark.rule("AJZ-2.2.1-31")
def test_ajz_2_2_1_31_turned_by_the_table_with_the_next_lead() -> None:
    game = dealt("ajz08", "L", hands=WHOLE_SUITS)
    for _ in range(4):
        play_trick(game)
    game.submit(TrickLooked(B, 4))
    play(game, "LB")
    refused(game, TrickLooked(B, 4), "AJZ-2.2.1-31", "trick-turned")
