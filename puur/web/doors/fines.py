"""Money of an evening in the ledgers of clubs: which takes it, who pays which fine, and how a withdrawn ruling takes its fine back.

A fine becomes a debt when the treasurer takes it over, because the club decides whom it bills. It goes back by itself, in the
transaction in which the ruling is withdrawn, because nobody owes what nobody rules any more. What stands in a closed year is
reversed all the same: by a booking of its own, as the ledger does it.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

from django.db.models import Q

from puur.evening.evening import Evening as EveningState
from puur.season import Club as ClubState
from puur.season import evenings
from puur.season.events import Charged, Event, Reversed
from puur.season.ledger import Charge
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.words import name_of
from puur.web.doors.ties import persons
from puur.web.evenings.models import Evening


def clubs_with(row: Evening) -> list[Club]:
    """The clubs in whose ledgers fines of an evening stand."""
    known = ClubEvent.objects.filter(data__event="charged", data__key__startswith=evenings.fined(row.code)).values("club")
    return [club for club in Club.objects.filter(pk__in=known) if evenings.charges(store.engine(club), row.code)]


def withdrawn(club: ClubState, row: Evening, engine: EveningState, of: Club) -> list[Event]:
    """The reversals of those fines that no ruling of the evening stands for any more."""
    return [event for event in evenings.fines(club, engine, row.code, persons(row, of)) if isinstance(event, Reversed)]


def follow(row: Evening, engine: EveningState, **_: Any) -> None:
    """Lines of an evening were taken back: so are their fines."""
    for of in clubs_with(row):
        store.submit(of, lambda club, of=of: withdrawn(club, row, engine, of), row.title)  # type: ignore[misc]


def due(club: ClubState, row: Evening, engine: EveningState, of: Club) -> list[Event]:
    """What the ledger of a club lacks of an evening's fines, but for those that another club has taken over: nobody pays twice."""
    taken = Counter(own for other in clubs_with(row) if other.pk != of.pk for own in _fined(other, row, engine))
    players = {person: player for player, person in evenings.known_at(club, engine, persons(row, of)).items()}
    left = []
    for event in evenings.fines(club, engine, row.code, persons(row, of)):
        if isinstance(event, Charged):
            own = (players.get(event.debtor, ""), event.rule, event.amount)
            taken[own] -= 1
            if taken[own] >= 0:
                continue
        left.append(event)
    return left


def _fined(of: Club, row: Evening, engine: EveningState) -> list[tuple[str, str, Decimal]]:
    """The fines of an evening in the ledger of a club: of which player, by which article, how much."""
    club = store.engine(of)
    players = {person: player for player, person in evenings.known_at(club, engine, persons(row, of)).items()}
    return [(players.get(own.debtor, ""), own.rule, own.amount) for own in evenings.charges(club, row.code).values()]


def missing(club: ClubState, row: Evening, engine: EveningState, of: Club) -> list[Charged]:
    """The fines that the treasurer has not taken over."""
    return [event for event in due(club, row, engine, of) if isinstance(event, Charged)]


def fees_elsewhere(row: Evening, of: Club) -> Club | None:
    """Another club in whose ledger the entry fees of an evening stand; they belong to whoever ran it."""
    paid, owed = evenings.fee_keys(row.code)
    booked = ClubEvent.objects.filter(Q(data__key__startswith=paid) | Q(data__key__startswith=owed)).exclude(club=of)
    clubs = Club.objects.filter(pk__in=booked.values("club"))
    return next((club for club in clubs if evenings.fees_stand(store.engine(club), row.code)), None)


def would_go(row: Evening, without: EveningState) -> list[tuple[Club, Charge]]:
    """Whose fines in which ledgers would go back, if the evening were like this."""
    going = []
    for of in clubs_with(row):
        club = store.engine(of)
        going += [
            (of, club.ledger.charges[event.key]) for event in withdrawn(club, row, without, of) if isinstance(event, Reversed)
        ]
    return going


def told(row: Evening, without: EveningState) -> list[tuple[str, str, Charge]]:
    """The same for people: the club, whose fine it is, and the fine."""
    return [(club.name, name_of(store.engine(club), charge.debtor), charge) for club, charge in would_go(row, without)]
