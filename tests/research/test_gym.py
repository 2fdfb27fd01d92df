"""The environment for one seat passes Gymnasium's own check; what it sees and gets is what the table sees and writes."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium
from gymnasium.utils.env_checker import check_env

import puur
from puur.core.cards import CARDS
from puur.core.events import Event
from puur.core.view import View
from puur.research.env import ACTIONS
from puur.research.gym import SeatEnv


def played(env: SeatEnv, seed: int) -> tuple[list[bytes], float]:
    """One deal by chance, within the mask: everything seen, and the reward."""
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    story, over, gained = [seen.tobytes()], False, 0.0
    while not over:
        seen, gained, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        story.append(seen.tobytes() + info["action_mask"].tobytes())
    return story, gained


@pytest.mark.parametrize("book", ["tam2014-es", "ub2024"])
def test_gymnasium_accepts_it(book: str) -> None:
    check_env(gymnasium.make("puur/Seat-v0", book=book, render_mode="ansi").unwrapped)


def test_the_same_seed_gives_the_same_deal_and_the_same_answers() -> None:
    env, again = SeatEnv(others="lehrling"), SeatEnv(others="lehrling")
    assert played(env, 4) == played(again, 4) == played(env, 4)
    assert played(env, 4) != played(env, 5)
    first, second = env.reset(seed=4)[0], env.reset()[0]  # without a seed it goes on from there
    assert (first != second).any()


def test_the_reward_is_the_difference_that_was_written() -> None:
    for book in ("tam2014-es", "ub2024"):
        env = SeatEnv(book)
        for seed in range(5):
            _, gained = played(env, seed)
            ours, theirs = env.game.ledger.totals
            assert gained == pytest.approx((ours - theirs) / 157)
            assert not env.action_masks().any()


def test_others_are_asked_with_their_own_view() -> None:
    """Opponents sit on 1 and 3, the partner on 2; nobody is asked for the seat that learns."""
    asked: dict[str, set[int]] = {"others": set(), "partner": set()}

    def opponent(view: View, _: random.Random) -> Event:
        asked["others"].add(view.seat)
        return view.options[0]

    def partner(view: View, _: random.Random) -> str:
        asked["partner"].add(view.seat)
        return puur.written(view.options[-1])

    env = SeatEnv(others=opponent, partner=partner)
    for seed in range(4):
        played(env, seed)
    assert asked == {"others": {1, 3}, "partner": {2}}


def test_an_action_outside_the_mask_changes_nothing_and_costs_a_deal() -> None:
    env = SeatEnv()
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, gained, over, cut, after = env.step(wrong)
    assert (gained, over, cut) == (-1.0, False, False)
    assert (seen == before).all()
    assert (after["action_mask"] == info["action_mask"]).all()
    with pytest.raises(ValueError, match="no Schieber"):
        SeatEnv("tam2014-cp")
    with pytest.raises(ValueError, match="no player"):
        SeatEnv(others="nobody")


def test_it_sees_its_hand_and_may_do_what_a_person_may() -> None:
    """Names of actions as the page lists them: 36 cards, six modes, the push."""
    names = [card.name for card in CARDS] + ["E", "R", "S", "L", "obenabe", "undeufe", "schiebt"]
    assert len(names) == ACTIONS
    env = SeatEnv(others="random")
    env.action_space.seed(2)
    seen, info = env.reset(seed=2)
    over = False
    while not over:
        view = puur.view(puur.read(puur.line(env.game)), 0)
        assert {CARDS[at] for at in np.flatnonzero(seen[:36])} == set(view.hand)
        assert {names[at] for at in np.flatnonzero(info["action_mask"])} == {puur.written(option) for option in view.options}
        seen, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not seen[:36].any()
