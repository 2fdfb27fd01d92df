"""All live tables of this process: found by code, loaded from the store when somebody comes, forgotten when all have gone.

With several processes (`cluster`) a table is loaded only by the one that holds it. Promise: a table that is closed here was
either empty or everybody at it was told to come back.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any, Protocol

from puur.web.live.clock import Pace
from puur.web.live.gc_pauses import broom
from puur.web.live.state import Fence, NotStored, Store
from puur.web.live.table import LiveTable
from puur.web.server import environment

MOST_TABLES = 4000
LAST_WORDS = 3.0  # seconds for requests under way when the server goes down


class Unreachable(Exception):
    """The table cannot be reached from here at the moment; another process may, and so may this one soon."""


class Elsewhere(Exception):
    """Another process holds the table."""

    def __init__(self, process: int) -> None:
        super().__init__(process)
        self.process = process


class Holder(Protocol):
    """Who knows which process holds which table."""

    async def claim(self, code: str) -> Fence | None:
        """Hold a table; None if there is none, Elsewhere if another process has it, Unreachable if nobody can tell."""

    def store_for(self, fence: Fence) -> Store:
        """The store of a table that is held."""

    def let_go(self, fence: Fence) -> None:
        """A table is not needed any more."""

    def tell_all(self, text: str) -> None:
        """From any thread: a word for the other processes."""


class Hub:
    """The tables of one process."""

    def __init__(self, store: Store, pace: Pace | None = None, most: int = MOST_TABLES) -> None:
        self.store, self.pace, self.most = store, pace or Pace(), most
        self.tables: dict[str, LiveTable] = {}
        self.holder: Holder | None = None
        self.draining = False  # its tables go to other processes, and it takes none
        self.closed = False  # no new tables are opened; those that exist play on
        self.loop: asyncio.AbstractEventLoop | None = None
        self._fences: dict[LiveTable, Fence] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def table(self, code: str) -> LiveTable | None:
        """The live table with this code; None if there is none. Elsewhere, or Unreachable, if it cannot be had here."""
        self.loop = asyncio.get_running_loop()
        table = self.tables.get(code)
        if table is not None:
            return table
        task = self._loading.get(code)
        if task is None:
            if len(self.tables) + len(self._loading) >= self.most or self.draining:
                raise Unreachable  # running tables come first
            task = self._loading[code] = asyncio.create_task(self._load(code))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> LiveTable | None:
        try:
            store, fence = self.store, None
            if self.holder is not None:
                fence = await self.holder.claim(code)
                if fence is None:
                    return None
                store = self.holder.store_for(fence)
            state = await store.load(code)
            if state is None:
                return None
            table = self.tables[code] = LiveTable(state, store, self.pace, self._forget)
            if fence is not None:
                self._fences[table] = fence
            return table
        except NotStored as problem:
            raise Unreachable from problem
        finally:
            self._loading.pop(code, None)

    def _forget(self, table: LiveTable) -> None:
        if self.tables.get(table.state.code) is table:
            del self.tables[table.state.code]
            broom.forgotten += 1
        fence = self._fences.pop(table, None)
        if fence is not None and self.holder is not None:
            self.holder.let_go(fence)

    @property
    def connections(self) -> int:
        """How many browsers are at these tables."""
        return sum(len(table.connections) for table in self.tables.values())

    def close(self) -> None:
        """The server goes down: everybody may come back."""
        for table in list(self.tables.values()):
            table.close(1012)

    async def drain(self) -> None:
        """Take no more tables, let what is under way be stored, then send everybody to another process."""
        self.draining = True
        await self.empty()

    async def empty(self) -> None:
        """Hand every table over, each after the request that it is at."""
        for table in list(self.tables.values()):
            table.post(_closer(table))
        until = time.monotonic() + LAST_WORDS
        while self.tables and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self.close()

    def fences(self) -> dict[Fence, LiveTable]:
        """What this process believes to hold."""
        return {fence: table for table, fence in self._fences.items()}

    def reload(self, code: str) -> None:
        """From a page that has changed a table in the database, wherever the table lives."""
        if self.tables.get(code) is not None:
            self.reload_here(code)
        elif self.holder is not None:
            self.holder.tell_all(f"reload {code}")

    def reload_here(self, code: str) -> None:
        """The same, for a table of this process."""
        table, loop = self.tables.get(code), self.loop
        if table is not None and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(table.post, table.reload)


def _closer(table: LiveTable) -> Callable[[], Any]:
    async def run() -> None:
        table.close(1012)

    return run


def pace() -> Pace:
    """The pace of the environment, in seconds: PUUR_BOT_DELAY, PUUR_TRICK_DELAY, PUUR_BETWEEN, PUUR_GRACE, PUUR_WAIT, PUUR_IDLE."""
    usual = Pace()
    names = {
        "bot": "PUUR_BOT_DELAY", "trick": "PUUR_TRICK_DELAY", "between": "PUUR_BETWEEN", "grace": "PUUR_GRACE", "wait": "PUUR_WAIT",
        "idle": "PUUR_IDLE",
    }  # fmt: skip
    return Pace(**{name: environment.number(os.environ, env, getattr(usual, name)) for name, env in names.items()})
