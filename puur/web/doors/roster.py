"""From a club to the list of an evening: the members of a club that one belongs to are entered with one touch, not typed again."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from puur.evening.columns import fold
from puur.evening.evening import Evening
from puur.web import people
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.clubs.rights import Here, actor_of
from puur.web.evenings import roster, store
from puur.web.evenings.desk import action, desk, done, show
from puur.web.evenings.fold import folded
from puur.web.evenings.listed import Line, Listed
from puur.web.evenings.models import Role
from puur.web.evenings.rights import Access


@require_http_methods(["GET", "HEAD", "POST"])
@desk(Role.OFFICE)
def from_club(request: HttpRequest, access: Access) -> HttpResponse:
    """The members of the own clubs who are not on the list yet; those who are ticked come onto it."""
    row, engine = access.row, folded(access.row).engine
    own = {club.slug: club for club in _own_clubs(request)}
    if request.method == "POST":
        club = own.get(request.POST.get("club", ""))
        if club is None:
            raise Http404
        members, wanted, lang = dict(_missing(club, engine)), request.POST.getlist("person"), people.lang_of(request)
        names = [members[key] for key in dict.fromkeys(wanted) if key in members]
        listed = Listed(tuple(Line(number, "", name) for number, name in enumerate(names, start=1)), "")
        store.submit(row.code, lambda now: roster.previewed(now, listed, lang)[1], by=access.name, action=action(request))
        return done(request, "evening-players", "list", row.code, n=len(names))
    return show(request, access, "from_club", "players", clubs=[(club, _missing(club, engine)) for club in own.values()])


def _own_clubs(request: HttpRequest) -> list[Club]:
    """The clubs whose members this account may see."""
    if not request.user.is_authenticated:
        return []
    known = Club.objects.filter(people__user=request.user) | Club.objects.filter(host=request.user)
    return [club for club in known.distinct() if Here(club, actor_of(request, club)).may("club.see")]


def _missing(club: Club, engine: Evening) -> list[tuple[str, str]]:
    """The members of a club, key and name, whose name is not on the list yet."""
    here = {fold(player.name) for player in engine.players.values()}
    known = clubs.engine(club).roster
    members = [(key, known.name(key)) for key in known.members(clubs.today())]
    return sorted((member for member in members if fold(member[1]) not in here), key=lambda member: fold(member[1]))
