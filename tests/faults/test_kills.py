"""SIGKILL at any event: nothing confirmed is lost, nothing is doubled, on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.kills import killed
from tests.faults.servers import Postgres

SHORT, LONG = 12, 1000


def test_killed_at_any_event_on_sqlite(tmp_path: Path) -> None:
    assert killed(tmp_path, SHORT, seed=1).confirmed


def test_killed_at_any_event_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    assert killed(tmp_path, SHORT, seed=2, postgres=postgres).confirmed


@pytest.mark.slow
def test_killed_a_thousand_times_on_sqlite(tmp_path: Path) -> None:
    assert killed(tmp_path, LONG, seed=3).confirmed


@pytest.mark.slow
def test_killed_a_thousand_times_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    assert killed(tmp_path, LONG, seed=4, postgres=postgres).confirmed
