"""A sheet as people type it, on a phone or in the office: what a page has to know of the book, and a strict reading of what comes.

The form says in which ways its sheet is typed (`Form.typed`). Whether what was read adds up is `core.control.judge`. Promise:
whatever comes in, the answer is a `Sheet` or a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from puur.core.control import deal_sum, passe_sum
from puur.core.counting import Difference
from puur.core.errors import Refusal
from puur.core.evening import TieBreak
from puur.core.form import Way, form_for, lines_of, sides_of
from puur.core.reglement import Reglement
from puur.core.sheet import Sheet
from puur.core.striche import Striche

MOST = 100_000  # points that nobody makes in a round
MOST_STRICHE = 99
COLUMNS = tuple(column.name for column in fields(Striche))


def asks_matches(book: Reglement) -> bool:
    """Whether the number of Matches is needed: for the control sum or for a tie."""
    wanted = bool(book.scoring.match_bonus) or TieBreak.MATCHES in book.evening.tie_breaks
    return wanted and form_for(book).typed(book)[0] in (Way.DEALS, Way.TOTALS)


def page_rules(book: Reglement) -> Mapping[str, Any]:
    """What a page has to know of the book to count while somebody types; plain values."""
    form = form_for(book)
    return {
        "ways": [way.value for way in form.typed(book)],
        "sides": list(sides_of(book)),
        "deals": book.ending.deals,
        "total": book.scoring.total,
        "bonus": book.scoring.match_bonus,
        "matches": asks_matches(book),
        "sum": passe_sum(book),
        "least": form.least(book),
        "split": book.writing.difference is Difference.SPLIT,
        "estimate": book.writing.estimate,
        "schreiber": sides_of(book)[-1],
        "lines": [[line.name, line.factor] for line in form.lines(book)],
        "line_sum": form.line_sum,
        "units": {name: getattr(book.striche, name) for name in COLUMNS},
    }


def read(book: Reglement, sheet: Sheet) -> Sheet:
    """The sheet that somebody typed, with its sums; refused where it is not one of the ways of its form."""
    form, way = form_for(book), _way(sheet)
    if way not in form.typed(book) or sheet.penalties or sheet.game:
        raise Refusal("form")
    if way is Way.STRICHE:
        return _striche(book, sheet)
    if way is not Way.TOTALS:
        sheet = _deals(book, sheet) if way is Way.DEALS else _lines(book, sheet)
        sheet = replace(sheet, totals=tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True))))
    most_deals = book.ending.deals or MOST_STRICHE
    matches = sheet.matches if asks_matches(book) else ()
    _numbers(book, sheet.totals or (), MOST, form.least(book))
    if matches:
        _numbers(book, matches, most_deals)
    for deal in sheet.estimated:
        _number(deal, most_deals, 1)
    known = book.writing.estimate and book.ending.deals
    return replace(sheet, matches=matches, estimated=tuple(sorted(set(sheet.estimated))) if known else ())


def _way(sheet: Sheet) -> Way:
    if sheet.striche is not None:
        return Way.STRICHE
    if not sheet.rows:
        return Way.TOTALS
    return Way.LINES if sheet.rows[0].chooser is not None else Way.DEALS


def _number(value: int, most: int, least: int = 0) -> None:
    if not least <= value <= most:
        raise Refusal("number", found=str(value)[:20], low=least, high=most)


def _numbers(book: Reglement, values: Iterable[int], most: int, least: int = 0) -> None:
    """As many as there are sides, each within its limits."""
    listed = list(values)
    if len(listed) != max(sides_of(book)) + 1:
        raise Refusal("incomplete")
    for value in listed:
        _number(value, most, least)


def _deals(book: Reglement, sheet: Sheet) -> Sheet:
    """Each deal once; a Match shows itself by its bonus."""
    if [row.deal for row in sheet.rows] != list(range(1, book.ending.deals + 1)):
        raise Refusal("incomplete")
    for row in sheet.rows:
        _numbers(book, _single(row.cells), deal_sum(book, match=True))
    whole = deal_sum(book, match=True) if book.scoring.match_bonus else -1
    sides = range(max(sides_of(book)) + 1)
    matches = tuple(sum(row.points[side] == whole == sum(row.points) for row in sheet.rows) for side in sides)
    return replace(sheet, matches=matches)


def _lines(book: Reglement, sheet: Sheet) -> Sheet:
    """Each fixed line once for each side that chose it, shared out whole; what is written is multiplied already."""
    wanted = {(line.name, side): line.factor for line in lines_of(book) for side in set(sides_of(book))}
    if len(sheet.rows) != len(wanted) or {(row.name, row.chooser) for row in sheet.rows} != set(wanted):
        raise Refusal("incomplete")
    for row in sheet.rows:
        factor = wanted[row.name, row.chooser or 0]
        whole = form_for(book).line_sum * factor
        _numbers(book, _single(row.cells), whole)
        if row.factor != factor or sum(row.points) != whole or any(side % factor for side in row.points):
            raise Refusal("number", found=" : ".join(map(str, row.points)), low=0, high=whole)
    return sheet


def _single(cells: Iterable[tuple[int, ...]]) -> list[int]:
    if any(len(cell) != 1 for cell in cells):
        raise Refusal("form")
    return [cell[0] for cell in cells]


def _striche(book: Reglement, sheet: Sheet) -> Sheet:
    rows = sheet.striche or ()
    if len(rows) != max(sides_of(book)) + 1:
        raise Refusal("incomplete")
    for row in rows:
        for name in COLUMNS:
            _number(getattr(row, name), MOST_STRICHE)
    if book.striche.victory and not any(row.victory for row in rows):
        raise Refusal("no-victory")
    return Sheet(striche=rows, source=sheet.source)
