"""TAM-CP-09 to 20 and 44: any variant in any order, pushing around the table to Zwang, the chooser leads, who deals."""

from __future__ import annotations

import random

import pytest

from puur.core.actions import actions, bids
from puur.core.cards import CARDS
from puur.core.events import Announced, CardPlayed, HandsRecorded, Pushed, ResultEntered, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.mode import OBENABE, SCHILTEN, Kind, parse_mode
from puur.core.reglement import Reglement
from puur.core.seats import SEATS
from puur.core.view import view_of
from puur.games.coiffeur.book import JokerModes
from tests.random_play import prepare
from tests.rules.tam2014.tables import CP, ES, ONE, SHEET, TWO, choose, last_row, play_variant, stage, still_open, without
from tests.support import A, B, C, D, announce, book, dealt, fill, play_out, refused, submit, table


def offered(game: Game, seat: int) -> set[str]:
    """The variants that a seat may choose, and `push`."""
    return {"push" if isinstance(bid, Pushed) else bid.variant for bid in bids(game, seat)}


def nobody_else(game: Game, speaker: int, rule: str) -> None:
    """Only `speaker` may choose or push."""
    for seat in SEATS:
        if seat != speaker:
            assert not list(actions(game, seat))
            refused(game, Announced(seat, OBENABE), rule, "not-your-word")
            refused(game, Pushed(seat), rule, "not-your-word")


def push(game: Game, *seats: int) -> None:
    submit(game, *(Pushed(seat) for seat in seats))


@pytest.mark.rule("TAM-CP-09")
@pytest.mark.parametrize("variant", SHEET.split())
def test_tam_cp_09_any_variant_first(variant: str) -> None:
    game = stage(one=variant)
    assert (last_row(game).deal, last_row(game).name) == (1, variant)


@pytest.mark.rule("TAM-CP-10")
def test_tam_cp_10_the_joker_may_repeat_a_variant() -> None:
    game = stage(one="E")
    prepare(game, random.Random(1))
    push(game, B)
    announce(game, "E", variant="joker")
    assert (game.deal.variant, game.deal.factor, game.deal.leader) == ("joker", 10, C)
    play_out(game)
    assert sum(last_row(game).points) == 16 * 10
    assert still_open(game, ONE) == without("E", "joker").split()


@pytest.mark.rule("TAM-CP-10")
def test_tam_cp_10_the_joker_may_be_anything() -> None:
    game = dealt(CP)
    jokers = [bid.mode for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant == "joker"]
    assert {mode.kind for mode in jokers} == set(Kind) - {Kind.HINDEROBSI}  # which the text does not know
    game.submit(Announced(A, parse_mode("gusti-unten"), "joker"))
    assert (str(game.deal.mode), game.deal.factor) == ("gusti-unten", 10)


@pytest.mark.rule("TAM-CP-10")
def test_tam_cp_10_a_book_may_keep_the_joker_simple() -> None:
    game = dealt(book(CP, coiffeur__joker_modes=JokerModes.SIMPLE))
    refused(game, Announced(A, parse_mode("slalom-oben"), "joker"), "TAM-CP-10", "mode-does-not-fit")
    game.submit(Announced(A, OBENABE, "joker"))


@pytest.mark.rule("TAM-CP-11")
def test_tam_cp_11_the_schreiber_deals_first() -> None:
    game = Game(book(CP))
    game.submit(SchreiberNamed(D))
    refused(game, Shuffled(A, CARDS), "TAM-CP-11", "not-the-dealer")
    game.submit(Shuffled(D, CARDS))
    assert game.deal.dealer == D


@pytest.mark.rule("TAM-CP-12")
def test_tam_cp_12_the_player_after_the_schreiber_has_the_word() -> None:
    game = dealt(CP, dealer=D)
    assert offered(game, A) == {*SHEET.split(), "push"}
    nobody_else(game, A, "TAM-CP-12")


@pytest.mark.rule("TAM-CP-12")
def test_tam_cp_12_a_card_can_not_say_which_variant_is_meant() -> None:
    game = dealt(CP, hands=fill(A="EA"))
    refused(game, CardPlayed(A, CARDS[8]), "TAM-CP-12", "announce-first")


@pytest.mark.rule("TAM-CP-13")
def test_tam_cp_13_a_push_goes_to_the_next_player() -> None:
    game = dealt(CP)
    for seat, after in ((A, B), (B, C), (C, D)):
        game.submit(Pushed(seat))
        assert offered(game, after) == {*SHEET.split(), "push"}
        nobody_else(game, after, "TAM-CP-13")


@pytest.mark.rule("TAM-CP-13")
def test_tam_cp_13_the_chooser_uses_a_row_of_the_own_pair() -> None:
    game = dealt(CP)
    push(game, A)
    announce(game, "slalom-unten")
    play_out(game)
    assert (last_row(game).name, last_row(game).chooser) == ("slalom", TWO)
    assert still_open(game, ONE) == SHEET.split()
    assert still_open(game, TWO) == without("slalom").split()


@pytest.mark.rule("TAM-CP-14")
def test_tam_cp_14_the_fourth_player_may_push_back_to_the_first() -> None:
    game = dealt(CP)
    push(game, A, B, C, D)
    assert game.deal.speaker == A
    nobody_else(game, A, "TAM-CP-13")


@pytest.mark.rule("TAM-CP-15")
def test_tam_cp_15_the_first_is_then_in_zwang() -> None:
    game = stage(one=without("undeufe", "joker"))
    prepare(game, random.Random(1))
    push(game, A, B, C, D)
    assert offered(game, A) == {"undeufe", "joker"}
    refused(game, Pushed(A), "TAM-CP-15", "must-announce")


@pytest.mark.rule("TAM-CP-15")
def test_tam_cp_15_a_book_may_have_zwang_earlier() -> None:
    game = dealt(book(CP, coiffeur__pushes=3))
    push(game, A, B, C)
    refused(game, Pushed(D), "TAM-CP-15", "must-announce")


@pytest.mark.rule("TAM-CP-16")
def test_tam_cp_16_the_chooser_leads() -> None:
    hands = fill(A="E6", C="L6")
    game = dealt(CP, hands=hands)
    push(game, A, B)
    game.submit(Announced(C, SCHILTEN))
    refused(game, CardPlayed(A, CARDS[0]), "TAM-CP-16", "not-the-leader")
    game.submit(CardPlayed(C, next(iter(hands[C]))))
    schieber = dealt(ES, "L", pushed=True, hands=hands)
    assert (schieber.deal.announcer, schieber.deal.leader) == (C, A)


@pytest.mark.rule("TAM-CP-17")
def test_tam_cp_17_the_deal_rotates_whoever_chose() -> None:
    game, rng = table(CP), random.Random(17)
    prepare(game, rng)
    push(game, A, B)
    game.submit(Announced(C, OBENABE))
    play_out(game)
    refused(game, Shuffled(D, CARDS), "TAM-CP-17", "not-the-dealer")
    for team, variant in ((TWO, "E"), (TWO, "R"), (ONE, "S"), (TWO, "S")):
        play_variant(game, team, variant, rng)
    assert [deal.dealer for deal in game.deals] == [D, A, B, C, D]


@pytest.mark.rule("TAM-CP-18")
def test_tam_cp_18_later_the_player_after_the_dealer_has_the_word() -> None:
    game = stage(one="trio")
    prepare(game, random.Random(1))
    assert game.deal.dealer == A
    nobody_else(game, B, "TAM-CP-18")
    push(game, B, C, D, A)
    refused(game, Pushed(B), "TAM-CP-15", "must-announce")
    choose(game, TWO, "trio", random.Random(1))
    assert game.deal.announcer == B


def finished(rules: Reglement | str = CP) -> Game:
    """Seventeen deals: P4 dealt the last one, Team 1 is then finished and Team 2 has three variants open."""
    return stage(one=SHEET, two=without("E", "slalom", "joker"), rules=rules)


@pytest.mark.rule("TAM-CP-19")
def test_tam_cp_19_only_the_finished_pair_deals() -> None:
    game, rng = finished(), random.Random(19)
    assert game.deals[-1].dealer == D
    assert (still_open(game, ONE), still_open(game, TWO)) == ([], ["E", "slalom", "joker"])
    for variant in ("joker", "E", "slalom"):
        for seat in (B, D):
            refused(game, Shuffled(seat, CARDS), reason="not-the-dealer")
        play_variant(game, TWO, variant, rng)
    assert [deal.dealer for deal in game.deals[17:]] == [A, C, A]
    assert game.over


@pytest.mark.rule("TAM-CP-19")
def test_tam_cp_19_the_next_in_order_begins_also_after_an_own_deal() -> None:
    # Eighteen deals: P1 of the finished Team 1 dealt the last one, so P3 is next.
    game = stage(one=SHEET, two=without("slalom", "joker"))
    assert game.deals[-1].dealer == A
    assert game.next_dealer() == C


@pytest.mark.rule("TAM-CP-20")
def test_tam_cp_20_pushing_goes_to_the_partner_and_back() -> None:
    game = finished()
    prepare(game, random.Random(1))
    assert offered(game, B) == {"E", "slalom", "joker", "push"}
    nobody_else(game, B, "TAM-CP-18")
    push(game, B)
    assert offered(game, D) == {"E", "slalom", "joker", "push"}
    nobody_else(game, D, "TAM-CP-13")
    push(game, D)
    assert offered(game, B) == {"E", "slalom", "joker"}
    refused(game, Pushed(B), "TAM-CP-20", "must-announce")
    choose(game, TWO, "slalom", random.Random(1))
    assert game.deal.leader == B


@pytest.mark.rule("TAM-CP-20")
def test_tam_cp_20_a_book_may_forbid_pushing_back() -> None:
    game = finished(book(CP, bidding__push_back=False))
    prepare(game, random.Random(1))
    push(game, B)
    refused(game, Pushed(D), "TAM-CP-20", "must-announce")


@pytest.mark.rule("TAM-CP-20")
def test_tam_cp_20_a_finished_pair_is_skipped_whoever_dealt() -> None:
    game = finished()
    game.submit(HandsRecorded(B, fill()))  # a wrong dealer, recorded from a real table
    assert game.deal.speaker == D
    assert [one.reason for one in game.warnings] == ["wrong-dealer"]


@pytest.mark.rule("TAM-CP-20")
def test_tam_cp_20_a_finished_pair_has_nothing_to_choose() -> None:
    refused(finished(), ResultEntered((100, 57), mode=OBENABE, announcer=A), reason="all-variants-played")


@pytest.mark.rule("TAM-CP-44")
def test_tam_cp_44_everybody_may_pick_up_at_once() -> None:
    hands = fill(C="EU E9")
    coiffeur, schieber = dealt(CP, hands=hands), dealt(ES, hands=hands)
    assert view_of(coiffeur, C).hand == hands[C]
    assert (view_of(schieber, C).hand_hidden, len(view_of(schieber, C).hand)) == (True, 0)
