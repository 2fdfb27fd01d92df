"""Admission under load: tables are added until the server refuses a new one, and then the running ones have to be quick still.

One process on SQLite with its usual limits, real WebSockets. Before each step somebody asks for a new table as browsers do; while
that is allowed, another batch of tables sits down and plays. Tables play faster than people, so that one machine reaches
its limit. Said is the time from a card played to the card seen by the others, step by step and after the refusal.

    .venv/bin/python bench/admission.py --rate 1.5 --step 100
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import table_load as load
from tests.web.client import Browser


def asked(port: int) -> int:
    """A new table, as somebody who has just come: the status of the answer."""
    return Browser(f"127.0.0.1:{port}").post("/tables/new/", book="jassregeln", name="Neu").status


async def window(tables: list[load.Table], seconds: float) -> tuple[float, float, float]:
    """Median and p99 in milliseconds, and events per second, of the next seconds."""
    for table in tables:
        table.times, table.timing = [], True
    events, began = sum(table.events for table in tables), time.perf_counter()
    await asyncio.sleep(seconds)
    wall = time.perf_counter() - began
    times = sorted(1000 * took for table in tables for took in table.times)
    if len(times) < 100:
        return 0.0, 0.0, 0.0
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[98], (sum(table.events for table in tables) - events) / wall


async def grow(prepared: list[tuple[str, list[str]]], port: int, options: argparse.Namespace) -> None:
    tables: list[load.Table] = []
    tasks: list[asyncio.Task[None]] = []
    until = time.perf_counter() + 3600
    status = 0
    while len(tables) < len(prepared):
        status = await asyncio.to_thread(asked, port)
        if status != 302:
            break
        batch = await load.sit_down(prepared[len(tables) : len(tables) + options.step], lambda _table, _seat: port)
        tables += batch
        tasks += [asyncio.create_task(table.play(options.rate, until)) for table in batch]
        await asyncio.sleep(options.settle)
        p50, p99, events = await window(tables, options.seconds)
        print(f"{len(tables):5} tables  {events:6.0f} events/s  p50 {p50:6.1f} ms  p99 {p99:7.1f} ms", flush=True)
    p50, p99, events = await window(tables, 3 * options.seconds)
    said = f"refused ({status})" if status != 302 else "never refused"
    print(f"new tables: {said} at {len(tables)}; after that {events:.0f} events/s  p50 {p50:.1f} ms  p99 {p99:.1f} ms")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    trouble = [f"{table.code}: {problem}" for table in tables for problem in table.trouble]
    if trouble:
        raise SystemExit("not right:\n" + "\n".join(trouble[:10]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=1.5, help="events per second and table")
    parser.add_argument("--step", type=int, default=100, help="tables that come at a time")
    parser.add_argument("--most", type=int, default=1500)
    parser.add_argument("--settle", type=float, default=3, help="seconds before a step is measured")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--folder", default=None, help="where the database is made; a disk, not a memory file system")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8 * options.most + 400)), hard))
    with tempfile.TemporaryDirectory(prefix="puur-load-", dir=options.folder) as name:
        prepared = load.prepare(Path(name), options.most, "jassregeln")
        process, port = load.start_server(Path(name))
        try:
            asyncio.run(grow(prepared, port, options))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
