"""The formats that a record can be read from and written to, by name, by the suffix of a file, or by what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from puur.log.errors import Expected
from puur.notation.hslu import Lost
from puur.notation.hslu_reader import read_hslu
from puur.notation.hslu_writer import write_hslu
from puur.notation.jsonform import from_json, to_json
from puur.notation.names import Format
from puur.notation.reader import read_jass
from puur.notation.record import MAX_BYTES, Record, RecordError
from puur.notation.writer import format_jass


@dataclass(slots=True)
class Loaded:
    """What a file held: usually one record; a log of another program may hold many, and cannot say everything."""

    records: list[Record]
    format: Format
    lines: tuple[int, ...] = ()  # the line of each event, in a `.jass` file
    lost: list[Lost] = field(default_factory=list)


def format_of(name: str) -> Format | None:
    """The format that the name of a file promises."""
    suffix = PurePath(name).suffix.lower()
    return next((format for format, way in FORMATS.items() if suffix in way.suffixes), None)


def decode(data: bytes) -> str:
    """The text of a file; RecordError where it is too long or no UTF-8."""
    if len(data) > MAX_BYTES:
        raise RecordError(1, 1, "", Expected.SIZE, high=MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        raise RecordError(line, column, f"0x{data[problem.start]:02x}", Expected.UTF8) from None


def read_record(data: bytes, format: Format | None = None, book: str = "jassregeln") -> Loaded:
    """What the bytes of a file hold; without a format the contents decide. `book` is for logs, which name none."""
    text = decode(data)
    format = format or _guess(text)
    return FORMATS[format].read(text, book, format)


def _guess(text: str) -> Format:
    """By the first line that says something: JSON begins with a brace, and a record has its version in front."""
    start = text.lstrip()[:200]
    if start.startswith("{"):
        return Format.JSON if '"puur"' in start else Format.HSLU
    first = start.partition("\n")[0]
    return Format.SWISSLOS if "|" in first and first[:1].isdigit() and "." in first[:3] else Format.JASS


def write_record(record: Record, format: Format) -> tuple[str, list[Lost]]:
    """The record in this format, and what the format cannot hold."""
    return FORMATS[format].write(record)


@dataclass(frozen=True, slots=True)
class Way:
    """How a format is recognised by the name of a file, read and written."""

    suffixes: tuple[str, ...]
    read: Callable[[str, str, Format], Loaded]
    write: Callable[[Record], tuple[str, list[Lost]]]


def _read_jass(text: str, _book: str, format: Format) -> Loaded:
    record, lines = read_jass(text)
    return Loaded([record], format, lines)


def _read_log(text: str, book: str, format: Format) -> Loaded:
    imported = read_hslu(text, book)
    return Loaded(imported.records, format, (), imported.lost)


FORMATS: Mapping[Format, Way] = {
    Format.JASS: Way((".jass",), _read_jass, lambda record: (format_jass(record), [])),
    Format.JSON: Way((".json",), lambda text, _, format: Loaded([from_json(text)], format), lambda record: (to_json(record), [])),
    Format.HSLU: Way((".hslu", ".jsonl"), _read_log, write_hslu),
    Format.SWISSLOS: Way((".log",), _read_log, lambda record: write_hslu(record, swisslos=True)),
}
