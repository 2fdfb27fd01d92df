"""`puur worker`: bots for the tables of other processes, on this machine. Takes questions from the same Redis."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell
from puur.cli.usage import RENAMED


def register(app: typer.Typer) -> None:
    """Add `worker` to the command."""

    @app.command("worker", help=tell("cli.command.worker"), context_settings=RENAMED)
    def worker(
        workers: Annotated[int, typer.Option("--workers", help=tell("server.help.worker.processes"), min=1, max=256)] = 1,
    ) -> None:
        run(workers)


def run(processes: int) -> None:
    """Answer until interrupted."""
    from puur.bots.worker import Workers
    from puur.cli.serve import need_drivers
    from puur.fast import available
    from puur.web.live import bot_jobs
    from puur.web.server import environment

    need_drivers()
    try:
        url = environment.redis(os.environ)
        if not url:
            raise RuntimeError(tell("server.worker.alone"))
        desk = bot_jobs.desk_of(os.environ)
    except (RuntimeError, OSError) as problem:
        raise UserError(tell("server.setting.wrong", problem=problem)) from None
    if not available():
        raise UserError(tell("server.driver.missing", problem="numba"))
    thinkers = Workers(processes)
    thinkers.start()
    thinkers.ready()  # compiled before the first question comes
    worker = bot_jobs.Worker(url, desk, thinkers.ask, processes, thinkers.judge)

    asked: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        worker.stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    console(stderr=True).print(Text(tell("server.worker.ready", count=processes)), soft_wrap=True)
    try:
        worker.run()
    finally:
        thinkers.stop()
    if signal.SIGINT in asked:
        raise KeyboardInterrupt
