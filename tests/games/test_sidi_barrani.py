"""Sidi-Barrani: Schmieren allowed or not, as a field of the book. What it forbids no source says: Puur's way."""

from __future__ import annotations

import pytest

from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed
from puur.core.game import Game
from puur.core.irregular import verdict
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.games.auction import Bid, Passed
from puur.reglement import load_text
from tests.games import kit
from tests.games.counts import taker, worth
from tests.games.table import begun, cards, dealt, say

BOOK = """
key = "eigen"
title = "Sidi ohne Schmieren"
source = "Hausregeln"
extends = "sidi-barrani"
falls_back_on = "jassregeln"

[sidi_barrani]
schmieren = {schmieren}
"""
# B bids with Schellen and leads the ace of Eicheln, which nobody beats; D, the partner, has no Eicheln left to choose from.
HANDS = ["E6 E7 L6 L7 L8 L9 LB LU R6", "EA EK EO S6 S7 S8 S9 SB SU", "E8 E9 EB EU LO LK R7 R8 R9", "RA RB RK SA SK SO LA RU RO"]


def led(schmieren: str) -> Game:
    """B leads the ace, C follows, and D is to play."""
    game = begun(load_text(BOOK.format(schmieren=schmieren), "eigen"))
    dealt(game, HANDS)
    say(game, Bid(1, 50, parse_mode("S")), Passed(2), Passed(3), Passed(0))
    for seat, card in ((1, "EA"), (2, "E8")):
        say(game, CardPlayed(seat, cards(card)[0]))
    return game


def offered(game: Game) -> set[str]:
    return {str(option.card) for option in view_of(game, game.deal.turn).options if isinstance(option, CardPlayed)}


def test_usually_one_may_smear() -> None:
    assert offered(led("true")) == set(HANDS[3].split())


def test_where_it_is_forbidden_dear_cards_stay_in_the_hand_unless_they_take_the_trick() -> None:
    """RA, RB and LA count ten and more; the ace of trump does too, but it would take the trick."""
    game = led("false")
    assert offered(game) == {"RK", "SA", "SK", "SO", "RU", "RO"}
    with pytest.raises(RuleViolation) as refused:
        game.submit(CardPlayed(3, cards("RA")[0]))
    assert refused.value.reason == "schmieren"
    say(game, CardPlayed(3, cards("RU")[0]))


def test_an_opponents_trick_is_no_matter() -> None:
    game = led("false")
    say(game, CardPlayed(3, cards("SO")[0]))  # D has cut: A is an opponent of D
    assert offered(game) == {"E6", "E7"}


def test_random_play_smears_only_where_nothing_else_goes() -> None:
    """Who leads the trick and what a card counts is reckoned a second time by `counts`."""
    forced = 0
    for seed in range(3):
        for game, event in kit.walk(load_text(BOOK.format(schmieren="false"), "eigen"), 4, seed):
            deal = game.deals[-1] if game.deals else None
            if not isinstance(event, CardPlayed) or deal is None or deal.open or len(deal.cards) < 2:
                continue
            lying, mode = [str(card) for card in deal.cards], str(deal.mode)
            ahead = (deal.leader + taker(lying, mode)) % 4

            def smears(card: str, lying: list[str] = lying, mode: str = mode) -> bool:
                return worth(card, mode) >= 10 and taker([*lying, card], mode) != len(lying)

            if (ahead - event.seat) % 4 == 2 and smears(str(event.card)):
                forced += 1
                allowed = verdict(game.book, deal, deal.hands[event.seat], deal.cards).allowed  # type: ignore[index]
                assert all(smears(str(card)) for card in allowed)
    assert forced > 0, "the last card of a hand, for instance"
