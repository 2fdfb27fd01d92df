"""Events written and read per second, by the log and by an earlier version of Puur in turns, if a checkout of one is named.

`python bench/bench_log.py --before FOLDER` runs the same games, evenings and clubs in both. Without it, writing the same values
with `json` alone is the reference. A card is written and read as the live table does it, one event at a time, and every round has
new games; an evening is written and read whole, with its replay. Nothing is timed before it has come back as it was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5


def best(work: Callable[[int], object], count: float) -> float:
    """Events per second, the best of some rounds."""
    times = []
    for number in range(ROUNDS):
        begun = time.process_time()
        work(number)
        times.append(time.process_time() - begun)
    return count / min(times)


def measure() -> dict[str, float]:
    """Everything, with the version of Puur in the working directory."""
    sys.path.insert(0, os.getcwd())
    at = "tests" if Path("tests/evening/simulate.py").exists() else "puur"  # where version 0.1 had it
    play = import_module(f"{at}.evening.simulate").play

    from puur.evening.files import evening_from_plain, evening_to_plain
    from puur.notation.game_events import GAME
    from puur.reglement.loader import load
    from puur.season.events import from_json, to_json
    from puur.season.exchange import read
    from tests.random_play import play_game

    checked, *games = [
        [event for game in range(8) for event in play_game(load("ub2024"), random.Random(8 * number + game)).events]
        for number in range(1 + ROUNDS)
    ]
    assert [GAME.from_text(GAME.text(event)) for event in checked] == checked
    count = sum(map(len, games)) / ROUNDS
    written = best(lambda number: [GAME.text(event) for event in games[number]], count)
    texts = [[GAME.text(event) for event in events] for events in games]
    read_back = best(lambda number: [GAME.from_text(text) for text in texts[number]], count)
    plain = [[json.loads(text) for text in lines] for lines in texts]
    evening = play(random.Random(1), load("nws2020"), 60)
    whole = json.loads(json.dumps(evening_to_plain(evening)))
    assert evening_from_plain(whole).events == evening.events
    club = read((ROOT / "tests/old_files/v0_1/clubs/musterjahr.jsonl").read_text("utf-8")).events
    entries = [to_json(event) for event in club]
    assert [from_json(data) for data in entries] == list(club)
    return {
        "json alone, game written": best(lambda number: [json.dumps(data) for data in plain[number]], count),
        "game written": written,
        "game read": read_back,
        "evening written": best(lambda _: evening_to_plain(evening), len(evening.events)),
        "evening read and replayed": best(lambda _: evening_from_plain(whole), len(evening.events)),
        "club written": best(lambda _: [to_json(event) for event in club], len(club)),
        "club read": best(lambda _: [from_json(data) for data in entries], len(club)),
    }


def run_in(folder: Path) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), "--worker"]
    rates: dict[str, float] = json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)
    return rates


def main() -> None:
    """Measure and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        print(json.dumps(measure()))
        return
    before = run_in(given.before) if given.before else {}
    for name, rate in run_in(ROOT).items():
        ratio = f"{rate / before[name]:6.2f} times {before[name]:,.0f}" if name in before else ""
        print(f"{name:28} {rate:12,.0f} events/s {ratio}")


if __name__ == "__main__":
    main()
