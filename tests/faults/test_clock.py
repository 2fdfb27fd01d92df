"""The clock of one process is wrong by days: leases and takeovers use the database's clock, so nothing comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
