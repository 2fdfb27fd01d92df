"""The slate in the terminal: points of a deal by source, the halves with their Z, Striche, sheets with fixed lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from puur.cli.score_pages import slate as both_halves
from puur.cli.score_pages import striche_table, z_lines
from puur.cli.settings import tell
from puur.cli.terminal.skin import Skin
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.sheet import Row, Sheet
from puur.core.striche import striche

SIDE_BY_SIDE = 70


def side_title(game: Game, side: int) -> str:
    """How a side is called in a heading: we and they, or by name where everybody plays alone."""
    seats = game.seats_of(side)
    return game.setup.names[seats[0]] if len(seats) == 1 else tell("play.us" if side == 0 else "play.them")


def side_name(game: Game, side: int) -> str:
    """How a side is called, with its players."""
    names = " + ".join(game.setup.names[seat] for seat in game.seats_of(side))
    return names if len(game.seats_of(side)) == 1 else f"{side_title(game, side)} ({names})"


def deal_points(game: Game, number: int) -> Table:
    """The points of one deal by source, what they make, and the score after it."""
    entries = game.ledger.of_deal(number)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    sides = range(len(game.ledger.totals))
    for side in sides:
        table.add_column(side_title(game, side), justify="right")
    for source in Source:
        by_side = [[entry for entry in entries if entry.source is source and entry.team == side] for side in sides]
        if any(by_side):
            table.add_row(tell(f"score.source.{source.value}"), *(_cell(half) for half in by_side))
    made = [sum(entry.points for entry in entries if entry.team == side) for side in sides]
    table.add_row(tell("score.sum"), *(str(points) for points in made), style="bold")
    table.add_row(tell("score.running"), *(str(points) for points in game.ledger.totals), style="bold")
    return table


def _cell(entries: Sequence[Entry]) -> str:
    if not entries:
        return ""
    points = sum(entry.points for entry in entries)
    raw, factor = sum(entry.raw for entry in entries), entries[0].factor
    if raw * factor != points:  # rounded before multiplying (TAM-CP-35)
        return f"{raw} → {points // factor} × {factor} = {points}"
    return f"{raw} × {factor} = {points}" if factor != 1 else str(points)


def slate(game: Game, width: int) -> Iterator[RenderableType]:
    """Both halves of the Jasstafel; one under the other where the window is narrow. (UB-SLATE-02, UB-SLATE-03)"""
    titles = [f"{side_name(game, team)}: {total}" for team, total in enumerate(game.ledger.totals)]
    if width >= SIDE_BY_SIDE:
        yield both_halves(game, titles)
        return
    for title, total in zip(titles, game.ledger.totals, strict=True):
        yield Text(title, style="bold")
        yield from (Text(line) for line in z_lines(total))


def fixed_lines(game: Game, sheet: Sheet, skin: Skin) -> Table:
    """A sheet whose lines are fixed from the start: for each side that chose a line, both numbers that were written."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(tell("score.sheet.variant"))
    table.add_column("×", justify="right")
    sides = range(len(game.ledger.totals))
    for side in sides:
        table.add_column(tell("play.sheet.chosen", team=side_title(game, side)), justify="right")
    for line in game.form.lines(game.book):
        rows = [sheet.cell(line.name, side) for side in sides]
        table.add_row(skin.variant(line.name), str(line.factor), *("–" if row is None else _filled(row) for row in rows))
    table.add_row(tell("score.total"), "", " : ".join(map(str, game.ledger.totals)), "", style="bold")
    return table


def _filled(row: Row) -> str:
    return " : ".join(map(str, row.points)) + (" N" if row.note == "nuller" else "")


def deal_lines(game: Game, sheet: Sheet) -> Table:
    """A sheet with a line per deal and several numbers for each side."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(tell("score.deal"), justify="right")
    for side in range(len(game.ledger.totals)):
        table.add_column(side_title(game, side), justify="right")
    for row in sheet.rows:
        table.add_row(str(row.deal), *(" / ".join(map(str, cell)) for cell in row.cells))
    table.add_row(tell("score.total"), *map(str, game.ledger.totals), style="bold")
    return table


def score_of(game: Game, skin: Skin, width: int) -> Iterator[RenderableType]:
    """The slate or another sheet, and the Striche where the book has any."""
    form, sheet = game.form, game.form.sheet(game)
    if form.lines(game.book):
        yield fixed_lines(game, sheet, skin)
    elif len(game.ledger.totals) == 2 and len(form.columns) == 1:
        yield from slate(game, width)
    else:
        yield deal_lines(game, sheet)
        yield Text(" / ".join(tell(f"score.column.{column}") for column in form.columns), style="dim")
    if any(row.total for row in striche(game)):
        yield Text("")
        yield striche_table(game)
