"""Cut and bidding in the terminal."""

from __future__ import annotations

import re

import pytest

from puur.cli.terminal.host import next_event
from puur.cli.terminal.screen import Leave
from puur.cli.terminal.session import Session
from puur.core.events import Announced, Cut
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.view import view_of
from tests.cli.play.kit import ENTER, NAMES, Paper, sit
from tests.support import A, B, dealt, fill, table


def cutting(key: str = "ub2024") -> Game:
    """A table whose first dealer sits after the person, so that the person cuts."""
    game = table(key, first_dealer=B, names=NAMES)
    event = next_event(game, 1)
    assert event is not None
    game.submit(event)
    return game


@pytest.mark.parametrize(("typed", "lifted"), [(ENTER, 18), ("7", 7), ("35", 35)])
def test_the_person_cuts(typed: str, lifted: int) -> None:
    game = cutting()
    sit(game, typed)
    assert Cut(A, lifted) in game.events


def test_a_cut_that_is_too_small_is_refused_with_its_provision() -> None:
    game = cutting()
    text = sit(game, "2", "zwei")
    assert "2 Karten abheben geht nicht: 3 bis 35. (UB-DEAL-05)" in text
    assert "verstehe ich nicht" in text
    assert not any(isinstance(event, Cut) for event in game.events)


def bidding(key: str, **hands: str) -> Game:
    return dealt(key, hands=fill(**hands), names=NAMES)


@pytest.mark.parametrize(
    ("typed", "mode"),
    [("1", "E"), ("3", "S"), ("5", "obenabe"), ("ob", "obenabe"), ("Undeufe", "undeufe"), ("schau", "L"), ("herz", "R")],
)
def test_announcing_by_number_or_name(typed: str, mode: str) -> None:
    game = bidding("ub2024")
    sit(game, typed)
    assert Announced(A, parse_mode(mode)) in game.events


def test_factors_are_shown_and_pushing_is_offered() -> None:
    game = bidding("ub2024")
    text = sit(game, "schieben")
    for line in ("1 Ecke ♦ ×1", "4 Schaufel ♠ ×2", "6 Undeufe ×3", "s Schieben"):
        assert line in text
    assert "Ida: geschoben" in text


def test_advice_for_the_bidding_has_to_be_accepted() -> None:
    game = bidding("ub2024", A="EU E9 EA EK E8 RA R6 S7 L7")
    text = sit(game, ENTER, "u")
    assert "Vorschlag: Ecke ♦" in text
    assert game.deal.mode is None
    sit(game, ENTER, ENTER)
    assert game.deal.mode == parse_mode("E")


def test_a_trio_is_narrowed_down_and_one_may_go_back() -> None:
    game = bidding("tam2014-cp")
    text = sit(game, "trio", "u", "9", "3", "1")
    assert text.count("Wie genau?") == 3
    said = next(event for event in game.events if isinstance(event, Announced))
    assert (said.variant, said.mode.kind.value, str(said.mode.trump)) == ("trio", "trio", "S")


def test_the_joker_may_be_anything() -> None:
    game = bidding("tam2014-cp")
    sit(game, "joker", "obenabe")
    assert Announced(A, parse_mode("obenabe"), "joker") in game.events


def test_jr_trump_01_a_card_led_without_a_word_shows_trump() -> None:
    game = bidding("jassregeln", A="EU E9 RA R8 SA S8 LA L8 L6")
    sit(game, "ra")
    assert game.deal.mode == parse_mode("R")
    refused = sit(bidding("nws2020"), "e6")  # NWS-4-05: announced or not at all
    assert "Zuerst muss Ida ansagen. (NWS-4-05)" in refused


def test_the_partner_leaves_the_cards_until_the_decision() -> None:
    # AJZ-2.2.1-13: A is the partner of C, who speaks first.
    paper = Paper()
    game = dealt("ajz08", hands=fill(C="L7"), dealer=B, names=NAMES)
    assert view_of(game, A).hand_hidden
    with pytest.raises(Leave):
        Session(game, 1, paper, lambda: None).run()
    before = paper.text.split("Carla: ")[0]
    assert not re.search(r"[ERSL][6789BUOKA]\b", before)
