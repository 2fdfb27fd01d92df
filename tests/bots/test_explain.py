"""Explanations: a reason that fits the position, every legal card with its points, sentences in four languages."""

from __future__ import annotations

import random
from typing import get_args

import pytest

import puur
from puur.bots.explain import Reason, explain
from puur.bots.neural import Jasskoenig
from puur.core.actions import to_act
from puur.core.cards import parse_card
from puur.core.events import Announced, CardPlayed
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.words import LANGUAGES, say

HANDS = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]


@pytest.mark.parametrize(
    ("mode", "cards", "card", "expected"),
    [
        ("obenabe", "", "EA", "bock"),
        ("obenabe", "", "EO", "bock"),  # ace and king are in the own hand
        ("obenabe", "", "R6", "shows"),
        ("R", "", "RA", "draws"),
        ("obenabe", "EA", "E9", "ducks"),
        ("obenabe", "EA E9", "E8", "holds"),
        ("obenabe", "EA E9 E8", "E6", "only"),
        ("R", "EK E9 E7", "RB", "cuts"),
        ("obenabe", "S6 S9 SB", "SA", "takes_last"),
        ("obenabe", "S6 S9", "SB", "best"),
        ("obenabe", "L6 L8 LB", "LA", "takes_last"),
        ("obenabe", "EA E9 E8 E6 EK", "EB", "best"),
    ],
)  # fmt: skip
def test_reasons(mode: str, cards: str, card: str, expected: str) -> None:
    game = puur.new_deal("tam2014-es", hands=HANDS)
    game.submit(Announced(0, parse_mode(mode)))
    for one in cards.split():
        game.submit(CardPlayed(to_act(game) or 0, parse_card(one)))
    view = view_of(game, to_act(game) or 0)
    assert explain(view, parse_card(card), random.Random(1), search=False).reason == expected


def test_every_legal_card_gets_its_points() -> None:
    game = puur.new_deal("tam2014-es", hands=HANDS)
    game.submit(Announced(0, parse_mode("obenabe")))
    view = puur.view(game)
    found = puur.explain(view, "EA", rounds=400)
    assert {one.card for one in found.cards} == set(view.hand)
    assert all(0 <= one.points <= 157 for one in found.cards)
    assert [one.points for one in found.cards] == sorted((one.points for one in found.cards), reverse=True)
    assert found.pot == 11
    assert (found.loss == 0) == (found.best is found.card)


def test_points_come_with_their_uncertainty_and_more_worlds_make_them_surer() -> None:
    """With sixteen times as many worlds the interval shrinks to about a quarter; nothing is closer to the best card than itself."""
    game = puur.new_deal("tam2014-es", hands=HANDS)
    game.submit(Announced(0, parse_mode("obenabe")))
    for played in ("EA", "E9", "E8", "E6", "EK", "EB", "E7"):
        game.submit(CardPlayed(to_act(game) or 0, parse_card(played)))
    view = puur.view(game)
    few, many = (Jasskoenig().judged(view, random.Random(2), worlds) for worlds in (24, 384))
    assert [judged.card for judged in many] == sorted(view.hand, key=[judged.card for judged in many].index)
    assert many[0].apart == 0.0
    shrunk = [next(other.error for other in few if other.card is judged.card) / judged.error for judged in many]
    assert 2.0 < sum(shrunk) / len(shrunk) < 8.0
    sure = explain(view, many[-1].card, random.Random(2))
    assert sure.doubt > 0
    assert sure.loss > 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_is_a_sentence(reason: str, lang: str) -> None:
    assert "EA" in say(f"bots.reason.{reason}", lang, card="EA", pot=11, loss="2.0", best="EK")
