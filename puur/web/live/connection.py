"""One browser at one table: what it is sent waits in a queue, so that a slow reader holds up nobody and holds little memory."""

from __future__ import annotations

import asyncio

from puur.web.live.limits import Bucket
from puur.web.live.speech import sentence
from puur.web.live.state import Who
from puur.web.live.wire import VERSION, Json, dumps

MOST_WAITING = 200  # messages
MOST_CHARS = 1 << 20  # that may wait for one reader, whatever they are
TOO_SLOW, RESTART = 4408, 1012


class Connection:
    """A reader with a language and, perhaps, a seat."""

    __slots__ = ("asks", "chars", "chats", "closing", "lang", "out", "refusals", "synced", "who")

    def __init__(self, who: Who, lang: str, rate: float = 10.0) -> None:
        self.who, self.lang = who, lang
        self.out: asyncio.Queue[str | int] = asyncio.Queue(MOST_WAITING + 3)  # an int is a close code
        self.chars = 0  # that wait
        self.synced = False
        self.closing = False
        self.asks = Bucket(3 * rate, rate)
        self.chats = Bucket(5, 0.5)
        self.refusals = Bucket(60, 1)

    def send(self, text: str) -> None:
        """Queue a message; a reader that does not keep up is closed and may come back for a snapshot."""
        if self.closing:
            return
        if self.out.qsize() >= MOST_WAITING or self.chars + len(text) > MOST_CHARS:
            self.close(TOO_SLOW)
            return
        self.chars += len(text)
        self.out.put_nowait(text)

    def tell(self, kind: str, **fields: object) -> None:
        """Queue a small message."""
        self.send(dumps({"v": VERSION, "t": kind, **fields}))

    async def next(self) -> str | int:
        """What is to be sent next."""
        item = await self.out.get()
        if isinstance(item, str):
            self.chars -= len(item)
        return item

    def close(self, code: int = 1000) -> None:
        """Close after what is queued; whoever is too slow gets none of it any more."""
        if self.closing:
            return
        if code == RESTART and self.out.qsize() < MOST_WAITING:
            self.tell("error", code="moved", text=sentence("error.moved", self.lang))
        self._end(code)

    def _end(self, code: int) -> None:
        if self.closing:  # the last word was too much already
            return
        self.closing = True
        if code == TOO_SLOW:
            while not self.out.empty():
                self.out.get_nowait()
            self.chars = 0
        self.out.put_nowait(code)


def complain(connection: Connection, code: str, message: Json | None = None) -> None:
    """Something that is no refusal of the rules; with the id of the message where it had one."""
    found = (message or {}).get("id")
    fields = {"id": found[:64]} if isinstance(found, str) and found else {}
    connection.tell("error", code=code, text=sentence(f"error.{code}", connection.lang), **fields)
