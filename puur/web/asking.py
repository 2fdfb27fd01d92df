"""Forms that show what they would change before they do it: sent to ask, and once more, unchanged, to be done.

A page that asks has the field `ask`, empty at first. What is sent with it is answered by what it would change, and the field then
holds a fingerprint of what was asked; only the same once more is done, for whatever reason. What is sent without the field is
done at once.
"""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, QueryDict

FIELD, TOKEN = "ask", "csrfmiddlewaretoken"
BESIDE = frozenset({FIELD, TOKEN, "n", "next", "action", "reason"})  # what a form carries along and changes no number


def fingerprint(given: QueryDict) -> str:
    """What a form says, in short."""
    said = sorted((name, values) for name, values in given.lists() if name not in BESIDE and any(values))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def asks(request: HttpRequest) -> bool:
    """Whether somebody wants to see first what this would change, and has not yet."""
    return FIELD in request.POST and request.POST[FIELD] != fingerprint(request.POST)


def again(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form that has asked, so that the same can be sent once more to be done."""
    carried = [(name, value) for name, values in request.POST.lists() for value in values if name not in (FIELD, TOKEN)]
    return [*carried, (FIELD, fingerprint(request.POST))]
