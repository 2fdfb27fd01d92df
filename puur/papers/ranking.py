"""The ranking as everybody reads it: in the terminal, on the office's page, on the board in the hall, as CSV and on paper.

Who stands where is `puur.evening.ranking`; here it is decided what a line says. A further column is a further entry of
`_columns`: all who show a ranking show its `columns` and `cells` and know none of them by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puur.core.control import has_control_sum, passe_sum
from puur.core.evening import RankBy, TieBreak
from puur.core.form import lower_ranks, sides_of
from puur.core.reglement import Reglement
from puur.evening.evening import Evening
from puur.evening.lists import ResultLine
from puur.evening.ranking import Scored, Unranked, Why, order, ranking
from puur.evening.sheets import sheets
from puur.words import say
from puur.words.evening import why as decided_by


@dataclass(frozen=True, slots=True)
class RankRow:
    """One line of a ranking; no rank: not ranked, and `reason` says why."""

    players: tuple[str, ...]
    name: str
    rank: int | None
    total: int
    rounds: tuple[int | None, ...]  # in the order in which they were played
    matches: int
    why: Why | None = None
    unranked: Unranked | None = None
    reason: str = ""  # what put it behind the line above, or why it has no rank, in words
    rule: str = ""
    pending: str = ""  # what the sheet still lacks, in words, once everything is played
    unconfirmed: str = ""  # that the player's own word is missing, in words
    cells: tuple[str, ...] = ()  # below the table's columns

    @property
    def key(self) -> str:
        """Whom the line belongs to; of a pair the first."""
        return self.players[0]

    @property
    def shared(self) -> bool:
        """Whether the book leaves the order of this line and the one above to the organiser."""
        return self.why is not None and self.why.by == "shared"

    @property
    def explained(self) -> str:
        """The reason with its provision."""
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason

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
    """What everybody may read; the same short name twice gets the starting numbers, so that nobody is taken for another."""
    short = {key: person.public_name for key, person in evening.players.items()}
    often = Counter(short.values())
    return {key: f"{name} ({key})" if often[name] > 1 else name for key, name in short.items()}


def of_evening(evening: Evening, lang: str, *, public: bool = False) -> RankingTable:
    """The ranking of an evening as it stands; in public with short names, and silent on who has yet to play."""
    names = public_names(evening) if public else {key: person.name for key, person in evening.players.items()}
    standing, own, after = ranking(evening, provisional=True), sheets(evening), _complete_rounds(evening)
    played = after == evening.planned  # before that nobody's sheet can be complete, and the mark says nothing

    def row(players: tuple[str, ...], rank: int | None, total: int) -> RankRow:
        first = own[players[0]]
        scores = tuple(line.score for line in first.rows)
        return RankRow(players, " / ".join(names[player] for player in players), rank, total, scores, first.matches)

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
    rounds = len(results[0].rounds)
    kept = rounds - min(book.evening.dropped, rounds - 1)
    by_id = {line.id: line for line in results}
    scored = []
    for line in results:
        best = sorted(line.rounds, reverse=not lower_ranks(book))
        scored.append(Scored(line.id, sum(best[:kept]), tuple(best[:kept]), tuple(best[kept:]), line.matches))
    rows = [
        _placed(RankRow((entry.key,), by_id[entry.key].name, rank, entry.total, by_id[entry.key].rounds, entry.matches), why, lang)
        for rank, entry, why in order(book, scored)
    ]
    return _table(book, rows, (), lang, final=True, after=rounds)


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
    summed = has_control_sum(book) and book.evening.rank_by is not RankBy.STRICHE and not book.scoring.match_bonus
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


def _columns(book: Reglement, rounds: int, lang: str) -> list[tuple[str, Callable[[RankRow], object]]]:
    """What stands between name and total: the title, and what a line says below it."""

    def score(place: int) -> Callable[[RankRow], object]:
        return lambda row: row.rounds[place] if place < len(row.rounds) else None

    columns = [(say("rank.round", lang, number=place + 1), score(place)) for place in range(rounds)]
    if book.evening.rank_by is RankBy.STRICHE or TieBreak.MATCHES in book.evening.tie_breaks:  # where they can decide
        columns.append((say("rank.matches", lang), lambda row: row.matches))
    return columns


def _table(
    book: Reglement, rows: Sequence[RankRow], unranked: Sequence[RankRow], lang: str, final: bool, after: int, waits: bool = False
) -> RankingTable:
    columns = _columns(book, max((len(row.rounds) for row in (*rows, *unranked)), default=0), lang)

    def filled(row: RankRow) -> RankRow:
        values = [value(row) for _, value in columns]
        return replace(row, cells=tuple("" if value is None else str(value) for value in values))

    titles = tuple(title for title, _ in columns)
    return RankingTable(titles, tuple(map(filled, rows)), tuple(map(filled, unranked)), final, after, waits)
