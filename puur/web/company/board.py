"""The list of open tables as JSON, from memory: thousands may watch the lobby without a query each.

Whoever asks within `FRESH` seconds gets the same bytes; who has them already gets 304. It stands before Django, because
everybody who watches asks every few seconds.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import asdict

import orjson
from asgiref.sync import sync_to_async
from django.db import connection

from puur.web.company import opening
from puur.web.server.middleware import POLICY, Receive, Scope, Send

LIST = "/open/list.json"
FRESH = 2.0
TIDY = 30.0


def listing() -> bytes:
    """The list as it is stored, as JSON."""
    return orjson.dumps({"tables": [asdict(row) for row in opening.listed()]})


class Board:
    """The last list, and when it was made."""

    def __init__(self) -> None:
        self.body, self.tag, self.made, self.tidied = b"", b"", 0.0, 0.0
        self._lock = asyncio.Lock()

    async def fresh(self) -> tuple[bytes, bytes]:
        """The list, made anew if it is old; only one asks the database, and others have the last one meanwhile."""
        if time.monotonic() - self.made > FRESH and not (self.body and self._lock.locked()):
            async with self._lock:
                if time.monotonic() - self.made > FRESH:
                    self.body = await self._read()
                    self.tag = b'"%s"' % hashlib.sha256(self.body).hexdigest()[:20].encode()
                    self.made = time.monotonic()
        return self.body, self.tag

    async def _read(self) -> bytes:
        tidy = time.monotonic() - self.tidied > TIDY
        if tidy:
            self.tidied = time.monotonic()
        body: bytes = await sync_to_async(_work, thread_sensitive=False)(tidy)
        return body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one reader."""
        body, tag = await self.fresh()
        known = tag in dict(scope["headers"]).get(b"if-none-match", b"")
        headers = [
            (b"content-type", b"application/json"), (b"etag", tag), (b"cache-control", b"no-cache"),
            (b"x-content-type-options", b"nosniff"), (b"content-security-policy", POLICY.encode()),
        ]  # fmt: skip
        await send({"type": "http.response.start", "status": 304 if known else 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if known else body})


def _work(tidy: bool) -> bytes:
    try:
        if tidy:
            opening.tidy()
            opening.ensure_standing()
        return listing()
    finally:
        connection.close()  # back to the pool, for others
