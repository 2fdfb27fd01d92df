"""UB 2024: Bergpreis, the end at 2000, Ausmachregel, Bedanken and Schneider."""

from __future__ import annotations

import pytest

from puur.core.cards import parse_card
from puur.core.errors import RuleViolation
from puur.core.events import (
    AusmachAgreed,
    CardPlayed,
    CorrectionMade,
    DealAnnulled,
    HandsRecorded,
    ResultEntered,
    StoeckShown,
    Thanked,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import AusmachReading, Finish, Reglement, Source
from puur.core.striche import Striche, doubts, striche
from puur.core.view import view_of
from tests.support import A, B, C, D, book, dealt, endgame, fill, play, play_out, refused, scattered, submit, table

UB = book("ub2024")
SEQUENTIAL = book("ub2024", ending__ausmach_reading=AusmachReading.SEQUENTIAL)  # the switch of UB-AUSM-03


def entered(points: tuple[int, int], mode: str = "E", **more: int) -> ResultEntered:
    """A result from paper."""
    return ResultEntered(points, parse_mode(mode), **more)  # type: ignore[arg-type]


# ---- Bergpreis ---------------------------------------------------------------------------------------------------------

# Trick 1 gives team 2 21 points (R-Banner and R-Ass), trick 2 gives team 1 30 (trump-Banner and Under); then B and D are strong.
BERG = fill(
    A="RB E7 R8 S6 S7 L6 L7 S8 L8", B="RA EB E9 EA EK SA LA SK LK", C="R6 EU R9 S9 L9 SU LU E8 RU", D="R7 E6 EO RK RO SB SO LB LO"
)


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_the_first_team_at_1000_has_it_at_that_moment() -> None:
    game = dealt("ub2024", "E", hands=BERG, totals=(985, 975))
    play(game, "RB RA R6 R7")
    assert (game.totals(), game.bergpreis) == ((985, 996), None)
    play(game, "EB EU E6 E7")
    assert (game.totals(), game.bergpreis) == ((1015, 996), 0)
    assert view_of(game, D).bergpreis == 0
    play_out(game)
    assert game.totals()[1] > game.totals()[0]  # and it stays though team 2 ends the Spiel with more
    assert game.bergpreis == 0


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_points_count_with_the_factor() -> None:
    game = dealt("ub2024", "S", hands=fill(A="RA", B="R6", C="RB", D="R7"), totals=(958, 0))
    play(game, "RA R6 RB R7")  # 21 times 2
    assert game.bergpreis == 0


@pytest.mark.rule("UB-BERG-01")
@pytest.mark.parametrize(
    ("before", "tricks", "points", "bergpreis"),
    [
        (949, (4, 4), (46, 106), 0),  # 995 with all cards: the last trick makes 1000
        (948, (4, 4), (46, 106), None),
        (743, (8, 0), (152, 0), 0),  # 895 with all cards: 5 for the last trick and 100 for the Match
        (742, (8, 0), (152, 0), None),
    ],
)
def test_ub_berg_01_last_trick_and_match_count_at_the_end(
    before: int, tricks: tuple[int, int], points: tuple[int, int], bergpreis: int | None
) -> None:
    game = endgame("ub2024", "E", totals=(before, 0), tricks=tricks, points=points, A="R9", B="R6", C="R7", D="R8")
    play(game, "R9 R6 R7")
    assert game.bergpreis is None
    play(game, "R8")
    assert game.bergpreis == bergpreis


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_in_score_keeping_the_table_says_who_was_first() -> None:
    game = table("ub2024", totals=(950, 950))
    refused(game, entered((95, 62)), "UB-BERG-01", "bergpreis-untold")
    game.submit(entered((95, 62), bergpreis=1))
    assert game.bergpreis == 1
    refused(table("ub2024", totals=(950, 900)), entered((95, 62), bergpreis=1), "UB-BERG-01", "bergpreis-not-won")
    alone = submit(table("ub2024", totals=(950, 900)), entered((95, 62)))
    assert alone.bergpreis == 0  # nobody else got there


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_in_score_keeping_match_weis_and_stoeck_count_too() -> None:
    """959 + 1 + 20 + 20 = 1000; with one point less nobody is there. Schelle doubles all of it: 918 + 2 * 41 = 1000."""
    match = entered((157, 0), match=0, bergpreis=0)  # 743 + 257 = 1000 (UB-MATCH-02)
    assert submit(table("ub2024", totals=(743, 0)), match).bergpreis == 0
    refused(table("ub2024", totals=(742, 0)), match, "UB-BERG-01", "bergpreis-not-won")
    said = {"weis": (20, 0), "stoeck": (20, 0), "bergpreis": 0}
    assert submit(table("ub2024", totals=(959, 0)), entered((1, 156), **said)).bergpreis == 0
    refused(table("ub2024", totals=(958, 0)), entered((1, 156), **said), "UB-BERG-01", "bergpreis-not-won")
    assert submit(table("ub2024", totals=(918, 0)), entered((1, 156), mode="S", **said)).bergpreis == 0
    refused(table("ub2024", totals=(917, 0)), entered((1, 156), mode="S", **said), "UB-BERG-01", "bergpreis-not-won")


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_an_annulled_deal_gives_none() -> None:
    game = dealt("ub2024", "E", hands=BERG, totals=(985, 975))
    play(game, "RB RA R6 R7 EB EU E6 E7")
    game.submit(DealAnnulled("misdeal"))
    assert game.bergpreis is None


# B has the Weis 50, A the Stöck with trump S; the four cards named last are played to the first trick.
BERG_TIE = scattered(A="SK SO E6 EA", B="R6 R7 R8 R9 E7", C="E8", D="E9")


def first_trick(rules: Reglement, totals: tuple[int, int], led: str) -> Game:
    """Trump S: B announces 50 in the first trick, which A leads with `led`."""
    game = dealt(rules, "S", hands=BERG_TIE, totals=totals)
    play(game, f"{led} E7")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E8 E9")
    return game


@pytest.mark.rule("UB-BERG-02")
def test_ub_berg_02_in_the_first_trick_stoeck_come_before_the_weis() -> None:
    game = first_trick(UB, (970, 960), "E6")
    assert game.bergpreis == 0
    assert game.totals() == (1010, 1060)  # the Stöck that won it are written
    refused(game, StoeckShown(A), reason="stoeck-shown-already")
    short = first_trick(UB, (959, 960), "E6")  # 999 with the Stöck
    assert short.bergpreis == 1
    assert short.totals() == (959, 1060)


@pytest.mark.rule("UB-BERG-02")
def test_ub_berg_02_stoeck_that_need_the_trick_come_first_too() -> None:
    # 950 + 40 + 2 x 11 = 1012 against 960 + 100.
    assert first_trick(UB, (950, 960), "EA").bergpreis == 0
    assert first_trick(SEQUENTIAL, (950, 960), "EA").bergpreis == 1


@pytest.mark.rule("UB-BERG-02")
def test_ub_berg_02_further_weise_that_win_it_are_written_too() -> None:
    # D wins trick 1 with 28 points (1003); team 1 has 20 written (990) and 20 more to add (1010), which come before the trick.
    hands = scattered(A="L6 L7 L8 S8 S9 SB RO", B="RB", C="RK", D="RA")
    game = dealt("ub2024", "E", hands=hands, totals=(970, 975))
    play(game, "RO")
    game.submit(WeisAnnounced(A, 20))
    play(game, "RB RK RA")
    assert game.bergpreis == 0
    assert game.totals() == (1010, 1003)


@pytest.mark.rule("UB-BERG-03")
def test_ub_berg_03_only_once_in_a_partie() -> None:
    game = submit(table("ub2024", totals=(950, 900)), entered((95, 62)))
    assert (game.totals(), game.bergpreis) == ((1045, 962), 0)
    refused(game, entered((57, 100), bergpreis=1), reason="bergpreis-not-won")
    game.submit(entered((57, 100)))
    assert (game.totals(), game.bergpreis) == ((1102, 1062), 0)
    assert [row.bergpreis for row in striche(game)] == [1, 0, 1, 0]


@pytest.mark.rule("UB-BERG-04")
def test_ub_berg_04_the_bergpreis_gives_one_strich() -> None:
    game = dealt("ub2024", "E", hands=BERG, totals=(985, 975))
    play(game, "RB RA R6 R7")
    assert [row.bergpreis for row in striche(game)] == [0, 0, 0, 0]
    play(game, "EB EU E6 E7")
    assert [row.bergpreis for row in striche(game)] == [1, 0, 1, 0]


# ---- the end -----------------------------------------------------------------------------------------------------------

# Trick 1: trump-Under and Banner, 30. Trick 2: Nell and the Ass that C throws, 25.
FINISH = fill(A="RU R9 RK RA", B="R6 R8 RO", C="RB SA", D="R7 E6")


@pytest.mark.rule("UB-END-01")
def test_ub_end_01_the_partie_ends_at_2000() -> None:
    game = dealt("ub2024", "R", hands=FINISH, totals=(1950, 1500), bergpreis=1)
    play(game, "RU R6 RB R7")
    assert not game.over
    play(game, "R9 R8 SA E6")
    assert (game.over, game.winner, game.totals()) == (True, 0, (2005, 1500))
    refused(game, CardPlayed(A, parse_card("RK")), "UB-END-01", "game-over")
    refused(game, HandsRecorded(A, fill()), "UB-END-01", "game-over")
    tricks = [entry for entry in game.ledger.entries if entry.source is Source.STICH]
    assert [(entry.team, entry.raw, entry.rule) for entry in tricks] == [(0, 55, "UB-END-01")]  # the other tricks count nothing


@pytest.mark.rule("UB-END-01")
def test_ub_end_01_exactly_2000_is_enough_and_1999_is_not() -> None:
    for before, over in ((1945, True), (1944, False)):
        game = dealt("ub2024", "R", hands=FINISH, totals=(before, 0), bergpreis=0)
        play(game, "RU R6 RB R7 R9 R8 SA E6")
        assert game.over == over


@pytest.mark.rule("UB-END-01")
def test_ub_end_01_a_book_may_ask_for_the_bedanken_instead() -> None:
    game = dealt(book("ub2024", ending__finish=Finish.THANKS), "R", hands=FINISH, totals=(1950, 0), bergpreis=0)
    play(game, "RU R6 RB R7 R9 R8 SA E6")
    assert not game.over
    game.submit(Thanked(C))
    assert (game.over, game.winner) == (True, 0)


@pytest.mark.rule("UB-END-01")
@pytest.mark.parametrize("seat", [A, B])
def test_ub_end_01_in_score_keeping_the_table_records_the_bedanken(seat: int) -> None:
    game = submit(table("ub2024", totals=(1950, 1950), bergpreis=0), entered((95, 62)))
    assert game.totals() == (2045, 2012)
    assert not game.over  # nobody saw who was first
    refused(game, entered((95, 62)), "UB-END-01", "thanks-missing")
    refused(game, HandsRecorded(A, fill()), "UB-END-01", "thanks-missing")
    assert Thanked(seat) in view_of(game, seat).options
    game.submit(Thanked(seat))
    assert (game.over, game.winner) == (True, seat % 2)
    alone = submit(table("ub2024", totals=(1950, 1900), bergpreis=0), entered((95, 62)))
    assert (alone.over, alone.winner) == (True, 0)


@pytest.mark.rule("UB-END-02")
def test_ub_end_02_winning_the_partie_gives_two_striche() -> None:
    game = submit(table("ub2024", totals=(1500, 1950), bergpreis=0), entered((57, 100)))
    assert game.winner == 1
    assert [row.victory for row in striche(game)] == [0, 2, 0, 2]


# ---- Ausmachregel ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UB-AUSM-01")
@pytest.mark.parametrize("order", [(Source.STOECK, Source.STICH, Source.WEIS), (Source.STOECK, Source.WEIS, Source.STICH)])
def test_ub_ausm_01_stoeck_wys_stich_and_nothing_else_can_be_agreed(order: tuple[Source, ...]) -> None:
    game = table("ub2024")
    assert game.ausmach == (Source.STOECK, Source.WEIS, Source.STICH)
    refused(game, AusmachAgreed(order), "UB-AUSM-01", "ausmach-fixed")


# A wins the first trick with 11 + 3 + 10 + 4 = 28 points; B has the Weis 50; the Stöck of trump E are split.
AUSMACH = scattered(A="RA EK", B="RO S6 S7 S8 S9", C="RB EO", D="RK")


@pytest.mark.rule("UB-AUSM-02")
def test_ub_ausm_02_both_at_the_target_in_the_first_trick() -> None:
    game = dealt("ub2024", "E", hands=AUSMACH, totals=(1975, 1955), bergpreis=0)
    play(game, "RA RO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "RB")
    assert not game.over  # not before the trick is complete
    play(game, "RK")
    assert (game.over, game.winner) == (True, 1)
    assert game.totals() == (1975, 2005)  # the trick comes after the Weis


@pytest.mark.rule("UB-AUSM-02")
def test_ub_ausm_02_if_only_one_gets_there_nothing_is_compared() -> None:
    game = dealt("ub2024", "E", hands=AUSMACH, totals=(1975, 1949), bergpreis=0)
    play(game, "RA RO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "RB RK")
    assert (game.winner, game.totals()) == (0, (2003, 1999))


@pytest.mark.rule("UB-AUSM-02")
def test_ub_ausm_02_later_than_the_first_trick_the_earlier_moment_decides() -> None:
    # In trick 2 team 1 gets to 2005; D holds Stöck worth 2005 as well, but has not shown them.
    hands = fill(A="RU R9 RA", B="R6 R8", C="RB SA", D="R7 RK RO E6")
    game = dealt("ub2024", "R", hands=hands, totals=(1950, 1985), bergpreis=1)
    play(game, "RU R6 RB R7")
    play(game, "R9 R8 SA RK")  # 29
    assert (game.winner, game.totals()) == (0, (2009, 1985))


# A holds the Stöck of trump R; B has the Weis 50 and cuts the first trick for 30 points.
STOECK_FIRST = scattered(A="EB RK RO", B="RU S6 S7 S8 S9", C="E6", D="E7")


@pytest.mark.rule("UB-AUSM-03")
def test_ub_ausm_03_stoeck_count_before_weis_and_trick() -> None:
    game = dealt("ub2024", "R", hands=STOECK_FIRST, totals=(1982, 1960), bergpreis=1)
    play(game, "EB RU")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E6 E7")
    assert game.deal.tricks[0].winner == B
    assert (game.over, game.winner) == (True, 0)  # though no Stöck card has been played
    assert game.totals() == (2002, 1960)


@pytest.mark.rule("UB-AUSM-03")
def test_ub_ausm_03_unless_they_do_not_suffice() -> None:
    game = dealt("ub2024", "R", hands=STOECK_FIRST, totals=(1979, 1960), bergpreis=1)
    play(game, "EB RU")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E6 E7")
    assert game.winner == 1


@pytest.mark.rule("UB-AUSM-03")
@pytest.mark.parametrize(("rules", "winner"), [(UB, 0), (SEQUENTIAL, 1)], ids=["shipped", "sequential"])
def test_ub_ausm_03_stoeck_together_with_the_trick(rules: Reglement, winner: int) -> None:
    # 1955 + 20 + 28 = 2003 against 1955 + 50 = 2005 (the case of JR-AUSM-04, a thousand further).
    hands = scattered(A="EA RK RO", B="EO L6 L7 L8 L9", C="EB", D="EK")
    game = dealt(rules, "R", hands=hands, totals=(1955, 1955), bergpreis=1)
    play(game, "EA EO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "EB EK")
    assert game.winner == winner
    assert game.totals()[winner] >= 2000


def thanked_too_early(totals: tuple[int, int], bergpreis: int | None) -> Game:
    """Team 1 makes a trick of 24 points and C thanks; nobody has both cards of the Stöck."""
    game = dealt("ub2024", "E", hands=fill(A="RA", B="R6 EK", C="RB", D="RO"), totals=totals, bergpreis=bergpreis)
    play(game, "RA R6 RB RO")
    game.submit(Thanked(C))
    return game


@pytest.mark.rule("UB-SCHN-02")
def test_ub_schn_02_a_correction_that_reopens_the_partie_takes_the_schneider_back() -> None:
    """1950 + 100 against 157: won with Schneider. Corrected by -60 nobody has 2000, and there is no Schneider before the end."""
    game = submit(table("ub2024", totals=(1950, 100), bergpreis=0), entered((100, 57)))
    assert (game.over, game.winner, game.schneider) == (True, 0, True)
    game.submit(CorrectionMade(1, 0, -60, "verschrieben"))
    assert (game.totals(), game.over, game.winner, game.schneider) == ((1990, 157), False, None, False)


@pytest.mark.rule("UB-AUSM-05")
def test_ub_ausm_05_who_thanks_by_mistake_loses_the_partie() -> None:
    game = thanked_too_early((1970, 1200), 0)
    assert (game.over, game.winner, game.totals()) == (True, 1, (1994, 1200))
    assert not game.schneider  # judged on the real points of team 1
    assert striche(game) == (Striche(bergpreis=1), Striche(victory=2), Striche(bergpreis=1), Striche(victory=2))
    with pytest.raises(RuleViolation, match="game-over"):
        game.submit(CardPlayed(A, next(iter(game.deal.hand(A)))))


@pytest.mark.rule("UB-AUSM-05")
def test_ub_ausm_05_the_winners_get_no_bergpreis_by_it() -> None:
    game = thanked_too_early((500, 700), None)
    assert (game.winner, game.bergpreis) == (1, None)
    assert striche(game)[B] == Striche(victory=2, schneider=1)
    had_it = thanked_too_early((900, 1500), 1)
    assert striche(had_it)[B] == Striche(bergpreis=1, victory=2, schneider=1)


# ---- Schneider ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UB-SCHN-01")
@pytest.mark.parametrize(("target", "limit"), [(2000, 1000), (1500, 750)])
def test_ub_schn_01_the_limit_is_half_of_the_target(target: int, limit: int) -> None:
    rules = book("ub2024", ending__target=target) if target != 2000 else book("ub2024")
    for before, schneider in ((limit - 58, True), (limit - 57, False)):
        game = submit(table(rules, totals=(target - 100, before), bergpreis=0), entered((100, 57)))
        assert (game.winner, game.schneider) == (0, schneider)


@pytest.mark.rule("UB-SCHN-02")
@pytest.mark.parametrize(("before", "total", "schneider"), [(942, 999, True), (943, 1000, False)])
def test_ub_schn_02_below_1000_the_losers_are_in_the_schneider(before: int, total: int, schneider: bool) -> None:
    game = submit(table("ub2024", totals=(1900, before), bergpreis=0), entered((100, 57)))
    assert (game.winner, game.totals()[1], game.schneider) == (0, total, schneider)


@pytest.mark.rule("UB-SCHN-02")
def test_ub_schn_02_a_partie_still_running_has_no_schneider() -> None:
    game = submit(table("ub2024", totals=(1800, 100)), entered((100, 57)))
    assert not game.over
    assert [row.schneider for row in striche(game)] == [0, 0, 0, 0]


@pytest.mark.rule("UB-SCHN-03")
def test_ub_schn_03_the_winners_note_one_more_strich() -> None:
    game = submit(table("ub2024", totals=(1900, 823)), entered((110, 47)))
    assert game.totals() == (2010, 870)
    for seat in (A, C):
        assert striche(game)[seat] == Striche(bergpreis=1, victory=2, schneider=1)
        assert striche(game)[seat].total == 4
    assert striche(game)[B] == striche(game)[D] == Striche()


@pytest.mark.rule("UB-SCHN-03")
def test_ub_schn_03_schneider_without_bergpreis_is_doubted_not_refused() -> None:
    rows = [Striche(bergpreis=1, victory=2, schneider=1), Striche(bergpreis=1), Striche(victory=2, schneider=1)]
    assert doubts(rows) == ("3: schneider-without-bergpreis",)
    assert doubts([Striche(bergpreis=1, schneider=1)]) == ("1: schneider-without-victory",)
