"""`puur club bill`, `bills`, `rules`, `beer`: papers of a club as PDF, and the beer rounds."""

from __future__ import annotations

from pathlib import Path

import typer

from puur.cli.club_options import command, opened


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @command(app, "bill")
    def bill(store: Path, person: str, out: str, on: str = "", force: bool = False) -> None:
        from puur.cli.work import club_papers as work

        work.bill(opened(store), person, out, on, force)

    @command(app, "bills", "club_office.cmd.bills")
    def bills(store: Path, out: str, on: str = "", force: bool = False) -> None:
        from puur.cli.work import club_papers as work

        work.bills(opened(store), out, on, force)

    @command(app, "rules", "club_office.cmd.rules")
    def rules(store: Path, out: str, force: bool = False) -> None:
        from puur.cli.work import club_papers as work

        work.rules(opened(store), out, force)

    @command(app, "beer", "club_office.cmd.beer")
    def beer(store: Path, on: str = "", as_json: bool = False) -> None:
        from puur.cli.work import club_papers as work

        work.beer(opened(store), on, as_json)
