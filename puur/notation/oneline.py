"""A record on one line, for a log, a message or a test: the lines of its canonical text, with ` / ` between them.

The grammar is that of `.jass`, so whoever reads one reads the other. A slash inside quotation marks belongs to its text.
"""

from __future__ import annotations

import re

from puur.notation.jsonform import from_json
from puur.notation.reader import parse_jass
from puur.notation.record import Record
from puur.notation.writer import format_jass

BETWEEN = " / "
_PIECE = re.compile(r'"(?:\\.|[^"\\])*"|\s+/\s+|[^"\s]+|\s+|"')


def to_line(record: Record) -> str:
    """The record on one line; `from_line` gives the same record back."""
    return BETWEEN.join(line for line in format_jass(record).split("\n") if line)


def from_line(text: str) -> Record:
    """The record on this line; RecordError for the first thing that is wrong, its line being the part between two slashes."""
    pieces = ("\n" if piece.strip() == "/" else piece for piece in _PIECE.findall(text.strip()))
    return parse_jass("".join(pieces))


def read_text(text: str) -> Record:
    """The record of a text, whichever way it is written: JSON, `.jass` lines, or one line; RecordError for what is wrong."""
    stripped = text.strip()
    if stripped.startswith("{"):
        return from_json(stripped)
    return parse_jass(text) if "\n" in stripped else from_line(stripped)
