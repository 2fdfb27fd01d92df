"""The server process: uvicorn with one worker, since a table lives in one process."""

from __future__ import annotations

import os

import uvicorn

BIGGEST_MESSAGE = 64 * 1024


def make(host: str, port: int, *, log: str = "warning") -> uvicorn.Server:
    """A server that is ready to run."""
    config = uvicorn.Config(
        "puur.web.asgi:application",
        host=host,
        port=port,
        log_level=os.environ.get("PUUR_LOG", log).lower(),
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=BIGGEST_MESSAGE,
        ws_per_message_deflate=False,  # messages are small; packing them costs more than sending them
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(os.environ.get("PUUR_HTTPS")),
    )
    return uvicorn.Server(config)
