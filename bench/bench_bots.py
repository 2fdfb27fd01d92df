"""How fast the bots decide and search, on one core: decisions, search rounds, worlds and playouts per second.

Results are checked before they are timed: every choice is one that the view offers, every playout shares out 157 points.
Nothing here is a test of strength; that is `puur arena`.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

import puur
from puur.bots import kernels as k
from puur.bots.budget import Budget
from puur.bots.levels import LEVELS
from puur.bots.neural import Jasskoenig
from puur.bots.search import constants, tables_of
from puur.bots.worker import warm
from puur.core.actions import to_act
from puur.core.events import CardPlayed
from puur.core.mode import EICHELN, OBENABE
from puur.core.view import View, view_of
from puur.fast import deals


def views(count: int) -> list[View]:
    """Views of seats that have to choose a card."""
    choices: list[View] = []
    seed = 0
    while len(choices) < count:
        game, seed = puur.new_deal("tam2014-es", seed=seed), seed + 1
        while (seat := to_act(game)) is not None:
            view = view_of(game, seat)
            if sum(isinstance(option, CardPlayed) for option in view.options) > 1:
                choices.append(view)
            game.submit(puur.choose(view, "lehrling", seed=seed))
    return choices[:count]


def decisions() -> None:
    for name, budget, count in (
        ("lehrling", Budget(), 400),
        ("stammtisch", Budget(), 400),
        ("klub", LEVELS["klub"].budget, 60),
        ("meister", Budget(rounds=2000, seconds=60.0), 20),
        ("meister", LEVELS["meister"].budget, 12),
        ("jasskoenig", Budget(), 400),
        ("jasskoenig", Budget(rounds=256), 40),
    ):
        times = []
        for view in views(count):
            began = time.perf_counter()
            done = LEVELS[name].choose(view, random.Random(1), budget)
            times.append(1000 * (time.perf_counter() - began))
            assert done in view.options
        times.sort()
        rounds = f"{budget.rounds} rounds" if budget.rounds else "no search"
        print(f"{name:12}{rounds:>14}: median {times[len(times) // 2]:8.2f} ms, p95 {times[int(0.95 * (len(times) - 1))]:8.2f} ms")


def many_seats() -> None:
    seats = views(256)
    began = time.process_time()
    cards = Jasskoenig().cards(seats, random.Random(1))
    took = time.process_time() - began
    assert all(CardPlayed(view.seat, card) in view.options for view, card in zip(seats, cards, strict=True))
    print(f"jasskoenig, {len(seats)} seats at once: {1000 * took / len(seats):.2f} ms of the processor a card")


def playouts() -> None:
    weights, odds = constants()
    pool = deals(20_000, 1)
    out = np.zeros((len(pool), 3))
    for mode in (EICHELN, OBENABE):
        for what, slip in (("by reckoning", 0.05), ("by chance", 1.0)):
            began = time.perf_counter()
            k.play_out(pool, 0, 0, tables_of(mode), weights, odds, slip, np.array([7], np.int64), out)
            took = time.perf_counter() - began
            assert (out[:, :2].sum(axis=1) == 157).all()
            print(f"playouts {what:13} {mode!s:8}: {len(pool) / took:12,.0f} a second")


if __name__ == "__main__":
    warm()
    decisions()
    many_seats()
    playouts()
