"""The last head of each table, evening and club, beside the database: what was confirmed and is missing is noticed by `puur check`.

Where the numbers go back, somebody has put an older database in place or lost a tail: then the last head before is kept as well,
however far the new lines come, since the chain of now cannot have it.

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
MOST_TIPS = 64  # that are kept of one table then
Tip = tuple[int, str]


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
        """Keep the last line of each table, and those after which its numbers went back."""
        with contextlib.suppress(OSError):
            if self.path.stat().st_size > LONG:
                # From the highest number down, so that whoever reads it sees them go back again.
                kept = {table: sorted(tips, reverse=True)[:MOST_TIPS] for table, tips in noted(self.path).items()}
                lines = "".join(f"{table} {n} {head}\n" for table, tips in kept.items() for n, head in tips)
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


def noted(path: Path) -> dict[int, tuple[Tip, ...]]:
    """The numbers and heads of each table that have to be in its chain: the last, and each after which the numbers went back.

    A line that is cut off is passed over.
    """
    tips: dict[int, dict[Tip, None]] = {}
    last: dict[int, Tip] = {}
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            match line.split(" "):
                case [table, n, head] if table.isdecimal() and n.isdecimal() and HEAD.fullmatch(head):
                    pk, tip = int(table), (int(n), head)
                    if pk in last and tip != last[pk] and tip[0] <= last[pk][0]:
                        tips.setdefault(pk, {})[last[pk]] = None
                    last[pk] = tip
    return {pk: tuple(tips.get(pk, {}) | {tip: None}) for pk, tip in last.items()}
