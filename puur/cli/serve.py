"""`puur serve`: the table in the browser. Sets up the database, serves, and opens a browser where there is one."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell


def register(app: typer.Typer) -> None:
    """Add `serve` to the command."""

    @app.command("serve", help=tell("server.help.serve"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=tell("server.help.host"), envvar="HOST", show_default=False)] = "",
        port: Annotated[str, typer.Option("--port", help=tell("server.help.port"), envvar="PORT", show_default=False)] = "",
        browser: Annotated[bool, typer.Option("--open/--no-open", help=tell("server.help.open"))] = True,
    ) -> None:
        if host:
            os.environ["HOST"] = host
        if port:
            os.environ["PORT"] = port
        run(browser=browser)


def run(*, browser: bool) -> None:
    """Migrate and serve until interrupted."""
    from puur.web import places

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    try:
        host, port = places.address(os.environ)
        import django

        django.setup()
    except (RuntimeError, OSError) as problem:
        raise UserError(tell("server.setting.wrong", problem=problem)) from None
    from django.conf import settings
    from django.core.management import call_command

    from puur.web.own_data import tidy
    from puur.web.server import make

    _claim(host, port)
    call_command("migrate", verbosity=0, interactive=False)
    tidy()
    shown = "localhost" if host in places.ANY else f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}/"
    console(stderr=True).print(Text(tell("server.serving", url=url, data=settings.DATA)), soft_wrap=True)
    if browser and _has_browser():
        threading.Timer(0.8, webbrowser.open, (url,)).start()
    make(host, port).run()


def _claim(host: str, port: int) -> None:
    """Say it in one line if the port is taken."""
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
