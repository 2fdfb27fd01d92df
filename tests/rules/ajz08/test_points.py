"""AJZ 08: factors, the 157 points of a Spiel, the Match; every Spiel is played to the end and never shared out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puur.core.actions import actions
from puur.core.cards import cards_of
from puur.core.events import Claimed, Conceded, ResultEntered, StoeckShown
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Setup
from tests.support import A, B, C, D, announce, book, by_source, dealt, endgame, fill, french, play, play_out, refused, table

SUITS = {suit: " ".join(suit + rank for rank in "6789BUOKA") for suit in "ERSL"}


def scored(mode: str, made: tuple[int, int]) -> Game:
    """A Spiel with so many card points; P1 makes the last trick, of four worthless sevens."""
    suits = mode + "ERSL".replace(mode, "") if mode in "ERSL" else "ERSL"
    sevens = dict(zip("ABCD", (suit + "7" for suit in suits), strict=True))
    game = endgame("ajz08", mode, points=(made[0] - 5, made[1]), tricks=(4, 4), **sevens)
    play(game, " ".join(sevens.values()))
    return game


def sources(game: Game, team: int) -> dict[Source, int]:
    return by_source(game, team)


# ---- factors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "written", "provision"),
    [
        pytest.param("E", (98, 59), "AJZ-2.2.1-14", marks=pytest.mark.rule("AJZ-2.2.1-14"), id="ajz_2_2_1_14_eichel"),
        pytest.param("R", (98, 59), "AJZ-2.2.1-14", marks=pytest.mark.rule("AJZ-2.2.1-14"), id="ajz_2_2_1_14_rose"),
        pytest.param("S", (196, 118), "AJZ-2.2.1-15", marks=pytest.mark.rule("AJZ-2.2.1-15"), id="ajz_2_2_1_15_schelle"),
        pytest.param("L", (196, 118), "AJZ-2.2.1-15", marks=pytest.mark.rule("AJZ-2.2.1-15"), id="ajz_2_2_1_15_schilte"),
        pytest.param("obenabe", (294, 177), "AJZ-2.2.1-18", marks=pytest.mark.rule("AJZ-2.2.1-18"), id="ajz_2_2_1_18_obenabe"),
        pytest.param("undeufe", (294, 177), "AJZ-2.2.1-18", marks=pytest.mark.rule("AJZ-2.2.1-18"), id="ajz_2_2_1_18_uneufe"),
    ],
)
def test_ajz_2_2_1_14_to_18_factor(mode: str, written: tuple[int, int], provision: str) -> None:
    game = scored(mode, (98, 59))
    assert game.totals() == written
    assert game.book.rule(f"modes.{mode}") == provision


@pytest.mark.parametrize(
    ("suit", "written"),
    [
        pytest.param("Ecke", (98, 59), marks=pytest.mark.rule("AJZ-2.2.1-16"), id="ajz_2_2_1_16_ecke"),
        pytest.param("Herz", (98, 59), marks=pytest.mark.rule("AJZ-2.2.1-16"), id="ajz_2_2_1_16_herz"),
        pytest.param("Schaufel", (196, 118), marks=pytest.mark.rule("AJZ-2.2.1-17"), id="ajz_2_2_1_17_schaufel"),
        pytest.param("Kreuz", (196, 118), marks=pytest.mark.rule("AJZ-2.2.1-17"), id="ajz_2_2_1_17_kreuz"),
    ],
)
def test_ajz_2_2_1_16_17_factor_with_french_cards(suit: str, written: tuple[int, int]) -> None:
    assert scored(french(f"{suit}-6").suit.value, (98, 59)).totals() == written


# ---- played to the end, never shared -----------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-20")
def test_ajz_2_2_1_20_every_spiel_is_played_to_the_end() -> None:
    left = {"A": "E6 E7 E8", "B": "R6 R7 R8", "C": "S6 S7 S8", "D": "L6 L7 L8"}
    # 100 card points decide the Spiel, and with them team 1 has even reached 1999: nothing ends by itself
    game = endgame("ajz08", "E", points=(100, 52), tricks=(4, 2), totals=(1950, 0), **left)
    for trick in ("E8 R6 S6 L6", "E7 R7 S7 L7"):
        play(game, trick)
        assert not game.between_deals
        assert not game.over
    play(game, "E6 R8 S8 L8")
    assert game.between_deals
    assert len(game.deal.tricks) == 9


@pytest.mark.rule("AJZ-2.2.1-20")
def test_ajz_2_2_1_20_no_conceding() -> None:
    game = dealt("ajz08", "E", hands=fill(A="L7"))
    for seat in (A, B, C, D):
        refused(game, Conceded(seat), "AJZ-2.2.1-20", "played-to-the-end")


@pytest.mark.rule("AJZ-2.2.1-21")
def test_ajz_2_2_1_21_no_teilen() -> None:
    shared = ResultEntered((79, 78), mode=parse_mode("E"), basis="split")
    game = dealt("ajz08", hands=fill(A="L7"))
    refused(game, shared)  # the Spiel is dealt and has to be played
    announce(game, "E")
    refused(game, shared)
    offered = {type(event).__name__ for seat in (A, B, C, D) for event in actions(game, seat)}
    assert offered <= {"CardPlayed", "WeisAnnounced", "StoeckShown"}
    for made in ((79, 78), (157, 0)):
        refused(table("ajz08"), replace(shared, points=made), "AJZ-2.2.1-21", "no-splitting")
    # a count after nine tricks is a result; a book of one's own may allow the other thing
    game = table("ajz08")
    game.submit(ResultEntered((79, 78), mode=parse_mode("E")))
    assert game.totals() == (79, 78)
    free = table(book("ajz08", writing__split=True))
    free.submit(shared)
    assert free.totals() == (79, 78)


# ---- 157 points --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-46")
def test_ajz_2_2_1_46_157_points_with_5_for_the_last_trick() -> None:
    game = scored("E", (98, 59))
    assert sources(game, 0) == {Source.LAST_TRICK: 5, Source.STICH: 93}
    assert sources(game, 1) == {Source.STICH: 59}
    assert {entry.rule for entry in game.ledger.entries} == {"AJZ-2.2.1-46"}
    for made in ((98, 60), (98, 58)):
        refused(table("ajz08"), ResultEntered(made, mode=parse_mode("E")), "AJZ-2.2.1-46", "control-sum")


@pytest.mark.rule("AJZ-2.2.1-46")
def test_ajz_2_2_1_46_a_whole_spiel_adds_up() -> None:
    game = dealt("ajz08", "R", hands=fill(A="L7"))
    play_out(game)
    own = [sum(trick.points for trick in game.deal.tricks if trick.winner % 2 == team) for team in (0, 1)]
    own[game.deal.tricks[8].winner % 2] += 5
    assert game.totals() == tuple(own)
    assert sum(own) == 157


# ---- Match -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-47")
def test_ajz_2_2_1_47_single_match_257() -> None:
    game = dealt("ajz08", "R", hands=fill(A=SUITS["L"], B=SUITS["R"], C=SUITS["E"]))
    play_out(game)  # P1 chose and led; P2 took every trick, which is worth no more for that
    assert game.deal.announcer == A
    assert game.totals() == (0, 257)
    assert [(entry.raw, entry.rule) for entry in game.ledger.entries if entry.source is Source.MATCH] == [(100, "AJZ-2.2.1-47")]


@pytest.mark.rule("AJZ-2.2.1-47")
def test_ajz_2_2_1_47_no_match_without_the_worthless_trick() -> None:
    left = {"A": "R6 EU", "B": "R9 S6", "C": "R7 S7", "D": "R8 S8"}
    game = endgame("ajz08", "E", points=(132, 0), tricks=(7, 0), **left)
    play(game, "R6 R9 R7 R8 S6 S7 S8 EU")
    assert game.deal.won == [8, 1]
    assert game.totals() == (157, 0)
    refused(table("ajz08"), ResultEntered((156, 1), mode=parse_mode("E"), match=0), "AJZ-2.2.1-47")


@pytest.mark.rule("AJZ-2.2.1-48")
def test_ajz_2_2_1_48_double_match_514_and_stoeck() -> None:
    game = dealt("ajz08", "S", hands=fill(A=SUITS["S"], B=SUITS["L"], C=SUITS["E"]))
    game.submit(StoeckShown(A))
    play_out(game)
    assert sources(game, 0) == {Source.LAST_TRICK: 10, Source.STICH: 304, Source.MATCH: 200, Source.STOECK: 40}
    assert game.totals() == (554, 0)


@pytest.mark.rule("AJZ-2.2.1-49")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
def test_ajz_2_2_1_49_triple_match_771(mode: str) -> None:
    game = dealt("ajz08", mode, hands=fill(A=SUITS["L"], B=SUITS["E"], C=SUITS["R"]))
    play_out(game)
    assert game.totals() == (771, 0)
    entered = Game(book("ajz08"), Setup(first_dealer=D))
    entered.submit(ResultEntered((157, 0), mode=parse_mode(mode), match=0))
    assert entered.totals() == (771, 0)


# ---- laying the cards down ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.1-43")
def test_ajz_2_2_1_43_laying_down_the_remaining_tricks() -> None:
    left = {"A": "EU E9 EA", "B": "EK R6 R7", "C": "L6 L7 L8", "D": "S6 S7 S8"}
    game = endgame("ajz08", "E", points=(50, 53), tricks=(3, 3), **left)
    game.submit(Claimed(A))
    assert game.between_deals
    assert game.deal.claim == (A, True)
    assert game.totals() == (50 + 54, 53)


@pytest.mark.rule("AJZ-2.2.1-43")
def test_ajz_2_2_1_43_counts_as_if_played_out() -> None:
    left = {"A": "EU E9 EA", "B": "EK R6 R7", "C": "L6 L7 L8", "D": "S6 S7 S8"}
    game = endgame("ajz08", "E", points=(103, 0), tricks=(6, 0), **left)
    game.submit(Claimed(A))
    assert game.totals() == (257, 0)  # the ninth trick makes the Match


@pytest.mark.rule("AJZ-2.2.1-43")
def test_ajz_2_2_1_43_at_any_moment_with_the_trick_on_the_table() -> None:
    left = {"A": "EU E9 EA", "B": "EK R6 R7", "C": "L6 L7 L8", "D": "S6 S7 S8"}
    game = endgame("ajz08", "E", points=(50, 53), tricks=(3, 3), **left)
    play(game, "E9 EK")
    game.submit(Claimed(A))
    assert game.totals() == (104, 53)
    # not on lead: whatever P1 leads, P3 takes it and the rest
    game = endgame("ajz08", "E", points=(60, 58), tricks=(4, 3), A="L6 L7", B="R6 R7", C="EU E9", D="S6 S7")
    game.submit(Claimed(C))
    assert game.deal.claim == (C, True)
    assert game.totals() == (60 + 34 + 5, 58)


@pytest.mark.rule("AJZ-2.2.1-43")
def test_ajz_2_2_1_43_only_during_the_play() -> None:
    game = dealt("ajz08", hands=fill(A=SUITS["L"]))
    refused(game, Claimed(A), "AJZ-2.2.1-44", "no-claim-now")
    announce(game, "L")
    game.submit(Claimed(A))
    assert game.totals() == (514, 0)


@pytest.mark.rule("AJZ-2.2.1-44")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("EU E9 E6 / E7 R6 R7 / L6 L7 L8 / S6 S7 S8", False, id="e6-could-be-led-first"),
        pytest.param("SA SK / R6 R7 / E6 L6 / L7 L8", False, id="the-partner-could-trump"),
        pytest.param("SA SK / R6 R7 / L9 L6 / L7 L8", True, id="no-trump-left"),
        pytest.param("SK S7 / R6 R7 / S6 L6 / L7 L8", True, id="the-actual-hands-count"),
        pytest.param("SK S7 / R6 R7 / S8 L6 / L7 L8", False, id="the-partner-could-take-the-7"),
    ],
)
def test_ajz_2_2_1_44_wrong_if_anybody_could_win_a_trick(left: str, right: bool) -> None:
    hands = dict(zip("ABCD", left.split(" / "), strict=True))
    done = 9 - len(hands["A"].split())
    values = parse_mode("E").values
    open_points = sum(values[one.index] for one in cards_of(left.replace(" /", "")))
    game = endgame("ajz08", "E", points=(152 - open_points, 0), tricks=(done - 1, 1), **hands)
    game.submit(Claimed(A))
    assert game.deal.claim == (A, right)
    rest = open_points + 5
    assert game.totals() == ((157, 0) if right else (157 - rest, rest))


@pytest.mark.rule("AJZ-2.2.1-44")
def test_ajz_2_2_1_44_the_partner_matters_unlike_in_the_general_rules() -> None:
    for key, right in (("ajz08", False), ("jassregeln", True)):
        game = endgame(key, "E", points=(60, 77), tricks=(4, 3), A="SA SK", B="R6 R7", C="E6 L6", D="L7 L8")
        game.submit(Claimed(A))
        assert game.deal.claim == (A, right)


@pytest.mark.rule("AJZ-2.2.1-45")
def test_ajz_2_2_1_45_a_wrong_claim_gives_the_rest_to_the_opponents() -> None:
    left = {"A": "EU E9 E6", "B": "E7 R6 R7", "C": "L6 L7 L8", "D": "S6 S7 S8"}
    game = endgame("ajz08", "E", points=(60, 58), tricks=(3, 3), **left)
    game.submit(Claimed(A))
    assert game.totals() == (60, 58 + 39)
    assert game.deal.claim == (A, False)  # what the -200 for P1 (AJZ-3.4-22) follows from
    assert game.between_deals


@pytest.mark.rule("AJZ-2.2.1-45")
def test_ajz_2_2_1_45_with_the_unfinished_trick() -> None:
    left = {"A": "RA E9 E6", "B": "R6 E7 E8", "C": "L6 L7 L8", "D": "S6 S7 S8"}
    game = endgame("ajz08", "E", points=(60, 67), tricks=(3, 3), **left)
    play(game, "RA")
    game.submit(Claimed(A))
    assert game.totals() == (60, 67 + 11 + 14 + 5)


@pytest.mark.rule("AJZ-2.2.1-45")
def test_ajz_2_2_1_45_never_a_match() -> None:
    game = dealt("ajz08", "E", hands=fill(A="L7", B="S6 S7 S8 S9"))
    play(game, "L7")
    game.submit(Claimed(A))  # all nine tricks go to the opponents
    assert game.deal.won == [0, 9]
    assert game.totals() == (0, 157)
