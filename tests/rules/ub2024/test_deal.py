"""UB 2024: the draw for the dealer, the cut and the deal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.events import CardDrawn, Cut, DealerNamed, Dealt, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.preparing import cutters
from puur.core.reglement import Cutter
from puur.core.setup import Setup
from tests.support import A, B, C, D, book, refused, submit, table

PACK = CARDS  # c1 is CARDS[0]


def undealt(**setup: int) -> Game:
    """A game whose dealer is still to be drawn."""
    return submit(Game(book("ub2024"), Setup(**setup)), SchreiberNamed(C), SchreiberNamed(D))


def draw(game: Game, **cards: str) -> None:
    """The named seats draw these cards."""
    submit(game, *(CardDrawn("ABCD".index(seat), parse_card(card)) for seat, card in cards.items()))


def cards(first: int, last: int) -> set[str]:
    """The cards c<first> to c<last> of the pack."""
    return {card.name for card in PACK[first - 1 : last]}


def names(hand: CardSet) -> set[str]:
    return {card.name for card in hand}


@pytest.mark.rule("UB-DEAL-01")
def test_ub_deal_01_each_of_the_four_draws_one_distinct_card() -> None:
    game = undealt()
    refused(game, Shuffled(A, PACK), reason="first-dealer-open")
    draw(game, A="RK", B="S7")
    refused(game, CardDrawn(A, parse_card("E6")), "UB-DEAL-02", "drawn-already")
    refused(game, CardDrawn(C, parse_card("RK")), "UB-DEAL-02", "card-drawn-by-other")
    draw(game, C="E9")
    assert game.next_dealer() is None  # D has not drawn yet
    draw(game, D="LA")
    assert game.next_dealer() is not None


@pytest.mark.rule("UB-DEAL-01")
def test_ub_deal_01_the_draw_is_repeated_at_the_start_of_each_partie() -> None:
    game = undealt(number=2, lost_before=0)  # the losers have no say, as they would have in the general rules
    refused(game, DealerNamed(B, by=A), "UB-DEAL-02", "dealer-not-free")
    draw(game, A="R6", B="S7", C="E9", D="LA")
    assert game.next_dealer() == A


@pytest.mark.rule("UB-DEAL-02")
def test_ub_deal_02_the_lowest_card_deals_the_first_spiel() -> None:
    game = undealt()
    draw(game, A="RK", B="S7", C="E9", D="LA")
    assert game.next_dealer() == B
    refused(game, Shuffled(D, PACK), "UB-DEAL-02", "not-the-dealer")
    submit(game, Shuffled(B, PACK), Cut(A, 3), Dealt(B))
    assert game.deal.speaker == C  # Vorhand


@pytest.mark.rule("UB-DEAL-02")
@pytest.mark.parametrize(("low", "high"), list(pairwise("6789BUOKA")))
def test_ub_deal_02_natural_order_whatever_the_suit(low: str, high: str) -> None:
    game = undealt()
    draw(game, A=f"E{high}", B=f"R{high}", C=f"L{low}", D=f"S{high}")
    assert game.next_dealer() == C


@pytest.mark.rule("UB-DEAL-02")
def test_ub_deal_02_those_tied_for_lowest_draw_again() -> None:
    game = undealt()
    draw(game, A="E7", B="S7", C="E9", D="LA")
    assert game.next_dealer() is None
    refused(game, CardDrawn(C, parse_card("R6")), "UB-DEAL-02", "drawn-already")
    draw(game, A="LK", B="RO")
    assert game.next_dealer() == B


@pytest.mark.rule("UB-DEAL-03")
def test_ub_deal_03_no_deal_without_a_cut() -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK))
    refused(game, Dealt(D), "UB-DEAL-03", "cut-required")
    submit(game, Cut(C, 12), Dealt(D))
    assert len(game.deal.hand(A)) == 9


@pytest.mark.rule("UB-DEAL-04")
@pytest.mark.parametrize("seat", [A, C])
def test_ub_deal_04_either_opponent_of_the_dealer_cuts(seat: int) -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK))
    for own in (B, D):
        refused(game, Cut(own, 12), "UB-DEAL-04", "not-the-cutter")
    submit(game, Cut(seat, 12), Dealt(D))
    assert PACK[12] in game.deal.hand(A)


@pytest.mark.rule("UB-DEAL-04")
def test_ub_deal_04_the_left_hand_neighbour_is_asked() -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK))
    assert cutters(game)[0] == C
    strict = submit(table(book("ub2024", dealing__cutter=Cutter.PRECEDING)), Shuffled(D, PACK))
    assert cutters(strict) == (C,)
    refused(strict, Cut(A, 12), "UB-DEAL-04", "not-the-cutter")
    strict.submit(Cut(C, 12))


@pytest.mark.rule("UB-DEAL-05")
@pytest.mark.parametrize("lifted", [0, 2, 36, 37, -1])
def test_ub_deal_05_fewer_than_three_or_all_cards_are_refused(lifted: int) -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK))
    refused(game, Cut(C, lifted), "UB-DEAL-05", "cut-size")


@pytest.mark.rule("UB-DEAL-05")
@pytest.mark.parametrize("lifted", [3, 35])
def test_ub_deal_05_from_three_to_thirty_five_cards_are_lifted(lifted: int) -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK), Cut(C, lifted), Dealt(D))
    assert PACK[lifted] in game.deal.hand(A)


@pytest.mark.rule("UB-DEAL-06")
def test_ub_deal_06_the_rest_is_put_on_top_of_the_lifted_cards() -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK), Cut(C, 5))
    assert game.deal.pack == (*PACK[5:], *PACK[:5])
    game.submit(Dealt(D))
    assert cards(6, 8) <= names(game.deal.hand(A))  # c6 is dealt first
    assert cards(3, 5) <= names(game.deal.hand(D))  # c5 last


@pytest.mark.rule("UB-DEAL-07")
def test_ub_deal_07_nine_cards_for_everybody_and_none_left() -> None:
    game = submit(table("ub2024"), Shuffled(D, PACK), Cut(C, 7), Dealt(D))
    hands = [game.deal.hand(seat) for seat in (A, B, C, D)]
    assert [len(hand) for hand in hands] == [9, 9, 9, 9]
    assert hands[A] | hands[B] | hands[C] | hands[D] == CardSet(CARDS)


@pytest.mark.rule("UB-DEAL-08")
def test_ub_deal_08_three_rounds_of_three_beginning_right_of_the_dealer() -> None:
    # Cutting 3 off this pack makes c1 to c36 of the example.
    game = submit(table("ub2024"), Shuffled(D, (*PACK[-3:], *PACK[:-3])), Cut(C, 3), Dealt(D))
    assert names(game.deal.hand(A)) == cards(1, 3) | cards(13, 15) | cards(25, 27)
    assert names(game.deal.hand(B)) == cards(4, 6) | cards(16, 18) | cards(28, 30)
    assert names(game.deal.hand(C)) == cards(7, 9) | cards(19, 21) | cards(31, 33)
    assert names(game.deal.hand(D)) == cards(10, 12) | cards(22, 24) | cards(34, 36)
