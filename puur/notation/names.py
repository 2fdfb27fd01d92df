"""The formats of a record by name; apart from what reads and writes them, which a list of names does not need."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A format by its name on the command line."""

    JASS = "jass"
    JSON = "json"
    HSLU = "hslu"  # one log entry per deal and line
    SWISSLOS = "swisslos"  # one line per table
