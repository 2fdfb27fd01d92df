"""`puur play`: a game against simple bots in the terminal, saved after every step and resumed at will."""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell
from puur.core.faces import Faces

DEFAULT_BOOK = "ub2024"


def register(app: typer.Typer) -> None:
    """Add `play` to the command."""

    @app.command("play", help=tell("cli.command.play"))
    def play(
        reglement: Annotated[str, typer.Option("--reglement", help=tell("play.help.reglement"))] = DEFAULT_BOOK,
        seed: Annotated[int | None, typer.Option("--seed", min=0, help=tell("play.help.seed"), show_default=False)] = None,
        names: Annotated[str, typer.Option("--names", help=tell("play.help.names"), show_default=False)] = "",
        faces: Annotated[Faces | None, typer.Option("--faces", help=tell("play.help.faces"), show_default=False)] = None,
        resume: Annotated[str, typer.Option("--resume", help=tell("play.help.resume"), show_default=False)] = "",
        save: Annotated[str, typer.Option("--save", help=tell("play.help.save"), show_default=False)] = "",
        no_confirm: Annotated[bool, typer.Option("--no-confirm", help=tell("play.help.no_confirm"))] = False,
    ) -> None:
        from puur.cli.work import play as work  # not for a help page

        work.play(reglement, seed, names, faces, resume, save, no_confirm)
