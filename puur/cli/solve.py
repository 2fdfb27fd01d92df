"""`puur solve`: what each side makes with best play by all four, in every mode of the Schieber at once, all cards known.

The deals come from a game record, or the hands from the command line. It only asks `puur.fast` and shows the answer; with
`--json` the same for programs. What people play against each other is never this good: nobody sees all the cards.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell
from puur.cli.usage import RENAMED


def register(app: typer.Typer) -> None:
    """Add `solve` to the command."""

    @app.command("solve", help=tell("cli.command.solve"), context_settings=RENAMED)
    def solve(
        file: Annotated[str | None, typer.Argument(metavar="FILE", help=tell("solve.help.file"), show_default=False)] = None,
        hands: Annotated[str, typer.Option("--hands", help=tell("solve.help.hands"), show_default=False)] = "",
        leader: Annotated[str, typer.Option("--leader", help=tell("solve.help.leader"), show_default=False)] = "",
        mode: Annotated[list[str] | None, typer.Option("--mode", help=tell("solve.help.mode"), show_default=False)] = None,
        deal: Annotated[int | None, typer.Option("--deal", help=tell("solve.help.deal"), show_default=False)] = None,
        match: Annotated[int, typer.Option("--match", help=tell("solve.help.match"))] = 0,
        workers: Annotated[int, typer.Option("--workers", help=tell("solve.help.threads"), min=0)] = 0,
        as_json: Annotated[bool, typer.Option("--json", help=tell("solve.help.json"))] = False,
    ) -> None:
        from puur.cli.work import solve as work  # not for a help page

        work.solve(file, hands, leader, mode, deal, match, workers, as_json)
