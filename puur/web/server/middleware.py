"""What every answer carries and every request has to pass: a content policy without inline script or style, bounded bodies,
and the numbers for the metrics. Nothing is loaded from other hosts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

from puur.papers.questions import Wrong, told
from puur.web.json_text import unstorable
from puur.web.server.metrics import counters
from puur.web.server.reading import TooMuch
from puur.words.refusals import refused

# connect-src 'self' covers the WebSocket of the same host in every current browser.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",  # pages are somebody's own; what may be shared says so itself
}
MOST_BODY = 16 << 20  # bytes; the largest honest upload is a year of bank statements
SLOWEST_BODY = 120.0  # seconds until it is here


def security(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Add the headers that Django has no setting for."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer


def measured(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Count requests by page, method and status; a page is its name, so that nobody can make up labels."""

    def answer(request: HttpRequest) -> HttpResponse:
        since = time.perf_counter()
        response = get_response(request)
        match = getattr(request, "resolver_match", None)
        page = (match.view_name or "unnamed") if match is not None else "none"
        method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
        counters.add("puur_requests_total", page=page, method=method, status=str(response.status_code))
        counters.observe("puur_request_seconds", time.perf_counter() - since, page=page)
        return response

    return answer


class NoNul:
    """Refuse what no person types and no database stores: the sign NUL in an address, a query, a form or a cookie.

    Of JSON also half signs (surrogates), and another encoding than UTF-8.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Before a session is looked up by its cookie."""
        if "\0" in request.path or _has_nul(request.GET) or any("\0" in value for value in request.COOKIES.values()):
            return _no_nul(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _named: Any) -> HttpResponse | None:
        """Before a view reads what was sent."""
        if request.method != "POST":
            return None
        json = request.content_type == "application/json"
        return _no_nul(request) if (unstorable(request.body) if json else _has_nul(request.POST)) else None


class Overworked:
    """Say in words that a paper or a file takes too much just now, where no page says it itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do before."""
        return self.get_response(request)

    def process_exception(self, _request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """After a view that did not expect it."""
        if not isinstance(problem, TooMuch):
            return None
        text = refused(("doors.refused", "evenings.refused"), problem.reason, {}, (get_language() or "")[:2])
        return HttpResponse(text, status=503, content_type="text/plain; charset=utf-8", headers={"Retry-After": "60"})


def _has_nul(given: Any) -> bool:
    return any("\0" in name or any("\0" in value for value in values) for name, values in given.lists())


def _no_nul(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"error": told(Wrong("no-text", expected="UTF-8 without NUL"))}, status=400)
    return HttpResponse("400 NUL\n", status=400, content_type="text/plain")


# What ASGI hands to an application.
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class BoundedBody:
    """Around the pages: refuses a body that is too long, or that takes too long, before Django has put it on the disk."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]], most: int = MOST_BODY) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.most:
            await _refuse(send, 413)
            return
        got, whole, started, refused = 0, False, False, 0
        until = time.monotonic() + SLOWEST_BODY

        async def bounded() -> MutableMapping[str, Any]:
            nonlocal got, whole, refused
            if whole:  # only waits for the other side to hang up
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                refused = 408
                return {"type": "http.disconnect"}  # what Django knows how to tidy up after
            got += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if got > self.most:
                refused = 413
                return {"type": "http.disconnect"}
            return message

        async def watched(message: Mapping[str, Any]) -> None:
            nonlocal started
            started = True
            await send(message)

        await self.app(scope, bounded, watched)
        if refused and not started:
            await _refuse(send, refused)


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
