"""Jasskönig Nordwestschweiz: what is played for: card points and the last trick, 157 in every deal, nothing else."""

from __future__ import annotations

import random

import pytest

from puur.core.actions import actions
from puur.core.cards import CardSet, shuffled
from puur.core.events import Announced, Pushed, StoeckShown, WeisAnnounced
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from tests.support import A, B, by_source, dealt, endgame, play, play_trick, refused, scattered

MODES = ("E", "R", "S", "L", "obenabe", "undeufe")


def play_out(game: Game) -> None:
    """Play the rest of the deal with the first legal cards."""
    for _ in range(9 - len(game.deal.tricks)):
        play_trick(game)


@pytest.mark.rule("NWS-1-02")
def test_nws_1_02_no_weis_is_played() -> None:
    game = dealt("nws2020", "E", hands=scattered(A="EU RU SU LU"))
    assert not any(isinstance(event, WeisAnnounced) for event in actions(game, A))
    refused(game, WeisAnnounced(A, 200), "NWS-1-02", "no-weis")
    play_out(game)
    assert sum(game.totals()) == 157


@pytest.mark.rule("NWS-1-03")
def test_nws_1_03_no_stoeck_are_played() -> None:
    game = endgame("nws2020", "R", points=(100, 45), tricks=(5, 2), A="S6 S7", B="RK RO", C="L6 L7", D="E6 E7", leader=B)
    play(game, "RK L6 E6 S6 RO")
    assert not any(isinstance(event, StoeckShown) for event in actions(game, B))
    refused(game, StoeckShown(B), "NWS-1-03", "no-stoeck")
    play(game, "L7 E7 S7")
    assert game.totals() == (100, 57)  # 45 + 4 + 3 + 5


@pytest.mark.rule("NWS-1-04")
def test_nws_1_04_card_points_and_5_for_the_last_trick() -> None:
    game = endgame("nws2020", "R", points=(95, 46), tricks=(5, 3), A="EA", B="E7", C="S6", D="L8")
    play(game, "EA E7 S6 L8")
    assert game.totals() == (111, 46)
    written = {(entry.team, entry.source): (entry.points, entry.rule) for entry in game.ledger.of_deal(1)}
    assert written == {
        (0, Source.LAST_TRICK): (5, "NWS-1-04"),
        (0, Source.STICH): (106, "NWS-1-05"),
        (1, Source.STICH): (46, "NWS-1-05"),
    }


@pytest.mark.rule("NWS-1-05")
@pytest.mark.parametrize("mode", MODES)
def test_nws_1_05_every_deal_distributes_157_points(mode: str) -> None:
    for seed in range(5):
        pack = shuffled(random.Random(seed))
        hands = tuple(CardSet(pack[start : start + 9]) for start in (0, 9, 18, 27))
        game = dealt("nws2020", mode, hands=hands)
        play_out(game)
        assert sum(game.totals()) == 157
        assert sum(entry.raw for entry in game.ledger.entries if entry.source is Source.STICH) == 152


@pytest.mark.rule("NWS-1-06")
def test_nws_1_06_a_match_is_157_without_a_premium() -> None:
    game = dealt("nws2020", "R", hands=scattered(B="R6 R7 R8 R9 RB RU RO RK RA"), dealer=A)
    play_out(game)
    assert game.deal.match == 1
    assert game.totals() == (0, 157)
    assert Source.MATCH not in by_source(game, 1)


@pytest.mark.rule("NWS-1-09")
def test_nws_1_09_six_modes_or_gschobe() -> None:
    game = dealt("nws2020")
    assert set(actions(game, A)) == {*(Announced(A, parse_mode(mode)) for mode in MODES), Pushed(A)}
    for unknown in ("slalom-oben", "slalom-unten", "gusti-oben", "trio-E-tuo"):
        refused(game, Announced(A, parse_mode(unknown)), "NWS-1-09", "mode-unknown")


@pytest.mark.parametrize(
    ("mode", "trick", "value"),
    [
        pytest.param("E", "EU E9 SU S9", 36, marks=pytest.mark.rule("NWS-1-10"), id="nws_1_10_puur_nell_under"),
        pytest.param("E", "E8 S8 R8 L8", 0, marks=pytest.mark.rule("NWS-1-10"), id="nws_1_10_eights"),
        pytest.param("E", "EA EB EK EO", 28, marks=pytest.mark.rule("NWS-1-10"), id="nws_1_10_trump_honours"),
        pytest.param("E", "SA SB SK SO", 28, marks=pytest.mark.rule("NWS-1-10"), id="nws_1_10_plain_honours"),
        pytest.param("E", "E6 E7 S6 S7", 0, marks=pytest.mark.rule("NWS-1-10"), id="nws_1_10_low_cards"),
        pytest.param("obenabe", "SA S6 RA R6", 22, marks=pytest.mark.rule("NWS-1-11"), id="nws_1_11_ass_and_sechser"),
        pytest.param("undeufe", "SA S6 SK S7", 15, marks=pytest.mark.rule("NWS-1-12"), id="nws_1_12_sechser_and_ass"),
        pytest.param("undeufe", "E8 E6 EB EU", 31, marks=pytest.mark.rule("NWS-1-13"), id="nws_1_13_achter_in_undenufe"),
        pytest.param("obenabe", "E8 S8 R8 L8", 32, marks=pytest.mark.rule("NWS-1-13"), id="nws_1_13_achter_in_obenabe"),
        pytest.param("obenabe", "EU E9 SU S9", 4, marks=pytest.mark.rule("NWS-1-13"), id="nws_1_13_no_puur_no_nell"),
    ],
)
def test_nws_1_10_to_13_card_values(mode: str, trick: str, value: int) -> None:
    hands = dict(zip("ABCD", trick.split(), strict=True))
    game = endgame("nws2020", mode, points=(0, 152 - value), **hands)
    play(game, trick)
    assert game.deal.tricks[-1].points == value
    assert sum(entry.raw for entry in game.ledger.entries if entry.source is Source.STICH) == 152


@pytest.mark.rule("NWS-1-14")
def test_nws_1_14_no_mode_is_multiplied() -> None:
    game = endgame("nws2020", "undeufe", points=(80, 57), tricks=(4, 4), A="S6", B="SA", C="SK", D="S7")
    play(game, "S6 SA SK S7")  # 15 and the last trick
    assert game.totals() == (100, 57)


@pytest.mark.rule("NWS-1-14")
@pytest.mark.parametrize("mode", MODES)
def test_nws_1_14_every_entry_counts_once(mode: str) -> None:
    game = dealt("nws2020", mode)
    play_out(game)
    assert all(entry.points == entry.raw for entry in game.ledger.of_deal(1))
