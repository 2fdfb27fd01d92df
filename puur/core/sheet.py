"""The sheet: what was written at one table, line by line, with its sums. The same value whoever keeps the score.

A form lays it out (`Form.sheet`): a line for each deal, or lines that are fixed before the game and filled one by one. Terminal,
browser and paper draw it without knowing the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is on the sheet before it is filled: what it is called, and by what it multiplies."""

    name: str
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One deal on the sheet: for each side the numbers under the columns of the sheet, the points as written last."""

    deal: int
    cells: tuple[tuple[int, ...], ...]
    name: str = ""  # the line that it fills, or what was played
    factor: int = 1
    chooser: int | None = None  # the side that announced
    note: str = ""

    @property
    def points(self) -> tuple[int, ...]:
        """What each side has written."""
        return tuple(cell[-1] for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is written at a table."""

    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    columns: tuple[str, ...] = ("points",)  # what the numbers of a cell are
    lines: tuple[Line, ...] = ()
    lower_wins: bool = False

    def cell(self, line: str, chooser: int) -> Row | None:
        """How a side has filled a fixed line, or None."""
        return next((row for row in self.rows if row.name == line and row.chooser == chooser), None)


def rows_of(game: Game, cells: Callable[[Deal, tuple[int, ...]], tuple[tuple[int, ...], ...]] | None = None) -> tuple[Row, ...]:
    """A row per finished deal; `cells` puts further numbers before what each side has written."""
    rows = []
    for deal in game.finished_deals:
        written = [0] * len(game.ledger.totals)
        for entry in game.ledger.of_deal(deal.number):
            written[entry.team] += entry.points
        points = tuple(written)
        rows.append(
            Row(
                deal.number,
                tuple((side,) for side in points) if cells is None else cells(deal, points),
                deal.variant or ("" if deal.mode is None else str(deal.mode)),
                deal.factor,
                None if deal.announcer is None else deal.sides[deal.announcer],
                "nuller" if deal.nuller is not None else "match" if deal.match is not None else "",
            )
        )
    return tuple(rows)
