"""Hints: what is advised may be done, and the sentence counts what the hand holds; expected values are counted by hand."""

from __future__ import annotations

import random

import pytest

from puur.bots import hints, levels
from puur.core.cards import CARDS, CardSet
from puur.core.events import Announced, HandsRecorded, Pushed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from puur.words import say, texts

STRONG = "EU E9 EA EK EO E8 RA SA LA"  # six trumps with Puur and Näll, three aces beside


def bidding(hand: str) -> View:
    first = CardSet.parse(hand)
    rest = [card for card in CARDS if card not in first]
    second, third, fourth = (CardSet(rest[9 * place : 9 * place + 9]) for place in range(3))
    game = Game(load("jassregeln"), Setup(first_dealer=3))
    game.submit(HandsRecorded(3, (first, second, third, fourth)))
    return view_of(game, 0)


def test_a_strong_hand_is_announced_and_the_reason_counts_its_cards() -> None:
    advice = hints.hint(bidding(STRONG), random.Random(1))
    assert advice is not None
    assert isinstance(advice.event, Announced)
    assert str(advice.event.mode) == "E"
    assert advice.key == "bots.hint.trump.both"
    assert dict(advice.facts) == {"trumps": 6, "boecke": 3}
    assert say(advice.key, "de", **advice.facts) == "6 Trümpfe mit Puur und Näll, und 3 Böcke daneben."


@pytest.mark.parametrize(
    ("hand", "mode", "key", "facts"),
    [
        (STRONG, "R", "trump.none", {"trumps": 1, "boecke": 6}),  # EA, EK, EO, EU in a row, then the Banner is missing; SA and LA
        ("EU E6 E7 R6 R7 S6 S7 L6 L7", "E", "trump.puur", {"trumps": 3, "boecke": 0}),
        ("E9 E6 E7 R6 R7 S6 S7 L6 L7", "E", "trump.nell", {"trumps": 3, "boecke": 0}),
        ("EA EK EO RA R6 SA S6 L6 L7", "obenabe", "plain", {"boecke": 5}),  # ace, king, Ober; two aces
        ("E6 E7 E8 R6 R8 S7 SA LA LK", "undeufe", "plain", {"boecke": 4}),  # 6, 7, 8; another 6
    ],
)
def test_sure_tricks_are_counted_from_the_top_of_each_suit(hand: str, mode: str, key: str, facts: dict[str, int]) -> None:
    assert hints._of_mode(CardSet.parse(hand), parse_mode(mode)) == (f"bots.hint.{key}", facts)


def test_announcements_are_worth_something_and_the_advice_is_worth_most() -> None:
    view = bidding(STRONG)
    worths = hints.bid_worths(view)
    assert max(worths, key=lambda name: worths[name]) == "E"
    assert {"E", "R", "S", "L", "obenabe", "undeufe", "push"} == worths.keys()


def test_every_hint_has_its_sentence() -> None:
    rng = random.Random(5)
    for _ in range(6):
        pack = rng.sample(CARDS, 36)
        advice = hints.hint(bidding(" ".join(card.name for card in pack[:9])), rng)
        assert advice is not None
        assert isinstance(advice.event, Announced | Pushed)
        assert advice.key in texts()


def test_the_level_above() -> None:
    assert [levels.above(name) for name in ("anfaenger", "lehrling", "meister", "jasskoenig", "nobody")] == [
        "lehrling", "stammtisch", "jasskoenig", "jasskoenig", "klub",
    ]  # fmt: skip
