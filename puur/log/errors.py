"""What cannot be read or written: where it stands, what was found there, and what was expected."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Expected(StrEnum):
    """What a reader expected; the sentence that a person reads is the text `record.expected.<value>`."""

    ALL_HANDS = "all-hands"
    AMOUNT = "amount"
    ARRAY = "array"
    BOOK = "book"
    BOOLEAN = "boolean"
    BRACE = "brace"
    CARD = "card"
    CARD_ONCE = "card-once"
    CARDS = "cards"
    CHARACTER = "character"
    COLON = "colon"
    COLUMNS = "columns"
    DATE = "date"
    DEALER_BEFORE = "dealer-before"
    DEAL_NUMBER = "deal-number"
    DEPTH = "depth"
    END = "end"
    ESCAPE = "escape"
    EXACTLY = "exactly"
    FEWER = "fewer"
    FIELD = "field"
    HANDS = "hands"
    HEAD_BEFORE = "head-before"
    HSLU = "hslu"
    INTEGER = "integer"
    JSON = "json"
    KEY_ONCE = "key-once"
    LINE = "line"
    LINE_LENGTH = "line-length"
    MODE = "mode"
    NAME = "name"
    NUMBER = "number"
    OBJECT = "object"
    ONE_OF = "one-of"
    POSITION = "position"
    QUOTE = "quote"
    RANK = "rank"
    REQUIRED = "required"
    SEAT = "seat"
    SIDES = "sides"
    SIZE = "size"
    SOURCE = "source"
    STATEMENT = "statement"
    STRING = "string"
    TAG = "tag"
    TEAM = "team"
    TEXT = "text"
    TIME = "time"
    TRICK_FULL = "trick-full"
    TRICK_NUMBER = "trick-number"
    UTF8 = "utf-8"
    VALUE = "value"
    VERSION = "version"
    WEIS = "weis"


class Unfit(ValueError):
    """A value that does not fit its place, in a file, a stored line or an event that somebody wants to write."""

    def __init__(self, value: object, expected: Expected, at: str = "", **facts: Any) -> None:
        super().__init__(value, expected)
        self.found, self.expected, self.at, self.facts = str(value), expected, at, facts

    def __str__(self) -> str:
        return f"{self.place or 'file'}: {self.found!r} found, {self.expected} expected"

    @property
    def place(self) -> str:
        """Where it stands, as people write it: `events[3].points`; `at` is the same as a JSON pointer (RFC 6901)."""
        parts = [part.replace("~1", "/").replace("~0", "~") for part in self.at.split("/")[1:]]
        if self.expected is Expected.REQUIRED:
            parts.append(str(self.facts.get("field", "")))
        elif self.expected is Expected.FIELD:
            parts.append(self.found)
        return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in parts).removeprefix(".")


def within(problem: Unfit, place: str) -> Unfit:
    """The same problem, seen from one level further up."""
    escaped = place.replace("~", "~0").replace("/", "~1")
    return Unfit(problem.found, problem.expected, f"/{escaped}{problem.at}", **problem.facts)


def shown(value: object) -> str:
    """A JSON value that was found, short enough for a message."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)
