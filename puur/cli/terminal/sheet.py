"""The slate in the terminal: points of a deal by source, the two halves with their Z, Striche, the Coiffeur sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from puur.cli.score_pages import striche_table, z_lines
from puur.cli.settings import tell
from puur.cli.terminal.skin import Skin
from puur.core.coiffeur import sheet
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.striche import striche

SIDE_BY_SIDE = 70


def pair_name(game: Game, team: int) -> str:
    """How a pair is called, with its two players."""
    names = " + ".join(game.setup.names[seat] for seat in (team, team + 2))
    return f"{tell('play.us' if team == 0 else 'play.them')} ({names})"


def deal_points(game: Game, number: int) -> Table:
    """The points of one deal by source, what they make, and the score after it."""
    entries = game.ledger.of_deal(number)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    for team in (0, 1):
        table.add_column(tell("play.us" if team == 0 else "play.them"), justify="right")
    for source in Source:
        found = [[one for one in entries if one.source is source and one.team == team] for team in (0, 1)]
        if any(found):
            table.add_row(tell(f"score.source.{source.value}"), *(_cell(game, half) for half in found))
    made = [sum(one.points for one in entries if one.team == team) for team in (0, 1)]
    table.add_row(tell("score.sum"), *(str(points) for points in made), style="bold")
    table.add_row(tell("score.running"), *(str(points) for points in game.ledger.totals), style="bold")
    return table


def _cell(game: Game, entries: Sequence[Entry]) -> str:
    if not entries:
        return ""
    points = sum(one.points for one in entries)
    raw, factor = sum(one.raw for one in entries), entries[0].factor
    if game.form.name == "coiffeur":  # rounded to tens before multiplying (TAM-CP-35)
        return f"{raw} → {points // factor} × {factor} = {points}"
    return f"{raw} × {factor} = {points}" if factor != 1 else str(points)


def slate(game: Game, width: int) -> Iterator[RenderableType]:
    """Both halves of the Jasstafel; one under the other where the window is narrow. (UB-SLATE-02, UB-SLATE-03)"""
    if width >= SIDE_BY_SIDE:
        table = Table(box=None, padding=(0, 4, 0, 0), pad_edge=False, header_style="bold")
        for team in (0, 1):
            table.add_column(f"{pair_name(game, team)}: {game.ledger.totals[team]}", no_wrap=True)
        for lines in zip(*(z_lines(game.ledger.totals[team]) for team in (0, 1)), strict=True):
            table.add_row(*(Text(line) for line in lines))
        yield table
        return
    for team in (0, 1):
        yield Text(f"{pair_name(game, team)}: {game.ledger.totals[team]}", style="bold")
        for line in z_lines(game.ledger.totals[team]):
            yield Text(line)


def coiffeur_sheet(game: Game, skin: Skin) -> Table:
    """The Coiffeur sheet: a row per variant; for each pair that chose it, both numbers that were written."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(tell("score.sheet.variant"))
    table.add_column("×", justify="right")
    for team in (0, 1):
        table.add_column(tell("play.sheet.chosen", team=tell("play.us" if team == 0 else "play.them")), justify="right")
    rows = {(row.variant, row.chooser): row for row in sheet(game)}
    for variant, factor in game.book.coiffeur.factors.items():
        cells = []
        for team in (0, 1):
            row = rows.get((variant, team))
            cells.append("–" if row is None else f"{row.points[0]} : {row.points[1]}{' N' if row.nuller else ''}")
        table.add_row(skin.variant(variant), str(factor), *cells)
    totals = game.ledger.totals
    table.add_row(tell("score.total"), "", f"{totals[0]} : {totals[1]}", "", style="bold")
    return table


def score_of(game: Game, skin: Skin, width: int) -> Iterator[RenderableType]:
    """The slate or the Coiffeur sheet, and the Striche where the book has any."""
    if game.form.name == "coiffeur":
        yield coiffeur_sheet(game, skin)
    else:
        yield from slate(game, width)
    if any(one.total for one in striche(game)):
        yield Text("")
        yield striche_table(game)
