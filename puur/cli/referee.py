"""`puur referee`: the ruling on an irregularity, asked in a short dialogue, by name, in one's own words, or of a record.

Without a record the referee asks what decides under the book and nothing else (`puur.referee.asking`); what nobody knows is
answered for every case. What is printed is `puur.cli.referee_pages`. The dialogue asks again where it does not understand;
otherwise that is status 2.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell

FIRST_TRICK, LAST_TRICK = 1, 9


def register(app: typer.Typer) -> None:
    """Add `referee` to the command."""

    @app.command("referee", help=tell("cli.command.referee"))
    def referee(
        words: Annotated[
            list[str] | None, typer.Argument(metavar="[WORDS]", help=tell("referee.help.words"), show_default=False)
        ] = None,
        reglement: Annotated[str, typer.Option("--reglement", help=tell("referee.help.reglement"), show_default=False)] = "",
        trick: Annotated[int, typer.Option("--trick", min=FIRST_TRICK, max=LAST_TRICK, help=tell("referee.help.trick"))] = 2,
        turned: Annotated[bool, typer.Option("--turned", help=tell("referee.help.turned"))] = False,
        fact: Annotated[list[str] | None, typer.Option("--fact", help=tell("referee.help.fact"), show_default=False)] = None,
        incident: Annotated[str, typer.Option("--incident", help=tell("referee.help.incident"), show_default=False)] = "",
        as_json: Annotated[bool, typer.Option("--json", help=tell("referee.help.json"))] = False,
    ) -> None:
        from puur.cli.work import referee as work  # not for a help page

        work.referee(words, reglement, trick, turned, fact, incident, as_json)
