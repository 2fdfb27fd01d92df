"""A server is killed again and again, at any event, under tables that are played and desks that write.

    python -m tests.faults.kills [--rounds 1000] [--tables 3] [--seed 1] [--postgres]

Three tables of four people, an evening and a club. A round is: start, wait until a random number of further events was heard
of (none in one of eight rounds, so that starting is hit too), a few milliseconds, SIGKILL, look into the database past the server.
All people then find their way back by themselves. Every so many rounds, and at the end, `puur check` folds and compares everything,
with the hash chain of every line. The moments come from the seed, as far as a machine with other work keeps them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.nursery import Nursery
from tests.faults.people import Person, check, four, until
from tests.faults.servers import ROOT, Postgres, quick
from tests.faults.writers import Writer, desks
from tests.web.client import run_async

TABLES = 3
CHECKED_EVERY = 100  # rounds between two runs of `puur check`
MOST_EVENTS = 40  # that are waited for in a round
LONGEST = 0.02  # seconds from then to the kill


@dataclass
class Figures:
    """What came of it."""

    rounds: int = 0
    while_starting: int = 0
    events: int = 0  # stored at the tables
    confirmed: int = 0  # actions at the tables that somebody was told of
    entries: int = 0  # confirmed at the desks
    again: int = 0  # sent and not answered when the server was killed
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.rounds} kills ({self.while_starting} while starting) in {self.seconds:.0f} s: {self.events} events at tables, "
            f"{self.confirmed} actions and {self.entries} entries confirmed, {self.again} unanswered at a kill; 0 lost, 0 doubled"
        )


class Trial:
    """One server, everybody at it, and its database."""

    def __init__(self, folder: Path, seed: int, postgres: Postgres | None = None) -> None:
        self.folder, self.rng, self.seed, self.postgres = folder, random.Random(seed), seed, postgres
        self.env = {"DATABASE_URL": postgres.url} if postgres is not None else {}
        self.server = Nursery(folder, **self.env)
        self.tables: list[list[Person]] = []
        self.desks: list[Writer] = []
        self.tails: dict[str, tuple[int, str]] = {}  # by table: the last number and head that were seen
        self.figures = Figures()

    def rows(self, text: str, *values: object) -> Sequence[Sequence[Any]]:
        """Ask the database, past the server."""
        if self.postgres is not None:
            return self.postgres.rows(text, *values)
        with closing(sqlite3.connect(self.folder / "puur.sqlite3", timeout=60)) as line:
            return line.execute(text.replace("%s", "?"), values).fetchall()

    @property
    def people(self) -> list[Person]:
        """Everybody at the tables."""
        return [person for table in self.tables for person in table]

    def heard(self) -> int:
        """How much people have been told of, by now."""
        entries = sum(len(desk.confirmed) + sum(map(len, desk.before.values())) for desk in self.desks)
        return entries + sum(max(person.player.n for person in table) for table in self.tables)

    async def run(self, rounds: int, tables: int) -> Figures:
        """So many kills."""
        began = time.monotonic()
        self.server.start()
        self.tables = [await four(lambda: [self.server.address], self.seed * 100 + number) for number in range(tables)]
        self.desks = desks(self.server.address, self.seed)
        for desk in self.desks:
            await desk.begin()
        for person in self.people:
            person.pause = 0.002
        tasks = [asyncio.create_task(person.live(lambda: False)) for person in self.people]
        tasks += [asyncio.create_task(desk.live()) for desk in self.desks]
        for number in range(1, rounds + 1):
            await self._kill(tasks)
            await asyncio.to_thread(self.look)
            if number % CHECKED_EVERY == 0 or number == rounds:
                await asyncio.to_thread(self.check)
                self._count(time.monotonic() - began)
                print(self.figures, flush=True)  # a run that is ended by hand has its figures too
            self.server.launch()
        await self._play(MOST_EVENTS, tasks)  # everybody has found the way back
        for each in (*self.people, *self.desks):
            each.stopping = True
        await asyncio.gather(*tasks)
        self._count(time.monotonic() - began)
        return self.figures

    async def _play(self, more: int, tasks: Sequence[asyncio.Task[None]]) -> None:
        goal = self.heard() + more

        def done() -> bool:
            for task in tasks:
                if task.done():
                    task.result()
            return self.heard() >= goal

        await until(done)

    async def _kill(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        early = self.rng.random() < 1 / 8
        if early:
            self.figures.while_starting += 1
            await asyncio.sleep(self.rng.uniform(0, 0.5))
        else:
            await self._play(self.rng.randint(1, MOST_EVENTS), tasks)
            await asyncio.sleep(self.rng.uniform(0, LONGEST))
        self.server.kill()
        self.figures.rounds += 1
        self.figures.again += sum(bool(each.pending) for each in (*self.people, *self.desks))

    def look(self) -> None:
        """Nothing that anybody was told of is missing, nothing is there twice, and what was there has not changed."""
        for table in self.tables:
            code = table[0].player.code
            last, head = self.tails.get(code, (0, ""))
            query = "SELECT e.n, e.head, e.action FROM web_tableevent e JOIN web_table t ON t.id = e.table_id WHERE t.code = %s"
            events = self.rows(f"{query} AND e.n >= %s ORDER BY e.n", code, last)
            if last:
                assert events, "the end of a table is lost"
                assert events[0][:2] == (last, head), "the past of a table has changed"
            assert [row[0] for row in events] == list(range(max(last, 1), max(last, 1) + len(events)))
            newest = events[-1][0] if events else 0
            actions = {row[2]: row[0] for row in events if row[2]}
            for person in table:
                assert person.player.n <= newest, "somebody was told of an event that is not stored"
                for key, n in person.confirmed.items():
                    assert n <= newest
                    assert n <= last or key in actions, "a confirmed action is not stored"
            if events:
                self.tails[code] = (newest, events[-1][1])
        for desk in self.desks:
            desk.check(self.rows)

    def check(self) -> None:
        """Everything, from the first event on; and `puur check`, which reads the chains too."""
        for table in self.tables:
            check(table, self.rows)
        env = {**os.environ, **quick(), "PUUR_DATA": str(self.folder), **self.env}
        done = subprocess.run([sys.executable, "-m", "puur", "check", "--all"], env=env, cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()

    def _count(self, seconds: float) -> None:
        figures = self.figures
        figures.seconds = seconds
        figures.events = int(self.rows("SELECT count(*) FROM web_tableevent")[0][0])
        figures.confirmed = sum(len(person.confirmed) for person in self.people)
        figures.entries = sum(len(desk.confirmed) + sum(map(len, desk.before.values())) for desk in self.desks)


def killed(folder: Path, rounds: int, seed: int, postgres: Postgres | None = None, tables: int = TABLES) -> Figures:
    """Kill so often, and compare."""
    trial = Trial(folder, seed, postgres)

    async def run() -> None:
        await trial.run(rounds, tables)

    try:
        run_async(run)
    finally:
        trial.server.stop()
    return trial.figures


def main() -> None:
    """As a program: the figures of docs/operating.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:  # Puur closes its own to others
        postgres = Postgres(Path(folder)) if given.postgres else None
        try:
            print(killed(Path(data), given.rounds, given.seed, postgres, given.tables), flush=True)
        finally:
            if postgres is not None:
                postgres.stop()


if __name__ == "__main__":
    main()
