"""`puur draw`: who sits when at which table; `puur draw check`: whether any draw keeps its promises; `puur draw movement`.

The words after `draw` say what is wanted: a list of players (or their number), `check` with a file, `movement` with a number of
tables. Status 1 when a checked draw breaks a promise, 2 for a mistake of the user.
"""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.evening_files import json_bytes, read_draw_and_book, read_history, read_players
from puur.cli.files import load_book, write_bytes
from puur.cli.settings import console, settings, tell
from puur.core.evening import DrawWhen, Entry, Repeat, Rest
from puur.core.form import sides_of
from puur.core.reglement import Reglement
from puur.evening.check import Fault, Report, check
from puur.evening.designs import movement, movement_rounds
from puur.evening.draw import NoDraw, later_seed, next_round, plan
from puur.evening.files import DrawFile, Entrant, draw_to_plain, wishes_of
from puur.evening.lists import draw_rows
from puur.evening.seating import SEAT_LETTERS, Round, Seat
from puur.papers.evening import proof
from puur.papers.tables import csv_bytes
from puur.words.evening import explain

MOST_PLAYERS = 2000
MOST_ROUNDS = 50
DEFAULT_ROUNDS = 4


def draw(
    words: list[str],
    reglement: str,
    rounds: int | None,
    seed: str,
    rest: str,
    apart: list[str] | None,
    history: str,
    out: str,
    force: bool,
    as_json: bool,
) -> None:
    """What `puur draw` does."""
    match words:
        case ["check", file]:
            _check(*read_draw_and_book(file), reglement, as_json)
        case ["movement", number] if number.isdigit():
            _movement(int(number), rounds, as_json)
        case [players]:
            made = _draw(players, reglement, rounds, seed, rest, apart or [], history)
            _show(made, out, force, as_json)
        case _:
            raise UserError(tell("draw.help.players"))


def _draw(name: str, reglement: str, rounds: int | None, seed: str, rest: str, apart: list[str], history: str) -> DrawFile:
    players = read_players(name)
    if len(players) > MOST_PLAYERS:
        raise UserError(tell("draw.error.too_many", count=len(players), most=MOST_PLAYERS))
    book = load_book(reglement) if reglement else None
    count = rounds if rounds is not None else book.evening.rounds if book else DEFAULT_ROUNDS
    if not 1 <= count <= MOST_ROUNDS:
        raise UserError(tell("draw.error.rounds"))
    if book and book.evening.rounds_fixed and book.evening.rounds not in (0, count):
        raise UserError(_told(book, "rounds-fixed", "evening.rounds", rounds=book.evening.rounds, asked=count))
    if rest and rest not in [choice.value for choice in Rest]:
        raise UserError(tell("draw.help.rest"))
    players = _paired(book, players, name)
    wanted = Rest(rest) if rest else book.evening.rest if book else Rest.STAND_IN
    pairs = _apart(apart, players)
    wishes = replace(wishes_of(players, pairs), sides=sides_of(book))
    seed = seed or secrets.token_hex(4)
    ids = [person.id for person in players]
    earlier = read_history(history) if history else ()
    names = {person.id: person.name for person in players}
    if book and book.evening.rounds_fixed and len(earlier) >= count:
        raise UserError(_told(book, "rounds-over", "evening.rounds", rounds=count))
    try:
        if earlier and book and book.evening.draw is DrawWhen.AHEAD:
            own = later_seed(seed, earlier)
            drawn: tuple[Round, ...] = (*earlier, *plan(own, ids, count - len(earlier), wishes, earlier, wanted))
        elif earlier or (book and book.evening.draw is DrawWhen.EACH_ROUND and rounds == 1):
            drawn = (*earlier, next_round(seed, ids, count, wishes, earlier, wanted))
        else:
            drawn = plan(seed, ids, count, wishes, (), wanted)
    except NoDraw as problem:
        said = explain(problem.reason, problem.facts, settings().lang, lambda key: names.get(key, key))
        raise UserError(tell("draw.error.book", what=said, rule=book.rule("evening.rest")) if book else said) from None
    return DrawFile(tuple(players), drawn, seed, reglement, pairs)


def _paired(book: Reglement | None, players: list[Entrant], name: str) -> list[Entrant]:
    """Refuse pairs where the book draws partners, and single players where pairs play; bare numbers are paired in order."""
    if book is None:
        return players
    if book.evening.entry is Entry.PAIR:
        if name.isdigit():
            return [replace(person, pair=str((number + 1) // 2)) for number, person in enumerate(players, start=1)]
        alone = next((person for person in players if not person.pair), None)
        if alone is not None:
            raise UserError(_told(book, "pair-needed", "evening.entry", player=alone.name))
    elif paired := next((person for person in players if person.pair), None):
        raise UserError(_told(book, "no-pairs", "evening.entry", player=paired.name))
    return players


def _told(book: Reglement, reason: str, field: str, **facts: object) -> str:
    return tell("draw.error.book", what=explain(reason, facts, settings().lang), rule=book.rule(field))


def _apart(texts: list[str], players: list[Entrant]) -> tuple[tuple[str, str], ...]:
    known = {person.id for person in players}
    pairs = []
    for text in texts:
        both = [part.strip() for part in text.split(",")]
        if len(both) != 2 or not all(both):
            raise UserError(tell("draw.error.apart", text=text))
        for player in both:
            if player not in known:
                raise UserError(tell("draw.error.apart_unknown", text=text, player=player))
        pairs.append((both[0], both[1]))
    return tuple(pairs)


def _show(made: DrawFile, out: str, force: bool, as_json: bool) -> None:
    book = load_book(made.reglement) if made.reglement else None
    report = _report(made, book)
    if out:
        names = {person.id: person.name for person in made.players}
        if out.lower().endswith(".csv"):
            write_bytes(out, csv_bytes(draw_rows(made.rounds, names)), force=force)
        elif out.lower().endswith(".json"):
            write_bytes(out, json_bytes(draw_to_plain(made)), force=force)
        else:
            raise UserError(tell("draw.error.ending", path=out, endings=".json, .csv"))
    if as_json:
        sys.stdout.write(json_bytes(draw_to_plain(made) | {"check": report_facts(report)}).decode())
    elif not out:
        for drawn in made.rounds:
            console().print(round_table(drawn, {person.id: person.name for person in made.players}))
    if not as_json:
        console().print(Text(tell("draw.seed", seed=made.seed)))
        _say(report, made)
        if out:
            console().print(Text(tell("draw.written", path=out)))
    if not report.kept:
        raise typer.Exit(1)


def round_table(drawn: Round, names: dict[str, str]) -> Grid:
    """Who sits where in a round."""
    grid = Grid(title=tell("draw.round", round=drawn.number), title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(tell("draw.table"), justify="right", style="bold")
    for letter in SEAT_LETTERS[: max(len(table.seats) for table in drawn.tables)]:
        grid.add_column(letter)

    def shown(seat: Seat) -> str:
        if seat.player is None:
            return tell("draw.stand_in")
        name = names.get(seat.player, seat.player)
        return name if name == seat.player else f"{seat.player} {name}"

    for table in drawn.tables:
        grid.add_row(str(table.number), *(Text(shown(seat)) for seat in table.seats))
    if drawn.sitting_out:
        grid.caption = tell("draw.sitting_out", names=", ".join(names.get(player, player) for player in drawn.sitting_out))
        grid.caption_justify = "left"
    return grid


def _check(made: DrawFile, brought: Reglement | None, reglement: str, as_json: bool) -> None:
    name = reglement or ("" if brought is not None else made.reglement)
    report = _report(made, load_book(name) if name else brought)
    if as_json:
        sys.stdout.write(json_bytes(report_facts(report)).decode())
    else:
        _say(report, made)
    if not report.kept:
        raise typer.Exit(1)


def _report(made: DrawFile, book: Reglement | None) -> Report:
    rules = book.evening if book else None
    partners = rules.partners if rules else Repeat.AVOIDED
    wishes = replace(made.wishes(), sides=sides_of(book))
    return check(made.rounds, wishes, partners, rules.opponents if rules else Repeat.AVOIDED)


def _say(report: Report, made: DrawFile) -> None:
    out = console()
    names = {person.id: person.name for person in made.players}
    out.print(Text(tell("draw.counts", players=report.players, rounds=report.rounds, tables=report.tables)))
    for line in proof(report, settings().lang, clubs=bool(made.wishes().clubs)):
        out.print(Text(f"  {line}"))
    out.print(Text(tell("draw.kept"), style="green") if report.kept else Text(tell("draw.broken"), style="red"))
    for fault in report.faults[:50]:
        out.print(Text(f"  {_fault(fault, names)}", style="red"), soft_wrap=True)


def _fault(fault: Fault, names: dict[str, str]) -> str:
    facts: dict[str, Any] = {"round": fault.round, **fault.facts}
    return explain(fault.kind, facts, settings().lang, lambda key: names.get(key, key))


def report_facts(report: Report) -> dict[str, Any]:
    """What the checker found, for programs."""
    return {
        "kept": report.kept, "players": report.players, "rounds": report.rounds, "tables": report.tables,
        "repeat_free_possible": report.repeat_free,
        "partner_repeats": [{"players": list(couple), "rounds": list(when)} for couple, when in report.partner_repeats.items()],
        "repeats": [{"players": list(couple), "rounds": list(when)} for couple, when in report.repeats.items()],
        "table_number_repeats": report.number_repeats, "same_club": report.same_club, "stand_ins": report.stand_ins,
        "sat_out": dict(report.sat_out), "wrote": list(report.wrote),
        "faults": [{"kind": fault.kind, "round": fault.round, **fault.facts} for fault in report.faults],
    }  # fmt: skip


def _movement(tables: int, rounds: int | None, as_json: bool) -> None:
    if not 1 <= tables <= 500:
        raise UserError(tell("draw.error.tables"))
    lasts = movement_rounds(tables)
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise UserError(tell("draw.error.rounds"))
    schedule = movement(tables, rounds or min(lasts, 6))
    if as_json:
        facts = [[[f"{SEAT_LETTERS[unit // tables]}{unit % tables + 1}" for unit in four] for four in turn] for turn in schedule]
        sys.stdout.write(json_bytes({"tables": tables, "repeat_free_rounds": lasts, "rounds": facts}).decode())
        return
    out = console()
    out.print(Text(tell("draw.movement.lasts", tables=tables, rounds=lasts)))
    out.print(Text(tell("draw.movement.rule")))
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(tell("draw.table"), justify="right")
    for number in range(1, len(schedule) + 1):
        grid.add_column(tell("draw.round", round=number))
    for table in range(tables):
        cells = (" ".join(f"{SEAT_LETTERS[unit // tables]}{unit % tables + 1}" for unit in turn[table]) for turn in schedule)
        grid.add_row(str(table + 1), *cells)
    out.print(grid)
