"""Lists of players as organisers bring them, CSV or Excel, as lines; and the lines as they wait for the organiser's word.

Pure: it runs in a process apart (`server.reading`). A workbook is opened only after its size unpacked and the number of its tags
are known, so that a small file cannot fill the memory. Promise: a file is read once; what is kept are its lines.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from puur.core.errors import Refusal
from puur.evening.columns import Guess, guessed, is_sum
from puur.evening.details import FIELDS, Details, details_of
from puur.evening.lists import people_of, read_lines
from puur.log.codec import codec_of

BIGGEST = 5 << 20  # bytes of a file
UNPACKED = 40 << 20  # of a workbook
BESIDE = 4 << 20  # of a part of it that holds no cells: styles, themes
MOST_TAGS = 1_500_000  # of a workbook: each becomes an object in memory
MOST_ROWS = 20_000
MOST_COLUMNS = 40
LONGEST_NAME = 80
LONGEST_ID = 40  # of a player
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_CELLS = ("xl/worksheets/", "xl/sharedStrings", "xl/media/", "xl/drawings/", "docProps/thumbnail")  # parts that grow with a list

Cells = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list and what becomes of it: `new`, `same` (is on the list), `double` (same name), `broken`."""

    line: int
    id: str
    name: str
    details: Details = field(default_factory=Details)
    pair: str = ""
    table: int = 0
    fate: str = "new"
    note: str = ""  # a key of texts, evenings.org.roster.<note>
    other: str = ""  # a fact for the note
    said: str = ""  # a whole sentence of the rule book's refusal

    @property
    def noted(self) -> list[str]:
        """What the list says of the person beside the name."""
        return list(details_of(self.details).values())


@dataclass(frozen=True, slots=True)
class Listed:
    """A list with its lines and how it was read."""

    lines: tuple[Line, ...]
    encoding: str
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()  # as they stand in the file, to be read with other columns
    guess: Guess = field(default_factory=lambda: Guess(0, ()))

    def count(self, fate: str) -> int:
        """How many lines have this fate."""
        return sum(line.fate == fate for line in self.lines)


def read(data: bytes) -> Listed:
    """The lines of a file, CSV or Excel, each by itself; `Refusal` if the whole cannot be a list."""
    if len(data) > BIGGEST:
        raise Refusal("file-big", size=len(data) >> 20, most=BIGGEST >> 20)
    if data.startswith(_OLD_EXCEL):
        raise Refusal("file-xls")
    if data.startswith(b"PK"):
        rows, encoding = _workbook(data), "Excel"
    else:
        try:
            table = read_lines(data)
        except Refusal as problem:
            reason = {"empty": "file-empty", "too_many": "file-long"}.get(problem.reason, "file-text")
            raise Refusal(reason, most=MOST_ROWS) from None
        rows, encoding = list(table.rows), table.encoding
    if any(ord(sign) < 32 for _, cells in rows[:200] for cell in cells for sign in cell):
        raise Refusal("file-text", most=MOST_ROWS)
    guess = guessed(rows, {"name": 0, "club": 1})  # nothing that somebody typed is dropped
    short = tuple((line, tuple(cell[:200] for cell in cells[:MOST_COLUMNS])) for line, cells in rows)
    return Listed(tuple(_lines(rows, guess)), encoding, short, guess)


def mapped(listed: Listed, top: int, columns: Mapping[str, int]) -> Listed:
    """The same list read with other columns, as the organiser has said."""
    guess = Guess(min(top, len(listed.rows)), tuple(columns.items()))
    return replace(listed, lines=tuple(_lines(listed.rows, guess)), guess=guess)


def _workbook(data: bytes) -> list[Cells]:
    """The rows of the first sheet with anything in it."""
    from openpyxl import load_workbook  # type: ignore[import-untyped]  # takes a while, and few bring a workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            _affordable(packed)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            for sheet in book.worksheets[:20]:
                if rows := _rows(sheet):
                    return rows
        finally:
            book.close()
    except (Refusal, MemoryError):
        raise
    except Exception:  # a broken workbook fails in many ways, all of them the file's fault
        raise Refusal("file-xlsx") from None
    raise Refusal("file-empty", most=MOST_ROWS)


def _affordable(packed: zipfile.ZipFile) -> None:
    """Refuse a workbook that is small only as long as nobody opens it."""
    members = packed.infolist()
    if sum(member.file_size for member in members) > UNPACKED or len(members) > 2000:
        raise Refusal("file-bomb")
    tags = 0
    for member in members:
        if member.file_size > BESIDE and not member.filename.startswith(_CELLS):
            raise Refusal("file-bomb")
        with packed.open(member) as part:
            while piece := part.read(1 << 20):
                tags += piece.count(b"<")
        if tags > MOST_TAGS:
            raise Refusal("file-bomb")


def _rows(sheet: Any) -> list[Cells]:
    rows: list[Cells] = []
    for line, values in enumerate(sheet.iter_rows(values_only=True, max_col=40), start=1):
        cells = tuple(_cell(value) for value in values)
        if any(cells):
            rows.append((line, cells))
        if line > 3 * MOST_ROWS or len(rows) > MOST_ROWS:
            raise Refusal("file-long", most=MOST_ROWS)
    return rows


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value)[:200].split())


def _lines(rows: Sequence[Cells], guess: Guess) -> Iterable[Line]:
    people = people_of(rows, guess)
    if not people:
        raise Refusal("file-empty", most=MOST_ROWS)
    for line, name, own in people:
        noted = Details(**{each.name: own[each.name][: each.metadata["most"]] for each in FIELDS})
        made = Line(line, own["id"], name, noted, own["pair"][:LONGEST_NAME])
        table = own["table"] or "0"
        if not name:
            yield replace(made, fate="broken", note="no-name")
        elif is_sum(own):
            yield replace(made, fate="broken", note="sum")
        elif len(name) > LONGEST_NAME or len(own["id"]) > LONGEST_ID:
            short = replace(made, name=name[:LONGEST_NAME], id=own["id"][:LONGEST_ID])
            yield replace(short, fate="broken", note="long", other=str(LONGEST_NAME))
        elif not re.fullmatch(r"[0-9]{1,3}", table):
            yield replace(made, fate="broken", note="table", other=table[:20])
        else:
            yield replace(made, table=int(table))


def kept(listed: Listed) -> bytes:
    """The lines as they wait for the organiser's word."""
    return json.dumps(codec_of(Listed).write(listed), ensure_ascii=False).encode()


def again(data: bytes) -> Listed | None:
    """The lines that wait; None for what an earlier version has kept, the file itself."""
    try:
        listed: Listed = codec_of(Listed).read(json.loads(data))
    except (ValueError, RecursionError):
        return None
    return listed
