"""AJZ 08: until when points may be written, the end at 1999, Bedanken and what it leaves. Team 1 is P1 and P3, A and C."""

from __future__ import annotations

import random

import pytest

from puur.core.actions import extras
from puur.core.cards import shuffled
from puur.core.events import (
    AusmachInvoked,
    CardPlayed,
    Cut,
    Dealt,
    HandsRecorded,
    SchreiberNamed,
    Shuffled,
    Thanked,
    WeisAnnounced,
    Wrote,
)
from puur.core.game import Game
from puur.core.reglement import Source
from puur.core.setup import Keeping
from puur.core.striche import Striche, striche
from tests.support import A, B, C, D, by_source, dealt, endgame, fill, play, play_out, play_trick, refused, submit

PACK = shuffled(random.Random(1))


def scored(mode: str, made: tuple[int, int], totals: tuple[int, int] = (0, 0), keeping: Keeping = Keeping.AUTOMATIC) -> Game:
    """A Spiel played to the end with so many card points; P1 makes the last trick, of four worthless sevens."""
    sevens = dict(zip("ABCD", (suit + "7" for suit in mode + "ERSL".replace(mode, "")), strict=True))
    made_before = (made[0] - 5, made[1])
    game = endgame("ajz08", mode, points=made_before, tricks=(4, 4), totals=totals, keeping=keeping, **sevens)
    play(game, " ".join(sevens.values()))
    return game


# ---- writing in time ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-50")
def test_ajz_2_2_1_50_written_until_the_next_deal_is_complete() -> None:
    game = scored("L", (98, 59), keeping=Keeping.MANUAL)
    assert game.ledger.totals == [0, 0]
    submit(game, Shuffled(A, PACK), Cut(D, 9))  # the last card of the next deal is not dealt yet
    game.submit(Wrote(B, 1, Source.RESULT))
    assert game.ledger.totals == [0, 118]
    game.submit(Wrote(A, 0, Source.RESULT))
    assert game.ledger.totals == [196, 118]


@pytest.mark.rule("AJZ-2.2.1-50")
def test_ajz_2_2_1_50_the_points_of_a_weis_too() -> None:
    game = dealt("ajz08", "L", hands=fill(A="L6 L7 L8 L9 LB LU LO LK LA"), keeping=Keeping.MANUAL)
    submit(game, SchreiberNamed(A), SchreiberNamed(B))  # the Schreiber may play on before writing it
    game.submit(WeisAnnounced(A, 300))
    play_out(game)
    submit(game, Shuffled(A, PACK), Cut(D, 9), Wrote(A, 0, Source.WEIS))
    assert game.ledger.totals == [600, 0]


@pytest.mark.rule("AJZ-2.2.1-50")
def test_ajz_2_2_1_50_the_last_spiel_of_a_jassrunde_has_no_next_deal() -> None:
    game = scored("L", (98, 59), totals=(1900, 0), keeping=Keeping.MANUAL)
    assert game.over
    submit(game, Wrote(B, 1, Source.RESULT), Wrote(A, 0, Source.RESULT))
    assert game.ledger.totals == [2096, 118]


@pytest.mark.rule("AJZ-2.2.1-51")
def test_ajz_2_2_1_51_what_is_not_written_by_then_is_forfeited() -> None:
    game = scored("L", (98, 59), keeping=Keeping.MANUAL)
    submit(game, Wrote(A, 0, Source.RESULT), Shuffled(A, PACK), Cut(D, 9), Dealt(A))
    refused(game, Wrote(B, 1, Source.RESULT), "AJZ-2.2.1-50", "nothing-due")
    assert game.totals() == (196, 0)


@pytest.mark.rule("AJZ-2.2.1-51")
def test_ajz_2_2_1_51_nothing_is_forfeited_with_automatic_scoring() -> None:
    game = scored("L", (98, 59))
    submit(game, Shuffled(A, PACK), Cut(D, 9), Dealt(A))
    assert game.totals() == (196, 118)


# ---- the target --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-52")
@pytest.mark.parametrize(("before", "after", "over"), [(1900, 1998, False), (1901, 1999, True), (1902, 2000, True)])
def test_ajz_2_2_1_52_a_jassrunde_runs_to_1999(before: int, after: int, over: bool) -> None:
    game = scored("R", (98, 59), totals=(before, 0))
    assert (game.totals()[0], game.over) == (after, over)
    if over:
        refused(game, HandsRecorded(A, fill()), "AJZ-2.2.1-52", "game-over")
    else:
        game.submit(HandsRecorded(A, fill()))


@pytest.mark.rule("AJZ-2.2.1-52")
def test_ajz_2_2_1_52_no_order_of_finishing() -> None:
    game = dealt("ajz08", "E", hands=fill(A="L7"), totals=(1998, 1998))
    play_trick(game)
    refused(game, AusmachInvoked(B), "AJZ-2.2.1-52", "no-ausmach")
    play_out(game)
    assert min(game.totals()) > 1999  # both are out, and only the points matter
    assert sum(game.totals()) == 2 * 1998 + 157


@pytest.mark.rule("AJZ-2.2.1-53")
def test_ajz_2_2_1_53_points_beyond_1999_count_for_both_teams() -> None:
    game = scored("L", (120, 37), totals=(1900, 1950))
    assert game.over
    assert game.totals() == (2140, 2024)
    refused(game, Shuffled(A, PACK), "AJZ-2.2.1-52", "game-over")


# ---- Bedanken ----------------------------------------------------------------------------------------------------------


def after_four_tricks(totals: tuple[int, int], **changed: str) -> Game:
    """Trump Schilte, four tricks played: team 1 has 52 card points, the opponents 18; P1 is to lead."""
    left = {"A": "LU L9 LA EA RA", "B": "SA EK E6 E7 E8", "C": "R6 R7 R8 S6 S7", "D": "E9 R9 S8 S9 L6"}
    return endgame("ajz08", "L", points=(52, 18), tricks=(3, 1), totals=totals, **{**left, **changed})


@pytest.mark.rule("AJZ-2.2.1-54")
@pytest.mark.parametrize("unfinished", ["", "LU", "LU E6 R6"])
def test_ajz_2_2_1_54_thanks_break_the_spiel_off(unfinished: str) -> None:
    game = after_four_tricks((1900, 1500))
    play(game, unfinished)
    game.submit(Thanked(A))
    assert (game.over, game.winner, game.over_by) == (True, 0, "thanks")
    assert game.totals() == (2004, 1536)  # an incomplete trick counts nothing, nor does a last trick
    assert {entry.rule for entry in game.ledger.of_deal(1)} == {"AJZ-2.2.1-54"}
    seat = game.deal.turn
    refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), reason="game-over")


@pytest.mark.rule("AJZ-2.2.1-54")
def test_ajz_2_2_1_54_a_complete_trick_counts_while_it_lies_open() -> None:
    game = after_four_tricks((1900, 1500))
    play(game, "LA E6 R6 L6")
    game.submit(Thanked(A))
    assert game.totals() == (2004 + 22, 1536)


@pytest.mark.rule("AJZ-2.2.1-54")
@pytest.mark.parametrize(("before", "right"), [(1855, True), (1854, False)])
def test_ajz_2_2_1_54_held_stoeck_count_before_they_are_named(before: int, right: bool) -> None:
    left = {"A": "LU L9 LK LO EA", "B": "SA RA E6 E7 E8", "C": "R6 R7 R8 S6 SB", "D": "E9 R9 S8 S9 L6"}
    game = endgame("ajz08", "L", points=(52, 16), tricks=(3, 1), totals=(before, 1500), **left)
    game.submit(Thanked(C))
    assert game.over is right
    assert game.totals() == (before + 104 + (40 if right else 0), 1532)
    if right:
        assert by_source(game, 0)[Source.STOECK] == 40


@pytest.mark.rule("AJZ-2.2.1-54")
@pytest.mark.parametrize(("before", "right"), [(1891, True), (1890, False)])
def test_ajz_2_2_1_54_a_confirmed_weis_counts_with_its_factor(before: int, right: bool) -> None:
    hands = fill(A="L7 L8 L9 LU E6 E8 R6 R8 S6", B="L6", C="LB", D="LK")
    game = dealt("ajz08", "L", hands=hands, totals=(before, 0))
    game.submit(WeisAnnounced(A, 20))
    play(game, "LU L6 LB LK")
    game.submit(Thanked(C))
    assert game.over is right
    assert game.totals() == (before + 2 * 20 + 2 * 34, 0)


@pytest.mark.rule("AJZ-2.2.1-55")
@pytest.mark.parametrize("seat", [A, C])
def test_ajz_2_2_1_55_thanks_at_any_time_after_1999(seat: int) -> None:
    game = after_four_tricks((1900, 1500))
    play(game, "LU")
    assert game.deal.turn == B  # an opponent's turn
    assert Thanked(seat) in extras(game, seat)
    assert Thanked(B) not in extras(game, B)
    game.submit(Thanked(seat))
    assert game.totals() == (2004, 1536)


@pytest.mark.rule("AJZ-2.2.1-55")
def test_ajz_2_2_1_55_false_thanks_cost_500_and_the_spiel_goes_on() -> None:
    game = after_four_tricks((1886, 1500))  # 1990 with the 104 of this Spiel
    assert game.totals()[0] == 1990
    game.submit(Thanked(A))
    assert game.penalties == [(A, 500, "AJZ-3.4-23")]
    assert not game.over
    assert game.totals() == (1990, 1536)
    play_out(game)
    assert len(game.deal.tricks) == 9


@pytest.mark.rule("AJZ-2.2.1-56")
def test_ajz_2_2_1_56_no_schneider() -> None:
    game = scored("L", (120, 37), totals=(1900, 796))
    assert game.totals() == (2140, 870)
    assert (game.over, game.winner, game.schneider) == (True, 0, False)  # "no consequence": nothing is said of it either
    assert set(striche(game)) == {Striche()}
    assert {entry.source for entry in game.ledger.of_deal(1)} == {Source.STICH, Source.LAST_TRICK}


# ---- the Weis of the others after thanks -------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-57")
def test_ajz_2_2_1_57_the_opponents_weis_is_credited_without_a_trick() -> None:
    hands = fill(
        A="L7 EU E9 EA EK EB R6 R7 L6",
        B="S6 S7 S8 S9 E6 R8 R9 L8 L9",
        C="E7 EO RU RO RK RA SB SU SO",
        D="E8 SK SA RB LB LU LO LK LA",
    )
    game = dealt("ajz08", "E", hands=hands, totals=(1971, 1500))
    play(game, "EU E6")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E7 E8 E9 R8 EO LU")  # 20 and 19 card points
    assert game.totals() == (2010, 1500)
    game.submit(Thanked(C))
    assert game.totals() == (2010, 1550)


@pytest.mark.rule("AJZ-2.2.1-57")
def test_ajz_2_2_1_57_who_had_not_played_may_still_announce() -> None:
    hands = fill(
        A="L7 EO EK R6 R7 R9 L9 LA SA",
        B="S6 S7 S8 S9 SU SK L6 LB LO",
        C="RB RU RO RK RA E9 EU L8 SB",
        D="E6 E7 E8 EA EB R8 SO LU LK",
    )
    game = dealt("ajz08", "E", hands=hands, totals=(1979, 1500))
    play(game, "L7")
    game.submit(Thanked(A))  # with the Stöck
    assert (game.over, game.totals()) == (True, (1999, 1500))
    refused(game, WeisAnnounced(A, 20), reason="weis-too-late")  # has played
    game.submit(WeisAnnounced(B, 50))
    assert game.totals() == (1999, 1550)
    game.submit(WeisAnnounced(D, 20))
    assert game.totals() == (1999, 1570)
    game.submit(WeisAnnounced(C, 100))  # the highest, but the own Weis still needs a trick
    assert game.totals() == (1999, 1500)


@pytest.mark.rule("AJZ-2.2.1-57")
def test_ajz_2_2_1_57_the_own_weis_still_needs_a_trick() -> None:
    hands = fill(A="L7 EO EK R6 R7 R8 S6 SB SA", B="LA", C="L8", D="L6")
    game = dealt("ajz08", "E", hands=hands, totals=(1979, 1500))
    game.submit(WeisAnnounced(A, 20))
    play(game, "L7 LA L8 L6")
    game.submit(Thanked(A))
    assert game.totals() == (1999, 1511)


@pytest.mark.rule("AJZ-2.2.2-29")
def test_ajz_2_2_2_29_after_early_thanks_the_missing_trick_does_not_matter() -> None:
    hands = fill(A="L6 L7 L8 L9 LB LU LO LK LA", B="S6 S7 S8 S9 E6 E8 EB EO EA", C="E7", D="RU")
    game = dealt("ajz08", "obenabe", hands=hands, totals=(1990, 1500))
    play(game, "LA E6")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E7 RU")
    play_trick(game)
    play_trick(game)
    assert game.deal.won == [3, 0]
    game.submit(Thanked(A))
    assert game.totals()[1] == 1650
    assert [(one.raw, one.factor, one.points) for one in game.ledger.of_deal(1) if one.source is Source.WEIS] == [(50, 3, 150)]
