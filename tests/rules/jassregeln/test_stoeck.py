"""Jassregeln: König and Ober of trump, when they are shown and written, and what they do at the end of a game."""

from __future__ import annotations

import pytest

from puur.core.actions import actions
from puur.core.events import AusmachInvoked, Conceded, SchreiberNamed, StoeckShown, Thanked, Turned, WeisAnnounced, Wrote
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Keeping, Turning
from tests.support import A, B, C, D, book, dealt, endgame, fill, play, play_trick, refused, scattered

# Trump is Schellen. A leads and wins five tricks in a row: SO in the second, SK in the fifth.
HANDS = fill(
    A="E8 E9 EB EU EO EK EA SO SK",
    B="R6 R7 R8 R9 RB RU RO RK S8",
    C="S6 S7 SB S9 SU SA L6 L7 L8",
    D="E6 E7 RA L9 LB LU LO LK LA",
)
TRICKS_1_TO_4 = "EA R6 L6 E6  SO S8 S6 L9  EK R7 L7 E7  EO R8 L8 LB"


def stoeck_points(game: Game) -> tuple[int, int]:
    """What both teams have written from Stöck, each entry under the provision that gives them their value."""
    found = [0, 0]
    for entry in game.ledger.entries:
        if entry.source is Source.STOECK:
            assert entry.rule == "JR-STOE-01"
            found[entry.team] += entry.points
    return found[0], found[1]


def offered(game: Game) -> list[int]:
    """The seats to which the action Stöck is offered."""
    return [seat for seat in (A, B, C, D) if StoeckShown(seat) in tuple(actions(game, seat))]


@pytest.mark.rule("JR-STOE-01")
@pytest.mark.parametrize(("factor", "written"), [(1, 20), (3, 60)])
def test_jr_stoe_01_koenig_and_ober_of_trump_count_20(factor: int, written: int) -> None:
    game = endgame(book("jassregeln", modes={parse_mode("S"): factor}), "S", A="SK SO", B="R6 R7", C="L6 L7", D="E6 E7")
    play(game, "SO R6 L6 E6 SK")
    game.submit(StoeckShown(A))
    assert stoeck_points(game) == (written, 0)
    refused(game, StoeckShown(A), reason="stoeck-shown-already")


@pytest.mark.rule("JR-STOE-01")
@pytest.mark.parametrize(
    ("mode", "held", "reason"),
    [
        ("S", "SK SA", "stoeck-not-held"),
        ("S", "RK RO", "stoeck-not-held"),  # not of trump
        ("obenabe", "SK SO", "no-trump"),
        ("undeufe", "SK SO", "no-trump"),
    ],
)
def test_jr_stoe_01_nothing_else_are_stoeck(mode: str, held: str, reason: str) -> None:
    first, second = held.split()
    game = endgame("jassregeln", mode, A=held, B="R6 R7", C="L6 L7", D="E6 E7")
    play(game, f"{first} R6 L6 E6 {second}")
    assert offered(game) == []
    refused(game, StoeckShown(A), reason=reason)


@pytest.mark.rule("JR-STOE-02")
def test_jr_stoe_02_shown_with_the_second_of_the_two_cards() -> None:
    game = dealt("jassregeln", "S", hands=HANDS)
    for one in TRICKS_1_TO_4.split():
        play(game, one)
        assert offered(game) == []  # not with SO in the second trick either
    refused(game, StoeckShown(A), "JR-STOE-02", "stoeck-second-card")
    play(game, "SK")
    assert offered(game) == [A]
    game.submit(StoeckShown(A))
    assert stoeck_points(game) == (20, 0)


@pytest.mark.rule("JR-STOE-02")
def test_jr_stoe_02_not_after_the_second_card_is_covered() -> None:
    game = dealt("jassregeln", "S", hands=HANDS)
    play(game, f"{TRICKS_1_TO_4} SK R9")
    refused(game, StoeckShown(A), "JR-STOE-02", "stoeck-card-covered")


@pytest.mark.rule("JR-STOE-02")
def test_jr_stoe_02_the_fourth_player_may_until_the_trick_is_turned() -> None:
    game = endgame("jassregeln", "S", A="SU S9 E6", B="R6 R7 R8", C="L6 L7 L8", D="SK SO E7", turning=Turning.EXPLICIT)
    play(game, "SU R6 L6 SO")
    game.submit(Turned(A))
    play(game, "S9 R7 L7 SK")
    assert offered(game) == [D]
    game.submit(Turned(A))
    refused(game, StoeckShown(D), "JR-STOE-02", "stoeck-card-covered")


@pytest.mark.rule("JR-STOE-03")
@pytest.mark.parametrize("in_time", [True, False])
def test_jr_stoe_03_written_before_the_schreiber_plays_to_the_next_trick(in_time: bool) -> None:
    game = dealt("jassregeln", "S", hands=HANDS, keeping=Keeping.MANUAL)
    game.submit(SchreiberNamed(C))
    play(game, f"{TRICKS_1_TO_4} SK")
    game.submit(StoeckShown(A))
    play(game, "R9 S7 LU")  # the Schreiber's card to the same trick is no limit yet
    play(game, "EU RB")
    if in_time:
        game.submit(Wrote(C, 0, Source.STOECK))
        play(game, "SB")
        assert stoeck_points(game) == (20, 0)
    else:
        play(game, "SB")
        refused(game, Wrote(C, 0, Source.STOECK), "JR-WRITE-08", "nothing-due")
        assert stoeck_points(game) == (0, 0)


@pytest.mark.rule("JR-STOE-03")
def test_jr_stoe_03_the_table_writes_at_once_by_itself() -> None:
    game = dealt("jassregeln", "S", hands=HANDS)
    play(game, f"{TRICKS_1_TO_4} SK")
    game.submit(StoeckShown(A))
    assert [(entry.source, entry.points, entry.trick) for entry in game.ledger.of_deal(1)] == [(Source.STOECK, 20, 5)]


@pytest.mark.rule("JR-STOE-04")
def test_jr_stoe_04_shown_with_a_weis_that_makes_them_known() -> None:
    game = dealt("jassregeln", "S", hands=scattered(A="SO SK SA EA", B="E6", C="E7", D="E8"))
    play(game, "EA")
    game.submit(WeisAnnounced(A, 20))
    assert offered(game) == []  # not yet known to be valid
    play(game, "E6 E7 E8")
    assert offered(game) == [A]
    game.submit(StoeckShown(A))
    assert [(entry.source, entry.points) for entry in game.ledger.of_deal(1)] == [(Source.WEIS, 20), (Source.STOECK, 20)]
    play_trick(game)
    assert offered(game) == []
    refused(game, StoeckShown(A), reason="stoeck-shown-already")


@pytest.mark.rule("JR-STOE-04")
def test_jr_stoe_04_a_beaten_weis_makes_nothing_known() -> None:
    game = dealt("jassregeln", "S", hands=scattered(A="SO SK SA EA", B="E6 R6 R7 R8 R9", C="E7", D="E8"))
    play(game, "EA")
    game.submit(WeisAnnounced(A, 20))
    play(game, "E6")
    game.submit(WeisAnnounced(B, 50))
    play(game, "E7 E8")
    refused(game, StoeckShown(A), "JR-STOE-02", "stoeck-second-card")


@pytest.mark.rule("JR-STOE-05")
def test_jr_stoe_05_valid_without_a_trick() -> None:
    game = endgame("jassregeln", "S", points=(111, 0), tricks=(7, 0), A="SU S9", B="SK SO", C="L6 L7", D="E6 E7")
    play(game, "SU SO L6 E6 S9 SK")
    game.submit(StoeckShown(B))
    play(game, "L7 E7")
    assert game.deal.match == 0
    assert game.totals() == (257, 20)


@pytest.mark.rule("JR-STOE-06")
@pytest.mark.parametrize("tricks", [0, 1])
def test_jr_stoe_06_valid_when_a_match_is_conceded(tricks: int) -> None:
    game = dealt("jassregeln", "S", hands=scattered(A="EA", B="E6", C="E7", D="E8 SK SO"))
    if tricks:
        play(game, "EA E6 E7 E8")
    game.submit(Conceded(B))
    assert game.totals() == (257, 20)
    assert stoeck_points(game) == (0, 20)


@pytest.mark.rule("JR-STOE-06")
def test_jr_stoe_06_no_match_is_conceded_with_a_trick_made() -> None:
    game = dealt("jassregeln", "S", hands=scattered(A="E6", B="EA", C="E7", D="E8"))
    play(game, "E6 EA E7 E8")
    refused(game, Conceded(B), "JR-STOE-06", "no-concession-now")


# ---- finishing with Stöck ----------------------------------------------------------------------------------------------

FINISH = scattered(A="EA R6 L6", B="E6", C="EB", D="E8 RK RO")  # A wins trick 1 with 21 points; trump is Rosen


@pytest.mark.rule("JR-STOE-08")
def test_jr_stoe_08_shown_at_any_time_if_enough_to_finish() -> None:
    game = dealt("jassregeln", "R", hands=FINISH, totals=(0, 982))
    play(game, "EA E6 EB E8 L6")  # in the second trick
    game.submit(StoeckShown(D))
    assert game.totals()[1] == 1002
    game.submit(Thanked(D))
    assert (game.over, game.winner) == (True, 1)


@pytest.mark.rule("JR-STOE-08")
@pytest.mark.parametrize(("total", "enough"), [(975, False), (979, False), (980, True)])
def test_jr_stoe_08_early_showing_is_refused_if_it_does_not_finish(total: int, enough: bool) -> None:
    game = dealt("jassregeln", "R", hands=FINISH, totals=(0, total))
    play(game, "EA E6 EB E8 L6")
    assert offered(game) == ([D] if enough else [])
    if not enough:
        refused(game, StoeckShown(D), "JR-STOE-02", "stoeck-second-card")


@pytest.mark.rule("JR-STOE-08")
def test_jr_stoe_08_early_showing_is_a_field() -> None:
    game = dealt(book("jassregeln", stoeck__early_if_enough=False), "R", hands=FINISH, totals=(0, 982))
    play(game, "EA E6 EB E8 L6")
    refused(game, StoeckShown(D), "JR-STOE-02", "stoeck-second-card")


@pytest.mark.rule("JR-STOE-09")
def test_jr_stoe_09_also_without_the_trick_and_before_any_own_card() -> None:
    game = dealt("jassregeln", "R", hands=FINISH, totals=(0, 985))
    play(game, "EA")
    assert game.deal.turn == B
    game.submit(StoeckShown(D))
    assert game.totals() == (0, 1005)
    game.submit(Thanked(D))
    assert (game.winner, game.over_by) == (1, "thanks")


@pytest.mark.rule("JR-STOE-10")
@pytest.mark.parametrize("thanked", [False, True])
def test_jr_stoe_10_shown_after_all_have_played_when_the_ausmachregel_decides(thanked: bool) -> None:
    game = dealt("jassregeln", "R", hands=FINISH, totals=(983, 985), turning=Turning.EXPLICIT)
    play(game, "EA E6 EB E8")
    assert game.totals() == (1004, 985)
    if thanked:
        game.submit(Thanked(A))  # the order of thanking does not matter (JR-AUSM-08)
    else:
        game.submit(StoeckShown(D))
    game.submit(AusmachInvoked(D))
    assert (game.winner, game.over_by) == (1, "ausmach")
    assert stoeck_points(game) == (0, 20)


@pytest.mark.rule("JR-STOE-10")
def test_jr_stoe_10_not_after_the_own_card_to_the_next_trick() -> None:
    # The Stöck may still be shown (JR-STOE-08), but the order of finishing can no longer be invoked with them.
    game = dealt("jassregeln", "R", hands=FINISH, totals=(983, 985), turning=Turning.EXPLICIT)
    play(game, "EA E6 EB E8")
    game.submit(Turned(A))
    play_trick(game)
    refused(game, AusmachInvoked(D), reason="ausmach-too-late")


@pytest.mark.rule("JR-STOE-10")
@pytest.mark.parametrize(("total", "allowed"), [(980, True), (979, False)])
def test_jr_stoe_10_a_card_in_the_ninth_trick_counts_as_well(total: int, allowed: bool) -> None:
    # B plays the second card as second player of the last trick, and everybody has played when B shows.
    game = endgame("jassregeln", "R", points=(111, 0), totals=(0, total), A="RU R9", B="RK RO", C="L6 L7", D="E6 E7")
    play(game, "RU RO L6 E6 R9 RK L7 E7")
    if allowed:
        game.submit(StoeckShown(B))
        assert game.totals()[1] == 1000
    else:
        refused(game, StoeckShown(B), "JR-STOE-02", "stoeck-card-covered")
