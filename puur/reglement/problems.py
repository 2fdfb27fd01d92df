"""Mistakes in a rule book file: where, what was found, what is accepted.

The sentence that a person reads is the shell's, per language: it has `kind` and `facts`. `str()` and `expected` are the English
form for logs and developers. A file with mistakes raises one `ReglementError` that carries all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

MOST = 200  # a file of nonsense is not answered with as many lines of mistakes

EXPECTED: Mapping[str, str] = MappingProxyType({
    # the file
    "missing-file": "a file that can be read, or one of the shipped books: {values}",
    "missing-file-near": "{near}? Or a file that can be read; the shipped books are: {values}",
    "not-a-file": "a file, not a directory or a device",
    "too-big": "at most {high} bytes",
    "not-utf8": "text in UTF-8 (byte {at} is not)",
    "too-deep": "tables and lists nested at most {high} deep",
    "syntax": "TOML: {detail}",
    "cycle": "books that do not extend each other in a circle ({chain})",
    "no-folder": "a shipped book: {values}",
    "no-folder-near": "{near}? The shipped books are: {values}",
    "base": "a base without mistakes; they are listed with its own file",
    "more": "at most {high} mistakes; {count} more are not listed",
    # keys
    "unknown": "one of: {values}",
    "unknown-near": "{near}? Accepted are: {values}",
    "required": "a value; every book has to state it",
    "table": "a table [{name}]",
    "taken": "a key of its own; {value} is a shipped book",
    "slug": "small letters, digits and dashes, at most 40, such as unser-club",
    "value-key": "a value: {{ value = …, rule = \"…\" }}",
    # values
    "bool": "true or false",
    "int": "a whole number from {low} to {high}",
    "decimal": "a number from {low} to {high}, such as 1.03",
    "date": "a date such as 2017-02-08",
    "time": "a time such as 14:00:00",
    "text": "text without control characters, 1 to {high} characters",
    "one-of": "one of: {values}",
    "one-of-near": "{near}? Accepted are: {values}",
    "card": "a card, suit (E R S L) and rank (6 7 8 9 B U O K A), such as L7",
    "list": "a list",
    "list-length": "a list of {low} to {high} values",
    "list-of": "a list of {count} values",
    "mode": "a mode: E, R, S, L, obenabe, undeufe, slalom-oben, slalom-unten, gusti-oben, gusti-unten, or trio such as trio-E-tuo",
    "rule": "a provision: an id of the catalogue, or text of your own, or a list of them",
    "no-provision": "a provision of the catalogue{near}",
    # values together
    "cut-order": "no more than dealing.cut_max, which is {value}",
    "packets": "packets of 1 to 9 cards that make 9 together",
    "target-or-deals": "one of ending.target and ending.deals above 0, the other 0 (deals is {value})",
    "deals-four": "a multiple of 4, so that everybody deals equally often",
    "deals-lines": "{value}: every line once for each pair",
    "first-dealer": "how the first dealer is found, one of: {values}",
    "needs-schreiber": "table.schreiber = \"one\" or \"per-team\" for this",
    "first-card": "a card whose holder speaks first, such as L7",
    "no-modes": "at least one mode that may be announced",
    "no-factors": "the factors of the lines of the sheet",
    "repeated": "every value once; {value} is there twice",
    "ausmach": "an empty list, or stoeck, weis and stich in their order",
    "penalty": "the act in [penalties], because ending.false_thanks is penalty",
    "needs-target": "0, because the game is played by number of deals",
    "total": "{value}: 152 card points and the last trick",
    "schneider-strich": "at least 1, because ending.schneider is strich",
    "rising": "values that do not fall as the runs grow",
    "only-true": "true: it holds in every book",
    "series": "as many names, each once, as members and guests have numbers",
    "seats": "members and at most one guest that make {value} in every series",
    "coefficient": "a coefficient for series {value}",
    "bands": "rising edges below season.fines.absent_from, as many as band_amounts",
    "fee": "one of season.fees.choices",
    "periods": "more than due_days and less than meeting_days",
    "spielbeginn": "a time not before season.days.besammlung",
    "movers": "one number, or one per boundary from the top, each from 0 to {high}",
    "account": "a number and a name, such as 1000 Kasse",
    "no-season": "a book with a season; of the shipped ones: {values}",
})  # fmt: skip


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
    def expected(self) -> str:
        """What is accepted, in English."""
        return EXPECTED[self.kind].format(**self.facts)

    @property
    def place(self) -> str:
        """File, line and column as editors write them: `unser-club.toml:12:3`."""
        return ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])

    def __str__(self) -> str:
        where = f"{self.place}: {self.field}: " if self.field else f"{self.place}: "
        return f"{where}found {self.found}; expected {self.expected}"


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
