"""Servers for the fault tests: one PostgreSQL and one Redis for a test process, a fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.web.conftest  # noqa: F401  the environment of the web tests
from tests.faults.servers import Postgres, RedisServer


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    server = Postgres(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()
