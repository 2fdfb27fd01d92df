"""The WebSocket endpoint: who is it, from where, which table; then messages in and out until one side has enough.

Plain ASGI. Refuses foreign origins before accepting, strangers after it (so that a browser can read why).
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from puur.web import places
from puur.web.live.connection import Connection
from puur.web.live.hub import Hub
from puur.web.live.limits import Buckets
from puur.web.live.speech import language, sentence
from puur.web.live.state import Who
from puur.web.live.table import LiveTable
from puur.web.live.wire import BadMessage, Json, parse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATH = re.compile(r"/ws/t/([A-Za-z0-9]{3,12})/")
NO_ORIGIN, NO_TABLE, TOO_MUCH, NOT_IN_TIME = 4403, 4404, 4429, 1011


class Door(Protocol):
    """What the endpoint asks of the rest of the server."""

    def hosts(self) -> tuple[Callable[[str], bool], list[str]]:
        """Whether a host name is this server's, and further origins that may come."""

    async def who(self, session: str) -> Who:
        """Whose session that is."""


class Endpoint:
    """The ASGI application for sockets."""

    def __init__(self, hub: Hub, door: Door, session_cookie: str, lang_cookie: str) -> None:
        self.hub, self.door = hub, door
        self.session_cookie, self.lang_cookie = session_cookie, lang_cookie
        self.rate = places.number(os.environ, "PUUR_RATE", 10)  # messages per second of one connection
        self.arrivals = Buckets(40, 4)  # per address: a browser that reconnects in a loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await receive()  # websocket.connect
        found = PATH.fullmatch(scope["path"])
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if found is None:
            await send({"type": "websocket.close", "code": NO_TABLE})
            return
        if not self._known_origin(headers):
            await send({"type": "websocket.close", "code": NO_ORIGIN})
            return
        address = (scope.get("client") or ("", 0))[0]
        if not self.arrivals.take(address) and address not in ("127.0.0.1", "::1"):
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return
        cookies = _cookies(headers.get("cookie", ""))
        lang = language(cookies.get(self.lang_cookie, ""), headers.get("accept-language", ""))
        who = await self.door.who(cookies.get(self.session_cookie, ""))
        await send({"type": "websocket.accept"})
        connection = Connection(who, lang, self.rate)
        table = await self.hub.table(found[1].upper())
        if table is None:
            connection.tell("error", code="gone", text=sentence("error.gone", lang))
            connection.close(NO_TABLE)
            await _write(connection, send)
            return
        table.post(table.arrive, connection, {"since": _since(scope)})
        writer = asyncio.create_task(_write(connection, send))
        try:
            await self._read(table, connection, receive, writer)
        finally:
            table.post(table.depart, connection)
            if connection.closing and not writer.done():  # say good-bye first
                await asyncio.wait([writer], timeout=2)
            connection.closing = True
            writer.cancel()

    async def _read(self, table: LiveTable, connection: Connection, receive: Receive, writer: asyncio.Task[None]) -> None:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or writer.done():
                return
            said: Json = {}
            try:
                allowed = connection.asks.take()
                if not allowed and not connection.refusals.take():
                    connection.close(TOO_MUCH)
                    return
                said = parse(message.get("text"))
                if not allowed:
                    raise BadMessage("rate")
                self.hub.request(table, connection, said)
            except BadMessage as problem:
                table.error(connection, problem.code, said)

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


async def _write(connection: Connection, send: Send) -> None:
    """Send what is queued until the connection is closed."""
    try:
        while True:
            item = await connection.out.get()
            if isinstance(item, int):
                await send({"type": "websocket.close", "code": item})
                return
            await send({"type": "websocket.send", "text": item})
    except (RuntimeError, OSError):  # the other side has gone
        connection.closing = True


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: one.value for name, one in SimpleCookie(header[:8000]).items()}
    except CookieError:
        return {}


def _since(scope: Scope) -> int | None:
    text = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
