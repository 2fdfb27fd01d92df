"""Whole games at the arena: the return game has the same chance, the book's target ends it, and the intervals are right."""

from __future__ import annotations

import pytest

from puur.arena.games import GamePair, main, play_game, play_pair, summed_up
from puur.arena.players import parse_player
from puur.reglement import load


@pytest.mark.parametrize("book", ["ub2024", "tam2014-cp"])
def test_the_return_game_of_equal_players_is_the_same_game(book: str) -> None:
    pair = play_pair(load(book), "stammtisch", "stammtisch", "7")
    assert pair == GamePair(0.5, 0.5)


def test_a_game_goes_to_the_target_of_its_book() -> None:
    book = load("ub2024")
    side = parse_player("lehrling").side(book)
    game = play_game(book, (side, side), "3")
    assert game.over
    assert game.winner is not None
    assert game.ledger.totals[game.winner] >= book.ending.target


def test_what_is_told_of_two_pairs() -> None:
    # By hand: 1 and 0.5 have the mean 0.75 and the deviation 0.354, half of the interval is 1.96 * 0.354 / sqrt(2) = 0.49.
    assert summed_up([GamePair(1.0, 0.6), GamePair(0.5, 0.5)]) == "2 pairs: won 75.0 ± 49.0 %, points 55.0 ± 9.8 %"


def test_as_typed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["stammtisch", "random", "tam2014-es", "1"])
    assert capsys.readouterr().out.startswith("1 pairs: won ")
