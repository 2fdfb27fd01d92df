"""One person in several rooms: whoever has the link of a player may tie it to the own account, and part it again.

Both sides have agreed then: the organiser by handing out the link, the person by signing in and saying so. The results of the
evening stand in the person's history, and in a club that knows the account they go to the right member, whatever the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from puur.papers.ranking import of_evening
from puur.season.yearly import standings
from puur.web.clubs import persons as club_persons
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubPerson
from puur.web.doors.models import PlayerAccount
from puur.web.evenings.fold import folded
from puur.web.evenings.keys import links
from puur.web.evenings.models import Evening, PlayerLink
from puur.web.evenings.views.entry_door import at_link
from puur.web.live.state import Who
from puur.web.people import lang_of

tied = Signal()  # a player of an evening became an account, or is none any more: `row`, `engine`


@require_http_methods(["GET", "HEAD", "POST"])
@at_link
def mine(request: HttpRequest, secret: str, link: PlayerLink) -> HttpResponse:
    """Tie a player of an evening to the account that asks, or part them."""
    player = {"evening": link.evening, "player": link.player}
    known = PlayerAccount.objects.filter(**player).first()
    own = request.user.is_authenticated and known is not None and known.user_id == request.user.pk
    engine = folded(link.evening).engine
    twin = _twin(link, request.user) if request.user.is_authenticated else None
    if request.method == "POST" and request.user.is_authenticated:
        if known is None and twin is None and request.POST.get("do") == "join":
            PlayerAccount.objects.get_or_create(**player, defaults={"user": request.user})
        elif own and known is not None and request.POST.get("do") == "part":
            known.delete()
        tied.send(PlayerAccount, row=link.evening, engine=engine)
        return redirect("evening-player-account", secret)
    context = {
        "evening": link.evening, "secret": secret, "person": engine.players[link.player], "own": own,
        "taken": known is not None and not own, "twin": engine.players[twin.player].name if twin is not None else "",
    }  # fmt: skip
    answer = render(request, "doors/mine.html", context)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _twin(link: PlayerLink, user: User) -> PlayerAccount | None:
    """Somebody else at this evening who is this account already: nobody sits on two chairs."""
    return PlayerAccount.objects.filter(evening=link.evening, user=user).exclude(player=link.player).first()


def persons(row: Evening, club: Club) -> Mapping[str, str]:
    """The players of an evening who are persons of a club by their account; whoever is two of them is neither."""
    accounts = dict(PlayerAccount.objects.filter(evening=row).values_list("player", "user"))
    twice = {user for user, count in Counter(accounts.values()).items() if count > 1}
    accounts = {player: user for player, user in accounts.items() if user not in twice}
    known = {link.user_id: club_persons.who(link) for link in ClubPerson.objects.filter(club=club, user__in=accounts.values())}
    return {player: known[user] for player, user in accounts.items() if user in known}


def evenings_of(request: HttpRequest, user: User) -> list[dict[str, Any]]:
    """The evenings that somebody has played, with rank and total, for the own history."""
    played = []
    for tie in PlayerAccount.objects.filter(user=user).select_related("evening").order_by("-evening__created"):
        engine = folded(tie.evening).engine
        if tie.player in engine.players:
            line = of_evening(engine, lang_of(request), public=True).line_of(tie.player)
            secret = links(tie.evening, [tie.player])[tie.player]
            played.append({"title": tie.evening.title, "date": engine.setup.date, "line": line, "secret": secret})
    return played


def clubs_of(user: User) -> list[dict[str, Any]]:
    """The clubs in which somebody is a person, with the place in the last Jahreswertung, for the own history."""
    known = []
    for tie in ClubPerson.objects.filter(user=user).select_related("club"):
        club = store.engine(tie.club)
        person = club.roster.who(tie.person)
        lines = [(year, line) for year in club.years() for line in standings(club, year) if line.member == person]
        year, line = lines[-1] if lines else (0, None)
        known.append({"club": tie.club, "year": year, "line": line})
    return known


def exported(who: Who) -> list[dict[str, Any]]:
    """The players that somebody is, for the export of the own data."""
    ties = PlayerAccount.objects.filter(user_id=who.user).select_related("evening") if who.user is not None else ()
    return [{"evening": tie.evening.code, "title": tie.evening.title, "player": tie.player} for tie in ties]
