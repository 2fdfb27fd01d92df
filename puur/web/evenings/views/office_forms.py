"""The form of the office: a sheet from its fields, and sheets side by side. One side is enough where the book has a control sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from puur.core.control import has_control_sum, passe_sum
from puur.core.reglement import Reglement
from puur.evening.evening import Evening as Engine
from puur.web.evenings.views.entry_sheets import COLUMNS, BadSheet, Sheet, asks_matches, form_of, read
from puur.words import say


def columns_of(book: Reglement) -> list[dict[str, Any]]:
    """The columns of a Striche sheet that the book has, with what each counts."""
    return [{"name": name, "unit": getattr(book.striche, name)} for name in COLUMNS if getattr(book.striche, name)]


def _number(fields: Mapping[str, str], name: str) -> int | None:
    text = str(fields.get(name, "")).strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadSheet("number", value=text[:20], most=100_000)
    return int(text)


def from_form(fields: Mapping[str, str], book: Reglement) -> Sheet:
    """The sheet in the fields of the office's form, or `BadSheet`."""
    if form_of(book) == "striche":
        rows = [{name: _number(fields, f"{name}{side}") or 0 for name in COLUMNS} for side in (0, 1)]
        return read({"way": "striche", "striche": rows}, book)
    points = [_number(fields, "points0"), _number(fields, "points1")]
    matches = [_number(fields, f"matches{side}") or 0 for side in (0, 1)] if asks_matches(book) else [0, 0]
    for side in (0, 1):
        own, other = points[side], points[1 - side]
        if own is None and other is not None and has_control_sum(book):  # one side is enough, the other follows
            whole = passe_sum(book, matches=sum(matches))
            if other > whole:
                raise BadSheet("number", value=str(other), most=whole)
            points[side] = whole - other
    return read({"way": "total", "points": points, "matches": matches, "estimated": _estimated(fields)}, book)


def _estimated(fields: Mapping[str, str]) -> list[int]:
    """Numbers of deals as they are typed: «3, 7»."""
    words = str(fields.get("estimated", "")).replace(",", " ").replace(";", " ").split()
    if any(not word.isascii() or not word.isdigit() or len(word) > 3 for word in words):
        raise BadSheet("number", value=" ".join(words)[:20], most=99)
    return [int(word) for word in words]


def sheet_lines(sheets: Sequence[Sheet], engine: Engine, lang: str) -> list[dict[str, Any]]:
    """Sheets side by side: a line per row with the values of each, and whether they differ."""
    columns: list[dict[str, str]] = [_lines(sheet, engine, lang) for sheet in sheets]
    keys = list(dict.fromkeys(key for column in columns for key in column if key != ""))
    lines = []
    for key in [*(key for key in keys if key != say("evening_entry.total", lang)), say("evening_entry.total", lang)]:
        values = [column.get(key, "–") for column in columns]
        known = {value for value in values if value != "–"}
        lines.append({"label": key, "values": values, "differs": len(known) > 1})
    return lines if columns else []


def _lines(sheet: Sheet, engine: Engine, lang: str) -> dict[str, str]:
    lines: dict[str, str] = {}
    for number, (one, two) in enumerate(sheet.deals, start=1):
        lines[f"{say('evening_entry.deal', lang)} {number}"] = f"{one} : {two}"
    if sheet.striche is not None:
        for name in COLUMNS:
            lines[say(f"evening_entry.column.{name}", lang)] = " : ".join(str(getattr(row, name)) for row in sheet.striche)
        lines[say("evening_entry.total", lang)] = " : ".join(str(row.total) for row in sheet.striche)
        return lines
    if asks_matches(engine.book):
        lines[say("evening_entry.column.match", lang)] = f"{sheet.matches[0]} : {sheet.matches[1]}"
    if sheet.points is not None:
        lines[say("evening_entry.total", lang)] = f"{sheet.points[0]} : {sheet.points[1]}"
    return lines
