"""AJZ 08: announcing and pushing, who leads, when the partner picks up the cards. P1 to P4 are A to D."""

from __future__ import annotations

import pytest

from puur.core.actions import bids
from puur.core.cards import CardSet
from puur.core.events import Announced, CardPlayed, HandsRecorded, Pushed
from puur.core.mode import NotAMode, parse_mode
from puur.core.view import view_of
from tests.support import A, B, C, D, announce, book, card, dealt, fill, play_out, refused

HANDS = fill(C="L7", A="E6 E7 E8 R6 R7 R8 S6 S7 S8")
MODES = ("E", "R", "S", "L", "obenabe", "undeufe")


@pytest.mark.rule("AJZ-2.2.1-10")
def test_ajz_2_2_1_10_announce_or_push_to_the_partner() -> None:
    announced = dealt("ajz08", "S", hands=HANDS)
    assert announced.deal.announcer == C
    refused(announced, Announced(A, parse_mode("R")), reason="already-announced")  # P1 has no choice
    pushed = dealt("ajz08", hands=HANDS)
    assert Pushed(C) in bids(pushed, C)
    pushed.submit(Pushed(C))
    for seat in (B, C, D):
        refused(pushed, Announced(seat, parse_mode("R")), "AJZ-2.2.1-10", "not-your-word")
    pushed.submit(Announced(A, parse_mode("R")))
    assert (pushed.deal.announcer, str(pushed.deal.mode)) == (A, "R")


@pytest.mark.rule("AJZ-2.2.1-11")
def test_ajz_2_2_1_11_no_pushing_back() -> None:
    game = dealt("ajz08", hands=HANDS)
    game.submit(Pushed(C))
    refused(game, Pushed(A), "AJZ-2.2.1-11", "must-announce")
    assert set(bids(game, A)) == {Announced(A, parse_mode(mode)) for mode in MODES}


@pytest.mark.rule("AJZ-2.2.1-11")
def test_ajz_2_2_1_11_variants_that_allow_pushing_back() -> None:
    game = dealt(book("ajz08", bidding__push_back=True), hands=HANDS)
    game.submit(Pushed(C))
    game.submit(Pushed(A))
    refused(game, Pushed(C), "AJZ-2.2.1-11", "must-announce")
    game.submit(Announced(C, parse_mode("E")))


@pytest.mark.rule("AJZ-2.2.1-12")
@pytest.mark.parametrize("pushed", [False, True])
def test_ajz_2_2_1_12_who_spoke_first_leads_in_any_case(pushed: bool) -> None:
    game = dealt("ajz08", "R", hands=HANDS, pushed=pushed)
    assert game.deal.announcer == (A if pushed else C)
    for seat in (A, B, D):
        refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), "AJZ-2.2.1-12", "not-the-leader")
    game.submit(CardPlayed(C, card("L7")))
    assert game.deal.turn == D


@pytest.mark.rule("AJZ-2.2.1-13")
@pytest.mark.parametrize("decision", [Pushed(C), Announced(C, parse_mode("R"))])
def test_ajz_2_2_1_13_the_partner_leaves_the_cards_until_the_decision(decision: Pushed | Announced) -> None:
    game = dealt("ajz08", hands=HANDS)  # Spiel 1: hidden too, the table names the holder of the Schilten-7
    view = view_of(game, A)
    assert (view.hand_hidden, view.hand, view.speaker) == (True, CardSet(), C)
    for seat in (B, C, D):  # the opponents are not restricted
        assert view_of(game, seat).hand == HANDS[seat]
    game.submit(decision)
    view = view_of(game, A)
    assert (view.hand_hidden, view.hand) == (False, HANDS[A])


@pytest.mark.rule("AJZ-2.2.1-13")
def test_ajz_2_2_1_13_also_in_later_spiele() -> None:
    game = dealt("ajz08", "E", hands=HANDS, dealer=A)
    play_out(game)
    game.submit(HandsRecorded(B, HANDS))  # C speaks
    assert [view_of(game, seat).hand_hidden for seat in (A, B, C, D)] == [True, False, False, False]
    announce(game, "E")
    assert view_of(game, A).hand == HANDS[A]


@pytest.mark.rule("AJZ-2.2.1-19")
@pytest.mark.parametrize("mode", ["slalom-oben", "slalom-unten", "gusti-oben", "gusti-unten", "trio-E-tuo"])
def test_ajz_2_2_1_19_no_other_spielformen(mode: str) -> None:
    game = dealt("ajz08", hands=HANDS)
    refused(game, Announced(C, parse_mode(mode)), "AJZ-2.2.1-19", "mode-unknown")
    refused(game, Announced(C, parse_mode("E"), variant="joker"), "AJZ-2.2.1-19")
    assert {str(one.mode) for one in bids(game, C) if isinstance(one, Announced)} == set(MODES)


@pytest.mark.rule("AJZ-2.2.1-19")
def test_ajz_2_2_1_19_misere_is_no_mode_at_all() -> None:
    with pytest.raises(NotAMode, match="misere"):
        parse_mode("misere")
