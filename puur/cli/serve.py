"""`puur serve`: the table in the browser. Sets up the database, serves, and opens a browser where there is one."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell
from puur.cli.usage import RENAMED

MIGRATION_LOCK = 7_788_726_400  # any number that nobody else uses


def register(app: typer.Typer) -> None:
    """Add `serve` to the command."""

    @app.command("serve", help=tell("cli.command.serve"), context_settings=RENAMED)
    def serve(
        host: Annotated[str, typer.Option("--host", help=tell("server.help.host"), envvar="HOST", show_default=False)] = "",
        port: Annotated[
            int | None, typer.Option("--port", help=tell("server.help.port"), envvar="PORT", show_default=False, min=0, max=65535)
        ] = None,
        browser: Annotated[bool, typer.Option("--open/--no-open", help=tell("server.help.open"))] = True,
        workers: Annotated[int, typer.Option("--workers", help=tell("server.help.processes"), min=1, max=64)] = 1,
    ) -> None:
        if host:
            os.environ["HOST"] = host
        if port is not None:
            os.environ["PORT"] = str(port)
        run(browser=browser, processes=workers)


def run(*, browser: bool, processes: int = 1) -> None:
    """Migrate and serve until interrupted."""
    from puur.web.server import environment, supervisor

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    try:
        host, port = environment.address(os.environ)
        if processes > 1 and not environment.redis(os.environ):
            raise RuntimeError(tell("server.processes.alone"))
        need_drivers()
        import django

        django.setup()
    except (RuntimeError, OSError) as problem:
        raise UserError(tell("server.setting.wrong", problem=problem)) from None
    from puur.web.server.process import make
    from puur.web.server.watchdog import end_process, watchdog

    watchdog.end, watchdog.beat = end_process, supervisor.beat
    door = supervisor.inherited()
    if door is not None:  # one of several: its parent has prepared everything
        make(host, port).run(sockets=[door])
        return
    _claim(host, port)
    _prepare()
    from django.conf import settings

    shown = "localhost" if host in environment.ANY else f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}/"
    everywhere = ", ".join([url, *environment.nearby(host, port)])
    console(stderr=True).print(Text(tell("server.serving", url=everywhere, data=settings.DATA)), soft_wrap=True)
    if browser and _has_browser():
        threading.Timer(0.8, webbrowser.open, (url,)).start()
    if processes == 1:
        make(host, port).run()
    else:
        from django.db import connections

        connections.close_all()
        supervisor.Supervisor(supervisor.bind(host, port), processes).run()


def need_drivers() -> None:
    """Say so in one line if a setting needs a package that is not installed."""
    wanted = {"psycopg": os.environ.get("DATABASE_URL", "").startswith("postgres"), "redis": bool(os.environ.get("REDIS_URL"))}
    for name, needed in wanted.items():
        if needed and find_spec(name) is None:
            raise UserError(tell("server.driver.missing", problem=name))


def _prepare() -> None:
    """Bring the database up to date, one process at a time, and tidy up."""
    from django.core.management import call_command
    from django.db import DatabaseError, connection

    from puur.cli.stored import problems_in_a_line
    from puur.web.keeping import running
    from puur.web.own_data import tidy

    with problems_in_a_line():  # not while a restore is at work on these data
        running.hold()
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
            try:
                call_command("migrate", verbosity=0, interactive=False)
                tidy()
            finally:
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])
    except DatabaseError as problem:
        raise UserError(tell("server.database.silent", problem=str(problem).strip().splitlines()[0])) from None


def _claim(host: str, port: int) -> None:
    """Say so in one line if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            raise UserError(tell("server.port.taken", host=host, port=port)) from None


def _has_browser() -> bool:
    """Whether a browser can be opened: not over a plain terminal, where one would open inside it."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
