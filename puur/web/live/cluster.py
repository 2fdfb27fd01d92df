"""Several web processes for the same tables: each table is held by one, and people reach it through any.

Who holds what stands in the database (`leases`); what people say and are told travels over Redis (`relay`). A process that is cut
off from Redis while others are not hands its tables over; one that loses the database can store nothing and tells nobody
anything. Promise: whoever loses the way to a table is told so and closed with 1012, and finds it again by connecting again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from puur.web.live import leases
from puur.web.live.connection import RESTART, Connection, complain
from puur.web.live.hub import Elsewhere, Hub, Unreachable
from puur.web.live.relay import Relay
from puur.web.live.socket import parse
from puur.web.live.state import Commit, Done, Fence, NotOwner, NotStored, Store, TableState, Who
from puur.web.live.table import LiveTable
from puur.web.live.wire import BadMessage, Json, dumps

log = logging.getLogger("puur.web")
LEASE = 4.0  # seconds: how long a process may be silent before others take its tables
ALONE = 3.0  # seconds without Redis after which a process looks whether the others have it
MOST_EARLY = 30  # messages of somebody whose table is still being loaded
POLL = 0.2


class CallingStore(Store, Protocol):
    """A store that also does other work on its reading thread."""

    async def call(self, work: Callable[[], Any]) -> Any:
        """Something that may be done twice without harm."""

    async def at_once(self, work: Callable[[], Any]) -> Any:
        """The same, before everything that waits: when a process dies, hundreds of its tables are loaded by the others at once."""


class HeldStore:
    """The store of one table: everything it writes carries the fence."""

    def __init__(self, store: CallingStore, fence: Fence) -> None:
        self.store, self.fence = store, fence

    async def load(self, code: str) -> TableState | None:
        """The table, if it is still held."""
        if not await self.store.call(lambda: leases.holds(self.fence)):
            raise NotOwner(code)
        return await self.store.load(code)

    async def commit(self, job: Commit) -> None:
        """Store it; NotOwner if another process has the table."""
        await self.store.commit(job._replace(fence=self.fence))

    def write(self, job: Commit, done: Done) -> None:
        """The same, with a word when it is done."""
        self.store.write(job._replace(fence=self.fence), done)

    async def rename(self, who: Who, name: str) -> None:
        """A guest's name."""
        await self.store.rename(who, name)

    async def head_at(self, code: str, n: int) -> str:
        """The head of an event of an earlier game."""
        return await self.store.head_at(code, n)


class FarConnection(Connection):
    """Somebody whose browser is connected to another process."""

    __slots__ = ("early", "edge", "number", "relay", "table")

    def __init__(self, who: Who, lang: str, relay: Relay, edge: int, number: str) -> None:
        super().__init__(who, lang)
        self.relay, self.edge, self.number = relay, edge, number
        self.table: LiveTable | None = None
        self.early: list[str] = []

    def send(self, *texts: bytes) -> None:
        """Send them there; its own process keeps the queue."""
        for text in texts:
            if not self.closing:
                self.relay.send(self.edge, f"t{self.number} {text.decode()}")

    def close(self, code: int = 1000) -> None:
        """Have it closed there, which also says why."""
        if not self.closing:
            self.closing = True
            self.relay.send(self.edge, f"c{self.number} {code}")


class Cluster:
    """This process among the others."""

    def __init__(self, store: CallingStore, hub: Hub, url: str, space: str, name: str, lease: float = LEASE) -> None:
        self.store, self.hub, self.name, self.lease = store, hub, name, lease
        self.relay = Relay(url, space, self._take, self._lost, self._told)
        self.me = 0
        self.peers: Mapping[int, leases.Peer] = {}
        self.cut_off = False  # from Redis, while others are not
        self.near: dict[str, tuple[Connection, int]] = {}  # our browsers at tables of other processes
        self.far: dict[tuple[int, str], FarConnection] = {}  # browsers of others at our tables
        self.ended: Callable[[str], None] = lambda _: None  # a session or a person whose connections end
        self._numbers = 0
        self._steady_since = 0.0  # since when the database has always answered
        self._tasks: set[asyncio.Task[Any]] = set()
        self._heart: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        hub.holder = self

    # ---- coming and going ----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take part."""
        self._loop = self.hub.loop = asyncio.get_running_loop()
        self.me = await self.store.call(lambda: leases.register(self.name, self._lease_ms))
        await self.relay.start(self.me)
        until = time.monotonic() + ALONE  # the door opens when the others can be reached, or without them
        while not self.relay.up and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self._heart = asyncio.create_task(self._live())

    async def stop(self) -> None:
        """Hand everything over and leave."""
        if self._heart is not None:
            self._heart.cancel()
        await self.hub.drain()
        for connection, _ in list(self.near.values()):
            connection.close(RESTART)
        with suppress(NotStored):
            await self.store.call(lambda: leases.retire(self.me))
        await self.relay.stop()
        for task in list(self._tasks):
            task.cancel()

    @property
    def _lease_ms(self) -> int:
        return round(1000 * self.lease)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self) -> None:
        """Renew the lease, and act on what has become of the others."""
        while True:
            try:
                busy = len(self.hub.tables), self.hub.connections
                beat: leases.Beat = await self.store.at_once(partial(leases.beat, self.me, self._lease_ms, self.relay.up, *busy))
                if self._steady_since == float("inf"):
                    self._steady_since = time.monotonic()
                await self._after(beat)
            except NotStored:
                self._steady_since = float("inf")
            except Exception:
                log.exception("lease")
            await asyncio.sleep(self.lease / 4)

    async def _after(self, beat: leases.Beat) -> None:
        if beat.lapsed:
            held = await self.store.at_once(lambda: leases.held(self.me))
            for fence, table in self.hub.fences().items():
                if (fence.table, fence.token) not in held:
                    table.close(RESTART)
        self.peers = beat.peers
        for process in {edge for edge, _ in self.far} | {owner for _, owner in self.near.values()}:
            if process not in beat.peers:
                # After an outage of the database it may live and only be later than we are: then its people have to come back.
                for edge, number in list(self.far):
                    if edge == process:
                        self.relay.send(process, f"c{number} {RESTART}")
                self._lost(process)
        alone = not self.relay.up and time.monotonic() - self.relay.down_since > ALONE
        cut_off = alone and any(peer.redis and not peer.draining for peer in beat.peers.values())
        if cut_off and not self.cut_off:
            log.warning("cut off from Redis: handing %s tables over", len(self.hub.tables))
            self.cut_off = True
            await self.hub.empty()
        self.cut_off = cut_off
        if beat.draining and not self.hub.draining:
            await self.hub.drain()
        elif not beat.draining:
            self.hub.draining = False

    # ---- who holds a table ---------------------------------------------------------------------------------------------------

    async def claim(self, code: str) -> Fence | None:
        """Hold a table, or say who does."""
        if self.cut_off or not self.me:
            raise Unreachable
        # After an outage of the database every lease has run out; the living get the time to renew theirs first.
        take = time.monotonic() - self._steady_since >= self.lease
        claim: leases.Claim | None = await self.store.call(lambda: leases.claim(code, self.me, take=take))
        if claim is None:
            return None
        if claim.fence is None:
            raise Elsewhere(claim.process)
        return claim.fence

    def store_for(self, fence: Fence) -> HeldStore:
        """The store of a table that is held."""
        return HeldStore(self.store, fence)

    def let_go(self, fence: Fence) -> None:
        """A table is not needed any more."""

        async def run() -> None:
            with suppress(NotStored):
                await self.store.call(lambda: leases.release([fence]))

        self._spawn(run())

    def tell_all(self, text: str) -> None:
        """From any thread: a word for the other processes."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            asyncio.run_coroutine_threadsafe(self.relay.tell_all(text), loop)

    def _told(self, text: str) -> None:
        word, _, code = text.partition(" ")
        if word == "reload":
            self.hub.reload_here(code)
        elif word == "ended":
            self.ended(code)

    # ---- our browsers at tables of others ------------------------------------------------------------------------------------

    async def reach(self, code: str) -> There | LiveTable | None:
        """The table, here or there; None if there is none, Unreachable if nobody can be asked."""
        until = time.monotonic() + self.lease + 2
        while True:
            try:
                return await self.hub.table(code)
            except Elsewhere as where:
                if await self.relay.listens(where.process):
                    return There(self, code, where.process)
                if not self.relay.up:
                    raise Unreachable from None
            # Its holder is not on the line: dead perhaps, and then its lease runs out.
            if time.monotonic() > until:
                raise Unreachable
            await asyncio.sleep(POLL)

    def number(self) -> str:
        """A name for a connection."""
        self._numbers += 1
        return f"{self._numbers}"

    def _lost(self, process: int | None) -> None:
        """The line to a process, or to all, is broken."""
        for number, (connection, owner) in list(self.near.items()):
            if process is None or owner == process:
                del self.near[number]
                connection.close(RESTART)
        for key, connection in list(self.far.items()):
            if process is None or key[0] == process:
                self._gone(key, connection)

    def _gone(self, key: tuple[int, str], connection: FarConnection) -> None:
        self.far.pop(key, None)
        connection.closing = True
        if connection.table is not None:
            connection.table.depart(connection)

    # ---- what the others say -------------------------------------------------------------------------------------------------

    def _take(self, process: int, frames: list[str]) -> None:
        for frame in frames:
            number, _, rest = frame[1:].partition(" ")
            if frame[0] == "t":
                if number in self.near:
                    self.near[number][0].send(rest.encode())
            elif frame[0] == "m":
                self._said(process, number, rest)
            elif frame[0] == "a":
                self._spawn(self._arrive(process, number, json.loads(rest)))
            elif frame[0] == "d":
                connection = self.far.get((process, number))
                if connection is not None:
                    self._gone((process, number), connection)
            elif frame[0] == "c" and number in self.near:
                self.near.pop(number)[0].close(int(rest))

    async def _arrive(self, process: int, number: str, said: Json) -> None:
        connection = FarConnection(Who(*said["who"]), said["lang"], self.relay, process, number)
        self.far[process, number] = connection
        try:
            table = await self.hub.table(said["code"])
        except (Elsewhere, Unreachable):
            table = None
        if self.far.get((process, number)) is not connection:
            return  # gone again
        if table is None:
            del self.far[process, number]
            connection.close(RESTART)
            return
        connection.table = table
        table.arrive(connection, said["since"])
        for text in connection.early:
            self._said(process, number, text)
        connection.early.clear()

    def _said(self, process: int, number: str, text: str) -> None:
        connection = self.far.get((process, number))
        if connection is None or (connection.table is None and len(connection.early) >= MOST_EARLY):
            self.relay.send(process, f"c{number} {RESTART}")
        elif connection.table is None:
            connection.early.append(text)
        else:
            said: Json = {}
            try:
                said = parse(text)
                connection.table.said(connection, said)
            except BadMessage as problem:
                complain(connection, problem.code, said)


class There:
    """A table of another process, for one browser of ours."""

    def __init__(self, cluster: Cluster, code: str, process: int) -> None:
        self.cluster, self.code, self.process = cluster, code, process
        self.number = cluster.number()

    def arrive(self, connection: Connection, since: int | None) -> None:
        """Somebody has connected."""
        who = connection.who
        said = {"code": self.code, "who": [who.key, who.name, who.user, who.guest], "lang": connection.lang, "since": since}
        self.cluster.near[self.number] = connection, self.process
        self._send(connection, f"a{self.number} {dumps(said)}")

    def said(self, connection: Connection, message: Json) -> None:
        """And says something."""
        self._send(connection, f"m{self.number} {dumps(message)}")

    def depart(self, _connection: Connection) -> None:
        """And has gone."""
        self.cluster.near.pop(self.number, None)
        self.cluster.relay.send(self.process, f"d{self.number}")

    def _send(self, connection: Connection, frame: str) -> None:
        if not self.cluster.relay.send(self.process, frame):
            connection.close(RESTART)
