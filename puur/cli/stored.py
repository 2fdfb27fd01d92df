"""What the commands on stored data share: Django, progress on stderr, and sentences for what went wrong."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from puur.cli.errors import UserError
from puur.cli.settings import console, tell


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
def told() -> Iterator[None]:
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
