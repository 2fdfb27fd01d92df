"""The power goes in any moment: what people were told is on the disk, and what is on the disk can be read."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.people import evening
from tests.faults.power import Disk, Left, Notes, cuts
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


def commands(notes: Notes, steps: list[list[str]], **env: str) -> None:
    """Commands of `puur`, one after the other; each says with its end that it is done."""
    for number, step in enumerate(steps, start=1):
        own = {**os.environ, **quick(), **env, **notes.env}
        done = subprocess.run([sys.executable, "-m", "puur", *step], env=own, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        notes.confirm(str(number))


EVERYWHERE = 10_000  # more than there are places


def test_a_file_of_the_command_line_is_whole_and_there_once_the_command_has_ended(tmp_path: Path) -> None:
    """A club in its file: after each cut it has every event whose command had ended, and at most one more."""
    folder = tmp_path / "club"
    folder.mkdir()
    notes, file = Notes(tmp_path, folder), folder / "club.jsonl"
    add = [["club", "enter", str(file), "person-added", f"person=p{n}", f"name=Person {n}"] for n in range(3)]
    commands(notes, [["club", "new", str(file)], *add])
    seen = set()
    for disk in cuts(notes, tmp_path / "left", EVERYWHERE, seed=1):
        left, told = tmp_path / "left" / file.name, len(disk.confirmed)
        lines = left.read_text(encoding="utf-8").splitlines() if left.exists() and left.stat().st_size else []
        seen.add((told, len(lines)))
        assert told <= len(lines) <= told + 1, "an event is lost"
        assert all(json.loads(line) for line in lines)
    assert {told for told, _ in seen} == {0, 1, 2, 3, 4}


def test_a_restore_that_is_cut_off_leaves_the_old_state_or_the_new_one(played: Notes, tmp_path: Path) -> None:
    """The state of the played server is backed up and brought back; whatever is left has everything that people were told."""
    data = tmp_path / "data"
    data.mkdir()
    notes, target = Notes(tmp_path, data), tmp_path / "left"
    disk = Disk(played.folder)
    for note in played.read():
        disk.take(note)
    words = set(disk.confirmed)
    disk.cut(tmp_path / "before", Left.ALL, random.Random(1))
    with notes.path.open("wb") as file:  # the files that are there already, as if they were written and synced now
        for path in sorted((tmp_path / "before").iterdir()):
            whole = path.read_bytes()
            place = data / path.name
            place.write_bytes(whole)
            inode = place.stat().st_ino
            file.write(f"c {inode} 0 0 {place}\nw {inode} 0 {len(whole)} {place}\n".encode() + whole)
            file.write(f"s {inode} 0 0 {place}\nd 0 0 0 {data}\n".encode())
    first = sum(1 for _ in notes.read())
    backup = tmp_path / "state.puur"
    commands(notes, [["export", str(backup)], ["restore", str(backup)]], PUUR_DATA=str(data))
    done = set()
    for disk in cuts(notes, target, 150, seed=2, after=first):
        done.add(tuple(disk.confirmed))
        with closing(sqlite3.connect(target / "puur.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert words <= {word for (word,) in database.execute(WORDS)}
    assert len(done) > 1
