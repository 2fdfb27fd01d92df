"""The game record: rule book, setup, every event, and the scores that somebody wrote beside it.

The one value behind both notations: `.jass` text and JSON say the same. It knows nothing of play: whether the events
are legal is found by replaying them (`puur.core.game`). Promise: a `Record` that can be built can be written and read
back unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from puur.core.event_fields import Count
from puur.core.events import Event
from puur.core.seats import PAIRS
from puur.core.setup import Setup
from puur.log.errors import Expected

VERSION = 1
MAX_BYTES = 5 * 1024 * 1024
MAX_EVENTS = 50_000
MAX_DEALS = 1_000
MAX_TAGS = 100
KNOWN_TAGS = ("date", "place", "event", "table")
SUMS = ("deal", "total")  # what a score may be of, besides one source
ScoreOf = Annotated[str, "score of"]


class RecordError(ValueError):
    """A record that cannot be read: where, what was found (nothing at the end of a line), what was expected."""

    def __init__(self, line: int, column: int, text: str, expected: Expected, *, pointer: str | None = None, **facts: Any) -> None:
        super().__init__(line, column, text, expected)
        self.line, self.column, self.expected, self.facts = line, column, expected, facts
        self.found = shown(text)
        self.pointer = pointer  # the place in a JSON document (RFC 6901); None in text

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}" if self.pointer is None else f"at {self.pointer or 'the top'}"
        told = "".join(f", {name} {value}" for name, value in self.facts.items())
        return f"{place}: found {self.found or 'nothing'!r}, expected {self.expected}{told}"


def shown(text: str, limit: int = 40) -> str:
    """Foreign text, fit for one line of a message: short, and without characters that steer a terminal."""
    short = text if len(text) <= limit else text[:limit] + "…"
    return "".join(sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in short)


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody wrote beside the events: checked when the record is scored, never believed."""

    after: Count  # how many events came before it
    of: ScoreOf  # "deal": all that is written for the last deal; "total": the slate; or a source of the last deal
    points: tuple[int, ...]  # one number for each side
    line: int = field(default=0, compare=False)  # where it stood, for the message


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game, complete or not. Raises ValueError for values that no record can hold, such as seat 7."""

    book: str  # key of a shipped rule book, or the path of a file
    setup: Setup = field(default_factory=Setup)
    events: tuple[Event, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)  # date, place, event, table, and free ones
    scores: tuple[Score, ...] = ()
    version: int = VERSION
    sides: tuple[int, ...] = ()  # the side of each seat; not given: two pairs of four players, otherwise everybody alone

    def __post_init__(self) -> None:
        if not self.sides:
            players = len(self.setup.names)
            object.__setattr__(self, "sides", PAIRS if players == len(PAIRS) else tuple(range(players)))
        from puur.notation.game_events import check_record  # the events know this class

        check_record(self)


def is_tag(name: str) -> bool:
    """Whether a tag may be called so: a small letter, then small letters, digits, `-` and `_`, at most 40 in all."""
    return (
        0 < len(name) <= 40
        and "a" <= name[0] <= "z"
        and all(sign.isascii() and (sign.islower() or sign.isdigit() or sign in "-_") for sign in name)
    )
