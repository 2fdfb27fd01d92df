"""Functions that the readers of files are asked to run: what a file can do to whoever reads it."""

from __future__ import annotations

import os
import time

from puur.core.errors import Refusal, RuleViolation


def double(data: bytes) -> bytes:
    """The bytes twice."""
    return data * 2


def endless() -> None:
    """Never an answer."""
    while True:
        pass


def hungry() -> int:
    """Four gigabytes."""
    return len([bytes(1 << 20) for _ in range(4096)])


def refuses() -> None:
    """A provision against it."""
    raise RuleViolation("UB-1", "no", seat=3) from Refusal("because")


def breaks() -> None:
    """A mistake of ours."""
    raise KeyError("a bug")


def dies() -> None:
    """Gone without a word."""
    os._exit(9)


def waits(path: str) -> None:
    """Nothing, until there is a file of this name."""
    while not os.path.exists(path):
        time.sleep(0.01)
