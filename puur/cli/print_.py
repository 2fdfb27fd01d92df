"""`puur print`: sheets as PDF from a draw, an evening or a list of results; blank ones without anything.

The words after `print` are the kind of sheet and the file. `all` is everything that is needed to finish the evening on paper. What
is on a sheet is `puur.papers.evening`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell
from puur.papers.kinds import Kind, Paper

ALL, BOOKLET = "all", "booklet"
KINDS = (*(kind.value for kind in Kind if not kind.startswith("blank")), ALL, BOOKLET)


def register(app: typer.Typer) -> None:
    """Add `print` to the command."""

    @app.command("print", help=tell("cli.command.print"))
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
        from puur.cli.work import print_ as work  # not for a help page

        work.print_(what, file, out, reglement, paper, title, date, venue, only, blank, force)
