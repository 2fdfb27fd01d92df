"""PostgreSQL and Redis die and come back under play; connections break in the very moment of a commit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.people import check, evening, until
from tests.faults.proxy import CommitCutter
from tests.faults.servers import Postgres, RedisServer, Standby, Web
from tests.faults.test_processes import living
from tests.web.client import run_async


@pytest.mark.slow
def test_postgresql_is_killed_and_comes_back(pair: list[Web], postgres: Postgres) -> None:
    async def run() -> None:
        table = await evening(living(pair))
        await table.played(15)
        postgres.kill()
        await asyncio.to_thread(postgres.start)  # within the patience of the store: people only wait
        await table.played(15)
        postgres.kill()
        before = table.trouble()
        await until(lambda: table.trouble() > before)  # beyond it: they are told
        await asyncio.to_thread(postgres.start)
        await table.played(20)
        await table.end()
        check(table.people, postgres.rows)

    run_async(run)


@pytest.mark.slow
def test_a_standby_takes_over_and_nothing_that_was_confirmed_is_lost(tmp_path: Path) -> None:
    """Both machines have what was confirmed (synchronous replication), and the address names both."""
    first = Postgres(tmp_path / "first")
    first.fresh()
    second = Standby(tmp_path / "second", first)
    both = f"host={first.host},{second.host}&port={first.port},{second.port}&target_session_attrs=read-write"
    folder = tmp_path / "web"
    folder.mkdir()
    web = Web(folder, DATABASE_URL=f"postgres://{first.user}@/{first.database}?{both}", PUUR_PATIENCE="20").start()

    async def run() -> None:
        table = await evening(lambda: [web.address])
        await table.played(15)
        first.kill()
        await asyncio.to_thread(second.promote)
        await table.played(25)
        await table.end()
        check(table.people, second.rows)

    try:
        run_async(run)
    finally:
        web.stop()
        second.stop()
        first.stop()


@pytest.mark.slow
def test_redis_is_killed_and_comes_back(pair: list[Web], postgres: Postgres, redis: RedisServer) -> None:
    async def run() -> None:
        table = await evening(living(pair))
        await table.played(15)
        redis.kill()
        await until(lambda: table.trouble() > 0)
        await table.played(15)  # those who reach the holder go on, and the others find it by trying the next door
        await asyncio.to_thread(redis.start)
        await table.played(15)
        redis.kill()
        await asyncio.to_thread(redis.start)
        await table.played(15)
        await table.end()
        check(table.people, postgres.rows)

    run_async(run)


@pytest.mark.slow
def test_a_connection_that_breaks_in_a_commit_loses_and_doubles_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """Every few commits the line is cut after the COMMIT has gone out and before its answer comes back."""
    cutter = CommitCutter(postgres.host, postgres.port, every=7)
    url = postgres.url.replace(f":{postgres.port}/", f":{cutter.port}/")
    web = Web(tmp_path, DATABASE_URL=url, PUUR_DB_CONNECTIONS="6").start()

    async def run() -> None:
        cutter.active = True
        table = await evening(lambda: [web.address])
        await table.played(80)
        await table.end()
        check(table.people, postgres.rows)
        assert cutter.cuts >= 5

    try:
        run_async(run)
    finally:
        web.stop()
        cutter.stop()
