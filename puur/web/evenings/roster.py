"""Lists of players that organisers bring, as CSV or Excel, made ready for a preview: every line with what becomes of it.

Nothing is stored here and nothing is given up at the first mistake: a broken line is named with its reason and the others stay.
A workbook is opened only after its size unpacked is known, so that a small file cannot fill the memory.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from puur.core.errors import Refusal, RuleViolation
from puur.evening.details import FIELDS, Details, details_of
from puur.evening.evening import Evening as Engine
from puur.evening.events import Entered, Event, TableFixed
from puur.evening.lists import fold, people_of, read_lines
from puur.web.evenings.fold import fork
from puur.web.evenings.models import LONGEST_ID
from puur.web.evenings.store import sentence

BIGGEST = 5 << 20  # bytes of a file
UNPACKED = 40 << 20  # of a workbook
MOST_PLAYERS = 1000
MOST_ROWS = 20_000
LONGEST_NAME = 80
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"

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
    return Listed(tuple(_lines(rows)), encoding)


def _workbook(data: bytes) -> list[Cells]:
    """The rows of the first sheet with anything in it."""
    from openpyxl import load_workbook  # type: ignore[import-untyped]  # takes a while, and few bring a workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(member.file_size for member in packed.infolist()) > UNPACKED or len(packed.infolist()) > 2000:
                raise Refusal("file-bomb")
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


def _lines(rows: Sequence[Cells]) -> Iterable[Line]:
    people = people_of(rows, {"name": 0, "club": 1})  # nothing that somebody typed is dropped
    if not people:
        raise Refusal("file-empty", most=MOST_ROWS)
    for line, name, own in people:
        noted = Details(**{each.name: own[each.name][: each.metadata["most"]] for each in FIELDS})
        made = Line(line, own["id"], name, noted, own["pair"][:LONGEST_NAME])
        table = own["table"] or "0"
        if not name:
            yield replace(made, fate="broken", note="no-name")
        elif len(name) > LONGEST_NAME or len(own["id"]) > LONGEST_ID:
            short = replace(made, name=name[:LONGEST_NAME], id=own["id"][:LONGEST_ID])
            yield replace(short, fate="broken", note="long", other=str(LONGEST_NAME))
        elif not re.fullmatch(r"[0-9]{1,3}", table):
            yield replace(made, fate="broken", note="table", other=table[:20])
        else:
            yield replace(made, table=int(table))


def previewed(engine: Engine, listed: Listed, lang: str, *, doubles: bool = False) -> tuple[Listed, list[Event]]:
    """What importing the list would do, line by line, and the events that do it; `doubles` takes same names as two people."""
    if listed.count("new") + len(engine.players) > MOST_PLAYERS:
        raise Refusal("list-long", lines=len(listed.lines), most=MOST_PLAYERS)
    trial = fork(engine)
    names = {_known(player.name): player.id for player in engine.players.values()}
    given = {line.id for line in listed.lines if line.id}
    fresh = (str(number) for number in range(1, 10 * MOST_ROWS) if str(number) not in given and str(number) not in engine.players)
    seen: dict[str, int] = {}
    lines: list[Line] = []
    events: list[Event] = []
    for entry in listed.lines:
        if entry.fate == "broken":
            lines.append(entry)
            continue
        if entry.id and entry.id in seen:
            lines.append(replace(entry, fate="broken", note="number-twice", other=str(seen[entry.id])))
            continue
        if entry.id:
            seen[entry.id] = entry.line
        known = engine.players.get(entry.id)
        if known is not None and _known(known.name) == _known(entry.name):
            lines.append(replace(entry, fate="same", note="same"))
            continue
        if _known(entry.name) in names and not doubles:
            lines.append(replace(entry, fate="double", note="double", other=names[_known(entry.name)]))
            continue
        if known is not None or not entry.id:  # a number that somebody else has already: the next free one
            entry = replace(entry, id=next(fresh), note="renumbered" if known is not None else "", other=entry.id)
        wanted: list[Event] = [Entered(entry.id, entry.name, entry.pair, False, **details_of(entry.details))]
        if entry.table:
            wanted.append(TableFixed(entry.id, entry.table))
        try:
            for event in wanted:
                trial.submit(event)
        except RuleViolation as problem:
            lines.append(replace(entry, fate="broken", said=sentence(problem, lang, trial)))
            continue
        names.setdefault(_known(entry.name), entry.id)
        lines.append(entry)
        events += wanted
    return Listed(tuple(lines), listed.encoding), events


def _known(name: str) -> str:
    return fold(name) or name
