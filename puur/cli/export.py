"""`puur export`: everything that is stored, into one file that any database of Puur can take in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell
from puur.cli.stored import prepare, progress, told


def register(app: typer.Typer) -> None:
    """Add `export` to the command."""

    @app.command("export", help=tell("keeping.export.help"))
    def export(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("keeping.export.help.file"), show_default=False)],
        force: Annotated[bool, typer.Option("--force", help=tell("keeping.help.force"))] = False,
    ) -> None:
        if file.exists() and not force:
            raise UserError(tell("keeping.error.exists", path=file))
        if not file.absolute().parent.is_dir():
            raise UserError(tell("cli.file.missing", path=file.absolute().parent))
        prepare()
        from puur.web.keeping import dump
        from puur.web.keeping.snapshot import snapshot

        with told(), progress(tell("keeping.export.doing")) as report, snapshot() as using:
            counts = dump.write(file, using, progress=report)
        said = tell("keeping.export.done", rows=sum(counts.values()), models=len(counts), path=file)
        console(stderr=True).print(Text(said), soft_wrap=True)
