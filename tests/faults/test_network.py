"""The network between processes is cut: one web process in a network namespace of its own, its lines pulled one by one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.people import check, evening, until
from tests.faults.servers import Postgres, RedisServer, Web
from tests.faults.test_processes import holder
from tests.web.client import run_async

pytestmark = pytest.mark.slow


def ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, check=False)
    if done.returncode:
        raise OSError(done.stderr.decode().strip())


class Island:
    """A network namespace with three lines to here: to the database, to Redis, and for people."""

    def __init__(self, number: int) -> None:
        self.name = f"puur{number}"
        self.lines = {kind: f"pu{number}{kind}" for kind in ("db", "rd", "web")}
        self.net = f"10.213.{number % 250}"
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        for place, line in enumerate(self.lines.values()):
            ip("link", "add", line, "type", "veth", "peer", "name", "in", "netns", self.name)
            ip("-n", self.name, "link", "set", "in", "name", f"in{place}")
            ip("addr", "add", f"{self.net}.{4 * place + 1}/30", "dev", line)
            ip("-n", self.name, "addr", "add", f"{self.net}.{4 * place + 2}/30", "dev", f"in{place}")
            ip("link", "set", line, "up")
            ip("-n", self.name, "link", "set", f"in{place}", "up")

    def here(self, kind: str) -> str:
        """Our address on a line."""
        return f"{self.net}.{4 * list(self.lines).index(kind) + 1}"

    @property
    def there(self) -> str:
        """Where people reach the process on the island."""
        return f"{self.net}.10"

    def cut(self, kind: str) -> None:
        """At the far end: here the address goes on to work."""
        ip("-n", self.name, "link", "set", f"in{list(self.lines).index(kind)}", "down")

    def mend(self, kind: str) -> None:
        ip("-n", self.name, "link", "set", f"in{list(self.lines).index(kind)}", "up")

    def sink(self) -> None:
        subprocess.run(["ip", "netns", "del", self.name], check=False)


@pytest.fixture
def island() -> Iterator[Island]:
    if shutil.which("ip") is None:
        pytest.skip("ip not installed here (make servers)")
    try:
        found = Island(os.getpid() % 250)
    except OSError as problem:
        pytest.skip(f"no network namespaces here: {problem}")
    yield found
    found.sink()


@pytest.fixture
def servers(tmp_path: Path, island: Island) -> Iterator[tuple[Postgres, list[Web]]]:
    """A database and a Redis on lines of their own, one web process here and one on the island."""
    postgres, redis = Postgres(tmp_path, island.here("db")), RedisServer(tmp_path, island.here("rd"))
    env = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url, "PUUR_HOSTS": island.there}
    webs = [
        Web(tmp_path, **env),
        Web(tmp_path, island.there, ("ip", "netns", "exec", island.name), **env),
    ]
    for web in webs:
        web.start()
    yield postgres, webs
    for web in webs:
        web.stop()
    redis.stop()
    postgres.stop()


@pytest.mark.parametrize("lines", [("rd",), ("db",), ("db", "rd")], ids=["redis", "database", "both"])
def test_the_line_of_one_process_is_cut_and_mended(
    servers: tuple[Postgres, list[Web]], island: Island, lines: tuple[str, ...]
) -> None:
    postgres, webs = servers

    async def run() -> None:
        doors = [webs[1].address]  # the island first, so that it holds the table
        table = await evening(lambda: doors)
        await table.played(10)
        assert holder(postgres, webs, table.code) is webs[1]
        doors.append(webs[0].address)
        for line in lines:
            island.cut(line)
        await until(lambda: table.trouble() > 0)
        await table.played(25)
        assert holder(postgres, webs, table.code) is webs[0]  # it has moved to the process that reaches everything
        for line in lines:
            island.mend(line)
        await table.played(25)
        await table.end()
        check(table.people, postgres.rows)

    run_async(run)
