"""One browser at one table: what it is sent waits in a queue, so that a slow reader holds up nobody."""

from __future__ import annotations

import asyncio

from puur.web.live.limits import Bucket
from puur.web.live.state import Who
from puur.web.live.wire import VERSION, dumps

MOST_WAITING = 200
TOO_SLOW = 4408


class Connection:
    """A reader with a language and, perhaps, a seat."""

    __slots__ = ("asks", "chats", "closing", "lang", "out", "refusals", "synced", "who")

    def __init__(self, who: Who, lang: str, rate: float = 10.0) -> None:
        self.who, self.lang = who, lang
        self.out: asyncio.Queue[str | int] = asyncio.Queue(MOST_WAITING + 2)  # an int is a close code
        self.synced = False
        self.closing = False
        self.asks = Bucket(3 * rate, rate)
        self.chats = Bucket(5, 0.5)
        self.refusals = Bucket(60, 1)

    def send(self, text: str) -> None:
        """Queue a message; a reader that does not keep up is closed and may come back for a snapshot."""
        if self.closing:
            return
        if self.out.qsize() >= MOST_WAITING:
            self.close(TOO_SLOW)
            return
        self.out.put_nowait(text)

    def tell(self, kind: str, **fields: object) -> None:
        """Queue a small message."""
        self.send(dumps({"v": VERSION, "t": kind, **fields}))

    def close(self, code: int = 1000) -> None:
        """Close after what is queued."""
        if not self.closing:
            self.closing = True
            while self.out.qsize() >= MOST_WAITING + 1:
                self.out.get_nowait()
            self.out.put_nowait(code)
