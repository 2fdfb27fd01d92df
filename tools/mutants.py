"""Mutation testing, for `make mutants`: small mistakes are put into the product one at a time, and the tests have to notice each.

cosmic-ray knows the mistakes (another comparison, a number that is one off, a condition turned round, a decorator left out) and
puts them into a copy of the repository below `build/mutants`, never into the repository itself. Every module of a room gives a
sample, always the same one, and a larger sample contains the smaller one. Which tests a mistake has to pass is measured
(`tools.reached`): those that reach its line, quick ones first. Results are kept: a run goes on where the last one stopped, tries
survivors again once a test has changed, and everything of a module once that module has changed.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec, TestOutcome

from tools.reached import Reached, digest

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / "build" / "mutants"
# Room: its modules. Of the live table: who may do what, and what leaves it.
ROOMS = {
    **{room: (f"puur/{room}",) for room in ("core", "games", "referee", "evening", "season")},
    "live": tuple(f"puur/web/live/{name}.py" for name in ("wire", "telling", "acting", "lobby", "speech", "objections")),
}
# Room: the tests that are asked, those of the rules or of a table on a real server; none that open a browser.
RULES = tuple(f"tests/{folder}" for folder in ("core", "corpus", "games", "log", "referee", "rules"))
AT_TABLES = ("lobby", "hostile", "leaks", "objections", "telling", "predictions", "games", "stoeck", "writing", "wire")
TESTS = {
    **dict.fromkeys(("core", "games", "referee"), RULES),
    "evening": ("tests/evening", "tests/rules"),
    "season": ("tests/season", "tests/rules"),
    "live": tuple(f"tests/web/test_{name}.py" for name in AT_TABLES),
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
PATIENCE = 90.0  # seconds beyond five times what the tests usually take; after that the mistake made them hang, and is noticed


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


def sample(module: Path, size: int, known_operators: dict[str, Operator]) -> list[MutationSpec]:
    """The first mistakes of a module in an order that is drawn once for ever, each at another place."""
    idle = without_effect((ROOT / module).read_text(encoding="utf-8"))
    nodes = list(ast_nodes(get_ast_from_path(ROOT / module)))
    specs = []
    for name, operator in known_operators.items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        specs += [MutationSpec(module, name, number, start, end) for number, (start, end) in enumerate(places) if start not in idle]
    first: dict[tuple[tuple[int, int], tuple[int, int]], MutationSpec] = {}
    for spec in sorted(specs, key=lambda spec: drawn(module, spec)):
        first.setdefault((spec.start_pos, spec.end_pos), spec)
    return list(first.values())[:size]


def drawn(module: Path, spec: MutationSpec) -> bytes:
    """The place of a mistake in the order of the draw."""
    return hashlib.sha256(f"{module} {named(spec)}".encode()).digest()


def named(spec: MutationSpec) -> str:
    """Operator and occurrence: which mistake it is within its module."""
    return f"{spec.operator_name.split('/')[1]} {spec.occurrence}"


def modules(room: str) -> Iterator[Path]:
    """The modules of a room, bots aside: how well they play is judged by the arena."""
    for place in ROOMS[room]:
        files = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))
        yield from (file.relative_to(ROOT) for file in files if file.name != "bot.py")


def copied(target: Path) -> Path:
    """A copy of the repository as it is now, in which mistakes may be made."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    wanted = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    for name in wanted:
        old, new = ROOT / name, target / name
        if not new.exists() or (new.stat().st_mtime_ns, new.stat().st_size) != (old.stat().st_mtime_ns, old.stat().st_size):
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(old, new)
    for folder in ("puur", "tests"):
        for file in (target / folder).rglob("*.py"):
            if str(file.relative_to(target)) not in wanted:
                file.unlink()
    return target


def attempt(room: str, module: Path, spec: MutationSpec, tree: Path, reached: Reached, most: float) -> Result:
    """Make one mistake in a copy of the repository and run the tests that reach it, for so many seconds at most."""
    tests, usual = reached.chosen(str(module), spec.start_pos[0], spec.end_pos[0], most)
    file, began = tree / module, time.monotonic()
    stat = file.stat()
    command = f"env -C {tree} {sys.executable} -m pytest -x -q -p no:cacheprovider -m 'not slow' {' '.join(tests)}"
    tried = None
    if tests:
        with_tree = MutationSpec(file, spec.operator_name, spec.occurrence, spec.start_pos, spec.end_pos, spec.operator_args)
        tried = mutate_and_test([with_tree], command, 5 * usual + PATIENCE)
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # so that what Python has compiled stays good
        if tried.test_outcome not in (TestOutcome.KILLED, TestOutcome.SURVIVED):
            raise SystemExit(f"mutants: {module} {named(spec)}: {tried.output}")
    outcome = "unreached" if tried is None else "hung" if tried.output == "timeout" else tried.test_outcome.value
    changed = [line for line in (tried.diff if tried else "").splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    place = place_of(ROOT / module, spec.start_pos[0])
    return Result(
        room, str(module), spec.start_pos[0], place, named(spec), digest(ROOT / module), reached.tests,
        outcome, len(tests), round(time.monotonic() - began, 1), "\n".join(changed),
    )  # fmt: skip


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
    file = STATE / "results.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
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


def main() -> int:
    """Try the sample, as far as the time goes, and write what was noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", nargs="*", default=[*ROOMS], choices=[*ROOMS])
    parser.add_argument("--sample", type=int, default=4, help="mistakes of each module")
    parser.add_argument("--seconds", type=float, default=45, help="of tests for each mistake, as long as they took when measured")
    parser.add_argument("--minutes", type=float, default=120, help="begin nothing new after so long")
    parser.add_argument("--jobs", type=int, default=2, help="copies of the repository that are tested at the same time")
    options = parser.parse_args()
    STATE.mkdir(parents=True, exist_ok=True)
    trees = [copied(STATE / f"tree{number}") for number in range(options.jobs)]
    tests = sorted({place for room in options.rooms for place in TESTS[room]})
    reached = Reached.measured(trees, STATE / "reached.json", tests, SLOW)
    done, known_operators, ends = known(), operators(), time.monotonic() + 60 * options.minutes
    wanted: list[tuple[str, Path, MutationSpec]] = [
        (room, module, spec)
        for room in options.rooms
        for module in modules(room)
        for spec in sample(module, options.sample, known_operators)
    ]
    keys = {(str(module), digest(ROOT / module), named(spec)) for _, module, spec in wanted}
    waiting: queue.SimpleQueue[tuple[str, Path, MutationSpec]] = queue.SimpleQueue()
    again: list[tuple[str, Path, MutationSpec]] = []  # survivors first: a new test may notice them
    fresh: list[tuple[str, Path, MutationSpec]] = []
    for work in sorted(wanted, key=lambda work: drawn(work[1], work[2])):
        before = done.get((str(work[1]), digest(ROOT / work[1]), named(work[2])))
        if before is None:
            fresh.append(work)
        elif before.outcome in ("survived", "unreached") and before.tests != reached.tests:
            again.append(work)
    for work in (*again, *fresh):
        waiting.put(work)
    print(f"mutants: {len(wanted)} mistakes, {waiting.qsize()} to try", flush=True)
    writing = threading.Lock()

    def try_all(tree: Path) -> None:
        while time.monotonic() < ends:
            try:
                room, module, spec = waiting.get_nowait()
            except queue.Empty:
                return
            result = attempt(room, module, spec, tree, reached, options.seconds)
            with writing, (STATE / "results.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
                done[result.key] = result
            print(f"{result.outcome:9} {result.seconds:5} s {result.module}:{result.line} {result.mistake}", flush=True)

    workers = [threading.Thread(target=try_all, args=(tree,)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    text = report([result for key, result in done.items() if key in keys])
    (STATE / "report.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
