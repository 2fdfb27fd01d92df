"""Opening, joining and showing tables. Everything that happens at one goes over its socket."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import segno
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from puur.core.cards import parse_card
from puur.core.form import form_for, sides_of
from puur.core.reglement import Reglement
from puur.reglement import ReglementError, dump, load, shipped
from puur.web import own_books, own_data, people
from puur.web.book_facts import facts_of
from puur.web.forms import DEFAULT_BOOK, TARGETS, TableForm, targets_for
from puur.web.live.admission import gate
from puur.web.live.bot_pool import DEFAULT, LEVELS
from puur.web.live.limits import Buckets, Known
from puur.web.live.seating import BOT_NAMES
from puur.web.live.speech import faces_for, picture, sentence
from puur.web.live.state import Who
from puur.web.live.store import book_of
from puur.web.models import ALONE, Seat, Table, new_code
from puur.web.server import environment
from puur.web.server.reading import TooMuch
from puur.web.server.throttle import address_of, has, may_keep, one_too_many, take
from puur.words import say
from puur.words.problems import problem_text

_rate = environment.number(os.environ, "PUUR_OPEN_RATE", 0.5)
opening = Buckets(120 * _rate, _rate)  # tables per second and person: they cost memory
opening_here = Buckets(480 * _rate, 4 * _rate)  # and per address: a hall has many people, a script makes up as many as it likes
visited = Known()  # who has been at which table


def may_open(request: HttpRequest) -> bool:
    """Whether one more table may be opened, by this person and from this address."""
    if not opening_here.take(address_of(request)) or not opening.take(caller(request)):
        return False
    return may_keep(request, people.who_is(request).key)


def sought(request: HttpRequest, code: str) -> Table | None:
    """The table of a code that somebody types or follows; None where there is none, 429 for whoever tries too many."""
    who, address = people.who_is(request), address_of(request)
    person = who.key
    names = [name for name in (address, person) if name]
    before = f"{person} {code}" if person else ""  # whoever has been here before is not held up by a neighbour
    if before not in visited and not has("code", *names):
        seat = people.seat_at(who, code)
        if seat is not None:  # also after a restart, which forgets who has been where
            return seat.table
        one_too_many(request, "code")
        raise Http404
    table = Table.objects.filter(code=code).first()
    if table is None:
        for name in names:
            take("code", name)
    elif before:
        visited.note(before)
    return table


VISIT = "visit"  # the second step of a first visit


def caller(request: HttpRequest) -> str:
    """By what requests are counted: the person, or else the address."""
    who = people.who_is(request)
    return who.key or address_of(request)


def too_often(request: HttpRequest) -> HttpResponse:
    """Refuse what is asked for too often."""
    return HttpResponse(sentence("error.rate", people.lang_of(request)), status=429, content_type="text/plain; charset=utf-8")


def not_admitted(request: HttpRequest) -> HttpResponse | None:
    """Refuse a new table before the running ones become slow, or where somebody wants no more of them.

    A process that hands its tables over to others still opens them: they are a row, and live where people meet.
    """
    hub = own_data.live()
    if gate.admits() and not (hub is not None and hub.closed):
        return None
    response = render(request, "full.html", {"text": sentence("error.full", people.lang_of(request))}, status=503)
    response.headers["Retry-After"] = "60"
    return response


def open_table(who: Who, book: Reglement, *, text: str = "", level: str = DEFAULT, **fields: object) -> Table:
    """A new table in the lobby, its host on seat 0."""
    for _ in range(20):
        try:
            with transaction.atomic():
                table = Table.objects.create(
                    code=new_code(), book=book.key, book_text=text, title=book.title, host=who.key, level=level, **fields
                )
                Seat.objects.bulk_create(
                    Seat(
                        table=table, number=number, user_id=who.user if number == 0 else None,
                        guest_id=who.guest if number == 0 else None, name=who.name if number == 0 else "",
                    )
                    for number, _ in enumerate(sides_of(book))
                )  # fmt: skip
                return table
        except IntegrityError:  # a code that exists
            continue
    raise RuntimeError("no free code")


FAN = ("EO", "RA", "LU", "SK", "E9")
LAST_TIME = "play"  # in the session: what somebody played last


def front(request: HttpRequest, form: TableForm | None = None) -> dict[str, object]:
    """What the front page offers to play, as it was chosen last time."""
    usual = {"book": DEFAULT_BOOK, "level": DEFAULT, "target": None, "faces": ""}
    shown = form or TableForm(initial=usual | request.session.get(LAST_TIME, {}))
    lang = people.lang_of(request)
    fan = [picture(parse_card(card), faces_for(lang), lang) for card in FAN]
    return {"form": shown, "books": books(), "levels": list(LEVELS), "targets": TARGETS, "fan": fan}


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """One click: a table with three bots. It begins by itself when its page connects."""
    if not may_open(request):
        return too_often(request)
    if (refused := not_admitted(request)) is not None:
        return refused
    form = TableForm(request.POST)
    problems: list[str] = []
    book, text = None, ""
    if form.is_valid():
        book, text, problems = _book(form.cleaned_data, people.lang_of(request))
    if book is None:
        return render(request, "home.html", {**front(request, form), "problems": problems}, status=400)
    given = form.cleaned_data
    request.session[LAST_TIME] = {name: given[name] for name in ("book", "level", "target", "faces")}
    who = people.name_guest(request, given["name"])
    if not who.name:
        who = people.name_guest(request, sentence("guest", people.lang_of(request)))
    level = given["level"] or DEFAULT
    table = open_table(who, book, text=text, level=level, faces=given["faces"], instant=True)
    for number, name in zip((1, 2, 3), (name for name in BOT_NAMES if name != who.name), strict=False):
        Seat.objects.filter(table=table, number=number).update(bot=level, name=name)
    return redirect("table", table.code)


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """To the table with a code."""
    code = "".join(sign for sign in request.POST.get("code", "").upper() if sign.isalnum())[:12]
    if sought(request, code) is None:
        request.session["join_error"] = sentence("error.gone", people.lang_of(request))
        return redirect("home")
    return redirect("table", code)


def books() -> list[dict[str, object]]:
    """The shipped books, for choosing, and for counting without a connection."""
    books = sorted(map(load, shipped()), key=lambda book: form_for(book).renown)  # of one game in the order of shipping
    return [facts_of(book) for book in books]


def new(request: HttpRequest) -> HttpResponse:
    """The form for a new table."""
    form = TableForm(initial={"name": people.who_is(request).name})
    problems: list[str] = []
    if request.method == "POST":
        if not may_open(request):
            return too_often(request)
        if (refused := not_admitted(request)) is not None:
            return refused
        form = TableForm(request.POST, request.FILES)
        if form.is_valid():
            given = form.cleaned_data
            book, text, problems = _book(given, people.lang_of(request))
            if book is not None:
                who = people.name_guest(request, given["name"])
                if not who.name:
                    who = people.name_guest(request, sentence("guest", people.lang_of(request)))
                table = open_table(
                    who, book, text=text, level=given["level"] or DEFAULT, faces=given["faces"], playing=given["playing"],
                    timer=given["timer"] or 0, spectators=given["spectators"], chat=given["chat"] and not given["spectators"],
                )  # fmt: skip
                return redirect("table", table.code)
    context = {"form": form, "books": books(), "levels": list(LEVELS), "problems": problems}
    return render(request, "table_new.html", context, status=400 if request.method == "POST" else 200)


def _book(given: dict[str, Any], lang: str) -> tuple[Reglement | None, str, list[str]]:
    """The book of a form, its text where it is not a shipped one as it is, and what is wrong with it."""
    text, upload = "", given["book_file"]
    try:
        if upload is not None:
            if upload.size > own_books.BIGGEST_BOOK:
                return None, "", [f"{upload.size} > {own_books.BIGGEST_BOOK}"]
            book = own_books.brought(upload.read(), upload.name)
            text = dump(book)
        else:
            book = load(str(given["book"] or DEFAULT_BOOK))
        target = given["target"]
        if target and book.ending.target and target != book.ending.target:
            fitting = targets_for(book)
            if target not in fitting:
                return None, "", [say("web.new.target.range", lang, least=fitting[0], most=fitting[-1])]
            key = book.key if text else f"{book.key}-{target}"
            book = replace(book, key=key, ending=replace(book.ending, target=target))
            text = dump(book)
        book = book_of(book.key, text)
    except TooMuch as problem:
        return None, "", [say(f"evenings.refused.{problem.reason}", lang)]
    except ReglementError as error:
        return None, "", [problem_text(problem, lang) for problem in error.problems[:20]]
    return book, text, []


def shared_url(request: HttpRequest, table: Table) -> str:
    """The link to a table, for others."""
    return request.build_absolute_uri(reverse("table", args=[table.code]))


def describe(request: HttpRequest, table: Table, who: Who) -> dict[str, object]:
    """A table for a template."""
    own = next(
        (seat.number for seat in table.seats.all() if who.key and who.key in (f"u{seat.user_id}", f"g{seat.guest_id}")), None
    )
    book = book_of(table.book, table.book_text)
    return {
        "code": table.code, "url": shared_url(request, table), "ws": f"/ws/t/{table.code}/",
        "qr": reverse("table-qr", args=[table.code]), "record": reverse("table-record", args=[table.code]), "book": table.book,
        "title": table.title, "book_facts": facts_of(book), "form": book.form, "state": table.state,
        "host": table.host == who.key, "you": own, "spectators": table.spectators, "chat": table.chat and not table.spectators,
        "playing": table.playing, "timer": table.timer, "faces": table.faces or book.table.faces.value,
        "names": [seat.name for seat in table.seats.all()], "game": table.game, "shared": table.shared,
        "then": _then(table),
    }  # fmt: skip


def _then(table: Table) -> str:
    """Where a set of given deals is compared; empty for other tables."""
    from puur.web.company.daily import key_of  # which opens tables itself

    key = key_of(table) if table.reserved else ""
    return reverse("daily-set", args=[key]) if key else ""


@require_safe
@gzip_page
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table itself."""
    row = sought(request, code)
    if row is None:
        raise Http404
    if row.playing == ALONE:  # it is played in the browser of whoever plays it
        return redirect("solo")
    if not request.COOKIES and VISIT not in request.GET:  # only who keeps cookies becomes a guest; a preview of the link does not
        get_token(request)
        return redirect(f"{request.path}?{VISIT}")
    who = people.who_is(request, make=bool(request.COOKIES))
    held = Seat.objects.filter(table=row, user=None, guest=None)
    room = row.state == Table.State.PLAYING and hasattr(row, "open") and people.seat_at(who, code) is None and held.exists()
    page = (
        "table_open.html" if room and not row.spectators else "table.html"
    )  # where nobody may look on there is nothing else to see
    return render(request, page, {"table": describe(request, row, who), "room": room})


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code of the link to a table."""
    row = sought(request, code)
    if row is None:
        raise Http404
    image = segno.make(shared_url(request, row), error="m", micro=False)
    svg = image.svg_inline(scale=6, border=2, dark="#000", light="#fff", omitsize=True)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in svg else svg
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
