"""`puur convert`: a game record from one format to another; what the target cannot hold is said on stderr."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.records import STREAM, choose, load_file, notes, write_file
from puur.cli.settings import console, tell
from puur.notation.formats import Format, format_of, write_record


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
        to = target_format or (Format.JASS if target == STREAM else format_of(target))
        if to is None:
            raise UserError(tell("record.convert.format", path=target))
        loaded = load_file(source, source_format, reglement)
        record = choose(loaded, number, source)
        try:
            text, lost = write_record(record, to)
        except ValueError:
            raise UserError(tell("record.convert.too_long")) from None
        for note in notes([*loaded.lost, *lost]):
            console(stderr=True).print(Text(note, style="yellow"), soft_wrap=True)
        if not text:
            raise UserError(tell("record.convert.nothing"))
        write_file(target, text, force=force)
