"""A trick as it is kept: who laid which card, also where somebody had no card left."""

from __future__ import annotations

import pytest

from puur.core.cards import parse_card
from puur.core.trick import Trick

CARDS = tuple(parse_card(name) for name in ("E6", "E7", "E8", "E9"))


@pytest.mark.parametrize(
    ("absent", "order"),
    [((), (2, 3, 0, 1)), ((3,), (2, 0, 1)), ((1,), (2, 3, 0)), ((0, 1), (2, 3))],
)
def test_the_cards_belong_to_those_who_had_one_in_playing_order(absent: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Seat 2 leads."""
    cards = CARDS[: len(order)]
    trick = Trick(2, cards, 2, 0, absent)
    assert tuple(trick.seat_of(place) for place in range(len(order))) == order
    assert [trick.card_of(seat) for seat in order] == list(cards)
    assert [trick.card_of(seat) for seat in absent] == [None] * len(absent)
