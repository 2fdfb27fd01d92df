"""UB 2024: the Match, its points and its Strich."""

from __future__ import annotations

import pytest

from puur.core.events import ResultEntered
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.striche import striche
from tests.support import A, C, by_source, dealt, endgame, fill, play, play_out, refused, submit, table


def match_of(holder: str, mode: str, **options: object) -> Game:
    """A deal announced by A in which `holder` has all nine cards of a suit (of trump, if there is one) and takes every trick.

    Without trump that is sure only on lead, so for A.
    """
    suit = mode if mode in "ERSL" else "E"
    game = dealt("ub2024", mode, hands=fill(**{holder: " ".join(suit + rank for rank in "6789BUOKA")}), **options)
    play_out(game)
    return game


@pytest.mark.rule("UB-MATCH-01")
def test_ub_match_01_all_nine_tricks_are_a_match() -> None:
    game = match_of("A", "R")
    assert [trick.winner for trick in game.deal.tricks] == [A] * 9
    assert game.deal.match == 0


@pytest.mark.rule("UB-MATCH-01")
def test_ub_match_01_tricks_of_both_partners_together_are_one() -> None:
    game = endgame("ub2024", "E", points=(139, 0), tricks=(7, 0), A="RA S6", B="R6 S7", C="RU S9", D="R7 S8")
    play(game, "RA R6 RU R7  S6 S7 S9 S8")
    assert [trick.winner for trick in game.deal.tricks[-2:]] == [A, C]
    assert game.deal.match == 0


@pytest.mark.rule("UB-MATCH-01")
def test_ub_match_01_one_trick_worth_nothing_prevents_it() -> None:
    game = endgame("ub2024", "E", points=(141, 0), tricks=(7, 0), A="R6 SA", B="R9 S6", C="R7 S7", D="R8 S9")
    play(game, "R6 R9 R7 R8  S6 S7 S9 SA")
    assert game.deal.match is None
    assert game.totals() == (157, 0)
    assert all(row.match == 0 for row in striche(game))


@pytest.mark.rule("UB-MATCH-02")
def test_ub_match_02_a_match_counts_257() -> None:
    game = match_of("A", "R")
    assert game.totals() == (257, 0)
    assert by_source(game, 0) == {Source.STICH: 152, Source.LAST_TRICK: 5, Source.MATCH: 100}
    (bonus,) = (entry for entry in game.ledger.entries if entry.source is Source.MATCH)
    assert bonus.rule == "UB-MATCH-02"
    refused(table("ub2024"), ResultEntered((156, 1), parse_mode("R"), match=0), "UB-MATCH-02", "match-without-all-points")


@pytest.mark.parametrize(
    ("holder", "mode", "written"),
    [
        pytest.param("B", "E", (0, 257), marks=pytest.mark.rule("UB-MATCH-03"), id="ub_match_03_eichel"),
        pytest.param("D", "R", (0, 257), marks=pytest.mark.rule("UB-MATCH-03"), id="ub_match_03_rose"),
        pytest.param("B", "L", (0, 514), marks=pytest.mark.rule("UB-MATCH-04"), id="ub_match_04_schilte"),
        pytest.param("D", "S", (0, 514), marks=pytest.mark.rule("UB-MATCH-04"), id="ub_match_04_schelle"),
        pytest.param("A", "undeufe", (771, 0), marks=pytest.mark.rule("UB-MATCH-05"), id="ub_match_05_undenufe"),
        pytest.param("A", "obenabe", (771, 0), marks=pytest.mark.rule("UB-MATCH-05"), id="ub_match_05_obenabe"),
    ],
)
def test_a_match_is_written_times_the_factor(holder: str, mode: str, written: tuple[int, int]) -> None:
    assert match_of(holder, mode).totals() == written
    team = 0 if written[0] else 1
    points = (157, 0) if team == 0 else (0, 157)
    entered = submit(table("ub2024"), ResultEntered(points, parse_mode(mode), match=team))  # from paper as well
    assert entered.totals() == written


@pytest.mark.rule("UB-MATCH-06")
@pytest.mark.parametrize(("mode", "points"), [("obenabe", 771), ("S", 514), ("E", 257)])
def test_ub_match_06_always_exactly_one_strich(mode: str, points: int) -> None:
    game = match_of("A", mode)
    assert game.totals() == (points, 0)
    assert [row.match for row in striche(game)] == [1, 0, 1, 0]


@pytest.mark.rule("UB-MATCH-06")
def test_ub_match_06_against_the_announcing_team_it_counts_the_same() -> None:
    game = match_of("B", "E")
    assert game.deal.announcer == A
    assert game.totals() == (0, 257)
    assert [row.match for row in striche(game)] == [0, 1, 0, 1]


@pytest.mark.rule("UB-MATCH-06")
def test_ub_match_06_no_match_when_the_partie_ends_before_the_ninth_trick() -> None:
    game = dealt("ub2024", "E", hands=fill(A="E6 E7 E8 E9 EB EU EO EK EA"), totals=(1900, 0), bergpreis=0)
    play_out(game)
    assert game.over
    assert len(game.deal.tricks) < 9
    assert game.deal.match is None
    assert Source.MATCH not in by_source(game, 0)
    assert [row.match for row in striche(game)] == [0, 0, 0, 0]
