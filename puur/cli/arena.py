"""`puur arena`: two players on paired deals; `puur arena levels` says who there is; `puur arena serve` answers jass-kit.

Status 1 when the difference is not significant, 2 for a mistake of the user.
"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from puur.bots.ladder import LEVELS
from puur.cli.settings import tell

NAMES = ", ".join((*LEVELS, "random"))


def register(app: typer.Typer) -> None:
    """Add `arena` to the command."""

    @app.command("arena", help=tell("cli.command.arena"))
    def arena(
        words: Annotated[
            list[str], typer.Argument(metavar="A B | levels | serve", help=escape(tell("arena.help.words", names=NAMES)))
        ],
        deals: Annotated[int, typer.Option("--deals", help=tell("arena.help.deals"))] = 1000,
        seed: Annotated[int, typer.Option("--seed", help=tell("arena.help.seed"))] = 1,
        reglement: Annotated[str, typer.Option("--reglement", help=tell("arena.help.reglement"))] = "tam2014-es",
        bidding: Annotated[str, typer.Option("--bidding", help=tell("arena.help.bidding"))] = "same",
        weis: Annotated[bool, typer.Option("--weis", help=tell("arena.help.weis"))] = False,
        workers: Annotated[int, typer.Option("--workers", min=0, help=tell("arena.help.workers"))] = 0,
        store: Annotated[str, typer.Option("--store", help=tell("arena.help.store"), show_default=False)] = "",
        scheduler: Annotated[str, typer.Option("--scheduler", help=tell("arena.help.scheduler"), show_default=False)] = "",
        budgets: Annotated[str, typer.Option("--budgets", help=tell("arena.help.curve"), show_default=False)] = "",
        svg: Annotated[str, typer.Option("--svg", help=tell("arena.help.svg"), show_default=False)] = "",
        as_json: Annotated[bool, typer.Option("--json", help=tell("arena.help.json"))] = False,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help=tell("arena.help.port"))] = 8888,
    ) -> None:
        from puur.cli.work import arena as work  # not for a help page

        work.arena(words, deals, seed, reglement, bidding, weis, workers, store, scheduler, budgets, svg, as_json, port)
