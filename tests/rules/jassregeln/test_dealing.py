"""JR-DEAL, JR-DIR: the first dealer, shuffle, cut and deal, always counter-clockwise."""

from __future__ import annotations

import random
from collections import Counter
from math import factorial

import pytest

from puur.core.cards import CARDS, Card, CardSet, shuffled
from puur.core.errors import RuleViolation
from puur.core.events import (
    CardDrawn,
    CardPlayed,
    Cut,
    DealerNamed,
    Dealt,
    ResultEntered,
    SchreiberNamed,
    Shuffled,
    ShuffleRefused,
)
from puur.core.game import Game
from puur.core.reglement import FirstDealer, NextGameDealer
from puur.core.setup import Setup
from tests.support import PARTNER_BOOKS, A, B, C, D, book, card, dealt, legal, play, refused, scattered, submit, table

LIFT = 7
# A pack that, with seven cards lifted, lies in deck order: c1 is CARDS[0], c36 is CARDS[35].
BEFORE_CUT = (*CARDS[-LIFT:], *CARDS[:-LIFT])


def c(*spans: tuple[int, int]) -> CardSet:
    """The cards c`first` to c`last` of the cut pack, span by span."""
    return CardSet(one for first, last in spans for one in CARDS[first - 1 : last])


def game_dealt(dealer: int = D) -> Game:
    """A game whose first deal was shuffled, cut and dealt so that the cut pack is c1 to c36."""
    cutter = (dealer + 3) % 4
    game = table("jassregeln", first_dealer=dealer)
    return submit(game, Shuffled(dealer, BEFORE_CUT), Cut(cutter, LIFT), Dealt(dealer))


# ---- who deals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-DEAL-01")
def test_jr_deal_01_no_partie_without_a_way_to_find_the_first_dealer() -> None:
    with pytest.raises(RuleViolation, match=r"first-dealer-unset \(JR-DEAL-01\)"):
        Game(book("jassregeln", dealing__first_dealer=None))


@pytest.mark.rule("JR-DEAL-01")
def test_jr_deal_01_the_shipped_book_draws_for_the_lowest_card() -> None:
    game = Game(book("jassregeln"))
    refused(game, Shuffled(A, CARDS), "JR-DEAL-01", "first-dealer-open")
    for seat, name in enumerate(("SK", "R8", "E7", "LA")):
        game.submit(CardDrawn(seat, card(name)))
    assert game.next_dealer() == C


@pytest.mark.rule("JR-DEAL-01")
def test_jr_deal_01_or_the_schreiber_deals() -> None:
    game = Game(book("jassregeln", dealing__first_dealer=FirstDealer.SCHREIBER))
    refused(game, CardDrawn(A, card("E6")), "JR-DEAL-01", "no-draw-now")
    game.submit(SchreiberNamed(B))
    assert game.next_dealer() == B


@pytest.mark.rule("JR-DEAL-16")
def test_jr_deal_16_the_next_player_shuffles_and_the_last_dealer_cuts() -> None:
    game = submit(table("jassregeln"), ResultEntered((95, 62)))  # dealt by D
    refused(game, Shuffled(D, CARDS), reason="not-the-dealer")
    game.submit(Shuffled(A, CARDS))
    refused(game, Cut(B, 3), "JR-DEAL-03", "not-the-cutter")
    game.submit(Cut(D, 3))
    game.submit(Dealt(A))
    assert (game.deal.dealer, game.deal.speaker) == (A, B)


@pytest.mark.rule("JR-DEAL-17")
def test_jr_deal_17_the_losers_decide_who_deals_next() -> None:
    game = Game(book("jassregeln"), Setup(lost_before=1))
    refused(game, DealerNamed(dealer=C, by=A), "JR-DEAL-17", "losers-decide")
    refused(game, CardDrawn(A, card("E6")), "JR-DEAL-17", "losers-decide")
    game.submit(DealerNamed(dealer=C, by=B))
    assert game.next_dealer() == C
    game.submit(DealerNamed(dealer=D, by=D))
    assert game.next_dealer() == D


@pytest.mark.rule("JR-DEAL-17")
def test_jr_deal_17_unless_the_book_draws_again() -> None:
    game = Game(book("jassregeln", dealing__next_game=NextGameDealer.SAME_METHOD), Setup(lost_before=1))
    refused(game, DealerNamed(dealer=C, by=B), "JR-DEAL-01", "dealer-not-free")
    for seat, name in enumerate(("SK", "R8", "E7", "LA")):
        game.submit(CardDrawn(seat, card(name)))
    assert game.next_dealer() == C


# ---- shuffle and cut -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-DEAL-02")
def test_jr_deal_02_all_cards_of_the_game_reproducible_from_a_seed() -> None:
    pack = shuffled(random.Random("17"))
    assert CardSet(pack) == CardSet(CARDS)
    assert len(pack) == 36
    assert pack == shuffled(random.Random("17")) != shuffled(random.Random("18"))
    game = submit(table("jassregeln"), Shuffled(D, pack, seed="17"))
    stored = game.events[-1]
    assert isinstance(stored, Shuffled)
    assert shuffled(random.Random(stored.seed)) == game.deal.pack


@pytest.mark.rule("JR-DEAL-02")
def test_jr_deal_02_every_order_is_equally_likely() -> None:
    rng, four, per_order = random.Random(36), CARDS[:4], 400
    found = Counter(shuffled(rng, four) for _ in range(factorial(4) * per_order))
    assert len(found) == factorial(4)
    chi_square = sum((count - per_order) ** 2 / per_order for count in found.values())
    assert chi_square < 49.7  # 23 degrees of freedom: exceeded by a fair shuffle once in a thousand


@pytest.mark.rule("JR-DEAL-02")
@pytest.mark.parametrize("pack", [CARDS[1:], (*CARDS[1:], CARDS[1])], ids=["35_cards", "a_card_twice"])
def test_jr_deal_02_an_incomplete_pack_is_refused(pack: tuple[Card, ...]) -> None:
    refused(table("jassregeln"), Shuffled(D, pack), "JR-DEAL-02", "pack-incomplete")


@pytest.mark.rule("JR-DEAL-03")
def test_jr_deal_03_the_player_on_the_left_of_the_dealer_cuts() -> None:
    game = submit(table("jassregeln"), Shuffled(D, CARDS))
    for seat in (A, B, D):
        refused(game, Cut(seat, 10), "JR-DEAL-03", "not-the-cutter")
    game.submit(Cut(C, 10))
    assert game.deal.pack[0] is CARDS[10]


@pytest.mark.rule("JR-DEAL-04")
@pytest.mark.parametrize(("lifted", "accepted"), [(2, False), (3, True), (35, True), (36, False)])
def test_jr_deal_04_at_least_three_cards_are_lifted(lifted: int, *, accepted: bool) -> None:
    game = submit(table("jassregeln"), Shuffled(D, CARDS))
    if accepted:
        game.submit(Cut(C, lifted))
        assert game.deal.cut_done
    else:
        refused(game, Cut(C, lifted), "JR-DEAL-04", "cut-size")


@pytest.mark.rule("JR-DEAL-05")
@pytest.mark.parametrize("key", PARTNER_BOOKS)
def test_jr_deal_05_no_deal_without_a_cut_under_any_book(key: str) -> None:
    game = table(key)
    game.submit(Shuffled(D, CARDS))
    why = refused(game, Dealt(D), reason="cut-required")
    if key == "jassregeln":
        assert why.rule == "JR-DEAL-05"


@pytest.mark.rule("JR-DEAL-06")
def test_jr_deal_06_an_objection_before_the_cut_means_another_shuffle() -> None:
    game = submit(table("jassregeln"), Shuffled(D, CARDS), ShuffleRefused(B))
    refused(game, Cut(C, 10), reason="nothing-to-cut")
    submit(game, Shuffled(D, BEFORE_CUT), Cut(C, LIFT))
    refused(game, ShuffleRefused(B), "JR-DEAL-06", "shuffle-objection-too-late")
    game.submit(Dealt(D))
    assert c((1, 3)) <= game.deal.hand(A)


# ---- the deal --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-DEAL-07")
def test_jr_deal_07_cards_come_from_the_top() -> None:
    game = game_dealt()
    assert c((1, 3)) <= game.deal.hand(A)


@pytest.mark.rule("JR-DEAL-11")
def test_jr_deal_11_nine_cards_in_three_packets_of_three() -> None:
    game = game_dealt()
    assert game.deal.hand(B) == c((4, 6), (16, 18), (28, 30))


# ---- direction -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-DIR-01")
def test_jr_dir_01_play_goes_counter_clockwise() -> None:
    game = dealt("jassregeln", "E", hands=scattered())
    order = []
    for _ in range(4):
        order.append(game.deal.turn)
        play(game, min(legal(game)))
    assert order == [A, B, C, D]


@pytest.mark.rule("JR-DIR-01")
def test_jr_dir_01_a_card_out_of_turn_is_refused() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R6", C="R8"))
    play(game, "R6")
    refused(game, CardPlayed(C, card("R8")), "JR-DIR-01", "not-your-turn")


@pytest.mark.rule("JR-DIR-02")
@pytest.mark.parametrize(("dealer", "order"), [(D, (A, B, C, D)), (B, (C, D, A, B))])
def test_jr_dir_02_dealing_goes_counter_clockwise(dealer: int, order: tuple[int, ...]) -> None:
    game = game_dealt(dealer)
    for number, seat in enumerate(order):
        assert c((3 * number + 1, 3 * number + 3)) <= game.deal.hand(seat)
