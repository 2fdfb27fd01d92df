"""For those who run the server: the numbers for Prometheus, and the page of running tables with its switch to drain."""

from __future__ import annotations

import hmac
import ipaddress
import os
from typing import Any

from django.apps import apps
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from puur.web.live import leases
from puur.web.live.state import Who
from puur.web.models import Table
from puur.web.own_data import live
from puur.web.people import lang_of
from puur.web.server import health
from puur.web.server.metrics import TYPE, exposition
from puur.words import say

MOST_SHOWN = 500


def may_measure(request: HttpRequest) -> bool:
    """Whether somebody may read the numbers: with the token PUUR_METRICS_TOKEN, or from this machine and through no proxy."""
    token = os.environ.get("PUUR_METRICS_TOKEN", "")
    given = request.headers.get("Authorization", "")
    if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    if any(name in request.headers for name in ("X-Forwarded-For", "X-Real-Ip", "Forwarded")):
        return False
    try:
        return ipaddress.ip_address(str(request.META.get("REMOTE_ADDR"))).is_loopback
    except ValueError:
        return False


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers."""
    if not may_measure(request):
        return HttpResponseForbidden("forbidden\n", content_type="text/plain")
    hub = live()
    text = exposition(hub, getattr(hub, "store", None))
    return HttpResponse(text, content_type=TYPE, headers={"Cache-Control": "no-store"})


def _running(hub: Any) -> list[dict[str, Any]]:
    """The live tables of this process; nothing of their games."""
    rows = []
    for code, table in sorted((hub.tables if hub is not None else {}).items()):
        connections = list(table.connections)
        rows.append(
            {
                "code": code, "book": table.state.book.key, "state": table.state.status, "game": table.state.number,
                "events": table.state.n,
                "people": len({client.who.key for client in connections if isinstance(client.who, Who) and client.who.key}),
                "connections": len(connections), "waiting": table.inbox.qsize(),
            }
        )  # fmt: skip
    return rows


def _processes() -> list[leases.Listed]:
    """All processes of the server, where several share a database."""
    return leases.listed() if apps.is_installed("puur.web.processes") else []


def _elsewhere(processes: list[leases.Listed], mine: set[str]) -> list[dict[str, Any]]:
    """The tables of the other processes, as far as the database knows them."""
    names = {process.id: process.name for process in processes}
    held = apps.get_model("processes", "Ownership").objects.filter(process__in=names).exclude(table__code__in=mine)
    rows = held.select_related("table").order_by("table__code")[:MOST_SHOWN]
    return [
        {"code": held.table.code, "book": held.table.book, "state": held.table.state, "process": names[held.process or 0]}
        for held in rows
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def running(request: HttpRequest) -> HttpResponse:
    """Running tables and processes, for the staff; a POST drains this process or another one."""
    hub, lang = live(), lang_of(request)
    if request.method == "POST":
        if not request.user.is_superuser:
            return HttpResponseForbidden(say("keeping.ops.superuser", lang))
        if request.POST.get("do") not in ("drain", "resume"):
            return HttpResponseBadRequest()
        _switch(request, hub, lang)
        return redirect("running")
    tables, processes = _running(hub), _processes()
    context = {
        **admin.site.each_context(request), "lang": lang, "title": say("keeping.ops.title", lang), "tables": tables[:MOST_SHOWN],
        "elsewhere": _elsewhere(processes, {table["code"] for table in tables}) if processes else [], "count": len(tables),
        "stored": Table.objects.filter(state=Table.State.PLAYING).count(), "people": sum(table["people"] for table in tables),
        "connections": sum(table["connections"] for table in tables), "most": getattr(hub, "most", 0),
        "ready": [(f"keeping.ops.ready.{name}", fine) for name, fine in health.state().items()],
        "closed": hub is not None and hub.closed, "can_close": hub is not None and not processes, "processes": processes,
    }  # fmt: skip
    return render(request, "ops/running.html", context)


def _switch(request: HttpRequest, hub: Any, lang: str) -> None:
    """One of several processes is told through the database and hands its tables over; a single one only takes no new tables."""
    which, on, processes = request.POST.get("process", ""), request.POST["do"] == "drain", _processes()
    if which:
        chosen = next((process for process in processes if str(process.id) == which), None)
        if chosen is None:
            raise Http404
        if not leases.drain(chosen.id, on=on):
            messages.error(request, say("keeping.ops.last", lang))
            return
        messages.success(request, say("keeping.ops.draining" if on else "keeping.ops.resumed", lang))
    elif hub is None or processes:  # which of them?
        messages.error(request, say("keeping.ops.no_drain", lang))
    else:
        hub.closed = on
        messages.success(request, say("keeping.ops.closed" if on else "keeping.ops.resumed", lang))
