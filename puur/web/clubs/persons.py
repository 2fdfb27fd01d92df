"""How a person of a club comes in and is reached, where several entries are one person: the entry with the name goes first."""

from __future__ import annotations

from puur.season import Club as ClubState
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubPerson


def ways_in(row: Club, club: ClubState, *people: str) -> list[ClubPerson]:
    """The links and accounts of these people, by entry."""
    entries = [entry for person in people for entry in club.roster.entries(person)]
    return sorted(ClubPerson.objects.filter(club=row, person__in=entries), key=lambda link: entries.index(link.person))


def every_way_in(row: Club, club: ClubState) -> dict[str, ClubPerson]:
    """How each person comes in: by account before a link, by a link before nothing."""
    best: dict[str, ClubPerson] = {}
    for link in sorted(ClubPerson.objects.filter(club=row), key=lambda link: (link.user_id is None, link.token_hash is None)):
        best.setdefault(club.roster.who(link.person), link)
    return best


def accounts(row: Club, club: ClubState, *people: str) -> set[int]:
    """The accounts that these people are."""
    return {link.user_id for link in ways_in(row, club, *people) if link.user_id is not None}


def who(link: ClubPerson) -> str:
    """The person for whom a link or an account was given."""
    return store.engine(link.club).roster.who(link.person)


def entries(link: ClubPerson) -> tuple[str, ...]:
    """All entries of that person."""
    roster = store.engine(link.club).roster
    return roster.entries(roster.who(link.person))
