"""One browser at one table: what it cannot take at once waits in a queue, so that a slow reader holds up nobody and holds little
memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Protocol

from puur.web.live.limits import Bucket
from puur.web.live.speech import sentence
from puur.web.live.state import Who
from puur.web.live.wire import VERSION, Json, encode, id_of

MOST_WAITING = 200  # messages
MOST_BYTES = 1 << 20  # that may wait for one reader, whatever they are
TOO_SLOW, RESTART = 4408, 1012
# How long a bot waits for each pace that people can choose, as a share of the usual time. Pages show the cards by the same shares.
HASTE: Mapping[str, float] = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "none": 0.0}


class Line(Protocol):
    """The way to a browser without a detour."""

    def put(self, texts: tuple[bytes, ...]) -> bool:
        """Send these now; False, and nothing is sent, if the other side does not keep up or has gone."""


class Connection:
    """A reader with a language, a pace, cards of a kind and, perhaps, a seat."""

    __slots__ = (
        "adds", "asks", "began", "bytes", "chats", "closing", "faces", "hints",
        "lang", "line", "out", "pace", "refusals", "told", "who",
    )  # fmt: skip

    def __init__(self, who: Who, lang: str, rate: float = 10.0) -> None:
        self.who, self.lang = who, lang
        self.pace = "normal"  # how quickly bots may act for it
        self.faces = ""  # on the cards that it shows; "" as the table has them
        self.line: Line | None = None
        self.began = time.monotonic()
        self.adds: bool | None = None  # whether it adds to the shuffle by itself, as browsers do; unknown until it has said hello
        self.out: asyncio.Queue[bytes | int] = asyncio.Queue(MOST_WAITING + 3)  # an int is a close code
        self.bytes = 0  # that wait, with those that are being sent
        self.told = False  # whether it was told everything; then each event brings only what has changed
        self.closing = False
        self.asks = Bucket(3 * rate, rate)
        self.chats = Bucket(5, 0.5)
        self.refusals = Bucket(60, 1)
        self.hints = Bucket(12, 0.5)

    def send(self, *texts: bytes) -> None:
        """Send messages, or queue them; a reader that does not keep up is closed and may come back for a snapshot."""
        if self.closing or (not self.bytes and self.line is not None and self.line.put(texts)):
            return
        for text in texts:
            if self.out.qsize() >= MOST_WAITING or self.bytes + len(text) > MOST_BYTES:
                self.close(TOO_SLOW)
                return
            self.bytes += len(text)
            self.out.put_nowait(text)

    def tell(self, kind: str, **fields: object) -> None:
        """Send a small message."""
        self.send(encode({"v": VERSION, "t": kind, **fields}))

    def sent(self, text: bytes) -> None:
        """It was: as long as something is not, all that comes later waits behind it."""
        self.bytes = max(0, self.bytes - len(text))

    def close(self, code: int = 1000) -> None:
        """Close after what is queued; whoever is too slow gets none of it any more."""
        if code == RESTART and not self.closing and self.out.qsize() < MOST_WAITING:
            self.tell("error", code="moved", text=sentence("error.moved", self.lang))
        if self.closing:  # before, or because the last word was too much already
            return
        self.closing = True
        if code == TOO_SLOW:
            while not self.out.empty():
                self.out.get_nowait()
            self.bytes = 0
        self.out.put_nowait(code)


def complain(connection: Connection, code: str, message: Json | None = None) -> None:
    """Something that is no refusal of the rules; with the id of the message where it had one."""
    key = id_of(message)
    fields = {"id": key} if key else {}
    connection.tell("error", code=code, text=sentence(f"error.{code}", connection.lang), **fields)
