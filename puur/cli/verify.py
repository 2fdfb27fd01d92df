"""`puur verify`: the deals of a game record computed again from seed, nonce and cut. Status 1 where one is wrong."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.records import book_of, choose, load_file
from puur.cli.settings import console, show_json, tell
from puur.web import fair


def register(app: typer.Typer) -> None:
    """Add `verify` to the command."""

    @app.command("verify", help=tell("cli.command.verify"))
    def verify(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("server.help.verify.file"), show_default=False)],
        as_json: Annotated[bool, typer.Option("--json", help=tell("server.help.verify.json"))] = False,
    ) -> None:
        record = choose(load_file(file, None, "jassregeln"), None, file)
        try:
            packets = tuple(book_of(record, "", file).dealing.packets)
        except UserError:
            packets = (3, 3, 3)  # a book that is not at hand: the usual way of dealing
        checked = fair.check_events(record.events, packets)
        if not checked:
            raise UserError(tell("server.verify.none"))
        if as_json:
            show_json([facts(deal) for deal in checked])
        else:
            out = console()
            for deal in checked:
                sort = deal.why or ("ok" if deal.way == fair.WAY else "old")
                said = tell(f"server.verify.{sort}", number=deal.number, commitment=deal.commitment, added=deal.nonce or "–")
                style = "red" if deal.why in fair.WRONG else "green" if sort == "ok" else "yellow"
                out.print(Text(said, style=style), soft_wrap=True)
            if any(deal.ok for deal in checked):
                out.print(Text(tell("server.verify.compare"), style="dim"), soft_wrap=True)
        if any(deal.why in fair.WRONG for deal in checked):
            raise typer.Exit(1)


def facts(deal: fair.Checked) -> dict[str, object]:
    """One deal for programs."""
    plain = ("number", "ok", "why", "dealer", "commitment", "seed", "nonce", "way", "lifted")
    return {name: getattr(deal, name) for name in plain} | {"hands": [str(hand) for hand in deal.hands]}
