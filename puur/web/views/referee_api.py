"""The referee over HTTP for programs: JSON under a versioned address, to be read by everybody (docs/developers.md)."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from puur.papers import answers
from puur.referee.offences import OFFENCES
from puur.reglement import load, shipped
from puur.web import people
from puur.web.referee import MOST_FACTS
from puur.web.views.referee import limited
from puur.words import LANGUAGES


def _lang(request: HttpRequest) -> str:
    asked = request.GET.get("lang", "")
    return asked if asked in LANGUAGES else people.lang_of(request)


@require_safe
@limited
def overview(request: HttpRequest) -> JsonResponse:
    """The books and the incidents; `q` searches."""
    lang = _lang(request)
    fitting = answers.incidents(lang, request.GET.get("q", ""))
    return JsonResponse({"version": answers.VERSION, "books": answers.books(), "incidents": fitting})


@require_safe
@limited
def ruling(request: HttpRequest, key: str, incident: str) -> JsonResponse:
    """What a book says of an incident; `fact` for each fact that is known."""
    if key not in shipped() or incident not in OFFENCES:
        return JsonResponse(
            {"version": answers.VERSION, "error": "unknown book" if key not in shipped() else "unknown incident"}, status=404
        )
    facts = request.GET.getlist("fact")[:MOST_FACTS]
    return JsonResponse(answers.answer(load(key), incident, facts, _lang(request)))
