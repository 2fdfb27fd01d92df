"""The questions of programs over HTTP: JSON in, JSON out, under a versioned address, for everybody (docs/developers.md).

No cookie and no account is looked at; what is somebody's own is asked for with a token (`puur.web.views.own_api`). What costs more
than a moment is answered in a process apart, with a bound on its work.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from puur.core.errors import Refusal
from puur.papers.described import openapi
from puur.papers.questions import BY_NAME, MOST_TEXT, Wrong, ask, told
from puur.web.server.reading import TooMuch, readers
from puur.web.views.own_api import described
from puur.web.views.referee import limited

MOST_BYTES = 4 * MOST_TEXT
SECRET = "Made and revoked by its account at /accounts/tokens/; read only, ends after a year."


@require_safe
@limited
def description(_request: HttpRequest) -> HttpResponse:
    """The OpenAPI description."""
    base = reverse("programs-api-description").removesuffix("openapi.json")
    whole = openapi(base)
    whole["paths"] |= described(reverse("own-api"))
    whole["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer", "description": SECRET}}
    return JsonResponse(whole)


@csrf_exempt
@limited
def answer(request: HttpRequest, question: str) -> HttpResponse:
    """The answer to one question."""
    if request.method != "POST":
        refusal = _refused(Wrong("wrong-method", expected="POST"), 405)
        refusal.headers["Allow"] = "POST"
        return refusal
    asked = BY_NAME.get(question)
    if asked is None:
        return _refused(Wrong("unknown-question", known=", ".join(BY_NAME)), 404)
    if request.content_type != "application/json":  # a form has been read by now
        return _refused(Wrong("no-json", expected="application/json"), 415)
    body = request.body
    if len(body) > MOST_BYTES:
        return _refused(Wrong("too-long", most=MOST_BYTES), 413)
    try:
        given = _given(body)
        answered = asked.ask(given) if asked.quick else readers.read(ask, question, given)
    except TooMuch as problem:
        return _refused(problem, 429 if problem.reason == "file-busy" else 400)
    except Wrong as problem:
        return _refused(problem, 400)
    return JsonResponse(answered)


def _given(body: bytes) -> Mapping[str, Any]:
    try:
        given = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise Wrong("no-json") from None
    if not isinstance(given, dict):
        raise Wrong("wrong-type", field="", expected="object")
    return given


def _refused(problem: Refusal, status: int) -> HttpResponse:
    return JsonResponse({"error": told(problem)}, status=status)
