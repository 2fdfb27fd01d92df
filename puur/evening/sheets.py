"""The personal sheet (Standblatt, Wertetabelle): a row per round, whoever the partner was, and the total.

Each row says how it came about: played, sat out, missed, or set by the organiser. What a round not played counts is the book's or
the organiser's choice, and it is recomputed until the end. (NWS-7-06, TAM-ES-65, UB-SHEET-02, UB-SHEET-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from puur.core.control import passe_sum
from puur.core.evening import RankBy, SitOutScore
from puur.core.striche import Striche
from puur.evening.seating import Table

if TYPE_CHECKING:
    from puur.evening.evening import Evening


class How(Enum):
    """How a row of a sheet came about."""

    PLAYED = "played"
    SAT_OUT = "sat-out"
    MISSED = "missed"  # not here yet, or gone, or somebody else played on the seat
    SET = "set"  # the organiser decided
    OPEN = "open"  # drawn or still to come, no result yet


@dataclass(frozen=True, slots=True)
class Row:
    """One round on a sheet."""

    round: int
    how: How
    table: int | None = None
    seat: int | None = None
    partner: str | None = None
    score: int | None = None  # points, or the sum of the Striche
    striche: Striche | None = None
    matches: int = 0
    signed: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rows of one person; `counted` are the scores in the total, the dropped ones left out."""

    player: str
    rows: tuple[Row, ...]
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    penalty: int
    complete: bool  # no row is open any more

    @property
    def total(self) -> int:
        """The sum that ranks."""
        return sum(self.counted) - self.penalty

    @property
    def matches(self) -> int:
        """All Matches, or Match-Striche."""
        return sum(row.matches for row in self.rows)


Places = Sequence[Mapping[str, tuple[Table, int]]]  # table and seat of everybody, round by round


def sheets(evening: Evening) -> dict[str, Sheet]:
    """The sheets of everybody as they stand now."""
    places: Places = [
        {seat.player: (table, place) for table in one.tables for place, seat in enumerate(table.seats) if seat.player is not None}
        for one in evening.rounds
    ]
    return {player: sheet(evening, player, places) for player in evening.players}


def sheet(evening: Evening, player: str, places: Places | None = None) -> Sheet:
    """The sheet of a person as it stands now; `places` saves looking for the seats of everybody."""
    rows = [_row(evening, player, number, places) for number in range(1, evening.planned + 1)]
    played = [row.score for row in rows if row.how is How.PLAYED and row.score is not None]
    rows = [_filled(evening, row, played) for row in rows]
    scores = sorted(row.score for row in rows if row.score is not None)
    complete = all(row.score is not None for row in rows)
    drop = evening.book.evening.dropped if complete else 0
    penalty = sum(points for who, points, _, _ in evening.penalties if who == player)
    return Sheet(player, tuple(rows), tuple(reversed(scores[drop:])), tuple(scores[:drop]), penalty, complete)


def _row(evening: Evening, player: str, number: int, places: Places | None) -> Row:
    person = evening.players[player]
    if (player, number) in evening.scores:
        points, reason = evening.scores[player, number]
        return Row(number, How.SET, score=points, reason=reason)
    late = person.here and number < person.first_round
    if late or (person.left_after is not None and number > person.left_after):
        return Row(number, How.MISSED)
    if number > len(evening.rounds):
        return Row(number, How.OPEN)
    one_round = evening.rounds[number - 1]
    if player in one_round.sitting_out:
        return Row(number, How.SAT_OUT if number <= evening.released else How.OPEN)
    found = one_round.seat_of(player) if places is None else places[number - 1].get(player)
    if found is None:
        return Row(number, How.MISSED)
    table, place = found
    if table.seats[place].stand_in:
        return Row(number, How.MISSED, table.number, place)
    partner = table.partner(place)
    head = (table.number, place, partner.stand_in or partner.player)
    result = evening.result(number, table.number)
    if result is None:
        return Row(number, How.OPEN, *head)
    team = place % 2
    visa = evening.signed.get((player, number), "")
    if evening.book.evening.rank_by is RankBy.STRICHE:
        assert result.striche is not None
        own = result.striche[team]
        return Row(number, How.PLAYED, *head, own.total, own, own.match, visa)
    assert result.points is not None
    return Row(number, How.PLAYED, *head, result.points[team], None, result.matches[team], visa)


def _filled(evening: Evening, row: Row, played: list[int]) -> Row:
    """The row with what a round counts that was not played."""
    if row.how not in (How.SAT_OUT, How.MISSED):
        return row
    rule = evening.sit_out if row.how is How.SAT_OUT else evening.missed
    if rule is SitOutScore.AVERAGE:
        score = (2 * sum(played) + len(played)) // (2 * len(played)) if played else 0  # rounded half up
    elif rule is SitOutScore.PAR:
        score = passe_sum(evening.book) // 2
    else:
        score = 0
    return Row(row.round, row.how, row.table, row.seat, row.partner, score, reason=rule.value)
