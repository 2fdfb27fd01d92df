"""`puur import`: a file of `puur export` into the database of the environment, checked to the last row."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.settings import console, tell
from puur.cli.stored import prepare, progress, told


def register(app: typer.Typer) -> None:
    """Add `import` to the command."""

    @app.command("import", help=tell("keeping.import.help"))
    def import_(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("keeping.import.help.file"), show_default=False)],
        replace: Annotated[bool, typer.Option("--replace", help=tell("keeping.import.help.replace"))] = False,
        force: Annotated[bool, typer.Option("--force", help=tell("keeping.restore.help.force"))] = False,
    ) -> None:
        bring(file, replace=replace, force=force)


def bring(file: Path, *, replace: bool, force: bool, with_key: bool = False) -> None:
    """Load a dump while no server runs, and say what came and where the old state is."""
    prepare()
    from puur.web.keeping import key, load
    from puur.web.keeping.running import alone

    with told(), progress(tell("keeping.import.doing")) as report, alone(force=force):
        dump, aside = load.load(file, replace=replace, progress=report)
        kept = key.bring(dump.head.get("key", "")) if with_key else True
    errors = console(stderr=True)
    facts = {"rows": dump.rows, "models": len(dump.models), "database": load.shown(), "made": dump.head["made"]}
    errors.print(Text(tell("keeping.import.done", **facts)), soft_wrap=True)
    if aside is not None:
        errors.print(Text(tell("keeping.import.aside", path=aside)), soft_wrap=True)
    if not kept:
        errors.print(Text(tell("keeping.restore.other_key"), style="yellow"), soft_wrap=True)
