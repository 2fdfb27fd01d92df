"""Servers for the fault tests: one PostgreSQL and one Redis for a test process, a fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.web.environment  # noqa: F401  first of all: Django reads it once
from tests.faults.servers import Postgres, RedisServer, Web


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    server = Postgres(tmp_path_factory.mktemp("postgres"))
    yield server
    server.stop()


@pytest.fixture
def postgres(postgres_server: Postgres) -> Postgres:
    """A PostgreSQL server with empty tables."""
    if not postgres_server.ready():
        postgres_server.start()
    postgres_server.fresh()
    return postgres_server


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[list[Web]]:
    """Two web processes for the same tables."""
    webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url) for _ in range(2)]
    for web in webs:
        web.launch()
    for web in webs:
        web.wait()
    yield webs
    for web in webs:
        web.stop()
