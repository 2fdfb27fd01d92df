"""`puur backup`: one moment of a running system in a file, and the old files thinned out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.settings import console, tell
from puur.cli.stored import prepare, progress, told

NAME = "puur-{:%Y%m%d-%H%M%S}"


def register(app: typer.Typer) -> None:
    """Add `backup` to the command."""

    @app.command("backup", help=tell("keeping.backup.help"))
    def backup(
        folder: Annotated[
            Path | None, typer.Argument(metavar="FOLDER", help=tell("keeping.backup.help.folder"), show_default=False)
        ] = None,
        keep: Annotated[int, typer.Option("--keep", min=0, help=tell("keeping.backup.help.keep"))] = 0,
        rebuild: Annotated[bool, typer.Option("--rebuild/--quick", help=tell("keeping.backup.help.rebuild"))] = False,
    ) -> None:
        prepare()
        from django.conf import settings

        from puur.web.keeping import dump, key
        from puur.web.keeping.snapshot import snapshot

        target = folder or Path(settings.DATA) / "backups"
        with told(), progress(tell("keeping.backup.doing")) as report:
            target.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = free(target)
            with snapshot(target) as using:
                counts = dump.write(path, using, key=key.own(), rebuild=rebuild, progress=report)
            gone = thin(target, keep) if keep else []
        said = tell("keeping.backup.done", rows=sum(counts.values()), size=path.stat().st_size // 1024, path=path)
        typer.echo(path)  # for scripts
        console(stderr=True).print(Text(said), soft_wrap=True)
        if gone:
            console(stderr=True).print(Text(tell("keeping.backup.removed", count=len(gone))), soft_wrap=True)


def free(folder: Path) -> Path:
    """A name by the time, with a number where that second has one already."""
    base = NAME.format(datetime.now(UTC))
    path, number = folder / f"{base}.puur", 2
    while path.exists():
        path, number = folder / f"{base}+{number:03}.puur", number + 1
    return path


def thin(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups; nothing that has another name."""
    backups = sorted(folder.glob("puur-[0-9]*-[0-9]*.puur"), key=lambda path: path.stem)
    gone = backups[: max(0, len(backups) - keep)]
    for path in gone:
        path.unlink()
    return gone
