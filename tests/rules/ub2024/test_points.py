"""UB 2024: card values, the last trick, control sum and factors."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS
from puur.core.events import Counted, ResultEntered, StoeckShown, WeisAnnounced
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.slate import strokes
from tests.support import A, B, C, D, book, by_source, dealt, endgame, play, play_out, play_trick, refused, scattered, submit, table


def trick_points(mode: str, cards: str) -> int:
    """What these four cards count as a trick."""
    one, two, three, four = cards.split()
    game = endgame("ub2024", mode, A=one, B=two, C=three, D=four)
    play(game, cards)
    return game.deal.tricks[-1].points


def values(mode: str, suit: str) -> dict[str, int]:
    """What the cards of a suit count, without the worthless ones."""
    game = dealt("ub2024", mode)
    return {
        card.rank.value: game.deal.values[card.index] for card in CARDS if card.suit.value == suit and game.deal.values[card.index]
    }


@pytest.mark.rule("UB-POINTS-01")
def test_ub_points_01_values_in_the_trump_suit() -> None:
    assert trick_points("E", "EU E9 EA EB") == 55
    for suit in "ERSL":
        assert values(suit, suit) == {"U": 20, "9": 14, "A": 11, "B": 10, "K": 4, "O": 3}
        assert sum(values(suit, suit).values()) == 62


@pytest.mark.rule("UB-POINTS-02")
def test_ub_points_02_values_in_the_plain_suits() -> None:
    assert trick_points("E", "RU R9 RA RB") == 23
    for suit in "RSL":
        assert values("E", suit) == {"A": 11, "B": 10, "K": 4, "O": 3, "U": 2}
        assert sum(values("E", suit).values()) == 30


@pytest.mark.rule("UB-POINTS-03")
def test_ub_points_03_values_in_obenabe() -> None:
    assert trick_points("obenabe", "RA R8 RB R6") == 29
    for suit in "ERSL":
        assert values("obenabe", suit) == {"A": 11, "B": 10, "8": 8, "K": 4, "O": 3, "U": 2}
        assert sum(values("obenabe", suit).values()) == 38


@pytest.mark.rule("UB-POINTS-04")
def test_ub_points_04_values_in_undenufe() -> None:
    assert trick_points("undeufe", "RA R8 RB R6") == 29
    for suit in "ERSL":
        assert values("undeufe", suit) == {"6": 11, "B": 10, "8": 8, "K": 4, "O": 3, "U": 2}
        assert sum(values("undeufe", suit).values()) == 38


@pytest.mark.rule("UB-POINTS-05")
def test_ub_points_05_the_last_trick_gives_five_points() -> None:
    # 79 + 11 for the Ass of the last trick are cards worth 90.
    game = endgame("ub2024", "E", points=(79, 62), tricks=(4, 4), A="RA", B="R6", C="R7", D="R8")
    play(game, "RA R6 R7 R8")
    assert game.totals() == (95, 62)
    (last,) = (entry for entry in game.ledger.entries if entry.source is Source.LAST_TRICK)
    assert (last.team, last.raw, last.rule) == (0, 5, "UB-POINTS-05")


@pytest.mark.rule("UB-POINTS-06")
def test_ub_points_06_a_result_that_is_not_157_is_refused() -> None:
    game = table("ub2024")
    wrong = refused(game, ResultEntered((95, 61), parse_mode("E")), "UB-POINTS-06", "control-sum")
    assert wrong.facts == {"found": 156, "difference": -1}
    game.submit(ResultEntered((95, 62), parse_mode("E")))
    assert game.totals() == (95, 62)


@pytest.mark.rule("UB-POINTS-06")
def test_ub_points_06_the_counts_of_both_teams_make_157() -> None:
    game = endgame("ub2024", "E", points=(79, 62), tricks=(4, 4), A="RA", B="R6", C="R7", D="R8")
    play(game, "RA R6 R7 R8")
    game.submit(Counted(A, 95))
    refused(game, Counted(B, 61), "UB-POINTS-06", "control-sum")
    game.submit(Counted(B, 62))


@pytest.mark.rule("UB-POINTS-06")
@pytest.mark.parametrize("mode", ["E", "R", "S", "L", "obenabe", "undeufe"])
def test_ub_points_06_a_played_deal_makes_157_times_the_factor(mode: str) -> None:
    game = dealt("ub2024", mode, hands=scattered())
    play_out(game)
    assert game.deal.match is None
    assert sum(game.totals()) == 157 * game.deal.factor


@pytest.mark.rule("UB-POINTS-07")
def test_ub_points_07_the_points_are_multiplied_by_the_factor() -> None:
    # In Obenabe the last Ass counts 11 and the 8 counts 8: 71 + 19 are cards worth 90.
    game = endgame("ub2024", "obenabe", points=(71, 62), tricks=(4, 4), A="RA", B="R6", C="R7", D="R8")
    play(game, "RA R6 R7 R8")
    assert game.totals() == (285, 186)
    assert sum(game.totals()) == 3 * 157
    assert {entry.factor for entry in game.ledger.entries} == {3}


@pytest.mark.rule("UB-POINTS-08")
@pytest.mark.parametrize(("times_factor", "points"), [(True, 140), (False, 70)])
def test_ub_points_08_weis_and_stoeck_too(times_factor: bool, points: int) -> None:
    rules = book("ub2024", weis__times_factor=times_factor)
    game = dealt(rules, "S", hands=scattered(A="R6 R7 R8 R9 SK SO"), totals=(980, 0))  # shown at once for the Bergpreis
    game.submit(StoeckShown(A))
    play_trick(game, WeisAnnounced(A, 50))
    sources = by_source(game, 0)
    assert sources[Source.WEIS] + sources[Source.STOECK] == points
    assert game.book.rule("weis.times_factor") == "UB-POINTS-08"


@pytest.mark.rule("UB-POINTS-09")
@pytest.mark.parametrize("announcer", [A, B, C, D])
def test_ub_points_09_both_teams_write_what_they_made(announcer: int) -> None:
    game = submit(table("ub2024"), ResultEntered((60, 97), parse_mode("L"), announcer=announcer))
    assert game.totals() == (120, 194)


@pytest.mark.rule("UB-POINTS-09")
def test_ub_points_09_in_full_play_too() -> None:
    game = endgame("ub2024", "L", points=(60, 81), tricks=(4, 4), leader=B, A="R6", B="RA", C="R7", D="R8")
    assert game.deal.announcer == A
    play(game, "RA R7 R8 R6")
    assert game.totals() == (120, 194)  # 60 and 81 + 11 + 5


@pytest.mark.rule("UB-POINTS-10")
def test_ub_points_10_each_half_of_the_slate_shows_the_new_total() -> None:
    game = submit(table("ub2024", totals=(100, 40)), ResultEntered((95, 62), parse_mode("E")))
    one, two = map(strokes, game.totals())
    assert (one.points, two.points) == (195, 102)
