"""`puur verify`: the deals of a game record computed again from seed, contributions and cut, and played again with those cards.

Status 1 where something is wrong.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `verify` to the command."""

    @app.command("verify", help=tell("cli.command.verify"))
    def verify(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("server.help.verify.file"), show_default=False)],
        as_json: Annotated[bool, typer.Option("--json", help=tell("server.help.verify.json"))] = False,
    ) -> None:
        from puur.cli.work import verify as work  # not for a help page

        work.verify(file, as_json)
