"""How long a draw takes, from 16 to 400 players: planned ahead, with clubs, and round by round with people coming and going.

Every draw is checked before its time is shown. `--json` for programs. Nothing here is a test of speed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puur.core.evening import Rest
from puur.evening.check import check
from puur.evening.draw import Wishes, next_round, plan
from puur.evening.seating import Round


def people(count: int) -> list[str]:
    """So many players."""
    return [f"p{number}" for number in range(count)]


def ahead(players: int, rounds: int) -> tuple[float, int]:
    """Seconds and repeats of a plan for the whole evening."""
    start = time.perf_counter()
    draw = plan("bench", people(players), rounds)
    return time.perf_counter() - start, check(draw).repeated_meetings


def with_clubs(players: int, rounds: int) -> tuple[float, int]:
    """The same with clubs of about eight."""
    wishes = Wishes(clubs={name: f"club {place % max(players // 8, 4)}" for place, name in enumerate(people(players))})
    start = time.perf_counter()
    draw = plan("bench", people(players), rounds, wishes)
    return time.perf_counter() - start, check(draw, wishes).repeated_meetings


def round_by_round(players: int, rounds: int) -> tuple[float, int]:
    """The slowest single draw of an evening with two late entries and three drop-outs, and all its repeats."""
    names, history, slowest = people(players + 1), list[Round](), 0.0
    for turn in range(rounds):
        names = [*names, "late1", "late2"] if turn == 1 else [name for name in names if turn != 2 or name not in ("p0", "p3", "p7")]
        start = time.perf_counter()
        history.append(next_round("bench", names, rounds, None, history, Rest.SIT_OUT))
        slowest = max(slowest, time.perf_counter() - start)
    return slowest, check(history).repeated_meetings


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    rows = []
    for players in (16, 20, 24, 40, 80, 120, 200, 300, 400):
        row: dict[str, object] = {"players": players, "rounds": options.rounds}
        for name, measure in (("ahead", ahead), ("clubs", with_clubs), ("round by round", round_by_round)):
            seconds, repeats = measure(players, options.rounds)
            if name == "ahead" and options.rounds <= 5 and repeats:
                raise SystemExit(f"{players} players: {repeats} repeats where none need be")
            row[name] = {"seconds": round(seconds, 4), "repeats": repeats}
        rows.append(row)
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{options.rounds} rounds; seconds (meetings repeated)")
    print(f"{'players':>8} {'planned ahead':>18} {'with clubs':>18} {'one round, changes':>20}")
    for row in rows:
        cells = [row[name] for name in ("ahead", "clubs", "round by round")]
        print(f"{row['players']:>8}", *(f"{cell['seconds']:>12.3f} ({cell['repeats']:>3})" for cell in cells))  # type: ignore[index]


if __name__ == "__main__":
    main()
