"""What the organiser's pages share: reading forms, refusing with a sentence and nothing lost, the frame with its tabs.

A form that is sent by script (`static/evenings/js/live.js`) gets a refusal as JSON and keeps everything that was typed; one that
is sent without gets it as a message on the page it came from.
"""

from __future__ import annotations

import functools
import re
import unicodedata
import zlib
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse

from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.state import Player
from puur.web import people
from puur.web.evenings import clock, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, Role
from puur.web.evenings.models import Evening as Row
from puur.web.evenings.rights import Access, need
from puur.words import say, texts

SWAP = "X-Puur-Swap"  # the header of forms that are sent by script
LONGEST = 80
TABS = (
    ("overview", "evening", STAFF),
    ("players", "evening-players", (Role.OFFICE,)),
    ("checkin", "evening-checkin", (Role.OFFICE,)),
    ("draw", "evening-draw", ()),
    ("round", "evening-round-now", STAFF),
    ("ranking", "evening-standing", STAFF),
    ("paper", "evening-paper", (Role.OFFICE,)),
    ("more", "evening-more", ()),
)
View = Callable[..., HttpResponse]


def desk(*roles: str, even_archived: bool = False) -> Callable[[View], View]:
    """A page of an evening for organisers and these roles; its view gets the access, and refusals become sentences."""

    def wrap(view: View) -> View:
        @functools.wraps(view)
        def inner(request: HttpRequest, code: str, **more: Any) -> HttpResponse:
            access = need(request, code, *roles)
            try:
                if access.row.archived is not None and request.method == "POST" and not even_archived:
                    raise Refusal("archived")
                return view(request, access, **more)
            except Refusal as problem:
                return refused(request, access, problem)

        return inner

    return wrap


def refused(request: HttpRequest, access: Access, problem: Refusal) -> HttpResponse:
    """Say why not, where the person is."""
    text = store.sentence(problem, people.lang_of(request), folded(access.row).engine)
    if request.headers.get(SWAP):
        return JsonResponse({"error": text})  # an answer like any other: browsers shout about a status of refusal
    messages.error(request, text)
    return HttpResponseRedirect(_back(request, reverse("evening", args=[access.row.code])))


def _back(request: HttpRequest, default: str) -> str:
    if request.method != "POST":
        return default
    return people.own_address(request, request.POST.get("next", ""), request.headers.get("Referer", "")) or default


def done(request: HttpRequest, where: str, key: str = "", /, *args: object, **facts: object) -> HttpResponse:
    """To the page named `where`, with a sentence of what was done."""
    if key:
        messages.success(request, say(f"evenings.org.done.{key}", people.lang_of(request), **facts))
    target = where if where.startswith("/") else reverse(where, args=args)
    return HttpResponseRedirect(target)


def show(request: HttpRequest, access: Access, template: str, tab: str, /, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page of an evening with its frame."""
    row, state = access.row, folded(access.row)
    base = {
        "access": access, "row": row, "engine": state.engine, "code": row.code,
        "tabs": [
            {"key": f"evenings.org.tab.{key}", "url": reverse(name, args=[row.code]), "here": key == tab}
            for key, name, roles in TABS
            if access.organiser or access.role in roles
        ],
        "clock": clock.view(row.clock, store.now_ms()), "known": stamp(row),
    }  # fmt: skip
    return render(request, f"evenings/organiser/{template}.html", base | context, status=status)


def stamp(row: Row) -> str:
    """Changes with everything that these pages show: a page carries the one it was made from, and asks whether it is another."""
    beside = sum(value for value in row.clock.values() if isinstance(value, int))
    return f"{row.revision}.{zlib.crc32(row.notice.encode())}.{row.frozen}.{beside}"


def optional(name: str, *args: object) -> str:
    """An address, or nothing where this server has no such page."""
    try:
        return str(reverse(name, args=args))
    except NoReverseMatch:
        return ""


# ---- forms -------------------------------------------------------------------------------------------------------------------


def text(request: HttpRequest, name: str, most: int = LONGEST, *, needed: bool = False) -> str:
    """A line of a form, tidied; a refusal if it is too long or missing."""
    raw = request.POST.get(name, "")
    line = " ".join("".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in raw).split())
    if len(line) > most:
        raise Refusal("too-long", found=line[:20], most=most)
    if needed and not line:
        raise Refusal("missing", field=name)
    return line


def number(request: HttpRequest, name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number of a form within its bounds."""
    raw = request.POST.get(name, "").strip().replace("'", "").replace("’", "")
    if not raw and default is not None:
        return default
    if not re.fullmatch(r"-?[0-9]{1,9}", raw) or not low <= int(raw) <= high:
        raise Refusal("number", found=raw[:20], low=low, high=high)
    return int(raw)


def upload(request: HttpRequest, name: str, most: int) -> UploadedFile[bytes] | None:
    """A file of a form, of at most so many bytes; None where there is none."""
    file = request.FILES.get(name)
    if file is not None and (size := file.size or 0) > most:
        raise Refusal("file-big", size=size >> 20, most=max(1, most >> 20))
    return file


def small(raw: str, digits: int = 6) -> int:
    """A number of an address or a field, 0 where there is none: digits of all scripts are digits to Python, not to people."""
    return int(raw) if re.fullmatch(r"[0-9]+", raw) and len(raw) <= digits else 0


def money(raw: str) -> int:
    """Francs as people write them, in centimes."""
    plain = raw.strip().lower().removeprefix("chf").strip().replace("'", "").replace("’", "").replace(",", ".")
    plain = plain.removesuffix(".-").removesuffix(".–")
    whole, _, part = plain.partition(".")
    if not plain:
        return 0
    if not re.fullmatch(r"[0-9]{1,5}", whole) or not re.fullmatch(r"[0-9]{0,2}", part):
        raise Refusal("money", found=raw[:20])
    return int(whole) * 100 + int(part.ljust(2, "0") or "0")


def franks(centimes: int) -> str:
    """An amount as it is shown."""
    return f"{centimes // 100}.{centimes % 100:02d}" if centimes % 100 else f"{centimes // 100}.–"


def typed(centimes: int) -> str:
    """An amount as it is typed into a field, the same in every language; nothing for no amount."""
    return franks(centimes).removesuffix(".–") if centimes else ""


def action(request: HttpRequest) -> str | None:
    """The id that the sender gave, so that sending again changes nothing."""
    given = request.POST.get("action", "")
    return given[:64] if given.isascii() and given.isalnum() else None


def player_of(engine: Evening, key: str) -> Player:
    """A player of the list, or "not found" in words."""
    if key not in engine.players:
        raise Refusal("no-player", found=key[:20])
    return engine.players[key]


def officials(engine: Evening, lang: str) -> list[tuple[str, str]]:
    """Who may decide under this book: key and word; where the book names nobody, the organiser."""
    keys = engine.book.referee.officials or ("turnierleitung",)
    return [(key, texts().get(f"referee.who.{key}", {}).get(lang, key)) for key in keys]


def official(request: HttpRequest, engine: Evening) -> str:
    """The official named in a form."""
    known = [key for key, _ in officials(engine, "de")]
    given = request.POST.get("official", "")
    return given if given in known else known[0]
