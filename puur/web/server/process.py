"""The server process: uvicorn with one worker, since a table lives in one process.

A server that is told to end first hands its tables over (`asgi.leave`) while it still answers; then it closes its door.
"""

from __future__ import annotations

import logging
import os
import socket

import uvicorn

from puur.web.server import environment, supervisor
from puur.web.server.slow_clients import Pages, Sockets

BIGGEST_MESSAGE = 64 * 1024


class Server(uvicorn.Server):
    """uvicorn's, with a good-bye."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door, and say so to whoever has started this process."""
        await super().startup(sockets)
        if self.started:
            supervisor.say_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hand over, then close."""
        from puur.web import asgi

        await asgi.leave()
        await super().shutdown(sockets)


def _worth_telling(record: logging.LogRecord) -> bool:
    """Not worth it: a refusal with 503, which uvicorn takes for a handshake that was forgotten; who connects to which table."""
    text = record.getMessage()
    return "without completing handshake" not in text and '"WebSocket /' not in text


def make(host: str, port: int) -> Server:
    """A server that is ready to run."""
    config = uvicorn.Config(
        "puur.web.asgi:application",
        host=host,
        port=port,
        log_config=None,  # Django's (`puur.web.server.logs`): at DEBUG uvicorn would write whole messages, cards and all
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="on",
        http=Pages,
        ws=Sockets,
        ws_max_size=BIGGEST_MESSAGE,
        ws_per_message_deflate=False,  # messages are small; packing them costs more than sending them
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        proxy_headers=environment.flag(os.environ, "PUUR_HTTPS"),
    )
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)
    return Server(config)
