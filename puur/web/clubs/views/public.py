"""The public page of a club: dates, series with arrows, Jahreswertung as table and picture, Hall of Fame, rule book, calendar.

Only what the club has published: results of a day appear once the day is published, guests are never named, members as the club
chose (`Club.public_names`). A club that is not public answers strangers as if it did not exist (`puur.web.clubs.rights`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, timedelta
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from puur.papers import Head, Paper
from puur.papers import render as render_pdf
from puur.papers.club import arrow
from puur.papers.rulebook import rule_book
from puur.papers.words import club_words
from puur.season import Club as ClubState
from puur.season.accounts import Stage, reminders
from puur.season.calendar import names_deadline
from puur.season.days import Day
from puur.season.events import SettingChanged
from puur.season.exchange import entry_of
from puur.season.feed import Entry, calendar
from puur.season.results import counted, ranked
from puur.season.table import Status
from puur.season.yearly import book_of_year, hall_of_fame, numbered_evenings, results_of_year
from puur.web.clubs import persons, store
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.pages import page
from puur.web.clubs.rights import ANYONE, Here, needs, of_feed
from puur.web.clubs.views import numbers_svg
from puur.web.clubs.views.treasury_bills import pdf
from puur.web.clubs.words import word
from puur.web.people import lang_of
from puur.web.server.printing import printed
from puur.words import LANGUAGES, say

NAMES = ("full", "short", "initials")


def public_names(club: ClubState, how: str) -> dict[str, str]:
    """Everybody by the name the public sees; two who would be the same get more letters, or a number."""
    names: dict[str, str] = {}
    for key, person in sorted(club.roster.people.items()):
        first, _, last = person.name.partition(" ")
        if how == "full" or not last:
            wanted = [person.name]
        elif how == "initials":
            wanted = ["".join(f"{part[0]}." for part in person.name.split())]
        else:
            wanted = [f"{first} {last[:size]}." for size in range(1, len(last))] or [person.name]
        taken = set(names.values())
        fallback = (f"{wanted[-1]} {number}" for number in range(2, 1000))
        names[key] = next(name for name in (*wanted, *fallback) if name not in taken)
    return names


def number_of(club: ClubState, member: str) -> int:
    """How a person is called in a public address, because keys are made of names: the place in the order of entry, for ever."""
    return [*club.roster.people].index(member) + 1


def member_of(club: ClubState, number: int) -> str:
    """Who that is, or ''."""
    return dict(enumerate(club.roster.people, start=1)).get(number, "")


def published(club: ClubState, year: int) -> list[int]:
    """The numbers of the days of a year whose results are public; imported seasons are, and evenings that count."""
    own = [day.number for day in club.year(year) if day.published is not None and day.closed is not None]
    return sorted({*own, *(number for when, number in club.imported if when == year), *evening_titles(club, year)})


def evening_titles(club: ClubState, year: int) -> dict[int, str]:
    """The evenings that count for a year by the number under which their results stand."""
    return {number: own.title for number, own in numbered_evenings(club, year)}


def public_years(club: ClubState, today: date) -> list[int]:
    """Years with something to show, newest first."""
    return sorted({*club.years(), today.year}, reverse=True)


def year_table(club: ClubState, year: int, numbers: list[int]) -> tuple[list[dict[str, Any]], dict[str, list[int | None]]]:
    """The Jahreswertung from these days alone, and everybody's rank after each of them."""
    book = book_of_year(club, year)
    results = {
        member: {number: points for number, points in own.items() if number in numbers}
        for member, own in results_of_year(club, year).items()
    }
    trend: dict[str, list[int | None]] = {member: [] for member, own in results.items() if own}
    for number in numbers:
        sums = {
            member: counted(book, {day: points for day, points in results[member].items() if day <= number})
            for member in trend
            if any(day <= number for day in results[member])
        }
        places = ranked(sums)
        for member, places_of in trend.items():
            places_of.append(places.get(member))
    totals = {member: counted(book, results[member]) for member in trend}
    order = ranked(totals)
    rows = []
    for member in sorted(trend, key=lambda key: (order[key], key)):
        known = [rank for rank in trend[member] if rank is not None]
        moved = known[-2] - known[-1] if len(known) > 1 else 0
        cells = [results[member].get(number) for number in numbers]
        rows.append({"rank": order[member], "member": member, "points": totals[member], "cells": cells, "moved": moved})
    return rows, trend


def series_now(club: ClubState, year: int) -> tuple[Day | None, list[dict[str, Any]]]:
    """The latest line-up that the public may know, each member with the way it came."""
    days = [day for day in club.year(year) if day.line_up is not None]
    known = [day for day in days if (before := club.before(day)) is None or before.published is not None or before.closed is None]
    if not known:
        return None, []
    day = known[-1]
    before = club.before(day)
    series = []
    assert day.line_up is not None
    for name, members in zip(day.line_up.design.names, day.line_up.members, strict=True):
        seats = []
        for member in members:
            old = (before.line_up.series_of(member) or "") if before and before.line_up else ""
            seats.append({"member": member, "arrow": arrow(club, old, name), "old": old})
        series.append({"name": name, "seats": seats, "guest": bool(day.line_up.inviter(name))})
    return day, series


@needs("public.see")
def public(request: HttpRequest, here: Here, year: int | None = None) -> HttpResponse:
    """The page itself."""
    club, lang, today = here.club, lang_of(request), store.today()
    years = public_years(club, today)
    if year is None:
        played = [past for past in years if published(club, past)]
        year = today.year if club.year(today.year) or not played else played[0]
    elif year not in years:
        raise Http404
    names = public_names(club, here.row.public_names)
    numbers, titles = published(club, year), evening_titles(club, year)
    rows, trend = year_table(club, year, numbers)
    day, series = series_now(club, year)
    for row in rows:
        row["number"] = number_of(club, row["member"]) if row["member"] in club.roster.people else 0
    for seat in (*rows, *(seat for group in series for seat in group["seats"])):
        seat["name"] = names.get(seat["member"], seat["member"])
    picture = ""
    if len(numbers) > 1 and rows:
        heads = [titles.get(number, say("club_office.public.day_short", lang, number=number))[:12] for number in numbers]
        lines = [(row["name"], trend[row["member"]]) for row in rows]
        best = ", ".join(row["name"] for row in rows if row["rank"] == 1)
        desc = say("club_office.public.trend_desc", lang, days=len(numbers), best=best)
        picture = numbers_svg.ranks("trend", say("club_office.public.trend", lang, year=year), desc, heads, lines)
    context = {
        "year": year,
        "years": years,
        "days": [{"day": day, "published": day.number in numbers} for day in club.year(year)],
        "meetings": club.meetings_of(year),
        "next": next((day for day in club.in_order() if day.date >= today and not day.closed), None),
        "numbers": [(number, titles.get(number, "")) for number in numbers],
        "rows": rows,
        "picture": picture,
        "series": series,
        "series_day": day,
        "sheets": [_sheet(club, day, names) for day in club.year(year) if day.number in numbers],
        "fame": [
            {"year": trophy.year, "name": names.get(trophy.person, trophy.person), "points": trophy.points}
            for trophy in reversed(hall_of_fame(club))
        ],
        "ics": request.build_absolute_uri(reverse("club-ics", args=[here.row.slug])),
        "choices": NAMES,
        "languages_of_paper": LANGUAGES,
        "today": today,
    }
    return page(request, here, "clubs/public/page.html", context)


def _sheet(club: ClubState, day: Day, names: Mapping[str, str]) -> dict[str, Any]:
    """The results of a published day; guests without their names."""
    groups = []
    for series, rows in club.results(day).items():
        shown = []
        for row in sorted(rows, key=lambda row: -(row.provisional or 0)):
            name = "" if row.participant.status is Status.GAST else names.get(row.member, row.member)
            shown.append({"name": name, "provisional": row.provisional, "final": row.final, "how": row.how})
        groups.append({"name": series, "rows": shown})
    return {"day": day, "groups": groups}


@needs("club.settings")
def naming(request: HttpRequest, here: Here) -> HttpResponse:
    """How people are named on the public page."""
    if request.method == "POST" and request.POST.get("names") in NAMES:
        was, wanted = here.row.public_names, request.POST["names"]
        if was != wanted:
            with transaction.atomic():
                store.submit(here.row, [SettingChanged(setting="public_names", was=was, now=wanted)], here.actor.signs)
                Club.objects.filter(pk=here.row.pk).update(public_names=wanted)
        messages.success(request, say("club_office.public.named", lang_of(request)))
    return redirect("club-public", here.row.slug)


@needs("public.see")
def regelwerk(request: HttpRequest, here: Here) -> HttpResponse:
    """The rule book to print, one for every table. (AJZ-5-03)"""
    asked = request.GET.get("lang", "")
    lang = asked if asked in LANGUAGES else lang_of(request)
    made = rule_book(here.club.book, here.row.name, store.today(), lang)
    return pdf(printed(render_pdf, made, Head(here.row.name), Paper.A4, lang), here.row.slug, club_words(lang)("file_regelwerk"))


def _answer(request: HttpRequest, here: Here, text: str, *, private: bool) -> HttpResponse:
    """A calendar with an ETag; unchanged ones are not sent again."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    asked = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]
    known = tag in asked or "*" in asked
    answer = HttpResponseNotModified() if known else HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    if answer.status_code == 200:
        answer.headers["Content-Disposition"] = f'inline; filename="{here.row.slug}.ics"'
    return answer


def _entries(here: Here, lang: str, person: str = "") -> list[Entry]:
    """All Jasstage and meetings; for a person with the own series and the own deadlines."""
    club = here.club
    entries = []
    for day in club.in_order():
        title = f"{here.row.name}: {word('word', 'day', lang, number=day.number, year=day.year)}"
        text = word("kind", day.kind, lang)
        if person and day.line_up is not None:
            own = [name for name, seat in club.everybody(day) if person in (seat.person, seat.member)]
            text += f"\n{say('club_office.feed.series', lang, series=own[0])}" if own else ""
            mine = day.line_up.invited_to(person)
            if mine and person not in day.guests and day.opened is None:
                limit = names_deadline(club.book_on(day.date), day.besammlung)
                summary = say("club_office.feed.guest", lang, series=mine)
                entries.append(Entry(f"guest-{day.key}", limit - timedelta(minutes=30), limit, summary))
        text += f"\n{say('club_office.feed.begins', lang, time=f'{day.spielbeginn:%H:%M}')}"
        entries.append(entry_of(day, title, text))
    for meeting in sorted(club.meetings.values(), key=lambda planned: planned.date):
        entries.append(entry_of(meeting, f"{here.row.name}: {word('sort', meeting.sort, lang)}"))
    if person:
        today = store.today()
        for reminder in reminders(club, today):
            if person in reminder.liable and reminder.stage is Stage.RUNNING and reminder.next is not None:
                start = store.now().replace(
                    year=reminder.next.year, month=reminder.next.month, day=reminder.next.day, hour=9, minute=0
                )
                summary = say("club_office.feed.pay", lang, amount=f"{reminder.open:.2f}")
                entries.append(Entry(f"pay-{reminder.charge.key}", start, start + timedelta(minutes=30), summary))
    return entries


def _feed(request: HttpRequest, here: Here, person: str = "") -> HttpResponse:
    asked = request.GET.get("lang", "")
    lang = asked if asked in LANGUAGES else lang_of(request)
    last = ClubEvent.objects.filter(club=here.row, n=here.row.n).first()
    stamp = (last.at if last else here.row.created).astimezone(UTC).replace(tzinfo=None)
    host = request.get_host().partition(":")[0]
    zone = timezone.get_default_timezone()
    text = calendar(_entries(here, lang, person), stamp, host=f"{here.row.slug}.{host}", name=here.row.name, zone=zone)
    return _answer(request, here, text, private=bool(person))


@needs("public.see")
def ics(request: HttpRequest, here: Here) -> HttpResponse:
    """The dates of the club as a calendar feed."""
    return _feed(request, here)


@needs(ANYONE)
def feed(request: HttpRequest, here: Here, token: str) -> HttpResponse:
    """A person's own calendar by its secret address: with series, deadlines and open fines."""
    link = of_feed(here.row, token)
    if link is None or persons.who(link) not in here.club.roster.people:
        raise Http404
    return _feed(request, here, persons.who(link))
