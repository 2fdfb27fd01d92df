"""Irregular play under the general rules: wrong leads, revokes, cards too early, several cards, dead cards."""

from __future__ import annotations

import pytest

from puur.core.cards import CardSet
from puur.core.effects import CardDead, DealVoid, MustPlay, NextLeader, RestTo
from puur.core.events import CardPlayed, CardsLaid, HandsRecorded, Pushed, RulingMade, Thanked, TrickLooked
from puur.core.setup import Playing
from puur.core.trick import Objection
from puur.core.view import view_of
from puur.reglement.loader import load_text
from tests.referee.tools import free, late, out_of_turn, report, settle
from tests.support import A, B, C, D, card, endgame, fill, legal, play, play_out, refused, submit, table

# Trump S. Roses: A R7 R8, B RK, C R9, D R6; the rest is filled up.
ROSES = {
    "A": "R7 R8 E7 E8 L6 L7 S6 S7 S8",
    "B": "RK E6 LB LU LO LK S9 SB SO",
    "C": "R9 RB RA EB EU EO L8 SU SK",
    "D": "R6 RU RO E9 EK EA L9 LA SA",
}


@pytest.mark.rule("JR-ERR-01", "JR-ERR-03")
def test_jr_err_01_the_suit_of_a_wrong_lead_waits_for_a_trick_of_the_opponents() -> None:
    game = free("jassregeln", "S", ROSES, pushed=True)
    out_of_turn(game, C, "R9")  # C announced; A, who pushed, should have led
    ruling = report(game, "wrong-lead", C)
    assert {"JR-ERR-01", "JR-ERR-03"} <= set(ruling.provisions)
    settle(game, ruling)
    assert (game.deal.turn, card("R9") in game.deal.hand(C)) == (A, True)
    assert "R7" not in legal(game)
    assert "E7" in legal(game)
    play(game, "E7 E6 EO E9")  # team 1 wins trick 1 with EO
    assert game.deal.tricks[0].winner == C
    assert not legal(game) & {"R9", "RB", "RA"}  # C may not lead Rose either
    play(game, "L8 L9 L6 LB")  # team 2 wins trick 2 with LB
    assert game.deal.tricks[1].winner == B
    play(game, "RK RA R6 R7")
    assert game.deal.tricks[2].winner == C
    assert "R9" not in legal(game)  # free again, but R9 is dead and C holds living cards
    assert "RB" in legal(game)
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("JR-ERR-03")
def test_jr_err_03_a_card_led_by_mistake_never_wins() -> None:
    game = late("jassregeln", "S", leader=A, tricks=(1, 6), A="R7 L7", B="R8 L8", C="R9 L9", D="R6 LB")
    out_of_turn(game, C, "R9")
    settle(game, report(game, "wrong-lead", C))
    play(game, "L7 L8 L9 LB")  # Rose is banned for team 1
    play(game, "R6 R7 R8 R9")  # D leads R6: R9 cannot win, B wins with R8
    assert game.deal.tricks[-1].winner == B
    # 152 - (0 + 10) went to team 2 before; LB 10 to D; the last trick counts 0 + 5 for team 2.
    assert game.totals() == (0, 157)


@pytest.mark.rule("JR-ERR-02")
def test_jr_err_02_after_a_wrong_trump_lead_the_opponents_say_whether_trump_is_led() -> None:
    for option, cards in (("required", {"S6", "S7", "S8"}), ("free", None)):
        game = free("jassregeln", "S", ROSES, pushed=True)
        out_of_turn(game, C, "SU")
        ruling = report(game, "wrong-lead", C)
        (choice,) = ruling.choices
        assert choice.by == (B, D)
        settle(game, ruling, trump=option)
        assert game.deal.turn == A
        assert legal(game) == (cards or legal(game))
        assert (len(legal(game)) == 9) is (option == "free")
        assert not game.deal.bans
        assert game.deal.dead == card("SU").bit  # JR-ERR-03
        play_out(game)
        assert sum(game.totals()) == 157


@pytest.mark.rule("JR-ERR-02")
def test_jr_err_02_without_a_trump_any_card_is_led() -> None:
    game = late("jassregeln", "S", leader=A, A="R7 L7", B="R8 L8", C="S9 L9", D="R6 LB")
    out_of_turn(game, C, "S9")
    settle(game, report(game, "wrong-lead", C), trump="required")
    assert legal(game) == {"R7", "L7"}


def revoked(*, turned: bool = False):
    """A R7, B E6 though holding RK, C R9, D R6: trick 1 lies open, or is turned by the next lead."""
    game = free("jassregeln", "S", ROSES)
    play(game, "R7 E6 R9 R6")
    if turned:
        play(game, "L8 L9 L6 LB")
    return game


@pytest.mark.rule("JR-ERR-07", "JR-ERR-08", "JR-ERR-10")
def test_jr_err_07_08_10_an_open_revoke_is_corrected_and_b_can_not_win() -> None:
    game = revoked()
    ruling = report(game, "revoke", B)
    assert {"JR-ERR-07", "JR-ERR-08", "JR-ERR-10"} <= set(ruling.provisions)
    assert not ruling.deadline.passed
    (change,) = ruling.choices  # C, an opponent, played after; D, the partner, may not change
    assert (change.key, change.by) == ("change-C", (C,))
    settle(game, ruling, change_C="keep")
    assert game.deal.hands is not None
    held = [*game.deal.hands, *(one.bit for one in (*game.deal.cards, *game.deal.early.values()))]
    assert (sum(held), sum(bits.bit_count() for bits in held)) == (
        (1 << 36) - 1,
        36,
    )  # C's and D's cards lie there and nowhere else
    assert legal(game) == {"RK"}
    play(game, "RK")
    trick = game.deal.tricks[0]
    assert [one.name for one in trick.cards] == ["R7", "RK", "R9", "R6"]
    assert trick.winner == C
    assert game.deal.dead == card("E6").bit | card("RK").bit
    assert [view_of(game, seat).dead for seat in (A, B, C, D)] == [CardSet.parse("E6 RK")] * 4  # both have lain open
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("JR-ERR-10")
def test_jr_err_10_an_opponent_who_played_after_may_change() -> None:
    game = revoked()
    settle(game, report(game, "revoke", B), change_C="change")
    play(game, "RK")
    assert game.deal.turn == C
    assert legal(game) == {"R9", "RB", "RA", "SU", "SK"}
    play(game, "RA")  # and the card of D lies there
    assert [one.name for one in game.deal.tricks[0].cards] == ["R7", "RK", "RA", "R6"]
    assert game.deal.points == [4 + 11, 0]


@pytest.mark.rule("JR-UNDER-01", "JR-ERR-10")
def test_jr_under_01_two_wrong_cards_in_one_trick_each_replaced_by_what_its_place_allows() -> None:
    """B revokes, C cuts with S9, D undertrumps with S6; B's card is back and C's lies there before its turn.

    "… nur untertrumpft werden, wenn der betreffende Spieler nur noch Trumpfkarten hat": D plays after C's S9, so no S7 instead.
    """
    game = free("jassregeln", "S", {"A": "R7 EA", "B": "R8 L6", "C": "S9 EK", "D": "S6 S7 L7 E6"})
    play(game, "R7 L6 S9 S6")
    settle(game, report(game, "revoke", B), change_C="keep")
    assert game.deal.turn == B
    (must,) = [effect for effect in report(game, "undertrump", D).effects if isinstance(effect, MustPlay)]
    assert {one.name for one in must.cards} == {"E6", "L7", "LB", "LU", "LO", "LK", "LA"}


@pytest.mark.rule("JR-ERR-08")
def test_jr_err_08_a_dead_card_led_at_the_end_gives_the_trick_to_the_opponents() -> None:
    """B has to lead the dead E6 to trick 9: the trick goes to team 1 though all other Eichel are gone."""
    game = late("jassregeln", "S", leader=B, A="L7", B="E6", C="L8", D="R6")
    submit(game, RulingMade("JR-ERR-08", effects=(CardDead(card("E6")),)))
    play(game, "E6 L8 R6 L7")
    assert game.totals() == (0 + 5, 152)


@pytest.mark.rule("JR-ERR-10", "JR-ERR-11", "JR-ERR-12", "JR-ERR-13")
def test_jr_err_11_12_13_a_turned_revoke_lets_the_opponents_annul_or_go_on() -> None:
    game = revoked(turned=True)
    ruling = report(game, "revoke", B, trick=1)
    assert {"JR-ERR-11", "JR-ERR-12", "JR-ERR-13"} <= set(ruling.provisions)
    assert ruling.deadline.passed
    (choice,) = ruling.choices
    assert choice.by == (A, C)  # team 2 may not annul its own deal
    assert [option.key for option in choice.options] == ["annul", "go-on"]
    settle(game, ruling, annul="annul")
    assert game.totals() == (0, 0)
    assert game.next_dealer() == D
    going = revoked(turned=True)
    before = [trick.winner for trick in going.deal.tricks]
    settle(going, report(going, "revoke", B, trick=1), annul="go-on")
    assert [trick.winner for trick in going.deal.tricks] == before
    play_out(going)
    assert sum(going.totals()) == 157


@pytest.mark.rule("JR-ERR-11")
def test_jr_err_11_earlier_deals_stay() -> None:
    """700 to 655 before the deal, a revoke noticed later, annulled: 700 to 655 again."""
    game = free("jassregeln", "S", ROSES, totals=(700, 655))
    play(game, "R7 E6 R9 R6 L8 L9 L6 LB")
    settle(game, report(game, "revoke", B, trick=1), annul="annul")
    assert game.totals() == (700, 655)
    submit(game, HandsRecorded(D, None))
    assert game.deal.number == 1


@pytest.mark.rule("JR-ERR-04", "JR-ERR-14")
def test_jr_err_04_14_the_card_held_back_is_dead_when_play_goes_on() -> None:
    game = late("jassregeln", "S", leader=C, A="R8 L6 L7", B="RK E6 LK", C="RA R7 L8", D="R6 R9 L9")
    play(game, "RA R6 R8 E6")  # B holds RK back
    play(game, "L8 L9 L6 LK")  # turned
    ruling = report(game, "revoke", B, trick=7)
    assert {"JR-ERR-14", "JR-ERR-11"} <= set(ruling.provisions)
    settle(game, ruling, annul="go-on")
    assert game.deal.dead == card("RK").bit
    play(game, "RK R7 R9 L7")  # B has only the dead RK left: led, the trick goes to team 1 (JR-ERR-05)
    assert game.deal.tricks[-1].winner == C


@pytest.mark.rule("JR-ERR-14")
def test_jr_err_14_the_dead_king_does_not_beat_the_eight() -> None:
    """C leads R7, D R6, A R8, B the dead RK: A wins with R8."""
    game = late("jassregeln", "S", leader=C, A="R8 L6", B="RK LK", C="R7 L8", D="R6 L9")
    submit(game, RulingMade("JR-ERR-14", effects=(CardDead(card("RK")),)))
    play(game, "R7 R6 R8 RK")
    assert game.deal.tricks[-1].winner == A


@pytest.mark.rule("JR-ERR-04")
def test_jr_err_04_a_card_held_back_does_not_win_later() -> None:
    """A leads R8, B plays the RK held back earlier, C R7, D R9: D wins with R9."""
    game = late("jassregeln", "S", leader=A, A="R8 RA L6", B="RK E6 LK", C="R7 RB L8", D="R9 R6 L9")
    play(game, "RA E6 RB R6")
    settle(game, report(game, "revoke", B), change_C="keep")
    play(game, "RK")
    assert game.deal.tricks[-1].winner == A
    play(game, "R8 E6 R7 R9")
    assert game.deal.tricks[-1].winner == D


@pytest.mark.rule("JR-ERR-15")
def test_jr_err_15_after_a_trump_held_back_all_trumps_but_the_puur_are_dead() -> None:
    """Trump S: B keeps SU, S9, SA back; then RA, S9 (B), R7, R8 is won by RA."""
    game = late("jassregeln", "S", leader=A, A="S7 RA L6 L7", B="SU S9 SA E6", C="S6 R7 L8 L9", D="S8 R8 LB LU")
    play(game, "S7 E6 S6 S8")
    play(game, "LB L6 SA L8")  # D leads; the trick of trump is turned. B trumps with SA
    ruling = report(game, "revoke", B, trick=6)
    assert "JR-ERR-15" in ruling.provisions
    settle(game, ruling, annul="go-on")
    assert game.deal.dead == card("S9").bit  # SA is played; SU keeps its Stechwert
    submit(game, RulingMade("X", effects=(NextLeader(A),)))
    play(game, "RA S9 R7 R8")
    assert game.deal.tricks[-1].winner == A


@pytest.mark.rule("JR-NIC-01")
@pytest.mark.parametrize(("mode", "dead"), [("S", "EK"), ("undeufe", "E6"), ("obenabe", "EK")])
def test_jr_nic_01_the_highest_card_of_the_suit_is_dead(mode: str, dead: str) -> None:
    game = late("jassregeln", mode, leader=A, A="E8 R6 R7 R8", B="EK EO E6 L7", C="E9 R9 RB RU", D="E7 RO RK RA")
    play(game, "E8 L7 E9 E7")
    ruling = report(game, "revoke", B)
    assert "JR-NIC-01" in ruling.provisions
    settle(game, ruling, change_C="keep")
    assert {one.name for one in (card("EK"), card("EO"), card("E6"), card("L7")) if one.bit & game.deal.dead} == {dead, "L7"}
    assert legal(game) == {"EK", "EO", "E6"}  # the offender chooses


@pytest.mark.rule("JR-NIC-02")
def test_jr_nic_02_trump_not_given_kills_all_trumps_but_the_puur() -> None:
    hands = {"A": "S7 R7 R8 L6", "B": "S9 SK S6 R6", "C": "S8 R9 RB RU", "D": "SB RO RK RA"}
    game = late("jassregeln", "S", leader=A, **hands)
    play(game, "S7 R6 S8 SB")
    ruling = report(game, "revoke", B)
    assert "JR-NIC-02" in ruling.provisions
    settle(game, ruling, change_C="keep")
    assert game.deal.dead == sum(card(name).bit for name in ("S9", "SK", "S6", "R6"))
    with_puur = late("jassregeln", "S", leader=A, **{**hands, "B": "S9 SK SU R6"})
    play(with_puur, "S7 R6 S8 SB")
    settle(with_puur, report(with_puur, "revoke", B), change_C="keep")
    assert not with_puur.deal.dead & card("SU").bit
    alone = late("jassregeln", "S", leader=A, **{**hands, "B": "SU LK LA R6"})
    play(alone, "S7 R6 S8 SB")
    assert not alone.deal.faults  # JR-BAUER-01: the Puur alone need not be given
    assert not report(alone, "revoke", B).upheld


@pytest.mark.rule("JR-ERR-05")
def test_jr_err_05_a_dead_card_that_must_be_led_gives_the_trick_away() -> None:
    """Trump L: A's RK is dead; RK, E6, RA, S7: 4 + 0 + 11 + 0 and 5 for the last trick go to team 2."""
    game = late("jassregeln", "L", leader=A, A="RK", B="E6", C="RA", D="S7", points=(137, 0), tricks=(8, 0))
    submit(game, RulingMade("JR-ERR-04", effects=(CardDead(card("RK")),)))
    play(game, "RK E6 RA S7")
    assert game.totals() == (137, 20)


@pytest.mark.rule("JR-ERR-05")
def test_jr_err_05_a_dead_card_is_not_led_while_a_living_one_is_held() -> None:
    game = endgame("jassregeln", "L", leader=A, A="RK E7", B="E6 E8", C="RA E9", D="S7 EB")
    submit(game, RulingMade("JR-ERR-04", effects=(CardDead(card("RK")),)))
    assert legal(game) == {"E7"}
    refused(game, CardPlayed(A, card("RK")), "JR-ERR-05", Objection.DEAD_LEAD.value)


@pytest.mark.rule("JR-ERR-06")
@pytest.mark.parametrize(("offender", "leads"), [(A, B), (D, A)])
def test_jr_err_06_after_that_the_player_to_the_right_leads(offender: int, leads: int) -> None:
    hands = {"A": "RK R8", "B": "E6 E8", "C": "RA E9", "D": "R7 R9"}
    game = late("jassregeln", "L", leader=offender, **hands)
    dead = [CardDead(one) for one in game.deal.hand(offender)]
    submit(game, RulingMade("JR-ERR-04", effects=tuple(dead)))
    play(game, {A: "RK E6 RA R7", D: "R9 R8 E6 RA"}[offender])
    assert game.deal.turn == leads


@pytest.mark.rule("JR-VOR-01")
def test_jr_vor_01_a_card_laid_too_early_stays() -> None:
    """B is on turn, C lays R8 and need not follow: R8 is C's card to the trick and keeps its Stechwert."""
    game = late("jassregeln", "S", leader=A, A="E7 L6", B="E8 L7", C="R8 L8", D="E6 L9")
    play(game, "E7")
    out_of_turn(game, C, "R8")
    ruling = report(game, "early-card", C)
    assert (ruling.effects, ruling.choices) == ((), ())
    assert "JR-VOR-01" in ruling.provisions
    settle(game, ruling)
    play(game, "E8 E6")
    assert [one.name for one in game.deal.tricks[-1].cards] == ["E7", "E8", "R8", "E6"]
    assert not game.deal.dead


@pytest.mark.rule("JR-VOR-02", "JR-VOR-03")
def test_jr_vor_02_03_a_card_too_early_is_exchanged_and_both_are_dead() -> None:
    """A E7, C lays R8 before B though holding EK: exchanged. With E8 of B and E6 of D, B wins with E8."""
    game = late("jassregeln", "S", leader=A, A="E7 L6", B="E8 L7", C="R8 EK", D="E6 L9")
    play(game, "E7")
    out_of_turn(game, C, "R8")
    ruling = report(game, "early-card", C)
    assert {"JR-VOR-02", "JR-VOR-03"} <= set(ruling.provisions)
    settle(game, ruling)
    assert card("R8") in game.deal.hand(C)
    play(game, "E8")
    assert legal(game) == {"EK"}
    play(game, "EK E6")
    assert game.deal.tricks[-1].winner == B
    assert game.deal.dead == card("EK").bit | card("R8").bit


@pytest.mark.rule("JR-TWO-01", "JR-TWO-02")
def test_jr_two_01_02_of_two_cards_the_opponents_choose_one() -> None:
    """Trump L, lead S8, B has no Schelle and puts RA and E7 down: team 1 chooses RA, 11 points for its winner."""
    game = late("jassregeln", "L", leader=A, A="S8 S6", B="RA E7", C="S7 SB", D="S9 SU", points=(0, 129), tricks=(1, 6))
    play(game, "S8")
    submit(game, CardsLaid(B, (card("RA"), card("E7"))))
    ruling = report(game, "several-cards", B)
    assert {"JR-TWO-01", "JR-TWO-02"} <= set(ruling.provisions)
    assert ruling.choices[0].by == (A, C)
    settle(game, ruling, card="RA")
    assert legal(game) == {"RA"}
    assert game.deal.dead == card("RA").bit | card("E7").bit
    play(game, "RA S7 S9")
    assert game.deal.points == [0, 129 + 11]
    play(game, "SU S6 E7 SB")
    assert game.totals() == (0, 157)


@pytest.mark.rule("JR-TWO-02")
def test_jr_two_02_the_only_legal_one_is_played_without_a_choice() -> None:
    game = late("jassregeln", "L", leader=A, A="R8 S6", B="RA E7", C="S7 R7", D="S9 R9")
    play(game, "R8")
    submit(game, CardsLaid(B, (card("RA"), card("E7"))))
    ruling = report(game, "several-cards", B)
    assert not ruling.choices
    settle(game, ruling)
    assert legal(game) == {"RA"}
    play(game, "RA R7 R9")
    assert game.deal.tricks[-1].winner == D  # RA is dead (JR-TWO-01)


@pytest.mark.rule("JR-TWO-02")
def test_jr_two_02_two_cards_led_the_trick_goes_to_the_opponents() -> None:
    game = late("jassregeln", "L", leader=A, A="RA E7", B="S7 S8", C="S9 RB", D="R9 SB")
    submit(game, CardsLaid(A, (card("RA"), card("E7"))))
    settle(game, report(game, "several-cards", A), card="RA")
    play(game, "RA S7 RB R9")
    assert game.deal.tricks[-1].winner == B  # JR-ERR-05, JR-ERR-06
    assert game.deal.turn == B


@pytest.mark.rule("JR-EARLY-01")
def test_jr_early_01_a_card_held_ready_is_recorded_without_a_sanction() -> None:
    game = revoked()
    ruling = report(game, "card-ready", A)
    assert (ruling.text, ruling.effects, ruling.provisions) == ("recorded", (), ("JR-EARLY-01",))
    assert len(game.incidents) == 1


@pytest.mark.rule("JR-BED-09")
def test_jr_bed_09_thanks_that_counted_a_wrong_card_lapse() -> None:
    """985 + R9 0, LA 11, RB 10, R7 0 = 1006, thanked; LA corrected to R6: 985 + 10 = 995, play goes on."""
    game = late("jassregeln", "S", leader=A, totals=(985, 0), A="R9 E6", B="LA R6", C="RB E7", D="R7 E8", points=(0, 131))
    play(game, "R9 LA RB R7")
    submit(game, Thanked(A))
    assert (game.over, game.winner) == (True, 0)
    settle(game, report(game, "revoke", B), change_C="keep")
    assert not game.over
    play(game, "R6")
    assert not game.over
    assert game.totals()[0] == 995
    play_out(game)
    assert not game.over


@pytest.mark.rule("JR-BED-09")
def test_jr_bed_09_thanks_stand_if_the_points_are_still_reached() -> None:
    game = late("jassregeln", "S", leader=A, totals=(995, 0), A="R9 E6", B="LA R6", C="RB E7", D="R7 E8", points=(0, 131))
    play(game, "R9 LA RB R7")
    submit(game, Thanked(A))
    settle(game, report(game, "revoke", B), change_C="keep")
    play(game, "R6")
    assert (game.over, game.winner, game.totals()[0]) == (True, 0, 1005)


@pytest.mark.rule("JR-REST-01", "JR-REST-03", "JR-REST-05")
def test_jr_rest_01_03_05_a_false_claim_gives_all_the_rest_away() -> None:
    """Trump E: EU E9 E6 34, RA R7 S6 11, L8 LB RK 14, E7 S9 LK 4: 63 and 5 for the last trick to team 2."""
    game = late("jassregeln", "E", leader=A, A="EU E9 E6", B="RA R7 S6", C="L8 LB RK", D="E7 S9 LK", points=(89, 0), tricks=(6, 0))
    ruling = report(game, "claim", A)
    assert ruling.effects == (RestTo(1),)
    assert {"JR-REST-01", "JR-REST-03"} <= set(ruling.provisions)
    settle(game, ruling)
    assert game.totals() == (89, 68)


@pytest.mark.rule("JR-REST-02", "JR-REST-04")
def test_jr_rest_02_04_every_card_must_be_bock_in_any_order() -> None:
    right = late("jassregeln", "obenabe", leader=C, A="S6 S7", B="S8 L6", C="RA LA", D="L7 S9")
    assert report(right, "claim", C).text == "claim-right"
    wrong = late("jassregeln", "obenabe", leader=C, A="S6 S7", B="SA L6", C="RA SK", D="L7 S9")
    assert report(wrong, "claim", C).effects == (RestTo(1),)
    trumped = late("jassregeln", "E", leader=A, A="EU RA", B="E7 R6", C="L6 L7", D="S6 S7")
    assert report(trumped, "claim", A).effects == (RestTo(1),)
    safe = late("jassregeln", "E", leader=A, A="EU RA", B="L8 R6", C="E7 RK", D="S6 S7")
    assert not report(safe, "claim", A).upheld  # the partner's trump does not matter


@pytest.mark.rule("JR-LEFT-01")
def test_jr_left_01_a_trick_left_lying_goes_to_the_winner_of_the_next() -> None:
    """A won trick 8 (22 points) and left it lying, D wins trick 9 (10 points): team 2 gets 22 + 10 + 5."""
    game = late("jassregeln", "L", leader=A, A="RA E6", B="R6 E7", C="RB EB", D="R7 EK", points=(117, 0), tricks=(7, 0))
    play(game, "RA R6 RB R7 E6 E7 EB EK")
    assert game.deal.points == [117 + 21, 14]
    ruling = report(game, "tricks-left", A, trick=8)
    assert ruling.provisions == ("JR-LEFT-01",)
    settle(game, ruling)
    assert game.totals() == (117, 14 + 21 + 5)


def looked():
    """Team 2 has RA RB R7 R6 (21 points) as its trick 8 and 97 - 5 points in all before it looks."""
    return late("jassregeln", "L", leader=B, A="R7 E6", B="RA E7", C="R6 E8", D="RB E9", points=(60, 71), tricks=(3, 4))


@pytest.mark.rule("JR-LOOK-04", "JR-LOOK-01", "JR-LOOK-03")
def test_jr_look_04_the_points_of_a_trick_looked_at_are_lost() -> None:
    """B makes RA R6 RB R7 (21), then looks at it: 97 to 60 becomes 76 to 81."""
    game = looked()
    play(game, "RA R6 RB R7 E7 E8 E9 E6")
    assert game.totals() == (60, 97)
    ruling = report(game, "looked", B, trick=8)
    assert {"JR-LOOK-01", "JR-LOOK-03", "JR-LOOK-04"} <= set(ruling.provisions)
    settle(game, ruling)
    assert game.totals() == (81, 76)
    refused(game, TrickLooked(A, 1), "JR-LOOK-01", "trick-turned")


def test_a_book_in_which_looking_costs_nothing_only_records_it() -> None:
    """The same trick of 21 points under a club's own book: 97 to 60 stays."""
    own = load_text('key = "club"\ntitle = "Club"\nextends = "jassregeln"\n[referee]\nlooking = "nothing"\n', "club.toml")
    game = late(own, "L", leader=B, A="R7 E6", B="RA E7", C="R6 E8", D="RB E9", points=(60, 71), tricks=(3, 4))
    play(game, "RA R6 RB R7 E7 E8 E9 E6")
    ruling = report(game, "looked", B, trick=8)
    settle(game, ruling)
    assert (ruling.text, game.totals()) == ("recorded", (60, 97))


@pytest.mark.rule("JR-LOOK-03")
def test_jr_look_03_the_first_trick_is_no_exception() -> None:
    game = revoked(turned=True)
    refused(game, TrickLooked(B, 1), "JR-LOOK-01")
    assert report(game, "looked", B, trick=1).upheld
    assert not report(game, "looked", B, trick=2).upheld  # it lies open


@pytest.mark.rule("JR-MISS-01")
def test_jr_miss_01_the_opponents_annul_or_play_on_without_the_card() -> None:
    """After trick 8 B has no card: E7 is missing. On 'no effect' trick 9 has three cards, E7 counts for team 1."""
    game = late("jassregeln", "L", leader=A, A="EA", B="EB", C="E8", D="E9", points=(0, 131), tricks=(0, 8), totals=(100, 200))
    ruling = report(game, "missing-card", B, "EB")
    assert ruling.choices[0].by == (A, C)
    assert ruling.choices[0].options[0].effects == (DealVoid(D),)
    settle(game, ruling, annul="no-effect")
    play(game, "EA E8 E9")
    assert game.deal.tricks[-1].absent == (B,)
    assert game.totals() == (100 + 10 + 11 + 5, 200 + 131)
    again = late("jassregeln", "L", leader=A, A="EA", B="EB", C="E8", D="E9", totals=(100, 200))
    settle(again, report(again, "missing-card", B, "EB"), annul="annul")
    assert again.totals() == (100, 200)


@pytest.mark.rule("JR-MISS-01")
@pytest.mark.parametrize("led", ["EA", "EA E8"])
def test_jr_miss_01_a_card_that_is_missed_while_its_trick_lies_there(led: str) -> None:
    """The same, noticed when it is B's turn, or D's after two cards: the trick goes on without the card, "ohne Einfluss"."""
    who, name = (B, "EB") if led == "EA" else (D, "EB")
    hands = {"A": "EA", "B": "EB", "C": "E8", "D": "E9"} if who == B else {"A": "EA", "B": "E8", "C": "E9", "D": "EB"}
    game = late("jassregeln", "L", leader=A, points=(0, 131), tricks=(0, 8), totals=(100, 200), **hands)
    play(game, led)
    settle(game, report(game, "missing-card", who, name), annul="no-effect")
    play(game, {B: "E8 E9", D: "E9"}[who])
    assert (len(game.deal.tricks), game.deal.tricks[-1].absent) == (9, (who,))
    assert game.totals() == (100 + 10 + 11 + 5, 200 + 131)


@pytest.mark.rule("JR-MISS-02")
def test_jr_miss_02_a_hand_of_eight_stops_the_announcement() -> None:
    one, two, three, four = fill(**ROSES)
    game = table("jassregeln", playing=Playing.FREE)
    submit(game, HandsRecorded(D, (one - CardSet((card("R7"),)), two | CardSet((card("R7"),)), three, four)))
    refused(game, Pushed(A), "JR-MISS-02", "hands-irregular")
    settle(game, report(game, "misdeal", D, by=A))
    assert game.next_dealer() == D


@pytest.mark.rule("JR-LEFT-01")
def test_jr_left_01_the_first_trick_left_lying_too() -> None:
    """A and C win trick 1 with RA and leave it lying, B and D the second with LA: both are theirs."""
    game = free("jassregeln", "S", {"A": "RA L6", "B": "R6 LA", "C": "R7 L7", "D": "R8 L8"})
    play(game, "RA R6 R7 R8 L6 LA L7 L8")
    assert [trick.winner for trick in game.deal.tricks] == [A, B]
    settle(game, report(game, "tricks-left", A, trick=1))
    assert (game.deal.won, game.deal.points) == ([0, 2], [0, 22])
    assert not report(game, "tricks-left", B, trick=2).effects  # the next one has yet to be won


@pytest.mark.rule("JR-MISS-01")
def test_jr_miss_01_a_card_that_somebody_else_holds_is_not_the_missing_one() -> None:
    """B names EA, which A holds: nothing can be taken out of B's hand."""
    game = late("jassregeln", "L", leader=A, A="EA", B="EB", C="E8", D="E9")
    (choice,) = report(game, "missing-card", B, "EA").choices
    assert [option.effects for option in choice.options] == [(DealVoid(D),), ()]


@pytest.mark.rule("JR-ERR-14")
def test_jr_err_14_the_card_held_back_is_dead_without_a_trump_too() -> None:
    """Obenabe: B gives E6 to a Rosen trick and keeps RK, the highest that should have been given."""
    game = late("jassregeln", "obenabe", leader=C, A="R8 L6 L7", B="RK E6 LK", C="RA R7 L8", D="R6 R9 L9")
    play(game, "RA R6 R8 E6 L8 L9 L6 LK")  # the next one too, so that the first is turned
    settle(game, report(game, "revoke", B, trick=7), annul="go-on")
    assert game.deal.dead == card("RK").bit
