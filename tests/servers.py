"""Servers of the distribution, started by tests: a PostgreSQL of its own in a temporary folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_folder() -> Path | None:
    """Where the distribution keeps the programs of PostgreSQL; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return Path(program).resolve().parent if program else None


def why_no_postgres() -> str:
    """Why tests with PostgreSQL can not run here; empty if they can."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed"
    if postgres_folder() is None:
        return "PostgreSQL is not installed (apt install postgresql)"
    if os.getuid() == 0 and not _account():
        return "PostgreSQL does not run as root, and there is no account postgres"
    return ""


def _account() -> str:
    if os.getuid() != 0:
        return ""
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return ""


@contextmanager
def postgres() -> Iterator[str]:
    """A running PostgreSQL; the beginning of its addresses, to which the name of a database is added."""
    programs = postgres_folder()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="puur-pg-"))
    port, account = free_port(), _account()
    before = ["setpriv", f"--reuid={account}", f"--regid={account}", "--clear-groups"] if account else []
    if account:
        shutil.chown(folder, account)

    def run(*command: str) -> None:
        # Output to a file: the server inherits a pipe and would keep it open.
        with (folder.parent / f"{folder.name}.log").open("ab") as log:
            done = subprocess.run([*before, *command], stdout=log, stderr=log, check=False, cwd="/")
        assert done.returncode == 0, (folder.parent / f"{folder.name}.log").read_text()

    data = folder / "data"
    try:
        run(f"{programs}/initdb", "-D", str(data), "-U", "puur", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off -c max_connections=40"
        run(f"{programs}/pg_ctl", "-D", str(data), "-w", "-t", "60", "-o", options, "-l", str(folder / "server.log"), "start")
        try:
            yield f"postgres://puur@127.0.0.1:{port}/"
        finally:
            run(f"{programs}/pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        (folder.parent / f"{folder.name}.log").unlink(missing_ok=True)


def new_database(server: str, name: str) -> str:
    """A fresh database on that server; its address."""
    import psycopg

    with psycopg.connect(f"{server}postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{server}{name}"
