"""The database beside an event loop: Django has a connection for each thread, and here none is left behind when the thread ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def _hanging_up(work: Callable[[], T]) -> T:
    from django.db import connection

    try:
        return work()
    finally:
        connection.close()


def aside(work: Callable[[], T]) -> T:
    """Work on the database in a thread of its own: Playwright's loop runs in this one, and Django refuses beside it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_hanging_up, work).result()


async def database(work: Callable[[], T]) -> T:
    """The same within a loop, which goes on meanwhile."""
    return await asyncio.to_thread(_hanging_up, work)
