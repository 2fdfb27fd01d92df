"""*Jasskönig* in the Differenzler: it misses less than the game's own advice, and leaves alone what it has not learned."""

from __future__ import annotations

from statistics import fmean

from puur.arena.alone import play_alone, play_pair, told
from puur.bots.levels import able, bot
from puur.bots.solo import advise
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.reglement import load

BOOK = load("differenzler")


def test_four_of_them_miss_less_than_four_who_go_by_a_plain_rule() -> None:
    """9.9 points is what four missed by who chose each card by one trick and an estimate of the rest (2,500 deals)."""
    assert fmean(fmean(play_alone(BOOK, [bot("jasskoenig")] * 4, f"solo/{deal}")) for deal in range(24)) < 9.9


def test_a_pair_of_deals_is_fair_and_told_with_its_interval() -> None:
    """Against itself nothing is between the two; and each deal is the same for both."""
    same = bot("stammtisch")
    pairs = [play_pair(BOOK, same, same, f"fair/{number}") for number in range(4)]
    assert all(ours == theirs for ours, theirs in pairs)
    assert told([(10.0, 12.0), (8.0, 8.0)]) == "2 pairs: A writes 9.00, B 10.00 per deal, A less B -1.00 ± 1.96"


def test_it_plays_the_game_itself_but_not_for_three() -> None:
    game = Game(BOOK, Setup(first_dealer=0))
    assert able("jasskoenig", view_of(game, 0)) == "jasskoenig"
    three = Game(BOOK, Setup(names=("A", "B", "C"), first_dealer=0))
    assert advise(view_of(three, 0)) is None
