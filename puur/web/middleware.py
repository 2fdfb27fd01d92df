"""What every answer carries: a content policy without inline script or style, and nothing from other hosts."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

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


def security(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Add the headers that Django has no setting for."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return answer
