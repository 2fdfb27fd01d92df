"""`puur rank`: a ranking from a list of results or an evening, with the rule book's tie-breaks and the reason for each placing."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.evening_files import (
    book_named,
    csv_bytes,
    is_evening,
    json_bytes,
    looks_like_json,
    read_bytes,
    read_evening,
    read_json,
    read_results,
    write_bytes,
)
from puur.cli.settings import console, settings, tell
from puur.core.control import has_control_sum, passe_sum
from puur.core.evening import RankBy
from puur.core.reglement import Reglement
from puur.tournament.evening import Evening
from puur.tournament.lists import ResultLine
from puur.tournament.ranking import Scored, Why, order, ranking
from puur.words.evening import why as in_words


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ranking for showing: no rank means not ranked, with the reason."""

    rank: int | None
    name: str
    total: int
    rounds: tuple[int, ...]
    matches: int
    why: Why | None = None
    unranked: str = ""
    rule: str = ""


def register(app: typer.Typer) -> None:
    """Add `rank` to the command."""

    @app.command("rank", help=tell("rank.help"))
    def rank(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("rank.help.file"), show_default=False)],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("draw.help.reglement"))] = "nws2020",
        drop: Annotated[int, typer.Option("--drop", help=tell("rank.help.drop"), show_default=False)] = 0,
        explain: Annotated[bool, typer.Option("--explain", help=tell("rank.help.explain"))] = False,
        out: Annotated[str, typer.Option("--out", "-o", help=tell("draw.help.out"), show_default=False)] = "",
        force: Annotated[bool, typer.Option("--force", help=tell("draw.help.force"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("draw.help.json"))] = False,
    ) -> None:
        lines, book = ranked(file, reglement, drop)
        if out:
            if out.lower().endswith(".csv"):
                write_bytes(out, csv_bytes(_rows(lines)), force=force)
            elif out.lower().endswith(".json"):
                write_bytes(out, json_bytes(_facts(lines, book)), force=force)
            else:
                raise UserError(tell("draw.error.ending", path=out, endings=".json, .csv"))
        if as_json:
            sys.stdout.write(json_bytes(_facts(lines, book)).decode())
        else:
            console().print(_grid(lines, book, explain))
            if out:
                console().print(Text(tell("draw.written", path=out)))


def ranked(file: str, reglement: str, drop: int = 0) -> tuple[list[Line], Reglement]:
    """The ranking of a file: an evening brings its rule book, a list is ranked under the named one."""
    data = read_bytes(file)
    if looks_like_json(data) and is_evening(read_json(file, data)):
        evening = read_evening(file)
        return of_evening(evening), evening.book
    book = book_named(reglement)
    if drop:
        book = replace(book, tournament=replace(book.tournament, dropped=drop))
    return _of_list(book, read_results(file), file), book


def of_evening(evening: Evening) -> list[Line]:
    """The lines of an evening's ranking."""
    found = ranking(evening)
    lines = [
        Line(row.rank, _names(evening, row.players), row.scored.total, row.scored.rounds, row.scored.matches, row.why)
        for row in found.rows
    ]
    lines += [Line(None, _names(evening, one.players), one.total, (), 0, None, one.reason, one.rule) for one in found.unranked]
    return lines


def _names(evening: Evening, players: tuple[str, ...]) -> str:
    return " / ".join(evening.players[player].name for player in players)


def _of_list(book: Reglement, results: list[ResultLine], file: str) -> list[Line]:
    rounds = len(results[0].rounds)
    planned = book.tournament.rounds
    if planned and book.tournament.rounds_fixed and rounds > planned:
        raise UserError(tell("rank.rounds_differ", path=file, line=1, found=rounds, expected=planned))
    drop = min(book.tournament.dropped, rounds - 1)
    scored = []
    for one in results:
        scores = sorted(one.rounds, reverse=True)
        kept, dropped = scores[: rounds - drop], scores[rounds - drop :]
        scored.append(Scored(one.id, sum(kept), tuple(kept), tuple(dropped), one.matches))
    _control(book, results)
    by_id = {one.id: one for one in results}
    return [
        Line(rank, by_id[entry.key].name, entry.total, by_id[entry.key].rounds, entry.matches, why)
        for rank, entry, why in order(book, scored)
    ]


def _control(book: Reglement, results: list[ResultLine]) -> None:
    """Warn when a round does not add up to what all tables make: then a result is missing or wrong."""
    if not has_control_sum(book) or book.tournament.rank_by is RankBy.STRICHE or book.scoring.match_bonus or len(results) % 4:
        return
    expected = len(results) // 4 * 2 * passe_sum(book)
    for number in range(len(results[0].rounds)):
        found = sum(one.rounds[number] for one in results)
        if found != expected:
            facts = {"round": number + 1, "found": found, "expected": expected, "tables": len(results) // 4}
            console(stderr=True).print(Text(tell("rank.control", **facts), style="yellow"), soft_wrap=True)


def _grid(lines: list[Line], book: Reglement, explain: bool) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(tell("rank.rank"), justify="right", style="bold")
    grid.add_column(tell("rank.name"))
    grid.add_column(tell("rank.total"), justify="right", style="bold")
    rounds = max((len(line.rounds) for line in lines), default=0)
    for number in range(1, rounds + 1):
        grid.add_column(tell("rank.round", number=number), justify="right")
    show_matches = book.tournament.rank_by is RankBy.STRICHE or any(line.matches for line in lines)
    if show_matches:
        grid.add_column(tell("rank.matches"), justify="right")
    if explain:
        grid.add_column(tell("rank.why"))
    for line in lines:
        cells = [str(line.rank) if line.rank else "–", line.name, str(line.total)]
        cells += [str(score) for score in line.rounds] + [""] * (rounds - len(line.rounds))
        if show_matches:
            cells.append(str(line.matches))
        if explain:
            cells.append(_reason(line))
        elif line.unranked:
            cells[1] = f"{line.name} ({tell(f'tournament.unranked.{line.unranked}')})"
        grid.add_row(*(Text(cell) for cell in cells))
    return grid


def _reason(line: Line) -> str:
    if line.unranked:
        return f"{tell(f'tournament.unranked.{line.unranked}')} [{line.rule}]"
    if line.why is None:
        return ""
    return f"{in_words(line.why.by, line.why.own, line.why.above, settings().lang)} [{line.why.rule}]"


def _rows(lines: list[Line]) -> list[list[str]]:
    rounds = max((len(line.rounds) for line in lines), default=0)
    head = [tell("rank.rank"), tell("rank.name"), tell("rank.total"), *(tell("rank.round", number=n + 1) for n in range(rounds))]
    rows = [[*head, tell("rank.matches"), tell("rank.why")]]
    for line in lines:
        scores = [*(str(score) for score in line.rounds), *[""] * (rounds - len(line.rounds))]
        rows.append([str(line.rank or ""), line.name, str(line.total), *scores, str(line.matches), _reason(line)])
    return rows


def _facts(lines: list[Line], book: Reglement) -> dict[str, Any]:
    def facts(line: Line) -> dict[str, Any]:
        own: dict[str, Any] = {"rank": line.rank, "name": line.name, "total": line.total, "rounds": list(line.rounds)}
        own["matches"] = line.matches
        if line.why:
            own["why"] = {"by": line.why.by, "own": line.why.own, "above": line.why.above, "rule": line.why.rule}
        if line.unranked:
            own |= {"unranked": line.unranked, "rule": line.rule}
        return own

    return {"reglement": book.key, "ranking": [facts(line) for line in lines]}
