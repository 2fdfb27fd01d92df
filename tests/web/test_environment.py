"""Addresses of databases and of Redis from the environment: read safely, and a slip is named."""

from __future__ import annotations

import itertools
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from puur.web.server import environment


def postgres(url: str, **env: str) -> dict[str, object]:
    return environment.database({"DATABASE_URL": url, **env}, Path("data"))


def test_an_address_of_postgresql_with_signs_in_its_password_and_tls() -> None:
    found = postgres("postgres://puur:p%40ss%2Fw%3Ard@db.example.org:5433/jass%20club?sslmode=verify-full&sslrootcert=/etc/ca.pem")
    assert [found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "jass club", "puur", "p@ss/w:rd", "db.example.org", "5433",
    ]  # fmt: skip
    options = found["OPTIONS"]
    assert isinstance(options, dict)
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/etc/ca.pem")
    assert found["CONN_HEALTH_CHECKS"] is True


def test_a_socket_in_a_folder() -> None:
    found = postgres("postgresql:///puur?host=/run/postgresql")
    assert (found["NAME"], found["HOST"], found["PORT"]) == ("puur", "/run/postgresql", "")


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("postgres://db.example.org/", "names no database"),
        ("postgres://db.example.org/puur?sslmod=require", "sslmod"),
        ("postgres://db.example.org:zehn/puur", "DATABASE_URL"),
        ("postgres://db.example.org/puur?options=-c%20fsync%3Doff", "options"),
        ("mysql://db.example.org/puur", "mysql"),
    ],
)
def test_a_slip_in_the_address_is_named_and_never_the_password(url: str, named: str) -> None:
    with pytest.raises(RuntimeError, match=named) as problem:
        postgres(url.replace("//db", "//puur:secret@db"))
    assert "secret" not in str(problem.value)


def test_redis_is_off_where_it_is_not_named_and_a_wrong_address_is_refused() -> None:
    assert environment.redis({}) == ""
    assert environment.redis({"REDIS_URL": "rediss://:pw@cache.example.org:6380/1"}) == "rediss://:pw@cache.example.org:6380/1"
    with pytest.raises(RuntimeError, match="http"):
        environment.redis({"REDIS_URL": "http://cache.example.org"})


def test_a_process_is_called_by_where_it_listens() -> None:
    one, two = ({"HOST": "127.0.0.1", "PORT": port} for port in ("8001", "8002"))
    assert environment.process_name(one) == environment.process_name(one)
    assert environment.process_name(one) != environment.process_name(two)
    assert environment.process_name({**one, "PUUR_SLOT": "0"}) != environment.process_name({**one, "PUUR_SLOT": "1"})
    assert environment.process_name({**one, "PUUR_NAME": "Bern 1"}) == "Bern 1"


def test_a_machine_without_a_way_out_knows_its_own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall without internet: no route leads to the world, and phones still come by the address of the laptop."""

    class NoWayOut(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(environment.socket, "socket", NoWayOut)
    monkeypatch.setattr(environment, "_interfaces", lambda: {"10.42.0.1", "192.168.1.7"})
    assert {"10.42.0.1", "192.168.1.7"} <= set(environment.own_addresses())
    assert {"10.42.0.1", "192.168.1.7"} <= set(environment.allowed_hosts({"HOST": "0.0.0.0"}))
    assert "http://10.42.0.1:8000/" in environment.nearby("0.0.0.0", 8000)
    assert environment.nearby("127.0.0.1", 8000) == []


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel of Linux")
def test_the_addresses_of_all_interfaces_are_those_of_the_kernel() -> None:
    lines = Path("/proc/net/fib_trie").read_text().split("Local:")[-1].splitlines()
    local = {before.split()[-1] for before, line in itertools.pairwise(lines) if "/32 host LOCAL" in line}
    assert environment._interfaces() <= local


def test_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """One that is made, one made for Puur, one that an earlier version left open; one full of other things stays as it is."""
    before = os.umask(0o022)
    try:
        made, empty, earlier, foreign = (tmp_path / name for name in ("made", "empty", "earlier", "foreign"))
        for folder in (empty, earlier, foreign):
            folder.mkdir()
        (earlier / environment.KEY_FILE).write_text("x" * 40)
        (foreign / "letter.txt").touch()
        for folder in (made, empty, earlier, foreign):
            environment.prepared(folder)
        modes = [stat.S_IMODE(folder.stat().st_mode) for folder in (made, empty, earlier, foreign)]
        assert modes == [0o700, 0o700, 0o700, 0o755]
        (foreign / "new").touch()
        assert stat.S_IMODE((foreign / "new").stat().st_mode) == 0o600
    finally:
        os.umask(before)
