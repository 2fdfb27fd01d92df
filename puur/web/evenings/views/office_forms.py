"""The form of the office: a sheet from its fields, and sheets side by side. With a control sum all sides but one do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from puur.core.control import passe_sum
from puur.core.errors import Refusal
from puur.core.form import Way, form_for, lines_of, sides_of
from puur.core.reglement import Reglement
from puur.core.sheet import Sheet
from puur.core.striche import Striche
from puur.core.typed import COLUMNS, MOST, asks_matches, read
from puur.evening.evening import Evening
from puur.evening.seating import side_letters
from puur.words import say


def columns_of(book: Reglement) -> list[dict[str, Any]]:
    """The columns of a Striche sheet that the book has, with what each counts."""
    return [{"name": name, "unit": getattr(book.striche, name)} for name in COLUMNS if getattr(book.striche, name)]


def _number(fields: Mapping[str, str], name: str) -> int | None:
    text = str(fields.get(name, "")).strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Refusal("number", found=text[:20], low=0, high=MOST)
    return int(text)


def side_fields(engine: Evening, names: Sequence[str], form: Mapping[str, str]) -> list[dict[str, Any]]:
    """The sides of a table for the form: letters, names, and what was typed before."""
    return [
        {
            "n": side,
            "letters": " + ".join(letters),
            "names": ", ".join(name for place, name in enumerate(names) if engine.sides[place] == side),
            "points": form.get(f"points{side}", ""),
            "matches": form.get(f"matches{side}", ""),
        }
        for side, letters in enumerate(side_letters(engine.sides))
    ]


def from_form(fields: Mapping[str, str], book: Reglement) -> Sheet:
    """The sheet in the fields of the office's form."""
    sides = range(max(sides_of(book)) + 1)
    if Way.STRICHE in form_for(book).typed(book):
        rows = tuple(Striche(**{name: _number(fields, f"{name}{side}") or 0 for name in COLUMNS}) for side in sides)
        return read(book, Sheet(striche=rows))
    typed = [_number(fields, f"points{side}") for side in sides]
    matches = tuple(_number(fields, f"matches{side}") or 0 for side in sides) if asks_matches(book) else ()
    if typed.count(None) == 1 and passe_sum(book):  # all sides but one are enough, the last one follows
        whole, others = passe_sum(book, matches=sum(matches)), sum(points or 0 for points in typed)
        if others > whole:
            raise Refusal("number", found=others, low=0, high=whole)
        typed[typed.index(None)] = whole - others
    totals = tuple(points for points in typed if points is not None)
    return read(book, Sheet(totals, matches=matches, estimated=_estimated(fields)))


def _estimated(fields: Mapping[str, str]) -> tuple[int, ...]:
    """Numbers of deals as they are typed: «3, 7»."""
    words = str(fields.get("estimated", "")).replace(",", " ").replace(";", " ").split()
    if any(not word.isascii() or not word.isdigit() or len(word) > 3 for word in words):
        raise Refusal("number", found=" ".join(words)[:20], low=1, high=99)
    return tuple(int(word) for word in words)


def sheet_lines(sheets: Sequence[Sheet], engine: Evening, lang: str) -> list[dict[str, Any]]:
    """Sheets side by side: a line per row with the values of each, and whether they differ."""
    columns: list[dict[str, str]] = [_lines(sheet, engine, lang) for sheet in sheets]
    keys = list(dict.fromkeys(key for column in columns for key in column if key != ""))
    lines = []
    for key in [*(key for key in keys if key != say("evening_entry.total", lang)), say("evening_entry.total", lang)]:
        values = [column.get(key, "–") for column in columns]
        known = {value for value in values if value != "–"}
        lines.append({"label": key, "values": values, "differs": len(known) > 1})
    return lines if columns else []


def _lines(sheet: Sheet, engine: Evening, lang: str) -> dict[str, str]:
    lines: dict[str, str] = {}
    if not lines_of(engine.book):
        lines = {f"{say('evening_entry.deal', lang)} {row.deal}": _beside(row.points) for row in sheet.rows}
    if sheet.striche is not None:
        for name in COLUMNS:
            lines[say(f"evening_entry.column.{name}", lang)] = _beside(getattr(row, name) for row in sheet.striche)
    elif asks_matches(engine.book):
        sides = range(max(engine.sides) + 1)
        lines[say("evening_entry.column.match", lang)] = _beside(sheet.matches_of(side) for side in sides)
    lines[say("evening_entry.total", lang)] = _beside(sheet.score)
    return lines


def _beside(numbers: Iterable[int]) -> str:
    return " : ".join(map(str, numbers))
