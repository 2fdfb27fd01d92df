"""The whole server as one ASGI application: pages by Django, static files from memory, live tables by the hub."""

from __future__ import annotations

import asyncio
import hashlib
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")

import django
from django.conf import settings

django.setup(set_prefix=False)

# Django has to be set up before its models are imported.
from puur.web.company.board import LIST, Board
from puur.web.company.picking import picker
from puur.web.keeping import running
from puur.web.live.admission import gate
from puur.web.live.gc_pauses import broom
from puur.web.live.hub import Hub, pace
from puur.web.live.socket import Endpoint
from puur.web.live.store import DjangoStore
from puur.web.people import DjangoDoor
from puur.web.server import environment, post
from puur.web.server.middleware import BoundedBody, Receive, Scope, Send
from puur.web.server.request_limit import RequestLimit
from puur.web.server.static import present
from puur.web.server.watchdog import watchdog


def _cluster() -> Any:
    """This process among several, where REDIS_URL says that there are several."""
    url = environment.redis(os.environ)
    if not url:
        return None
    from puur.web.live.cluster import LEASE, Cluster

    # Two servers may share one Redis; whose messages are whose shows by their secret key.
    space = "puur:" + hashlib.sha256(settings.SECRET_KEY.encode()).hexdigest()[:16]
    lease = environment.number(os.environ, "PUUR_LEASE", LEASE)
    joined = Cluster(store, hub, url, space, environment.process_name(os.environ), lease)
    sockets.reach, sockets.tell_others, joined.ended = joined.reach, joined.tell_all, sockets.end_here
    return joined


pages = BoundedBody(RequestLimit())
store = DjangoStore()
hub = Hub(store, pace())
sockets = Endpoint(hub, DjangoDoor(), settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
static = present()
board = Board()
cluster = _cluster()
_left = False


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Send each request to where it belongs."""
    kind = scope["type"]
    if kind == "websocket":
        await sockets(scope, receive, send)
    elif kind == "http":
        path = scope["path"]
        await (static if path.startswith(settings.STATIC_URL) else board if path == LIST else pages)(scope, receive, send)
    elif kind == "lifespan":
        await _lifespan(receive, send)


async def leave() -> None:
    """The server goes down: what is under way is stored, the tables are handed over, everybody is sent away with a word."""
    global _left
    if not _left:
        _left = True
        await (hub.drain() if cluster is None else cluster.stop())


async def _lifespan(receive: Receive, send: Send) -> None:
    global _left
    watching: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            running.hold()
            _left, hub.draining, hub.closed = False, False, False
            store.start()
            broom.start()
            watchdog.start()
            post.postman.start()
            picker.start()
            watching = asyncio.create_task(sockets.watch())
            gate.start(lambda: store.lately, lambda: len(hub.tables))
            if cluster is not None:
                await cluster.start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            picker.stop()
            await leave()
            watchdog.stop()
            post.postman.stop()
            if watching is not None:
                watching.cancel()
            gate.stop()
            store.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
