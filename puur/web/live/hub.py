"""All live tables of this process: found by code, loaded from the store when somebody comes, forgotten when all have gone."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

from puur.web import places
from puur.web.live import lobby
from puur.web.live.connection import Connection
from puur.web.live.state import Store
from puur.web.live.table import LiveTable, Pace
from puur.web.live.wire import BadMessage, Json

MOST_TABLES = 4000


class Hub:
    """The tables of one process."""

    def __init__(self, store: Store, pace: Pace | None = None, most: int = MOST_TABLES) -> None:
        self.store, self.pace, self.most = store, pace or Pace(), most
        self.tables: dict[str, LiveTable] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def table(self, code: str) -> LiveTable | None:
        """The live table with this code; None if there is none, or no room to load it."""
        self.loop = asyncio.get_running_loop()
        found = self.tables.get(code)
        if found is not None:
            return found
        task = self._loading.get(code)
        if task is None:
            if len(self.tables) >= self.most:
                return None  # running tables come first
            task = self._loading[code] = asyncio.create_task(self._load(code))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> LiveTable | None:
        try:
            state = await self.store.load(code)
            if state is None:
                return None
            table = self.tables[code] = LiveTable(state, self.store, self.pace, self._forget)
            return table
        finally:
            self._loading.pop(code, None)

    def _forget(self, table: LiveTable) -> None:
        if self.tables.get(table.state.code) is table:
            del self.tables[table.state.code]

    def request(self, table: LiveTable, connection: Connection, message: Json) -> None:
        """Hand a message of a client to its table."""
        kind = message["t"]
        if kind == "ping":
            connection.tell("pong", time=time.time_ns() // 1_000_000)
        elif kind == "act":
            table.post(table.act, connection, message)
        elif kind == "hello":
            table.post(table.hello, connection, message)
        elif kind in lobby.REQUESTS:
            do = lobby.REQUESTS[kind]

            async def run(one: Connection, said: Json) -> None:
                await do(table, one, said)

            table.post(run, connection, message)
        else:
            raise BadMessage("json", "t")

    def close(self) -> None:
        """The server goes down: everybody may come back."""
        for table in list(self.tables.values()):
            table.close(1012)

    def from_thread(self, code: str, work: Callable[[LiveTable], Any]) -> None:
        """From a page: have something done at a live table, if it is one."""
        table, loop = self.tables.get(code), self.loop
        if table is None or loop is None or loop.is_closed():
            return

        async def run() -> None:
            work(table)

        loop.call_soon_threadsafe(table.post, run)

    def reload(self, code: str) -> None:
        """From a page that has changed a table in the database."""
        table, loop = self.tables.get(code), self.loop
        if table is not None and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(table.post, table.reload)


def pace() -> Pace:
    """The pace of the environment, in seconds: PUUR_BOT_DELAY, PUUR_TRICK_DELAY, PUUR_BETWEEN, PUUR_GRACE, PUUR_WAIT, PUUR_IDLE."""
    usual = Pace()
    names = {
        "bot": "PUUR_BOT_DELAY", "trick": "PUUR_TRICK_DELAY", "between": "PUUR_BETWEEN", "grace": "PUUR_GRACE", "wait": "PUUR_WAIT",
        "idle": "PUUR_IDLE",
    }  # fmt: skip
    return Pace(**{name: places.number(os.environ, env, getattr(usual, name)) for name, env in names.items()})
