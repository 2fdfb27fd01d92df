"""`puur draw`: who sits when at which table; `puur draw check`: whether any draw keeps its promises; `puur draw movement`.

The words after `draw` say what is wanted: a list of players (or their number), `check` with a file, `movement` with a number of
tables. Status 1 when a checked draw breaks a promise, 2 for a mistake of the user.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `draw` to the command."""

    @app.command("draw", help=tell("cli.command.draw"))
    def draw(
        words: Annotated[
            list[str], typer.Argument(metavar="PLAYERS | check FILE | movement TABLES", help=tell("draw.help.players"))
        ],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("draw.help.reglement"), show_default=False)] = "",
        rounds: Annotated[int | None, typer.Option("--rounds", help=tell("draw.help.rounds"), show_default=False)] = None,
        seed: Annotated[str, typer.Option("--seed", help=tell("draw.help.seed"), show_default=False)] = "",
        rest: Annotated[str, typer.Option("--rest", help=tell("draw.help.rest"), show_default=False)] = "",
        apart: Annotated[list[str] | None, typer.Option("--apart", help=tell("draw.help.apart"), show_default=False)] = None,
        history: Annotated[str, typer.Option("--history", help=tell("draw.help.history"), show_default=False)] = "",
        out: Annotated[str, typer.Option("--out", "-o", help=tell("draw.help.out"), show_default=False)] = "",
        force: Annotated[bool, typer.Option("--force", help=tell("draw.help.force"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("draw.help.json"))] = False,
    ) -> None:
        from puur.cli.work import draw as work  # not for a help page

        work.draw(words, reglement, rounds, seed, rest, apart, history, out, force, as_json)
