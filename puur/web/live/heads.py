"""The last head of each table, evening and club, beside the database: what was confirmed and is missing is noticed by `puur check`.

A file that is only appended to, one line per table and commit, without waiting for the disk; a few bytes that no fault of the
database can take along. It is made short at the start of a server. Only with SQLite: another database has its own machine.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from puur.web.live.state import Commit

NAME = "heads"
HEAD = re.compile("[0-9a-f]{32}")
LONG = 4 << 20  # bytes at which it is made short


class Heads:
    """The file, for the one thread that writes."""

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.path = folder / name
        self._file: int | None = None

    def note(self, jobs: Iterable[Commit]) -> None:
        """These are stored."""
        self.add("".join(f"{job.table} {job.rows[-1].n} {job.rows[-1].head}\n" for job in jobs if job.rows))

    def add(self, lines: str) -> None:
        """Lines of owner, number and head."""
        if not lines:
            return
        with contextlib.suppress(OSError):  # a full disk: the next ones tell it as well
            if self._file is None:
                self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                lines = f"\n{lines}"  # the last line before a power cut may have been cut off
            os.write(self._file, lines.encode("ascii"))

    def shorten(self) -> None:
        """Keep the last line of each table."""
        with contextlib.suppress(OSError):
            if self.path.stat().st_size > LONG:
                lines = "".join(f"{table} {n} {head}\n" for table, (n, head) in noted(self.path).items())
                fresh = self.path.with_suffix(".new")
                with fresh.open("w", encoding="ascii") as file:
                    file.write(lines)
                    file.flush()
                    os.fsync(file.fileno())
                fresh.replace(self.path)
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def noted(path: Path) -> dict[int, tuple[int, str]]:
    """The last number and head of each table; a line that is cut off is passed over."""
    last: dict[int, tuple[int, str]] = {}
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            match line.split(" "):
                case [table, n, head] if table.isdecimal() and n.isdecimal() and HEAD.fullmatch(head):
                    if int(n) > last.get(int(table), (0, ""))[0]:  # of two with the same number the first was told first
                        last[int(table)] = int(n), head
    return last
