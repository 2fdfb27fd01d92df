"""JR-TRUMP, JR-LEAD: what a silent first card means, no second word, and who leads."""

from __future__ import annotations

import pytest

from puur.core.events import Announced, CardPlayed, Pushed
from puur.core.mode import OBENABE, SCHELLEN, SCHILTEN, UNDEUFE, Mode
from puur.core.reglement import SilentLead
from tests.support import A, B, C, D, book, card, dealt, legal, play, refused, scattered


@pytest.mark.rule("JR-TRUMP-01")
def test_jr_trump_01_a_silent_first_card_shows_trump() -> None:
    game = dealt("jassregeln", hands=scattered(A="R9", B="RU"))
    refused(game, CardPlayed(B, card("RU")), "JR-PLAY-01", "not-the-leader")
    game.submit(CardPlayed(A, card("R9")))
    assert (str(game.deal.mode), game.deal.announcer, game.deal.turn) == ("R", A, B)
    play(game, "RU")
    assert game.deal.values[card("RU").index] == 20


@pytest.mark.rule("JR-TRUMP-01")
def test_jr_trump_01_where_the_book_demands_a_word_the_card_is_refused() -> None:
    game = dealt(book("jassregeln", bidding__silent_lead=SilentLead.REFUSED), hands=scattered(A="R9"))
    refused(game, CardPlayed(A, card("R9")), reason="announce-first")


@pytest.mark.rule("JR-TRUMP-01")
def test_jr_trump_01_after_a_push_somebody_has_to_announce() -> None:
    game = dealt("jassregeln", hands=scattered(A="R9"))
    game.submit(Pushed(A))
    refused(game, CardPlayed(A, card("R9")), "JR-TRUMP-01", "announce-first")


@pytest.mark.rule("JR-TRUMP-02")
def test_jr_trump_02_obenabe_has_to_be_announced() -> None:
    hands = scattered(A="EA E6", B="EU", C="E7", D="E8")
    silent = dealt("jassregeln", hands=hands)
    silent.submit(CardPlayed(A, card("EA")))
    play(silent, "EU E7 E8")
    assert (str(silent.deal.mode), silent.deal.tricks[0].winner) == ("E", B)  # the Puur takes the Ass
    for mode, lead, points in ((OBENABE, "EA", 11 + 2 + 8), (UNDEUFE, "E6", 11 + 2 + 8)):
        said = dealt("jassregeln", mode, hands=hands)
        play(said, f"{lead} EU E7 E8")
        assert (said.deal.mode, said.deal.tricks[0].winner, said.deal.tricks[0].points) == (mode, A, points)


@pytest.mark.rule("JR-TRUMP-03")
@pytest.mark.parametrize(("lead", "trump", "remark"), [("L6", "L", UNDEUFE), ("SA", "S", OBENABE)])
def test_jr_trump_03_a_silent_ass_or_sechs_makes_its_suit_trump(lead: str, trump: str, remark: Mode) -> None:
    game = dealt("jassregeln", hands=scattered(A=lead))
    game.submit(CardPlayed(A, card(lead)))
    assert str(game.deal.mode) == trump
    refused(game, Announced(A, remark), reason="already-announced")


@pytest.mark.rule("JR-TRUMP-04")
def test_jr_trump_04_the_first_announcement_counts() -> None:
    game = dealt("jassregeln", SCHELLEN, hands=scattered())
    refused(game, Announced(A, SCHILTEN), "JR-TRUMP-04", "already-announced")
    refused(game, Pushed(A), "JR-TRUMP-04", "already-announced")
    assert game.deal.mode is SCHELLEN


@pytest.mark.rule("JR-LEAD-01")
def test_jr_lead_01_the_winner_of_a_trick_leads_to_the_next() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="RA S6", B="R6 S7", C="R7 SA", D="R8 S8"))
    play(game, "RA R6 R7 R8 S6 S7 SA S8")
    assert game.deal.tricks[1].winner == C
    for seat in (A, B, D):
        held = next(iter(game.deal.hand(seat)))
        refused(game, CardPlayed(seat, held), "JR-LEAD-01", "winner-leads")
    play(game, min(legal(game)))
    assert game.deal.lead_of(3) == C
