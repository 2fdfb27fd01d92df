"""A list of people from a file of any shape, or pasted: what would become of it, which columns hold what, then the import."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from puur.core.errors import Refusal
from puur.evening.columns import PERSON
from puur.evening.events import Entered
from puur.web import people
from puur.web.evenings import listed, roster, store
from puur.web.evenings.desk import action, desk, done, number, show, upload
from puur.web.evenings.fold import folded
from puur.web.evenings.models import RosterUpload
from puur.web.evenings.rights import Access
from puur.web.evenings.views.organiser_people import HELPERS, fields_of
from puur.web.server.reading import readers


@desk(*HELPERS)
def bring(request: HttpRequest, access: Access) -> HttpResponse:
    """A list from a file or pasted: first what would become of it, then the import."""
    row, engine, lang = access.row, folded(access.row).engine, people.lang_of(request)
    kept = RosterUpload.objects.filter(evening=row).first()
    waiting = listed.again(bytes(kept.data)) if kept is not None else None
    if request.method == "POST" and request.POST.get("do") == "drop":
        RosterUpload.objects.filter(evening=row).delete()
        return done(request, "evening-players", "", row.code)
    if request.method == "POST" and request.POST.get("do") == "import":
        if kept is None or waiting is None:
            raise Refusal("file-none")
        others = {int(line) for line in request.POST.getlist("another") if line.isascii() and line.isdigit() and len(line) < 9}
        added = store.submit(
            row.code,
            lambda now: roster.previewed(now, waiting, lang, others=others)[1],
            by=access.name,
            action=action(request),
        )
        kept.delete()
        count = sum(isinstance(event, Entered) for event in added.engine.events[len(added.engine.events) - len(added.numbers) :])
        return done(request, "evening-players", "list", row.code, n=count)
    if request.method == "POST" and request.POST.get("do") == "columns":
        if kept is None or waiting is None:
            raise Refusal("file-none")
        chosen = listed.mapped(waiting, *_columns(request, waiting))
        RosterUpload.objects.filter(pk=kept.pk).update(data=listed.kept(chosen))
        return done(request, "evening-list", "", row.code)
    if request.method == "POST":
        data, name = _uploaded(request)
        brought = readers.read(listed.read, data)
        roster.previewed(engine, brought, lang)  # refuses what can be no list before it takes the place of another
        lines = {"data": listed.kept(brought), "name": name, "at": store.now_ms()}
        RosterUpload.objects.update_or_create(evening=row, defaults=lines)
        return done(request, "evening-list", "", row.code)
    if kept is None or waiting is None:
        return done(request, "evening-players", "", row.code)
    shown, events = roster.previewed(engine, waiting, lang)
    broken = [line for line in shown.lines if line.fate == "broken"]
    return show(
        request, access, "list", "players", name=kept.name, listed=shown, mapping=_mapping(shown), tops=range(_tops(shown)),
        skipped=[(line, " · ".join(filter(None, cells))) for line, cells in shown.rows[: shown.guess.top]],
        fields=fields_of(engine),
        entries=sum(isinstance(event, Entered) for event in events),
        doubles=[line for line in shown.lines if line.fate == "double"], broken=broken[:200], hidden=max(0, len(broken) - 200),
        fine=[line for line in shown.lines if line.fate == "new"][:300], same=shown.count("same"),
    )  # fmt: skip


def _tops(shown: listed.Listed) -> int:
    """How many rows may stand above the people."""
    return min(len(shown.rows), 16)


def _mapping(shown: listed.Listed) -> list[dict[str, Any]]:
    """The columns of the file, each with its first cells and with what it holds."""
    width = max((len(cells) for _, cells in shown.rows), default=0)
    held = {place: what for what, place in shown.guess.columns if what in PERSON}
    body = [cells for _, cells in shown.rows[shown.guess.top :]]
    columns = []
    for place in range(width):
        cells = [cells[place] for cells in body if place < len(cells) and cells[place]]
        if cells:
            choices = [(what, held.get(place) == what) for what in PERSON]
            columns.append({"place": place, "letter": _letter(place), "cells": cells[:3], "choices": choices})
    return columns


def _letter(place: int) -> str:
    """The name of a column as a spreadsheet has it."""
    return chr(65 + place) if place < 26 else _letter(place // 26 - 1) + _letter(place % 26)


def _columns(request: HttpRequest, waiting: listed.Listed) -> tuple[int, dict[str, int]]:
    """What the organiser says the columns hold; somewhere there has to be a name, and nothing stands in two columns."""
    columns: dict[str, int] = {}
    for place in range(listed.MOST_COLUMNS):
        what = request.POST.get(f"column{place}", "")
        if what in PERSON:
            if what in columns:
                raise Refusal("columns-twice", column=_letter(place), other=_letter(columns[what]))
            columns[what] = place
    if not columns.keys() & {"name", "turned", "first"}:
        raise Refusal("columns-name")
    return number(request, "top", 0, _tops(waiting), default=waiting.guess.top), columns


def _uploaded(request: HttpRequest) -> tuple[bytes, str]:
    file = upload(request, "file", listed.BIGGEST)
    if file is not None:
        return file.read(), str(file.name)[:120]
    pasted = request.POST.get("pasted", "")
    if not pasted.strip():
        raise Refusal("file-none")
    return pasted.encode(), "–"
