"""`puur evening`: the file of an evening goes on; a recorded game becomes the result of its table."""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `evening` and its sub command."""
    evening = typer.Typer(help=tell("cli.command.evening"), no_args_is_help=True, add_completion=False)

    @evening.callback()
    def group() -> None:
        """Commands on the file of an evening."""

    @evening.command("game", help=tell("evening.cmd.game"))
    def game(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("evening.help.file"), show_default=False)],
        round_: Annotated[int, typer.Argument(metavar="ROUND", help=tell("evening.help.round"), show_default=False)],
        table: Annotated[int, typer.Argument(metavar="TABLE", help=tell("evening.help.table"), show_default=False)],
        record: Annotated[str, typer.Argument(metavar="RECORD", help=tell("evening.help.record"), show_default=False)],
    ) -> None:
        from puur.cli.evening_game import take  # not for a help page

        take(file, round_, table, record)

    app.add_typer(evening, name="evening")
