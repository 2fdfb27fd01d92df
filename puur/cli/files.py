"""Files that people name on the command line: read or written whole, or refused with one clear sentence, never a traceback."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from puur.cli.errors import UserError
from puur.cli.rules_pages import problems_text
from puur.cli.settings import tell
from puur.core.reglement import Reglement
from puur.reglement import ReglementError, load
from puur.web.server.environment import sync_folder

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
    return text_of(path, read_bytes(path, limit), limit)


def text_of(path: Path, data: bytes, limit: int = LIMIT) -> str:
    """The same of what was read from there already."""
    if len(data) > limit:
        raise UserError(tell("cli.file.too_large", path=path, limit=limit))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(tell("cli.file.not_utf8", path=path, offset=error.start)) from None


def write_bytes(name: str, data: bytes, *, force: bool) -> None:
    """Write a file whole or not at all, and on the disk when this returns; one that exists is replaced only with `--force`."""
    path = Path(name)
    temporary = ""
    try:
        if path.is_dir():
            raise UserError(tell("cli.file.folder", path=name))
        if not force and os.path.lexists(path):
            raise UserError(tell("cli.file.exists", path=name))
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        if not force:
            _claim(path)
        os.replace(temporary, path)
        temporary = ""
        sync_folder(path.parent)
    except FileExistsError:
        raise UserError(tell("cli.file.exists", path=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(tell("cli.file.unwritable", path=name, reason=reason)) from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def replace_bytes(name: str, was: bytes, data: bytes) -> None:
    """Write a file anew that was read before; refused if somebody else has written it since, so that nothing of theirs is lost."""
    if read_bytes(Path(name), len(was)) != was:
        raise UserError(tell("cli.file.changed", path=name))
    write_bytes(name, data, force=True)


def _claim(path: Path) -> None:
    """Take the name, or fail if somebody made the file in the meantime."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))


def load_book(source: str | Path) -> Reglement:
    """A rule book by its key or file, or a UserError with every mistake in it."""
    try:
        return load(source)
    except ReglementError as error:
        raise UserError(problems_text(error)) from None
