"""`puur evening`: a whole evening in one file; a recorded game becomes the result of its table."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from puur.cli.settings import tell


def told(name: str) -> Any:
    """An argument with its help."""
    return typer.Argument(metavar=name.upper(), help=tell(f"evening.help.{name}"), show_default=False)


def option(name: str) -> Any:
    """An option with its help."""
    return typer.Option(f"--{name}", help=tell(f"evening.help.{name}"), show_default=False)


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
        unpaid: Annotated[list[str] | None, option("unpaid")] = None,
        force: Annotated[bool, typer.Option("--force", help=tell("evening.help.force"))] = False,
    ) -> None:
        from puur.cli.work import evening as work  # not for a help page

        work.new(players, reglement, title, date, rounds, seed, fee, unpaid or (), out, force)

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
        reason: Annotated[str, option("reason")] = "",
        trial: Annotated[bool, option("try")] = False,
        club: Annotated[str, option("club")] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.result(file, round_, table, points, reason, trial, club)

    @evening.command("game", help=tell("evening.cmd.game"))
    def game(
        file: Annotated[str, told("file")],
        round_: Annotated[int, told("round")],
        table: Annotated[int, told("table")],
        record: Annotated[str, told("record")],
        reason: Annotated[str, option("reason")] = "",
        trial: Annotated[bool, option("try")] = False,
        club: Annotated[str, option("club")] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.game(file, round_, table, record, reason, trial, club)

    _sheets(evening)
    _people(evening)

    @evening.command("close", help=tell("evening.cmd.close"))
    def close(
        file: Annotated[str, told("file")], trial: Annotated[bool, option("try")] = False, club: Annotated[str, option("club")] = ""
    ) -> None:
        from puur.cli.work import evening as work

        work.close(file, trial, club)

    @evening.command("reopen", help=tell("evening.cmd.reopen"))
    def reopen(file: Annotated[str, told("file")], reason: Annotated[str, option("reason")] = "") -> None:
        from puur.cli.work import evening as work

        work.reopen(file, reason)

    app.add_typer(evening, name="evening")


def _sheets(evening: typer.Typer) -> None:
    """What a Kontrolleur does with the sheets of people."""

    @evening.command("sign", help=tell("evening.cmd.sign"))
    def sign(
        file: Annotated[str, told("file")],
        round_: Annotated[int, told("round")],
        people: Annotated[list[str] | None, told("signed")] = None,
    ) -> None:
        from puur.cli.work import evening as work

        work.sign(file, round_, people or [])

    @evening.command("hand-in", help=tell("evening.cmd.hand_in"))
    def hand_in(
        file: Annotated[str, told("file")],
        person: Annotated[str, told("person")],
        total: Annotated[int, told("total")],
    ) -> None:
        from puur.cli.work import evening as work

        work.hand_in(file, person, total)


def _people(evening: typer.Typer) -> None:
    """What concerns one person: a ruling, going home, the entry fee."""

    @evening.command("ruling", help=tell("evening.cmd.ruling"))
    def ruling(
        file: Annotated[str, told("file")],
        person: Annotated[str, told("person")],
        points: Annotated[int, typer.Argument(metavar="POINTS", help=tell("evening.help.penalty"), show_default=False)],
        reason: Annotated[str, option("reason")] = "",
        rule: Annotated[str, option("rule")] = "",
        fine: Annotated[int, option("fine")] = 0,
        trial: Annotated[bool, option("try")] = False,
        club: Annotated[str, option("club")] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.ruling(file, person, points, reason, rule, fine, trial, club)

    @evening.command("withdraw", help=tell("evening.cmd.withdraw"))
    def withdraw(
        file: Annotated[str, told("file")],
        person: Annotated[str, told("person")],
        rule: Annotated[str, option("rule")] = "",
        reason: Annotated[str, option("reason")] = "",
        trial: Annotated[bool, option("try")] = False,
        club: Annotated[str, option("club")] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.withdraw(file, person, rule, reason, trial, club)

    @evening.command("leave", help=tell("evening.cmd.leave"))
    def leave(
        file: Annotated[str, told("file")], person: Annotated[str, told("person")], reason: Annotated[str, option("reason")] = ""
    ) -> None:
        from puur.cli.work import evening as work

        work.leave(file, person, reason)

    @evening.command("paid", help=tell("evening.cmd.paid"))
    def paid(
        file: Annotated[str, told("file")],
        person: Annotated[str, told("person")],
        francs: Annotated[int, told("francs")],
        trial: Annotated[bool, option("try")] = False,
        club: Annotated[str, option("club")] = "",
    ) -> None:
        from puur.cli.work import evening as work

        work.paid(file, person, francs, trial, club)
