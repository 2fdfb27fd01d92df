"""Whether this process lives and whether it may be sent people: for a load balancer, systemd, and whoever watches.

Answers say yes or no and never why in detail: they are open to everybody. Asked before the host name is looked at, since those
who ask know an address, not a name.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from puur.web.keeping.snapshot import waiting
from puur.web.own_data import live
from puur.web.server.watchdog import watchdog

_migrated: dict[str, float] = {}
LIVE, READY = "/healthz", "/readyz"
ROOM = 1 << 20  # bytes that a server needs to go on for a while
FRESH = 5.0  # seconds that the answer holds
_written: dict[Path, float] = {}


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware before all that look at the host name: answers the two addresses of this module."""

    def answer(request: HttpRequest) -> HttpResponse:
        probe = {LIVE: alive, READY: ready}.get(request.path)
        return get_response(request) if probe is None or request.method not in ("GET", "HEAD") else probe(request)

    return answer


@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """The process answers people. Asks nobody else: a database that is down is no reason to kill the tables in memory."""
    text, status = ("ok\n", 200) if watchdog.well else ("stuck\n", 503)
    return HttpResponse(text, status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """Database reachable, migrations applied, hub accepting."""
    checks = state()
    return JsonResponse(checks, status=200 if all(checks.values()) else 503, headers={"Cache-Control": "no-store"})


def state() -> dict[str, bool]:
    """What has to be so before people are sent here."""
    database = _database()
    migrated = database and _is_migrated()
    return {"database": database, "migrated": migrated, "writing": writing(Path(settings.DATA)), "accepting": accepting(live())}


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return True
    except DatabaseError:
        connection.close()
        return False


def writing(folder: Path) -> bool:
    """Whether there is room in the data folder: what cannot be written cannot be confirmed."""
    now = time.monotonic()
    if now < _written.get(folder, 0.0):
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    _written[folder] = now + FRESH
    return True


def _is_migrated() -> bool:
    """Asked at most every ten seconds; it reads all migrations."""
    now = time.monotonic()
    if now < _migrated.get("until", 0.0):
        return True
    try:
        if waiting("default"):
            return False
    except DatabaseError:
        return False
    _migrated["until"] = now + 10
    return True


def accepting(hub: Any) -> bool:
    """Whether the hub takes tables; a process without one serves pages only."""
    if hub is None:
        return True
    return not hub.draining and not hub.closed and len(hub.tables) < hub.most
