"""The disk is full under play: nothing is confirmed that is not stored, people are told, and it goes on once there is room.

A disk that can only be read is said in one line by every command that wants to write.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.disks import fill, mounted, read_only
from tests.faults.people import check, evening, until
from tests.faults.servers import ROOT, Web, quick
from tests.web.client import run_async


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "small") as folder:
        yield folder


def test_the_disk_is_full_for_a_while(small_disk: Path) -> None:
    web = Web(small_disk.parent, DATABASE_URL=f"sqlite:///{small_disk}/puur.sqlite3").start()
    filler = small_disk / "filler"

    def rows(text: str, *values: object) -> list[tuple[Any, ...]]:
        line = sqlite3.connect(small_disk / "puur.sqlite3")
        try:
            return line.execute(text.replace("%s", "?"), values).fetchall()
        finally:
            line.close()

    async def run() -> None:
        table = await evening(lambda: [web.address])
        await table.played(15)
        fill(filler)
        await until(lambda: any("busy" in person.heard for person in table.people))
        n = len(rows("SELECT n FROM web_tableevent"))
        assert max(person.player.n for person in table.people) <= n
        os.unlink(filler)
        await table.played(20)
        await table.end()
        check(table.people, rows)
        integrity = rows("PRAGMA integrity_check")
        assert integrity == [("ok",)]

    try:
        run_async(run)
    finally:
        web.stop()


@pytest.mark.parametrize(
    "command", [["serve", "--no-open"], ["backup"], ["club", "new", "{folder}/club.jsonl"]], ids=lambda command: command[0]
)
def test_a_disk_that_can_only_be_read_is_said_in_one_line(small_disk: Path, command: list[str]) -> None:
    (small_disk / "secret.key").write_text("k" * 60, encoding="ascii")
    sqlite3.connect(small_disk / "puur.sqlite3").close()
    read_only(small_disk)
    env = {**os.environ, **quick(), "PUUR_DATA": str(small_disk), "PUUR_LANG": "en"}
    words = [word.format(folder=small_disk) for word in command]
    done = subprocess.run([sys.executable, "-m", "puur", *words], env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Read-only file system" in done.stderr
    assert len(done.stderr.splitlines()) == 1
