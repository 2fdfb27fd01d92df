"""JR-MATCH: all tricks, by whichever party, in whichever game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puur.core.game import Game
from puur.core.reglement import Reglement, Source
from tests.support import book, dealt, fill, legal, play

ALL_EICHELN = "E6 E7 E8 E9 EB EU EO EK EA"


def all_nine(taker: str, rules: Reglement | str = "jassregeln") -> Game:
    """A announces E; `taker` holds every trump and so makes all nine tricks. No Weis is announced, no Stöck shown."""
    game = dealt(rules, "E", hands=fill(**{taker: ALL_EICHELN}))
    for _ in range(36):
        play(game, min(legal(game)))
    assert game.deal.won == ([0, 9] if taker in "BD" else [9, 0])
    return game


def doubled() -> Reglement:
    """The shipped book with E counting double."""
    shipped = book("jassregeln")
    return replace(shipped, modes={mode: 2 if str(mode) == "E" else 1 for mode in shipped.modes})


@pytest.mark.rule("JR-MATCH-01")
def test_jr_match_01_a_kontermatch_counts_as_a_match() -> None:
    game = all_nine("B")
    assert game.totals() == (0, 257)
    bonus = [entry for entry in game.ledger.of_deal(1) if entry.source is Source.MATCH]
    assert [(entry.team, entry.points, entry.rule) for entry in bonus] == [(1, 100, "JR-MATCH-03")]


@pytest.mark.rule("JR-MATCH-02")
def test_jr_match_02_a_kontermatch_is_not_doubled() -> None:
    assert all_nine("D").totals() == (0, 257)
    assert all_nine("D", doubled()).totals() == (0, 514)
    assert all_nine("A", doubled()).totals() == (514, 0)


@pytest.mark.rule("JR-MATCH-03")
def test_jr_match_03_the_premium_is_100_in_schieber_under_the_shipped_book() -> None:
    assert all_nine("C").totals() == (257, 0)
