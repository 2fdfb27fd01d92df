"""The power goes in any moment: what people were told is on the disk, and what is on the disk can be read."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.people import evening
from tests.faults.power import Disk, Notes, cuts
from tests.faults.servers import ROOT, Web, quick
from tests.faults.writers import desks
from tests.web.client import run_async

EVENTS = 60  # at the table, before and after a restart
WORDS = (
    "SELECT action FROM web_tableevent WHERE action IS NOT NULL UNION ALL SELECT action FROM evenings_eveningevent "
    "WHERE action IS NOT NULL UNION ALL SELECT data ->> 'rule' FROM clubs_clubevent WHERE data ->> 'event' = 'charged'"
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Notes:
    """What a server did to its files, from the first start on: a table, an evening, a club, an end and another start."""
    work = tmp_path_factory.mktemp("power")
    data = work / "data"
    data.mkdir()
    notes = Notes(work, data)
    web = Web(data, **notes.env)
    web.log = work / "web.log"

    async def run() -> None:
        table = await evening(lambda: [web.address])
        writers = desks(web.address, 1)
        for writer in writers:
            await writer.begin()
        for each in (*table.people, *writers):
            each.told = notes.confirm
        tasks = [asyncio.create_task(writer.live()) for writer in writers]
        await table.played(EVENTS)
        web.end()
        web.start()
        await table.played(EVENTS)
        for writer in writers:
            writer.stopping = True
        await asyncio.gather(table.end(), *tasks)

    try:
        web.start()
        run_async(run)
    finally:
        web.stop()
    return notes


def lost(disk: Disk, folder: Path) -> set[str]:
    """What people were told and is not there; the file of the database is whole."""
    if not disk.confirmed:
        return set()
    with closing(sqlite3.connect(folder / "puur.sqlite3")) as database:
        try:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            stored = [word for (word,) in database.execute(WORDS)]
        except sqlite3.DatabaseError:
            return set(disk.confirmed)
    assert len(stored) == len(set(stored))
    return set(disk.confirmed) - set(stored)


def judged(folders: list[Path], tmp_path: Path) -> None:
    """Puur itself reads what is left, one after the other in one process: `puur check` finds nothing wrong."""
    here = tmp_path / "here"
    here.mkdir()
    steps = [
        step
        for folder in folders
        for step in (
            ["py", f"import shutil; from django.db import connections as all_; all_.close_all(); shutil.rmtree({str(here)!r}); "
             f"shutil.copytree({str(folder)!r}, {str(here)!r})"],
            ["check", "--all"],
        )
    ]  # fmt: skip
    env = {**os.environ, **quick(), "PUUR_DATA": str(here), "DJANGO_SETTINGS_MODULE": "puur.web.settings"}
    command = [sys.executable, "-m", "tests.web.several"]
    done = subprocess.run(command, input=json.dumps(steps), env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [said for status, said in json.loads(done.stdout) if status] == []


def cut_off(notes: Notes, tmp_path: Path, count: int, seed: int) -> int:
    """So many cuts; how many of them came after somebody was told something."""
    target, kept = tmp_path / "left", []
    told = 0
    for number, disk in enumerate(cuts(notes, target, count, seed)):
        if disk.confirmed:
            told += 1
            kept.append(tmp_path / f"cut{number}")
            shutil.copytree(target, kept[-1])  # before SQLite opens and mends it
        assert lost(disk, target) == set()
    judged(kept, tmp_path)
    return told


def test_what_was_confirmed_survives_any_power_cut(played: Notes, tmp_path: Path) -> None:
    assert cut_off(played, tmp_path, 40, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_what_was_confirmed_survives_any_of_a_thousand_power_cuts(played: Notes, tmp_path: Path, seed: int) -> None:
    assert cut_off(played, tmp_path, 100, seed + 10)


def test_a_disk_that_does_not_sync_is_noticed_here(played: Notes, tmp_path: Path) -> None:
    """The trial itself: where syncing does nothing, confirmed things are lost."""
    assert any(lost(disk, tmp_path / "left") for disk in cuts(played, tmp_path / "left", 40, seed=1, syncs=False))
