"""Power cuts at the level of writes: what a process did to its files is written down, and a disk is cut off at any place of it.

`disk_log.c` writes down every write, sync and change of a name; whoever was told that something is done adds a line
(`Notes.confirm`). `Disk` plays that back up to any place. What was synced is there. Of what was not, a cut leaves nothing,
everything, or any part: writes reach a disk in any order and in sectors, and names change in their order (as in the journal of a
file system), but only surely once their folder was synced. So a file that was written, renamed and not synced may come back old,
empty, or torn.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("disk_log.c")
SECTOR = 512
IN_MEMORY = "-shm"  # SQLite's index of the log: mapped, never synced, and made anew after a crash


class Left(Enum):
    """What a cut leaves of what was not synced."""

    NOTHING = "nothing"
    SOME = "some"
    ALL = "all"  # as after SIGKILL


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was done; `what` is a letter of `disk_log.c`, or `k` for something that somebody was told of."""

    what: str
    inode: int
    offset: int
    path: str
    data: bytes


class Notes:
    """The file with the notes of one trial."""

    def __init__(self, work: Path, folder: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("no C compiler here")
        self.path, self.folder, self._library = work / "notes", folder, work / "disk_log.so"
        command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl", "-lpthread"]
        subprocess.run(command, check=True, capture_output=True)

    @property
    def env(self) -> dict[str, str]:
        """With this a process writes down what it does."""
        return {"LD_PRELOAD": str(self._library), "PUUR_DISK": str(self.folder), "PUUR_DISK_NOTES": str(self.path)}

    def confirm(self, word: str) -> None:
        """Somebody was told that this is done."""
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(handle, f"k 0 0 0 {word}\n".encode())
        finally:
            os.close(handle)

    def read(self) -> Iterator[Note]:
        """Everything, in its order."""
        with self.path.open("rb") as file:
            while line := file.readline():
                what, inode, offset, length, path = line.decode().rstrip("\n").split(" ", 4)
                yield Note(what, int(inode), int(offset), path, file.read(int(length)) if what == "w" else b"")


@dataclass
class File:
    """One file: what is on the disk for sure, and what was done to it since the last sync."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)  # place and bytes, or a length to which it was cut

    def sync(self) -> None:
        """Everything is on the disk."""
        self.synced, self.since = self.left(Left.ALL, random.Random()), []

    def left(self, how: Left, rng: random.Random) -> bytearray:
        """What is there after a cut."""
        data = bytearray(self.synced)
        for offset, written in self.since if how is not Left.NOTHING else ():
            if written is None:
                if how is Left.ALL or rng.random() < 0.5:
                    data[offset:] = bytes(max(0, offset - len(data)))
                continue
            for place in range(0, len(written), SECTOR) if how is Left.SOME else (0,):
                if how is Left.ALL or rng.random() < 0.5:
                    part = written[place : place + SECTOR] if how is Left.SOME else written
                    data.extend(bytes(max(0, offset + place - len(data))))
                    data[offset + place : offset + place + len(part)] = part
        return data


class Disk:
    """Files and names, as far as the notes were played."""

    def __init__(self, folder: Path, *, syncs: bool = True) -> None:
        self.folder, self.syncs = folder, syncs  # without: a disk that says so and does nothing
        self._files: dict[int, File] = {}  # by inode, as it is used now
        self._names: dict[str, File] = {}  # as they are now
        self._synced: dict[str, File] = {}
        self._since: list[tuple[str, str, File | None]] = []  # folder, name and what is there since
        self.confirmed: list[str] = []

    def take(self, note: Note) -> None:
        """Do what was done."""
        match note.what:
            case "k":
                self.confirmed.append(note.path)
            case "c":
                self._files[note.inode] = made = File()
                self._name(note.path, made)
            case "w" if note.inode in self._files:
                self._files[note.inode].since.append((note.offset, note.data))
            case "t" if note.inode in self._files:
                self._files[note.inode].since.append((note.offset, None))
            case "s" if self.syncs and note.inode in self._files:
                self._files[note.inode].sync()
            case "d" if self.syncs:
                self._sync_folder(note.path)
            case "r" | "l":
                before, after = note.path.split("\t")
                self._name(after, self._names.get(before))
                if note.what == "r":
                    self._name(before, None)
            case "u":
                self._name(note.path, None)

    def _name(self, path: str, file: File | None) -> None:
        path = os.path.normpath(path)
        self._since.append((os.path.dirname(path), path, file))
        _put(self._names, path, file)

    def _sync_folder(self, folder: str) -> None:
        for above, path, file in self._since:
            if above == os.path.normpath(folder):
                _put(self._synced, path, file)
        self._since = [change for change in self._since if change[0] != os.path.normpath(folder)]

    def cut(self, target: Path, how: Left, rng: random.Random) -> None:
        """Make `target` what a cut leaves of the folder."""
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        names = dict(self._synced)
        last = {Left.NOTHING: 0, Left.ALL: len(self._since)}.get(how, rng.randint(0, len(self._since)))
        for _, path, file in self._since[:last]:
            _put(names, path, file)
        for path, file in names.items():
            with suppress(ValueError):  # another folder below the same beginning
                place = target / Path(path).relative_to(self.folder)
                if not place.name.endswith(IN_MEMORY):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(file.left(how, rng))


def _put(names: dict[str, File], path: str, file: File | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def cuts(notes: Notes, target: Path, count: int, seed: int, *, after: int = 0, syncs: bool = True) -> Iterator[Disk]:
    """The disk after so many cuts at random places after so many notes, in their order; `target` holds what is left each time."""
    rng, everything = random.Random(seed), list(notes.read())
    places = sorted(rng.sample(range(after + 1, len(everything) + 1), min(count, len(everything) - after)))
    disk, played = Disk(notes.folder, syncs=syncs), 0
    for place in places:
        for note in everything[played:place]:
            disk.take(note)
        played = place
        disk.cut(target, rng.choice(list(Left)), rng)
        yield disk
