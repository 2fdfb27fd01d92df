"""Which tests reach which line of the product, and how long each takes, as `tools.warm` has measured it.

A test is one case of a function. What was measured is kept by file of tests, together with a digest of it; a change of the product
measures everything anew, since its lines may have moved.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coverage import CoverageData


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
    """What is kept of a room's tests, and where; `root` holds product and tests."""

    root: Path
    kept: Path
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def read(self) -> None:
        """Take what is kept and still holds."""
        kept: dict[str, Any] = json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        same = kept.get("product") == digest(self.root / "puur")
        files = kept.get("files", {}) if same else {}
        self.files = {name: noted for name, noted in files.items() if noted["digest"] == self._digest(name)}
        self.lines, self.seconds = defaultdict(lambda: defaultdict(set)), {}
        for noted in self.files.values():
            names = list(noted["seconds"])
            self.seconds |= noted["seconds"]
            for module, by_line in noted["lines"].items():
                for line, tests in by_line.items():
                    self.lines[module][int(line)] |= {names[test] for test in tests if noted["seconds"][names[test]] >= 0}

    def _digest(self, name: str) -> str:
        return digest(self.root / name) if (self.root / name).is_file() else ""

    def knows(self, test: str) -> bool:
        """Whether a test was measured as it is now."""
        return test in self.seconds

    def note(self, data: CoverageData, seconds: Mapping[str, float]) -> None:
        """Keep what was measured: lines by test, seconds by test, below nothing for one that failed."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in seconds:
            by_file[test.partition("::")[0]].append(test)
        for name, tests in by_file.items():
            noted = {"digest": self._digest(name), "seconds": {test: seconds[test] for test in tests}, "lines": defaultdict(dict)}
            self.files[name] = noted
        numbers = {test: (name, number) for name, tests in by_file.items() for number, test in enumerate(tests)}
        for path in data.measured_files():
            module = str(Path(path).relative_to(self.root))
            for line, contexts in data.contexts_by_lineno(path).items():
                for name, number in (numbers[context] for context in contexts if context in numbers):
                    self.files[name]["lines"][module].setdefault(line, []).append(number)
        kept = {"product": digest(self.root / "puur"), "files": self.files}
        self.kept.write_text(json.dumps(kept), encoding="utf-8")

    def chosen(self, file: Path, first: int, last: int, most: float) -> tuple[list[str], float]:
        """The tests that reach these lines of a module, quick ones first, as far as the seconds go, and how long they take."""
        by_line = self.lines.get(str(file.relative_to(self.root)), {})
        names = set[str]().union(*(by_line.get(line, set()) for line in range(first, last + 1)))
        if not by_line:  # a module that runs on import alone
            names = {name for name, seconds in self.seconds.items() if seconds >= 0}
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            total += self.seconds[name]
            if chosen and total > most:
                break
            chosen.append(name)
        return chosen, total
