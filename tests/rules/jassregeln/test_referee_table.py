"""Irregularities around the play under the general rules: dealing, bidding, Weise, remarks and questions, looking, seats."""

from __future__ import annotations

import pytest

from puur.core.actions import weis_offer
from puur.core.effects import CardDead, DealVoid, WeisAllowed, WeisLost
from puur.core.events import Announced, CardPlayed, HandsRecorded, Pushed, RulingMade, TrickLooked, WeisAnnounced
from puur.core.mode import parse_mode
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement
from puur.core.sanctions import MisdealDealer
from puur.core.setup import Playing
from puur.core.view import view_of
from puur.core.weis_rules import unneeded
from puur.referee.remarks import QUESTION_RULES
from tests.referee.tools import free, report, settle
from tests.support import A, B, C, D, book, card, dealt, endgame, fill, play, play_out, refused, scattered, submit, table

HANDS = {
    "A": "R7 R8 E7 E8 L6 L7 S6 S7 LO",
    "B": "RK E6 LB LU S8 LK S9 SB SO",
    "C": "R9 RB RA EB EU EO L8 SU SK",
    "D": "R6 RU RO E9 EK EA L9 LA SA",
}


def dealt_by(dealer: int, *, cards: str = "", totals: tuple[int, int] = (0, 0), rules: Reglement | str = "jassregeln"):
    """D should deal; `dealer` does, and somebody has announced S and played."""
    game = table(rules, playing=Playing.FREE, totals=totals)
    submit(game, HandsRecorded(dealer, fill(**HANDS)))
    submit(game, Announced(game.deal.speaker, parse_mode("S")))
    play(game, cards)
    return game


@pytest.mark.rule("JR-DEAL-14", "JR-DEAL-15")
@pytest.mark.parametrize(("who", "dealer"), [(MisdealDealer.SAME, D), (MisdealDealer.NEXT, A)])
def test_jr_deal_14_15_a_misdeal_is_dealt_again(who: MisdealDealer, dealer: int) -> None:
    assert book("jassregeln").referee.misdeal_dealer is MisdealDealer.SAME
    game = table(book("jassregeln", referee__misdeal_dealer=who), playing=Playing.FREE)
    submit(game, HandsRecorded(D, fill(**HANDS)))
    ruling = report(game, "misdeal", D, by=B)
    assert ruling.provisions[:2] == ("JR-DEAL-14", "JR-DEAL-15")
    settle(game, ruling)
    assert (game.next_dealer(), game.ledger.entries) == (dealer, [])


@pytest.mark.rule("JR-DEAL-18")
def test_jr_deal_18_a_card_seen_while_dealing_means_a_new_deal() -> None:
    game = dealt_by(D)
    ruling = report(game, "exposed-card", D, "S9")
    assert ruling.effects == (DealVoid(D),)
    assert "JR-DEAL-18" in ruling.provisions
    settle(game, ruling)
    submit(game, HandsRecorded(D, fill(**HANDS)))
    assert game.deal.number == 1


@pytest.mark.rule("JR-DEAL-19", "JR-DEAL-20")
def test_jr_deal_19_20_each_player_objects_until_the_own_card() -> None:
    """A dealt in place of D. B leads, C follows; D has not played and may object, B may not."""
    game = dealt_by(A, cards="S8 SU")
    late_one = report(game, "wrong-dealer", A, other=D, by=B)
    assert (late_one.upheld, late_one.deadline.passed) == (False, True)
    ruling = report(game, "wrong-dealer", A, by=D)
    assert ruling.effects == (DealVoid(D),)
    assert {"JR-DEAL-19", "JR-DEAL-20"} <= set(ruling.provisions)
    turned = dealt_by(A, cards="S8 SU SA S6 R9")
    gone = report(turned, "wrong-dealer", A, by=D)
    assert (gone.upheld, gone.effects, gone.deadline.passed) == (False, (), True)
    play_out_from(turned)
    assert sum(turned.totals()) == 157
    assert not report(game, "misdeal", A, by=B).upheld


def play_out_from(game) -> None:

    while game.deal.phase.value == "playing":
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))


@pytest.mark.rule("JR-DEAL-22")
def test_jr_deal_22_deals_with_a_wrong_pack_stand_once_their_first_trick_is_turned() -> None:
    fresh = dealt_by(D, cards="R7 RK R9")
    assert report(fresh, "short-pack", D).effects == (DealVoid(D),)
    turned = dealt_by(D, cards="R7 RK R9 R6 S8")
    ruling = report(turned, "short-pack", D)
    assert (ruling.upheld, ruling.provisions) == (False, ("JR-DEAL-22",))


def test_a_book_in_which_deals_with_a_wrong_pack_do_not_stand_has_them_dealt_again_at_any_time() -> None:
    """`short_pack = false` is the opposite of "sind alle gültig, bei denen der erste Stich gekehrt wurde"."""
    own = book("jassregeln", referee__short_pack=False)
    for cards in ("R7 RK R9", "R7 RK R9 R6 S8"):
        ruling = report(dealt_by(D, cards=cards, rules=own), "short-pack", D)
        assert (ruling.upheld, ruling.effects) == (True, (DealVoid(D),))
    assert ruling.text == "pack-void"


@pytest.mark.rule("JR-BOD-02")
def test_jr_bod_02_a_bottom_card_not_shown_in_time_means_a_new_deal() -> None:
    game = dealt_by(D)
    assert report(game, "bottom-card", D, marks="bodentrumpf").effects == (DealVoid(D),)
    assert not report(game, "bottom-card", D).upheld  # the Schieber has none


@pytest.mark.rule("JR-TRUMP-05", "JR-TRUMP-06")
@pytest.mark.parametrize("said", [Announced(C, parse_mode("R")), Pushed(C)])
def test_jr_trump_05_06_the_partner_spoke_first_and_vorhand_deals(said) -> None:
    game = table("jassregeln", playing=Playing.FREE)
    submit(game, HandsRecorded(D, fill(**HANDS)), said)
    ruling = report(game, "partner-bids", C)
    assert ruling.effects == (DealVoid(A),)
    assert {"JR-TRUMP-05", "JR-TRUMP-06"} <= set(ruling.provisions)
    settle(game, ruling)
    assert game.next_dealer() == A
    submit(game, HandsRecorded(A, fill(**HANDS)))
    assert game.deal.speaker == B  # team 2 announces, team 1 gets no further turn
    assert not game.ledger.entries


@pytest.mark.rule("JR-TRUMP-05")
def test_jr_trump_05_after_the_first_trick_is_turned_it_stands() -> None:
    game = table("jassregeln", playing=Playing.FREE)
    submit(game, HandsRecorded(D, fill(**HANDS)), Announced(C, parse_mode("R")))
    play(game, "R7 RK RA R6 SU")
    assert not report(game, "partner-bids", C).upheld


# ---- Weise -----------------------------------------------------------------------------------------------------------------

WEISE = {"A": "E6 E7 E8 E9", "B": "R7 R8 R9", "C": "SU", "D": "L6 L7 L8 L9"}


def weis_table(hands, **options):
    """Trump L at a free table; no Weise beside those given."""
    return dealt("jassregeln", "L", hands=scattered(**hands), playing=Playing.FREE, **options)


def with_weis(**said: int):
    """Trump L; the Weise of A (50), B (20) and D (50) are announced as wanted, each with the card."""
    game = weis_table(WEISE)
    for seat, name in enumerate("ABCD"):
        play(game, {"A": "E6", "B": "R7", "C": "SU", "D": "L6"}[name])
        if name in said:
            submit(game, WeisAnnounced(seat, said[name]))
    return game


@pytest.mark.rule("JR-WEIS-15", "JR-WEIS-16", "JR-WEIS-17")
def test_jr_weis_15_16_17_vorhand_said_to_an_equal_weis() -> None:
    game = weis_table(WEISE)
    play(game, "E6")
    submit(game, WeisAnnounced(A, 50))
    play(game, "R7")
    submit(game, WeisAnnounced(B, 20))
    ruling = report(game, "weis-vorhand", B, by=A)
    assert {"JR-WEIS-15", "JR-WEIS-16", "JR-WEIS-17"} <= set(ruling.provisions)
    (choice,) = ruling.choices
    assert choice.by == (A, C)
    assert choice.options[0].effects == (DealVoid(None),)
    settle(game, ruling, annul="go-on")
    assert game.deal.dead == sum(card(name).bit for name in ("R7", "R8", "R9"))


@pytest.mark.rule("JR-WEIS-17")
def test_jr_weis_17_the_designated_cards_win_nothing() -> None:
    """Trump L: A leads R6, B plays the dead R9, C EB, D E7: A wins with R6."""
    game = endgame("jassregeln", "L", leader=A, A="R6 S6", B="R9 S7", C="EB S8", D="E7 S9")
    submit(game, RulingMade("JR-WEIS-17", effects=tuple(CardDead(card(name)) for name in ("R7", "R8", "R9"))))
    play(game, "R6 R9 EB E7")
    assert game.deal.tricks[-1].winner == A


@pytest.mark.rule("JR-WEIS-20", "JR-WEIS-21", "JR-WEIS-22")
def test_jr_weis_20_21_22_a_weis_that_can_never_count() -> None:
    """A announced 100, B nothing: D as fourth must not announce 50; B might have, because D could still beat 100."""
    hands = {"A": "R6 R7 R8 R9 RB", "D": "E6 E7 E8 E9"}
    guided = weis_table(hands)
    play(guided, "R6")
    submit(guided, WeisAnnounced(A, 100))
    assert not unneeded(guided, guided.deal, B, 50)
    for _ in range(2):
        seat = guided.deal.turn

        submit(guided, CardPlayed(seat, next(iter(legal_cards(guided, seat)))))
    assert unneeded(guided, guided.deal, D, 50)
    assert weis_offer(guided, D) is None  # a table does not offer it

    game = weis_table(hands, totals=(640, 512))
    play(game, "R6")
    submit(game, WeisAnnounced(A, 100))
    for _ in range(2):
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    play(game, "E6")
    submit(game, WeisAnnounced(D, 50))
    ruling = report(game, "weis-unneeded", D, by=A)
    assert {"JR-WEIS-20", "JR-WEIS-21", "JR-WEIS-22"} <= set(ruling.provisions)
    settled = settle(game, ruling, annul="go-on")
    assert {effect.card.name for effect in settled.effects} == {"E6", "E7", "E8", "E9"}
    assert game.totals()[0] == 640 + 100 + game.deal.points[0]  # the Weis of A stands
    assert not report(game, "weis-unneeded", A).upheld


@pytest.mark.rule("JR-WEIS-20")
@pytest.mark.parametrize("leader", [A, B, C, D])
def test_jr_weis_20_who_came_before_counts_wherever_the_first_card_was_led(leader: int) -> None:
    """The first is silent, the second announces 100, the third 50: the third's partner has spoken, so 50 can never count."""
    first, second, third, _ = ((leader + step) % 4 for step in range(4))
    hands = {"ABCD"[first]: "S6", "ABCD"[second]: "R6 R7 R8 R9 RB", "ABCD"[third]: "E6 E7 E8 E9"}
    game = weis_table(hands, dealer=(leader + 3) % 4)
    play(game, "S6 R6")
    submit(game, WeisAnnounced(second, 100))
    play(game, "E6")
    submit(game, WeisAnnounced(third, 50))
    assert report(game, "weis-unneeded", third).upheld
    assert not report(game, "weis-unneeded", second).upheld  # nobody had announced before


@pytest.mark.rule("JR-WEIS-21")
def test_jr_weis_21_annulled_the_score_is_as_before() -> None:
    game = with_weis(A=50, B=20)
    ruling = report(game, "weis-unneeded", B)
    assert not ruling.upheld  # D, the partner, could still have beaten 50
    game = with_weis(A=50, D=50)
    assert not report(game, "weis-unneeded", D).upheld  # equal value: the height decides, nobody knew


@pytest.mark.rule("JR-WEIS-19")
def test_jr_weis_19_no_remarks_about_weise_from_the_second_trick_on() -> None:
    game = with_weis(A=50)
    play_out_one(game)
    ruling = report(game, "remark", B, trick=2, words="how much was that Weis?")
    assert "JR-WEIS-19" in ruling.provisions
    assert ruling.choices[0].by == (A, C)


def play_out_one(game) -> None:

    for _ in range(4):
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))


@pytest.mark.rule("JR-WINV-01")
def test_jr_winv_01_after_a_false_highest_weis_a_smaller_one_is_announced() -> None:
    """A said 100 and does not hold it; B had kept silent about 20 (the run R7 R8 R9): team 2 writes 20."""
    game = with_weis(A=100)
    assert game.totals()[0] >= 100
    ruling = report(game, "false-weis", A)
    assert "JR-WINV-01" in ruling.provisions
    assert ruling.effects == (WeisLost(A), WeisAllowed(B), WeisAllowed(D))
    settle(game, ruling)
    trick = game.deal.points[:]
    assert game.totals() == tuple(trick)
    submit(game, WeisAnnounced(B, 20))
    assert game.totals() == (trick[0], trick[1] + 20)
    play_out_one(game)
    refused(game, WeisAnnounced(D, 50), reason="weis-too-late")


@pytest.mark.rule("JR-WINV-03")
def test_jr_winv_03_a_wrong_description_lets_the_opponents_annul() -> None:
    game = with_weis(A=50)
    ruling = report(game, "wrong-weis", A, by=B)
    assert (ruling.choices[0].by, ruling.provisions) == ((B, D), ("JR-WINV-03",))
    settle(game, ruling, annul="annul")
    assert game.totals() == (0, 0)
    assert game.next_dealer() == D


# ---- what is said and seen -----------------------------------------------------------------------------------------------------


def in_trick_two(**options):
    game = free("jassregeln", "S", HANDS, **options)
    play(game, "R7 RK RA R6 SU")
    return game


@pytest.mark.rule("JR-REM-01", "JR-REM-02", "JR-REM-03", "JR-QUE-05")
@pytest.mark.parametrize("words", ["that one is good for us", "knocks", "Bock", "we already have 90"])
def test_jr_rem_01_02_03_que_05_remarks_are_recorded_and_give_the_right_to_annul(words: str) -> None:
    game = in_trick_two()
    ruling = report(game, "remark", C, by=B, words=words)
    assert {"JR-REM-01", "JR-REM-02", "JR-REM-03", "JR-QUE-05", "JR-QUE-06"} <= set(ruling.provisions)
    assert (game.incidents[-1].seat, game.incidents[-1].words) == (C, words)
    assert ruling.choices[0].by == (B, D)


@pytest.mark.rule("JR-REM-03")
def test_jr_rem_03_no_view_says_bock() -> None:
    assert not [name for name in view_of(in_trick_two(), A).__slots__ if "bock" in name]


@pytest.mark.rule("JR-QUE-06")
def test_jr_que_06_the_opponents_annul_or_waive() -> None:
    """640 to 512 and a Weis of 50 for team 1 (690): annulled, it is 640 to 512 again; waived, play goes on."""
    for option in ("annul", "go-on"):
        game = weis_table(WEISE, totals=(640, 512))
        for cards in ("E6", "R7", "SU", "L6"):
            play(game, cards)
            if cards == "E6":
                submit(game, WeisAnnounced(A, 50))
        assert game.ledger.totals[0] == 690
        settle(game, report(game, "remark", A, by=B), annul=option)
        assert game.ledger.totals == ([640, 512] if option == "annul" else [690, 512])
    play_out(game)
    assert sum(game.totals()) - 640 - 512 - 50 in (157, 257)  # with a Match


@pytest.mark.rule("JR-QUE-06")
def test_jr_que_06_the_right_ends_with_the_next_own_card() -> None:
    game = in_trick_two()
    ruling = report(game, "remark", C, by=D, trick=1)
    assert not ruling.deadline.passed
    play(game, "SA")
    assert report(game, "remark", C, by=D, trick=1).deadline.passed


@pytest.mark.rule("JR-QUE-01", "JR-QUE-02", "JR-QUE-03", "JR-QUE-04")
def test_jr_que_01_02_03_04_questions_that_nobody_may_answer() -> None:
    game = in_trick_two()
    for question, rule in QUESTION_RULES.items():
        asked = report(game, "question", B, marks=question.value)
        assert (asked.upheld, asked.provisions) == (False, (rule,))
        answered = report(game, "question", D, marks=f"{question.value} answered")
        assert answered.provisions[0] == "JR-QUE-06"  # what follows from the answer decides; why it was forbidden is cited too
        assert rule in answered.provisions
        assert answered.choices[0].by == (A, C)


@pytest.mark.rule("JR-LOOK-01")
def test_jr_look_01_a_turned_trick_stays_turned_for_its_winner_too() -> None:
    game = in_trick_two()
    for seat in (C, A):
        refused(game, TrickLooked(seat, 1), "JR-LOOK-01")


@pytest.mark.rule("JR-SEAT-01")
def test_jr_seat_01_no_change_of_seats_during_a_game() -> None:
    game = in_trick_two(totals=(300, 250))
    ruling = report(game, "seat-change", A, other=B)
    assert (ruling.upheld, ruling.provisions) == (True, ("JR-SEAT-01",))
    game.over = True
    assert not report(game, "seat-change", A, other=B).upheld
