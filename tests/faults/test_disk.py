"""The disk is full under play: nothing is confirmed that is not stored, people are told, and it goes on once there is room."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.disks import fill, mounted
from tests.faults.people import check, evening, until
from tests.faults.servers import Web
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
