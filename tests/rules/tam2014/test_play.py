"""TAM-ES-44 and 69: the winner of a trick leads, and every card is played."""

from __future__ import annotations

import pytest

from puur.core.actions import actions
from puur.core.deal import Phase
from puur.core.events import CardPlayed, Claimed, Conceded
from tests.rules.tam2014.tables import ES
from tests.support import A, B, C, D, dealt, endgame, fill, legal, play, refused


@pytest.mark.rule("TAM-ES-44")
def test_tam_es_44_the_winner_of_a_trick_leads() -> None:
    game = dealt(ES, "S", hands=fill(A="S6 S7", B="S8 SB", C="SU S9", D="SO SK"))
    play(game, "S6 S8 SU SO")
    play(game, "S9 SK S7 SB")
    assert game.deal.tricks[1].winner == C
    for seat in (A, B, D):
        assert legal(game, seat) == set()
        refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), "TAM-ES-44", "winner-leads")
    assert legal(game, C) == {one.name for one in game.deal.hand(C)}


@pytest.mark.rule("TAM-ES-69")
def test_tam_es_69_every_card_is_played() -> None:
    game = endgame(ES, "E", A="EU E9 EA", B="R6 R7 R8", C="L6 L7 L8", D="S6 S7 S8")
    for number, cards in ((7, "EU R6 L6 S6"), (8, "E9 R7 L7 S7"), (9, "EA R8 L8 S8")):
        assert {type(one) for one in actions(game, A)} == {CardPlayed}
        refused(game, Claimed(A), "TAM-ES-69", "no-claims")
        refused(game, Conceded(B), "TAM-ES-69", "played-to-the-end")
        play(game, cards)
        assert len(game.deal.tricks) == number
    assert game.deal.phase is Phase.OVER
