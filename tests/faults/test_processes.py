"""Two web processes on PostgreSQL and Redis under play, and one of them is killed, ended or drained."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.faults.people import Person, check, four, until
from tests.faults.servers import Postgres, RedisServer, Web
from tests.web.client import run_async


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[list[Web]]:
    """Two web processes for the same tables."""
    webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url) for _ in range(2)]
    webs[0].start()  # it prepares the database
    webs[1].start()
    yield webs
    for web in webs:
        web.stop()


def living(webs: Sequence[Web]) -> list[str]:
    """As a load balancer: the processes that run."""
    return [web.address for web in webs if web.process is not None and web.process.poll() is None]


def holder(postgres: Postgres, webs: Sequence[Web], code: str) -> Web:
    """The process that holds a table."""
    name = postgres.rows(
        "SELECT p.name FROM processes_ownership o JOIN processes_process p ON p.id = o.process "
        "JOIN web_table t ON t.id = o.table_id WHERE t.code = %s",
        code,
    )[0][0]
    return next(web for web in webs if str(web.port) in str(name))


def events(people: Sequence[Person]) -> int:
    return max(person.player.n for person in people)


def test_killed_in_the_middle_of_a_trick_the_other_process_goes_on(pair: list[Web], postgres: Postgres) -> None:
    async def run() -> None:
        people = await four(lambda: living(pair))
        goal = 60
        tasks = [asyncio.create_task(person.live(lambda: events(people) >= goal)) for person in people]
        await until(lambda: events(people) >= 25)
        first = holder(postgres, pair, people[0].player.code)
        first.kill()
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert holder(postgres, pair, people[0].player.code) is not first
        check(people, postgres.rows)
        assert any(person.codes for person in people)  # the line was cut, and they came back by themselves

    run_async(run)
