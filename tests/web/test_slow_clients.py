"""Clients that never read, or send what costs them nothing: real sockets, and memory that stays within bounds."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import os
import re
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest

from puur.web.live.connection import MOST_BYTES, MOST_WAITING, Connection
from puur.web.server import slow_clients
from tests.faults.servers import ROOT, Postgres, RedisServer, Web
from tests.faults.test_processes import holder
from tests.web.client import Browser, Player, run_async

TEXT, CONTINUED, PING, LAST = 0x1, 0x0, 0x9, 0x80
HELLO = json.dumps({"t": "hello", "since": 0}).encode()
HIGH_WATER = 64 << 10  # asyncio's: above it nothing more is written
PATIENCE = 300


def frame(first: int, data: bytes) -> bytes:
    """A frame as a browser masks it, with a mask of zeros."""
    assert len(data) < 126
    return struct.pack("!BB", first, 0x80 | len(data)) + b"\0\0\0\0" + data


@contextlib.contextmanager
def deaf(address: str, path: str, cookie: str = "") -> Iterator[socket.socket]:
    """A connection that is open and reads nothing, with as little room in the kernel as there can be."""
    host, port = address.split(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        head = {"Host": address, "Origin": f"http://{address}", "Upgrade": "websocket", "Connection": "Upgrade", "Cookie": cookie}
        head |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
        said = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
        line.sendall("\r\n".join(said).encode())
        assert line.recv(12) == b"HTTP/1.1 101"
        yield line


def until(found: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


def at_table(code: str) -> list[Connection]:
    from puur.web import asgi

    table = asgi.hub.tables.get(code)
    return [] if table is None else list(table.connections)


def lines_of(line: socket.socket) -> list[slow_clients.Sockets]:
    """The server's end of a line."""
    own = line.getsockname()
    return [one for one in gc.get_objects() if type(one) is slow_clients.Sockets and one.client == own]


def started(server: str) -> Browser:
    """Somebody at a table that plays."""
    browser = Browser(server)
    browser.code = browser.open_table()  # type: ignore[attr-defined]

    async def run() -> None:
        player = await Player(browser, browser.code).connect()  # type: ignore[attr-defined]
        await player.do(t="start")

    run_async(run)
    return browser


def test_whoever_never_reads_holds_little_and_is_cut_off(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi

    answers: list[Connection] = []

    original = Connection.send

    def send(connection: Connection, *texts: bytes) -> None:
        original(connection, *texts)
        answers.extend(connection for text in texts if text.startswith(b'{"v":1,"t":"sync"'))

    monkeypatch.setattr(Connection, "send", send)
    browser = started(server)
    code: str = browser.code  # type: ignore[attr-defined]
    until(lambda: not at_table(code))
    before = len(asgi.sockets.by_person)
    with deaf(server, f"/ws/t/{code}/", browser.cookie) as line:
        until(lambda: at_table(code))
        (connection,) = at_table(code)
        (end,) = lines_of(line)
        most = asked = 0

        def taken() -> bool:
            """All that was asked is answered, and as much of it is written as the line takes."""
            written = connection.out.empty() or end.transport.get_write_buffer_size() > HIGH_WATER
            return connection.closing or (answers.count(connection) >= asked and written)

        while not connection.closing:  # a snapshot for every hello: more than the kernel keeps, then more than we do
            line.sendall(frame(LAST | TEXT, HELLO) * 20)
            asked += 20
            until(taken)
            assert connection.out.qsize() <= MOST_WAITING + 1
            assert connection.bytes <= MOST_BYTES
            most = max(most, end.transport.get_write_buffer_size())
        assert HIGH_WATER < most < HIGH_WATER + MOST_BYTES  # one message above the mark at most
        assert connection.bytes == 0  # nothing more is kept for a reader who is too slow
        assert end._watching is not None
        end.loop.call_soon_threadsafe(end._look)  # the time is up
        until(lambda: end.disconnected)  # the line is cut, though the other side is there and silent
        until(lambda: not at_table(code))  # and the table knows that nobody is there
    until(lambda: len(asgi.sockets.by_person) <= before)


class Slowly:
    """A transport whose buffer has these sizes, one after the other."""

    def __init__(self, *sizes: int) -> None:
        self.sizes, self.aborted = list(sizes), False

    def get_write_buffer_size(self) -> int:
        return self.sizes.pop(0) if len(self.sizes) > 1 else self.sizes[0]

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return False


def test_only_who_takes_nothing_is_cut_off() -> None:
    loop = asyncio.new_event_loop()
    try:
        for sizes, watched, aborted in (
            ((70_000, 69_000, 69_000), True, False),  # takes a little: it is looked at again
            ((70_000, 0), False, False),
            ((70_000, 70_000), False, True),
            ((70_000, 70_004), False, True),  # a ping was added to it
        ):
            one = slow_clients._Watched()
            one.transport, one.loop = Slowly(*sizes), loop
            one.watch()
            one._look()
            assert (one._watching is not None, one.transport.aborted) == (watched, aborted)
            one.moves()
            assert one._watching is None
    finally:
        loop.close()


def test_answers_to_pings_that_nobody_reads_are_bounded(server: str) -> None:
    """Flow control does not hold them back: without a limit they fill the memory of the server as fast as the line allows."""
    browser = started(server)
    with deaf(server, f"/ws/t/{browser.code}/", browser.cookie) as line:  # type: ignore[attr-defined]
        (end,) = lines_of(line)
        pings = frame(LAST | PING, b"x" * 125) * 500
        with contextlib.suppress(OSError):
            for _ in range(1000):  # 65 MB; it ends long before
                line.sendall(pings)
            pytest.fail("all of them were answered")
        until(lambda: end.disconnected)
        assert end.transport.get_write_buffer_size() <= slow_clients.MOST_UNSENT + HIGH_WATER + len(pings)


def test_a_message_in_endless_pieces_is_cut_off(server: str) -> None:
    browser = started(server)
    with deaf(server, f"/ws/t/{browser.code}/", browser.cookie) as line:  # type: ignore[attr-defined]
        (end,) = lines_of(line)
        line.sendall(frame(TEXT, b"{"))
        with contextlib.suppress(OSError):
            for _ in range(200):
                line.sendall(frame(CONTINUED, b"") * 100)
        until(lambda: end.disconnected)
        assert len(end.frames) <= 64 << 10  # of one read


def test_a_page_that_nobody_reads_is_cut_off(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "STUCK", 1.0)
    host, port = server.split(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect((host, int(port)))
        own: list[slow_clients.Pages] = []

        def found() -> list[slow_clients.Pages]:
            own[:] = [one for one in gc.get_objects() if type(one) is slow_clients.Pages and one.client == line.getsockname()]
            return own

        until(found)
        (end,) = own
        ask = f"GET /texts/de.json HTTP/1.1\r\nHost: {server}\r\n\r\n".encode()
        line.sendall(ask * 100)  # each answer some hundred kilobytes
        until(lambda: end.transport.is_closing() and end not in end.connections)


def metric(web: Web, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", Browser(web.address).get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def memory(web: Web) -> int:
    """What a process has in memory, in bytes."""
    assert web.process is not None
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{web.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) << 10


@pytest.mark.slow
def test_whoever_never_reads_through_another_process_holds_little_in_both(tmp_path: Path) -> None:
    postgres, redis = Postgres(tmp_path / "pg"), RedisServer(tmp_path)
    webs: list[Web] = []
    try:
        postgres.fresh()
        webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url).launch() for _ in range(2)]
        for web in webs:
            web.wait()
        browser = Browser(webs[0].address)
        code = browser.open_table()

        async def run() -> None:
            player = await Player(browser, code).connect()
            await player.do(t="start")
            owner = holder(postgres, webs, code)
            assert owner is not None
            near = next(web for web in webs if web is not owner)
            before = memory(near), memory(owner)
            assert metric(owner, "puur_connections") == 1
            with deaf(near.address, f"/ws/t/{code}/", browser.cookie) as line:
                await asyncio.to_thread(until, lambda: metric(owner, "puur_connections") == 2)
                for _ in range(200):  # 4000 snapshots, some 30 MB; others are answered
                    await asyncio.to_thread(line.sendall, frame(LAST | TEXT, HELLO) * 20)
                    await player.send(t="ping")
                    await player.until(lambda: player.last("pong") or player.last("error"))  # the flood may fill the inbox
                    player.messages.clear()
                # It is cut off there, though it is silent and stays, and the owner of the table is told.
                await asyncio.to_thread(until, lambda: metric(owner, "puur_connections") == 1)
                grown = memory(near) - before[0], memory(owner) - before[1]
                assert max(grown) < 24 << 20, grown  # the queue of one reader, the line between the two, and what Python keeps

        run_async(run)
    finally:
        for web in webs:
            web.stop()
        redis.stop()
        postgres.stop()


def test_so_many_pages_at_once_so_many_wait_and_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five ask where two may and one may wait: two are told to come again, whoever looks after the server is not."""
    from django.core.handlers.asgi import ASGIHandler
    from django.http import HttpResponse
    from django.test import AsyncRequestFactory

    from puur.web.server.request_limit import RequestLimit

    async def run() -> None:
        go, made = asyncio.Event(), []

        async def slow(_self: ASGIHandler, request: HttpRequest) -> HttpResponse:
            made.append(request.path)
            if request.path != "/healthz":
                await go.wait()
            return HttpResponse("page")

        monkeypatch.setattr(ASGIHandler, "run_get_response", slow)
        limit, ask = RequestLimit(at_once=2, waiting=1), AsyncRequestFactory()
        tasks = [asyncio.create_task(limit.run_get_response(ask.get(f"/{number}"))) for number in range(3)]
        while limit.waiting < 1:
            await asyncio.sleep(0)
        refused = [await limit.run_get_response(ask.get("/late", headers={"Accept-Language": "fr"})) for _ in range(2)]
        assert [one.status_code for one in refused] == [503, 503]
        assert "Beaucoup de monde" in refused[0].content.decode()
        assert (refused[0]["Retry-After"], "default-src 'none'" in refused[0]["Content-Security-Policy"]) == ("5", True)
        assert (await limit.run_get_response(ask.get("/healthz"))).status_code == 200
        assert made == ["/0", "/1", "/healthz"]
        tasks[0].cancel()  # whoever hangs up gives the place to the next
        while "/2" not in made:
            await asyncio.sleep(0)
        go.set()
        assert [one.status_code for one in await asyncio.gather(*tasks[1:])] == [200, 200]
        assert (limit.inside, limit.waiting, limit.refused) == (0, 0, 2)

    asyncio.run(run())


def test_whoever_hangs_up_as_a_place_is_given_costs_nobody_else_theirs() -> None:
    """A page is made, and in the same moment the first who waits goes: the next has the place, and every place comes back."""
    from puur.web.server.request_limit import Places

    async def run() -> None:
        places, one, other = Places(1, 5), {"s-one": (4, 5)}, {"s-other": (4, 5)}
        assert await places.take(one)
        gone, next_ = (asyncio.create_task(places.take(names)) for names in (one, other))
        await asyncio.sleep(0)
        gone.cancel()
        places.give(one)  # before the one who goes has heard that it goes
        assert await next_
        places.give(other)
        assert gone.cancelled()
        assert (places.taken, len(places.waiting), dict(places.inside), dict(places.waits)) == (0, 0, {}, {})

    asyncio.run(run())


def test_nobody_of_a_hall_of_three_hundred_behind_one_address_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 300 browsers asks for a page and, with it, for two more things, all at the same moment: 900 answers."""
    from django.conf import settings
    from django.core.handlers.asgi import ASGIHandler
    from django.http import HttpResponse
    from django.test import AsyncRequestFactory

    from puur.web.server.request_limit import RequestLimit

    async def run() -> None:
        async def page(_self: ASGIHandler, _request: HttpRequest) -> HttpResponse:
            await asyncio.sleep(0)
            return HttpResponse("page")

        monkeypatch.setattr(ASGIHandler, "run_get_response", page)
        limit, ask = RequestLimit(), AsyncRequestFactory()
        asked = []
        for number in range(900):
            request = ask.get("/")
            request.META["REMOTE_ADDR"] = "203.0.113.7"
            request.COOKIES[settings.SESSION_COOKIE_NAME] = f"browser{number % 300}"
            asked.append(limit.run_get_response(request))
        answers = await asyncio.gather(*asked)
        assert {answer.status_code for answer in answers} == {200}
        assert (limit.inside, limit.waiting, limit.refused) == (0, 0, 0)

    asyncio.run(run())


def test_whoever_asks_for_many_pages_waits_while_others_are_served() -> None:
    """One browser asks for nine pages that take long, another for one: it has its place at once."""
    from puur.web.server.request_limit import Places

    async def run() -> None:
        places, one, other = Places(8, 20), {"s-one": (4, 5), "a": (6, 18)}, {"s-other": (4, 5), "a": (6, 18)}
        tasks = [asyncio.create_task(places.take(one)) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [task.done() for task in tasks] == [True] * 4 + [False] * 5 + [True], "four have a place, five wait"
        assert tasks[-1].result() is False, "one more may not even wait"
        assert await places.take(other), "past those who have as many as they may"
        assert await places.take(other)
        waiting = asyncio.create_task(places.take({"s-third": (4, 5), "a": (6, 18)}))
        await asyncio.sleep(0)
        assert not waiting.done(), "their address has six places"
        assert await places.take({"s-far": (4, 5), "b": (6, 18)}), "another address has room"
        tasks[4].cancel()  # the first who waits hangs up
        await asyncio.sleep(0)
        places.give(other)
        await asyncio.sleep(0)
        assert waiting.done(), "the next who may have the place, not the next in the line"
        for _ in range(8):
            places.give(one)
            await asyncio.sleep(0)
        assert [task.done() for task in tasks] == [True] * 10

    asyncio.run(run())


def test_every_bound_of_the_page_for_operators_is_where_it_says() -> None:
    text = (
        (ROOT / "docs" / "operating.md")
        .read_text(encoding="utf-8")
        .partition("## What is bounded, and where")[2]
        .partition("\n## ")[0]
    )
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")][2:]
    found = [place for row in rows for place in re.findall(r"`([\w/]+\.py)`(?:: ((?:`\w+`(?:, )?)+))?", row[4])]
    assert len(found) > 25
    for file, names in found:
        code = (ROOT / "puur" / "web" / file).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^[A-Z_, ]*\b{name}\b[A-Z_, ]*(: [^=]+)? = ", code, re.MULTILINE), f"{file} has no {name}"
