"""The web table of a Jassrunde, on a page beside that of its series: open it, hand out its links, see how far it is."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.core.errors import Refusal
from puur.web.clubs.pages import TAKEN, Answer, page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.tables import people_of, teams_open
from puur.web.clubs.words import in_words
from puur.web.doors import club as door
from puur.web.doors import hosting
from puur.web.doors.views import GUIDED, links_of
from puur.web.evenings.views.papers import base_of
from puur.web.forms import ways
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
    hosted = list(door.of_series(here.row, here.key, here.series).order_by("round"))
    standings, base = hosting.standings(hosted), base_of(request)
    facts = {
        "tables": [
            {
                "hosted": own, "standing": standings[own.pk], "links": links_of(own, base),
                "result": door.ClubHost().result_of(own),
            }
            for own in hosted
        ],
        "teams": teams_open(here) if here.may("table.enter") and here.the_day.opened and not here.the_day.rolled else [],
        "number": len(here.the_day.table(here.series).rounds) + 1, "rounds": here.club.book.table.rounds,
        "ways": [(way, say(f"web.playing.{way}", lang)) for way in ways()], "guided": GUIDED,
    }  # fmt: skip
    return page(request, here, "doors/series.html", facts, refused=answer)


def _act(request: HttpRequest, here: Here, lang: str) -> Answer:
    chosen, playing = request.POST.get("teams", ""), request.POST.get("playing", "")
    try:
        if request.POST.get("do") == "close":
            door.close(here.row, here.key, here.series)
            messages.success(request, say("doors.done.close", lang, table=here.series))
        else:
            teams = [team.split("+") for team in chosen.split("/")]
            door.open_next(here.row, here.key, here.series, teams, playing if playing in ways() else GUIDED)
            messages.success(request, say("doors.done.club", lang))
    except Refusal as problem:
        return in_words(problem, here.club, lang), problem.rule
    return TAKEN
