"""What every page of a club shares: the frame with its tabs, a refusal in words, and the one step back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from puur.season import Club, Refusal
from puur.season.events import Event
from puur.web.clubs import store
from puur.web.clubs.rights import Here
from puur.web.clubs.slips import last_slip
from puur.web.clubs.words import entry_text, in_words
from puur.web.people import lang_of
from puur.words import say

# Name of the page, permission to see its tab.
TABS = (
    ("club", "club.see"),
    ("club-me", "me.see"),
    ("club-days", "club.see"),
    ("club-evenings", "club.see"),
    ("club-people", "club.see"),
    ("club-money", "money.see"),
    ("club-public", "public.see"),
    ("club-stats", "stats.see"),
    ("club-trail", "trail.see"),
    ("club-data", "data.export"),
    ("club-settings", "club.settings"),
)


def tabs(request: HttpRequest, here: Here) -> list[dict[str, Any]]:
    """The tabs that the one who asks may open."""
    shown = []
    for name, permission in TABS:
        url = reverse(name, args=[here.row.slug])
        if here.at(None).may(permission):
            here_now = request.path == url or (name != "club" and request.path.startswith(url))
            shown.append({"name": name, "url": url, "key": f"clubs.tab.{name}", "current": here_now})
    return shown


Answer = tuple[str, str]  # why something was refused, and the provision; empty where it was not
TAKEN: Answer = ("", "")


def page(
    request: HttpRequest,
    here: Here,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    refused: Answer = TAKEN,
    status: int = 200,
) -> HttpResponse:
    """A page of a club in its frame; templates extend `clubs/frame.html` and find `here`, `club`, `n`, `now` and `error`."""
    lang = lang_of(request)
    slip = last_slip(here) if request.method == "GET" else None
    frame = {
        "here": here,
        "club": here.club,
        "slug": here.row.slug,
        "n": here.row.n,
        "now": store.now(),
        "tabs": tabs(request, here),
        "slip": slip,
        "slip_text": entry_text(here.club, slip.data, lang) if slip else "",
        "error": refused[0],
        "error_rule": refused[1],
    }
    if refused != TAKEN and status == 200 and request.method == "POST":
        status = 400
    return render(request, template, {**frame, **(context or {})}, status=status)


def expected(request: HttpRequest) -> int | None:
    """The number of the last event that the sender's page knew."""
    raw = request.POST.get("n", "")
    return int(raw) if raw.isdecimal() and len(raw) < 10 else None


def take(
    request: HttpRequest,
    here: Here,
    events: Sequence[Event] | Callable[[Club], Sequence[Event]],
    *,
    about: Callable[[dict[str, Any]], bool] | None = None,
    done: str = "clubs.done",
) -> Answer:
    """Submit what a form says; `TAKEN`, or why not. Tells the page what was done.

    A function reads the form there: what it refuses is answered like what the club refuses.
    """
    lang, before = lang_of(request), here.row.n
    try:
        stored = store.CLUBS.submit(here.row.pk, events, here.actor.signs, expect=expected(request), about=about)
    except Refusal as problem:
        return in_words(problem, here.club, lang), problem.rule
    here.row.n = stored.revision
    if here.row.n > before:
        messages.success(request, say(done, lang))
    return "", ""


def tell(request: HttpRequest, answer: Answer) -> None:
    """Say on the next page why something was refused."""
    if answer != TAKEN:
        messages.error(request, " ".join(answer).strip())
