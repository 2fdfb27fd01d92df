"""What is somebody's own and may be read by their programs: games, evenings, clubs (docs/developers.md).

Everything is asked in the name of `request.user`, by the rules of the pages. What there is stands in `OPERATIONS` alone; addresses
and the OpenAPI description are made from it (`puur.web.views.own_api`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from puur.notation import format_jass
from puur.notation.jsonform import to_data
from puur.papers.questions import Wrong
from puur.papers.ranking import facts_of, of_evening
from puur.season.yearly import standings
from puur.web import people
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.clubs.rights import Here, here_of
from puur.web.clubs.views.public import public_names, published, year_table
from puur.web.doors.models import PlayerAccount
from puur.web.evenings import rights
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, Evening, EveningRole, Role
from puur.web.models import ProgramToken
from puur.web.own_data import history
from puur.web.views import replay

TOKEN = "puur.token"  # in the facts about a request
MOST_GAMES = 500
Answer = Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Operation:
    """Something a program may read: its address as Django writes it, the scope that opens it, and who answers."""

    name: str
    route: str
    scope: str  # empty: any token
    says: str
    answer: Answer
    takes: tuple[tuple[str, int, int, str], ...] = ()  # numbers in the query: name, least, most, what it is

    def numbers(self, request: HttpRequest) -> dict[str, int]:
        """What stands in the query; `Wrong` for everything else."""
        for name in request.GET:
            if name not in {known for known, *_ in self.takes}:
                raise Wrong("unknown-field", field=name[:40], known=", ".join(known for known, *_ in self.takes))
        given = {}
        for name, least, most, _ in self.takes:
            text = request.GET.get(name)
            if text is not None:
                if not (text.isascii() and text.isdigit() and len(text) < 9):
                    raise Wrong("wrong-type", field=name, expected="integer")
                if not least <= int(text) <= most:
                    raise Wrong("out-of-bounds", field=name, least=least, most=most)
                given[name] = int(text)
        return given


def _about(request: HttpRequest) -> Mapping[str, Any]:
    token: ProgramToken = request.META[TOKEN]
    return {"account": people.account(request).get_username(), "token": token.name, "scopes": token.scopes, "ends": token.ends}


def _games(request: HttpRequest, most: int = 50) -> Mapping[str, Any]:
    fields = ("code", "game", "book", "title", "finished", "points", "against", "won", "tied", "left", "partner", "names")
    return {"games": [{name: game[name] for name in fields} for game in history(people.account(request), most)]}


def _record(request: HttpRequest, code: str, number: int) -> Mapping[str, Any]:
    table, number, game = replay.find(request, code, number)
    record = replay.record_of(table, game)
    return {"code": table.code, "game": number, "over": game.over, "record": format_jass(record), "json": to_data(record)}


def _evenings(request: HttpRequest) -> Mapping[str, Any]:
    """The own ones, those one helps at, those one has played at; each once, by the most that one may do there."""
    user = people.account(request)
    roles = {tie.evening_id: "player" for tie in PlayerAccount.objects.filter(user=user)}
    roles |= {given.evening_id: str(given.role) for given in EveningRole.objects.filter(user=user)}
    roles |= dict.fromkeys(Evening.objects.filter(user=user).values_list("pk", flat=True), str(Role.ORGANISER))
    rows = Evening.objects.filter(pk__in=roles).order_by("-created")
    return {"evenings": [{"code": row.code, "title": row.title, "state": row.state, "role": roles[row.pk]} for row in rows]}


def _draw(request: HttpRequest, code: str) -> Mapping[str, Any]:
    access = rights.need(request, code, *STAFF)
    engine = folded(access.row).engine
    known = engine.rounds if access.organiser else [drawn for drawn in engine.rounds if drawn.number <= engine.released]
    return {
        "evening": code,
        "seed": engine.setup.seed if access.organiser or engine.released >= engine.planned else None,  # it tells the rounds to come
        "players": {key: engine.name(key) for key in engine.players},
        "rounds": [
            {
                "round": drawn.number,
                "released": drawn.number <= engine.released,
                "tables": [
                    {
                        "table": table.number,
                        "seats": [{"player": seat.player, "stand_in": seat.stand_in} for seat in table.seats],
                        "played": engine.result(drawn.number, table.number) is not None,
                    }
                    for table in drawn.tables
                ],
                "sitting_out": list(drawn.sitting_out),
            }
            for drawn in known
        ],
    }


def _ranking(request: HttpRequest, code: str) -> Mapping[str, Any]:
    """For those who run the evening as it stands; for who has played there as everybody sees it."""
    access = rights.access(request, code)
    if access is not None:
        engine, public = folded(access.row).engine, False
    else:
        tie = PlayerAccount.objects.select_related("evening").filter(evening__code=code, user=people.account(request)).first()
        if tie is None:
            raise Http404
        engine, public = folded(tie.evening, tie.evening.frozen).engine, True
    table = of_evening(engine, "en", public=public)
    return {"evening": code, "final": table.final, "after": table.after, **facts_of(table, engine.book)}


def _clubs(request: HttpRequest) -> Mapping[str, Any]:
    user = people.account(request)
    rows = (Club.objects.filter(people__user=user) | Club.objects.filter(host=user)).distinct()
    return {"clubs": [{"club": row.slug, "name": row.name} for row in rows]}


def _standings(request: HttpRequest, slug: str, year: int | None = None) -> Mapping[str, Any]:
    """With names and all days for those whom the club lets in; of a public club as its page shows it."""
    here = here_of(request, slug)
    inside = here.may("club.see")
    if not inside and not here.may("public.see"):
        raise Http404
    years = here.club.years()
    chosen = year or (max(years) if years else clubs.today().year)
    lines = _inside(here, chosen) if inside else _outside(here, chosen)
    return {"club": slug, "name": here.row.name, "years": list(years), "year": chosen, "standings": lines}


def _inside(here: Here, year: int) -> list[dict[str, Any]]:
    people_of = here.club.roster.people
    return [
        {
            "rank": line.rank, "person": line.member, "name": people_of[line.member].name, "points": line.points,
            "days": {str(number): points for number, points in sorted(line.results.items())}, "absences": line.absences,
            "attended": line.attended, "eligible": line.eligible, "rules": list(line.rules),
        }
        for line in standings(here.club, year)
    ]  # fmt: skip


def _outside(here: Here, year: int) -> list[dict[str, Any]]:
    numbers, names = published(here.club, year), public_names(here.club, here.row.public_names)
    rows, _ = year_table(here.club, year, numbers)
    return [
        {
            "rank": row["rank"], "name": names.get(row["member"], row["member"]), "points": row["points"],
            "days": {str(number): points for number, points in zip(numbers, row["cells"], strict=True) if points is not None},
        }
        for row in rows
    ]  # fmt: skip


_MOST = ("most", 1, MOST_GAMES, "How many, the newest first; 50 unless told.")
_YEAR = ("year", 1900, 2999, "The Jassjahr; the last one unless told.")
OPERATIONS: tuple[Operation, ...] = (
    Operation("own-api", "", "", "Whose token this is, what it opens and until when.", _about),
    Operation("own-api-games", "games/", "games", "The finished games of the account, the newest first.", _games, (_MOST,)),
    Operation("own-api-record", "games/<code:code>/<int:number>/", "games", "The record of a game, as text and as JSON.", _record),
    Operation("own-api-evenings", "evenings/", "evenings", "Evenings that the account runs, helps at or has played.", _evenings),
    Operation("own-api-draw", "evenings/<evening:code>/draw/", "evenings", "The draw of an evening, for those who run it.", _draw),
    Operation("own-api-ranking", "evenings/<evening:code>/ranking/", "evenings", "The ranking of an evening so far.", _ranking),
    Operation("own-api-clubs", "clubs/", "clubs", "The clubs of the account.", _clubs),
    Operation("own-api-standings", "clubs/<slug:slug>/standings/", "clubs", "The Jahreswertung of a club.", _standings, (_YEAR,)),
)
