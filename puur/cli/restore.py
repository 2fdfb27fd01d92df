"""`puur restore`: back to a backup, the present state laid aside. Refuses while a server runs on the data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.import_ import bring
from puur.cli.settings import console, tell
from puur.cli.stored import prepare, progress, told


def register(app: typer.Typer) -> None:
    """Add `restore` to the command."""

    @app.command("restore", help=tell("keeping.restore.help"))
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("keeping.restore.help.file"), show_default=False)],
        force: Annotated[bool, typer.Option("--force", help=tell("keeping.restore.help.force"))] = False,
        dry: Annotated[bool, typer.Option("--dry-run", help=tell("keeping.restore.help.dry"))] = False,
    ) -> None:
        if not dry:
            bring(file, replace=True, force=force, with_key=True)
            return
        prepare()
        from puur.web.keeping.reading import verified

        with told(), progress(tell("keeping.restore.reading")) as report:
            dump = verified(file, report)
        facts = {"rows": dump.rows, "models": len(dump.models), "made": dump.head["made"], "version": dump.head["puur"]}
        console(stderr=True).print(Text(tell("keeping.restore.whole", path=file, **facts)), soft_wrap=True)
