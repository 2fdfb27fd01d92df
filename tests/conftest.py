"""What all tests share: how hard hypothesis tries, and a second try for tests that drive other processes.

`make test` is repeatable; `make test-full` looks for new cases.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tools.roads"]

# No deadline: shared machines pause, and a slow example is not a wrong one.
settings.register_profile("quick", deadline=None, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("quick")

LIVING = (Path(__file__).parent / "web", Path(__file__).parent / "faults")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers and servers are real processes on a machine of unknown load: a failure has to repeat to count. Reported as R."""
    for item in items:
        if any(folder in item.path.parents for folder in LIVING):
            item.add_marker(pytest.mark.flaky(reruns=2))
