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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VERSION = "1.0"  # within 1 cases are only added; one that was wrong is mended with a line in README.md
UNKNOWN = {"unknown": True}  # what an engine answers that does not deal with a question
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


@dataclass
class Tally:
    """How an engine did on one question."""

    asked: int = 0
    unknown: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def right(self) -> int:
        """How many answers were right."""
        return self.asked - self.unknown - len(self.wrong)


def report(answer: Callable[[str, dict[str, Any], str], Any], kinds: tuple[str, ...] = KINDS) -> dict[str, Tally]:
    """Ask every case; a tally of each question. What an engine says it does not know is not wrong, and not right."""
    tallies = {}
    for kind in kinds:
        unknown: set[str] = set()

        def noted(asked: str, given: dict[str, Any], name: str, unknown: set[str] = unknown) -> Any:
            got = answer(asked, given, name)
            if got == UNKNOWN:
                unknown.add(name)
            return got

        asked, wrong = check(noted, (kind,))
        told = [line for line in wrong if line.partition(": ")[0] not in unknown]
        tallies[kind] = Tally(asked, len(unknown), told)
    return tallies


def badge(tallies: dict[str, Tally]) -> str:
    """A badge as SVG: how many of the cases are right; green only where every question was asked and all is right."""
    right, asked = sum(tally.right for tally in tallies.values()), sum(tally.asked for tally in tallies.values())
    label, value = f"jass corpus {VERSION}", f"{right} of {asked}"
    color = "#2d7d46" if right == asked and tuple(tallies) == KINDS else "#8a6d1d"
    left, wide = 7 * len(label) + 10, 7 * len(value) + 10
    text = '<text x="{x}" y="14" fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">{text}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + wide}" height="20" role="img" aria-label="{label}: {value}">'
        f'<rect width="{left}" height="20" fill="#444"/><rect x="{left}" width="{wide}" height="20" fill="{color}"/>'
        f"{text.format(x=left // 2, text=label)}{text.format(x=left + wide // 2, text=value)}</svg>\n"
    )


def main() -> int:
    """Run an engine as a process and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, help="command that reads a case per line and writes an answer per line")
    parser.add_argument("--version", action="version", version=f"jass corpus {VERSION}")
    parser.add_argument("--badge", type=Path, help="write a badge (SVG) to this file")
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

        tallies = report(ask, tuple(chosen.kind) if chosen.kind else KINDS)
        to_engine.close()
    wrong = [line for tally in tallies.values() for line in tally.wrong]
    for line in wrong:
        print(line)
    for kind, tally in tallies.items():
        print(f"{kind:10}{tally.right:5} of {tally.asked:5} right" + (f", {tally.unknown} not answered" if tally.unknown else ""))
    if chosen.badge:
        chosen.badge.write_text(badge(tallies), encoding="utf-8")
    print(f"{sum(tally.asked for tally in tallies.values())} cases, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
