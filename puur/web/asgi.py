"""The whole server as one ASGI application: pages by Django, static files from memory, live tables by the hub."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")

from django.conf import settings
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

# Django has to be set up before its models are imported.
from puur.web.live.hub import Hub, pace
from puur.web.live.socket import Endpoint
from puur.web.live.store import DjangoStore
from puur.web.people import DjangoDoor
from puur.web.static import Static

store = DjangoStore()
hub = Hub(store, pace())
sockets = Endpoint(hub, DjangoDoor(), settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
static = Static(settings.STATIC_URL, fresh=settings.DEBUG)


async def application(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
    send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
) -> None:
    """Send each request to where it belongs."""
    kind = scope["type"]
    if kind == "websocket":
        await sockets(scope, receive, send)
    elif kind == "http":
        await (static if scope["path"].startswith(settings.STATIC_URL) else pages)(scope, receive, send)
    elif kind == "lifespan":
        await _lifespan(receive, send)


async def _lifespan(
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]], send: Callable[[MutableMapping[str, Any]], Awaitable[None]]
) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            store.start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            hub.close()
            store.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
