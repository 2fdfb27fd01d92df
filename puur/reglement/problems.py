"""Mistakes in a rule book file: where, what was found, what is accepted.

The sentence that a person reads is made by `puur.words.problems`, per language, out of `kind` and `facts`; `str()` is for logs. A
file with mistakes raises one `ReglementError` that carries all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST = 200  # a file of nonsense is not answered with as many lines of mistakes


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: the file, the line (0: the file as a whole), the field, what was found there, and what is accepted."""

    file: str
    line: int
    field: str
    found: str
    kind: str
    facts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    column: int = 0

    @property
    def place(self) -> str:
        """File, line and column as editors write them: `unser-club.toml:12:3`."""
        return ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])

    def __str__(self) -> str:
        where = f"{self.place}: {self.field}: " if self.field else f"{self.place}: "
        told = "".join(f", {name} {value}" for name, value in self.facts.items())
        return f"{where}found {self.found} [{self.kind}]{told}"


class ReglementError(Exception):
    """A rule book that cannot be used; `problems` lists every mistake, in the order of the files and their lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        listed = tuple(problems)
        if len(listed) > MOST:
            rest = Problem(listed[0].file, 0, "", "", "more", {"high": str(MOST), "count": str(len(listed) - MOST)})
            listed = (*listed[:MOST], rest)
        super().__init__(listed)
        self.problems = listed

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)
