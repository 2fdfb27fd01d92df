"""`puur puzzles`: make puzzles, and check a collection of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell
from puur.puzzles.collection import FILE, SEED, check, read
from puur.puzzles.puzzle import BadPuzzle


def register(app: typer.Typer) -> None:
    """Add `puzzles` to the command."""

    @app.command("puzzles", help=tell("cli.command.puzzles"))
    def puzzles(
        deed: Annotated[str, typer.Argument(metavar="make|check", help=tell("company.help.puzzles"), show_default=False)],
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("company.help.puzzles.file"))] = FILE,
        first: Annotated[int, typer.Option("--first", help=tell("company.help.puzzles.first"), min=0)] = 0,
        deals: Annotated[int, typer.Option("--deals", help=tell("company.help.puzzles.deals"), min=1)] = 100,
        seed: Annotated[str, typer.Option("--seed", help=tell("company.help.puzzles.seed"))] = SEED,
    ) -> None:
        if deed == "make":
            make(seed, first, deals)
        elif deed == "check":
            check_file(file)
        else:
            raise UserError(tell("company.puzzles.usage"))


def make(seed: str, first: int, deals: int) -> None:
    """Write the puzzles of so many deals, each as soon as it is made."""
    from puur.fast import available

    if not available():
        raise UserError(tell("server.driver.missing", problem="numba"))
    from puur.puzzles.making import puzzles

    for _, made in puzzles(seed, first, deals):
        for puzzle in made:
            typer.echo(puzzle.line)


def check_file(file: Path) -> None:
    """Read every puzzle and check that it can be; status 1 for one that cannot."""
    try:
        lines = file.read_text("ascii").splitlines()
    except (OSError, UnicodeError) as problem:
        raise UserError(tell("cli.file.unreadable", path=str(file), reason=str(problem))) from None
    count, seen = 0, set[str]()
    try:
        for puzzle in read(lines):
            check(puzzle)
            if puzzle.key in seen:
                raise BadPuzzle(f"{puzzle.key}: twice")
            seen.add(puzzle.key)
            count += 1
    except BadPuzzle as problem:
        console().print(Text(tell("company.puzzles.wrong", problem=problem), style="red"), soft_wrap=True)
        raise typer.Exit(1) from None
    console().print(Text(tell("company.puzzles.right", n=count), style="green"), soft_wrap=True)
