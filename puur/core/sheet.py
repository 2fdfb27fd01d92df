"""The sheet: what was written at one table. The same value whether it comes from a web table, the Jasstafel, a phone or paper.

It is stored and travels as it is (`puur.log.sheets`); evenings and seasons take nothing else. How it is laid out (columns, fixed
lines, in which direction one wins) is no part of it: that is the form's and the book's. Whether it adds up is `core.control`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from puur.core.evening import RankBy
from puur.core.striche import Striche, striche

if TYPE_CHECKING:
    from puur.core.game import Game


class Origin(Enum):
    """Who kept the score."""

    TABLE = "table"  # the web table: every card is known
    TAFEL = "tafel"  # the Jasstafel on a phone, deal by deal
    PHONE = "phone"  # typed at the table after the game
    PAPER = "paper"  # typed in the office, or from a file


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is on the sheet before it is filled: what it is called, and by what it multiplies."""

    name: str
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One deal on the sheet: for each side the numbers under the form's columns, the points as written last."""

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
class Penalty:
    """What a ruling of the game took from a seat: never inside the totals."""

    seat: int
    points: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is written at a table, a number for each side in every list."""

    totals: tuple[int, ...] | None = None  # None where only Striche are written
    rows: tuple[Row, ...] = ()  # by deal, or by fixed line and the side that chose it; none where only the totals are known
    matches: tuple[int, ...] = ()  # none where nobody counts them
    striche: tuple[Striche, ...] | None = None
    estimated: tuple[int, ...] = ()  # deals whose count was forgotten and agreed by estimate
    penalties: tuple[Penalty, ...] = ()
    source: Origin = Origin.PAPER
    game: str = ""  # the code of the game that it comes from

    @property
    def said(self) -> tuple[object, ...]:
        """What two sheets of a table have to agree on: Striche, or totals and Matches, however they were typed."""
        return (self.striche,) if self.striche is not None else (self.totals, sum(self.matches) and self.matches)

    @property
    def score(self) -> tuple[int, ...]:
        """The result in short: the Striche of each side, or the totals."""
        return tuple(row.total for row in self.striche) if self.striche is not None else self.totals or ()

    def matches_of(self, side: int) -> int:
        """The Matches of one side."""
        return self.matches[side] if self.matches else 0

    def cell(self, line: str, chooser: int) -> Row | None:
        """How a side has filled a fixed line, or None."""
        return next((row for row in self.rows if row.name == line and row.chooser == chooser), None)


def sheet_of(game: Game, source: Origin = Origin.TABLE) -> Sheet:
    """What a game has written so far, a row per finished deal; the form says which numbers stand in a cell."""
    sides = range(len(game.ledger.totals))
    rows = []
    for deal in game.finished_deals:
        written = [0] * len(sides)
        for entry in game.ledger.of_deal(deal.number):
            written[entry.team] += entry.points
        rows.append(
            Row(
                deal.number,
                game.form.cells(game, deal, tuple(written)),
                deal.variant or ("" if deal.mode is None else str(deal.mode)),
                deal.factor,
                None if deal.announcer is None else deal.sides[deal.announcer],
                "nuller" if deal.nuller is not None else "match" if deal.match is not None else "",
            )
        )
    won = [deal.match for deal in game.finished_deals]
    by_seat = striche(game) if game.book.evening.rank_by is RankBy.STRICHE else ()
    return Sheet(
        tuple(game.ledger.totals),
        tuple(rows),
        tuple(won.count(side) for side in sides),
        tuple(by_seat[game.seats_of(side)[0]] for side in sides) if by_seat else None,
        (),
        tuple(Penalty(*booked) for booked in game.penalties),
        source,
    )
