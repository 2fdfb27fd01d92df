"""Conduct under UB 2024, and what it takes from the general rules."""

from __future__ import annotations

import pytest

from puur.core.events import ResultEntered, Thanked
from puur.core.mode import parse_mode
from tests.referee.tools import free, report, settle
from tests.support import A, B, C, play, play_out, submit, table

BOOK = "ub2024"
HANDS = {
    "A": "R7 R8 E7 E8 L6 L7 S6 S7 LO",
    "B": "RK E6 LB LU S8 LK S9 SB SO",
    "C": "R9 RB RA EB EU EO L8 SU SK",
    "D": "R6 RU RO E9 EK EA L9 LA SA",
}


@pytest.mark.rule("UB-CONDUCT-01")
def test_ub_conduct_01_talk_of_cards_is_recorded_for_the_turnierleitung() -> None:
    game = free(BOOK, "E", HANDS)
    play(game, "E7 E6 EB E9")
    ruling = report(game, "card-talk", C, trick=1, words="I still have the Rose-Ass")
    assert ruling.provisions == ("UB-CONDUCT-01", "UB-CONDUCT-04")
    assert (ruling.official, ruling.decided, ruling.fallback) == ("turnierleitung", False, False)
    recorded = game.incidents[-1]
    assert (recorded.seat, recorded.trick, game.deal.number) == (C, 1, 1)


@pytest.mark.rule("UB-AUSM-04")
def test_ub_ausm_04_the_winners_thank() -> None:
    """2005 points: thanked between two deals, the game is closed with team 1 as winner."""
    game = table(BOOK, totals=(1990, 1990), bergpreis=0)
    submit(game, ResultEntered((100, 57), parse_mode("E")))
    assert not game.over  # both are there, nobody saw who was first
    submit(game, Thanked(A, "Merci"))
    assert (game.over, game.winner, game.over_by) == (True, 0, "thanks")
    assert game.events[-1] == Thanked(A, "Merci")


def test_play_itself_falls_back_on_the_general_rules_and_says_so() -> None:
    game = free(BOOK, "S", HANDS)
    play(game, "R7 E6 R9 R6")
    ruling = report(game, "revoke", B)
    assert ruling.fallback
    own, *general = ruling.provisions
    assert own == "UB-TRICK-06"  # "Wer sticht?": that suit is followed; of the consequence UB says nothing
    assert general == list(ruling.guidance)
    assert all(rule.startswith("JR-") for rule in general)
    settle(game, ruling, change_C="keep")
    play(game, "RK")
    play_out(game)
    raw = sum(entry.raw for entry in game.ledger.entries)
    assert raw == 157 + (100 if game.deal.match is not None else 0)
