"""What a program waits for: `import puur`, and the first deal in a fresh process, in processor time.

Least of several runs, and as a ratio to starting Python with what the standard library needs for dataclasses, so that figures of
different machines can be compared. As after `pip install`, Python's bytecode lies ready: it is written to a folder of its own in a
first run that is not counted, whatever the environment says. With the folder of another version, both take turns in the same run.
Run: python bench/bench_start.py [FOLDER]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 15
HERE = Path(__file__).parents[1]
TIMED = """
import sys, time
sys.path.insert(0, {folder!r})
began = time.process_time()
{code}
print(1000 * (time.process_time() - began))
"""
CASES = {
    "standard library": "import dataclasses, enum, re, typing",
    "import puur": "import puur",
    "first deal": "import puur; game = puur.new_deal('tam2014-es', seed=7); assert len(puur.view(game).hand) == 9",
}


def milliseconds(code: str, folder: Path, bytecode: str) -> float:
    """The processor time of one run in a process of its own."""
    command = [sys.executable, "-c", TIMED.format(code=code, folder=str(folder))]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
        "PYTHONPYCACHEPREFIX": bytecode
    }
    return float(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    folders = [HERE, *(Path(folder).resolve() for folder in sys.argv[1:2])]
    times: dict[tuple[str, Path], list[float]] = {(name, folder): [] for name in CASES for folder in folders}
    with tempfile.TemporaryDirectory() as bytecode:
        for _ in range(RUNS + 1):
            for (name, folder), took in times.items():
                took.append(milliseconds(CASES[name], folder, bytecode))
    least = {case: min(took[1:]) for case, took in times.items()}
    for (name, folder), best in least.items():
        told = f"{name:18} {best:7.1f} ms  {best / least['standard library', HERE]:5.2f} times the standard library"
        print(told if folder == HERE else f"{told}, of {folder}: {least[name, HERE] / best:.2f} of it today")


if __name__ == "__main__":
    main()
