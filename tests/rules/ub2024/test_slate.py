"""UB 2024: the slate with its two halves, the Schreiber, and the Wertetabelle beside it."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS
from puur.core.events import HandsRecorded, ResultEntered, SchreiberNamed, Shuffled, SlateAcknowledged, SlateRequested
from puur.core.game import Game
from puur.core.housekeeping import schreiber_seats
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Setup
from puur.core.slate import Strokes, strokes
from puur.core.striche import Striche, striche
from puur.core.view import view_of
from tests.support import A, B, C, D, book, dealt, fill, play_out, refused, submit, table


@pytest.mark.rule("UB-CONDUCT-02")
def test_ub_conduct_02_points_are_noted_on_the_slate() -> None:
    game = table("ub2024", totals=(100, 40))
    game.submit(ResultEntered((95, 62), parse_mode("E")))
    assert [half.points for half in map(strokes, game.totals())] == [195, 102]


@pytest.mark.rule("UB-CONDUCT-03")
def test_ub_conduct_03_striche_stand_on_the_personal_sheet_not_on_the_slate() -> None:
    game = dealt("ub2024", "E", hands=fill(A="E6 E7 E8 E9 EB EU EO EK EA"))
    play_out(game)
    assert striche(game) == (Striche(match=1), Striche(), Striche(match=1), Striche())
    assert [half.points for half in map(strokes, game.totals())] == [257, 0]  # the points of the Match and nothing else
    assert {entry.source for entry in game.ledger.entries} == {Source.STICH, Source.LAST_TRICK, Source.MATCH}


@pytest.mark.rule("UB-SLATE-02")
@pytest.mark.parametrize(
    ("before", "made", "drawn"),
    [
        (200, 57, Strokes(2, 1, 0, 7)),
        (0, 0, Strokes(0, 0, 0, 0)),
        (0, 19, Strokes(0, 0, 0, 19)),
        (0, 20, Strokes(0, 0, 1, 0)),
        (0, 99, Strokes(0, 1, 2, 9)),
        (1900, 100, Strokes(20, 0, 0, 0)),
    ],
)
def test_ub_slate_02_strokes_for_100_50_and_20_and_one_remainder(before: int, made: int, drawn: Strokes) -> None:
    game = submit(table("ub2024", totals=(before, 0)), ResultEntered((made, 157 - made), parse_mode("E")))
    assert strokes(game.totals()[0]) == drawn


@pytest.mark.rule("UB-SLATE-03")
def test_ub_slate_03_each_team_has_one_half() -> None:
    game = submit(table("ub2024"), ResultEntered((95, 62), parse_mode("S")))
    assert [strokes(total).points for total in game.totals()] == [190, 124]  # A and C, B and D


@pytest.mark.rule("UB-SLATE-04")
def test_ub_slate_04_one_schreiber_for_each_team() -> None:
    game = Game(book("ub2024"), Setup(first_dealer=D))
    for begin in (Shuffled(D, CARDS), HandsRecorded(D, fill()), ResultEntered((95, 62), parse_mode("E"))):
        refused(game, begin, "UB-SLATE-04", "schreiber-missing")
    submit(game, SchreiberNamed(B), SchreiberNamed(D))
    assert game.schreiber_of(1) == D  # the second naming replaces the first
    assert game.schreiber == [D]
    refused(game, Shuffled(D, CARDS), "UB-SLATE-04", "schreiber-missing")  # team 1 has none yet
    game.submit(SchreiberNamed(A))
    assert [game.schreiber_of(team) for team in (0, 1)] == [A, D]
    game.submit(Shuffled(D, CARDS))


@pytest.mark.rule("UB-SLATE-05")
def test_ub_slate_05_the_slate_is_always_regrouped() -> None:
    game = submit(table("ub2024", totals=(220, 0)), ResultEntered((20, 137), parse_mode("E")))
    assert strokes(game.totals()[0]) == Strokes(2, 0, 2, 0)  # twelve times 20
    for total in range(2500):
        half = strokes(total)
        assert half.points == total
        assert half.fifties <= 1
        assert half.twenties <= 2
        assert 0 <= half.remainder < 20


@pytest.mark.rule("UB-SLATE-06")
def test_ub_slate_06_a_request_is_shown_until_the_schreiber_acknowledges_it() -> None:
    game = submit(table("ub2024"), SlateRequested(C))  # C and D are the Schreiber
    assert view_of(game, D).slate_requests == (C,)
    refused(game, SlateAcknowledged(B), "UB-SLATE-04", "not-the-schreiber")
    assert view_of(game, D).slate_requests == (C,)
    game.submit(SlateAcknowledged(D))
    assert view_of(game, D).slate_requests == ()


@pytest.mark.rule("UB-SLATE-04")
@pytest.mark.parametrize(("first", "seats"), [(A, (A, B)), (B, (B, C)), (C, (C, D)), (D, (D, A))])
def test_ub_slate_04_a_schreiber_for_each_team_whoever_is_named_first(first: int, seats: tuple[int, int]) -> None:
    assert schreiber_seats(book("ub2024"), first) == seats
    assert schreiber_seats(book("tam2014-es"), first) == (first,)  # TAM-ES-61: one of the four
    assert schreiber_seats(book("jassregeln"), first) == ()
