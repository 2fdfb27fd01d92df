"""How the rule player plays: what people expect of a decent partner, one position each."""

from __future__ import annotations

import random

import pytest

import puur
from puur.bots.budget import Budget
from puur.bots.stammtisch import Stammtisch
from puur.core.actions import to_act
from puur.core.cards import DECK, CardSet, parse_card
from puur.core.events import Announced, CardPlayed
from puur.core.mode import parse_mode
from puur.core.view import view_of


def played(mode: str, hands: list[str], *cards: str) -> str:
    """What the Stammtisch plays after these cards; missing hands are filled up from the bottom of the deck."""
    given = [CardSet.parse(hand) for hand in hands]
    left = list(DECK - CardSet(card for hand in given for card in hand))
    full = []
    for hand in [*given, *[CardSet()] * (4 - len(given))]:
        more, left = left[: 9 - len(hand)], left[9 - len(hand) :]
        full.append(str(hand | CardSet(more)))
    game = puur.new_deal("tam2014-es", hands=full)
    game.submit(Announced(0, parse_mode(mode)))
    for card in cards:
        game.submit(CardPlayed(to_act(game) or 0, parse_card(card)))
    return str(Stammtisch().card(view_of(game, to_act(game) or 0), random.Random(0), Budget()))


@pytest.mark.parametrize(
    ("mode", "hands", "cards", "expected"),
    [
        # The partner holds the trick for sure: the ten is smeared, not the nine.
        ("obenabe", ["E6 R6", "EA R7", "E7 R8", "EB E9 R9"], "E6 EA E7", "EB"),
        # An opponent holds the trick and nothing beats the ace: nothing is given away.
        ("obenabe", ["EA R6", "EB E9 R8"], "EA", "E9"),
        # Last to play with a winning card and points on the table: take it.
        ("obenabe", ["EB R6", "E6 R8", "EO R7", "EA E7 R9"], "EB E6 EO", "EA"),
        # Nell and Puur with a long trump suit: draw trumps.
        ("R", ["RU R9 RA RK RB E6 S6 L6 L7", "R6 R7", "R8", "RO"], "", "RU"),
    ],
)  # fmt: skip
def test_a_decent_partner(mode: str, hands: list[str], cards: str, expected: str) -> None:
    assert played(mode, hands, *cards.split()) == expected


def test_trumps_are_not_drawn_from_the_partner_alone() -> None:
    """Both opponents have shown no trump: a trump lead would only take the partner's."""
    hands = ["RU R9 RA R6 EA EK S6 S7 L6", "E6 E7 E8 S8 S9 SB L7 L8 L9", "R7 R8 RB RO RK SU SO LU LO", "E9 EB EU EO SK SA LK LA LB"]
    assert not played("R", hands, "RU", "E6", "R7", "E9").startswith("R")
