"""`puur rank`: a ranking from a list of results or an evening, with the rule book's tie-breaks and the reason for each placing."""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `rank` to the command."""

    @app.command("rank", help=tell("cli.command.rank"))
    def rank(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("rank.help.file"), show_default=False)],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("draw.help.reglement"))] = "nws2020",
        drop: Annotated[int, typer.Option("--drop", help=tell("rank.help.drop"), show_default=False)] = 0,
        explain: Annotated[bool, typer.Option("--explain", help=tell("rank.help.explain"))] = False,
        out: Annotated[str, typer.Option("--out", "-o", help=tell("draw.help.out"), show_default=False)] = "",
        force: Annotated[bool, typer.Option("--force", help=tell("draw.help.force"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("draw.help.json"))] = False,
    ) -> None:
        from puur.cli.work import rank as work  # not for a help page

        work.rank(file, reglement, drop, explain, out, force, as_json)
