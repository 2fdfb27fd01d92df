"""The server is killed with SIGKILL at random moments under play and started again: nothing lost, nothing doubled."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from puur.core.game import Game
from puur.reglement import load
from puur.web.live.state import read_setup
from puur.web.live.wire import restored
from tests.web.client import Player, four_at_a_table, run_async
from tests.web.ports import free_port


class Process:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, stderr: Any = subprocess.DEVNULL) -> str:
        env = {**os.environ, "PUUR_DATA": str(self.folder), "HOST": "127.0.0.1", "PORT": str(self.port)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "puur", "serve", "--no-open"],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        )

        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return f"127.0.0.1:{self.port}"
            except OSError:
                assert self.process.poll() is None, "the server has ended by itself"
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def stored_events(folder: Path, code: str) -> list[tuple[int, str, str | None]]:
    """What is in the database, read past the server."""
    database = sqlite3.connect(folder / "puur.sqlite3")
    try:
        return database.execute(
            "SELECT e.n, e.data, e.action FROM web_tableevent e JOIN web_table t ON t.id = e.table_id WHERE code = ? ORDER BY n",
            (code,),
        ).fetchall()
    finally:
        database.close()


Pending = dict[int, tuple[str, dict[str, object]]]


async def play_until_killed(player: Player, rng: random.Random, pending: Pending, confirmed: dict[str, int]) -> None:
    """Play; what was sent and not answered stays in `pending` and is sent again, with the same id, after the restart."""
    seat = player.you
    assert seat is not None
    try:
        while not (player.view and player.view["over"]):
            waiting = pending.get(seat)
            if waiting is None:
                event = player.choice(rng)
                if event is None:
                    n = player.n
                    await player.until(lambda n=n: player.n > n)
                    continue
                pending[seat] = waiting = (str(uuid.uuid4()), event)
            key, event = waiting
            answer = await player.act(event, key)
            if answer["t"] == "ok":
                confirmed[key] = answer["n"]
                await player.until(lambda n=answer["n"]: player.n >= n)
            del pending[seat]
    except (ConnectionError, ConnectionClosed, OSError):
        return


def kill_often(folder: Path, kills: int, seed: int) -> None:
    server, rng = Process(folder), random.Random(seed)

    async def run() -> None:
        players = await four_at_a_table(server.start(), book="tam2014-es")
        code = players[0].code
        pending: Pending = {}
        confirmed: dict[str, int] = {}
        compared = 0

        async def on(one: Player) -> None:
            await play_until_killed(one, random.Random(rng.random()), pending, confirmed)

        done = 0
        while done < kills or (not compared and done < 10 * kills):  # until somebody was told of everything before a kill
            done += 1
            tasks = [
                asyncio.create_task(play_until_killed(one, random.Random(rng.random()), pending, confirmed)) for one in players
            ]
            await asyncio.sleep(rng.uniform(0.02, 0.5))
            server.kill()
            await asyncio.gather(*tasks)
            seen = {one.you: (one.n, one.view) for one in players}
            before = stored_events(folder, code)
            # Everything that anybody was told is stored, and every number and id is there once.
            numbers = [n for n, _, _ in before]
            assert numbers == list(range(1, len(before) + 1))
            assert max(n for n, _ in seen.values()) <= len(before)
            actions = [action for _, _, action in before if action]
            assert len(actions) == len(set(actions))
            assert set(confirmed) <= set(actions)
            await asyncio.to_thread(server.start)
            for player in players:
                await player.connect()
                await player.do(t="hello", since=player.n)
            assert stored_events(folder, code)[: len(before)] == before
            for player in players:
                n, view = seen[player.you]
                if n == len(before):  # told of everything: the state after the restart is the state before
                    same = ("hand", "legal", "trick", "totals", "entries", "to_act", "mode", "points", "fair", "options", "cut")
                    compared += 1
                    first = next(one for one in reversed(player.messages) if one["t"] == "sync")
                    assert {name: first["view"][name] for name in same} == {name: view[name] for name in same}
        assert compared > 0
        tasks = [asyncio.create_task(on(one)) for one in players]
        await asyncio.wait(tasks, timeout=300)
        assert all(one.view["over"] for one in players)
        rows = stored_events(folder, code)
        # Replaying what is stored gives what the players see.
        database = sqlite3.connect(folder / "puur.sqlite3")
        setup = database.execute("SELECT setup FROM web_playedgame").fetchone()[0]
        finished = database.execute(
            "SELECT finished IS NOT NULL, (SELECT count(*) FROM web_participant) FROM web_playedgame"
        ).fetchone()
        database.close()

        game = Game.replay(load("tam2014-es"), read_setup(json.loads(setup)), [restored(data) for _, data, _ in rows])
        assert list(game.totals()) == players[0].view["totals"]
        assert game.over
        assert finished == (1, 4)

    try:
        run_async(run)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def test_killed_in_the_middle_of_play_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    kill_often(tmp_path, kills=3, seed=1)
