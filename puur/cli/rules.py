"""`puur rules`: list, read, compare and check rule books, and read the provisions behind their values.

The words after `rules` say what is wanted: nothing, a book, a book and a provision, `diff` with two books, `check` with a
file. What it prints is `puur.cli.rules_pages`; with `--json` the same facts for programs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `rules` to the command."""

    @app.command("rules", help=tell("cli.command.rules"))
    def rules(
        words: Annotated[list[str] | None, typer.Argument(help=tell("rules.help.words"), show_default=False)] = None,
        all_provisions: Annotated[bool, typer.Option("--provisions", help=tell("rules.help.provisions"))] = False,
        part: Annotated[str, typer.Option("--part", help=tell("rules.help.part"), show_default=False)] = "",
        as_json: Annotated[bool, typer.Option("--json", help=tell("rules.help.json"))] = False,
        as_toml: Annotated[bool, typer.Option("--toml", help=tell("rules.help.toml"))] = False,
    ) -> None:
        from puur.cli.work import rules as work  # not for a help page

        work.rules(words, all_provisions, part, as_json, as_toml)
