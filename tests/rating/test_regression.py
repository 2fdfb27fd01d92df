"""The rating: small cases by hand, and a simulated season with players of known skill (bench/rating_year.py has the whole year)."""

from __future__ import annotations

import random

import pytest

from puur.rating import Belief, Pool, Result, Seated, after_deal, after_set, drifted, held, is_sure, worth
from puur.rating.regression import DEAL_NOISE, FORGOTTEN, SET_NOISE, START_SPREAD


def test_two_equal_beginners_share_the_difference_of_a_set() -> None:
    """By hand: variance 64 each, noise 22²/4 = 121 a set; the common level is the middle, each moves by 64/185 of ±10."""
    updated = after_set(Pool(), [Result("a", 90, 4), Result("b", 70, 4)])
    step = START_SPREAD**2 / (START_SPREAD**2 + SET_NOISE**2 / 4) * 10
    assert updated["a"].mean == pytest.approx(step)
    assert updated["b"].mean == pytest.approx(-step)
    assert step == pytest.approx(640 / 185)


def test_one_alone_says_nothing_and_good_cards_say_nothing() -> None:
    assert after_set(Pool(), [Result("a", 150, 4)]) == {}
    low = after_set(Pool(), [Result("a", 20, 4), Result("b", 10, 4)])
    high = after_set(Pool(), [Result("a", 140, 4), Result("b", 130, 4)])
    assert low["a"].mean == pytest.approx(high["a"].mean)


def test_the_posterior_of_a_set_is_that_of_the_whole_regression() -> None:
    """Against the textbook: normal equations with the common level as one more unknown, solved by elimination."""
    rng = random.Random(3)
    pool = Pool({f"p{n}": Belief(rng.gauss(0, 3), rng.uniform(1, 8), 10) for n in range(5)})
    results = [Result(f"p{n}", rng.gauss(80, 10), rng.choice((4, 12))) for n in range(5)]
    updated = after_set(pool, results)
    size = 6
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    for n, result in enumerate(results):
        belief, precision = pool.of(result.player), result.deals / SET_NOISE**2
        matrix[n][n] += 1 / belief.spread**2 + precision
        matrix[n][5] += precision
        matrix[5][n] += precision
        matrix[5][5] += precision
        matrix[n][size] += belief.mean / belief.spread**2 + precision * result.points
        matrix[5][size] += precision * result.points
    for column in range(size):
        pivot = matrix[column][column]
        matrix[column] = [value / pivot for value in matrix[column]]
        for row in range(size):
            if row != column:
                factor = matrix[row][column]
                matrix[row] = [value - factor * top for value, top in zip(matrix[row], matrix[column], strict=True)]
    for n in range(5):
        assert updated[f"p{n}"].mean == pytest.approx(matrix[n][size])


def test_four_equal_beginners_move_alike_and_luck_is_taken_out() -> None:
    """By hand: variance 34² + 4·64 = 1412; a surprise of 30 moves each by 64/1412 of it, partners up, opponents down."""
    moved = after_deal(Pool(), Seated(("a", "b", "c", "d"), 120, 90))
    step = 64 / (DEAL_NOISE**2 + 4 * 64) * 30
    assert [moved[name].mean for name in "abcd"] == pytest.approx([step, -step, step, -step])
    assert all(belief.mean == 0 for belief in after_deal(Pool(), Seated(("a", "b", "c", "d"), 140, 140)).values())


def test_a_strong_partner_is_expected_to_carry_one() -> None:
    """With a partner of +10 who is sure, ten points over luck are no surprise."""
    pool = Pool({"strong": Belief(10, 0.1, 500), "x": Belief(0, 0.1, 500), "y": Belief(0, 0.1, 500)})
    moved = after_deal(pool, Seated(("me", "x", "strong", "y"), 90, 80))
    assert moved["me"].mean == pytest.approx(0)


def test_accounts_made_to_lose_lift_nobody() -> None:
    """Newcomers learn from those who are known, and teach them nothing; bots are no newcomers."""
    pool = Pool({"me": Belief(0, 2, 300), "mate": Belief(0, 2, 300)})
    moved = after_deal(pool, Seated(("me", "new", "mate", "newer"), 157, 60))
    assert (moved["me"], moved["mate"]) == (pool.of("me"), pool.of("mate"))
    assert moved["new"].mean < 0
    assert moved["new"].deals == 1
    with_bots = after_deal(pool, Seated(("me", "lehrling", "mate", "lehrling"), 157, 60), {"lehrling"})
    assert with_bots["me"].mean > 0
    known = Pool({**pool.beliefs, "new": Belief(0, 5, 20), "newer": Belief(0, 5, 20)})
    assert after_deal(known, Seated(("me", "new", "mate", "newer"), 157, 60))["me"].mean > 0


def test_what_counts_stays_within_what_nobody_else_could_throw() -> None:
    """By hand: sure of 1 ± 1.96 · 2, so from -2.92 to 4.92; at least worth what is left of the margin, at most the sure mean."""
    sure = Belief(1.0, 2.0, 300)
    for mean, counts, least in ((20.0, 4.92, 1.0), (-20.0, -2.92, -4.88), (3.0, 3.0, 1.0), (2.0, 2.0, 0.04)):
        assert held(Belief(mean, 1.0, 900), sure).mean == pytest.approx(counts)
        assert worth(Belief(mean, 1.0, 900), sure) == pytest.approx(least)
    anchor = Belief(0.0, 0.0, 0, fixed=True)
    assert (held(anchor, sure), worth(anchor, sure)) == (anchor, 0.0)


def test_a_deal_is_sure_where_one_person_plays_with_bots() -> None:
    bots = {"stammtisch", "jasskoenig"}
    assert is_sure(Seated(("me", "stammtisch", "jasskoenig", "stammtisch"), 90, 80), bots)
    assert not is_sure(Seated(("me", "stammtisch", "mate", "stammtisch"), 90, 80), bots)
    assert not is_sure(Seated(("me", "other", "jasskoenig", "stammtisch"), 90, 80), bots)


def test_however_many_accounts_lose_the_place_is_that_of_deals_nobody_could_throw() -> None:
    from bench.rating_year import thrown

    few, many = (thrown(accounts, 4, 40.0, 20) for accounts in (10, 200))
    assert few[0].mean > 3  # all results together are lifted
    assert many[0].mean > few[0].mean
    assert worth(*few) == worth(*many) == 0.0
    assert held(*many).mean <= 1.96 * 2.0


def test_newcomers_do_not_say_what_the_cards_of_a_set_give() -> None:
    """A hundred accounts that throw a set change nothing for the two who are known; the newcomers themselves learn from them."""
    pool = Pool({"a": Belief(2, 3, 100), "b": Belief(-1, 3, 100)})
    alone = after_set(pool, [Result("a", 90, 4), Result("b", 80, 4)])
    thrown = [Result(f"new{n}", 10, 4) for n in range(100)]
    among = after_set(pool, [Result("a", 90, 4), Result("b", 80, 4), *thrown])
    assert among["a"] == alone["a"]
    assert among["b"] == alone["b"]
    # By hand: both weigh 1/(9 + 121), the cards give (88 + 81)/2 = 84.5, known to 65; the newcomer is 74.5 below, 64/250 of it.
    assert among["new0"].mean == pytest.approx(-74.5 * 64 / (64 + 121 + 65))
    assert among["new0"].spread ** 2 == pytest.approx(64 * (1 - 64 / 250))


def test_the_anchor_never_moves_and_others_are_forgotten_slowly() -> None:
    pool = Pool({"anchor": Belief(0, 0, 0, fixed=True)})
    updated = after_set(pool, [Result("anchor", 60, 4), Result("a", 90, 4)])
    assert updated["anchor"].mean == 0
    assert drifted(updated["anchor"], 1000) == updated["anchor"]
    old = drifted(Belief(5, 1, 100), 10_000)
    assert (old.mean, old.spread) == (5, FORGOTTEN)


def test_a_season_with_known_skills() -> None:
    from bench.rating_year import simulate

    year = simulate(people=60, days=120, seed=7, deals=4)
    assert year.order > 0.8
    assert year.inside > 0.85
    assert abs(year.bias) < 1.5  # the level comes from the bots of the first sets alone, three results each
    assert abs(year.bias - year.bias_early) < 1.0
    assert abs(year.choosers) < 1.5
    assert year.ladder > 0.8
    assert year.bounded < 0.1  # honest people are hardly ever held back
