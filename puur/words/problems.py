"""A mistake in a rule book file as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from puur.words import say, texts

NO_FILE = "no such file"  # what `found` says of a file that is not there


class Mistake(Protocol):
    """What is known of a mistake: a `puur.reglement.Problem`, which this package does not import."""

    @property
    def kind(self) -> str:
        """What was expected, as a name."""

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of that."""

    @property
    def found(self) -> str:
        """What stood there."""

    @property
    def place(self) -> str:
        """File, line and column."""

    @property
    def field(self) -> str:
        """The field; nothing for the file as a whole."""


def problem_text(problem: Mistake, lang: str) -> str:
    """Where it is, what stood there, and what was expected."""
    if problem.found == NO_FILE and not problem.field and "values" in problem.facts:
        near = "near" in problem.facts
        return say("rules.no_book_near" if near else "rules.no_book", lang, place=problem.place, **problem.facts)
    known = f"rules.found.{problem.found.replace(' ', '-')}"
    facts = {
        "place": problem.place,
        "field": problem.field,
        "found": say(known, lang) if known in texts() else problem.found,
        "expected": say(f"rules.problem.{problem.kind}", lang, **problem.facts),
    }
    return say("rules.problem.line" if problem.field else "rules.problem.file", lang, **facts)
