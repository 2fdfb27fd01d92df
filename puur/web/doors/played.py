"""Which games somebody has played: on their own device, and as the player of an evening or the person of a club that they are.

Nothing is moved: a game at a web table with given seats knows whom it was played for, and the tie says who that is. So a game
that was played as a guest on another device follows the person with the tie, and goes again when it is parted.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from puur.web.clubs.models import ClubPerson
from puur.web.clubs.persons import entries
from puur.web.doors.models import HostedTable, PlayerAccount
from puur.web.evenings.fold import folded
from puur.web.live.state import Who
from puur.web.models import Participant
from puur.web.people import owned_by

Place = tuple[int, int, int]  # table, game and seat


def games_of(who: Who) -> QuerySet[Participant]:
    """The games of somebody; one that another account has played at that seat is not among them."""
    own = Q(**owned_by(who))
    return Participant.objects.filter(own | Q(pk__in=[part for part, _ in tied(who)]) if who.user is not None else own)


def tied(who: Who) -> list[tuple[int, Place]]:
    """The parts in games at web tables that were played for the persons that an account is, by nobody's account, and where."""
    seats: set[tuple[int, int]] = set()
    for tie in PlayerAccount.objects.filter(user_id=who.user).select_related("evening") if who.user is not None else ():
        for hosted in HostedTable.objects.filter(evening=tie.evening):
            seats |= {(hosted.live_id, seat) for seat in _seats(hosted, tie.player) if not _stands_in(hosted, seat)}
    for link in ClubPerson.objects.filter(user_id=who.user).select_related("club") if who.user is not None else ():
        for hosted in HostedTable.objects.filter(club=link.club_id):
            seats |= {(hosted.live_id, seat) for entry in entries(link) for seat in _seats(hosted, entry)}
    if not seats:
        return []
    parts = Participant.objects.filter(game__table__in={live for live, _ in seats}, user=None, bot="")
    listed = parts.values_list("pk", "game__table", "game__number", "seat")
    return [(part, (live, game, seat)) for part, live, game, seat in listed if (live, seat) in seats]


def _seats(hosted: HostedTable, person: str) -> list[int]:
    return [seat for seat, key in enumerate(hosted.people) if key == person]


def _stands_in(hosted: HostedTable, seat: int) -> bool:
    """Whether somebody else plays on the chair of a player."""
    assert hosted.evening is not None
    rounds = folded(hosted.evening).engine.rounds
    drawn = rounds[hosted.round - 1].table(hosted.table) if hosted.round <= len(rounds) else None
    return drawn is not None and bool(drawn.seats[seat].stand_in)
