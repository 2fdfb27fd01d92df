"""`puur print`: sheets as PDF from a draw, an evening or a list of results; blank ones without anything.

The words after `print` are the kind of sheet and the file. `all` is everything that is needed to finish the evening on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.evening_files import (
    book_named,
    draw_of,
    is_evening,
    looks_like_json,
    read_bytes,
    read_draw,
    read_evening,
    read_json,
    write_bytes,
)
from puur.cli.rank import Line, of_evening, ranked
from puur.cli.settings import console, settings, tell
from puur.core.reglement import Reglement
from puur.print import Document, Event, Paper, render, sheets
from puur.print.document import LABELS
from puur.tournament.evening import Evening
from puur.tournament.files import DrawFile
from puur.tournament.sheets import sheet
from puur.words import texts
from puur.words.evening import why as in_words

KINDS = ("standblatt", "jasszettel", "tables", "seating", "rounds", "ranking", "diploma", "movement", "all")
MOST_BLANK = 500


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be printed, gathered from the file and the options."""

    book: Reglement | None
    drawn: DrawFile | None
    evening: Evening | None
    lines: tuple[Line, ...]
    planned: int
    only: int  # this round alone; 0: all


def register(app: typer.Typer) -> None:
    """Add `print` to the command."""

    @app.command("print", help=tell("print.help"))
    def print_(
        what: Annotated[str, typer.Argument(metavar="KIND", help=tell("print.help.what", kinds=", ".join(KINDS)))],
        file: Annotated[str, typer.Argument(metavar="[FILE]", help=tell("print.help.file"), show_default=False)] = "",
        out: Annotated[str, typer.Option("--out", "-o", help=tell("print.help.out"), show_default=False)] = "",
        reglement: Annotated[str, typer.Option("--reglement", help=tell("draw.help.reglement"), show_default=False)] = "",
        paper: Annotated[Paper, typer.Option("--paper", help=tell("print.help.paper"))] = Paper.A4,
        title: Annotated[str, typer.Option("--title", help=tell("print.help.title"), show_default=False)] = "",
        date: Annotated[str, typer.Option("--date", help=tell("print.help.date"), show_default=False)] = "",
        venue: Annotated[str, typer.Option("--venue", help=tell("print.help.venue"), show_default=False)] = "",
        only: Annotated[int, typer.Option("--round", help=tell("print.help.round"), show_default=False)] = 0,
        blank: Annotated[int, typer.Option("--blank", help=tell("print.help.blank"), show_default=False)] = 0,
        force: Annotated[bool, typer.Option("--force", help=tell("draw.help.force"))] = False,
    ) -> None:
        if what not in KINDS:
            raise UserError(tell("print.error.kind", what=what, kinds=", ".join(KINDS)))
        if not 0 <= blank <= MOST_BLANK:
            raise UserError(tell("draw.error.too_many", count=blank, most=MOST_BLANK))
        target = out or f"{what}.pdf"
        if not target.lower().endswith(".pdf"):
            raise UserError(tell("draw.error.ending", path=target, endings=".pdf"))
        job = _job(what, file, reglement, only)
        setup = job.evening.setup if job.evening else None
        event = Event(
            title or (setup.name if setup else job.book.title if job.book else ""),
            date or (setup.date if setup else ""),
            venue or (setup.venue if setup else ""),
        )
        documents = _documents(what, job, blank, file)
        if not documents:
            raise UserError(tell("print.error.empty"))
        labels = _labels()
        # One document is one file; `all` becomes one file per document beside each other.
        for suffix, document in documents:
            name = target if len(documents) == 1 else f"{target[:-4]}-{suffix}.pdf"
            data = render(document, event, labels, paper, settings().lang)
            write_bytes(name, data, force=force)
            console().print(Text(tell("draw.written", path=name)))


def _labels() -> dict[str, str]:
    return {name: texts()[f"print.label.{name}"][settings().lang] for name in LABELS}


def _job(what: str, file: str, reglement: str, only: int) -> Job:
    book = book_named(reglement) if reglement else None
    planned = book.tournament.rounds if book else 0
    if not file:
        return Job(book, None, None, (), planned or 4, only)
    data = read_bytes(file)
    if looks_like_json(data) and is_evening(read_json(file, data)):
        evening = read_evening(file)
        return Job(evening.book, draw_of(evening), evening, tuple(of_evening(evening)), evening.planned, only)
    if what in ("ranking", "diploma"):
        lines, book = ranked(file, reglement or "nws2020")
        return Job(book, None, None, tuple(lines), len(lines[0].rounds) if lines else 0, only)
    drawn = read_draw(file)
    if book is None and drawn.reglement:
        book = book_named(drawn.reglement)
    return Job(book, drawn, None, (), max(planned, len(drawn.rounds)), only)


def _documents(what: str, job: Job, blank: int, file: str) -> list[tuple[str, Document]]:
    labels = _labels()
    variants = {name: texts()[f"rules.mode.{name}"][settings().lang] for name in (job.book.coiffeur.factors if job.book else ())}
    if blank and what in ("standblatt", "jasszettel"):
        if what == "standblatt":
            return [(what, sheets.blank_standblatt(job.book, blank, job.planned, labels))]
        return [(what, sheets.blank_jasszettel(job.book, blank, labels, variants))]
    if blank and what in ("tables", "movement"):
        return [_by_number(what, blank, job, labels)]
    if what in ("ranking", "diploma"):
        return [(what, _of_lines(what, job, labels))] if job.lines else []
    if job.drawn is None:
        raise UserError(tell("print.error.needs_file"))
    if not job.drawn.rounds and what != "standblatt":
        raise UserError(tell("print.error.needs_rounds", path=file))
    kinds = [what] if what != "all" else ["seating", "rounds", "standblatt", "jasszettel", "tables", "movement", "ranking"]
    return [(kind, made) for kind in kinds for made in [_of_draw(kind, job, labels, variants)] if made is not None]


def _by_number(what: str, count: int, job: Job, labels: dict[str, str]) -> tuple[str, Document]:
    if what == "tables":
        return what, sheets.table_cards(range(1, count + 1))
    return what, sheets.movement_card(count, job.planned, labels)


def _of_draw(what: str, job: Job, labels: dict[str, str], variants: dict[str, str]) -> Document | None:
    assert job.drawn is not None
    people, rounds = job.drawn.players, job.drawn.rounds
    chosen = [one for one in rounds if job.only in (0, one.number)]
    if not chosen and rounds:
        raise UserError(tell("print.error.empty"))
    tables = max((table.number for one in rounds for table in one.tables), default=0)
    match what:
        case "standblatt":
            own = {one.id: sheet(job.evening, one.id) for one in people} if job.evening else None
            remarks = job.evening.remarks if job.evening else None
            return sheets.standblatt(job.book, people, rounds, job.planned, labels, own, remarks)
        case "jasszettel":
            return sheets.jasszettel(job.book, people, chosen, labels, variants)
        case "tables":
            return sheets.table_cards(range(1, tables + 1))
        case "seating":
            return sheets.where_list(people, chosen, labels)
        case "rounds":
            return sheets.round_lists(job.book, people, chosen, labels)
        case "movement":
            return sheets.movement_card(tables, job.planned, labels)
        case _:
            return _of_lines("ranking", job, labels) if job.lines else None


def _of_lines(what: str, job: Job, labels: dict[str, str]) -> Document:
    if what == "diploma":
        return sheets.diplomas(job.book, _printed([one for one in job.lines if one.rank and one.rank <= 3]), labels)
    rounds = max((len(one.rounds) for one in job.lines), default=0)
    columns = [f"{labels['round_short']}{number}" for number in range(1, rounds + 1)]
    done = job.evening is None or job.evening.closed
    subtitle = labels["final"] if done else labels["preliminary"].format(round=job.evening.released if job.evening else 0)
    return sheets.ranking_list(_printed(job.lines), columns, subtitle)


def _printed(lines: Sequence[Line]) -> list[sheets.RankLine]:
    return [sheets.RankLine(one.rank, one.name, one.total, tuple(str(score) for score in one.rounds), _note(one)) for one in lines]


def _note(line: Line) -> str:
    """What decided, where it was not the total."""
    if line.unranked:
        return f"{tell(f'tournament.unranked.{line.unranked}')} [{line.rule}]"
    if line.why is None or line.why.by == "total":
        return ""
    return f"{in_words(line.why.by, line.why.own, line.why.above, settings().lang)} [{line.why.rule}]"
