"""What a program waits for: `import puur`, and the first deal in a fresh process, in processor time.

Least of several runs, and as a ratio to starting Python with what the standard library needs for dataclasses, so that figures of
different machines can be compared. As after `pip install`, Python's bytecode lies ready: it is written to a folder of its own in a
first run that is not counted, whatever the environment says. Run: python bench/bench_start.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

RUNS = 15
TIMED = "import time; began = time.process_time(); {code}; print(1000 * (time.process_time() - began))"
CASES = {
    "standard library": "import dataclasses, enum, re, typing",
    "import puur": "import puur",
    "first deal": "import puur; game = puur.new_deal('tam2014-es', seed=7); assert len(puur.view(game).hand) == 9",
}


def milliseconds(code: str, bytecode: str) -> float:
    """The least processor time of some runs, each in a process of its own."""
    command = [sys.executable, "-c", TIMED.format(code=code)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
        "PYTHONPYCACHEPREFIX": bytecode
    }
    times = [float(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout) for _ in range(RUNS + 1)]
    return min(times[1:])


def main() -> None:
    with tempfile.TemporaryDirectory() as bytecode:
        measured = {name: milliseconds(code, bytecode) for name, code in CASES.items()}
    for name, took in measured.items():
        print(f"{name:18} {took:7.1f} ms  {took / measured['standard library']:5.2f} times the standard library")


if __name__ == "__main__":
    main()
