"""The front page, the language, the name of a guest, and what scripts need."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from puur.web import people
from puur.web.models import ALONE, Seat, Table
from puur.web.script_texts import TABLE, spoken
from puur.web.server import offline
from puur.web.server.static import LASTING, present
from puur.web.views.games import best_known
from puur.web.views.tables import front
from puur.words import LANGUAGES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    own, games = own_tables(people.who_is(request)), best_known(people.lang_of(request))
    context = {**front(request), "tables": own, "games": games, "join_error": request.session.pop("join_error", "")}
    return render(request, "home.html", context)


def own_tables(who: people.Who) -> list[dict[str, object]]:
    """Tables that somebody sits at and that are not over, the newest first."""
    if not who.key:
        return []
    tables: list[dict[str, object]] = []
    for seat in (
        Seat.objects.filter(**people.owned_by(who))
        .exclude(table__state=Table.State.OVER)
        .exclude(table__playing=ALONE)
        .select_related("table")
        .order_by("-table__created")[:10]
    ):
        table = seat.table
        tables.append(
            {
                "code": table.code, "url": reverse("table", args=[table.code]), "book": table.book, "title": table.title,
                "names": [sitter.name for sitter in table.seats.all()], "state": table.state, "to_act": None,
            }
        )  # fmt: skip
    return tables


def back(request: HttpRequest, default: str = "home") -> HttpResponse:
    """Back to where the form was."""
    wanted = people.own_address(request, request.POST.get("next", ""))
    # Not `redirect(wanted)`: it takes a word without a slash for the name of a page.
    return HttpResponseRedirect(wanted) if wanted else redirect(default)


@require_POST
def set_lang(request: HttpRequest) -> HttpResponse:
    """Choose a language."""
    response = back(request)
    lang = request.POST.get("language", "")
    if lang in LANGUAGES:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, lang, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )  # fmt: skip
    return response


@require_POST
def set_name(request: HttpRequest) -> HttpResponse:
    """Name a guest."""
    people.name_guest(request, request.POST.get("name", ""))
    return back(request)


@require_safe
def texts_json(request: HttpRequest, lang: str) -> HttpResponse:
    """The texts for scripts in one language."""
    if lang not in LANGUAGES:
        raise Http404
    known = spoken(lang, TABLE if request.GET.get("of") == TABLE else "")
    tag = f'"{known.version}"'
    response = HttpResponse(content_type="application/json; charset=utf-8")
    response.headers["ETag"] = tag
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = LASTING.decode() if request.GET.get("v") == known.version else "no-cache"
    if request.headers.get("If-None-Match") == tag:
        response.status_code = 304
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content, response.headers["Content-Encoding"] = known.zipped, "gzip"
    else:
        response.content = known.body
    return response


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that it may serve the whole site."""
    words = [(reverse("texts", args=[lang]), spoken(lang).body) for lang in LANGUAGES]
    response = HttpResponse(offline.worker(present(), words), content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = "/"
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def without_connection(request: HttpRequest) -> HttpResponse:
    """What the service worker shows where a page needs a connection and there is none."""
    return render(request, "offline.html")
