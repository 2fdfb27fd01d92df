"""`puur club`: a season computed from one file of events, one sub command per step.

Everything is decided in `puur.season`; here files are opened, answers shown, and events appended only where `--do` or the command
itself says so. Status 2 for a file or an event that is refused, with the provision.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from puur.cli import club_evenings, club_papers
from puur.cli.club_options import argument, command, opened, option
from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `club` and its sub commands."""
    club = typer.Typer(help=tell("cli.command.club"), no_args_is_help=True, add_completion=False)
    for group in (_events, _season, _money, club_evenings.register, club_papers.register, _files):
        group(club)
    app.add_typer(club, name="club")


def _events(app: typer.Typer) -> None:
    @command(app, "new")
    def new(
        file: Annotated[str, argument("FILE")], book: Annotated[str, option("--settings")] = "ajz08", force: bool = False
    ) -> None:
        from puur.cli.work import club as work

        work.new(file, book, force)

    @command(app, "enter")
    def enter(
        store: Path,
        words: Annotated[list[str], argument("KIND FIELD=VALUE …", "event")],
        trial: Annotated[bool, option("--try")] = False,
    ) -> None:
        from puur.cli.work import club as work

        work.enter(opened(store), words, trial)

    @command(app, "take")
    def take(store: Path, events: Annotated[str, argument("EVENTS")], trial: Annotated[bool, option("--try")] = False) -> None:
        from puur.cli.work import club as work

        work.take(opened(store), events, trial)

    @command(app, "game")
    def game(
        store: Path,
        day: str,
        series: Annotated[str, argument("SERIES")],
        record: Annotated[str, argument("RECORD", "game")],
        ended: Annotated[datetime, option("--ended", formats=["%H:%M"])],
    ) -> None:
        from puur.cli.work import club as work

        work.game(opened(store), day, series, record, ended)

    @command(app, "kinds")
    def all_kinds(as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.all_kinds(as_json)

    @command(app, "settings")
    def club_settings(book: Annotated[str, argument("SETTINGS")] = "ajz08", as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.club_settings(book, as_json)


def _season(app: typer.Typer) -> None:
    @command(app, "show")
    def show(store: Path, on: str = "", as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.show(opened(store), on, as_json)

    @command(app, "lot")
    def lot(
        store: Path,
        day: str,
        seed: Annotated[int, option("--seed")] = 0,
        order: Annotated[str, option("--order")] = "",
        do: bool = False,
        as_json: bool = False,
    ) -> None:
        from puur.cli.work import club as work

        work.lot(opened(store), day, seed, order, do, as_json)

    @command(app, "lineup")
    def lineup(store: Path, day: str, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.lineup(opened(store), day, as_json)

    @command(app, "results")
    def results(store: Path, day: str, explain: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.results(opened(store), day, explain, as_json)

    @command(app, "standings")
    def year_standings(store: Path, year: int, explain: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.year_standings(opened(store), year, explain, as_json)

    @command(app, "roll")
    def roll(store: Path, day: str, do: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.roll(opened(store), day, do, as_json)

    @command(app, "undo")
    def undo(store: Path, day: str) -> None:
        from puur.cli.work import club as work

        work.undo(opened(store), day)

    @command(app, "tasks")
    def tasks(store: Path, on: str = "", as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.tasks(opened(store), on, as_json)

    @command(app, "checklist")
    def steps(store: Path, day: str, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.steps(opened(store), day, as_json)

    @command(app, "stats")
    def stats(store: Path, person: str = "", as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.stats(opened(store), person, as_json)

    @command(app, "fame")
    def fame(store: Path, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.fame(opened(store), as_json)


def _money(app: typer.Typer) -> None:
    @command(app, "fines")
    def fines(store: Path, day: str, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.fines(opened(store), day, as_json)

    @command(app, "drinks")
    def drinks(store: Path, day: str, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.drinks(opened(store), day, as_json)

    @command(app, "book")
    def book(store: Path, on: str = "", do: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.book(opened(store), on, do, as_json)

    @command(app, "ledger")
    def ledger(store: Path, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.ledger(opened(store), as_json)

    @command(app, "statement")
    def statement(store: Path, person: str, on: str = "", out: str = "", force: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.statement(opened(store), person, on, out, force, as_json)

    @command(app, "remind")
    def remind(store: Path, on: str = "", as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.remind(opened(store), on, as_json)

    @command(app, "report")
    def report(store: Path, year: int, out: str = "", force: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.report(opened(store), year, out, force, as_json)

    @command(app, "bank")
    def bank(store: Path, statement: Annotated[str, argument("CAMT", "bank")], do: bool = False, as_json: bool = False) -> None:
        from puur.cli.work import club as work

        work.bank(opened(store), statement, do, as_json)


def _files(app: typer.Typer) -> None:
    @command(app, "import")
    def import_csv(store: Path, table: Annotated[str, argument("CSV")], do: bool = False) -> None:
        from puur.cli.work import club as work

        work.import_csv(opened(store), table, do)

    @command(app, "export")
    def export(
        store: Path,
        what: Annotated[str, typer.Argument(metavar="events|standings|ics|json|ledger|accounting|chart")] = "events",
        year: Annotated[int, option("--year")] = 0,
        out: str = "-",
        force: bool = False,
    ) -> None:
        from puur.cli.work import club as work

        work.export(opened(store), what, year, out, force)
