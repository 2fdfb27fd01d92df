"""TAM-ES-33 to 39: who speaks, pushing once to the partner, Vorhand leads, Oben and Unten before the first card."""

from __future__ import annotations

import pytest

from puur.core.actions import actions, bids
from puur.core.events import Announced, CardPlayed, Pushed, ResultEntered
from puur.core.game import Game
from puur.core.mode import OBENABE, UNDEUFE, Mode
from tests.rules.tam2014.tables import ES, ES_AT, PS
from tests.support import AFTER_SOUTH, A, B, C, D, announce, card, dealt, fill, legal, play, refused, table

SIX = {"E", "R", "S", "L", "obenabe", "undeufe"}


def said(game: Game, seat: int) -> set[str]:
    """What a seat may say, as words."""
    return {"push" if isinstance(bid, Pushed) else str(bid.mode) for bid in bids(game, seat)}


@pytest.mark.rule("TAM-ES-33")
@pytest.mark.parametrize(("key", "place"), [(ES, "E"), (PS, "E"), (ES_AT, "W")])
def test_tam_es_33_vorhand_decides_or_pushes_to_the_partner(key: str, place: str) -> None:
    game = dealt(key, dealer=D)
    assert AFTER_SOUTH[game.book.table.direction][0] == place  # Vorhand: right of the Schreiber S, in Austria left
    assert said(game, A) == SIX | {"push"}
    for seat in (B, C, D):
        assert not list(actions(game, seat))
        refused(game, Announced(seat, OBENABE), "TAM-ES-33", "not-your-word")
        refused(game, Pushed(seat), "TAM-ES-33", "not-your-word")
    game.submit(Pushed(A))
    for seat in (A, B, D):
        assert not list(actions(game, seat))
        refused(game, Announced(seat, OBENABE), "TAM-ES-33", "not-your-word")
    assert game.deal.speaker == C


@pytest.mark.rule("TAM-ES-33")
def test_tam_es_33_later_the_player_after_the_dealer_is_vorhand() -> None:
    game = table(ES)
    for number in range(12):
        assert game.next_dealer() == (D + number) % 4
        game.submit(ResultEntered((100, 57)))
        assert game.deal.first_speaker == (A + number) % 4


@pytest.mark.rule("TAM-ES-35")
def test_tam_es_35_no_pushing_back() -> None:
    game = dealt(ES)
    game.submit(Pushed(A))
    assert said(game, C) == SIX
    refused(game, Pushed(C), "TAM-ES-35", "must-announce")


@pytest.mark.rule("TAM-ES-36")
def test_tam_es_36_vorhand_leads_also_after_a_push() -> None:
    game = dealt(ES, "S", pushed=True, hands=fill(A="E6", C="SA"))
    assert game.deal.announcer == C
    refused(game, CardPlayed(C, card("SA")), "TAM-ES-36", "not-the-leader")
    play(game, "E6")
    assert game.deal.lead_of(1) == A


@pytest.mark.rule("TAM-ES-37")
def test_tam_es_37_the_opening_lead_is_free() -> None:
    game = dealt(ES, "S", hands=fill(A="S6 SU EA"))
    assert legal(game, A) == {one.name for one in game.deal.hand(A)}
    assert {"S6", "SU", "EA"} <= legal(game, A)


@pytest.mark.rule("TAM-ES-38")
@pytest.mark.parametrize("mode", [OBENABE, UNDEUFE])
def test_tam_es_38_oben_and_unten_before_the_first_card(mode: Mode) -> None:
    game = dealt(ES, hands=fill(A="EA"))
    game.submit(CardPlayed(A, card("EA")))
    refused(game, Announced(A, mode), "TAM-ES-38", "already-announced")
    assert str(game.deal.mode) == "E"  # the silent lead has made Eichel trump


@pytest.mark.rule("TAM-ES-38")
def test_tam_es_38_after_a_push_somebody_has_to_announce() -> None:
    game = dealt(ES, hands=fill(A="EA"))
    game.submit(Pushed(A))
    refused(game, CardPlayed(A, card("EA")), "TAM-ES-38", "announce-first")
    announce(game, "obenabe")
    play(game, "EA")
    assert game.deal.mode == OBENABE


@pytest.mark.rule("TAM-ES-39")
def test_tam_es_39_no_duty_to_play_trump_first() -> None:
    game = dealt(ES, "S", hands=fill(A="EA", B="E7 SK", C="L6 L7 L8 L9 LB LU LO LK LA", D="R6 R7 R8 R9 RB RU RO RK RA"))
    play(game, "EA")
    may = legal(game, B)
    assert {"E7", "SK"} <= may
    assert may == {one.name for one in game.deal.hand(B)}  # B holds nothing but Eichel and trumps
