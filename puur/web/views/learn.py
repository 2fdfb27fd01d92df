"""The first Jass in ten minutes: one idea after the other, with practice hands, then a deal with the coach beside."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from puur.reglement import load
from puur.web import lessons
from puur.web.book_facts import facts_of

MOST_SEED = 999_999


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """The page; how far somebody has come is kept in the browser."""
    return render(request, "learn.html", {"ideas": list(lessons.IDEAS), "book_facts": facts_of(load(lessons.BOOK))})


@require_safe
def task(request: HttpRequest) -> HttpResponse:
    """One task for scripts: the idea and its number."""
    idea, text = request.GET.get("idea", ""), request.GET.get("seed", "")
    if idea not in lessons.IDEAS or not (text.isascii() and text.isdigit() and int(text[:9]) <= MOST_SEED and len(text) < 10):
        raise Http404
    return JsonResponse(lessons.plain(lessons.task(idea, int(text))), headers={"Cache-Control": "public, max-age=3600"})
