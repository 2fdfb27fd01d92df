"""The organiser's list, a new evening, its overview, clock, notice and settings."""

from __future__ import annotations

import os
from datetime import date
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal, RuleViolation
from puur.core.evening import DrawWhen, Rest, SitOutScore
from puur.evening.state import Confirm
from puur.log import Unfit, Withdrawn
from puur.log.lines import withdrawals
from puur.papers.formats import in_short
from puur.web import people
from puur.web.doors import fines, preview
from puur.web.evenings import clock, creating, eternal, evening_file, store, transfer
from puur.web.evenings.desk import desk, done, money, number, optional, show, small, stamp, text, typed, upload
from puur.web.evenings.fold import folded, lines_of
from puur.web.evenings.models import STAFF, Evening, EveningEvent
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import line_of
from puur.web.live.limits import Buckets
from puur.web.server import environment
from puur.web.server.reading import readers
from puur.web.server.throttle import may_keep
from puur.web.views.tables import caller, too_often
from puur.words import say
from puur.words.expected import expectation

_rate = environment.number(os.environ, "PUUR_OPEN_RATE", 0.5)  # as for tables
making = Buckets(120 * _rate, _rate)
BIGGEST_FILE = 30 << 20


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Own evenings, those one helps at, and the archive."""
    who = people.who_is(request)
    rows: list[Evening] = []
    if who.key:
        own = people.owned_by(who)
        helps = Q(**{f"roles__{column}": key for column, key in own.items()})
        rows = list(Evening.objects.filter(Q(**own) | helps).distinct().order_by("-created"))
    context = {
        "running": [row for row in rows if row.archived is None],
        "archive": [row for row in rows if row.archived is not None],
        "books": {book.key: book.title for book in creating.books()},
    }
    return render(request, "evenings/organiser/index.html", context)


def new(request: HttpRequest) -> HttpResponse:
    """The form for a new evening."""
    lang, problems = people.lang_of(request), []
    if request.method == "POST":
        if not making.take(caller(request)) or not may_keep(request, people.who_is(request).key):
            return too_often(request)
        who = people.name_guest(request, request.POST.get("organiser", ""))
        try:
            row = creating.created(request, who, lang)
            return done(request, "evening-players", "created", row.code, title=row.title)
        except creating.BadBook as bad:
            problems = bad.problems
        except Refusal as problem:
            problems = [store.sentence(problem, lang)]
    chosen = request.GET.get("book") or creating.PREFERRED[0]
    given = request.POST if request.method == "POST" else {"date": date.today().isoformat(), "book": chosen}
    context = {"books": creating.books(), "formats": _formats(request, lang), "given": given, "problems": problems, **_choices()}
    return render(request, "evenings/organiser/new.html", context, status=400 if problems else 200)


def _formats(request: HttpRequest, lang: str) -> list[dict[str, str]]:
    """The own formats for the list of books: key, name, and in short what they say."""
    kept = [(each, creating.read_format(each)) for each in creating.own_formats(request)]
    return [
        {"key": f"{creating.FORMAT}{each.pk}", "title": each.title, "text": " · ".join(in_short(wanted, lang))}
        for each, wanted in kept
    ]


def _choices() -> dict[str, Any]:
    return {
        "rests": [choice.value for choice in Rest],
        "scores": [choice.value for choice in SitOutScore],
        "draws": [choice.value for choice in DrawWhen],
        "confirms": [choice.value for choice in Confirm],
    }


def bring(request: HttpRequest) -> HttpResponse:
    """An evening from its file."""
    problem = ""
    lang = people.lang_of(request)
    if request.method == "POST":
        if not making.take(caller(request)) or not may_keep(request, people.who_is(request).key):
            return too_often(request)
        try:
            row = _brought(request)
            return done(request, "evening", "imported", row.code, title=row.title, events=len(folded(row).engine.events))
        except Unfit as error:
            expected = expectation(error.expected, error.facts, lang)
            problem = store.sentence(Refusal("file-form", at=error.place or "–", found=error.found, expected=expected), lang)
        except RuleViolation as refused:
            inner = store.sentence(refused, lang)
            problem = store.sentence(Refusal("file-event", event=int(str(refused.facts.get("event", 0))) + 1, why=inner), lang)
        except Refusal as refused:
            problem = store.sentence(refused, lang)
    return render(request, "evenings/organiser/import.html", {"problem": problem}, status=400 if problem else 200)


def _brought(request: HttpRequest) -> Evening:
    file = upload(request, "file", BIGGEST_FILE)
    if file is None:
        raise Refusal("file-none")
    engine, web = readers.read(evening_file.read, file.read())
    return transfer.import_one(engine, web, people.who_is(request, make=True))


@require_safe
def eternal_table(request: HttpRequest) -> HttpResponse:
    """Everybody over the archived evenings of whoever asks."""
    who = people.who_is(request)
    rows = list(Evening.objects.filter(archived__isnull=False, **people.owned_by(who))) if who.key else []
    careers = eternal.table(folded(row).engine for row in rows)
    return render(request, "evenings/organiser/eternal.html", {"table": careers, "evenings": len(rows)})


# ---- one evening -------------------------------------------------------------------------------------------------------------


@require_safe
@desk(*STAFF)
def overview(request: HttpRequest, access: Access) -> HttpResponse:
    """How the evening stands, and what comes next."""
    row, engine = access.row, folded(access.row).engine
    missing = engine.missing_results(engine.released) if engine.released else []
    latest = EveningEvent.objects.filter(evening=row, n__in=folded(row).numbers[-6:]).order_by("-n")
    lang = people.lang_of(request)
    events = dict(zip(folded(row).numbers, engine.events, strict=True))
    return show(
        request, access, "overview", "overview", step=next_step(access), missing=missing,
        latest=[{"at": entry.at, "by": entry.by, "text": line_of(events[entry.n], engine, lang)} for entry in latest],
        paid=sum(player.paid for player in engine.players.values()),
        tables=len(engine.round(engine.released).tables) if engine.released else 0, pages=pages(access),
    )  # fmt: skip


def pages(access: Access) -> list[dict[str, str]]:
    """The pages for other people, as far as this server has them."""
    links = []
    engine = folded(access.row).engine
    for key, name, roles in (
        ("office", "evening-office", STAFF),
        ("sheets", "evening-office-sheets", STAFF),
        ("public", "evening-ranking", STAFF),
        ("beamer", "evening-beamer", STAFF),
    ):
        if key == "sheets" and not engine.collects_sheets:
            continue
        url = optional(name, access.row.code)
        if url and (access.organiser or access.role in roles):
            links.append({"key": f"evenings.org.page.{key}", "help": f"evenings.org.page.{key}.help", "url": url})
    return links


def next_step(access: Access) -> dict[str, Any]:
    """What the organiser does next: a key of the texts, its facts, and where."""
    engine, code = folded(access.row).engine, access.row.code

    def step(key: str, name: str, **facts: object) -> dict[str, Any]:
        return {"key": f"evenings.org.next.{key}", "url": reverse(name, args=[code]), "facts": facts}

    if access.row.archived is not None:
        return step("archived", "evening-standing")
    if not engine.players:
        return step("players", "evening-players")
    if engine.closed:
        return step("closed", "evening-standing")
    if engine.released and (missing := engine.missing_results(engine.released)):
        return step("results", "evening-round-now", round=engine.released, n=len(missing))
    if len(engine.rounds) > engine.released:
        return step("release", "evening-draw", round=engine.released + 1)
    if engine.released >= engine.planned:
        return step("close", "evening-standing")
    if len(engine.playing()) < len(engine.sides):
        return step("checkin", "evening-checkin")
    return step("draw", "evening-draw", round=engine.released + 1)


@require_safe
@desk(*STAFF)
def revision(_request: HttpRequest, access: Access) -> HttpResponse:
    """Which revision the evening has: pages ask whether anything is new."""
    return JsonResponse({"revision": stamp(access.row)})


@require_POST
@desk()
def set_clock(request: HttpRequest, access: Access) -> HttpResponse:
    """Start, pause, lengthen or put away the clock of the round."""
    row, now = access.row, store.now_ms()
    task = request.POST.get("do", "")
    if task == "start":
        row.clock = clock.started(number(request, "minutes", 1, clock.MOST_MINUTES), now)
    elif task == "pause":
        row.clock = clock.paused(row.clock, now)
    elif task == "resume":
        row.clock = clock.resumed(row.clock, now)
    elif task == "add" and row.clock:
        row.clock = clock.lengthened(row.clock, number(request, "minutes", -60, 60))
    elif task == "off":
        row.clock = {}
    Evening.objects.filter(pk=row.pk).update(clock=row.clock)
    wanted = request.POST.get("next", "")
    return done(request, wanted if wanted.startswith("/evenings/") else "evening", "", row.code)


@require_POST
@desk()
def set_notice(request: HttpRequest, access: Access) -> HttpResponse:
    """Tell everybody something, or nothing any more."""
    notice = text(request, "notice", 300)
    Evening.objects.filter(pk=access.row.pk).update(notice=notice)
    return done(request, "evening", "notice" if notice else "notice-off", access.row.code)


@require_safe
@desk()
def more(request: HttpRequest, access: Access) -> HttpResponse:
    """Where the rest is: helpers, settings, backups, the file, the log, the archive."""
    return show(request, access, "more", "more", pages=pages(access))


@desk()
def settings(request: HttpRequest, access: Access) -> HttpResponse:
    """Title, place, rounds and what else the organiser settles."""
    row, engine = access.row, folded(access.row).engine
    if request.method == "POST":
        book = creating.with_draw(engine.book, request.POST.get("draw", ""))
        setup = creating.setup_from(request, book, engine.setup.seed)
        fee = money(request.POST.get("fee", ""))
        store.change_setup(row.code, setup, book=creating.stored_book(book) if book is not engine.book else None)
        Evening.objects.filter(pk=row.pk).update(fee=fee)
        return done(request, "evening-settings", "settings", row.code)
    return show(request, access, "settings", "more", setup=engine.setup, fee=typed(row.fee), **_choices())


@require_POST
@desk(even_archived=True)
def archive(request: HttpRequest, access: Access) -> HttpResponse:
    """Put the evening away, or take it out again."""
    away = request.POST.get("do") != "back"
    Evening.objects.filter(pk=access.row.pk).update(archived=timezone.now() if away else None)
    return done(
        request, "evening" if not away else "evenings", "archived" if away else "unarchived", *([] if away else [access.row.code])
    )


@require_POST
@desk(even_archived=True)
def delete(request: HttpRequest, access: Access) -> HttpResponse:
    """Delete the evening for good; the code has to be typed."""
    if request.POST.get("typed", "").strip().upper() != access.row.code:
        raise Refusal("delete-code", code=access.row.code)
    title = access.row.title
    transfer.drop(access.row)
    messages.success(request, say("evenings.org.done.deleted", people.lang_of(request), title=title))
    return redirect("evenings")


@desk()
def log(request: HttpRequest, access: Access) -> HttpResponse:
    """Everything that has happened, with the way to take one thing back: first what that would change."""
    state = folded(access.row)
    if request.method == "POST":
        store.undo(access.row.code, [number(request, "n", 1, 10**6)], access.name)
        return done(request, "evening-log", "undone", access.row.code)
    lang = people.lang_of(request)
    every = lines_of(access.row)
    gone = withdrawals(every)
    lines = [
        {"n": line.n, "at": line.at, "by": line.by, "text": line_of(line.event, state.engine, lang), "withdrawn": gone.get(line.n)}
        for line in reversed(every) if not isinstance(line.event, Withdrawn)
    ][:500]  # fmt: skip
    wanted = small(request.GET.get("undo", ""))
    undoing = next((line for line in lines if line["n"] == wanted and not line["withdrawn"]), None)
    would = _without(access, wanted, lang) if undoing else None
    return show(request, access, "log", "more", lines=lines, total=len(every), undoing=undoing, would=would)


def _without(access: Access, wanted: int, lang: str) -> dict[str, Any]:
    """What taking a line back would change: in the ranking, in clubs, and of fines in their ledgers; or why it cannot be."""
    try:
        after = preview.without(access.row, wanted)
    except Refusal as problem:
        blocked = Refusal("undo-blocked", why=problem.reason)
        return {"problem": store.sentence(blocked, lang, folded(access.row).engine)}
    return {"trial": preview.compared(access.row, after, lang), "fines": fines.told(access.row, after)}
