"""Jasskönig Nordwestschweiz: who deals, the cut, the deal; six deals for each team in a Passe."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, CardSet
from puur.core.events import Cut, Dealt, HandsRecorded, ResultEntered, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import view_of
from tests.support import book, fill, refused, submit, table

P1, P2, P3, P4 = 0, 1, 2, 3
AHEAD = ResultEntered((88, 69))


@pytest.mark.rule("NWS-2-04")
def test_nws_2_04_the_deal_passes_counter_clockwise() -> None:
    game = table("nws2020", first_dealer=P4)
    shown = []
    for _ in range(5):
        shown.append(view_of(game, P1).next_dealer)
        game.submit(AHEAD)
    assert shown == [P4, P1, P2, P3, P4]
    assert [deal.dealer for deal in game.deals] == shown
    for seat in (P2, P3, P4):
        refused(game, Shuffled(seat, CARDS), "NWS-2-04", "not-the-dealer")
    game.submit(Shuffled(P1, CARDS))


@pytest.mark.rule("NWS-2-04")
def test_nws_2_04_a_wrong_dealer_at_a_real_table_is_noted() -> None:
    game = submit(table("nws2020", first_dealer=P4), AHEAD, HandsRecorded(P2, fill()))
    (warning,) = game.warnings
    assert (warning.rule, warning.reason) == ("NWS-2-04", "wrong-dealer")
    assert dict(warning.facts) == {"dealer": P2, "expected": P1}


@pytest.mark.rule("NWS-2-09")
def test_nws_2_09_each_team_deals_and_chooses_six_times() -> None:
    game = submit(table("nws2020", first_dealer=P4), *[AHEAD] * 12)
    assert game.over
    dealing = [deal.dealer % 2 for deal in game.deals]
    assert (dealing.count(0), dealing.count(1)) == (6, 6)
    choosing = [deal.first_speaker % 2 for deal in game.deals]
    assert (choosing.count(0), choosing.count(1)) == (6, 6)


@pytest.mark.rule("NWS-3-01")
def test_nws_3_01_no_deal_before_all_four_are_seated() -> None:
    three = Game(book("nws2020"), Setup(names=("P1", "P2", "", "P4")))
    three.submit(SchreiberNamed(P4))
    refused(three, Shuffled(P4, CARDS), "NWS-3-01", "seat-empty")
    refused(three, HandsRecorded(P4, fill()), "NWS-3-01", "seat-empty")
    four = Game(book("nws2020"), Setup(names=("P1", "P2", "P3", "P4")))
    submit(four, SchreiberNamed(P4), Shuffled(P4, CARDS))


@pytest.mark.rule("NWS-3-02")
def test_nws_3_02_the_schreiber_deals_first() -> None:
    game = Game(book("nws2020"))
    game.submit(SchreiberNamed(P2))
    refused(game, Shuffled(P4, CARDS), "NWS-3-02", "not-the-dealer")
    submit(game, Shuffled(P2, CARDS), Cut(P1, 18), Dealt(P2))
    assert (game.deal.dealer, game.deal.speaker) == (P2, P3)


@pytest.mark.rule("NWS-3-03")
@pytest.mark.parametrize(("lifted", "accepted"), [(0, False), (2, False), (3, True), (35, True), (36, False)])
def test_nws_3_03_at_least_3_cards_are_cut(lifted: int, accepted: bool) -> None:
    game = submit(table("nws2020", first_dealer=P4), Shuffled(P4, CARDS))
    refused(game, Dealt(P4), "NWS-3-03", "cut-required")
    if accepted:
        submit(game, Cut(P3, lifted), Dealt(P4))
    else:
        refused(game, Cut(P3, lifted), "NWS-3-03", "cut-size")
        refused(game, Dealt(P4), "NWS-3-03", "cut-required")


@pytest.mark.rule("NWS-3-03")
def test_nws_3_03_the_player_before_the_dealer_cuts() -> None:
    game = submit(table("nws2020", first_dealer=P4), Shuffled(P4, CARDS))
    for seat in (P1, P2, P4):
        refused(game, Cut(seat, 18), "NWS-3-03", "not-the-cutter")
    game.submit(Cut(P3, 18))


@pytest.mark.rule("NWS-3-04")
def test_nws_3_04_three_times_three_cards() -> None:
    # Three cards are lifted off, so that the cut pack lies in order 1 to 36.
    game = submit(table("nws2020", first_dealer=P4), Shuffled(P4, (*CARDS[-3:], *CARDS[:-3])), Cut(P3, 3), Dealt(P4))

    def numbered(*numbers: int) -> CardSet:
        return CardSet(CARDS[number - 1] for number in numbers)

    assert game.deal.hand(P1) == numbered(1, 2, 3, 13, 14, 15, 25, 26, 27)
    assert game.deal.hand(P4) == numbered(10, 11, 12, 22, 23, 24, 34, 35, 36)
