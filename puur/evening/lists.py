"""Lists that people bring: players, draws and results as CSV, as Excel and others write it, read without guessing twice.

Takes the bytes of a file: byte order mark, UTF-8, UTF-16 or Windows-1252; semicolon, comma or tab; headings in four languages, in
any order, or a plain list with one name per line. Every mistake names its line. Nothing is read from disk here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from puur.core.errors import Refusal
from puur.evening.columns import HEADINGS, Guess, Rows, columns_of, fold, guessed, is_sum, whole_name
from puur.evening.files import Entrant
from puur.evening.seating import SEAT_LETTERS, Round, Seat, Table

MOST_LINES = 20_000
MOST_COLUMNS = 200
STAND_IN = "-"  # an empty chair in a written draw

_ROUND = re.compile(r"(?:runde|passe|partie|manche|turno|round|r|p|m|t)\s*\.?\s*(\d{1,2})|(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Lines:
    """The rows of a file with their line numbers, and how its text was encoded."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    encoding: str
    numbered: bool = False  # whether people brought their starting numbers


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a list of results."""

    line: int
    id: str
    name: str
    rounds: tuple[int, ...]
    matches: int = 0
    penalty: int = 0  # to be added to the rounds, so mostly below zero
    total: int | None = None  # as the list has it


def read_lines(data: bytes) -> Lines:
    """Decode and split a file; empty rows are left out."""
    text, encoding = _decode(data)
    delimiter = _delimiter(text)
    rows: list[tuple[int, tuple[str, ...]]] = []
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS and any(row):
                raise Refusal("not_text")
            cells = tuple(" ".join(cell.split()) for cell in row)
            if any(cells):
                if cells[0].lower().startswith("sep=") and not rows:  # Excel's own first line
                    continue
                rows.append((reader.line_num, cells))
            if len(rows) > MOST_LINES:
                raise Refusal("too_many", most=MOST_LINES)
    except csv.Error:
        raise Refusal("not_text") from None
    if not rows:
        raise Refusal("empty")
    return Lines(tuple(rows), encoding)


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), "UTF-16"
        except UnicodeDecodeError:
            raise Refusal("not_text") from None
    if data.startswith(b"PK") or b"\0" in data:
        raise Refusal("not_text")
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "Windows-1252"


def _delimiter(text: str) -> str:
    """The sign that most of the first lines agree on; a semicolon wins over a comma inside names."""
    head = [line for line in text.splitlines()[:20] if line.strip() and not line.lower().startswith("sep=")]
    marked = re.match(r"sep=(.)", text, re.IGNORECASE)
    if marked:
        return marked[1]
    return max(";\t,", key=lambda sign: (sum(sign in line for line in head), -";\t,".index(sign)))


def people_of(rows: Rows, guess: Guess) -> list[tuple[int, str, dict[str, str]]]:
    """The lines of a list of people: number, whole name, and what stands in each column."""
    columns = dict(guess.columns)
    people = []
    for line, cells in rows[guess.top :]:
        own = {what: _cell(cells, columns, what) for what in HEADINGS}
        people.append((line, whole_name(own), own))
    return people


def players(data: bytes) -> tuple[list[Entrant], Lines]:
    """The players of a list: with headings, or one name per line."""
    lines = read_lines(data)
    people = [person for person in people_of(lines.rows, guessed(lines.rows, {"name": 0})) if not is_sum(person[2])]
    if any(own["here"] for _, _, own in people):  # a list of ours during the evening: who is not here does not play
        people = [person for person in people if person[2]["here"]]
    entrants: list[Entrant] = []
    taken: dict[str, str] = {}
    used = {own["id"] for _, _, own in people}
    fresh = (str(number) for number in range(1, 10 * MOST_LINES) if str(number) not in used)
    for line, name, own in people:
        if not name:
            raise Refusal("no_name", line=line)
        key = own["id"] or next(fresh)
        if key in taken:
            raise Refusal("twice", line=line, id=key, other=taken[key])
        taken[key] = name
        entrants.append(Entrant(key, name, own["club"], own["pair"], _number(own["table"] or "0", line, "table"), own["email"]))
    if not entrants:
        raise Refusal("empty")
    return entrants, replace(lines, numbered=any(used))


def same_names(entrants: Sequence[Entrant]) -> list[tuple[str, list[str]]]:
    """Names that occur more than once, with their numbers: two people or a mistake, the organiser knows."""
    by_name: dict[str, list[Entrant]] = {}
    for person in entrants:
        by_name.setdefault(fold(person.name) or person.name, []).append(person)
    return [(those[0].name, [person.id for person in those]) for those in by_name.values() if len(those) > 1]


def results(data: bytes) -> tuple[list[ResultLine], Lines]:
    """Results of people: a name and a column per round, Matches if there is a column for them; a total is checked."""
    lines = read_lines(data)
    line, heading = lines.rows[0]
    columns = columns_of(heading)
    rounds = [place for place, cell in enumerate(heading) if _ROUND.fullmatch(fold(cell))]
    if "name" not in columns:
        raise Refusal("columns", column="Name", found=", ".join(heading)[:100])
    if not rounds:
        raise Refusal("columns", column="Passe 1", found=", ".join(heading)[:100])
    listed = []
    taken: dict[str, str] = {}
    for line, cells in lines.rows[1:]:
        name = " ".join(part for part in (_cell(cells, columns, "first"), _cell(cells, columns, "name")) if part)
        if not name:
            raise Refusal("no_name", line=line)
        own = _cell(cells, columns, "id") or str(line)
        if own in taken:
            raise Refusal("twice", line=line, id=own, other=taken[own])
        taken[own] = name
        scores = tuple(_number(cells[place] if place < len(cells) else "", line, heading[place]) for place in rounds)
        matches = _number(_cell(cells, columns, "matches") or "0", line, "Match")
        penalty = _number(_cell(cells, columns, "penalty") or "0", line, "Strafe")
        stated = _cell(cells, columns, "total")
        total = _number(stated, line, "Total") if stated else None
        listed.append(ResultLine(line, own, name, scores, matches, penalty, total))
    if not listed:
        raise Refusal("empty")
    return listed, lines


def draw_rows(rounds: Sequence[Round], names: Mapping[str, str]) -> list[list[str]]:
    """A draw as rows for CSV: round, table, then number and name per seat."""
    rows = [["Runde", "Tisch", *(cell for letter in SEAT_LETTERS for cell in (letter, f"Name {letter}"))]]
    for drawn in rounds:
        for table in drawn.tables:
            cells = [str(drawn.number), str(table.number)]
            for seat in table.seats:
                cells += [seat.player or STAND_IN, names.get(seat.player or "", "")]
            rows.append(cells)
        rows += [[str(drawn.number), "0", player, names.get(player, "")] for player in drawn.sitting_out]
    return rows


def draw(data: bytes) -> tuple[list[Entrant], list[Round]]:
    """A draw from CSV: columns round, table, A to D (numbers or names); table 0 is who sits out."""
    lines = read_lines(data)
    heading = lines.rows[0][1]
    columns = columns_of(heading)
    seats = [next((place for place, cell in enumerate(heading) if fold(cell) == letter.lower()), None) for letter in SEAT_LETTERS]
    for what, place in (("Runde", columns.get("round")), ("Tisch", columns.get("number")), *zip(SEAT_LETTERS, seats, strict=True)):
        if place is None:
            raise Refusal("columns", column=what, found=", ".join(heading)[:100])
    named = {
        place: heading.index(f"Name {letter}")
        for letter, place in zip(SEAT_LETTERS, seats, strict=True)
        if f"Name {letter}" in heading
    }
    last = seats[-1] or 0
    chairs = 4 if any(last < len(cells) and cells[last] for _, cells in lines.rows[1:]) else 3  # nobody at any D: there is none
    names: dict[str, str] = {}
    tables: dict[int, dict[int, Table]] = {}
    out: dict[int, list[str]] = {}
    for line, cells in lines.rows[1:]:
        number = _number(_cell(cells, columns, "round"), line, "Runde")
        table = _number(_cell(cells, columns, "number"), line, "Tisch")
        keys = [cells[place] if place is not None and place < len(cells) else "" for place in seats]
        for key, place in zip(keys, seats, strict=True):
            if key and key != STAND_IN:
                at = named.get(place)
                names.setdefault(key, cells[at] if at is not None and at < len(cells) and cells[at] else key)
        tables.setdefault(number, {})
        if not table:
            out.setdefault(number, []).extend(key for key in keys if key and key != STAND_IN)
            continue
        if table in tables[number]:
            raise Refusal("seats", line=line, round=number, table=table)
        tables[number][table] = Table(table, tuple(Seat(None if key in ("", STAND_IN) else key) for key in keys[:chairs]))
    rounds = [
        Round(number, tuple(tables[number][table] for table in sorted(tables[number])), tuple(out.get(number, ())))
        for number in sorted(tables)
    ]
    return [Entrant(key, name) for key, name in names.items()], rounds


def _cell(cells: Sequence[str], columns: Mapping[str, int], what: str) -> str:
    place = columns.get(what)
    return cells[place] if place is not None and place < len(cells) else ""


def _number(text: str, line: int, column: str) -> int:
    plain = text.replace("'", "").replace("’", "").removesuffix(".0").removesuffix(",0")
    if not re.fullmatch(r"[-+]?\d{1,9}", plain):
        raise Refusal("number", line=line, column=column, found=text[:40])
    return int(plain)
