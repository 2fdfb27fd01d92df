"""Steps per second of an environment with what a player sees at every step: `python bench/bench_vector.py`.

A step is one card with legal cards and observation of who plays next, chosen by chance. Beside it the PettingZoo environment of
the same game, and OpenSpiel's Python API playing Spades with its own observation tensor, in the same run.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time

import numpy as np

from puur.research.vector import CardPlay, Seen, random_cards


def vector(deals: int, seconds: float) -> float:
    table, rng = CardPlay(deals), np.random.default_rng(1)
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        seen: Seen | None = table.reset(seed=done)
        while seen is not None:
            seen, _ = table.step(random_cards(seen, rng))
            done += deals
        assert (table.points.sum(axis=1) == 157).all()
    return done / (time.process_time() - began)


def pettingzoo(seconds: float) -> float:
    from puur.research.env import SchieberEnv

    env, rng = SchieberEnv(), random.Random(1)
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        env.reset(seed=done)
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            assert agent
            if ended or cut:
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            done += 1
    return done / (time.process_time() - began)


def open_spiel(seconds: float) -> float:
    import pyspiel

    game, rng = pyspiel.load_game("spades"), random.Random(1)
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            state.information_state_tensor() if game.get_type().provides_information_state_tensor else state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    own = vector(chosen.deals, chosen.seconds)
    print(f"puur, {chosen.deals} deals at once: {own:12,.0f} steps/s")
    for name, package, measure in (
        ("puur, PettingZoo", "pettingzoo", pettingzoo),
        ("OpenSpiel, Python API (Spades)", "pyspiel", open_spiel),
    ):
        if importlib.util.find_spec(package):
            peer = measure(chosen.seconds)
            print(f"{name}: {peer:12,.0f} steps/s, the batch is {own / peer:.1f} times as fast")
        else:
            print(f"{name}: not installed")


if __name__ == "__main__":
    main()
