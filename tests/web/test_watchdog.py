"""A process that answers nothing: /healthz says so, and in the end it ends. Ticks are counted by hand, no test waits."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puur.web.server.watchdog import DEAD, EXIT, UNWELL, Watchdog


def _ticked(dog: Watchdog, times: int) -> None:
    for _ in range(times):
        dog.tick()


def test_a_loop_that_stands_still_is_noticed_and_ends_the_process() -> None:
    ended: list[bool] = []
    dog = Watchdog()  # no loop ever comes round
    dog.end = lambda: ended.append(True)
    _ticked(dog, UNWELL - 1)
    assert dog.well
    dog.tick()
    assert not dog.well
    _ticked(dog, DEAD - UNWELL - 1)
    assert not ended
    dog.tick()
    assert ended


def test_pages_that_never_end_are_noticed_only_while_all_places_are_taken() -> None:
    ended: list[bool] = []
    dog = Watchdog()
    dog.end = lambda: ended.append(True)
    dog.crowded = lambda: True
    for _ in range(2 * DEAD):  # crowded, and pages come out: a busy evening
        dog.made += 1
        dog.loop_silent = 0
        dog.tick()
    assert dog.well
    for _ in range(UNWELL):
        dog.loop_silent = 0
        dog.tick()
    assert not dog.well
    dog.crowded = lambda: False
    dog.loop_silent = 0
    dog.tick()
    assert dog.well
    assert not ended


def test_healthz_says_no_when_the_dog_barks(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.test import RequestFactory

    from puur.web.server import health

    monkeypatch.setattr(health.watchdog, "pages_silent", UNWELL)
    assert health.alive(RequestFactory().get("/healthz")).status_code == 503


def test_readyz_says_no_when_there_is_no_room(monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory) -> None:
    from puur.web.server import health

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    folder = Path(str(tmp_path))
    monkeypatch.setattr(health.tempfile, "TemporaryFile", full)
    assert not health.writing(folder)
    monkeypatch.undo()
    assert health.writing(folder)


BUSY = """
import asyncio
from puur.web.server import watchdog

watchdog.TICK, watchdog.DEAD = 0.05, 4

async def main():
    watchdog.watchdog.end = watchdog.end_process
    watchdog.watchdog.start()
    await asyncio.sleep(0.2)
    while True:  # the loop never comes round again
        pass

asyncio.run(main())
"""


def test_a_process_whose_loop_is_busy_for_ever_ends_and_says_where_it_stood() -> None:
    ended = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == EXIT
    assert "in main" in ended.stderr


CHILD = """
import os, sys, time
from puur.web.server import supervisor

with open(sys.argv[1], "a") as file:
    print(os.getpid(), file=file)
supervisor.say_ready()
while True:
    time.sleep(0.02)
    supervisor.beat()
"""
PARENT = """
import socket, sys
from puur.web.server import supervisor

supervisor.SILENT, supervisor.PAUSE, supervisor.AGAIN = 8.0, 0.05, 0.0
supervisor.Supervisor(socket.socket(), 2, [sys.executable, "-c", sys.argv[1], sys.argv[2]]).run()
"""


def test_a_process_that_is_stopped_is_replaced_from_outside(tmp_path: Path) -> None:
    """Its own watchdog is stopped with it."""
    pids = tmp_path / "pids"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD, str(pids)])

    def started(count: int) -> list[int]:
        until = time.monotonic() + 300
        while not pids.exists() or len(pids.read_text().split()) < count:
            assert time.monotonic() < until
            time.sleep(0.02)
        return [int(pid) for pid in pids.read_text().split()]

    try:
        first, second = started(2)
        os.kill(first, signal.SIGSTOP)
        *_, third = started(3)
        assert third not in (first, second)
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        os.kill(second, 0)  # whoever beats stays
    finally:
        parent.terminate()
        parent.wait(300)
