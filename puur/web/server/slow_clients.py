"""uvicorn's protocols with an end to their patience: whoever takes nothing of what it is sent is cut off.

asyncio keeps what a peer does not read for as long as the peer lives, also after the connection was closed. Here a line whose
buffer does not move for `STUCK` seconds is cut. Answers to pings are not held back by flow control, and the pieces of a message
are counted by nobody; both have a limit here. What a table may have waiting for one reader is in `live.connection`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STUCK = 20.0  # seconds without a byte taken
MOST_UNSENT = 1 << 20  # bytes of answers to pings
MOST_PIECES = 1000  # of one message


class _Watched(asyncio.Protocol):
    """Looks whether what is to be sent becomes less."""

    transport: Any
    loop: asyncio.AbstractEventLoop
    _left = 0
    _watching: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """From now on something has to be taken."""
        if self._watching is None:
            self._left = self.transport.get_write_buffer_size()
            self._watching = self.loop.call_later(STUCK, self._look)

    def unwatch(self) -> None:
        """It was."""
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    def _look(self) -> None:
        self._watching = None
        left = self.transport.get_write_buffer_size()
        if left and left >= self._left:
            self.transport.abort()
        elif left:
            self.watch()

    def moves(self) -> None:
        """The buffer is nearly empty again; of a line that is being closed the rest is watched too."""
        self.unwatch()
        if self.transport.is_closing():
            self.watch()

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self.watch()

    def resume_writing(self) -> None:
        """The buffer has room."""
        super().resume_writing()
        self.moves()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self.unwatch()
        super().connection_lost(exc)


class Pages(_Watched, H11Protocol):
    """HTTP."""


class Sockets(_Watched, WebSocketsSansIOProtocol):
    """WebSockets. Whoever finds the line in the scope may write and listen without waking a task for every message."""

    listener: Callable[[str | bytes], None] | None = None

    def handle_connect(self, event: Any) -> None:
        """Somebody comes; `puur.line` is the way past the queues."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions["puur.line"] = self

    def put(self, texts: tuple[bytes, ...]) -> bool:
        """Send texts as frames of their own in one write; False if they have to wait, or nobody is there any more."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([piece for text in texts for piece in (_head(len(text)), text)]))
        return True

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.listener is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.listener(text)

    def keepalive_timeout(self) -> None:
        """No answer to a ping: closed, as soon as what waits is taken."""
        super().keepalive_timeout()
        self.watch()

    async def run_asgi(self) -> None:
        """Serve; what is left at the end has to be taken too."""
        await super().run_asgi()
        if not self.disconnected:
            self.watch()

    def handle_ping(self) -> None:
        """Answer, unless the answers are not read."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        """A further piece of a message; `ws_max_size` bounds their bytes, this their number."""
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self.transport.abort()


def _head(size: int) -> bytes:
    """The head of a whole text frame (RFC 6455, 5.2); the server masks nothing."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")
