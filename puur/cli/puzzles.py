"""`puur puzzles`: make puzzles, and check a collection of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `puzzles` to the command."""

    @app.command("puzzles", help=tell("cli.command.puzzles"))
    def puzzles(
        deed: Annotated[str, typer.Argument(metavar="make|check", help=tell("company.help.puzzles"), show_default=False)],
        file: Annotated[
            Path | None, typer.Argument(metavar="FILE", help=tell("company.help.puzzles.file"), show_default=False)
        ] = None,
        first: Annotated[int, typer.Option("--first", help=tell("company.help.puzzles.first"), min=0)] = 0,
        deals: Annotated[int, typer.Option("--deals", help=tell("company.help.puzzles.deals"), min=1)] = 100,
        seed: Annotated[str, typer.Option("--seed", help=tell("company.help.puzzles.seed"), show_default=False)] = "",
    ) -> None:
        from puur.cli.work import puzzles as work  # not for a help page

        work.deeds(deed, file, first, deals, seed)
