"""The web table of a Jassrunde, on a page beside that of its series: open it, hand out its links, see how far it is."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from puur.core.errors import Refusal
from puur.web.clubs.pages import TAKEN, Answer, page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.tables import people_of, teams_open
from puur.web.clubs.words import in_words
from puur.web.doors import club as door
from puur.web.doors import hosting, officials
from puur.web.doors.views import links_of
from puur.web.evenings.views.papers import base_of
from puur.web.forms import GUIDED, WAYS, way_of
from puur.web.people import lang_of
from puur.web.views.tables import not_admitted
from puur.words import say


@needs("table.see", post="table.enter")
def series_tables(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """The web tables of a series on a day."""
    del series
    lang, answer = lang_of(request), TAKEN
    people_of(here)
    if request.method == "POST":
        if (full := not_admitted(request)) is not None:
            return full
        answer = _act(request, here, lang)
        if answer == TAKEN:
            return redirect("club-web", here.row.slug, here.key, here.series)
    known = door.stamp(here.row, door.of_series(here.row, here.key, here.series))
    hosted = list(door.of_series(here.row, here.key, here.series).order_by("round"))
    standings, base = hosting.standings(hosted), base_of(request)
    facts = {
        "known": known,
        "tables": [
            {
                "hosted": own, "standing": standings[own.pk], "links": links_of(own, base),
                "result": door.ClubHost().result_of(own), "judged": officials.judged(own),
            }
            for own in hosted
        ],
        "teams": teams_open(here) if here.may("table.enter") and here.the_day.opened and not here.the_day.rolled else [],
        "number": len(here.the_day.table(here.series).rounds) + 1, "rounds": here.club.book.table.rounds,
        "ways": [(way, say(f"web.playing.{way}", lang)) for way in WAYS], "guided": GUIDED,
    }  # fmt: skip
    return page(request, here, "doors/series.html", facts, refused=answer)


def _act(request: HttpRequest, here: Here, lang: str) -> Answer:
    chosen, playing, task = (request.POST.get(name, "") for name in ("teams", "playing", "do"))
    try:
        if task in ("close", "break", "resume", "take"):
            _change(request, here, task)
            messages.success(request, say(f"doors.done.{task}", lang, table=here.series))
        else:
            teams = [team.split("+") for team in chosen.split("/")]
            door.open_next(here.row, here.key, here.series, teams, way_of(playing))
            messages.success(request, say("doors.done.club", lang))
    except Refusal as problem:
        return in_words(problem, here.club, lang), problem.rule
    return TAKEN


def _change(request: HttpRequest, here: Here, task: str) -> None:
    """Take the web table of a series back, break it off, let it go on, or let a game count that nobody confirms."""
    hosted, by = door.running(here.row, here.key, here.series), here.actor.signs
    if task == "close":
        hosting.close(hosted)
    elif task == "break":
        reason = " ".join(request.POST.get("reason", "").split())[:200]
        if not reason:
            raise Refusal("reason-missing")
        door.break_off(hosted, reason, by)
    elif task == "resume":
        door.resume(hosted, by)
    else:
        door.take(hosted)


@needs("rulings.make")
def series_judge(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """Whoever rules on that day says what a message was that is judged at the table. (AJZ-1.8-02, AJZ-1.8-05)"""
    del series
    if request.method != "POST":
        return HttpResponse(status=405)
    lang = lang_of(request)
    official = next(iter(here.club.book.officials), here.actor.signs)
    try:
        hosted = door.running(here.row, here.key, here.series)
        given = (request.POST.get("event", ""), request.POST.get("option", ""))
        officials.decide(hosted, *given, official, plays=not here.me or here.me in hosted.people)
    except Refusal as problem:
        messages.error(request, in_words(problem, here.club, lang))
    else:
        messages.success(request, say("doors.done.judge", lang, table=here.series))
    return redirect("club-web", here.row.slug, here.key, here.series)


@needs("table.see")
def series_stamp(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """Whether anything is new at the web tables of a series."""
    del request, series
    return JsonResponse({"revision": door.stamp(here.row, door.of_series(here.row, here.key, here.series))})


@needs("club.see")
def day_stamp(request: HttpRequest, here: Here) -> HttpResponse:
    """Whether anything is new on a Jasstag."""
    del request
    return JsonResponse({"revision": door.stamp(here.row, door.of_day(here.row, here.key))})
