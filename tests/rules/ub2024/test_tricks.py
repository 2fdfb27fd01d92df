"""UB 2024: which card wins a trick, and which cards may be played to it."""

from __future__ import annotations

import pytest

from puur.core.cards import parse_card
from puur.core.events import CardPlayed
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.trick import Undertrump
from tests.support import A, B, C, D, book, endgame, legal, play, refused


def last_trick(mode: str, cards: str) -> Game:
    """The ninth trick, led by A, played with these four cards."""
    one, two, three, four = cards.split()
    game = endgame("ub2024", mode, A=one, B=two, C=three, D=four)
    play(game, cards)
    return game


def taker(mode: str, cards: str) -> int:
    """Who wins the trick of these cards, led by A."""
    return last_trick(mode, cards).deal.tricks[-1].winner


def strongest_first(mode: str, suit: str) -> str:
    """The ranks of a suit by strength, as single tricks led in it tell."""
    ranks = "6789BUOKA"
    side = next(one for one in "RSLE" if one not in (suit, mode))

    def beats(one: str, two: str) -> bool:
        return taker(mode, f"{suit}{two} {suit}{one} {side}6 {side}7") == B

    return "".join(sorted(ranks, key=lambda one: sum(beats(one, two) for two in ranks if two != one), reverse=True))


@pytest.mark.rule("UB-TRICK-01")
def test_ub_trick_01_in_obenabe_the_highest_card_of_the_led_suit_wins() -> None:
    assert taker("obenabe", "R9 RK EA RU") == B
    assert {strongest_first("obenabe", suit) for suit in "ERSL"} == {"AKOUB9876"}


@pytest.mark.rule("UB-TRICK-02")
def test_ub_trick_02_in_undenufe_the_lowest_card_of_the_led_suit_wins() -> None:
    assert taker("undeufe", "R9 RK E6 R7") == D
    assert {strongest_first("undeufe", suit) for suit in "ERSL"} == {"6789BUOKA"}


@pytest.mark.rule("UB-TRICK-03")
def test_ub_trick_03_plain_suits_of_a_trump_game_rank_as_in_obenabe() -> None:
    assert taker("S", "RU R9 RB R6") == A
    assert {strongest_first("S", suit) for suit in "ERL"} == {"AKOUB9876"}


@pytest.mark.rule("UB-TRICK-04")
def test_ub_trick_04_the_trump_under_is_the_highest_card() -> None:
    assert taker("S", "SA SU S9 SK") == B
    assert {strongest_first(suit, suit)[0] for suit in "ERSL"} == {"U"}


@pytest.mark.rule("UB-TRICK-05")
def test_ub_trick_05_the_nell_is_the_second_highest_trump() -> None:
    assert taker("S", "SA S9 SK SO") == B
    assert {strongest_first(suit, suit) for suit in "ERSL"} == {"U9AKOB876"}


def at_turn(mode: str, led: str, rules: Reglement | str = "ub2024", **hands: str) -> Game:
    """These cards lie (led by A); the next seat has the hand given for it, the others anything that is left."""
    lying = led.split()
    size = len(next(iter(hands.values())).split())
    used = [*lying, *(card for hand in hands.values() for card in hand.split())]
    rest = [suit + rank for suit in "LESR" for rank in "6789BUOKA" if suit + rank not in used]
    full = {}
    for place, name in enumerate("ABCD"):
        held = hands.get(name, "").split() or lying[place : place + 1]
        full[name] = " ".join([*held, *(rest.pop() for _ in range(size - len(held)))])
    game = endgame(rules, mode, **full)
    play(game, led)
    return game


@pytest.mark.rule("UB-TRICK-06")
def test_ub_trick_06_a_card_of_the_led_suit_must_be_followed() -> None:
    game = at_turn("obenabe", "R8", B="R6 EA LA")
    assert legal(game) == {"R6"}
    refused(game, CardPlayed(B, parse_card("EA")), "UB-TRICK-06", "follow-suit")
    assert legal(at_turn("obenabe", "R8", B="S6 EA LA")) == {"S6", "EA", "LA"}


@pytest.mark.rule("UB-TRICK-07")
def test_ub_trick_07_the_trumpfbauer_need_not_be_played() -> None:
    assert legal(at_turn("S", "S7", B="SU E6 L8")) == {"SU", "E6", "L8"}
    game = at_turn("S", "S7", B="SU S9 E6 L8")
    assert legal(game) == {"S9", "SU"}
    refused(game, CardPlayed(B, parse_card("E6")), "UB-TRICK-06", "follow-suit")
    strict = book("ub2024", play__puur_exempt=False)
    assert legal(at_turn("S", "S7", strict, B="SU E6 L8")) == {"SU"}
    assert legal(at_turn("S", "R7", B="RU E6 L8")) == {"RU"}  # another Under is no Trumpfbauer


@pytest.mark.rule("UB-TRICK-08")
def test_ub_trick_08_in_the_last_trick_it_has_to_be_played() -> None:
    game = endgame("ub2024", "S", A="S7", B="SU", C="SA", D="S9")
    play(game, "S7")
    assert legal(game) == {"SU"}
    play(game, "SU SA S9")
    assert game.deal.tricks[-1].winner == B


@pytest.mark.rule("UB-TRICK-09")
def test_ub_trick_09_one_may_trump_instead_of_following() -> None:
    game = at_turn("S", "R8", B="R6 S7 EA")
    assert legal(game) == {"R6", "S7"}
    refused(game, CardPlayed(B, parse_card("EA")), "UB-TRICK-06", "follow-suit")


@pytest.mark.rule("UB-TRICK-10")
def test_ub_trick_10_a_later_player_may_overtrump() -> None:
    game = at_turn("S", "R8 S7", C="RK S8", D="RA E6")
    assert legal(game) == {"RK", "S8"}
    play(game, "S8 RA")
    assert game.deal.tricks[-1].winner == C


@pytest.mark.rule("UB-TRICK-11")
def test_ub_trick_11_no_undertrumping() -> None:
    game = at_turn("S", "R9 SO", C="S7 E6")
    assert legal(game) == {"E6"}
    refused(game, CardPlayed(C, parse_card("S7")), "UB-TRICK-11", "undertrump")
    assert legal(at_turn("S", "R9 SO", C="S7 SK E6")) == {"SK", "E6"}
    free = book("ub2024", play__undertrump=Undertrump.FREE)
    assert legal(at_turn("S", "R9 SO", free, C="S7 E6")) == {"S7", "E6"}


@pytest.mark.rule("UB-TRICK-11")
def test_ub_trick_11_with_nothing_but_trumps_it_is_allowed() -> None:
    assert legal(at_turn("S", "R9 SO", C="S7 S8")) == {"S7", "S8"}
    assert legal(at_turn("S", "R9 SO", C="S7 SU")) == {"S7", "SU"}


@pytest.mark.rule("UB-TRICK-11")
def test_ub_trick_11_a_lower_trump_on_led_trump_is_plain_following() -> None:
    assert legal(at_turn("S", "S9 SA", C="S7 SU E6")) == {"S7", "SU"}


@pytest.mark.rule("UB-TRICK-11")
def test_ub_trick_11_the_higher_of_two_trumps_counts() -> None:
    # B cut with the Ober, C overtrumped with the Ass: the König would lie under it.
    assert legal(at_turn("S", "R9 SO SA", D="SK S9 E6")) == {"S9", "E6"}
