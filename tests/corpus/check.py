"""Check an engine against the corpus: one JSON line per case in, one JSON line per answer out.

Standard library only, so that it runs wherever Python does, beside an engine in any language.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KINDS = ("legal", "winner", "weis", "ausmach", "perft", "deal", "game", "ending", "incident")


def cases(kind: str) -> Iterator[dict[str, Any]]:
    """The cases of one kind."""
    yield from json.loads((HERE / f"{kind}.json").read_text(encoding="utf-8"))["cases"]


def check(answer: Callable[[str, dict[str, Any], str], Any], kinds: tuple[str, ...] = KINDS) -> tuple[int, list[str]]:
    """Ask every case; the number of cases and a line for each wrong answer."""
    asked, wrong = 0, []
    for kind in kinds:
        for case in cases(kind):
            asked += 1
            got = answer(kind, case["input"], case["id"])
            if got != case["expect"]:
                wrong.append(f"{case['id']}: expected {json.dumps(case['expect'])}, got {json.dumps(got)} ({case['source']})")
    return asked, wrong


def main() -> int:
    """Run an engine as a process and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, help="command that reads a case per line and writes an answer per line")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only these questions")
    chosen = parser.parse_args()
    command = shlex.split(chosen.engine)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        to_engine, from_engine = engine.stdin, engine.stdout

        def ask(kind: str, given: dict[str, Any], name: str) -> Any:
            to_engine.write(json.dumps({"id": name, "kind": kind, "input": given}) + "\n")
            to_engine.flush()
            line = from_engine.readline()
            if not line:
                raise SystemExit(f"the engine ended at case {name}")
            return json.loads(line)

        asked, wrong = check(ask, tuple(chosen.kind) if chosen.kind else KINDS)
        to_engine.close()
    print("\n".join([*wrong, f"{asked} cases, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
