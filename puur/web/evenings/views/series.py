"""Series of evenings: a lasting public page with the standings, and the organiser's page for rules, evenings and the final."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.errors import Refusal
from puur.evening.columns import fold
from puur.evening.events import Entered
from puur.evening.series import Counts, Place, SeriesRules, qualified_pairs
from puur.web import people
from puur.web.evenings import store
from puur.web.evenings.creating import new_seed
from puur.web.evenings.desk import done, number, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningSeries
from puur.web.evenings.series_state import RULES, evenings_of, rules_of, standing_of
from puur.web.evenings.views.formats import numbers_of
from puur.web.evenings.views.organiser import making
from puur.web.server.throttle import may_keep
from puur.web.views.tables import caller, too_often
from puur.words import say

MOST = 60  # evenings of a series


def _own(request: HttpRequest, code: str) -> EveningSeries:
    """The series of whoever asks; nobody else learns anything."""
    who = people.who_is(request)
    row = EveningSeries.objects.filter(code=code, **people.owned_by(who)).first() if who.key else None
    if row is None:
        raise Http404
    return row


@require_safe
def series(request: HttpRequest, code: str) -> HttpResponse:
    """The page for everybody, at an address that stays: standings, evenings, who is in the final."""
    row = EveningSeries.objects.filter(code=code).first()
    if row is None:
        raise Http404
    held, places = standing_of(row)
    full = {place.key for place in places} if held and all(folded(each).engine.setup.full_names for each in held) else set()
    who = people.who_is(request)
    context = {
        "series": row, "held": held, "finals": evenings_of(row, final=True), "rules": rules_of(row),
        "places": [
            {"place": place, "name": name, "cells": list(zip(place.results, place.counted, place.players, held, strict=True))}
            for place, name in zip(places, _public(places, full), strict=True)
        ],
        "own": bool(who.key) and EveningSeries.objects.filter(pk=row.pk, **people.owned_by(who)).exists(),
    }  # fmt: skip
    return render(request, "evenings/entry/series.html", context)


def _public(places: Sequence[Place], full: Collection[str]) -> list[str]:
    """How people are named for everybody: first name and initial, more letters where two would be the same; two of the very
    same name by a number, or by the club where whole names are shown."""
    same: dict[str, list[str]] = {}
    for place in sorted(places, key=lambda place: place.key):
        same.setdefault(fold(place.name) or place.name, []).append(place.key)
    names: list[str] = []
    for place in places:
        namesakes = same[fold(place.name) or place.name]
        longest = max(map(len, place.name.split()), default=1)
        wanted = (place.name,) if place.key in full else tuple(_short(place.name, letters) for letters in range(1, longest + 1))
        others = [other for other in places if other.key not in namesakes]
        fits = (name for letters, name in enumerate(wanted, 1) if name not in {_short(each.name, letters) for each in others})
        name = next(fits, wanted[-1])
        apart = (place.key in full and place.club) or str(namesakes.index(place.key) + 1)
        names.append(f"{name} ({apart})" if len(namesakes) > 1 else name)
    return names


def _short(name: str, letters: int) -> str:
    first, *rest = name.split() or [name]
    return f"{first} {rest[-1][:letters]}." if rest else first


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new series, and those that one has."""
    lang, problem = people.lang_of(request), ""
    if request.method == "POST":
        if not making.take(caller(request)) or not may_keep(request, people.who_is(request).key):
            return too_often(request)
        try:
            title = text(request, "title", needed=True)
        except Refusal as refused:
            problem = store.sentence(refused, lang)
        else:
            who = people.who_is(request, make=True)
            row = EveningSeries.objects.create(title=title, rules=RULES.write(SeriesRules()), **people.owned_by(who))
            return redirect("evening-series-edit", row.code)
    who = people.who_is(request)
    own = EveningSeries.objects.filter(**people.owned_by(who)) if who.key else []
    return render(request, "evenings/organiser/series_new.html", {"own": own, "problem": problem}, status=400 if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """The organiser's page: title, rules, which evenings belong to it, wildcards, the final."""
    row, lang, problem = _own(request, code), people.lang_of(request), ""
    if request.method == "POST":
        try:
            return _acted(request, row)
        except Refusal as refused:
            problem = store.sentence(refused, lang)
    held, places = standing_of(row)
    mine = Evening.objects.filter(**people.owned_by(people.who_is(request)), series=None).order_by("-created")[:100]
    context = {
        "series": row, "rules": rules_of(row), "held": held, "places": places, "finals": evenings_of(row, final=True), "mine": mine,
        "problem": problem, "counts": [each.value for each in Counts], "points": ", ".join(map(str, rules_of(row).rank_points)),
    }  # fmt: skip
    return render(request, "evenings/organiser/series.html", context, status=400 if problem else 200)


def _acted(request: HttpRequest, row: EveningSeries) -> HttpResponse:
    task = request.POST.get("do", "")
    mine = Evening.objects.filter(**people.owned_by(people.who_is(request)))
    if task == "rules":
        counts = request.POST.get("counts", "")
        if counts not in [each.value for each in Counts]:
            raise Refusal("unknown-act")
        rules = SeriesRules(
            counts=Counts(counts), rank_points=numbers_of(request, "rank_points"), best=number(request, "best", 0, 60, default=0),
            qualify=number(request, "qualify", 0, 1000, default=0), threshold=number(request, "threshold", 0, 100_000, default=0),
            wildcards=rules_of(row).wildcards,
        )  # fmt: skip
        row.title, row.text, row.rules = text(request, "title", needed=True), text(request, "text", 600), RULES.write(rules)
        row.save()
    elif task == "add":
        if row.evenings.count() >= MOST:
            raise Refusal("full", most=MOST)
        mine.filter(code=request.POST.get("evening", ""), series=None).update(series=row, series_final=False)
    elif task == "drop":
        mine.filter(code=request.POST.get("evening", ""), series=row).update(series=None, series_final=False)
    elif task == "wildcard":
        rules = rules_of(row)
        known, chosen = {place.key for place in standing_of(row)[1]}, set(request.POST.getlist("who"))
        row.rules = RULES.write(replace(rules, wildcards=tuple(sorted(known & chosen))))
        row.save()
    elif task == "final":
        return done(request, "evening-players", "final", _final(request, row).code)
    return done(request, "evening-series-edit", "settings", row.code)


def _final(request: HttpRequest, row: EveningSeries) -> Evening:
    """A new evening under the book of the last one, with everybody on its list who has qualified."""
    held, places = standing_of(row)
    qualified = [place for place in places if place.qualified]
    if not held or not qualified:
        raise Refusal("series-nobody")
    last = held[-1]
    lang = people.lang_of(request)
    setup: dict[str, Any] = {
        **last.setup,
        "name": say("series.final.name", lang, title=row.title)[:80],
        "date": "",
        "seed": new_seed(),
    }
    with transaction.atomic():
        made = Evening.objects.create(
            title=setup["name"], book=last.book, book_text=last.book_text, setup=setup, fee=last.fee, user_id=last.user_id,
            guest_id=last.guest_id, summary={"players": 0, "planned": folded(last).engine.planned}, series=row, series_final=True,
        )  # fmt: skip
        engines = [folded(each).engine for each in held]
        if engines[-1].in_pairs:
            pairs = enumerate(qualified_pairs(engines, qualified), start=1)
            entries = [(each, str(pair)) for pair, both in pairs for each in both]
        else:
            entries = [(each, "") for each in qualified]
        events = [Entered(str(n), who.name, club=who.club, pair=pair) for n, (who, pair) in enumerate(entries, start=1)]
        store.submit(made.code, events, by=row.title[:80])
    return made
