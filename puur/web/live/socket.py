"""The WebSocket endpoint: who is it, from where, which table; then messages in and out until one side has enough.

Plain ASGI. Refuses foreign origins before accepting, strangers after it (so that a browser can read why).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import orjson

from puur.web.live.connection import RESTART, Connection, complain
from puur.web.live.hub import Hub, Unreachable
from puur.web.live.limits import Buckets, Counts, network_of
from puur.web.live.speech import language, sentence
from puur.web.live.state import Who
from puur.web.live.wire import BadMessage, Json
from puur.web.server import environment

log = logging.getLogger("puur.web")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_CHARS = 8 * 1024
MOST_DEPTH = 6
PATH = re.compile(r"/ws/t/([A-Za-z0-9]{3,12})/")
NO_ORIGIN, NO_TABLE, TOO_MUCH, NOT_IN_TIME = 4403, 4404, 4429, 1011
PER_ADDRESS, PER_PERSON = 600, 24  # connections at the same time; a hall full of people may share one address
SWEEP = 60.0  # seconds between two looks at the sessions of those who are connected
HERE = ("127.0.0.1", "::1", "")  # this machine: perhaps a proxy that does not say for whom it asks


class Door(Protocol):
    """What the endpoint asks of the rest of the server."""

    def hosts(self) -> tuple[Callable[[str], bool], list[str]]:
        """Whether a host name is this server's, and further origins that may come."""

    async def who(self, session: str) -> Who:
        """Whose session that is."""

    async def ended(self, sessions: dict[str, str]) -> set[str]:
        """Which of these sessions, each with the key of a person, are no longer theirs."""

    async def sits(self, who: Who, code: str) -> bool:
        """Whether somebody has a seat at the table with this code."""

    async def may_guess(self, names: list[str]) -> bool:
        """Whether these, an address and a person, have not tried too many wrong codes, in any process."""

    async def guessed(self, names: list[str]) -> None:
        """Note a wrong code."""


class Place(Protocol):
    """A table as the endpoint sees it: in this process (`LiveTable`) or in another (`cluster.There`)."""

    def arrive(self, connection: Connection, since: int | None) -> None:
        """Somebody has connected."""

    def said(self, connection: Connection, message: Json) -> None:
        """And says something."""

    def depart(self, connection: Connection) -> None:
        """And has gone."""


class Endpoint:
    """The ASGI application for sockets."""

    def __init__(self, hub: Hub, door: Door, session_cookie: str, lang_cookie: str) -> None:
        self.hub, self.door = hub, door
        self.reach: Callable[[str], Awaitable[Place | None]] = hub.table
        self.session_cookie, self.lang_cookie = session_cookie, lang_cookie
        self.rate = environment.number(os.environ, "PUUR_RATE", 10)  # messages per second of one connection
        self.arrivals = Buckets(40, 4)  # per address: a browser that reconnects in a loop
        self.here = HERE
        self.by_address = Counts(int(environment.number(os.environ, "PUUR_PER_ADDRESS", PER_ADDRESS)))
        self.by_person = Counts(int(environment.number(os.environ, "PUUR_PER_PERSON", PER_PERSON)))
        self._sessions: dict[Connection, str] = {}  # by which each has come
        self._arriving: dict[int, set[str]] = {}  # what has ended since each began to come who is not in yet
        self._loop: asyncio.AbstractEventLoop | None = None
        self.tell_others: Callable[[str], None] = lambda _: None  # a word to the other processes, where there are any

    def end(self, *names: str) -> None:
        """From any thread: a session is over, or all of a person; whoever came by it is judged anew, in the other processes too.

        Each is named by `ended_session` or `ended_person`.
        """
        self.end_here(*names)
        for name in names:
            self.tell_others(f"ended {name}")

    def end_here(self, *names: str) -> None:
        """The same in this process alone."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_named, set(names))

    def _end_named(self, names: set[str]) -> None:
        for heard in self._arriving.values():
            heard |= names
        for connection, session in list(self._sessions.items()):
            if not names.isdisjoint((ended_session(session), ended_person(connection.who.key))):
                connection.close(RESTART)

    def _end(self, sessions: set[str]) -> None:
        for connection in [connection for connection, own in self._sessions.items() if own in sessions]:
            connection.close(RESTART)

    async def watch(self) -> None:
        """Now and then: sessions that have ended without a word, by their age or while Redis was away."""
        while True:
            await asyncio.sleep(SWEEP)
            known = {session: connection.who.key for connection, session in self._sessions.items()}
            try:
                self._end(await self.door.ended(known))
            except Exception:  # the database, most likely; next time
                log.exception("sessions")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await receive()  # websocket.connect
        path = PATH.fullmatch(scope["path"])
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if path is None:
            await send({"type": "websocket.close", "code": NO_TABLE})
            return
        if not self._known_origin(headers):
            await send({"type": "websocket.close", "code": NO_ORIGIN})
            return
        raw = (scope.get("client") or ("", 0))[0]
        known, address = raw in self.here, network_of(raw)
        if not known and not (self.arrivals.take(address) and self.by_address.take(address)):
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return
        heard: set[str] = set()
        self._loop = asyncio.get_running_loop()
        self._arriving[id(heard)] = heard
        try:
            await self._serve(scope, receive, send, path[1].upper(), headers, heard, address="" if known else address)
        finally:
            self._arriving.pop(id(heard), None)
            if not known:
                self.by_address.give(address)

    async def _serve(
        self, scope: Scope, receive: Receive, send: Send, code: str, headers: dict[str, str], heard: set[str], *, address: str
    ) -> None:
        cookies = _cookies(headers.get("cookie", ""))
        lang = language(cookies.get(self.lang_cookie, ""), headers.get("accept-language", ""))
        try:
            who = await self.door.who(cookies.get(self.session_cookie, ""))
            names = [name for name in (address, who.key) if name]
            # Whoever guesses gets no answer at all; whoever sits at that table is not held up by a neighbour who does.
            if not await self.door.may_guess(names) and not await self.door.sits(who, code):
                await send({"type": "websocket.close", "code": TOO_MUCH})
                return
            table = await self.reach(code)
            if table is None:
                await self.door.guessed(names)
        except Unreachable:
            await _not_now(scope, send)
            return
        except Exception:  # the database, most likely; the browser comes again
            log.exception("socket")
            await _not_now(scope, send)
            return
        person, session = who.key or f"nobody {id(scope)}", cookies.get(self.session_cookie, "")
        connection = Connection(who, lang, self.rate)
        if who.key:  # before it is accepted: what ends from now on ends this too, and what has ended since it was asked for
            self._sessions[connection] = session
            if not heard.isdisjoint((ended_session(session), ended_person(who.key))):
                connection.close(RESTART)
        self._arriving.pop(id(heard), None)
        try:
            await send({"type": "websocket.accept"})
            await self._accepted(scope, receive, send, connection, table, person, lang)
        finally:
            self._sessions.pop(connection, None)

    async def _accepted(
        self, scope: Scope, receive: Receive, send: Send, connection: Connection, table: Place | None, person: str, lang: str
    ) -> None:
        over: bool = connection.closing
        if over:
            await _write(connection, send)
            return
        allowed = self.by_person.take(person)
        if table is None or not allowed:
            reason = "rate" if table is not None else "gone"
            connection.tell("error", code=reason, text=sentence(f"error.{reason}", lang))
            connection.close(NO_TABLE if table is None else TOO_MUCH)
            await _write(connection, send)
            if allowed:
                self.by_person.give(person)
            return
        line = scope.get("extensions", {}).get("puur.line")
        writer = asyncio.create_task(_write(connection, send))
        connection.line = line
        table.arrive(connection, _since(scope))
        hear = partial(_hear, table, connection)
        try:
            if line is not None:
                line.listener = hear
            while (message := await receive())["type"] == "websocket.receive" and not writer.done():
                hear(message.get("text"))
        finally:
            if line is not None:
                line.listener = None
            self.by_person.give(person)
            table.depart(connection)
            if connection.closing and not writer.done():  # say good-bye first
                await asyncio.wait([writer], timeout=2)
            connection.closing = True
            writer.cancel()

    def _known_origin(self, headers: dict[str, str]) -> bool:
        """A page of this host, and a host that is ours: no other site can use somebody's session."""
        valid, more = self.door.hosts()
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if not valid(host):
            return False
        if origin in more:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc.lower() == host.lower()


def ended_session(session: str) -> str:
    """How a session that is over is called among the processes: not so that anybody could use it."""
    return hashlib.sha256(f"session {session}".encode()).hexdigest()


def ended_person(key: str) -> str:
    """How a person is called whose sessions are to be judged anew."""
    return hashlib.sha256(f"person {key}".encode()).hexdigest()


def _hear(table: Place, connection: Connection, text: object) -> None:
    """A message has come."""
    if connection.closing:
        return
    said: Json = {}
    try:
        allowed = connection.asks.take()
        if not allowed and not connection.refusals.take():
            connection.close(TOO_MUCH)
            return
        said = parse(text)
        if not allowed:
            raise BadMessage("rate")
        table.said(connection, said)
    except BadMessage as problem:
        complain(connection, problem.code, said)


def parse(text: object) -> Json:
    """A message of a client: a JSON object with a known `t`, not too long, not too deep."""
    if not isinstance(text, str):
        raise BadMessage("json", "text expected")
    if len(text) > MOST_CHARS:
        raise BadMessage("size")
    if text.count("{") + text.count("[") > MOST_DEPTH and _deep(text):
        raise BadMessage("json", "too deep")
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise BadMessage("json") from None
    if not isinstance(data, dict) or not isinstance(data.get("t"), str):
        raise BadMessage("json", "an object with t expected")
    return data


def _deep(text: str) -> bool:
    """Whether it might nest too deeply; brackets in strings count too, which no honest message has so many of."""
    depth = 0
    for sign in text:
        if sign in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                return True
        elif sign in "]}":
            depth -= 1
    return False


async def _write(connection: Connection, send: Send) -> None:
    """Send what is queued until the connection is closed."""
    try:
        while True:
            item = await connection.out.get()
            if isinstance(item, int):
                await send({"type": "websocket.close", "code": item})
                return
            await send({"type": "websocket.send", "text": item.decode()})
            connection.sent(item)
    except (RuntimeError, OSError):  # the other side has gone
        connection.closing = True


async def _not_now(scope: Scope, send: Send) -> None:
    """503 before the upgrade: a load balancer tries the next process, a browser comes again by itself."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": 503, "headers": [(b"retry-after", b"1")]})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close", "code": NOT_IN_TIME})


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: cookie.value for name, cookie in SimpleCookie(header[:8000]).items()}
    except CookieError:
        return {}


def _since(scope: Scope) -> int | None:
    text = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
