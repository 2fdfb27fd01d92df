"""The personal sheet (Standblatt, Wertetabelle): a row per round, whoever the partner was, and the total.

Each row says how it came about: played, sat out, missed, or set by the organiser. What a round not played counts is the book's or
the organiser's choice, and it is recomputed until the end. (NWS-7-06, TAM-ES-65, UB-SHEET-02, UB-SHEET-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

from puur.core.control import passe_sum
from puur.core.evening import RankBy, SitOutScore
from puur.core.form import lower_ranks
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


class Mark(StrEnum):
    """What a reader has to know of a round to add up a line of a list; the sign stands behind the points."""

    DROPPED = "×"
    SAT_OUT = "*"
    MISSED = "°"
    SET = "#"
    PENALISED = "!"


_MARKED = {How.SAT_OUT: Mark.SAT_OUT, How.MISSED: Mark.MISSED, How.SET: Mark.SET}


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
    penalty: int = 0  # what rulings at the table took off
    dropped: bool = False  # counts nothing in the total

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What a list has to say of this round."""
        marks = (self.dropped and Mark.DROPPED, _MARKED.get(self.how), self.penalty and Mark.PENALISED)
        return tuple(mark for mark in marks if mark)

    @property
    def written(self) -> str:
        """The points with their marks; nothing while there are none."""
        return "" if self.score is None else f"{self.score}{''.join(self.marks)}"


@dataclass(frozen=True, slots=True)
class Standblatt:
    """All rows of one person; `counted` are the scores in the total, best first, the dropped ones left out."""

    player: str
    rows: tuple[Row, ...]
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    penalty: int  # what is taken off the total; below zero where the lowest total wins and it is added
    complete: bool  # no row is open any more

    @property
    def total(self) -> int:
        """The sum that ranks."""
        return sum(self.counted) - self.penalty

    @property
    def taken(self) -> str:
        """What the penalties do to the total, with its sign."""
        return f"{-self.penalty:+}"

    @property
    def matches(self) -> int:
        """All Matches, or Match-Striche."""
        return sum(row.matches for row in self.rows)


Places = Sequence[Mapping[str, tuple[Table, int]]]  # table and seat of everybody, round by round


def sheets(evening: Evening) -> dict[str, Standblatt]:
    """The sheets of everybody as they stand now."""
    places: Places = [
        {seat.player: (table, place) for table in drawn.tables for place, seat in enumerate(table.seats) if seat.player is not None}
        for drawn in evening.rounds
    ]
    return {player: sheet(evening, player, places) for player in evening.players}


def sheet(evening: Evening, player: str, places: Places | None = None) -> Standblatt:
    """The sheet of a person as it stands now; `places` saves looking for the seats of everybody."""
    rows = [_row(evening, player, number, places) for number in range(1, evening.planned + 1)]
    played = [row.score for row in rows if row.how is How.PLAYED and row.score is not None]
    rows = [_filled(evening, row, played) for row in rows]
    lower = lower_ranks(evening.book)
    complete = all(row.score is not None for row in rows)
    best, worst = counting([row.score for row in rows], evening.book.evening.dropped if complete else 0, lower=lower)
    dropped = tuple(rows[place].score or 0 for place in worst)
    rows = [replace(row, dropped=place in worst) for place, row in enumerate(rows)]
    penalty = sum(points for who, points, _, _ in evening.penalties if who == player) + sum(row.penalty for row in rows)
    counted = tuple(rows[place].score or 0 for place in best)
    return Standblatt(player, tuple(rows), counted, dropped, -penalty if lower else penalty, complete)


def counting(scores: Sequence[int | None], dropped: int, *, lower: bool) -> tuple[list[int], list[int]]:
    """Which rounds count and which are dropped, by their places, the best first; of equal ones the later is dropped."""
    known = [place for place, score in enumerate(scores) if score is not None]
    places = sorted(known, key=lambda place: scores[place] or 0, reverse=not lower)
    kept = max(len(places) - dropped, 0)
    return places[:kept], places[kept:]


def _row(evening: Evening, player: str, number: int, places: Places | None) -> Row:
    party = evening.party(player)
    for each in party:
        if (each, number) in evening.scores:
            points, reason = evening.scores[each, number]
            return Row(number, How.SET, score=points, reason=reason)
    for person in map(evening.players.__getitem__, party):
        late = person.here and number < person.first_round
        if late or (person.left_after is not None and number > person.left_after):
            return Row(number, How.MISSED)
    if number > len(evening.rounds):
        return Row(number, How.OPEN)
    one_round = evening.rounds[number - 1]
    if player in one_round.sitting_out:
        return Row(number, How.SAT_OUT if number <= evening.released else How.OPEN)
    seat = one_round.seat_of(player) if places is None else places[number - 1].get(player)
    if seat is None:
        return Row(number, How.MISSED)
    table, place = seat
    partner = table.partner(place, evening.sides)
    if table.seats[place].stand_in or (len(party) > 1 and partner is not None and partner.stand_in):
        return Row(number, How.MISSED, table.number, place)
    head = (table.number, place, None if partner is None else partner.stand_in or partner.player)
    result = evening.result(number, table.number)
    if result is None:
        return Row(number, How.OPEN, *head)
    side, sheet = evening.sides[place], result.sheet
    visa = evening.signed.get((player, number), "")
    fined = sum(booked.points for booked in sheet.penalties if booked.seat == place)
    if evening.book.evening.rank_by is RankBy.STRICHE:
        assert sheet.striche is not None
        own = sheet.striche[side]
        return Row(number, How.PLAYED, *head, own.total, own, own.match, visa, penalty=fined)
    assert result.points is not None
    return Row(number, How.PLAYED, *head, result.points[side], None, sheet.matches_of(side), visa, penalty=fined)


def _nothing(evening: Evening, number: int) -> int:
    """No points; where the lowest total wins, as many as the last of the round, so that nobody gains by staying away."""
    if not lower_ranks(evening.book):
        return 0
    return max((max(versions[-1].score) for (round_, _), versions in evening.results.items() if round_ == number), default=0)


def _filled(evening: Evening, row: Row, played: list[int]) -> Row:
    """The row with what a round counts that was not played."""
    if row.how not in (How.SAT_OUT, How.MISSED):
        return row
    rule = evening.sit_out if row.how is How.SAT_OUT else evening.missed
    if rule is SitOutScore.AVERAGE:
        score = (2 * sum(played) + len(played)) // (2 * len(played)) if played else 0  # rounded half up
    elif rule is SitOutScore.PAR:
        score = passe_sum(evening.book) // (max(evening.sides) + 1)
    else:
        score = _nothing(evening, row.round)
    return Row(row.round, row.how, row.table, row.seat, row.partner, score, reason=rule.value)
