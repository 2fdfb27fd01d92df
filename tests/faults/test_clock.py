"""The clock of one process is wrong by days, or jumps: leases use the database's clock, tables none, so nothing comes of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.people import check, evening
from tests.faults.servers import Postgres, RedisServer, Web
from tests.faults.test_processes import holder, living
from tests.web.client import run_async

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(LIBRARY is None, reason="libfaketime not installed here (make servers)")]


@pytest.fixture(params=["-2d", "+3d"])
def skewed(tmp_path: Path, postgres: Postgres, redis: RedisServer, request: pytest.FixtureRequest) -> Iterator[list[Web]]:
    """Two web processes, the second with another time."""
    fake = {"LD_PRELOAD": str(LIBRARY), "FAKETIME": str(request.param), "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url, **env) for env in ({}, fake)]
    for web in webs:
        web.start()
    yield webs
    for web in webs:
        web.stop()


def test_a_process_with_a_wrong_clock_holds_and_takes_tables_like_any_other(skewed: list[Web], postgres: Postgres) -> None:
    async def run() -> None:
        table = await evening(living(skewed))
        await table.played(15)
        for _ in range(2):
            first = holder(postgres, skewed, table.code)
            assert first is not None
            await table.played(20)  # nobody takes it from a holder that lives, whatever its clock says
            assert holder(postgres, skewed, table.code) is first
            first.kill()
            await table.played(20)
            first.start()
        await table.end()
        check(table.people, postgres.rows)

    run_async(run)


def test_the_clock_of_the_server_jumps_by_an_hour_and_back(tmp_path: Path) -> None:
    """What a table waits for is measured from a start, never by the time of day; nobody is signed out or sent away."""
    hand = tmp_path / "clock"
    hand.write_text("+0", encoding="ascii")
    fake = {"LD_PRELOAD": str(LIBRARY), "FAKETIME_TIMESTAMP_FILE": str(hand), "FAKETIME_NO_CACHE": "1"}
    data = tmp_path / "data"
    data.mkdir()
    web = Web(data, FAKETIME_DONT_FAKE_MONOTONIC="1", **fake).start()

    def rows(text: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(data / "puur.sqlite3")) as line:
            return line.execute(text.replace("%s", "?"), values).fetchall()

    async def run() -> None:
        table = await evening(lambda: [web.address])
        for jump in ("+1h", "-1h", "+0"):
            await table.played(15)
            hand.write_text(jump, encoding="ascii")
        await table.played(15)
        await table.end()
        assert table.trouble() == 0
        check(table.people, rows)
        ends = rows("SELECT min(at), max(at) FROM web_tableevent")[0]
        assert ends[1] - ends[0] > 3_600_000  # the clock did jump, in milliseconds

    try:
        run_async(run)
    finally:
        web.stop()
