"""Faults as people see them: the server dies, its disk is full, its database is away; the page says so and goes on by itself.

After each of them nothing that the page was told is missing, nothing is there twice, and `puur check` finds no difference. The page
stands before a door that leads to whichever process lives, as a load balancer does.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.faults.disks import fill, mounted
from tests.faults.servers import Postgres, RedisServer, Web
from tests.faults.test_processes import holder
from tests.web.browser.conftest import CUT_OFF, Open, Watch, keep, play_to, play_until, settled, view, wait_for
from tests.web.test_keeping import several
from tests.web.test_kill import Process

# Its turn, and others have played to this trick before; not the first one, with which a Weis may be offered, nor the last, which
# plays itself.
MIDDLE = ".board:has(.lying):not(:has(.won)):has(.hand-card:nth-of-type(2)):not(:has(.hand-card:nth-of-type(9))) .hand-card.yes"
LINK, STORE = "[data-banner=link]", "[data-banner=store]"
Rows = Callable[..., Sequence[Sequence[Any]]]


class Door:
    """Forwards bytes to the first process that answers; closes the line where none does."""

    def __init__(self) -> None:
        self.to: list[int] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        for port in list(self.to):
            with suppress(OSError):
                far = socket.create_connection(("127.0.0.1", port))
                threading.Thread(target=_pour, args=(far, near), daemon=True).start()
                _pour(near, far)
                return
        near.close()

    def stop(self) -> None:
        self._door.close()


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for line in (source, target):
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    made = Door()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def server(door: Door) -> str:
    """What the pages of this module open; each test says who answers."""
    return door.address


class Told:
    """What a page was told of its own actions."""

    def __init__(self, page: Page) -> None:
        self.confirmed: dict[str, int] = {}
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["t"] == "ok":
            self.confirmed[message["id"]] = message["n"]


def begin(open_page: Open, watch: Watch) -> tuple[Page, Told]:
    """A phone at a table with three bots, in the middle of a trick."""
    watch.ignored = CUT_OFF
    page = open_page("/", width=360, height=640)
    told = Told(page)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, MIDDLE)
    return page, told


def play_one(page: Page) -> str:
    """Tap a card, twice as an impatient thumb does; which."""
    found: str = page.evaluate("""() => {
      const card = document.querySelector('.hand-card.yes');
      card.click();
      card.click();
      return card.dataset.card;
    }""")
    expect(page.locator(f".hand-card.sent[data-card={found}]")).to_have_count(1)
    return found


def says(page: Page, banner: str, text: str, name: str) -> None:
    """A message that is there, readable, and inside the page, on a phone and on a large screen."""
    found = page.locator(banner).last
    for width, height in ((360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(found).to_contain_text(re.compile(text))
        box = found.bounding_box()
        if box is not None:  # None where the page has gone on already
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        keep(page, f"fault-{name}-{width}")
    page.set_viewport_size({"width": 360, "height": 640})


def goes_on(page: Page, card: str, before: dict[str, Any], rows: Rows, told: Told) -> None:
    """The card that was tapped meanwhile is played once, the deal comes to its end, and everything is stored as it was told."""
    wait_for(page, "(card) => !document.querySelector('puur-table').view.hand.includes(card)", card)
    settled(page)
    for banner in (LINK, STORE):
        expect(page.locator(banner)).to_have_count(0)
    assert set(before["hand"]) - set(view(page)["hand"]) >= {card}
    play_until(page, "ready", "over")
    settled(page)
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    stored = rows(
        "SELECT e.n, e.action, e.data FROM web_tableevent e JOIN web_table t ON t.id = e.table_id WHERE t.code = %s ORDER BY e.n",
        code,
    )
    assert [row[0] for row in stored] == list(range(1, len(stored) + 1))
    actions = {row[1]: row[0] for row in stored if row[1]}
    assert len(actions) == sum(1 for row in stored if row[1])
    assert told.confirmed
    for action, n in told.confirmed.items():
        assert actions[action] <= n <= len(stored)
    events = [json.loads(row[2]) if isinstance(row[2], str) else row[2] for row in stored]
    starts = [place for place, event in enumerate(events) if event["event"] == "dealt"]
    deal = events[starts[before["number"] - 1] : [*starts, len(events)][before["number"]]]
    played = [event["card"] for event in deal if event["event"] == "card-played"]
    assert played.count(card) == 1
    assert len(played) == len(set(played))
    assert view(page)["written"] == view(page)["totals"]


def in_file(path: Path) -> Rows:
    """Reads an SQLite database past the server."""

    def rows(text: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(path)) as line:
            return line.execute(text.replace("%s", "?"), values).fetchall()

    return rows


def test_the_server_is_killed_in_the_middle_of_a_trick(door: Door, open_page: Open, watch: Watch, tmp_path: Path) -> None:
    process = Process(tmp_path)
    process.start()
    door.to = [process.port]
    try:
        page, told = begin(open_page, watch)
        before = view(page)
        process.kill()
        expect(page.locator(LINK).last).to_contain_text(re.compile("Keine Verbindung|Verbindung wird gesucht"))
        card = play_one(page)
        says(page, LINK, "Zug ist noch nicht bestätigt", "killed")
        assert view(page)["hand"] == before["hand"]
        process.start()
        goes_on(page, card, before, in_file(tmp_path / "puur.sqlite3"), told)
    finally:
        if process.process is not None and process.process.poll() is None:
            process.kill()
    assert "No difference" in several(tmp_path, (0, ["check"]))[0]


@pytest.mark.slow
def test_the_holder_of_the_table_is_killed_and_the_other_goes_on(door: Door, open_page: Open, watch: Watch, tmp_path: Path) -> None:
    postgres = Postgres(tmp_path / "pg")
    redis = RedisServer(tmp_path)
    webs: list[Web] = []
    try:
        postgres.fresh()
        webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url).launch() for _ in range(2)]
        for web in webs:
            web.wait()
        door.to = [web.port for web in webs]
        page, told = begin(open_page, watch)
        code = page.url.rstrip("/").rsplit("/", 1)[1]
        before = view(page)
        first = holder(postgres, webs, code)
        assert first is not None
        door.to = [web.port for web in webs if web is not first] + [first.port]
        first.kill()
        expect(page.locator(LINK).last).to_be_visible()
        card = play_one(page)
        goes_on(page, card, before, postgres.rows, told)
        assert holder(postgres, webs, code) not in (None, first)
        assert "No difference" in several(tmp_path, (0, ["check"]), database=postgres.url)[0]
    finally:
        for web in webs:
            web.stop()
        redis.stop()
        postgres.stop()


@pytest.mark.slow
def test_postgresql_is_away_and_comes_back(door: Door, open_page: Open, watch: Watch, tmp_path: Path) -> None:
    postgres = Postgres(tmp_path / "pg")
    web = Web(tmp_path, DATABASE_URL=postgres.url, PUUR_PATIENCE="6")
    try:
        postgres.fresh()
        web.env["DATABASE_URL"] = postgres.url
        door.to = [web.start().port]
        page, told = begin(open_page, watch)
        before = view(page)
        postgres.kill()
        card = play_one(page)
        says(page, f"{STORE}, {LINK}", "Zug ist noch nicht bestätigt", "database")
        # Beyond the patience of the server the line is closed, and the page waits with the card.
        expect(page.locator(LINK).last).to_contain_text("Zug ist noch nicht bestätigt")
        assert view(page)["hand"] == before["hand"]
        postgres.start()
        goes_on(page, card, before, postgres.rows, told)
        assert "No difference" in several(tmp_path, (0, ["check"]), database=postgres.url)[0]
    finally:
        web.stop()
        postgres.stop()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "small") as folder:
        yield folder


@pytest.mark.slow
def test_the_disk_is_full_for_a_while(door: Door, open_page: Open, watch: Watch, small_disk: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{small_disk}/puur.sqlite3"
    web = Web(tmp_path, DATABASE_URL=database).start()
    door.to = [web.port]
    try:
        page, told = begin(open_page, watch)
        before = view(page)
        fill(small_disk / "filler")
        card = play_one(page)
        says(page, STORE, "Zug ist noch nicht bestätigt: Der Server kann ihn gerade nicht speichern", "disk")
        assert view(page)["hand"] == before["hand"]
        expect(page.locator(f".hand-card.sent[data-card={card}]")).to_have_count(1)  # and is not offered a second time
        os.unlink(small_disk / "filler")
        goes_on(page, card, before, in_file(small_disk / "puur.sqlite3"), told)
    finally:
        web.stop()
    assert "No difference" in several(tmp_path, (0, ["check"]), database=database)[0]
