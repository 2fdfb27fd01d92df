"""What all tests share: how hard hypothesis tries, and the few tests that get a second try.

`make test` is repeatable; `make test-full` looks for new cases.
"""

from __future__ import annotations

import os
import signal
import tomllib
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tools.roads"]

# In the background of a shell script interrupts are ignored, also by the processes that a test starts: some tests send them one.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: shared machines pause, and a slow example is not a wrong one.
settings.register_profile("quick", deadline=None, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("quick")

REPEATED: dict[str, str] = tomllib.loads(Path(__file__).with_name("repeated.toml").read_text(encoding="utf-8"))


def name_of(nodeid: str) -> str:
    """The test without its parameters, as the list names it."""
    return nodeid.partition("[")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A worker more than cores: tests that wait for a browser or another process leave theirs idle."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if name_of(item.nodeid) in REPEATED:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"repeated: {report.nodeid} ({REPEATED[name_of(report.nodeid)]})")
