"""JR-BED: saying thanks ends the Partie, rightly or wrongly."""

from __future__ import annotations

import pytest

from puur.core.events import CardPlayed, IncidentReported, SchreiberNamed, Thanked
from puur.core.game import Game
from puur.core.reglement import Source
from puur.referee import rule
from tests.referee.tools import late
from tests.support import A, B, C, D, card, endgame, play, refused, table

# Trump is E and the cards left count nothing, so that the score before the deal can be worked out by hand.
AFTER_TRICK_7 = {"A": "R6 R7", "B": "S6 S7", "C": "L6 L7", "D": "S8 L8"}


def standing_at(team_1: int, team_2: int) -> Game:
    """After trick 7 of a deal in which 100 and 52 points are made; A is to lead."""
    game = endgame("jassregeln", "E", points=(100, 52), totals=(team_1 - 100, team_2 - 52), **AFTER_TRICK_7)
    assert game.totals() == (team_1, team_2)
    return game


@pytest.mark.rule("JR-BED-01")
def test_jr_bed_01_thanks_close_the_partie() -> None:
    game = endgame(
        "jassregeln", "E", points=(90, 62), totals=(913, 500),
        A="R6 R7 R8", B="S6 S7 S8", C="L6 L7 L8", D="E6 E7 E8",
    )  # fmt: skip
    game.submit(Thanked(A))
    assert (game.over, game.winner, game.over_by) == (True, 0, "thanks")
    assert len(game.deal.tricks) == 6
    refused(game, CardPlayed(A, card("R6")), "JR-BED-03", "game-over")
    written = [(entry.team, entry.source, entry.points, entry.rule) for entry in game.ledger.of_deal(1)]
    assert written == [(0, Source.STICH, 90, "JR-BED-01"), (1, Source.STICH, 62, "JR-BED-01")]
    assert game.totals() == (1003, 562)


@pytest.mark.rule("JR-BED-03")
def test_jr_bed_03_thanks_that_were_right_are_no_offence() -> None:
    """1003 points: who has thanked and has enough has won, also when somebody complains."""
    game = late("jassregeln", "E", points=(90, 62), totals=(913, 500), A="R6 R7 R8", B="S6 S7 S8", C="L6 L7 L8", D="E6 E7 E8")
    game.submit(Thanked(A))
    ruling = rule(game, IncidentReported("thanks", A, by=B))
    assert (ruling.text, ruling.upheld, ruling.effects) == ("thanks-right", False, ())


@pytest.mark.rule("JR-BED-02")
def test_jr_bed_02_no_matter_whose_turn_it_is() -> None:
    game = endgame(
        "jassregeln", "E", points=(80, 60), totals=(921, 300),
        A="R6 R7 R8 R9 RU", B="S6 S7 S8 S9 SU", C="L6 L7 L8 L9 LU", D="E6 E7 E8 EO RO",
    )  # fmt: skip
    play(game, "R6 S6 L6")
    assert (game.deal.trick_number, game.deal.turn, game.totals()[0]) == (5, D, 1001)
    game.submit(Thanked(C))
    assert game.winner == 0


@pytest.mark.rule("JR-BED-03")
@pytest.mark.parametrize(("first", "second", "winner"), [(A, B, 0), (B, A, 1)])
def test_jr_bed_03_the_first_to_thank_with_enough_points_wins(first: int, second: int, winner: int) -> None:
    game = standing_at(1004, 1011)
    game.submit(Thanked(first))
    refused(game, Thanked(second), "JR-BED-03", "game-over")
    assert game.winner == winner


@pytest.mark.rule("JR-BED-04")
def test_jr_bed_04_any_words_that_one_is_finished_bind() -> None:
    game = standing_at(600, 990)
    game.submit(Thanked(D, "mir sind dusse"))
    assert (game.winner, game.over_by) == (0, "false-thanks")
    assert game.events[-1] == Thanked(D, "mir sind dusse")


@pytest.mark.rule("JR-BED-05")
def test_jr_bed_05_the_player_who_does_not_write_binds_the_party_too() -> None:
    game = standing_at(600, 1002)
    game.submit(SchreiberNamed(B))
    game.submit(Thanked(D))
    assert (game.winner, game.over_by) == (1, "thanks")


@pytest.mark.rule("JR-BED-06")
def test_jr_bed_06_thanks_without_enough_points_lose_the_partie() -> None:
    game = standing_at(997, 400)
    game.submit(Thanked(A))
    assert (game.over, game.winner, game.over_by) == (True, 1, "false-thanks")
    assert game.totals() == (997, 400)  # nothing is added, the Partie is lost all the same


@pytest.mark.rule("JR-BED-07")
@pytest.mark.parametrize(("cards", "total", "winner"), [("S9 SA S7 S6", 1006, 0), ("S9 SA S7", 981, 1)])
def test_jr_bed_07_a_complete_open_trick_counts_an_incomplete_one_does_not(cards: str, total: int, winner: int) -> None:
    game = endgame(
        "jassregeln", "S", points=(81, 46), totals=(900, 200), A="S9 R6", B="SA R7", C="S7 R8", D="S6 L6"
    )  # fmt: skip
    play(game, cards)
    assert game.deal.cards  # nothing is turned yet
    assert game.totals()[0] == total
    game.submit(Thanked(A))
    assert game.winner == winner


@pytest.mark.rule("JR-BED-08")
def test_jr_bed_08_a_counting_error_is_no_excuse() -> None:
    game = standing_at(300, 999)
    game.submit(Thanked(B, "1001"))
    assert (game.winner, game.over_by) == (0, "false-thanks")
    assert game.penalties == []  # counting along is allowed; only the wrong claim is punished, by the loss


@pytest.mark.rule("JR-BED-08")
def test_jr_bed_08_between_two_deals_as_well() -> None:
    game = table("jassregeln", totals=(300, 999))
    game.submit(Thanked(D))
    assert game.winner == 0
