"""What a game itself knows is not asked for: a Weis or Stöck reported without a word of when is judged by the cards played."""

from __future__ import annotations

import pytest

from puur.core.events import IncidentReported, WeisAnnounced
from puur.referee import rule
from tests.referee.tools import free
from tests.support import play

# Trump Rosen. A leads; A holds a run of four (S6 to S9), B the Stöck (RK, RO).
HANDS = {"A": "EA S6 S7 S8 S9 L6 L7 E6 R6", "B": "EK RK RO", "C": "EO R7 L8", "D": "EU R8"}


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("EA EK EO EU", "stoeck-wait"),  # neither is played
        ("EA EK EO EU R6 RK R7 R8", "stoeck-wait"),  # the first one is
    ],
)
def test_stoeck_before_their_second_card_wait(cards: str, text: str) -> None:
    """JR: 'Sie werden beim Ausspielen der jeweils zweiten Karte gewiesen.'"""
    game = free("jassregeln", "R", HANDS)
    play(game, cards)
    assert rule(game, IncidentReported("late-stoeck", 1)).text == text


def test_stoeck_with_their_second_card_count_and_are_lost_once_it_is_covered() -> None:
    """JR: shown when the second card is played; UB the same; AJZ at any time until the next deal is dealt."""
    for book, later in (("jassregeln", "stoeck-lost"), ("ub2024", "stoeck-lost"), ("ajz08", "stoeck-in-time")):
        game = free(book, "R", HANDS)
        play(game, "EA EK EO EU R6 RK R7 R8 RO")
        assert rule(game, IncidentReported("late-stoeck", 1)).text == "stoeck-in-time"
        play(game, "L8")
        assert rule(game, IncidentReported("late-stoeck", 1)).text == later


def test_a_weis_is_asked_for_as_long_as_the_book_allows() -> None:
    """JR: laid open before the lead to the second trick, asked until the announcer's second card; UB: before the second round."""
    said = {}
    for book in ("jassregeln", "ub2024"):
        game = free(book, "R", HANDS)
        play(game, "EA")
        game.submit(WeisAnnounced(0, 50))
        play(game, "EK EO EU")
        seen = [rule(game, IncidentReported("weis-asked", 0)).text]
        play(game, "L6")
        seen.append(rule(game, IncidentReported("weis-asked", 0)).text)
        said[book] = seen
    assert said == {"jassregeln": ["weis-ask-show", "weis-ask-late"], "ub2024": ["weis-ask-value", "weis-ask-late"]}


def test_a_weis_said_too_low_is_put_right_until_the_card_is_covered() -> None:
    """JR: 'Wer einen falschen Weis angibt, darf dies korrigieren bis seine Karte gedeckt ist.'"""
    game = free("jassregeln", "R", HANDS)
    play(game, "EA")
    game.submit(WeisAnnounced(0, 20))
    assert rule(game, IncidentReported("incomplete-weis", 0)).text == "weis-correctable"
    play(game, "EK")
    assert rule(game, IncidentReported("incomplete-weis", 0)).text == "weis-incomplete"


def test_a_further_weis_is_added_after_the_first_trick_and_before_the_own_second_card() -> None:
    """JR: 'bzw. spätestens bis der Weisende eine Karte zum zweiten Stich gibt.'"""
    game = free("jassregeln", "R", HANDS)
    play(game, "EA")
    game.submit(WeisAnnounced(0, 50))
    assert rule(game, IncidentReported("further-weis", 0)).text == "weis-further-wait"
    play(game, "EK EO EU")
    play(game, "L6")
    assert rule(game, IncidentReported("further-weis", 0)).text == "weis-too-late"
