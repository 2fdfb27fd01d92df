"""A process that answers nothing: /healthz says so, and in the end it ends. Ticks are counted by hand, no test waits."""

from __future__ import annotations

import errno

import pytest

from puur.web.server.watchdog import DEAD, UNWELL, Watchdog


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
    from pathlib import Path

    from puur.web.server import health

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    folder = Path(str(tmp_path))
    monkeypatch.setattr(health.tempfile, "TemporaryFile", full)
    assert not health.writing(folder)
    monkeypatch.undo()
    assert health.writing(folder)
