"""Where the numbers of a club's public page come from: a place in the year back to its days, their Jassrunden, deals and cards.

Only what the public page shows already: published days, members as the club names them in public, guests by no name. People stand
in the addresses by a number, because their keys are made of their names.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from puur.core.game import Game
from puur.season import evenings
from puur.season.days import Day
from puur.season.events import EveningCounted
from puur.season.table import Participant, Round, Status
from puur.season.yearly import book_of_year, numbered_evenings
from puur.web.book_facts import facts_of
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.public import member_of, public_names, published, year_table
from puur.web.clubs.words import word
from puur.web.doors import hosting
from puur.web.doors.models import HostedTable
from puur.web.doors.ties import persons
from puur.web.doors.trail import deals_of
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from puur.web.people import lang_of
from puur.web.views.replay import replay_of


@needs("public.see")
def of_year(request: HttpRequest, here: Here, year: int, number: int) -> HttpResponse:
    """A member's place in the Jahreswertung as the public sees it: the published results, each with the way to its Jassrunden."""
    club, names = here.club, public_names(here.club, here.row.public_names)
    member, numbers = member_of(club, number), published(club, year)
    rows, _ = year_table(club, year, numbers)
    row = next((row for row in rows if row["member"] == member), None)
    if row is None:
        raise Http404
    counted = dict(numbered_evenings(club, year))
    parts: list[dict[str, Any]] = []
    for each, points in zip(numbers, row["cells"], strict=True):
        if points is not None:
            own = _of_evening(here, counted[each], member) if each in counted else _of_day(here, f"{year}-{each}", member)
            parts.append({"points": points, **own})
    best = book_of_year(club, year).best_days
    facts = {"row": row, "name": names.get(member, member), "year": year, "parts": parts, "best": best}
    return page(request, here, "doors/public_year.html", facts)


def _of_day(here: Here, key: str, member: str) -> dict[str, Any]:
    """A Jasstag behind a result; one of a year before the program leads nowhere."""
    day = here.club.days.get(key)
    series = "" if day is None else _series_of(here, day, member)
    return {"day": key, "url": reverse("club-public-series", args=[here.row.slug, key, series]) if series else ""}


def _of_evening(here: Here, counted: EveningCounted, member: str) -> dict[str, Any]:
    """An evening behind a result: the place there, with the way to it where the names there tell no more than the ones here."""
    _, rank, total = next(result for result in counted.results if result[0] == member)
    row, url = Evening.objects.filter(code=counted.evening).first(), ""
    if row is not None and here.row.public_names != "initials":
        engine = folded(row).engine
        known = evenings.known_at(here.club, engine, persons(row, here.row))
        player = next((key for key, person in known.items() if person == member), "")
        if player and not (engine.setup.full_names and here.row.public_names == "short"):
            url = reverse("evening-from", args=[row.code, player])
    rule = here.club.book_on(counted.on).rule("evenings")
    return {"title": counted.title, "rank": rank, "total": total, "rule": rule, "url": url}


def _series_of(here: Here, day: Day, member: str) -> str:
    """In which series somebody's seat was."""
    for series, rows in here.club.results(day).items():
        if any(row.member == member and row.participant.status is not Status.GAST for row in rows):
            return series
    return ""


def _published(here: Here, series: str) -> Day:
    """The day in the address, if its results are public and it has such a series."""
    day = here.the_day
    if day.published is None or day.closed is None or day.line_up is None or series not in day.line_up.design.names:
        raise Http404
    return day


@needs("public.see")
def of_series(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """A series on a published day: what everybody's result is made of, the Jassrunden, their deals."""
    day, lang = _published(here, series), lang_of(request)
    names = _names(here, day, series, lang)
    rounds = []
    for number, played in enumerate(day.table(series).rounds, start=1):
        own = _game(here, day, series, number, played)

        def cards(deal: int, number: int = number) -> str:
            return reverse("club-public-cards", args=[here.row.slug, day.key, series, number, deal])

        rounds.append({
            "teams": [" + ".join(names.get(who, "?") for who in team) for team in played.teams], "points": played.points,
            "deals": deals_of(
                played.sheet, cards if own is not None else _nowhere,
                hosting.begun(club=here.row, day=day.key, series=series, round=number), cards if own is not None else None,
            ),
        })  # fmt: skip
    rows = [(names[row.participant.person or row.member], row) for row in here.club.results(day).get(series, ())]
    return page(request, here, "doors/public_series.html", {"day": day, "rows": rows, "rounds": rounds})


def _nowhere(_deal: int) -> str:
    return ""


def _names(here: Here, day: Day, series: str, lang: str) -> dict[str, str]:
    """Those at a table as the public may read them."""
    known = public_names(here.club, here.row.public_names)

    def name(seat: Participant) -> str:
        if seat.status is Status.GAST:
            return word("status", Status.GAST, lang)
        own = known.get(seat.member, seat.member)
        return own if seat.person in ("", seat.member) else f"{own} ({word('status', seat.status, lang)})"

    seats = here.club.participants(day, series)
    return {**{seat.member: name(seat) for seat in seats if not seat.person}, **{seat.person: name(seat) for seat in seats}}


def _game(here: Here, day: Day, series: str, number: int, played: Round) -> tuple[HostedTable, Game] | None:
    """The game of a web table behind a Jassrunde, or behind its first deals; None where it was played with cards or counts
    otherwise."""
    hosted = HostedTable.objects.filter(club=here.row, day=day.key, series=series, round=number).select_related("live").first()
    game = None if hosted is None else hosting.game_behind(hosted, [played.sheet])
    return None if hosted is None or game is None else (hosted, game)


def _played(here: Here, series: str, number: int) -> tuple[HostedTable, Game]:
    day = _published(here, series)
    rounds = day.table(series).rounds
    known = _game(here, day, series, number, rounds[number - 1]) if 1 <= number <= len(rounds) else None
    if known is None:
        raise Http404
    return known


@needs("public.see")
def cards(request: HttpRequest, here: Here, series: str, number: int, deal: int) -> HttpResponse:
    """The cards of a deal at a web table of the club, step by step."""
    _, game = _played(here, series, number)
    deals = [each.number for each in game.finished_deals]
    if deal not in deals:
        raise Http404
    facts = {"day": here.the_day, "number": number, "deal": deal, "deals": deals, "book_facts": facts_of(game.book)}
    return page(request, here, "doors/public_cards.html", facts)


@needs("public.see")
def cards_data(request: HttpRequest, here: Here, series: str, number: int, deal: int) -> HttpResponse:
    """The same for scripts."""
    hosted, game = _played(here, series, number)
    names = _names(here, here.the_day, series, lang_of(request))
    told: dict[str, Any] = replay_of(hosted.live, 1, game, deal)
    return JsonResponse({**told, "code": "", "names": [names.get(who, "?") for who in hosted.people], "opinions": None})
