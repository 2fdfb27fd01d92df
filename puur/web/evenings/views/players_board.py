"""The ranking as everybody may read it: first name and initial unless a person agreed to more, with the reason of each placing.

While an evening runs, sheets that only lack a Visum or have not been handed in yet stand in the order with a mark; once the ranking
is closed they are not ranked, as the book says (NWS-7-11, NWS-7-12).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from puur.tournament.evening import Evening as Engine
from puur.tournament.ranking import Placing, Scored, Why, order, ranking
from puur.tournament.sheets import Sheet, sheets
from puur.words import say
from puur.words.evening import why

PENDING = ("unsigned", "not-handed-in")  # what can still come right before the ranking is closed


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the board; `rank` is None for somebody who is not ranked, and `note` says why."""

    key: str
    players: tuple[str, ...]
    name: str
    rank: int | None
    total: int
    rounds: tuple[str, ...] = ()
    why: str = ""
    rule: str = ""
    note: str = ""
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The ranking: its lines, who has no rank, up to which round it counts, and whether it is final."""

    lines: tuple[Line, ...]
    unranked: tuple[Line, ...]
    after: int
    final: bool
    waits: bool = False  # some ranks hold only once the sheet is signed and handed in


def public_names(engine: Engine) -> dict[str, str]:
    """What everybody may read; the same short name twice gets the starting numbers, so that nobody is taken for another."""
    short = {key: person.public_name for key, person in engine.players.items()}
    often = Counter(short.values())
    return {key: f"{name} ({key})" if often[name] > 1 else name for key, name in short.items()}


def complete_rounds(engine: Engine) -> int:
    """The last round up to which every table has its result."""
    number = 0
    while number < engine.released and not engine.missing_results(number + 1):
        number += 1
    return number


def _cells(own: Sheet, planned: int) -> tuple[str, ...]:
    scores = {row.round: row.score for row in own.rows}
    return tuple("" if scores.get(number) is None else str(scores[number]) for number in range(1, planned + 1))


def _unit(engine: Engine, players: tuple[str, ...]) -> str:
    return engine.players[players[0]].pair if engine.in_pairs else players[0]


def board(engine: Engine, lang: str) -> Board:
    """The board of an evening as it stands."""
    standing = ranking(engine)
    known, names = sheets(engine), public_names(engine)
    placed = [(row.rank, row, False) for row in standing.rows]
    open_rows = () if standing.final else tuple(row for row in standing.unranked if row.reason in PENDING)
    if open_rows:
        # Everybody who may still come right is placed among the others, by the book's own order.
        entries = [row.scored for row in standing.rows]
        members = {row.scored.key: row.players for row in standing.rows}
        for unranked in open_rows:
            own = known[unranked.players[0]]
            key = _unit(engine, unranked.players)
            members[key] = unranked.players
            entries.append(Scored(key, unranked.total, own.counted, own.dropped, own.matches))
        pending = {_unit(engine, unranked.players) for unranked in open_rows}
        settled = [tuple(_unit(engine, (player,)) for player in each) for each in engine.settled]
        made = order(engine.book, entries, engine.setup.seed, settled)
        placed = [(rank, Placing(rank, members[entry.key], entry, reason), entry.key in pending) for rank, entry, reason in made]
    played = complete_rounds(engine) == engine.planned  # before that nobody's sheet can be complete, and the mark says nothing
    lines = tuple(
        Line(
            row.scored.key, row.players, ", ".join(names[player] for player in row.players), rank, row.scored.total,
            _cells(known[row.players[0]], engine.planned), _why(row.why, lang), row.why.rule if row.why else "",
            pending=waits and played,
        )
        for rank, row, waits in placed
    )  # fmt: skip
    rest = tuple(
        Line(
            _unit(engine, row.players), row.players, ", ".join(names[player] for player in row.players), None, row.total,
            _cells(known[row.players[0]], engine.planned), rule=row.rule, note=say(f"evening_entry.unranked.{row.reason}", lang),
        )
        for row in standing.unranked
        if row not in open_rows and (standing.final or row.reason != "not-played")  # while the first round runs that says nothing
    )  # fmt: skip
    return Board(lines, rest, complete_rounds(engine), standing.final, bool(open_rows))


def _why(reason: Why | None, lang: str) -> str:
    return "" if reason is None else why(reason.by, reason.own, reason.above, lang)


def line_of(ranked: Board, player: str) -> Line | None:
    """The line of a person."""
    return next((line for line in (*ranked.lines, *ranked.unranked) if player in line.players), None)
