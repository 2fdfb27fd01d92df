"""Load on several web processes: SQLite with one, PostgreSQL and Redis with two, four or more, as `table_load` does for one.

PostgreSQL and Redis are the distribution's, started here with data on a disk. Everybody at a table is connected to the same
process, as nginx does it (`--spread table`), or to different ones, so that most of it travels over Redis (`--spread seat`).
Results are checked before anything is timed. Processor time is counted apart for web processes, database, Redis and clients.
With `--kill` one of the processes is killed at the end, and everybody at its tables comes back at once through the others: how long
until each sees the table again, with nothing missing.

    .venv/bin/python bench/many_processes.py --kinds sqlite:1,postgres:2,postgres:4 --tables 300,600 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import table_load as load

PAGE = os.sysconf("SC_PAGE_SIZE")


class Place:
    """The servers of one run."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, _, count = kind.partition(":")
        self.count, self.folder = int(count or 1), folder
        self.postgres: Any = None
        self.redis: Any = None
        self.env: dict[str, str] = {}
        self.webs: list[subprocess.Popen[bytes]] = []
        self.ports: list[int] = []
        if self.kind == "postgres":
            from tests.faults.servers import Postgres, RedisServer

            self.postgres, self.redis = Postgres(folder), RedisServer(folder)
            self.env = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}
        os.environ.pop("DATABASE_URL", None)
        os.environ.update(self.env)

    def start(self) -> None:
        for _ in range(self.count):
            process, port = load.start_server(
                self.folder, PUUR_MOST_LAG="1000", PUUR_MOST_COMMIT="1000", PUUR_MOST_BUSY="1000", **self.env
            )
            self.webs.append(process)
            self.ports.append(port)

    def stop(self) -> None:
        for process in self.webs:
            process.kill()
            process.wait()
        for server in (self.redis, self.postgres):
            if server is not None:
                server.stop()

    def rows(self) -> load.Rows:
        return load.sqlite_rows(self.folder) if self.postgres is None else self.postgres.rows

    def pids(self) -> dict[str, list[int]]:
        pids = {"web": [process.pid for process in self.webs]}
        if self.postgres is not None:
            pids["database"] = [self.postgres.process.pid, *_children(self.postgres.process.pid)]
            pids["redis"] = [self.redis.process.pid]
        return pids


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def memory_of(pids: Sequence[int]) -> float:
    """Resident megabytes, what is shared counted once and not for each process."""
    total = 0
    for pid in pids:
        parts = Path(f"/proc/{pid}/statm").read_text().split()
        total += (int(parts[1]) - int(parts[2])) * PAGE
    return total / (1 << 20)


def cpu_of(pids: dict[str, list[int]]) -> dict[str, float]:
    seconds = {}
    for name, some in pids.items():
        seconds[name] = 0.0
        for pid in some:
            try:
                seconds[name] += load.cpu_of(pid)
            except OSError:  # a helper of PostgreSQL that has ended meanwhile
                continue
    return seconds


async def takeover(place: Place, tables: list[load.Table], cookies: list[list[str]]) -> dict[str, Any]:
    """Kill the first process, and bring everybody at its tables back through the others; no gap in what they see."""
    gone = [number for number, table in enumerate(tables) if any(client.port == place.ports[0] for client in table.clients)]
    before = {number: [client.n for client in tables[number].clients] for number in gone}
    began = time.perf_counter()
    place.webs[0].kill()
    place.webs[0].wait()
    doors = place.ports[1:]

    async def again(number: int, seat: int) -> float:
        table, tries = tables[number], 0
        while True:
            port = doors[(number + tries) % len(doors)]  # as a load balancer: the next one
            make = partial(load.Client, table, seat, f"/ws/t/{table.code}/", cookies[number][seat], port)
            try:
                _, client = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
                await asyncio.wait_for(client.synced, 60)
                break
            except (OSError, TimeoutError):
                tries += 1
                await asyncio.sleep(0.2 + 0.3 * table.rng.random())
        if client.n < before[number][seat]:
            table.trouble.append(f"seat {seat}: had seen event {before[number][seat]}, now the last is {client.n}")
        table.clients[seat] = client
        return time.perf_counter() - began

    seconds = sorted(await asyncio.gather(*(again(number, seat) for number in gone for seat in range(4))))
    print(f"killed one process with {len(gone)} tables", file=sys.stderr)
    return {
        "moved_tables": len(gone), "back_p50_s": round(statistics.median(seconds), 1),
        "back_p99_s": round(seconds[int(0.99 * (len(seconds) - 1))], 1), "back_max_s": round(seconds[-1], 1),
    }  # fmt: skip


async def measure(place: Place, prepared: list[tuple[str, list[str]]], options: argparse.Namespace) -> dict[str, Any]:
    ports = place.ports
    empty = memory_of(place.pids()["web"])
    tables = await load.sit_down(
        prepared, lambda table, seat: ports[(table + (seat if options.spread == "seat" else 0)) % len(ports)]
    )
    await load.check(tables[: options.checked], place.rows(), 60)
    until = time.perf_counter() + options.warmup + options.seconds
    tasks = [asyncio.create_task(table.play(options.rate, until)) for table in tables]
    await asyncio.sleep(options.warmup)
    for table in tables:
        table.timing = True
    pids, average = place.pids(), os.getloadavg()[0]
    before, events, wall, mine = cpu_of(pids), sum(table.events for table in tables), time.perf_counter(), time.process_time()
    await asyncio.sleep(options.seconds)
    after, events = cpu_of(pids), sum(table.events for table in tables) - events
    wall, mine = time.perf_counter() - wall, time.process_time() - mine
    memory = memory_of(pids["web"])
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, BaseException):
            tables[0].trouble.append(repr(outcome))
    times = sorted(took * 1000 for table in tables for took in table.times)
    moved: dict[str, Any] = {}
    if options.kill and place.count > 1:
        moved = await takeover(place, tables, [cookies for _, cookies in prepared])
        for table in tables[: 4 * place.count]:  # and play on
            for _ in range(3):
                await table.step()
    trouble = [f"{table.code}: {problem}" for table in tables for problem in table.trouble]
    if trouble or len(times) < 100:
        raise SystemExit("not right:\n" + "\n".join(trouble[:10] or ["too little was seen"]))
    cuts = statistics.quantiles(times, n=1000, method="inclusive")
    cpu = {name: after[name] - before[name] for name in after}
    return {
        "kind": place.kind, "processes": place.count, "spread": options.spread, "tables": len(tables),
        "events_per_s": round(events / wall, 1), "p50_ms": round(cuts[499], 1), "p95_ms": round(cuts[949], 1),
        "p99_ms": round(cuts[989], 1), "max_ms": round(times[-1], 1),
        **{f"{name}_cores": round(value / wall, 2) for name, value in cpu.items()},
        "cpu_ms_per_event": round(1000 * sum(cpu.values()) / events, 2),
        "memory_mb": round(memory), "kb_per_table": round(1024 * (memory - empty) / len(tables)),
        "client_cores": round(mine / wall, 2), "load_average": round(average, 1), **moved,
    }  # fmt: skip


def one(kind: str, count: int, options: argparse.Namespace) -> dict[str, Any]:
    """One run in this process: Django can be set up for one database only."""
    with tempfile.TemporaryDirectory(prefix="puur-load-", dir=options.folder) as name:
        place = Place(kind, Path(name))
        try:
            prepared = load.prepare(Path(name), count, options.book)
            place.start()
            return asyncio.run(measure(place, prepared, options))
        finally:
            place.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="sqlite:1,postgres:2,postgres:4")
    parser.add_argument("--tables", default="200")
    parser.add_argument("--rate", type=float, default=0.3, help="events per second and table")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warmup", type=float, default=4)
    parser.add_argument("--checked", type=int, default=3)
    parser.add_argument("--spread", choices=("table", "seat"), default="table")
    parser.add_argument("--kill", action="store_true", help="kill a process at the end, and see how long people are away")
    parser.add_argument("--book", default="jassregeln")
    parser.add_argument("--folder", default=None, help="where the databases are made; a disk, not a memory file system")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    kinds, counts = options.kinds.split(","), [int(part) for part in options.tables.split(",")]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8 * max(counts) + 400)), hard))
    if options.one:
        print(json.dumps(one(kinds[0], counts[0], options)), flush=True)
        return
    for kind in kinds:
        for count in counts:
            skip = {"kinds", "tables", "json", "one", "folder", "kill"}
            same = [part for name, value in vars(options).items() if name not in skip for part in (f"--{name}", str(value))]
            same += (["--folder", options.folder] if options.folder else []) + (["--kill"] if options.kill else [])
            command = [sys.executable, __file__, "--one", "--kinds", kind, "--tables", str(count), *same]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{kind}, {count} tables: {done.stderr.strip()[-600:]}", flush=True)
                continue
            row = json.loads(done.stdout.splitlines()[-1])
            print(json.dumps(row) if options.json else "  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
