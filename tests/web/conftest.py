"""A server for the web tests: one per test process, in a thread, with a database of its own and bots that do not dawdle."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator

import pytest

_FOLDER = tempfile.mkdtemp(prefix="puur-web-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ.update(
    PUUR_DATA=_FOLDER,
    PUUR_BOT_DELAY="0",
    PUUR_TRICK_DELAY="0",
    PUUR_BETWEEN="0",
    PUUR_GRACE="0.2",
    PUUR_WAIT="0.2",
    PUUR_RATE="2000",
    PUUR_OPEN_RATE="100",
    PUUR_MOST_LAG="1000",  # a test machine may be as slow as it likes
    PUUR_MOST_COMMIT="1000",
    DJANGO_SETTINGS_MODULE="puur.web.settings",
)
os.environ.pop("DATABASE_URL", None)

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick: these passwords protect nothing


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def database() -> str:
    """The database of this test process, migrated."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    return _FOLDER


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[str]:  # noqa: ARG001
    """The address of a running server."""
    from puur.web.server import make

    port = free_port()
    running = make("127.0.0.1", port)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 120
    while not running.started:
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.02)
    yield f"127.0.0.1:{port}"
    running.should_exit = True
    thread.join(timeout=15)
