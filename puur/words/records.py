"""A mistake in a game record as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from puur.words import say
from puur.words.expected import expectation


class Unreadable(Protocol):
    """What is known of a mistake: a `puur.notation.RecordError`, which this package does not import."""

    line: int
    column: int
    found: str
    pointer: str | None

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts of what was expected."""

    @property
    def expected(self) -> str:
        """What was expected, as a name."""


def unreadable(error: Unreadable, lang: str, file: str = "") -> str:
    """Where it is, what stood there, and what was expected; `file` names the file, where there is one."""
    expected = expectation(error.expected, error.facts, lang)
    said = say("record.found", lang, found=error.found) if error.found else say("record.found.nothing", lang)
    if error.pointer is None:
        where = say("record.error.line", lang, line=error.line, column=error.column)
    else:
        where = say("record.error.at", lang, pointer=error.pointer or say("record.error.top", lang))
    place = f"{file}, {where}" if file else where[:1].upper() + where[1:]
    return say("record.error", lang, place=place, found=said, expected=expected)
