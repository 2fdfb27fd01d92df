"""The environment passes PettingZoo's own test; masks are the rules; games go to Parquet and can be replayed from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyarrow")

import pyarrow.parquet as pq
from pettingzoo.test import api_test, seed_test

import puur
from puur.core.cards import CARDS, CardSet
from puur.research.env import ACTIONS, SIZE, SchieberEnv, env, observed
from puur.research.parquet import SCHEMA, export


@pytest.mark.filterwarnings("ignore:Observation")  # it wants plain arrays; masks need a dictionary, as in its own card games
@pytest.mark.parametrize("book", ["tam2014-es", "ub2024"])
def test_pettingzoo_accepts_it(book: str) -> None:
    api_test(env(book), num_cycles=120)


def test_the_same_seed_gives_the_same_deal() -> None:
    seed_test(env, num_cycles=5)


def test_random_play_by_the_masks() -> None:
    game, rng = env(), np.random.default_rng(1)
    for seed in range(5):
        game.reset(seed)
        for agent in game.agent_iter():
            seen, _, done, _, _ = game.last()
            assert seen["observation"].shape == (SIZE,)
            assert seen["action_mask"].shape == (ACTIONS,)
            game.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            assert agent in game.possible_agents
        assert sum(game.game.ledger.totals) == 157


def test_rewards_are_the_difference_of_points() -> None:
    game = SchieberEnv()
    game.reset(3)
    while not any(game.terminations.values()):
        game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0]))
    written = game.game.ledger.totals
    assert game.rewards["player_0"] == game.rewards["player_2"] == pytest.approx((written[0] - written[1]) / 157)
    assert game.rewards["player_1"] == -game.rewards["player_0"]


def test_an_action_outside_the_mask_is_refused() -> None:
    game = env()
    game.reset(1)
    with pytest.raises(ValueError, match="not offered"):
        game.step(0)  # no card before the announcement
    with pytest.raises(ValueError, match="no Schieber"):
        env("tam2014-cp")


def test_no_other_hand_is_observed() -> None:
    """Exchanging two cards of other hands changes nothing that a seat observes."""
    hands = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]
    other = [hands[0], hands[1].replace("EU", "E6"), hands[2], hands[3].replace("E6", "EU")]
    one, two = (observed(puur.view(puur.new_deal("tam2014-es", hands=given), 0)) for given in (hands, other))
    assert (one == two).all()


def test_parquet_holds_whole_deals(tmp_path: Path) -> None:
    games = [puur.new_deal("tam2014-es", seed=seed) for seed in range(3)]
    for game in games:
        puur.play(game)
    assert export(games, tmp_path / "deals.parquet") == 3
    table = pq.read_table(tmp_path / "deals.parquet")
    assert table.schema.equals(SCHEMA, check_metadata=False)
    for row, game in zip(table.to_pylist(), games, strict=True):
        assert sum(row["points"]) == sum(row["written"]) == 157  # 152 in the cards and 5 for the last trick
        assert sorted(row["cards"]) == list(range(36))
        copy = puur.new_deal("tam2014-es", hands=[str(CardSet(bits=hand)) for hand in row["hands"]])
        for _ in range(row["pushes"]):
            puur.step(copy, next(one for one in puur.view(copy).options if type(one).__name__ == "Pushed"))
        puur.step(copy, next(one for one in puur.view(copy).options if str(getattr(one, "mode", "")) == row["mode"]))
        for card in row["cards"]:
            puur.step(copy, CARDS[card].name)
        assert copy.ledger.totals == game.ledger.totals
