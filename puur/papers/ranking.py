"""The ranking as everybody reads it: in the terminal, on the office's page, on the board in the hall, as CSV and on paper.

Who stands where is `puur.evening.ranking`; here it is decided what a line says. A further column is a further entry of
`_columns`: all who show a ranking show its `columns` and `cells` and know none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puur.core.control import passe_sum
from puur.core.evening import RankBy, TieBreak
from puur.core.form import lower_ranks, sides_of
from puur.core.reglement import Reglement
from puur.evening.evening import Evening
from puur.evening.lists import ResultLine
from puur.evening.ranking import Scored, Unranked, Why, order, ranking
from puur.evening.seating import told_apart
from puur.evening.sheets import Mark, counting, sheets
from puur.words import say
from puur.words.evening import why as decided_by
from puur.words.evening import with_rule


@dataclass(frozen=True, slots=True)
class Round:
    """One round in a line: its points, if there are any yet, and its marks."""

    score: int | None
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        return "" if self.score is None else f"{self.score}{''.join(self.marks)}"


@dataclass(frozen=True, slots=True)
class RankRow:
    """One line of a ranking; no rank: not ranked, and `reason` says why."""

    players: tuple[str, ...]
    name: str
    rank: int | None
    total: int
    rounds: tuple[Round, ...]  # in the order in which they were played
    matches: int
    why: Why | None = None
    unranked: Unranked | None = None
    reason: str = ""  # what put it behind the line above, or why it has no rank, in words
    rule: str = ""
    pending: str = ""  # what the sheet still lacks, in words, once everything is played
    unconfirmed: str = ""  # that the player's own word is missing, in words
    cells: tuple[str, ...] = ()  # below the table's columns
    penalty: int = 0  # what rulings took off the total; below zero where it is added

    @property
    def key(self) -> str:
        """Whom the line belongs to; of a pair the first."""
        return self.players[0]

    @property
    def dropped(self) -> int:
        """What dropped rounds take off: below zero, so that a line of a spreadsheet adds up."""
        return -sum(played.score or 0 for played in self.rounds if Mark.DROPPED in played.marks)

    @property
    def signs(self) -> str:
        """The rounds with a mark: `1* 3×`."""
        return " ".join(f"{number}{''.join(played.marks)}" for number, played in enumerate(self.rounds, start=1) if played.marks)

    @property
    def shared(self) -> bool:
        """Whether the book leaves the order of this line and the one above to the organiser."""
        return self.why is not None and self.why.by == "shared"

    @property
    def explained(self) -> str:
        """The reason with its provision."""
        return with_rule(self.reason, self.rule)

    @property
    def lacks(self) -> str:
        """What is still missing: on the sheet, or the player's word."""
        return ", ".join(part for part in (self.pending, self.unconfirmed) if part)

    @property
    def note(self) -> str:
        """What a reader cannot see from the total: what broke a tie, why there is no rank, what the sheet still lacks."""
        decided = self.explained if self.unranked or (self.why is not None and self.why.by != "total") else ""
        return ", ".join(part for part in (decided, self.lacks) if part)


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A ranking: the titles between name and total, its lines, who has no rank, and how far it has come."""

    columns: tuple[str, ...]
    rows: tuple[RankRow, ...]
    unranked: tuple[RankRow, ...] = ()
    final: bool = True
    after: int = 0  # the last round up to which every table has its result
    waits: bool = False  # some ranks hold only once the sheet is signed and handed in
    legend: str = ""  # what the marks behind the points mean

    @property
    def lines(self) -> tuple[RankRow, ...]:
        """Everybody, those without a rank last."""
        return (*self.rows, *self.unranked)

    def line_of(self, player: str) -> RankRow | None:
        """The line of a person."""
        return next((row for row in self.lines if player in row.players), None)

    def ties(self) -> list[list[RankRow]]:
        """Those who share a rank that the book leaves to the organiser."""
        by_rank: dict[int | None, list[RankRow]] = {}
        for row in self.rows:
            if not row.pending:
                by_rank.setdefault(row.rank, []).append(row)
        return [rows for rows in by_rank.values() if len(rows) > 1]


def public_names(evening: Evening) -> dict[str, str]:
    """What everybody may read, namesakes told apart."""
    full = evening.setup.full_names
    return told_apart({key: person.name if full else person.public_name for key, person in evening.players.items()})


def of_evening(evening: Evening, lang: str, *, public: bool = False) -> RankingTable:
    """The ranking of an evening as it stands; in public with short names, and silent on who has yet to play."""
    names = public_names(evening) if public else {key: evening.name(key) for key in evening.players}
    standing, own, after = ranking(evening, provisional=True), sheets(evening), _complete_rounds(evening)
    played = after == evening.planned  # before that nobody's sheet can be complete, and the mark says nothing

    def row(players: tuple[str, ...], rank: int | None, total: int) -> RankRow:
        first, penalty = own[players[0]], sum(own[player].penalty for player in players)
        rounds, shown = tuple(Round(line.score, line.marks) for line in first.rows), " / ".join(names[player] for player in players)
        return RankRow(players, shown, rank, total, rounds, first.matches, penalty=penalty)

    rows = [
        replace(
            _placed(row(placing.players, placing.rank, placing.scored.total), placing.why, lang),
            pending=say(f"evening.pending.{placing.pending}", lang) if placing.pending and played else "",
            unconfirmed=say("evening.pending.unconfirmed", lang) if placing.unconfirmed and played else "",
        )
        for placing in standing.rows
    ]
    unranked = [
        replace(
            row(left_out.players, None, left_out.total),
            unranked=left_out.reason,
            reason=say(f"evening.unranked.{left_out.reason}", lang),
            rule=left_out.rule,
        )
        for left_out in standing.unranked
        if not public or standing.final or left_out.reason is not Unranked.NOT_PLAYED
    ]
    waits = any(placing.pending for placing in standing.rows)
    return _table(evening.book, rows, unranked, lang, standing.final, after, waits)


def _complete_rounds(evening: Evening) -> int:
    number = 0
    while number < evening.released and not evening.missing_results(number + 1):
        number += 1
    return number


def of_results(book: Reglement, results: Sequence[ResultLine], lang: str) -> RankingTable:
    """The ranking of a list of results under a rule book."""
    names = told_apart({line.id: line.name for line in results})
    scored: list[Scored] = []
    lines: dict[str, RankRow] = {}
    for line in results:
        best, worst = counting(line.rounds, dropped_of(book, line), lower=lower_ranks(book))
        counted, dropped = (tuple(line.rounds[place] for place in places) for places in (best, worst))
        scored.append(Scored(line.id, sum(counted) + line.penalty, counted, dropped, line.matches))
        rounds = tuple(Round(score, (Mark.DROPPED,) if place in worst else ()) for place, score in enumerate(line.rounds))
        lines[line.id] = RankRow((line.id,), names[line.id], None, scored[-1].total, rounds, line.matches, penalty=-line.penalty)
    rows = [_placed(replace(lines[entry.key], rank=rank), why, lang) for rank, entry, why in order(book, scored)]
    return _table(book, rows, (), lang, final=True, after=len(results[0].rounds))


def dropped_of(book: Reglement, line: ResultLine) -> int:
    """How many rounds of a line are dropped; one always counts."""
    return min(book.evening.dropped, len(line.rounds) - 1)


@dataclass(frozen=True, slots=True)
class WrongTotal:
    """A line of a list whose total is not the sum of its rounds."""

    line: int
    name: str
    found: int
    expected: int


def wrong_totals(table: RankingTable, results: Sequence[ResultLine]) -> list[WrongTotal]:
    """The lines whose total is neither what ranks nor the sum of all their rounds."""
    wrong = []
    for line in results:
        row = table.line_of(line.id)
        if row is not None and line.total not in (None, row.total, sum(line.rounds) + line.penalty):
            wrong.append(WrongTotal(line.line, line.name, line.total or 0, row.total))
    return wrong


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A round of a list that does not add up to what all tables make: a result is missing or wrong."""

    round: int
    found: int
    expected: int
    tables: int


def wrong_sums(book: Reglement, results: Sequence[ResultLine]) -> list[WrongSum]:
    """The rounds whose points do not add up, where the book has a sum to hold them against. (NWS-7-05, TAM-ES-64)"""
    sides = sides_of(book)
    summed = passe_sum(book) and book.evening.rank_by is not RankBy.STRICHE and not book.scoring.match_bonus
    if not summed or len(results) % len(sides):
        return []
    tables = len(results) // len(sides)
    expected = tables * (len(sides) // (max(sides) + 1)) * passe_sum(book)  # everybody of a side has its points
    sums = [sum(line.rounds[place] for line in results) for place in range(len(results[0].rounds))]
    return [WrongSum(number, made, expected, tables) for number, made in enumerate(sums, start=1) if made != expected]


def _placed(row: RankRow, why: Why | None, lang: str) -> RankRow:
    if why is None:
        return row
    return replace(row, why=why, reason=decided_by(why.by, why.own, why.above, lang), rule=why.rule)


def _columns(book: Reglement, rows: Sequence[RankRow], lang: str) -> list[tuple[str, Callable[[RankRow], object]]]:
    """What stands between name and total: the title, and what a line says below it; rounds and penalties make the total."""

    def score(place: int) -> Callable[[RankRow], object]:
        return lambda row: row.rounds[place] if place < len(row.rounds) else None

    rounds = max((len(row.rounds) for row in rows), default=0)
    columns = [(say("rank.round", lang, number=place + 1), score(place)) for place in range(rounds)]
    if any(row.penalty for row in rows):
        columns.append((say("rank.penalty", lang), lambda row: f"{-row.penalty:+}" if row.penalty else None))
    if book.evening.rank_by is RankBy.STRICHE or TieBreak.MATCHES in book.evening.tie_breaks:  # where they can decide
        columns.append((say("rank.matches", lang), lambda row: row.matches))
    return columns


def legend_of(marks: Iterable[Mark], lang: str) -> str:
    """What these signs behind the points mean, each once."""
    used = set(marks)
    return ", ".join(f"{mark} {say(f'rank.mark.{mark.name.lower()}', lang)}" for mark in Mark if mark in used)


def _table(
    book: Reglement, rows: Sequence[RankRow], unranked: Sequence[RankRow], lang: str, final: bool, after: int, waits: bool = False
) -> RankingTable:
    columns = _columns(book, (*rows, *unranked), lang)
    legend = legend_of((mark for row in (*rows, *unranked) for played in row.rounds for mark in played.marks), lang)

    def filled(row: RankRow) -> RankRow:
        values = [value(row) for _, value in columns]
        return replace(row, cells=tuple("" if value is None else str(value) for value in values))

    titles = tuple(title for title, _ in columns)
    return RankingTable(titles, tuple(map(filled, rows)), tuple(map(filled, unranked)), final, after, waits, legend)


def facts_of(table: RankingTable, book: Reglement) -> dict[str, Any]:
    """A ranking as plain values for programs."""
    return {"reglement": book.key, "ranking": [_row_facts(row) for row in table.lines]}


def _row_facts(row: RankRow) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "rank": row.rank,
        "name": row.name,
        "total": row.total,
        "rounds": [played.score for played in row.rounds],
        "marks": ["".join(played.marks) for played in row.rounds],
        "penalty": row.penalty,
        "matches": row.matches,
    }
    if row.why:
        facts["why"] = {"by": row.why.by, "own": row.why.own, "above": row.why.above, "rule": row.why.rule}
    if row.unranked:
        facts |= {"unranked": row.unranked, "rule": row.rule}
    return facts
