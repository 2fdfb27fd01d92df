"""AJZ 08: the cards, which rules come first, dealer, cut and deal, and who speaks first. P1 to P4 are A to D."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from puur.core.cards import CARDS, CardSet, shuffled
from puur.core.events import (
    Announced,
    CardPlayed,
    Cut,
    DealerNamed,
    Dealt,
    HandsRecorded,
    Pushed,
    Shuffled,
    TrickLooked,
    Turned,
)
from puur.core.faces import Faces, card_name
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import LaterSpeaker
from puur.core.seats import next_seat
from puur.core.setup import Setup, Turning
from tests.support import (
    AFTER_SOUTH,
    A,
    B,
    C,
    D,
    announce,
    book,
    card,
    dealt,
    fill,
    french,
    play_out,
    play_trick,
    refused,
    submit,
    table,
)

RANKS = "6 7 8 9 Banner Under Ober König Ass"
PACK = shuffled(random.Random(8))


def names(faces: Faces | None) -> set[str]:
    """What stands on the cards of a whole deal."""
    game = table("ajz08", faces=faces)
    submit(game, Shuffled(D, PACK), Cut(C, 10), Dealt(D))
    return {card_name(one, game.faces) for seat in (A, B, C, D) for one in game.deal.hand(seat)}


def play_deal(game: Game, *, l7: int = A) -> None:
    """Deal with the Schilten-7 in one hand, announce and play to the end."""
    dealer = game.next_dealer()
    assert dealer is not None
    game.submit(HandsRecorded(dealer, fill(**{"ABCD"[l7]: "L7"})))
    announce(game, "E")
    play_out(game)


# ---- the cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.1-02")
def test_ajz_2_1_02_german_swiss_cards() -> None:
    wanted = {f"{suit}-{rank}" for suit in ("Eichel", "Rose", "Schelle", "Schilte") for rank in RANKS.split()}
    assert names(None) == wanted
    assert len(wanted) == 36
    game = table("ajz08")  # a pack of another size is no pack
    refused(game, Shuffled(D, PACK[:35]), reason="pack-incomplete")
    refused(game, Shuffled(D, (*PACK[:35], PACK[0])), reason="pack-incomplete")


@pytest.mark.rule("AJZ-2.1-03")
def test_ajz_2_1_03_french_cards_on_the_first_jasstag() -> None:
    ranks = RANKS.replace("Ober", "Dame").replace("Under", "Bube").replace("Banner", "10")
    assert names(Faces.FRENCH) == {f"{suit}-{rank}" for suit in ("Ecke", "Herz", "Schaufel", "Kreuz") for rank in ranks.split()}


@pytest.mark.rule("AJZ-2.1-09")
def test_ajz_2_1_09_the_general_rules_apply_only_where_chapter_2_is_silent() -> None:
    # answered by both: looking at the first trick while the second one lies open
    for key, rule in (("ajz08", None), ("jassregeln", "JR-LOOK-01")):
        game = dealt(key, "L", hands=fill(A="L6 L7 L8 L9 LB LU LO LK LA"), turning=Turning.EXPLICIT)
        play_trick(game)
        game.submit(Turned(A))
        play_trick(game)
        if rule is None:
            game.submit(TrickLooked(B, 1))
        else:
            refused(game, TrickLooked(B, 1), rule)
    # silent: the cut of at most 35 cards and the lead without a word come from the general rules, marked as theirs
    game = submit(table("ajz08"), Shuffled(D, PACK))
    assert game.book.falls_back_on == "jassregeln"
    refused(game, Cut(C, 36), "JR-DEAL-04", "cut-size")


@pytest.mark.rule("AJZ-2.1-09")
def test_ajz_2_1_09_counter_clockwise_in_packets_of_three() -> None:
    game = submit(table("ajz08", first_dealer=A), Shuffled(A, CARDS), Cut(D, 9), Dealt(A))
    # after the cut the pack runs R S L E; P2, right of the dealer, gets cards 1 to 3, 13 to 15 and 25 to 27
    assert str(game.deal.hand(B)) == "R6 R7 R8 S9 SB SU LO LK LA"
    assert AFTER_SOUTH[game.book.table.direction] == ("E", "N", "W", "S")


# ---- dealer, cut and deal ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-01")
@pytest.mark.parametrize("dealer", [A, B, C, D])
def test_ajz_2_2_1_01_anybody_may_deal_first(dealer: int) -> None:
    for lost_before in (None, 0, 1):  # the losers of the last Jassrunde have no say of their own
        game = Game(book("ajz08"), Setup(lost_before=lost_before))
        refused(game, Shuffled(dealer, PACK), "AJZ-2.2.1-01", "first-dealer-open")
        for by in (A, B, C, D):
            game.submit(DealerNamed(dealer, by=by))
        refused(game, Shuffled(next_seat(dealer), PACK), "AJZ-2.2.1-01", "not-the-dealer")
        game.submit(Shuffled(dealer, PACK))


@pytest.mark.rule("AJZ-2.2.1-02")
def test_ajz_2_2_1_02_the_deal_passes_to_the_right() -> None:
    game = table("ajz08", first_dealer=C)
    dealers = []
    for _ in range(5):
        dealers.append(game.next_dealer())
        play_deal(game)
    assert dealers == [C, D, A, B, C]
    refused(game, Shuffled(C, PACK), "AJZ-2.2.1-02", "not-the-dealer")
    game.submit(Shuffled(D, PACK))


@pytest.mark.rule("AJZ-2.2.1-03")
def test_ajz_2_2_1_03_who_dealt_before_cuts() -> None:
    game = submit(table("ajz08", first_dealer=A), Shuffled(A, PACK))
    for seat in (A, B, C):
        refused(game, Cut(seat, 10), "AJZ-2.2.1-03", "not-the-cutter")
    submit(game, Cut(D, 10), Dealt(A))  # Spiel 1: nobody dealt before, so the left-hand neighbour cuts
    announce(game, "E")
    play_out(game)
    game.submit(Shuffled(B, PACK))
    for seat in (B, C, D):
        refused(game, Cut(seat, 10), "AJZ-2.2.1-03", "not-the-cutter")
    game.submit(Cut(A, 10))


@pytest.mark.rule("AJZ-2.2.1-05")
def test_ajz_2_2_1_05_nine_cards_each() -> None:
    game = submit(table("ajz08"), Shuffled(D, PACK), Cut(C, 5), Dealt(D))
    assert [len(game.deal.hand(seat)) for seat in (A, B, C, D)] == [9, 9, 9, 9]
    bounds = (0, 9, 18, 28, 36)
    one, two, three, four = (CardSet(CARDS[start:end]) for start, end in pairwise(bounds))
    refused(table("ajz08"), HandsRecorded(D, (one, two, three, four)), "AJZ-2.2.1-05", "irregular-deal")


# ---- who speaks first --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-07")
@pytest.mark.parametrize("holder", [A, B, C, D])
def test_ajz_2_2_1_07_the_schilten_7_determines_trump_first(holder: int) -> None:
    game = dealt("ajz08", hands=fill(**{"ABCD"[holder]: "L7"}), dealer=A)
    for seat in {A, B, C, D} - {holder}:
        refused(game, Announced(seat, parse_mode("E")), "AJZ-2.2.1-07", "not-your-word")
    game.submit(Announced(holder, parse_mode("E")))
    assert game.deal.leader == holder


@pytest.mark.rule("AJZ-2.2.1-07")
def test_ajz_2_2_1_07_again_in_every_jassrunde() -> None:
    game = dealt("ajz08", hands=fill(C="L7"), dealer=A, number=2)
    refused(game, Pushed(B), "AJZ-2.2.1-07")
    game.submit(Pushed(C))


@pytest.mark.rule("AJZ-2.2.1-07")
def test_ajz_2_2_1_07_whoever_speaks_has_it_where_the_hands_are_not_known() -> None:
    game = submit(table("ajz08", first_dealer=A), HandsRecorded(A), Pushed(C))
    refused(game, Announced(C, parse_mode("E")), "AJZ-2.2.1-10")
    game.submit(Announced(A, parse_mode("E")))
    refused(game, CardPlayed(A, card("E6")), "AJZ-2.2.1-12")
    game.submit(CardPlayed(C, card("E6")))
    silent = submit(table("ajz08", first_dealer=A), HandsRecorded(A), CardPlayed(D, card("S6")))
    assert (silent.deal.first_speaker, str(silent.deal.mode)) == (D, "S")


@pytest.mark.rule("AJZ-2.2.1-08")
def test_ajz_2_2_1_08_with_french_cards_the_schaufel_7() -> None:
    seven = french("Schaufel-7")
    game = dealt("ajz08", hands=fill(B=seven.name), dealer=A, faces=Faces.FRENCH)
    refused(game, Pushed(C), "AJZ-2.2.1-07", "not-your-word")
    game.submit(Pushed(B))
    # no other Schaufel and no other 7 decides: the same hands without it give the word to somebody else
    other = dealt("ajz08", hands=fill(B=french("Kreuz-7").name, D=seven.name), dealer=A, faces=Faces.FRENCH)
    refused(other, Pushed(B))
    other.submit(Pushed(D))


@pytest.mark.rule("AJZ-2.2.1-09")
@pytest.mark.parametrize(
    ("later", "speakers"),
    [
        pytest.param(LaterSpeaker.AFTER_DEALER, [C, C, D, A], id="right-of-the-dealer"),
        pytest.param(LaterSpeaker.ROTATE, [C, D, A, B], id="alternative-rotates-from-the-first-speaker"),
    ],
)
def test_ajz_2_2_1_09_later_the_right_hand_neighbour_of_the_dealer(later: LaterSpeaker, speakers: list[int]) -> None:
    rules = book("ajz08", bidding__later_speaker=later)
    assert (rules == book("ajz08")) is (later is LaterSpeaker.AFTER_DEALER)
    game = table(rules, first_dealer=A)
    for number, speaker in enumerate(speakers):
        dealer = game.next_dealer()
        assert dealer == number
        game.submit(HandsRecorded(dealer, fill(C="L7")))  # the Schilten-7 counts in Spiel 1 alone
        for seat in {A, B, C, D} - {speaker}:
            refused(game, Pushed(seat), "AJZ-2.2.1-09" if number else "AJZ-2.2.1-07", "not-your-word")
        announce(game, "E")
        play_out(game)
