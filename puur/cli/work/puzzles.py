"""`puur puzzles`: make puzzles, and check a collection of them."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell
from puur.puzzles.collection import FILE, SEED, check, read
from puur.puzzles.puzzle import BadPuzzle


def deeds(deed: str, file: Path | None, first: int, deals: int, seed: str) -> None:
    """What `puur puzzles` does."""
    if deed == "make":
        make(seed or SEED, first, deals)
    elif deed == "check":
        check_file(file or FILE)
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
