"""Mutation testing, for `make mutants`: small mistakes are put into the product one at a time, and the tests have to notice each.

The mistakes are those of cosmic-ray. Every module of a room gives a sample, always the same one; a larger sample contains the
smaller one, and `--draw` names another one. Which tests a mistake has to pass is measured: those that reach its line, quick ones
first. No file is changed: `tools.warm` makes a mistake in a fork. Results are kept: a run goes on where the last one stopped, tries
survivors again once a test has changed, and everything of a module once that module has changed.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec

from tools.reached import Reached, digest
from tools.warm import PLAIN, Mistake, Warm, cold, differs, on_import

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / "build" / "mutants"
RESULTS = STATE / "results.jsonl"
LIVE = ("wire", "telling", "acting", "lobby", "speech", "objections", "office", "presence", "seating", "admission")
# Room: its modules. Of the live table: who may do what, and what leaves it.
ROOMS = {
    **{room: (f"puur/{room}",) for room in ("core", "games", "referee", "evening", "season")},
    "live": tuple(f"puur/web/live/{name}.py" for name in LIVE),
}
# Room: the tests that are asked, those of the rules or of a table on a real server; none that open a browser.
RULES = tuple(f"tests/{folder}" for folder in ("core", "corpus", "games", "log", "referee", "rules"))
AT_TABLES = ("admission", "lobby", "hostile", "leaks", "objections", "telling", "predictions", "games", "stoeck", "writing", "wire")
TESTS = {
    **dict.fromkeys(("core", "games"), RULES),
    "referee": ("tests/corpus", "tests/papers", "tests/referee", "tests/rules"),
    "evening": ("tests/evening", "tests/papers", "tests/rules"),
    "season": ("tests/season", "tests/rules/ajz08", "tests/web/clubs", "tests/papers"),
    "live": (*(f"tests/web/test_{name}.py" for name in AT_TABLES), "tests/web/adversary/test_rights.py"),
}
# Long games, every pair of Weise, terminals: too slow to be asked about each mistake, and what they notice others notice too.
SLOW = {f"tests/{name}.py" for name in (
    "core/test_properties", "core/test_games_against_reference", "core/test_weis_all_pairs", "games/test_terminal",
    "games/test_names", "referee/test_properties", "referee/test_cli", "season/test_cli", "season/test_docs",
    "evening/test_simulate",
)}  # fmt: skip
# What changes nothing that a test could see: `is` and `==` mean the same for members of an enumeration, None and small numbers.
SAME = {f"ReplaceComparisonOperator_{pair}" for pair in ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot")}
# People mistake plus for minus; a shift or a power in its place would only fail loudly at once.
PLAUSIBLE = {"Add", "Sub", "Mul", "BitOr", "BitAnd"}
QUOTED = {"found", "detail"}  # a refusal says what was found, cut to some length


@dataclass(frozen=True)
class Result:
    """What became of one mistake."""

    room: str
    module: str
    line: int
    place: str
    mistake: str  # operator and which of its places
    source: str  # digest of the module
    tests: str  # digest of the tests that there were
    outcome: str  # killed, survived, hung, unreached
    ran: int  # how many test functions were chosen
    seconds: float
    diff: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Which mistake it is."""
        return self.module, self.source, self.mistake


def without_effect(source: str) -> set[tuple[int, int]]:
    """Places that only a type checker reads, how a data class is built, and how much of a wrong value a refusal quotes."""
    places: set[tuple[int, int]] = set()
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = [node.returns, *(arg.annotation for arg in ast.walk(node.args) if isinstance(arg, ast.arg))]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = [keyword for call in node.decorator_list if isinstance(call, ast.Call) for keyword in call.keywords]
        elif isinstance(node, ast.keyword) and node.arg in QUOTED:
            parts = [part.slice for part in ast.walk(node.value) if isinstance(part, ast.Subscript)]
        for part in parts:
            if isinstance(part, ast.expr | ast.keyword):
                end_line, end = part.end_lineno or part.lineno, part.end_col_offset or 0
                places |= {
                    (line, column)
                    for line in range(part.lineno, end_line + 1)
                    for column in range(part.col_offset if line == part.lineno else 0, end if line == end_line else 200)
                }
    return places


def operators() -> dict[str, Operator]:
    """The mistakes that cosmic-ray knows and that make sense here, by name."""
    chosen: dict[str, Operator] = {}
    for name in operator_names():
        kind, _, exchanged = name.split("/")[1].partition("_")
        implausible = kind == "ReplaceBinaryOperator" and exchanged.partition("_")[2] not in PLAUSIBLE
        operator = get_operator(name)
        if not implausible and f"{kind}_{exchanged}" not in SAME and not operator.arguments():
            chosen[name] = operator()
    return chosen


def sample(module: Path, size: int, known_operators: dict[str, Operator], draw: str) -> list[MutationSpec]:
    """The first mistakes of a module in the order of a draw, each at another place."""
    idle = without_effect((ROOT / module).read_text(encoding="utf-8"))
    nodes = list(ast_nodes(get_ast_from_path(ROOT / module)))
    specs = []
    for name, operator in known_operators.items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        specs += [MutationSpec(module, name, number, start, end) for number, (start, end) in enumerate(places) if start not in idle]
    first: dict[tuple[tuple[int, int], tuple[int, int]], MutationSpec] = {}
    for spec in sorted(specs, key=lambda spec: drawn(module, spec, draw)):
        first.setdefault((spec.start_pos, spec.end_pos), spec)
    return list(first.values())[:size]


def drawn(module: Path, spec: MutationSpec, draw: str) -> bytes:
    """The place of a mistake in the order of a draw, which is the same for ever."""
    return hashlib.sha256(f"{draw}{module} {named(spec)}".encode()).digest()


def named(spec: MutationSpec) -> str:
    """Operator and occurrence: which mistake it is within its module."""
    return f"{spec.operator_name.split('/')[1]} {spec.occurrence}"


def modules(room: str) -> Iterator[Path]:
    """The modules of a room, bots aside: how well they play is judged by the arena."""
    for place in ROOMS[room]:
        files = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))
        yield from (file.relative_to(ROOT) for file in files if file.name != "bot.py")


def place_of(file: Path, line: int) -> str:
    """The innermost function or class around a line."""
    around = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno).name if around else ""


def known() -> dict[tuple[str, str, str], Result]:
    """What earlier runs have tried."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    results = [Result(**json.loads(line)) for line in lines]
    return {result.key: result for result in results}


def report(results: list[Result]) -> str:
    """The figures of every room, and each mistake that no test noticed."""
    lines = ["| room | modules | mistakes | noticed | share |", "| --- | --- | --- | --- | --- |"]
    for room in [*ROOMS, "all"]:
        of_room = [result for result in results if room in (result.room, "all")]
        if of_room:
            noticed = Counter(result.outcome for result in of_room)
            good = noticed["killed"] + noticed["hung"]
            lines.append(
                f"| {room} | {len({result.module for result in of_room})} | {len(of_room)} | {good} | {good / len(of_room):.1%} |"
            )
    lines.append("")
    for result in sorted(results, key=lambda result: (result.module, result.line)):
        if result.outcome in ("survived", "unreached"):
            lines += [f"{result.module}:{result.line} {result.place} ({result.mistake}; {result.outcome})"]
            lines += [f"    {line}" for line in result.diff.splitlines()]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Work:
    """A mistake that is to be tried."""

    room: str
    module: Path
    spec: MutationSpec
    mistake: Mistake

    def ended(self, outcome: str, tests: str, ran: int, seconds: float) -> None:
        """Keep what became of it, and say so."""
        before, file = self.mistake.file.read_text(encoding="utf-8").splitlines(), self.mistake.file
        changed = [line for line in difflib.ndiff(before, self.mistake.text.splitlines()) if line[:2] in ("- ", "+ ")]
        result = Result(
            self.room, str(self.module), self.mistake.first, place_of(file, self.mistake.first), named(self.spec),
            digest(file), tests, outcome, ran, round(seconds, 1), "\n".join(changed),
        )  # fmt: skip
        with RESULTS.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(asdict(result)) + "\n")
        print(f"{outcome:9} {result.seconds:5} s {self.module}:{result.line} {result.mistake}", flush=True)


def wanted(room: str, size: int, draw: str) -> list[Work]:
    """The sample of a room, in the order of the draw."""
    known_operators, works = operators(), []
    for module in modules(room):
        text = (ROOT / module).read_text(encoding="utf-8")
        for spec in sample(module, size, known_operators, draw):
            changed = mutate_code(text, known_operators[spec.operator_name], spec.occurrence)
            mistake = Mistake(ROOT / module, spec.start_pos[0], spec.end_pos[0], changed or text)
            if differs(mistake):
                works.append(Work(room, module, spec, mistake))
    return sorted(works, key=lambda work: drawn(work.module, work.spec, draw))


def try_functions(works: list[Work], reached: Reached, seconds: float, minutes: float) -> None:
    """Try what is in functions: in a process of its own, since it loads the product."""
    by_mistake = {work.mistake: work for work in works}

    def told(mistake: Mistake, outcome: str, ran: int, took: float) -> None:
        by_mistake[mistake].ended(outcome, tests, ran, took)

    tests, child = digest(ROOT / "tests"), os.fork()
    if not child:
        os.chdir(ROOT)
        places = [*(f"--ignore={file}" for file in SLOW), *TESTS[works[0].room]]
        pytest.main([*PLAIN, *places], plugins=[Warm(reached, list(by_mistake), seconds, minutes, told)])
        os._exit(0)
    os.waitpid(child, 0)


def try_on_import(works: list[Work], reached: Reached, seconds: float, minutes: float) -> None:
    """Try what runs on import: with the tests that reach the module."""
    reached.read()
    ends = time.monotonic() + 60 * minutes
    for work in works:
        if time.monotonic() > ends:
            return
        began = time.monotonic()
        chosen, usual = reached.chosen(work.mistake.file, 1, len(work.mistake.text.splitlines()), seconds)
        outcome = cold(work.mistake, chosen, usual) if chosen else "unreached"
        work.ended(outcome, digest(ROOT / "tests"), len(chosen), time.monotonic() - began)


def main() -> int:
    """Try the sample, as far as the time goes, and write what was noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", nargs="*", default=[*ROOMS], choices=[*ROOMS])
    parser.add_argument("--sample", type=int, default=4, help="mistakes of each module")
    parser.add_argument("--draw", default="", help="a name for another sample than the usual one")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for each mistake, as long as they took when measured")
    parser.add_argument("--minutes", type=float, default=60, help="begin nothing new after so long, beside measuring, in each room")
    options = parser.parse_args()
    STATE.mkdir(parents=True, exist_ok=True)
    keys: set[tuple[str, str, str]] = set()
    tests = digest(ROOT / "tests")
    for room in options.rooms:
        done, waiting = known(), []
        for work in wanted(room, options.sample, options.draw):
            key = str(work.module), digest(work.mistake.file), named(work.spec)
            before = done.get(key)
            if before is None or (before.outcome in ("survived", "unreached") and before.tests != tests):
                waiting.append(work)
            keys.add(key)
        print(f"mutants: {room}: {len(waiting)} to try", flush=True)
        if waiting:
            reached = Reached(ROOT, STATE / f"reached-{room}.json")
            reached.read()
            late = [work for work in waiting if on_import(work.mistake)]
            try_functions([work for work in waiting if work not in late], reached, options.seconds, options.minutes)
            try_on_import(late, reached, options.seconds, options.minutes)
    text = report([result for key, result in known().items() if key in keys])
    (STATE / "report.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
