"""Statistics that clubs love: eternal table, Matches, records; for each person partners, Angstgegner and form. Only counting."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from puur.season import Club, statistics
from puur.web.clubs import store
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views import numbers_svg
from puur.web.clubs.words import name_of
from puur.web.people import lang_of
from puur.words import say

_FORM = 20  # so many days fit into a picture


def _year(request: HttpRequest, club: Club) -> int | None:
    text = request.GET.get("year", "")
    years = played_years(club)
    return int(text) if text.isdecimal() and len(text) == 4 and int(text) in years else None


def played_years(club: Club) -> list[int]:
    """Years with results, newest first."""
    return sorted({day.year for day in club.days.values() if day.closed} | {when for when, _ in club.imported}, reverse=True)


@needs("stats.see")
def overview(request: HttpRequest, here: Here) -> HttpResponse:
    """The eternal table, the records, Matches, and the best pairs."""
    club, year = here.club, _year(request, here.club)
    eternal = statistics.eternal_table(club)
    days = [
        (line.person, day)
        for line in eternal
        for day in statistics.form(club, line.person)
        if not day.evening and year in (None, day.year)
    ]
    days.sort(key=lambda entry: (-entry[1].points, entry[1].year, entry[1].number))
    context = {
        "eternal": eternal,
        "best": [_led(here, *entry) for entry in days[:5]],
        "worst": [_led(here, *entry) for entry in reversed(days) if entry[1].points > 0][:5],
        "matches": list(statistics.match_counts(club, year).items())[:12],
        "pairs": pairs(club, year)[:10],
        "year": year,
        "years": played_years(club),
    }
    return page(request, here, "clubs/numbers/overview.html", context)


def _led(here: Here, person: str, day: statistics.DayResult) -> tuple[str, statistics.DayResult, str]:
    """A result with the way to where it comes from; none of a year before the program."""
    slug = here.row.slug
    if day.evening:
        return person, day, reverse("club-from", args=[slug, day.year, person])
    key = f"{day.year}-{day.number}"
    return person, day, reverse("club-table", args=[slug, key, day.series]) if key in here.club.days and day.series else ""


def pairs(club: Club, year: int | None) -> list[dict[str, Any]]:
    """Two partners and what they made together, the most fruitful first; each pair once."""
    rows = []
    for person in club.roster.people:
        for line in statistics.partners(club, person, year):
            if person < line.other:
                rows.append({"person": person, "other": line.other, "line": line})
    return sorted(rows, key=lambda row: (-row["line"].balance, row["person"], row["other"]))


@needs("stats.see")
def person(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """One person's numbers."""
    club, lang, year = here.club, lang_of(request), _year(request, here.club)
    if person not in club.roster.people:
        raise Http404
    curve = [day for day in statistics.form(club, person) if year in (None, day.year)]
    own = [day for day in curve if not day.evening]  # what an evening counts is another measure
    shown = own[-_FORM:]
    picture = ""
    if len(shown) > 1:
        name = name_of(club, person, lang)
        values = [(f"{day.number}/{day.year % 100:02d}", day.points, day.series) for day in shown]
        average = round(sum(day.points for day in shown) / len(shown))
        desc = say("club_office.stats.form_desc", lang, days=len(shown), average=average)
        picture = numbers_svg.form("form", say("club_office.stats.form_of", lang, name=name), desc, values)
    played = [day for day in own if day.points > 0] or own
    context = {
        "person": person,
        "partners": statistics.partners(club, person, year),
        "angstgegner": statistics.angstgegner(club, person, year),
        "curve": [_led(here, person, day) for day in reversed(curve)],
        "picture": picture,
        "best": _led(here, person, max(played, key=lambda day: day.points)) if played else None,
        "worst": _led(here, person, min(played, key=lambda day: day.points)) if played else None,
        "matches": statistics.match_counts(club, year).get(person, 0),
        "eternal": next((line for line in statistics.eternal_table(club) if line.person == person), None),
        "year": year,
        "years": played_years(club),
        "today": store.today(),
    }
    return page(request, here, "clubs/numbers/person.html", context)


@needs("stats.see")
def rounds(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """The Jassrunden behind a figure: those with a partner, those against somebody, or those with a Match."""
    club, lang, year = here.club, lang_of(request), _year(request, here.club)
    partner, opponent = request.GET.get("with", ""), request.GET.get("against", "")
    other = partner or opponent
    if person not in club.roster.people or (other and other not in club.roster.people):
        raise Http404
    if other:
        played = statistics.together(club, person, other, year, beside=bool(partner))
        title = say(f"club_office.stats.{'beside' if partner else 'against'}", lang, name=name_of(club, other, lang))
    else:
        played, title = statistics.with_matches(club, person, year), say("club_office.stats.matches", lang)
    context = {"person": person, "title": title, "played": played[::-1], "year": year, "matches": not other}
    return page(request, here, "clubs/numbers/rounds.html", context)
