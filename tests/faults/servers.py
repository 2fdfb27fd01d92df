"""PostgreSQL, Redis and web processes for the fault tests: started from the distribution's programs in folders of their own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.ports import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
SLOW = 300  # seconds after which something does not start any more


def listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_for(found: object, what: str, process: subprocess.Popen[bytes] | None = None, seconds: float = SLOW) -> None:
    until = time.monotonic() + seconds
    while not found():  # type: ignore[operator]
        assert process is None or process.poll() is None, f"{what} has ended by itself"
        assert time.monotonic() < until, f"{what} does not come"
        time.sleep(0.05)


def _program(name: str) -> str | None:
    """A program of the distribution; Debian keeps those of PostgreSQL by version and out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}")) if Path("/usr/lib/postgresql").is_dir() else []
    return shutil.which(name) or (str(found[-1]) if found else None)


def need(*names: str) -> None:
    """Skip the test where a program is missing."""
    missing = [name for name in names if _program(name) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed here (make servers)")


class Postgres:
    """A PostgreSQL server with a database `puur`; as root it runs as somebody else, since it refuses root."""

    def __init__(self, folder: Path, host: str = "127.0.0.1", prefix: tuple[str, ...] = ()) -> None:
        need("initdb", "postgres")
        self.host, self.port, self.prefix = host, free_port(host), prefix
        self.data, self.user, self.database = folder / "postgres", "puur", "puur"
        self._made = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, object] = {}
        self.data.mkdir(parents=True, mode=0o700)
        if os.getuid() == 0:
            names = {one.pw_name: one for one in pwd.getpwall()}
            other = names.get("postgres") or names["nobody"]
            self._as = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
            os.chown(self.data, other.pw_uid, other.pw_gid)
            for above in self.data.parents:  # temporary folders are closed to others
                with suppress(OSError):
                    above.chmod(above.stat().st_mode | 0o111)
        self._fill()

    def _fill(self) -> None:
        self._run("initdb", "-D", str(self.data), "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with (self.data / "pg_hba.conf").open("a") as file:
            file.write("host all all all trust\n")
        self.start()
        self.sql("CREATE DATABASE puur", "postgres")

    @property
    def url(self) -> str:
        return f"postgres://{self.user}@{self.host}:{self.port}/{self.database}"

    def fresh(self) -> None:
        """Another database with empty tables; the first time they are made, later they are copied."""
        if not self._made:
            env = {**os.environ, **quick(), "PUUR_DATA": str(self.data.parent), "DATABASE_URL": self.url}
            command = [sys.executable, "-m", "django", "migrate", "--verbosity=0", "--settings=puur.web.settings"]
            subprocess.run(command, env=env, cwd=ROOT, check=True)
        self._made += 1
        self.database = f"puur{self._made}"
        self.sql(f"CREATE DATABASE {self.database} TEMPLATE puur", "postgres")

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run([_program(name) or name, *arguments], cwd=self.data, capture_output=True, check=False, **self._as)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        options = {"listen_addresses": self.host, "port": self.port, "unix_socket_directories": "", "max_connections": 80}
        command = [*self.prefix, _program("postgres") or "", "-D", str(self.data)]
        command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        for _ in range(20):  # after a kill it refuses to start until the last of its old helpers has gone
            self.process = self._launched(command)
            wait_for(lambda: self._ended() or self.ready(), "PostgreSQL")
            if not self._ended():
                return
            time.sleep(0.2)
        raise AssertionError("PostgreSQL has ended by itself")

    def _launched(self, command: list[str]) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=self.data, stdout=quiet, stderr=quiet, **self._as)  # type: ignore[call-overload,no-any-return]

    def _ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(f"postgres://{self.user}@{self.host}:{self.port}/postgres", connect_timeout=300).close()
        except psycopg.OperationalError:
            return False
        return True

    def sql(self, text: str, database: str = "") -> None:
        import psycopg

        url = f"postgres://{self.user}@{self.host}:{self.port}/{database or self.database}"
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(text.encode())

    def rows(self, text: str, *values: object) -> list[tuple[object, ...]]:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as line:
            return line.execute(text.encode(), values).fetchall()

    def kill(self) -> None:
        """As a power cut would: the server and every one of its helpers."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for number in [self.process.pid, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # fast shutdown
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()


class Standby(Postgres):
    """Another PostgreSQL that has everything the first one confirms, and can take its place."""

    def __init__(self, folder: Path, first: Postgres) -> None:
        self.first = first
        super().__init__(folder)

    def _fill(self) -> None:
        first = self.first
        copied = (
            "-D",
            str(self.data),
            "-h",
            first.host,
            "-p",
            str(first.port),
            "-U",
            first.user,
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
        )
        self._run("pg_basebackup", *copied, "--no-sync")
        self.database = first.database
        self.start()
        first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")  # from now on a commit waits for both
        first.sql("SELECT pg_reload_conf()", "postgres")
        wait_for(lambda: first.rows("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"), "the standby")

    def promote(self) -> None:
        """Take the place of the first."""
        self.sql("SELECT pg_promote()", "postgres")


class RedisServer:
    """A Redis server without a disk."""

    def __init__(self, folder: Path, host: str = "127.0.0.1", prefix: tuple[str, ...] = ()) -> None:
        need("redis-server")
        self.folder, self.host, self.port, self.prefix = folder, host, free_port(host), prefix
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://{self.host}:{self.port}/0"

    def start(self) -> None:
        own = ["--save", "", "--protected-mode", "no", "--dir", str(self.folder)]  # nothing else reaches its addresses
        command = [*self.prefix, _program("redis-server") or "", "--port", str(self.port), "--bind", self.host, *own]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: listens(self.host, self.port), "Redis", self.process)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    kill = stop


class Web:
    """One web process."""

    def __init__(
        self, folder: Path, host: str = "127.0.0.1", prefix: tuple[str, ...] = (), arguments: tuple[str, ...] = (), **env: str
    ) -> None:
        self.folder, self.host, self.port = folder, host, free_port("127.0.0.1")
        self.prefix, self.arguments, self.env = prefix, arguments, env
        self.log = folder / f"web-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def launch(self) -> Web:
        env = {**os.environ, **quick(), "PUUR_DATA": str(self.folder), "HOST": self.host, "PORT": str(self.port), **self.env}
        with self.log.open("ab") as log:
            command = [*self.prefix, sys.executable, "-m", "puur", "serve", "--no-open", *self.arguments]
            self.process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=log, stderr=log)
        return self

    def wait(self) -> Web:
        try:
            wait_for(lambda: listens(self.host, self.port), "the web process", self.process)
        except AssertionError as problem:
            raise AssertionError(f"{problem}: {self.log.read_text()[-2000:]}") from None
        return self

    def start(self) -> Web:
        return self.launch().wait()

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """As an upgrade does: SIGTERM, and it hands over."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(SLOW)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


def quick() -> dict[str, str]:
    """An environment in which nothing dawdles."""
    return {
        "PUUR_BOT_DELAY": "0", "PUUR_TRICK_DELAY": "0", "PUUR_BETWEEN": "0", "PUUR_GRACE": "30", "PUUR_RATE": "2000",
        "PUUR_OPEN_RATE": "100", "PUUR_LEASE": "3", "PUUR_PATIENCE": "4", "PUUR_LOG": "WARNING", "PUUR_BOT_WORKERS": "0",
    }  # fmt: skip
