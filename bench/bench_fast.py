"""Random deals per second on one core: Puur's playouts against jass-kit, pyschieber and OpenSpiel, in the same run.

A deal is a fresh shuffle, 36 cards each chosen uniformly among the legal ones, nine winners and the count. Before anything is
timed, the kernel is compared with the core card by card, and every peer's points have to add up. Rates are per second of
processor time, the best of several runs, so that other work on the machine disturbs little; the line with two threads is wall
time. Peers are optional and left out where they are not installed (extra `bench`; jass-kit is GPL-3). OpenSpiel plays
another game, Spades: its line compares card plays, by its own compiled rollouts.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puur.core.mode import parse_mode
from puur.fast import deals, playouts

MODES = ("E", "obenabe", "undeufe", "slalom-oben", "gusti-oben", "trio-E-tuo")


def check() -> None:
    """The kernel agrees with the core in every legal set, winner and count; results add up."""
    from tests.fast.test_lanes import check_deal

    for name in MODES:
        mode = parse_mode(name)
        assert check_deal(mode, seed=1) == 36 * 64
        played = playouts(20_000, mode, seed=1)
        assert (played[:, 0] + played[:, 1] == 157).all()
        assert (played[:, 2] + played[:, 3] == 9).all()


def jass_kit(trump: int) -> Callable[[int], None]:
    """jass-kit's game simulator with its rule class, cards chosen at random."""
    import numpy as np
    from jass.game.game_sim import GameSim
    from jass.game.game_util import deal_random_hand
    from jass.game.rule_schieber import RuleSchieber

    rule = RuleSchieber()
    rng = np.random.default_rng(1)

    def run(count: int) -> None:
        for _ in range(count):
            sim = GameSim(rule=rule)
            sim.init_from_cards(dealer=0, hands=deal_random_hand())
            sim.action_trump(trump)
            while not sim.is_done():
                valid = np.flatnonzero(rule.get_valid_cards_from_obs(sim.get_observation()))
                sim.action_play_card(int(rng.choice(valid)))
            assert sim.state.points.sum() == 157 or sim.state.points.max() == 257

    return run


def pyschieber() -> Callable[[int], None]:
    """pyschieber's games with its random players, nine tricks each."""
    import contextlib
    import io

    from pyschieber.game import Game
    from pyschieber.player.random_player import RandomPlayer
    from pyschieber.team import Team

    logging.disable(logging.CRITICAL)

    def run(count: int) -> None:
        for _ in range(count):
            players = [RandomPlayer(name=str(number)) for number in range(4)]
            teams = [Team(players=[players[0], players[2]]), Team(players=[players[1], players[3]])]
            with contextlib.redirect_stdout(io.StringIO()):
                Game(teams, point_limit=10**9, use_counting_factor=False).play(whole_rounds=True)

    return run


def open_spiel() -> Callable[[int], None]:
    """OpenSpiel's rollouts in C++, inside its search, from the first lead of a hand of Spades: 52 card plays each."""
    import pyspiel

    game = pyspiel.load_game("spades")
    state = game.new_initial_state()
    number = 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[number % len(state.chance_outcomes())][0])
        number += 7
    while len(state.legal_actions()) < 10 or state.move_number() < 56:  # the bids
        state.apply_action(state.legal_actions()[0])
    assert not state.is_terminal()

    def run(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
        bot.mcts_search(state)

    return run


def rate(run: Callable[[int], Any], count: int, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Deals per second: the best of five runs, each of at least a fifth of the time."""
    run(count)
    best = 0.0
    for _ in range(5):
        done, began = 0, clock()
        while clock() - began < seconds / 5:
            run(count)
            done += count
        best = max(best, done / (clock() - began))
    return best


def main() -> None:
    """Check, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    check()
    own: dict[str, float] = {}
    for name in MODES:
        mode = parse_mode(name)
        own[name] = rate(partial(playouts, mode=mode, seed=1), 200_000, chosen.seconds)
    fixed = deals(1, seed=1)
    own["E, fixed deal"] = rate(lambda n: playouts(n, parse_mode("E"), hands=fixed), 200_000, chosen.seconds)
    own["deals only"] = rate(lambda n: deals(n, seed=1), 200_000, chosen.seconds)
    walls = [
        rate(partial(playouts, mode=parse_mode("E"), threads=threads), 400_000, chosen.seconds, time.perf_counter)
        for threads in (1, 2)
    ]
    peers: dict[str, tuple[float, str]] = {}
    if importlib.util.find_spec("jass"):
        for name, trump in (("E", 0), ("obenabe", 4), ("undeufe", 5)):
            peers[f"jass-kit {name}"] = (rate(jass_kit(trump), 50, chosen.seconds), name)
    if importlib.util.find_spec("pyschieber"):
        peers["pyschieber"] = (rate(pyschieber(), 20, chosen.seconds), "E")
    cards: dict[str, float] = {}
    if importlib.util.find_spec("pyspiel"):
        cards["OpenSpiel spades, C++ rollouts"] = 52 * rate(open_spiel(), 20_000, chosen.seconds)
    if chosen.json:
        ratios = {name: own[same] / speed for name, (speed, same) in peers.items()}
        print(json.dumps({"puur": own, "threads_wall": walls, "peers": {k: v[0] for k, v in peers.items()}, "ratios": ratios}))
        return
    for name, speed in own.items():
        print(f"puur {name:16} {speed / 1e6:8.2f} million deals/s")
    print(f"puur E, wall time   {walls[0] / 1e6:8.2f} million deals/s on one thread, {walls[1] / 1e6:.2f} on two")
    for name, (speed, same) in peers.items():
        print(f"{name:21} {speed:8.0f} deals/s   puur is {own[same] / speed:7.0f} times as fast")
    for name, speed in cards.items():
        mine = 36 * own["E"]
        print(f"{name}: {speed / 1e6:.1f} million cards/s   puur ({mine / 1e6:.0f}) is {mine / speed:.0f} times as fast")
    for name in ("jass", "pyschieber", "pyspiel"):
        if not importlib.util.find_spec(name):
            print(f"{name}: not installed")


if __name__ == "__main__":
    main()
