"""The game record as text and JSON; import and export of other formats."""

from puur.notation.jsonform import from_json, to_json
from puur.notation.oneline import from_line, read_text, to_line
from puur.notation.reader import parse_jass
from puur.notation.record import Record, RecordError, Score
from puur.notation.writer import format_jass

__all__ = [
    "Record",
    "RecordError",
    "Score",
    "format_jass",
    "from_json",
    "from_line",
    "parse_jass",
    "read_text",
    "to_json",
    "to_line",
]
