"""`puur mcp`: the questions of programs as a server of the Model Context Protocol over stdin and stdout; a message is a line."""

from __future__ import annotations

import json
import sys

import typer

from puur.cli.interrupts import heard_while_waiting
from puur.cli.settings import tell


def register(app: typer.Typer) -> None:
    """Add `mcp` to the command."""

    @app.command("mcp", help=tell("cli.command.mcp"))
    def mcp() -> None:
        from puur.cli.mcp_tools import respond  # not for a help page

        while True:
            with heard_while_waiting():
                line = sys.stdin.readline()
            if not line:
                return
            reply = respond(line)
            if reply is not None:
                sys.stdout.write(json.dumps(reply) + "\n")  # escaped: what was asked may hold what no terminal can write
                sys.stdout.flush()
