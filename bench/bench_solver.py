"""How long exact solutions take on one core, by mode and cards left, beside a plain search and bridge's solver.

Positions are random deals, played on with random legal cards. Before anything is timed, a sample is proven right by the
deliberately simple solver of the tests. Times are processor time of one thread through one solver, as in real use; they are
heavy-tailed, so read the median beside the mean. Where endplay is installed, DDS solves full bridge deals in the same run:
another game (13 tricks, no card points), a yardstick for craft only.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puur.core.mode import Mode, parse_mode
from puur.fast import Position, Solver, solve_many
from tests.fast.plain import Plain
from tests.fast.positions import MODES, ending
from tests.fast.test_solver import gate

WITH_TRUMP, WITHOUT = ("E",), ("obenabe", "undeufe")


def sample(mode: Mode, left: int, n: int, seed: int = 77) -> list[Position]:
    """The same random positions every time."""
    rng = random.Random(f"{mode} {left} {seed}")
    return [ending(rng, mode, left) for _ in range(n)]


def measure(solver: Solver, positions: list[Position], *, per_card: bool = False) -> dict[str, float]:
    """Milliseconds of processor time for each position, summed up."""
    times, before = [], solver.nodes
    for position in positions:
        began = time.process_time()
        if per_card:
            solver.solve(position)
        else:
            solver.value(position)
        times.append(1000 * (time.process_time() - began))
    times.sort()
    return {
        "n": len(times),
        "median": median(times),
        "p95": times[int(0.95 * len(times))],
        "max": times[-1],
        "mean": mean(times),
        "per_second": 1000 / mean(times),
        "nodes": (solver.nodes - before) / len(times),
    }


def plain_nodes(positions: list[Position]) -> float:
    """What the simple solver needs to prove the same values, in nodes."""
    plain, solver = Plain(), Solver()
    for position in positions:
        assert plain.is_value(position, solver.solve(position, per_card=False).points[0])
    return float(plain.nodes[0]) / len(positions)


def bridge(n: int) -> dict[str, float]:
    """DDS on full bridge deals: the score of the best card, one board at a time, on one thread."""
    from endplay.dds import solve_board
    from endplay.dealer import generate_deals
    from endplay.types import Denom

    rates = {}
    for name, trump in (("spades", Denom.spades), ("no trump", Denom.nt)):
        boards = list(generate_deals(produce=n, seed=5))
        began = time.process_time()
        for board in boards:
            board.trump = trump
            solve_board(board)
        rates[name] = n / (time.process_time() - began)
    return rates


HARD = """
import json, random, sys, time
sys.path.insert(0, ".")
from puur.core.mode import parse_mode
from puur.fast import Solver
from tests.fast.positions import ending
name, left, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
mode, rng, solver, rows = parse_mode(name), random.Random(seed), Solver(), []
solver.value(ending(rng, mode, 4))
for _ in range(n):
    position, nodes = ending(rng, mode, left), solver.nodes
    began = time.process_time()
    value = solver.value(position)
    rows.append((value, 1000 * (time.process_time() - began), solver.nodes - nodes))
print(json.dumps(rows))
"""


def against(folder: str, rounds: int) -> None:
    """This solver and that of another checkout, in turns over the same deals, which both must value alike."""
    here = Path(__file__).resolve().parent.parent
    for name, left, n in (("E", 9, 20), ("E", 8, 40), ("E", 7, 60), ("obenabe", 9, 40), ("undeufe", 9, 40)):
        both: dict[str, list[tuple[int, float, int]]] = {"now": [], "before": []}
        for number in range(rounds):
            for who, where in (("now", str(here)), ("before", folder)):
                command = [sys.executable, "-P", "-c", HARD, name, str(left), str(n), f"{name} {left} {number}"]
                done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=True)
                both[who] += [tuple(row) for row in json.loads(done.stdout)]
        assert [row[0] for row in both["now"]] == [row[0] for row in both["before"]], "the values differ"
        for at, what in ((1, "ms"), (2, "nodes")):
            told = []
            for who in ("now", "before"):
                row = sorted(float(row[at]) for row in both[who])
                told.append((median(row), row[int(0.95 * len(row))], mean(row)))
            pairs = zip(("median", "p95", "mean"), *told, strict=True)
            ratios = ", ".join(f"{label} {new:,.1f} / {old:,.1f} = {new / old:.2f}" for label, new, old in pairs)
            print(f"{name} {left}, {len(both['now'])} deals, {what}: {ratios}", flush=True)


def main() -> None:
    """Check, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trump-deals", type=int, default=60, help="full deals with trump; they take half a second each")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--before", metavar="FOLDER", help="only compare with the solver of another checkout")
    parser.add_argument("--rounds", type=int, default=10, help="of --before: 20 whole deals with trump each (default: %(default)s)")
    chosen = parser.parse_args()
    if chosen.before:
        against(chosen.before, chosen.rounds)
        return
    scale = 10 if chosen.quick else 1
    for left, n in ((3, 64), (5, 64), (6, 32), (7, 16)):
        gate(left, n, 4242 + left)
    solver = Solver()
    rows: dict[str, dict[str, Any]] = {}
    for left, n in ((5, 400), (6, 300), (7, 300), (8, 100), (9, 150)):
        for name in (*WITH_TRUMP, *WITHOUT):
            count = chosen.trump_deals if left == 9 and name in WITH_TRUMP else n
            rows[f"{name} {left}"] = measure(solver, sample(parse_mode(name), left, max(5, count // scale)))
    for name in ("slalom-oben", "gusti-oben", "trio-E-tuo"):
        for left in (7, 9):
            rows[f"{name} {left}"] = measure(solver, sample(parse_mode(name), left, max(5, (40 if left == 7 else 10) // scale)))
    for name in (*WITH_TRUMP, *WITHOUT):
        rows[f"{name} 7, every card"] = measure(solver, sample(parse_mode(name), 7, max(5, 200 // scale)), per_card=True)
    facts: dict[str, Any] = {"solves": rows}
    facts["plain_nodes_at_7"] = {name: plain_nodes(sample(parse_mode(name), 7, max(5, 40 // scale))) for name in ("E", "obenabe")}
    mixed = [ending(random.Random(seed), MODES[seed % 6], 7) for seed in range(400 // scale)]
    walls = []
    for threads in (1, 2):
        solve_many(mixed[:20], threads)
        began = time.perf_counter()
        solve_many(mixed, threads)
        walls.append(len(mixed) / (time.perf_counter() - began))
    facts["threads_wall"] = walls
    if importlib.util.find_spec("endplay"):
        facts["dds_boards_per_second"] = bridge(max(5, 100 // scale))
    if chosen.json:
        print(json.dumps(facts))
        return
    print("mode and cards left        n     median        p95       mean        max    solves/s      nodes   (ms of one core)")
    for name, row in rows.items():
        cells = f"{row['median']:10.2f} {row['p95']:10.2f} {row['mean']:10.2f} {row['max']:10.1f}"
        print(f"{name:24} {row['n']:4} {cells} {row['per_second']:11.1f} {row['nodes']:10.0f}")
    for name, nodes in facts["plain_nodes_at_7"].items():
        print(f"{name} 7: the simple solver of the tests needs {nodes / rows[f'{name} 7']['nodes']:.0f} times as many nodes")
    print(f"seven-card endings of all Schieber modes, wall time: {walls[0]:.0f}/s on one thread, {walls[1]:.0f}/s on two")
    for name, boards in facts.get("dds_boards_per_second", {}).items():
        ours = "E 9" if name == "spades" else "obenabe 9"
        ratio = rows[ours]["per_second"] / boards
        print(f"DDS, bridge, {name}: {boards:.1f} boards/s; puur solves {ratio:.2f} times as many full deals ({ours[:-2]})")


if __name__ == "__main__":
    main()
