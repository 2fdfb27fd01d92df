"""The two things a game needs of a terminal: to show something and to ask for a line. Tests bring their own."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Protocol

from rich.console import Console, RenderableType

from puur.cli.interrupts import heard_while_waiting


class Leave(Exception):
    """The person wants to stop; `by` is `command`, `end` (Ctrl-D) or `interrupt` (Ctrl-C)."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


class Screen(Protocol):
    """Where a game is shown and asked for."""

    @property
    def width(self) -> int:
        """How many columns there are now."""

    def show(self, *pieces: RenderableType) -> None:
        """Show these one under the other."""

    def ask(self, prompt: str) -> str:
        """One line from the person; `Leave` where there will be none."""


class Terminal:
    """The real one: rich for showing, the standard input for asking."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._typing = sys.stdin.isatty()
        if self._typing:
            with suppress(ImportError):
                import readline  # noqa: F401  (input() then lets the person edit the line)
        for stream in (sys.stdin, sys.stdout):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")  # a sign that the terminal does not know is no reason to stop

    @property
    def width(self) -> int:
        """How many columns the window has now."""
        return self._console.width

    def show(self, *pieces: RenderableType) -> None:
        """Print the pieces."""
        for piece in pieces:
            self._console.print(piece)

    def ask(self, prompt: str) -> str:
        """Read a line; Ctrl-C and Ctrl-D mean to leave."""
        try:
            with heard_while_waiting():
                line = input(prompt)
        except EOFError:
            self._console.print()
            raise Leave("end") from None
        except KeyboardInterrupt:
            self._console.print()
            raise Leave("interrupt") from None
        if not self._typing:
            self._console.print(line, markup=False)  # a piped line leaves no trace of its own
        return line
