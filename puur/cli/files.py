"""Files that people name on the command line: read whole or refused with one clear sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

from puur.cli.errors import UserError
from puur.cli.rules_pages import problems_text
from puur.cli.settings import tell
from puur.core.reglement import Reglement
from puur.reglement import ReglementError, load

# Chosen, not measured: at a generous 4 kB per deal as JSON, room for 4000 deals, and still quick to read and refuse.
LIMIT = 16 * 1024 * 1024


def read_bytes(path: Path, limit: int) -> bytes:
    """The first `limit` bytes of a file and one more if there are any, or a UserError that says why not."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)  # never more than that, whatever the file claims to be
    except FileNotFoundError:
        raise UserError(tell("cli.file.missing", path=path)) from None
    except IsADirectoryError:
        raise UserError(tell("cli.file.folder", path=path)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = getattr(error, "strerror", None) or error
        raise UserError(tell("cli.file.unreadable", path=path, reason=reason)) from None


def read_text(path: Path, limit: int = LIMIT) -> str:
    """The UTF-8 text of `path` (a byte order mark is dropped), or a UserError that says why not."""
    data = read_bytes(path, limit)
    if len(data) > limit:
        raise UserError(tell("cli.file.too_large", path=path, limit=limit))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(tell("cli.file.not_utf8", path=path, offset=error.start)) from None


def load_book(source: str | Path) -> Reglement:
    """A rule book by its key or file, or a UserError with every mistake in it."""
    try:
        return load(source)
    except ReglementError as error:
        raise UserError(problems_text(error)) from None
