"""TAM-ES-09, 10, 18 to 20: the six modes, all worth the same, without Match bonus, Weis and Stöck."""

from __future__ import annotations

import pytest

from puur.core.actions import actions
from puur.core.cards import CardSet
from puur.core.events import Announced, ResultEntered, StoeckShown, WeisAnnounced
from puur.core.mode import OBENABE, parse_mode
from puur.core.reglement import Source
from tests.rules.tam2014.tables import ES, ONE, TWO
from tests.support import A, B, C, announce, dealt, fill, play, play_out, play_trick, refused, table

SIX = ["E", "R", "S", "L", "obenabe", "undeufe"]


@pytest.mark.rule("TAM-ES-09")
@pytest.mark.parametrize("mode", SIX)
def test_tam_es_09_six_modes_also_again(mode: str) -> None:
    game = table(ES)
    game.submit(ResultEntered((100, 57), mode=parse_mode(mode), announcer=A))
    game.submit(ResultEntered((57, 100), mode=parse_mode(mode), announcer=B))
    assert [str(deal.mode) for deal in game.deals] == [mode, mode]


@pytest.mark.rule("TAM-ES-09")
@pytest.mark.parametrize("mode", ["slalom-oben", "gusti-unten", "trio-E-tuo"])
def test_tam_es_09_nothing_else(mode: str) -> None:
    game = dealt(ES)
    assert {str(one.mode) for one in actions(game, A) if isinstance(one, Announced)} == set(SIX)
    refused(game, Announced(A, parse_mode(mode)), "TAM-ES-09", "mode-unknown")


@pytest.mark.rule("TAM-ES-10")
@pytest.mark.parametrize("mode", SIX)
def test_tam_es_10_every_mode_counts_once(mode: str) -> None:
    game = table(ES)
    game.submit(ResultEntered((100, 57), mode=parse_mode(mode), announcer=A))
    assert game.totals() == (100, 57)
    assert game.book.rule(f"modes.{mode}") == "TAM-ES-10"


@pytest.mark.rule("TAM-ES-18")
def test_tam_es_18_a_match_is_157() -> None:
    game = dealt(ES, "E", hands=fill(A="E6 E7 E8 E9 EB EU EO EK EA"))
    play_out(game)
    assert game.deal.match == ONE
    assert game.totals() == (157, 0)
    assert not [entry for entry in game.ledger.entries if entry.source is Source.MATCH]


@pytest.mark.rule("TAM-ES-18")
def test_tam_es_18_nor_does_a_match_entered_from_paper_bring_more() -> None:
    game = table(ES)
    game.submit(ResultEntered((0, 157), mode=OBENABE, announcer=A, match=TWO))
    assert game.totals() == (0, 157)


@pytest.mark.rule("TAM-ES-19")
def test_tam_es_19_no_weis() -> None:
    game = dealt(ES, "E", hands=fill(A="R6 R7 R8 R9 E6", B="E7", C="E8", D="E9"))
    play(game, "E6")
    assert not [one for one in actions(game, A) if isinstance(one, WeisAnnounced)]
    refused(game, WeisAnnounced(A, 50), "TAM-ES-19", "no-weis")
    play(game, "E7 E8 E9")
    play_out(game)
    assert sum(game.totals()) == 157
    refused(game, ResultEntered((100, 57), mode=OBENABE, weis=(50, 0)), "TAM-ES-19", "bonus-not-played")


@pytest.mark.rule("TAM-ES-20")
def test_tam_es_20_no_stoeck() -> None:
    game = dealt(ES, hands=fill(C="SK SO"))
    announce(game, "S")
    while not CardSet.parse("SK SO") <= game.deal.played_by(C):
        play_trick(game)
    assert not [one for one in actions(game, C) if isinstance(one, StoeckShown)]
    refused(game, StoeckShown(C), "TAM-ES-20", "no-stoeck")
    play_out(game)
    assert sum(game.totals()) == 157
    refused(game, ResultEntered((100, 57), mode=OBENABE, stoeck=(0, 20)), "TAM-ES-20", "bonus-not-played")
