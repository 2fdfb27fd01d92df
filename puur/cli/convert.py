"""`puur convert`: a game record from one format to another; what the target cannot hold is said on stderr."""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell
from puur.notation.names import Format


def register(app: typer.Typer) -> None:
    """Add `convert` to the command."""

    @app.command("convert", help=tell("cli.command.convert"))
    def convert(
        source: Annotated[str, typer.Argument(metavar="IN", help=tell("record.convert.help.source"), show_default=False)],
        target: Annotated[str, typer.Argument(metavar="OUT", help=tell("record.convert.help.target"), show_default=False)],
        source_format: Annotated[
            Format | None, typer.Option("--from", help=tell("record.convert.help.from"), show_default=False)
        ] = None,
        target_format: Annotated[
            Format | None, typer.Option("--to", help=tell("record.convert.help.to"), show_default=False)
        ] = None,
        reglement: Annotated[str, typer.Option("--reglement", help=tell("record.convert.help.book"))] = "jassregeln",
        number: Annotated[int | None, typer.Option("--number", help=tell("record.convert.help.number"), show_default=False)] = None,
        force: Annotated[bool, typer.Option("--force", help=tell("record.convert.help.force"))] = False,
    ) -> None:
        from puur.cli.work import convert as work  # not for a help page

        work.convert(source, target, source_format, target_format, reglement, number, force)
