"""Positions: made from deals of the core, played on by its rules, refused where cards cannot lie so."""

from __future__ import annotations

import random

import pytest

from puur import api
from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.mode import EICHELN, OBENABE
from puur.fast import BadPosition, Position, unsolved, unsupported
from puur.reglement.loader import load, shipped
from tests.random_play import prepare, start, step
from tests.support import PARTNER_BOOKS, book


@pytest.mark.parametrize("key", ["ub2024", "tam2014-cp"])
def test_a_position_follows_a_deal_of_the_core_card_by_card(key: str) -> None:
    rng = random.Random(4)
    for _ in range(4):
        game = start(load(key), rng)
        prepare(game, rng)
        while game.deal.mode is None:
            step(game, rng)
        position = Position.from_deal(game.deal)
        while not game.over and len(game.deal.tricks) < 9:
            before = len(game.deal.tricks), len(game.deal.cards)
            step(game, rng, thanks=0)
            if (len(game.deal.tricks), len(game.deal.cards)) == before:
                continue
            trick = game.deal.tricks[-1].cards if game.deal.open else tuple(game.deal.cards)
            position = position.play(trick[-1])
            assert position.hands == tuple(game.deal.hands or ())
            assert position.trick == (() if game.deal.open else tuple(game.deal.cards))
            if not position.over:
                assert Position.from_deal(game.deal) == position
                assert position.turn == game.deal.turn
                assert position.rest == game.deal.rest() + 5
        assert position.won == tuple(game.deal.won)
        assert sum(position.points) == 157


def test_a_deal_without_hands_or_with_dead_cards_has_no_position() -> None:
    game = start(load("ub2024"), random.Random(1))
    prepare(game, random.Random(1))
    with pytest.raises(BadPosition, match="no mode"):
        Position.from_deal(game.deal)
    while game.deal.mode is None:
        step(game, random.Random(2))
    game.deal.dead = CARDS[0].bit
    with pytest.raises(BadPosition, match="dead cards"):
        Position.from_deal(game.deal)


def test_cards_that_can_not_lie_so_are_refused() -> None:
    one, two = CARDS[0].bit, CARDS[1].bit
    with pytest.raises(BadPosition, match="seat 1 holds 0 cards, expected 1"):
        Position(OBENABE, (one, 0, 4, 8), 0)
    with pytest.raises(BadPosition, match="E6 is in two places"):
        Position(OBENABE, (one, two, one, 8), 0)
    with pytest.raises(BadPosition, match="no trick"):
        Position(OBENABE, (one, two, 4 | 32, 8 | 64), 0, (CARDS[9], CARDS[9]))
    position = Position.dealt([CardSet((card,)) for card in CARDS[:4]], EICHELN)
    with pytest.raises(BadPosition, match="may not be played by seat 0"):
        position.play(parse_card("E7"))


def test_all_shipped_books_are_supported_and_other_rules_of_play_are_not() -> None:
    assert not any(unsupported(load(key)) for key in PARTNER_BOOKS)
    assert unsupported(book("ub2024", play__puur_exempt=False)) == ("play.puur_exempt",)
    assert unsupported(book("ub2024", scoring__last_trick=10)) == ("scoring.last_trick",)


def test_exact_answers_are_for_two_pairs_with_nine_cards_each() -> None:
    """By who plays with whom: of the other games only Kreuzjass for four and Sidi-Barrani are played by pairs with all cards."""
    solved = {key for key in shipped() if "form" not in unsolved(load(key))}
    assert solved == {*PARTNER_BOOKS, "kreuzjass", "sidi-barrani", "sidi-barrani-1500"}


def test_a_mode_in_which_few_points_are_wanted_is_not_solved() -> None:
    """Each side writes what the other one takes: the best lead of four aces and sixes would be a six for who wants points."""
    with pytest.raises(BadPosition, match="hinderobsi is not solved"):
        api.solve(["EA E6", "EK E7", "EO E8", "EU E9"], "hinderobsi")


def test_a_game_under_other_rules_is_not_solved() -> None:
    with pytest.raises(BadPosition, match=r"general rules; the book 'ub2024' differs in scoring\.last_trick"):
        api.solve(api.new_deal(book("ub2024", scoring__last_trick=10)))
