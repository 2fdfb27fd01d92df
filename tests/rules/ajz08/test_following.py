"""AJZ 08: which cards may be played to a trick. Trump is E throughout; the seat after the cards on the table is to play."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, CardSet, cards_of
from puur.core.events import CardPlayed
from puur.core.game import Game
from tests.support import card, endgame, legal, play, refused


def to_play(trick: str, hand: str, mode: str = "E") -> Game:
    """P1 has led; who is to play holds `hand`, the others as many cards that the case does not name."""
    lying, held = cards_of(trick), cards_of(hand)
    named = CardSet((*lying, *held))
    rest = [one.name for one in CARDS if one not in named]
    hands = {}
    for place, name in enumerate("ABCD"):
        first = [lying[place].name] if place < len(lying) else []
        own = [one.name for one in held] if place == len(lying) else first + [rest.pop() for _ in range(len(held) - len(first))]
        hands[name] = " ".join(own)
    game = endgame("ajz08", mode, **hands)
    play(game, trick)
    return game


FOLLOW = "AJZ-2.2.1-32"
UNDER = "AJZ-2.2.1-36"


@pytest.mark.parametrize(
    ("trick", "hand", "allowed", "rule"),
    [
        pytest.param("R7", "RA R6 SA", "RA R6", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-32"), id="ajz_2_2_1_32_follow_suit"),
        pytest.param("EA", "EK E9 S6", "EK E9", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-32"), id="ajz_2_2_1_32_follow_trump"),
        pytest.param(
            "R7", "RA R6 E6 SA", "RA R6 E6", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-33"), id="ajz_2_2_1_33_trump_instead"
        ),
        pytest.param("EA", "EU S6 L7", "EU S6 L7", None, marks=pytest.mark.rule("AJZ-2.2.1-34"), id="ajz_2_2_1_34_the_bauer_stays"),
        pytest.param(
            "EA", "EU E6 S6", "EU E6", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-34"), id="ajz_2_2_1_34_with_another_trump"
        ),
        pytest.param("EA", "EU", "EU", None, marks=pytest.mark.rule("AJZ-2.2.1-34"), id="ajz_2_2_1_34_the_last_card"),
        pytest.param(
            "R7", "RU S6", "RU", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-34"), id="ajz_2_2_1_34_only_the_under_of_trump"
        ),
        pytest.param("R7", "SA L6 E6", "SA L6 E6", None, marks=pytest.mark.rule("AJZ-2.2.1-35"), id="ajz_2_2_1_35_void"),
        pytest.param(
            "R7 E9", "RK E8 EU S6", "RK EU", None, marks=pytest.mark.rule("AJZ-2.2.1-36"), id="ajz_2_2_1_36_higher_trump_only"
        ),
        pytest.param("R7 E9", "E6 S7", "S7", UNDER, marks=pytest.mark.rule("AJZ-2.2.1-36"), id="ajz_2_2_1_36_void_in_rose"),
        pytest.param(
            "R7 E9 R6", "E8 S7", "S7", UNDER, marks=pytest.mark.rule("AJZ-2.2.1-36"), id="ajz_2_2_1_36_under_the_own_partner"
        ),
        pytest.param(
            "R7 E9 EU", "EA S7", "S7", UNDER, marks=pytest.mark.rule("AJZ-2.2.1-36"), id="ajz_2_2_1_36_under_the_higher_of_two"
        ),
        pytest.param("R7 E9", "E8 E6", "E8 E6", None, marks=pytest.mark.rule("AJZ-2.2.1-37"), id="ajz_2_2_1_37_nothing_else"),
        pytest.param(
            "EA", "EK E9 S6", "EK E9", FOLLOW, marks=pytest.mark.rule("AJZ-2.2.1-38"), id="ajz_2_2_1_38_lower_on_a_trump_lead"
        ),
        pytest.param("R7 EA", "EK E9", "EK E9", None, marks=pytest.mark.rule("AJZ-2.2.1-39"), id="ajz_2_2_1_39_only_trumps"),
        pytest.param(
            "R7 EA", "EK E9 S6", "E9 S6", UNDER, marks=pytest.mark.rule("AJZ-2.2.1-39"), id="ajz_2_2_1_39_not_only_trumps"
        ),
    ],
)
def test_ajz_2_2_1_32_to_39_legal_cards(trick: str, hand: str, allowed: str, rule: str | None) -> None:
    game = to_play(trick, hand)
    seat = game.deal.turn
    assert legal(game) == set(allowed.split())
    for name in set(hand.split()) - set(allowed.split()):
        refused(game, CardPlayed(seat, card(name)), rule)
    game.submit(CardPlayed(seat, card(allowed.split()[0])))


@pytest.mark.rule("AJZ-2.2.1-36")
def test_ajz_2_2_1_36_each_refusal_has_its_own_reason() -> None:
    game = to_play("R7 E9", "RK E8 EU S6")
    refused(game, CardPlayed(2, card("S6")), FOLLOW, "follow-suit")
    refused(game, CardPlayed(2, card("E8")), UNDER, "undertrump")


@pytest.mark.rule("AJZ-2.2.1-32")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
def test_ajz_2_2_1_32_without_trump_there_is_no_exception_but_being_void(mode: str) -> None:
    assert legal(to_play("R7", "RU EU SA", mode)) == {"RU"}
    assert legal(to_play("R7", "EU SA", mode)) == {"EU", "SA"}
