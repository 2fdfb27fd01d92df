"""One live table: takes one request after the other, validates, commits, and only then tells anybody.

What somebody does in the game while nothing else is under way goes straight to the store, and its answer straight to the readers; a
task serves all the rest in the order of arrival. What is done is in `acting`, what is told in `telling`, what happens by itself in
`clock`, who is there in `presence`, everything around the game in
`lobby` and `seating`. Promise: nobody is sent anything that is not stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from puur.core.errors import RuleViolation
from puur.web.live import acting, bot_pool, croupier, lobby, objections, office, presence, seating, table_json
from puur.web.live.acting import Deed, Step
from puur.web.live.clock import Clock, Pace
from puur.web.live.connection import Connection, complain
from puur.web.live.croupier import CutAsked
from puur.web.live.presence import People
from puur.web.live.speech import refusal
from puur.web.live.state import NotStored, Store, TableState
from puur.web.live.telling import Moment, Teller
from puur.web.live.wire import VERSION, BadMessage, Json, encode, id_of

log = logging.getLogger("puur.web")
MOST_EVENTS = 60
MOST_INBOX = 500  # requests of one table that may wait


class Request(NamedTuple):
    """Something that the task has to do, in the order of arrival."""

    do: Callable[..., Any]
    connection: Connection | None = None
    message: Json | None = None


class LiveTable:
    """One table: its task and what it knows."""

    def __init__(self, state: TableState, store: Store, pace: Pace, forget: Callable[[LiveTable], None]) -> None:
        self.state, self.store, self.pace, self.forget = state, store, pace, forget
        self.inbox: asyncio.Queue[Request] = asyncio.Queue()
        self.connections: list[Connection] = []
        self.people = People()
        self.clock = Clock(self)
        self.ready: set[int] = set()
        self.again: set[int] = set()
        self.given: dict[int, str] = {}  # what people have added to the seed of the next pack; used once
        self.asked: CutAsked | None = None
        self.talked: set[int] = set()  # seats that have written in this deal; what they wrote is not kept
        self.hints: bool | None = None  # whether the host wants hints here; None: nobody has said
        self._teller = Teller()
        self._serving = False  # the task is at a request
        self._storing = False  # something is being stored past the task
        self._stored = asyncio.Event()
        self._closed = False
        self._mending: asyncio.Task[None] | None = None
        self._ask_cut()
        if state.status != "over":  # have the bots ready before they are needed
            bot_pool.thinkers.prepare({state.level, *(seat.bot for seat in state.seats if seat.bot)})
        if state.office:
            self.post(partial(office.take_word, self))
        self.task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # ---- the task ------------------------------------------------------------------------------------------------------------

    def post(self, do: Callable[..., Any], connection: Connection | None = None, message: Json | None = None) -> None:
        """Have something done when it is its turn."""
        self.inbox.put_nowait(Request(do, connection, message))

    def arrive(self, connection: Connection, since: int | None) -> None:
        """Somebody has connected."""
        self.post(partial(presence.arrive, self), connection, {"since": since})

    def depart(self, connection: Connection) -> None:
        """A connection has ended."""
        self.post(partial(presence.depart, self), connection)

    def said(self, connection: Connection, message: Json) -> None:
        """Somebody says something."""
        kind = message["t"]
        if self.inbox.qsize() >= MOST_INBOX:
            raise BadMessage("busy")
        if kind == "act" and not (self._serving or self._storing or self.inbox.qsize() or self._has_left(connection)):
            self._act_at_once(connection, message)
        elif kind == "act":
            self.post(self.act, connection, message)
        elif kind == "ping":
            connection.tell("pong", time=time.time_ns() // 1_000_000)
        elif kind in lobby.REQUESTS:
            self.post(partial(lobby.REQUESTS[kind], self), connection, message)
        else:
            raise BadMessage("json", "t")

    async def _run(self) -> None:
        self.clock.plan()
        while True:
            request = await self.inbox.get()
            self._serving = True
            while self._storing:
                self._stored.clear()
                await self._stored.wait()
            try:
                await self._serve(request)
            except Exception as problem:
                await self._fail(request, problem)
            self._serving = False

    async def _serve(self, request: Request) -> None:
        _, connection, message = request
        try:
            await request.do(*(part for part in (connection, message) if part is not None))
        except (BadMessage, RuleViolation) as problem:
            if connection is None or message is None:
                raise
            self._refuse(connection, message, problem)

    def _refuse(self, connection: Connection, message: Json, problem: BadMessage | RuleViolation) -> None:
        if isinstance(problem, BadMessage):
            complain(connection, problem.code, message)
        else:
            why = refusal(problem, connection.lang, self.state.names, connection.faces or self.state.faces or "german")
            connection.tell("refused", id=id_of(message), **why)

    async def _fail(self, request: Request, problem: BaseException) -> None:
        """Something went wrong half-way: back to what is stored, and tell everybody how it stands."""
        if not isinstance(problem, NotStored):
            log.error("table %s", self.state.code, exc_info=problem)
        if request.connection is not None and request.message is not None:
            complain(request.connection, "busy", request.message)
        if request.connection is None:  # a bot or a clock: whoever waits for it is told why nothing happens
            for connection in self.connections:
                complain(connection, "waits")
        await self.reload(failed=True)

    async def reload(self, *, failed: bool = False) -> None:
        """Back to what is stored: something has failed, or a page has changed the table in the database."""
        try:
            state = await self.store.load(self.state.code)
        except Exception:
            state = None
        if state is None:
            self.close(1012)
            return
        self.state = state
        self._teller = Teller()
        self._ask_cut()
        presence.send_away(self)
        for connection in self.connections:
            self.sync(connection)
        if failed:
            self.clock.failed()
        elif presence.complete(self):  # the last one was there before the seat was
            await self.begin()
        else:
            await office.take_word(self)
        self.clock.plan()

    def close(self, code: int) -> None:
        """End the table in memory; what is stored stays."""
        self._closed = True
        for connection in self.connections:
            connection.close(code)
        self.clock.stop()
        self.task.cancel()
        self.forget(self)

    # ---- the game --------------------------------------------------------------------------------------------------------------

    def _act_at_once(self, connection: Connection, message: Json) -> None:
        """Somebody does something in the game while nothing else is under way: no task has to be woken for it."""
        request = Request(self.act, connection, message)
        try:
            step = acting.at_once(self, connection, message)
        except (BadMessage, RuleViolation) as problem:
            self._refuse(connection, message, problem)
        except Exception as problem:
            self._storing = True
            self._mend(request, problem)
        else:
            if step is not None:
                self._storing = True
                self.store.write(step.commit, partial(self._after, request, step))

    def _after(self, request: Request, step: Step, _answer: None, problem: BaseException | None) -> None:
        """It is stored, or not."""
        try:
            if problem is not None:
                raise problem
            if not self._closed:
                self._settle(step)
                self.clock.plan()
            self._storing = False
            self._stored.set()
        except Exception as trouble:
            self._mend(request, trouble)

    def _mend(self, request: Request, problem: BaseException) -> None:
        """Something that went past the task has failed: everything else waits until the table is back at what is stored."""
        self.state.game = None  # it is ahead of what is stored: never show it again

        async def work() -> None:
            await self._fail(request, problem)
            self._storing = False
            self._stored.set()

        if not self._closed:
            self._mending = asyncio.create_task(work())

    async def act(self, connection: Connection, message: Json) -> None:
        """Somebody does something in the game."""
        deed = acting.read(self, connection, message)
        if deed is None:
            return
        if deed.seat is not None and self._has_left(connection):
            await seating.returned(self, deed.seat)
        await self.do(deed)
        self.clock.plan()

    def _has_left(self, connection: Connection) -> bool:
        """Whether the others believe that a person has gone; who acts is back."""
        seat = self.state.seat_of(connection.who.key)
        return seat is not None and (self.state.is_bot(seat) or seat in self.people.gone)

    async def do(self, deed: Deed) -> None:
        """Have the game take it, store it, and tell everybody."""
        await self._store(acting.take(self, deed))

    async def begin(self) -> None:
        """Begin the next game with those who sit here."""
        self.ready.clear()
        self.again.clear()
        await self._store(acting.begin(self.state))
        presence.send_away(self)
        for connection in self.connections:
            self.sync(connection, self.state.started_at)
        self.clock.plan()

    @property
    def unconfirmed(self) -> bool:
        """Whether the last deal of a game that is over may still be objected to."""
        game = self.state.game
        return game is not None and self.state.status == "playing" and objections.in_window(game)

    async def confirm(self) -> None:
        """The result of the last deal stands: everybody is shown the end of the game."""
        await self._store(acting.confirm(self.state))
        for connection in self.connections:
            self.sync(connection, self.state.started_at)
        self.clock.plan()

    async def _store(self, step: Step) -> None:
        try:
            await self.store.commit(step.commit)
        except BaseException:
            self.state.game = None  # it is ahead of what is stored: never show it again
            raise
        self._settle(step)

    def _settle(self, step: Step) -> None:
        """It is stored: now everybody may know (a game that begins is told by `begin`)."""
        state, rows, ended = self.state, step.commit.rows, step.commit.ended is not None
        game = state.game
        assert game is not None
        if rows:
            state.n = rows[-1].n
            state.heads += [row.head for row in rows]
        if step.action:
            state.actions[step.action] = (-1 if step.seat is None else step.seat, rows[-1].n)
        if ended:
            state.status = "over"
        self._ask_cut()
        self.clock.moved(game)
        (self.talked if game.between_deals else self.ready).clear()
        if rows and step.commit.begun is None:
            ok = encode({"v": VERSION, "t": "ok", "id": step.action, "n": rows[-1].n, "head": state.head})
            seats = {seat.who: number for number, seat in enumerate(state.seats) if seat.who}
            readers = [(connection, seats.get(connection.who.key)) for connection in self.connections]
            self._teller.tell(Moment(game, self.asked, self.talked, self.unconfirmed), rows, readers, step.connection, ok)
        if ended or state.timer:
            self.clock.plan()
            self.tell_table()

    def _ask_cut(self) -> None:
        game = self.state.game
        before = self.asked
        self.asked = None if game is None or self.state.status != "playing" else croupier.cut_asked(game, self.state.secret)
        if self.asked is None or before is None or self.asked.commitment != before.commitment:
            self.given = {}  # what was given for one pack serves no other

    def add(self, seat: int, nonce: str) -> bool:
        """Take a seat's part of the next pack, once; whether it is this one that counts. What anybody has used serves no more."""
        game = self.state.game
        if self.asked is None or game is None or self.asked.given or seat in self.asked.bots:
            return False
        taken = {number for other, number in self.given.items() if other != seat}
        if nonce in taken or nonce in croupier.used(game):
            return False
        return self.given.setdefault(seat, nonce) == nonce

    # ---- what is sent ----------------------------------------------------------------------------------------------------------

    def sync(self, connection: Connection, since: object = None) -> None:
        """Everything that this connection may know."""
        state = self.state
        seat = state.seat_of(connection.who.key)
        table = table_json.describe(self, connection)
        head = encode({"v": VERSION, "t": "sync", "n": state.n, "head": state.head, "you": seat, "table": table})
        view, events = b"null", []
        if state.game is not None:
            first = max(since, state.started_at, state.n - MOST_EVENTS) if type(since) is int and 0 <= since <= state.n else None
            place = None if first is None else first - state.started_at
            view, told = self._teller.whole(Moment(state.game, self.asked, self.talked, self.unconfirmed), seat, place)
            connection.told = True
            events = [{"n": n, "event": event} for n, event in enumerate(told, start=(first or 0) + 1)]
        connection.send(b'%b,"view":%b,"events":%b}' % (head[:-1], view, encode(events)))

    def tell_table(self, but: Connection | None = None) -> None:
        """Tell everybody how the table stands."""
        for connection in self.connections:
            if connection is not but:
                connection.tell("table", table=table_json.describe(self, connection))

    # ---- who is there ----------------------------------------------------------------------------------------------------------

    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected and has not said good-bye."""
        key = self.state.seats[seat].who
        return bool(key) and seat not in self.people.gone and any(reader.who.key == key for reader in self.connections)

    def people_here(self) -> list[int]:
        """The seats of persons who are there."""
        return [seat for seat in range(len(self.state.seats)) if self.here(seat)]
