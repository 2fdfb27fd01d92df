"""`puur club evening`: a finished evening counts for the year of its club, with its entry fees; or is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puur.cli.club_options import argument, command, opened, option


def register(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "evening")
    def evening(
        store: Path,
        file: Annotated[str, argument("EVENING", "evening")],
        series: Annotated[str, option("--series", metavar="SERIES")] = "",
        back: Annotated[str, option("--back", metavar="REASON")] = "",
        do: bool = False,
        as_json: bool = False,
    ) -> None:
        from puur.cli.work import club_evenings as work

        work.evening(opened(store), file, series, back, do, as_json)
