"""The game record as text and JSON; import and export of other formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puur.notation.jsonform import from_json, to_json
    from puur.notation.oneline import from_line, read_text, to_line
    from puur.notation.reader import parse_jass
    from puur.notation.record import Record, RecordError, Score
    from puur.notation.writer import format_jass

# Where each name lives; it is loaded when it is first asked for, so that a list of formats costs no reader.
_HOMES = {
    "jsonform": ("from_json", "to_json"),
    "oneline": ("from_line", "read_text", "to_line"),
    "reader": ("parse_jass",),
    "record": ("Record", "RecordError", "Score"),
    "writer": ("format_jass",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

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


def __getattr__(name: str) -> object:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
