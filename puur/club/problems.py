"""Mistakes in a club's settings: where, what was found, what is accepted. All of a file are told at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass


def shown(value: object) -> str:
    """A raw value as the reader of a message recognises it, short and safe for a terminal."""
    if value is None:
        return "nothing"
    text = json.dumps(value, default=str, ensure_ascii=False)
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    return text if len(text) <= 60 else text[:57] + "…"


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: the file, the line (0: the file as a whole), the field, what was found there, and what is accepted."""

    file: str
    line: int
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        where = f"{place}: {self.field}: " if self.field else f"{place}: "
        return f"{where}found {self.found}; expected {self.expected}"


class ClubBookError(Exception):
    """Settings that can not be used; `faults` lists every mistake in the order of the lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)
