"""Random play against independent counts: every deal of the newer games, counted a second time from its cards (`counts`)."""

from __future__ import annotations

import pytest

from puur.core.form import player_numbers
from puur.core.reglement import Source
from puur.reglement import load, shipped
from tests.games import kit
from tests.games.counts import BY_FORM

CASES = [(key, players) for key in shipped() if load(key).form in BY_FORM for players in player_numbers(load(key))]
BESIDE = {Source.WEIS, Source.STOECK}  # written apart, counted by their own tests
MOLOTOW = {"molotow"}  # here Weise are of another kind


@pytest.mark.parametrize(("key", "players"), CASES)
def test_every_deal_writes_what_its_cards_say(key: str, players: int) -> None:
    counted = 0
    for seed in range(2):
        game = kit.played(load(key), players, seed)
        for deal in game.finished_deals:
            if deal.broken_off and deal.phase and game.book.form in ("kreuzjass", "schaggi-haas"):
                continue  # the game ended in the middle of it
            written = [0] * len(game.ledger.totals)
            for entry in game.ledger.of_deal(deal.number):
                written[entry.team] += 0 if entry.source in BESIDE else entry.points
            assert written == BY_FORM[game.book.form](game, deal), f"deal {deal.number} of seed {seed}"
            counted += 1
    assert counted > 2
