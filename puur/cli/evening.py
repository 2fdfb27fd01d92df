"""`puur evening`: a whole evening in one file; a recorded game becomes the result of its table."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from puur.cli.settings import tell


def told(name: str) -> Any:
    """An argument with its help."""
    return typer.Argument(metavar=name.upper(), help=tell(f"evening.help.{name}"), show_default=False)


def register(app: typer.Typer) -> None:
    """Add `evening` and its sub commands."""
    evening = typer.Typer(help=tell("cli.command.evening"), no_args_is_help=True, add_completion=False)

    @evening.callback()
    def group() -> None:
        """Commands on the file of an evening."""

    @evening.command("new", help=tell("evening.cmd.new"))
    def new(
        players: Annotated[str, told("players")],
        out: Annotated[str, typer.Option("--out", "-o", help=tell("evening.help.out"), show_default=False)],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("evening.help.reglement"))] = "tam2014-es",
        title: Annotated[str, typer.Option("--title", help=tell("evening.help.title"))] = "Jassabend",
        date: Annotated[str, typer.Option("--date", help=tell("evening.help.date"), show_default=False)] = "",
        rounds: Annotated[int, typer.Option("--rounds", help=tell("evening.help.rounds"), min=0, max=50, show_default=False)] = 0,
        seed: Annotated[str, typer.Option("--seed", help=tell("evening.help.seed"), show_default=False)] = "",
        fee: Annotated[int, typer.Option("--fee", help=tell("evening.help.fee"), min=0, max=1000)] = 0,
        force: Annotated[bool, typer.Option("--force", help=tell("evening.help.force"))] = False,
    ) -> None:
        from puur.cli.work import evening as work  # not for a help page

        work.new(players, reglement, title, date, rounds, seed, fee, out, force)

    @evening.command("next", help=tell("evening.cmd.next"))
    def draw_next(file: Annotated[str, told("file")]) -> None:
        from puur.cli.work import evening as work

        work.draw_next(file)

    @evening.command("result", help=tell("evening.cmd.result"))
    def result(
        file: Annotated[str, told("file")],
        round_: Annotated[int, told("round")],
        table: Annotated[int, told("table")],
        points: Annotated[str, told("points")],
        reason: Annotated[str, typer.Option("--reason", help=tell("evening.help.reason"), show_default=False)] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.result(file, round_, table, points, reason)

    @evening.command("game", help=tell("evening.cmd.game"))
    def game(
        file: Annotated[str, told("file")],
        round_: Annotated[int, told("round")],
        table: Annotated[int, told("table")],
        record: Annotated[str, told("record")],
    ) -> None:
        from puur.cli.work import evening as work

        work.game(file, round_, table, record)

    @evening.command("close", help=tell("evening.cmd.close"))
    def close(file: Annotated[str, told("file")]) -> None:
        from puur.cli.work import evening as work

        work.close(file)

    app.add_typer(evening, name="evening")
