"""Which tests reach which line of the product, and how long each takes: measured once with coverage.py, renewed for what changed.

A test is a function of a file, with all its cases. What was measured is kept by file of tests, together with a digest of it; a
change of the product measures everything anew, since its lines may have moved.
"""

from __future__ import annotations

import hashlib
import json
import queue
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from coverage import CoverageData

Measured = dict[str, Any]
AT_ONCE = 8  # files of tests in one run; what was measured is kept after each


def digest(*places: Path) -> str:
    """A short name for what files, or all Python and TOML files of folders, hold."""
    files = [file for place in places for file in (sorted(place.rglob("*")) if place.is_dir() else [place])]
    whole = hashlib.sha256()
    for file in files:
        if file.suffix in (".py", ".toml", ".json", ".jass") and "__pycache__" not in file.parts and file.is_file():
            whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()[:16]


@dataclass
class Reached:
    """Which tests reach which line: module, line, names of tests."""

    tests: str  # digest of all tests
    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]

    @classmethod
    def measured(cls, trees: Sequence[Path], file: Path, places: Sequence[str], without: Collection[str]) -> Reached:
        """What is kept, measured where something has changed: some files at a time, in each copy of the repository."""
        tree = trees[0]
        kept: Measured = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if kept.get("product") != digest(tree / "puur"):
            kept = {"product": digest(tree / "puur"), "files": {}}
        present = {
            str(path.relative_to(tree)): digest(path)
            for place in places
            for path in ([tree / place] if place.endswith(".py") else sorted((tree / place).rglob("test_*.py")))
            if str(path.relative_to(tree)) not in without
        }
        files = {name: noted for name, noted in kept["files"].items() if noted["digest"] == digest(tree / name)}
        new = [name for name in present if name not in files]
        if new:
            print(f"mutants: measuring what {len(new)} files of tests reach", flush=True)
        chunks = [{name: present[name] for name in new[first : first + AT_ONCE]} for first in range(0, len(new), AT_ONCE)]
        free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for copy in trees:
            free.put(copy)
        with ThreadPoolExecutor(len(trees)) as workers:
            for measured in workers.map(lambda chunk: _measure(free, file, chunk), chunks):
                files |= measured
                file.write_text(json.dumps(kept | {"files": files}), encoding="utf-8")
        lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for noted in files.values():
            for module, by_line in noted["lines"].items():
                for line, names in by_line.items():
                    lines[module][int(line)] |= set(names)
        return cls(
            digest(tree / "tests"), lines, {test: took for noted in files.values() for test, took in noted["seconds"].items()}
        )

    def chosen(self, module: str, first: int, last: int, most: float) -> tuple[list[str], float]:
        """The tests that reach these lines, quick ones first, as far as the seconds go; any for a line that runs on import."""
        by_line = self.lines.get(module, {})
        names = set[str]().union(*(by_line.get(line, set()) for line in range(first, last + 1))) or set(self.seconds)
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names, key=lambda name: (self.seconds.get(name, 0.0), name)):
            total += self.seconds.get(name, 0.0)
            if chosen and total > most:
                break
            chosen.append(name)
        return chosen, total


def _measure(free: queue.SimpleQueue[Path], file: Path, digests: Mapping[str, str]) -> Measured:
    """What these files of tests reach, measured in a copy of the repository that is free."""
    tree, names = free.get(), list(digests)
    try:
        return _measured_in(tree, names, file.with_name(f"{tree.name}.coverage"), digests)
    finally:
        free.put(tree)


def _measured_in(tree: Path, names: Sequence[str], data: Path, digests: Mapping[str, str]) -> Measured:
    settings, junit = data.with_suffix(".ini"), data.with_suffix(".xml")
    settings.write_text(f"[run]\nsource = puur\ndynamic_context = test_function\ndata_file = {data}\n", encoding="utf-8")
    data.unlink(missing_ok=True)
    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", "-m", "not slow"]
    ran = subprocess.run([*command, "-p", "no:cacheprovider", f"--junitxml={junit}", *names], cwd=tree, check=False)
    if ran.returncode not in (0, 5):
        raise SystemExit("mutants: the tests fail as they are; a mistake can only be noticed by tests that pass")
    files: Measured = {
        name: {"digest": digests[name], "lines": defaultdict(lambda: defaultdict(list)), "seconds": {}} for name in names
    }
    dotted = {name.removesuffix(".py").replace("/", "."): name for name in names}
    for case in ElementTree.parse(junit).iter("testcase"):
        if file := _file_of(case.get("classname", "") + ".x", dotted):
            test = f"{file}::{case.get('name', '').partition('[')[0]}"
            seconds = files[file]["seconds"]
            seconds[test] = round(seconds.get(test, 0.0) + float(case.get("time", 0)), 3)
    noted = CoverageData(str(data))
    noted.read()
    for path in noted.measured_files():
        module = str(Path(path).relative_to(tree))
        for line, contexts in noted.contexts_by_lineno(path).items():
            for context in contexts:
                if file := _file_of(context, dotted):
                    files[file]["lines"][module][line].append(f"{file}::{context.rpartition('.')[2]}")
    return files


def _file_of(context: str, dotted: dict[str, str]) -> str | None:
    """The file of a test that is named by module and function."""
    return dotted.get(context.rpartition(".")[0])
