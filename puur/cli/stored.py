"""The commands on stored data: export, import, backup, restore, check. Progress goes to stderr, what goes wrong is one line.

Django is set up when a command runs, never while the help page is made.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, show_json, tell

BACKUP = "puur-{:%Y%m%d-%H%M%S}"
DIFFERENT = 1
ENDED = ("played game", "participant")  # rows that are written at the end of a game and never again


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command("export", help=tell("cli.command.export"))
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

        with problems_in_a_line(), progress(tell("keeping.export.doing")) as report, snapshot() as using:
            counts = dump.write(file, using, progress=report)
        _note(tell("keeping.export.done", rows=sum(counts.values()), models=len(counts), path=file))

    @app.command("import", help=tell("cli.command.import"))
    def import_(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("keeping.import.help.file"), show_default=False)],
        replace: Annotated[bool, typer.Option("--replace", help=tell("keeping.import.help.replace"))] = False,
        force: Annotated[bool, typer.Option("--force", help=tell("keeping.restore.help.force"))] = False,
    ) -> None:
        _bring(file, replace=replace, force=force)

    @app.command("backup", help=tell("cli.command.backup"))
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
        with problems_in_a_line(), progress(tell("keeping.backup.doing")) as report:
            target.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = free(target)
            with snapshot(target) as using:
                counts = dump.write(path, using, key=key.own(), rebuild=rebuild, progress=report)
            gone = thin(target, keep) if keep else []
        typer.echo(path)  # for scripts
        _note(tell("keeping.backup.done", rows=sum(counts.values()), size=path.stat().st_size // 1024, path=path))
        if gone:
            _note(tell("keeping.backup.removed", count=len(gone)))

    @app.command("restore", help=tell("cli.command.restore"))
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("keeping.restore.help.file"), show_default=False)],
        force: Annotated[bool, typer.Option("--force", help=tell("keeping.restore.help.force"))] = False,
        dry: Annotated[bool, typer.Option("--dry-run", help=tell("keeping.restore.help.dry"))] = False,
    ) -> None:
        if not dry:
            _bring(file, replace=True, force=force, with_key=True)
            return
        prepare()
        from puur.web.keeping.reading import verified

        with problems_in_a_line(), progress(tell("keeping.restore.reading")) as report:
            dump = verified(file, report)
        facts = {"rows": dump.rows, "models": len(dump.models), "made": dump.head["made"], "version": dump.head["puur"]}
        _note(tell("keeping.restore.whole", path=file, **facts))

    @app.command("check", help=tell("cli.command.check"))
    def check(
        every: Annotated[bool, typer.Option("--all", help=tell("keeping.check.help.all"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("keeping.check.help.json"))] = False,
    ) -> None:
        counts, wrong = _compare(every)
        if as_json:
            show_json({"ok": not wrong, "compared": counts, "differences": wrong})
        else:
            _say(counts, wrong)
        if wrong:
            raise typer.Exit(DIFFERENT)


def _bring(file: Path, *, replace: bool, force: bool, with_key: bool = False) -> None:
    """Load a dump while no server runs, and say what came and where the old state is."""
    prepare()
    from puur.web.keeping import key, load
    from puur.web.keeping.running import alone

    with problems_in_a_line(), progress(tell("keeping.import.doing")) as report, alone(force=force):
        dump, aside = load.load(file, replace=replace, progress=report)
        kept = key.bring(dump.head.get("key", "")) if with_key else True
    facts = {"rows": dump.rows, "models": len(dump.models), "database": load.shown(), "made": dump.head["made"]}
    _note(tell("keeping.import.done", **facts))
    if aside is not None:
        _note(tell("keeping.import.aside", path=aside))
    if not kept:
        _note(tell("keeping.restore.other_key"), "yellow")


def free(folder: Path) -> Path:
    """A name by the time, with a number if a backup of that second exists already."""
    base = BACKUP.format(datetime.now(UTC))
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


def _compare(every: bool) -> tuple[dict[str, int], list[dict[str, Any]]]:
    """Rebuild every projection from its events: how many of each kind, and where they differ, all of them or the first."""
    prepare()
    from django.conf import settings

    from puur.web.keeping.checks import streams
    from puur.web.keeping.checks.tables import confirmed
    from puur.web.keeping.projections import compared
    from puur.web.keeping.snapshot import is_sqlite, snapshot
    from puur.web.live.heads import NAME, noted

    counts: dict[str, int] = {}
    wrong: list[dict[str, Any]] = []
    # Before the moment that is looked at, so never ahead of it.
    names = (NAME, *(stream.noted_in for stream in streams.STREAMS)) if is_sqlite() else ()
    heads = {name: noted(Path(settings.DATA) / name) for name in names}
    with problems_in_a_line(), progress(tell("keeping.check.doing")) as report, snapshot() as using:
        pairs = itertools.chain(confirmed(using, heads.get(NAME, {})), streams.confirmed(using, heads), compared(using))
        for number, pair in enumerate(pairs, start=1):
            counts[pair.kind] = counts.get(pair.kind, 0) + 1
            if number % 50 == 0:
                report(pair.kind, number, 0)
            if not pair.same:
                stored, rebuilt = (json.dumps(value, ensure_ascii=False, default=str) for value in (pair.stored, pair.rebuilt))
                wrong.append({"kind": pair.kind, "place": pair.place, "what": pair.what, "stored": stored, "rebuilt": rebuilt})
                if not every:
                    break
    return counts, wrong


def _say(counts: dict[str, int], wrong: list[dict[str, Any]]) -> None:
    out = console()
    for difference in wrong:
        facts = {name: value[:400] for name, value in difference.items()}
        out.print(Text(tell("keeping.check.difference", **facts), style="red"), soft_wrap=True)
    if any(difference["kind"] in ENDED for difference in wrong):
        out.print(Text(tell("keeping.check.ended")), soft_wrap=True)
    if not wrong:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
        out.print(Text(tell("keeping.check.same", count=sum(counts.values()), kinds=kinds)), soft_wrap=True)


def _note(said: str, style: str = "") -> None:
    console(stderr=True).print(Text(said, style=style), soft_wrap=True)


def prepare() -> None:
    """Set Django up for the database of the environment."""
    from puur.cli.serve import need_drivers

    need_drivers()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    try:
        import django

        django.setup()
    except (RuntimeError, OSError) as problem:
        raise UserError(tell("server.setting.wrong", problem=problem)) from None
    from django.db import connections

    # One connection is enough here, and a pool would look like somebody else to `keeping.running`.
    connections.settings["default"].get("OPTIONS", {}).pop("pool", None)


@contextlib.contextmanager
def problems_in_a_line() -> Iterator[None]:
    """Turn what can go wrong with stored data into one line."""
    from django.db import DatabaseError

    from puur.core.errors import Refusal

    try:
        yield
    except Refusal as problem:
        raise UserError(tell(f"keeping.error.{problem.reason}", **problem.facts)) from None
    except DatabaseError as problem:
        raise UserError(tell("keeping.error.database", problem=str(problem).strip().splitlines()[0])) from None
    except OSError as problem:
        raise UserError(tell("keeping.error.file", path=problem.filename or "", problem=problem.strerror or problem)) from None


@contextlib.contextmanager
def progress(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on stderr for long work; nothing where stderr is no terminal."""
    shown = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not console(stderr=True).is_terminal,
    )
    with shown:
        task = shown.add_task(what, total=None)

        def report(part: str, done: int, of: int) -> None:
            shown.update(task, description=f"{what}: {part}", completed=done, total=of or None)

        yield report
