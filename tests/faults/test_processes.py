"""Two web processes on PostgreSQL and Redis under play, and one of them is killed, ended, drained or renewed."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.faults.people import check, evening, until
from tests.faults.servers import Postgres, RedisServer, Web
from tests.web.client import Browser, Player, run_async
from tests.web.test_pages import account


def living(webs: Sequence[Web]) -> Callable[[], list[str]]:
    """As a load balancer: the processes that run."""
    return lambda: [web.address for web in webs if web.process is not None and web.process.poll() is None]


def holder(postgres: Postgres, webs: Sequence[Web], code: str) -> Web | None:
    """The process that holds a table; None while it changes hands."""
    found = postgres.rows(
        "SELECT p.name FROM processes_ownership o JOIN processes_process p ON p.id = o.process "
        "JOIN web_table t ON t.id = o.table_id WHERE t.code = %s",
        code,
    )
    return next((web for web in webs for row in found if str(web.port) in str(row[0])), None)


def test_killed_in_the_middle_of_a_trick_the_other_process_goes_on(pair: list[Web], postgres: Postgres) -> None:
    async def run() -> None:
        table = await evening(living(pair))
        await table.played(20)
        while (first := holder(postgres, pair, table.code)) is None:  # it changes hands: on a busy machine a lease may run out
            await table.played(1)
        first.kill()
        await table.played(30)
        await table.end()
        assert holder(postgres, pair, table.code) is not first
        check(table.people, postgres.rows)
        assert table.trouble()  # the line was cut, and they came back by themselves

    run_async(run)


def test_connections_in_another_process_end_with_the_session_over_redis(pair: list[Web], redis: RedisServer) -> None:
    """Sign-out, a new password, the end of an account at one process; the line is at the other."""
    from redis import Redis

    from puur.web.live.socket import ended_session

    line = Redis.from_url(redis.url)
    words = line.pubsub()
    words.psubscribe("*all*")
    name, secret, new = f"Fern{random.getrandbits(32)}", "Buur-und-Nell-9", "Puur-und-Nell-10"

    def word() -> tuple[str, str]:
        """The next word to all processes that ends something: its channel, and what it says."""
        while True:
            said = words.get_message(timeout=300)
            assert said is not None, "no word came over Redis"
            if said["type"] == "pmessage" and said["data"].startswith(b"ended "):
                return said["channel"].decode(), said["data"].decode()

    async def run() -> None:
        here, there = Browser(pair[0].address), Browser(pair[1].address)
        assert here.post("/accounts/signup/", username=name, password1=secret, password2=secret).status == 302
        code = here.open_table()

        async def connected() -> Player:
            """The same session at the other process."""
            there.cookies = dict(here.cookies)
            player = await Player(there, code).connect()
            await player.until(lambda: bool(player.table))
            return player

        player, session = await connected(), here.cookies["sessionid"]
        assert here.post("/accounts/logout/").status == 302
        await gone(player)
        channel, said = await asyncio.to_thread(word)
        assert session not in said
        assert said == f"ended {ended_session(session)}"

        # The word alone does it: this session is as good as before, so that nothing else would have ended its line.
        assert here.post("/accounts/login/", username=name, password=secret).status == 302
        player = await connected()
        line.publish(channel, f"ended {ended_session(here.cookies['sessionid'])}")
        await gone(player)
        player = await connected()

        assert here.post("/accounts/password/", old_password=secret, new_password1=new, new_password2=new).status == 302
        await gone(player)
        player = await connected()
        assert here.post("/accounts/delete/", password=new, confirm="on").status == 302
        await gone(player)

    async def gone(player: Player) -> None:
        async with player.changed:
            while player.closed is None:
                await player.changed.wait()
        assert player.closed == 1012

    run_async(run)


@pytest.mark.slow
def test_upgraded_one_after_the_other_with_tables_running(pair: list[Web], postgres: Postgres) -> None:
    async def run() -> None:
        table = await evening(living(pair))
        await table.played(20)
        for web in pair:
            web.end()
            await table.played(15)  # the other one has it
            web.start()
            await table.played(15)
        await table.end()
        check(table.people, postgres.rows)
        heard = {code for person in table.people for code in person.heard}
        assert "moved" in heard  # a clear word before the line was closed

    run_async(run)


def operator(web: Web, postgres: Postgres) -> Browser:
    """A browser of whoever runs the server."""
    browser = Browser(web.address)
    name = account(browser)
    postgres.sql(f"UPDATE auth_user SET is_staff = true, is_superuser = true WHERE username = '{name}'")
    return browser


@pytest.mark.slow
def test_drained_from_the_page_a_process_hands_its_tables_over(pair: list[Web], postgres: Postgres) -> None:
    def number(web: Web) -> str:
        return str(postgres.rows("SELECT id FROM processes_process WHERE name LIKE %s", f"%:{web.port}%")[0][0])

    async def run() -> None:
        table = await evening(living(pair))
        await table.played(10)
        first = holder(postgres, pair, table.code)
        assert first is not None
        other = next(web for web in pair if web is not first)
        browser = operator(other, postgres)
        page = (await asyncio.to_thread(browser.get, "/admin/running/")).text
        assert f">{table.code}<" in page  # also where another process has it
        assert 'name="do" value="drain"' in page

        async def switch(web: Web, do: str) -> str:
            answer = await asyncio.to_thread(browser.post, "/admin/running/", process=number(web), do=do)
            assert answer.status == 302
            return (await asyncio.to_thread(browser.get, "/admin/running/")).text

        assert "gibt seine Tische" in await switch(first, "drain")
        await until(lambda: holder(postgres, pair, table.code) not in (None, first))
        await table.played(20)
        assert "Kein anderer Prozess" in await switch(other, "drain")  # somebody has to hold the tables
        await table.played(5)
        # It goes on serving pages, and opens tables that will live elsewhere.
        anybody = Browser(first.address)
        assert (await asyncio.to_thread(anybody.post, "/tables/new/", book="ub2024", name="Neu")).status == 302
        await switch(first, "resume")
        await switch(other, "drain")
        await until(lambda: holder(postgres, pair, table.code) is first)
        await table.played(10)
        await table.end()
        check(table.people, postgres.rows)

    run_async(run)


@pytest.mark.slow
def test_processes_behind_one_port_are_replaced_one_by_one(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> None:
    web = Web(tmp_path, arguments=("--workers", "2"), DATABASE_URL=postgres.url, REDIS_URL=redis.url).start()

    def running() -> set[str]:
        return {str(row[0]) for row in postgres.rows("SELECT id FROM processes_process")}

    async def run() -> None:
        await until(lambda: len(running()) == 2)
        before = running()
        table = await evening(lambda: [web.address])
        await table.played(20)
        assert web.process is not None
        web.process.send_signal(signal.SIGHUP)
        await until(lambda: len(running()) == 2 and not running() & before)
        await table.played(20)
        await table.end()
        check(table.people, postgres.rows)

    try:
        run_async(run)
        web.end()
        assert running() == set()  # everybody said good-bye
    finally:
        web.stop()
