"""What is somebody's own, for programs: read over HTTP with a token of that account (docs/developers.md, `puur.web.tokens`).

No cookie is looked at. Promise: every refusal is JSON with a stable reason, and nothing that is told here is kept on the way.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from puur.core.errors import Refusal
from puur.papers.questions import VERSION, Wrong, told
from puur.web import tokens
from puur.web.live.limits import Buckets
from puur.web.models import ProgramToken
from puur.web.server.throttle import address_of, one_too_many
from puur.web.views.own_answers import OPERATIONS, TOKEN, Operation

asking = Buckets(120, 2)  # of one token, or of an address without a good one
STATUS = {"no-token": 401, "unknown-token": 401, "scope-missing": 403, "not-allowed": 403, "not-there": 404, "too-often": 429}


def _view(operation: Operation) -> Callable[..., HttpResponse]:
    """The page of an operation: who asks, how often, and every refusal as JSON with its status."""

    @functools.wraps(operation.answer)
    def asked(request: HttpRequest, **address: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        try:
            token = _token(request)
            if operation.scope and operation.scope not in token.scopes:
                raise Wrong("scope-missing", needs=operation.scope, has=", ".join(token.scopes))
            request.user, request.session = token.user, _NO_SESSION  # type: ignore[assignment]
            request.META[TOKEN] = token
            given = operation.answer(request, **address, **operation.numbers(request))
            answer: HttpResponse = JsonResponse({"version": VERSION, **given})
        except PermissionDenied:
            answer = _refused(Wrong("not-allowed"))
        except Http404:
            answer = _refused(Wrong("not-there"))
        except Refusal as problem:
            answer = _refused(problem)
        answer.headers["Cache-Control"] = "private, no-store"
        return answer

    return csrf_exempt(asked)


_NO_SESSION: Mapping[str, Any] = {}  # a token is no browser: links that one has opened play no part


def _token(request: HttpRequest) -> ProgramToken:
    """The token that is shown; `Wrong` without one, or for one too many questions."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    token = tokens.owner_of(secret.strip()[:200]) if kind.lower() == "bearer" else None
    if not asking.take(f"t{token.pk}" if token is not None else address_of(request)):
        one_too_many(request, "token")
        raise Wrong("too-often")
    if token is None:
        raise Wrong("unknown-token" if secret else "no-token", expected="Authorization: Bearer puur_…")
    return token


def _refused(problem: Refusal) -> HttpResponse:
    status = STATUS.get(problem.reason, 400)
    return JsonResponse({"error": told(problem)}, status=status, headers={"WWW-Authenticate": "Bearer"} if status == 401 else None)


def addresses() -> list[URLPattern]:
    """Where the operations are, below the address that includes them."""
    return [path(operation.route, _view(operation), name=operation.name) for operation in OPERATIONS]


def described(base: str) -> dict[str, Any]:
    """The paths of an OpenAPI description, under the address `base`."""
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
    refusals = {
        "400": "A number in the query that does not fit.",
        "401": "No token, or one that does not hold (any more).",
        "403": "The token, or the account, may not see this.",
        "404": "Not there, or not for this account.",
        "429": "Too many questions with this token.",
    }
    paths = {}
    for operation in OPERATIONS:
        parts = re.findall(r"<(\w+):(\w+)>", operation.route)
        inside = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "int" else "string"}}
            for kind, name in parts
        ]
        query = [
            {"name": name, "in": "query", "description": says, "schema": {"type": "integer", "minimum": least, "maximum": most}}
            for name, least, most, says in operation.takes
        ]
        answered = {"description": "The answer.", "content": {"application/json": {"schema": {"type": "object"}}}}
        paths[base + re.sub(r"<\w+:(\w+)>", r"{\1}", operation.route)] = {
            "get": {
                "operationId": operation.name,
                "summary": operation.says,
                "description": f"Takes a token with the scope `{operation.scope}`." if operation.scope else "Takes any token.",
                "security": [{"token": []}],
                "parameters": [*inside, *query],
                "responses": {"200": answered}
                | {status: {"description": says, "content": fault} for status, says in refusals.items()},
            }
        }
    return paths
