"""JR-SCHN: losing with less than half of the target costs the double stake."""

from __future__ import annotations

import pytest

from puur.core.events import StoeckShown, Thanked, WeisAnnounced
from puur.core.game import Game
from puur.core.reglement import SchneiderEffect
from tests.support import A, B, C, D, dealt, endgame, play, scattered, submit, table


@pytest.mark.rule("JR-SCHN-01")
def test_jr_schn_01_the_shipped_schieber_is_played_with_it() -> None:
    game = submit(table("jassregeln", totals=(1004, 100)), Thanked(A))
    assert (game.winner, game.schneider) == (0, True)
    assert game.book.ending.schneider is SchneiderEffect.DOUBLE_STAKE


@pytest.mark.rule("JR-SCHN-02")
@pytest.mark.parametrize(("points", "schneider"), [(499, True), (500, False)])
def test_jr_schn_02_below_half_of_the_target_the_stake_is_doubled(points: int, schneider: bool) -> None:
    game = submit(table("jassregeln", totals=(1004, points)), Thanked(A))
    assert (game.winner, game.schneider) == (0, schneider)


@pytest.mark.rule("JR-SCHN-03")
def test_jr_schn_03_turned_tricks_of_the_running_deal_count() -> None:
    game = endgame(
        "jassregeln", "E", points=(119, 31), tricks=(3, 2), totals=(900, 470),
        A="R6 R7 R8 R9", B="S6 S7 S8 S9", C="L6 L7 L8 L9", D="E6 E7 E8 SU",
    )  # fmt: skip
    game.submit(Thanked(A))
    assert (game.winner, game.totals(), game.schneider) == (0, (1019, 501), False)


@pytest.mark.rule("JR-SCHN-03")
@pytest.mark.parametrize(("cards", "total", "schneider"), [("R9 RA R8 R6", 501, False), ("R9 RA R8", 490, True)])
def test_jr_schn_03_a_complete_trick_on_the_table_counts_for_its_winner(cards: str, total: int, *, schneider: bool) -> None:
    game = endgame(
        "jassregeln", "E", points=(121, 20), totals=(900, 470), A="R9 S6", B="RA S7", C="R8 S8", D="R6 L6"
    )  # fmt: skip
    play(game, cards)
    game.submit(Thanked(A))
    assert (game.totals()[1], game.schneider) == (total, schneider)


@pytest.mark.rule("JR-SCHN-04")
@pytest.mark.parametrize(("dealer_cards", "schneider"), [("RK RO", False), ("RK R6", True)])
def test_jr_schn_04_stoeck_not_yet_announced_count(dealer_cards: str, *, schneider: bool) -> None:
    left = {"A": "E6 E7", "B": "S6 S7", "C": "L6 L7", "D": dealer_cards}
    rest = 7 if dealer_cards == "RK RO" else 4
    game = endgame("jassregeln", "R", points=(121, 31 - rest), totals=(900, 450 + rest), **left)
    assert game.totals() == (1021, 481)
    game.submit(Thanked(A))
    assert (game.winner, game.schneider) == (0, schneider)


@pytest.mark.rule("JR-SCHN-04")
def test_jr_schn_04_stoeck_that_can_no_longer_be_announced_do_not_count() -> None:
    game = endgame(
        "jassregeln", "R", points=(121, 24), tricks=(5, 2), totals=(900, 450), A="E6 E7", B="S6 S7", C="L6 L7", D="RK RO"
    )
    play(game, "E6 S6 L6 RK RO E7 S7 L7")  # the deal is over and they were never shown
    assert game.totals() == (1021, 450 + 24 + 7 + 5)
    game.submit(Thanked(A))
    assert game.schneider


@pytest.mark.rule("JR-SCHN-04")
@pytest.mark.parametrize(("total", "schneider"), [(499, True), (500, False)])
def test_jr_schn_04_stoeck_that_were_shown_count_once(total: int, *, schneider: bool) -> None:
    """Half of 1000 is 500, with the 20 of the Stöck in it; D has just shown them and nobody has covered the card."""
    left = {"A": "E6 E7", "B": "S6 S7", "C": "L6 L7", "D": "RK RO"}

    def shown(before: int) -> Game:
        game = endgame("jassregeln", "R", leader=D, points=(121, 24), tricks=(5, 2), totals=(900, before), **left)
        play(game, "RK E6 S6 L6 RO")
        game.submit(StoeckShown(D))
        return game

    game = shown(total - shown(0).totals()[1])
    assert game.totals() == (1021, total)
    game.submit(Thanked(A))
    assert (game.winner, game.schneider) == (0, schneider)


def first_trick_with_weis(**held: str) -> Game:
    """Team 1 at 980 makes 21 in the first trick, team 2 at 470 has the valid Weis 50; trump is E."""
    given = {"A": "RA", "B": "RB S6 S7 S8 S9", "C": "R6", "D": "R7"}
    hands = scattered(**{name: f"{cards} {held.get(name, '')}" for name, cards in given.items()})
    game = dealt("jassregeln", "E", hands=hands, totals=(980, 470))
    play(game, "RA RB")
    game.submit(WeisAnnounced(B, 50))
    play(game, "R6 R7")
    assert game.totals() == (1001, 520)
    return game


@pytest.mark.rule("JR-SCHN-05")
def test_jr_schn_05_stoeck_that_suffice_come_before_the_weis_of_the_losers() -> None:
    game = first_trick_with_weis(A="EK EO")
    submit(game, StoeckShown(A), Thanked(C))
    assert (game.winner, game.schneider) == (0, True)
    assert game.totals()[1] == 470  # the Weis is not written


@pytest.mark.rule("JR-SCHN-05")
def test_jr_schn_05_the_weis_of_the_losers_comes_before_a_trick() -> None:
    game = first_trick_with_weis(A="EK", C="EO")
    game.submit(Thanked(C))
    assert (game.winner, game.schneider) == (0, False)
    assert game.totals() == (1001, 520)
