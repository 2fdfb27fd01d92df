"""TAM-ES-04, TAM-CP-41 and TAM-CP-50: where to look when a book is silent."""

from __future__ import annotations

import pytest

from puur.core.cards import parse_card
from puur.core.effects import CardDead, NextLeader, PointsMoved
from puur.core.events import CardPlayed, HandsRecorded, RulingMade
from puur.reglement.catalogue import note, provision, text
from tests.rules.tam2014.tables import CP, ES, ES_AT, PS, last_row
from tests.support import A, C, D, book, card, dealt, endgame, fill, play, play_out, refused


def chain(key: str) -> list[str]:
    """The books that are asked one after the other."""
    found = [key]
    while (after := book(found[-1]).falls_back_on) is not None:
        found.append(after)
    return found


def shown(rule: str, lang: str) -> str:
    """What a lookup of the provision tells."""
    return text(provision(rule), lang)[0] + " " + note(provision(rule), lang)[0]


@pytest.mark.rule("TAM-ES-04")
@pytest.mark.parametrize("lang", ["de", "en"])
def test_tam_es_04_the_lookup_names_the_jassfuehrer_and_the_jassleitung(lang: str) -> None:
    assert chain(ES) == [ES, "jassregeln"]
    told = shown("TAM-ES-04", lang)
    assert "Schweizer Jassführer" in told
    assert "Jassleitung" in told
    assert "JR-MISS-01" in told  # the guidance for a missing card


@pytest.mark.rule("TAM-CP-50")
@pytest.mark.parametrize("lang", ["de", "en"])
def test_tam_cp_50_the_lookup_names_the_jassfuehrer_and_the_schieber_sends_to_the_jassleitung(lang: str) -> None:
    assert chain(CP) == [CP, ES, "jassregeln"]
    assert "Schweizer Jassführer" in shown("TAM-CP-50", lang)
    assert "Jassleitung" in shown("TAM-ES-04", lang)  # the next book that is asked


@pytest.mark.rule("TAM-ES-04")
@pytest.mark.parametrize("key", [ES, PS, ES_AT])
def test_tam_es_04_a_wrong_dealer_is_recorded_and_left_to_the_jassleitung(key: str) -> None:
    game = dealt(key, "E", hands=fill(A="E6 E7 E8 E9 EB EU EO EK EA"))
    play_out(game)
    game.submit(HandsRecorded(C, fill()))  # the turn was A's
    assert [one.reason for one in game.warnings] == ["wrong-dealer"]
    assert (game.deal.dealer, game.deal.speaker) == (C, D)


@pytest.mark.rule("TAM-CP-41")
def test_tam_cp_41_the_sanctions_of_the_schieber_apply() -> None:
    # Slalom begun Oben; P1 won trick 6, so trick 7 (Oben) is his. The ruling is that of TAM-ES-45 to 48.
    game = endgame(
        CP, "slalom-oben", leader=A, points=(76, 45), tricks=(4, 2), A="EK L9 L7", B="E7 S9 S7", C="EA R9 R7", D="E8 L8 S6"
    )
    refused(game, CardPlayed(C, card("EA")), "TAM-ES-44", "winner-leads")
    game.submit(RulingMade("TAM-ES-46", offender=C, effects=(CardDead(parse_card("EA")),)))
    play(game, "EK E7 EA E8")
    seventh = game.deal.tricks[-1]
    assert (seventh.winner, seventh.points) == (A, 4 + 0 + 11 + 8)
    game.submit(RulingMade("TAM-ES-47", offender=C, effects=(PointsMoved(1, seventh.points),)))
    game.submit(RulingMade("TAM-ES-48", offender=C, effects=(NextLeader(D),)))
    refused(game, CardPlayed(A, card("L9")), "TAM-ES-44", "winner-leads")
    play(game, "L8 L7 S9 R9")  # Unten: L7 of P1 wins, 8 points
    play(game, "L9 S7 R7 S6")  # 0 and 5 for the last trick
    assert [entry.raw for entry in game.ledger.entries] == [76 + 8 + 5, 45 + 23]
    assert last_row(game).points == (9 * 7, 7 * 7)
