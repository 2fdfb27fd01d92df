"""Load on the live tables: hundreds of them with four clients each, from card played to card seen.

A server in a process of its own (the real one, SQLite with WAL and synchronous FULL, every event committed before it is sent) and
clients in this one, over real WebSockets on the loopback. Results are checked before anything is timed: at a few tables every
event is looked up in the database the moment a client is told of it, and the stored events are replayed to what the clients see.

    .venv/bin/python bench/table_load.py --tables 300 --rate 0.3 --seconds 30
    .venv/bin/python bench/table_load.py --tables 20 --rate 0 --against ../old --rounds 5

A rate of 0 is a closed loop: the next card as soon as the last one was seen. With `--against` another checkout (with its
own .venv) is measured in turn with this one, and the ratios are printed at the end: on a busy machine only they can be trusted.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


class Client(asyncio.Protocol):
    """One seat: the smallest WebSocket client that can play, so that the load is the server's and not ours."""

    def __init__(self, table: Table, seat: int, path: str, cookie: str, port: int) -> None:
        self.table, self.seat, self.port = table, seat, port
        host = f"127.0.0.1:{port}"
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://{host}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        self.buffer = b""
        self.upgraded = False
        self.transport: asyncio.Transport | None = None
        self.view: dict[str, Any] | None = None
        self.n = -1
        self.bytes = 0
        self.synced = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        buffer = self.buffer + data
        if not self.upgraded:
            head, blank, buffer = buffer.partition(b"\r\n\r\n")
            if not blank:
                self.buffer = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                if not self.synced.done():
                    self.synced.set_exception(ConnectionRefusedError(f"refused: {head[:200]!r}"))
                return
            self.upgraded = True
        while len(buffer) >= 2:
            kind, size, at = buffer[0] & 15, buffer[1], 2
            if size == 126:
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                break
            body, buffer = buffer[at : at + size], buffer[at + size :]
            self.bytes += at + size
            if kind == 1:
                self.take(body, now)
            elif kind == 9:
                self.send_frame(10, body)
            elif kind == 8:
                self.table.trouble.append(f"closed: {body[:100]!r}")
        self.buffer = buffer

    def connection_lost(self, _problem: Exception | None) -> None:
        if not self.synced.done():
            self.synced.set_exception(ConnectionResetError("the line was cut"))

    def take(self, body: bytes, now: float) -> None:
        if body.startswith(b'{"v":1,"t":"event","n":'):
            n = int(body[23 : body.index(b",", 23)])
            if n != self.n + 1:
                self.table.trouble.append(f"seat {self.seat}: event {n} after {self.n}")
            self.n = n
            self.table.seen(self, n, now)
            self.raw(body)
        elif body.startswith(b'{"v":1,"t":"sync"'):
            message = json.loads(body)
            self.n, self.view = message["n"], message["view"]
            self.pending = []
            if not self.synced.done() and self.view is not None:
                self.synced.set_result(None)
        elif body.startswith((b'{"v":1,"t":"error"', b'{"v":1,"t":"refused"')):
            self.table.trouble.append(body[:200].decode())

    pending: list[bytes]

    def raw(self, body: bytes) -> None:
        """Keep what changed; it is read only when this seat has to act."""
        self.pending.append(body)

    def state(self) -> dict[str, Any]:
        for body in self.pending:
            self.view = {**(self.view or {}), **json.loads(body)["view"]}
        self.pending = []
        assert self.view is not None
        return self.view

    def send_frame(self, kind: int, body: bytes) -> None:
        assert self.transport is not None
        head = bytes([0x80 | kind])
        size = len(body)
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros is a mask

    def act(self, event: dict[str, Any]) -> None:
        self.send_frame(1, json.dumps({"t": "act", "id": str(uuid.uuid4()), "event": event}).encode())


class Table:
    """One table and its four clients."""

    def __init__(self, code: str, seed: int) -> None:
        self.code = code
        self.rng = random.Random(seed)
        self.clients: list[Client] = []
        self.trouble: list[str] = []
        self.times: list[float] = []
        self.events = 0
        self.sent_at = 0.0
        self.actor: Client | None = None
        self.check: Any = None
        self.waiting: set[int] = set()
        self.expected = 0
        self.moved = asyncio.Event()
        self.timing = False

    def seen(self, client: Client, n: int, now: float) -> None:
        if self.check is not None:
            self.check(self, n)
        if n >= self.expected and client.seat in self.waiting:
            self.waiting.discard(client.seat)
            if self.timing and client is not self.actor:
                self.times.append(now - self.sent_at)
            if not self.waiting:
                self.moved.set()

    def choice(self) -> tuple[Client, dict[str, Any]] | None:
        to_act = self.clients[0].state()["to_act"]
        if to_act is None:
            return None
        client = self.clients[to_act]
        view = client.state()
        if any(option["label"] == "cut" for option in view["options"]):
            return client, {"event": "cut", "lifted": self.rng.randint(3, 30), "nonce": f"{self.rng.getrandbits(64):016x}"}
        if view["legal"]:
            return client, {"event": "card-played", "card": self.rng.choice(view["legal"])}
        bids = [option for option in view["options"] if option["label"] in ("announced", "pushed")]
        return (client, self.rng.choice(bids)["event"]) if bids else None

    async def step(self) -> bool:
        chosen = self.choice()
        if chosen is None:
            return False
        self.actor, event = chosen
        self.waiting = {0, 1, 2, 3}
        self.expected = self.clients[0].n + (3 if event["event"] == "cut" else 1)  # shuffle, cut and deal are one step
        self.moved.clear()
        self.sent_at = time.perf_counter()
        self.actor.act(event)
        try:
            await asyncio.wait_for(self.moved.wait(), 30)
        except TimeoutError:
            state = [(client.n, client.transport.is_closing() if client.transport else None) for client in self.clients]
            raise SystemExit(f"{self.code}: no answer to {event}; {self.trouble[:3]} {state}") from None
        self.events += 1
        return True

    async def play(self, rate: float, until: float) -> None:
        """At human speed: a pause of random length with this mean, then the next event; at rate 0 without a pause."""
        await asyncio.sleep(self.rng.uniform(0, 1 / rate) if rate else 0)
        while time.perf_counter() < until:
            began = time.perf_counter()
            if not await self.step():
                return
            if rate:
                await asyncio.sleep(max(0.0, self.rng.uniform(0.5, 1.5) / rate - (time.perf_counter() - began)))


def prepare(folder: Path, count: int, book: str) -> list[tuple[str, list[str]]]:
    """Tables with four guests each, straight into the database; codes and session cookies by seat."""
    os.environ.update(PUUR_DATA=str(folder), DJANGO_SETTINGS_MODULE="puur.web.settings")
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.db import transaction

    from puur.reglement import load
    from puur.web.live.state import Who
    from puur.web.models import Guest, Seat
    from puur.web.people import GUEST
    from puur.web.views.tables import open_table

    call_command("migrate", verbosity=0, interactive=False)
    prepared = []
    with transaction.atomic():
        for number in range(count):
            guests = [Guest.objects.create(name=f"{name}{number}") for name in "ABCD"]
            table = open_table(Who(f"g{guests[0].pk}", guests[0].name, None, guests[0].pk), load(book), instant=False)
            cookies = []
            for seat, guest in enumerate(guests):
                Seat.objects.filter(table=table, number=seat).update(guest=guest, name=guest.name)
                session = SessionStore()
                session[GUEST] = guest.pk
                session.create()
                cookies.append(f"sessionid={session.session_key}")
            prepared.append((table.code, cookies))
    from django.db import connection

    connection.close()
    return prepared


def cpu_of(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


def start_server(folder: Path, **more: str) -> tuple[subprocess.Popen[bytes], int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "PUUR_DATA": str(folder), "HOST": "127.0.0.1", "PORT": str(port), "PUUR_BOT_WORKERS": "0", **more}
    env.setdefault("PUUR_RATE", "1000")  # in a closed loop nobody is slow, and the limit is not what is measured
    begin = "from puur.cli.app import main; main()"  # what every version has
    process = subprocess.Popen([sys.executable, "-c", begin, "serve", "--no-open"], env=env, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process, port
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not start")


async def sit_down(tables: list[tuple[str, list[str]]], door: Callable[[int, int], int]) -> list[Table]:
    """Connect everybody, each through the port that `door` names for a table and a seat, and begin every game."""
    loop, seated = asyncio.get_running_loop(), []
    for number, (code, cookies) in enumerate(tables):
        table = Table(code, number)
        for seat, cookie in enumerate(cookies):
            port = door(number, seat)
            make = partial(Client, table, seat, f"/ws/t/{code}/", cookie, port)
            _, client = await loop.create_connection(make, "127.0.0.1", port)
            table.clients.append(client)
        seated.append(table)
    for table in seated:
        while table.clients[0].n < 0:
            if table.clients[0].synced.done():
                await table.clients[0].synced
            await asyncio.sleep(0.01)
        table.clients[0].send_frame(1, b'{"t":"start"}')
        await asyncio.wait_for(asyncio.gather(*(client.synced for client in table.clients)), 60)
    return seated


Rows = Callable[..., Sequence[Sequence[Any]]]
_EVENTS = "web_tableevent e JOIN web_table t ON t.id = e.table_id WHERE t.code = %s"


def sqlite_rows(folder: Path) -> Rows:
    """Queries past the server."""
    database = sqlite3.connect(folder / "puur.sqlite3", isolation_level=None)
    return lambda text, *values: database.execute(text.replace("%s", "?"), values).fetchall()


async def check(tables: list[Table], rows: Rows, steps: int) -> None:
    """Committed before sent, no gaps, and the stored events replay to what the clients see."""
    looked = 0

    def is_stored(table: Table, n: int) -> None:
        nonlocal looked
        looked += 1
        if rows(f"SELECT count(*) FROM {_EVENTS} AND e.n = %s", table.code, n)[0][0] != 1:
            table.trouble.append(f"told of event {n} before it was stored")

    for table in tables:
        table.check = is_stored
        for _ in range(steps):
            if not await table.step():
                break
        table.check = None
        compare(table, rows)
    trouble = [f"{table.code}: {text}" for table in tables for text in table.trouble]
    if trouble or not looked:
        raise SystemExit("not right:\n" + "\n".join(trouble[:10]))
    print(f"checked: {len(tables)} tables, {looked} messages, each event stored before it was seen; replay equal to every view")


def compare(table: Table, rows: Rows) -> None:
    from puur.core.game import Game
    from puur.core.view import view_of
    from puur.reglement import load
    from puur.web.live.state import read_setup
    from puur.web.live.wire import restored

    events = rows(f"SELECT n, data FROM {_EVENTS} ORDER BY n", table.code)
    setup, book = rows(
        "SELECT g.setup, g.book FROM web_playedgame g JOIN web_table t ON t.id = g.table_id WHERE t.code = %s", table.code
    )[0]
    plain = json.loads(setup) if isinstance(setup, str) else setup
    game = Game.replay(load(book), read_setup(plain), [restored(data) for _, data in events])
    for client in table.clients:
        view = client.state()
        hand = [card.name for card in view_of(game, client.seat).hand]
        if (view["hand"], view["totals"], client.n) != (hand, list(game.totals()), len(events)):
            table.trouble.append(f"seat {client.seat} does not see what is stored")


def run(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="puur-load-", dir=options.folder) as name:
        folder = Path(name)
        prepared = prepare(folder, options.tables, options.book)
        process, port = start_server(folder)
        try:
            asyncio.run(measure(options, prepared, folder, process.pid, port))
        finally:
            process.kill()
            process.wait()


async def measure(options: argparse.Namespace, prepared: list[tuple[str, list[str]]], folder: Path, pid: int, port: int) -> None:
    tables = await sit_down(prepared, lambda _table, _seat: port)
    await check(tables[: options.checked], sqlite_rows(folder), 60)
    print(f"{len(tables)} tables, {4 * len(tables)} connections, {options.rate} events/s and table, {options.seconds} s")
    until = time.perf_counter() + options.warmup + options.seconds
    tasks = [asyncio.create_task(table.play(options.rate, until)) for table in tables]
    await asyncio.sleep(options.warmup)
    for table in tables:
        table.timing = True
    load = os.getloadavg()[0]
    cpu, events, wall, mine = cpu_of(pid), sum(table.events for table in tables), time.perf_counter(), time.process_time()
    sent = bytes_of(tables)
    await asyncio.sleep(options.seconds)
    cpu, events, sent = cpu_of(pid) - cpu, sum(table.events for table in tables) - events, bytes_of(tables) - sent
    wall, mine = time.perf_counter() - wall, time.process_time() - mine
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, BaseException):
            tables[0].trouble.append(repr(outcome))
    report(tables, cpu, events, sent, wall, mine, load, options.json)


def bytes_of(tables: list[Table]) -> int:
    return sum(client.bytes for table in tables for client in table.clients)


def report(tables: list[Table], cpu: float, events: int, sent: int, wall: float, mine: float, load: float, as_json: bool) -> None:
    times = sorted(seconds * 1000 for table in tables for seconds in table.times)
    trouble = [f"{table.code}: {text}" for table in tables for text in table.trouble]
    if trouble or not times:
        raise SystemExit("not right:\n" + "\n".join(trouble[:10] or ["nothing was seen"]))
    cuts = statistics.quantiles(times, n=1000, method="inclusive")
    figures = {
        "tables": len(tables), "events_per_s": round(events / wall, 1), "seen": len(times), "p50_ms": round(cuts[499], 2),
        "p95_ms": round(cuts[949], 2), "p99_ms": round(cuts[989], 2), "max_ms": round(times[-1], 1),
        "server_cpu_ms_per_event": round(1000 * cpu / events, 4), "bytes_per_event": round(sent / events),
        "server_cores": round(cpu / wall, 2), "client_cores": round(mine / wall, 2), "load_average": round(load, 1),
    }  # fmt: skip
    print(json.dumps(figures) if as_json else "\n".join(f"  {name:24} {value}" for name, value in figures.items()))


def against(options: argparse.Namespace) -> None:
    """Measure this checkout and another one in turn, each with its own code from the database to the server."""
    names = ("server_cpu_ms_per_event", "bytes_per_event", "p50_ms", "p99_ms")
    here, there = [sys.executable], [str(Path(options.against).resolve() / ".venv/bin/python")]
    arguments = [Path(__file__).resolve(), "--json"]
    for name in ("tables", "rate", "seconds", "warmup", "checked", "book"):
        arguments += [f"--{name}", getattr(options, name)]
    runs: dict[str, list[dict[str, float]]] = {"this": [], "other": []}
    for _ in range(options.rounds):
        for which, python in (("other", there), ("this", here)):
            done = subprocess.run(
                [*python, *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=True, cwd=Path(python[0]).parents[2]
            )
            runs[which].append(json.loads(done.stdout.splitlines()[-1]))
            print(f"  {which:6}", *(f"{name} {runs[which][-1][name]}" for name in names), flush=True)
    for name in names:
        this, other = (statistics.median(row[name] for row in runs[which]) for which in ("this", "other"))
        print(f"  {name:24} {this:.4g} against {other:.4g}: ratio {this / other:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.3, help="events per second and table")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warmup", type=float, default=4)
    parser.add_argument("--checked", type=int, default=5, help="tables whose every event is checked first")
    parser.add_argument("--book", default="jassregeln")
    parser.add_argument("--folder", default=None, help="where the database is made; a disk, not a memory file system")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--against", default=None, help="another checkout, with its .venv, to be measured in turn with this one")
    parser.add_argument("--rounds", type=int, default=3, help="how often, with --against")
    options = parser.parse_args()
    if options.against:
        against(options)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8 * options.tables + 200)), hard))
    run(options)


if __name__ == "__main__":
    main()
