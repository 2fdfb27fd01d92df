"""`puur rank`: a ranking from a list of results or an evening, with the rule book's tie-breaks and the reason for each placing."""

from __future__ import annotations

import sys
from dataclasses import replace

from rich.table import Table as Grid
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.evening_files import is_evening, json_bytes, looks_like_json, read_bytes, read_evening, read_json, read_results
from puur.cli.files import load_book, write_bytes
from puur.cli.settings import console, settings, tell
from puur.core.reglement import Reglement
from puur.evening.sheets import Mark
from puur.papers.ranking import RankingTable, facts_of, of_evening, of_results, wrong_sums, wrong_totals
from puur.papers.tables import csv_bytes


def rank(file: str, reglement: str, drop: int, explain: bool, out: str, force: bool, as_json: bool) -> None:
    """What `puur rank` does."""
    table, book = ranked(file, reglement, drop)
    if out:
        if out.lower().endswith(".csv"):
            write_bytes(out, csv_bytes(_rows(table)), force=force)
        elif out.lower().endswith(".json"):
            write_bytes(out, json_bytes(facts_of(table, book)), force=force)
        else:
            raise UserError(tell("draw.error.ending", path=out, endings=".json, .csv"))
    if as_json:
        sys.stdout.write(json_bytes(facts_of(table, book)).decode())
    else:
        console().print(_grid(table, explain))
        if table.legend:
            console().print(Text(table.legend))
        if out:
            console().print(Text(tell("draw.written", path=out)))


def ranked(file: str, reglement: str, drop: int = 0) -> tuple[RankingTable, Reglement]:
    """The ranking of a file: an evening brings its rule book, a list is ranked under the named one."""
    data, lang = read_bytes(file), settings().lang
    if looks_like_json(data) and is_evening(read_json(file, data)):
        evening = read_evening(file)
        return of_evening(evening, lang), evening.book
    book, results = load_book(reglement), read_results(file)
    if drop:
        book = replace(book, evening=replace(book.evening, dropped=drop))
    rounds, planned = len(results[0].rounds), book.evening.rounds
    if planned and book.evening.rounds_fixed and rounds > planned:
        raise UserError(tell("rank.rounds_differ", path=file, line=1, found=rounds, expected=planned))
    for wrong in wrong_sums(book, results):
        said = tell("rank.control", round=wrong.round, found=wrong.found, expected=wrong.expected, tables=wrong.tables)
        console(stderr=True).print(Text(said, style="yellow"), soft_wrap=True)
    table = of_results(book, results, lang)
    for slip in wrong_totals(table, results):
        said = tell("rank.wrong_total", line=slip.line, name=slip.name, found=slip.found, expected=slip.expected)
        console(stderr=True).print(Text(said, style="yellow"), soft_wrap=True)
    return table, book


def _grid(table: RankingTable, explain: bool) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(tell("rank.rank"), justify="right", style="bold")
    grid.add_column(tell("rank.name"))
    grid.add_column(tell("rank.total"), justify="right", style="bold")
    for title in table.columns:
        grid.add_column(title, justify="right")
    reasons = explain or any(row.note for row in table.lines)
    if reasons:
        grid.add_column(tell("rank.why"))
    for row in table.lines:
        why = row.note if not explain or row.unranked else ", ".join(part for part in (row.explained, row.lacks) if part)
        cells = ["–" if row.rank is None else str(row.rank), row.name, str(row.total), *row.cells, *([why] if reasons else [])]
        grid.add_row(*(Text(cell) for cell in cells))
    return grid


def _rows(table: RankingTable) -> list[list[str]]:
    """For a spreadsheet: plain numbers, so that rounds, dropped ones and penalties add up to the total; signs stand apart."""
    more = [tell("rank.dropped"), tell("rank.signs"), tell("rank.why")]
    rows = [[tell("rank.rank"), tell("rank.name"), tell("rank.total"), *table.columns, *more]]
    for row in table.lines:
        plain = [cell.rstrip("".join(Mark)) for cell in row.cells]
        rows.append([str(row.rank or ""), row.name, str(row.total), *plain, str(row.dropped), row.signs, row.explained])
    return rows
