"""Random Schieber deals per second on one core: Puur's core against jass-kit's arena and pyschieber, in the same run.

Puur plays whole deals through its public interface under the UB rule book: shuffle, cut, deal, bidding with pushes, every card
checked, Weis, Stöck, Match, factors, Bergpreis and Striche. The peers play what they have: cards and, in jass-kit, trump. They are
the optional extra `bench` (jass-kit is GPL-3) and are left out where they are not installed. Nothing here is a test of speed.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import logging
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puur.core.reglement import Finish, Source
from puur.core.striche import striche
from puur.reglement.loader import load
from tests.core.test_properties import check_deal_sums
from tests.random_play import play_deal, start


def puur(deals: int) -> None:
    """Random deals under ub2024, a new Partie whenever one is over."""
    rng, book = random.Random(1), load("ub2024")
    game = start(book, rng)
    for _ in range(deals):
        if game.over:
            striche(game)
            game = start(book, rng)
        play_deal(game, rng)


def check_puur() -> None:
    """Before timing: the deals add up, and Weis, Stöck, Match and Striche really occur."""
    rng, book = random.Random(2), load("ub2024")
    seen: set[Source] = set()
    for _ in range(60):
        game = start(book, rng)
        while not game.over:
            play_deal(game, rng)
        check_deal_sums(game)
        assert sum(row.victory for row in striche(game)) == 4
        seen |= {entry.source for entry in game.ledger.entries}
    assert {Source.STICH, Source.LAST_TRICK, Source.WEIS, Source.STOECK, Source.MATCH} <= seen
    assert book.ending.finish is Finish.AUTOMATIC


def jass_kit(deals: int) -> None:
    """jass-kit's own arena with its random agents, moves checked."""
    from jass.agents.agent_random_schieber import AgentRandomSchieber
    from jass.arena.arena import Arena

    arena = Arena(nr_games_to_play=deals, print_every_x_games=10**9)
    agent = AgentRandomSchieber()
    arena.set_players(agent, agent, agent, agent)
    arena.play_all_games()
    points = arena.points_team_0 + arena.points_team_1
    assert (points == 157).all() or set(points) <= {157.0, 257.0}, "jass-kit's points do not add up"


def pyschieber(deals: int) -> None:
    """pyschieber's games with its random players, nine tricks each."""
    from pyschieber.game import Game
    from pyschieber.player.random_player import RandomPlayer
    from pyschieber.team import Team

    logging.disable(logging.CRITICAL)
    for _ in range(deals):
        players = [RandomPlayer(name=str(number)) for number in range(4)]
        teams = [Team(players=[players[0], players[2]]), Team(players=[players[1], players[3]])]
        Game(teams, point_limit=10**9, use_counting_factor=False).play(whole_rounds=True)


def rate(run: Callable[[int], None], deals: int, seconds: float) -> float:
    """The best of three rates; each run is repeated until it takes long enough to be believed."""
    best = 0.0
    for _ in range(3):
        done, began = 0, time.process_time()
        while time.process_time() - began < seconds / 3:
            with contextlib.redirect_stdout(io.StringIO()):
                run(deals)
            done += deals
        best = max(best, done / (time.process_time() - began))
    return best


def main() -> None:
    """Check, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=9.0, help="for each engine")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    check_puur()
    engines: list[tuple[str, str, Callable[[int], None], int]] = [("puur core", "", puur, 200)]
    engines.append(("jass-kit arena", "jass", jass_kit, 100))
    engines.append(("pyschieber", "pyschieber", pyschieber, 50))
    rates: dict[str, float | None] = {}
    for name, module, run, deals in engines:
        rates[name] = rate(run, deals, chosen.seconds) if not module or importlib.util.find_spec(module) else None
    if chosen.json:
        print(json.dumps({"deals_per_second": rates}))
        return
    own = rates["puur core"] or 0.0
    for name, speed in rates.items():
        if speed is None:
            print(f"{name:16} not installed (pip install -e '.[bench]')")
        else:
            print(f"{name:16} {speed:8.0f} deals/s   puur is {own / speed:5.1f} times as fast")


if __name__ == "__main__":
    main()
