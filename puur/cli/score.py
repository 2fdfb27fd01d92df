"""`puur score`: a recorded game replayed under its rule book, with the slate, the points by source and the winner.

What it prints is `puur.cli.score_pages`; with `--json` the same facts for programs. Status 2 for a file that cannot be read
or an event that the rules refuse, 1 where a score written in the file is not what the events give.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `score` to the command."""

    @app.command("score", help=tell("cli.command.score"))
    def score(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("score.help.file"), show_default=False)],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("score.help.reglement"), show_default=False)] = "",
        explain: Annotated[bool, typer.Option("--explain", help=tell("score.help.explain"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("score.help.json"))] = False,
        number: Annotated[int | None, typer.Option("--number", help=tell("score.help.number"), show_default=False)] = None,
    ) -> None:
        from puur.cli.work import score as work  # not for a help page

        work.score(file, reglement, explain, as_json, number)
