"""From an evening to its club: the ranking as results of the year, the entry fees as one booking, and what would change.

The evening is asked as it is; nothing is typed again. People are found by their names, and whoever the club does not know stays a
guest of the evening. What a result counts is the book's (`season.evenings`). Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.ranking import ranking
from puur.reglement.season import EveningsCount
from puur.season.events import EveningCounted, EveningTakenBack, Event, Journal, Reversed
from puur.season.ledger import ZERO, Booking
from puur.season.state import Club
from puur.season.yearly import standings

INCOME = "startgeld"  # the account of entry fees
NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Change:
    """What an evening changes for a member of the Jahreswertung: rank and points before (None: not in it) and after."""

    member: str
    before: tuple[int, int] | None
    after: tuple[int, int] | None


def counted(club: Club, evening: Evening, code: str, persons: Mapping[str, str] = NOBODY) -> EveningCounted:
    """The event by which a finished evening counts; `persons` are players of whom it is known who they are."""
    if not evening.closed:
        raise Refusal("evening-open", title=evening.setup.name)
    known = _people(club)
    results = []
    for line in ranking(evening).rows:
        for player in line.players:
            person = persons.get(player) or known.get(evening.players[player].name.casefold())
            if person is not None:
                results.append((person, line.rank, line.scored.total))
    if not results:
        raise Refusal("evening-nobody", title=evening.setup.name)
    return EveningCounted(evening=code, title=evening.setup.name, on=held_on(evening), results=tuple(results))


def guests(club: Club, evening: Evening, persons: Mapping[str, str] = NOBODY) -> list[str]:
    """The names of those at an evening whom the club does not know."""
    known = _people(club)
    strangers = (player for player in evening.players.values() if player.id not in persons)
    return sorted(player.name for player in strangers if player.name.casefold() not in known)


def _people(club: Club) -> dict[str, str]:
    """People of the club by name; two of the same name are nobody, so that no result goes to the wrong one."""
    people: dict[str, str] = {}
    for person in club.roster.people.values():
        name = person.name.casefold()
        people[name] = "" if name in people else person.key
    return {name: key for name, key in people.items() if key}


def held_on(evening: Evening) -> date:
    """The date of an evening."""
    try:
        return date.fromisoformat(evening.setup.date)
    except ValueError:
        raise Refusal("evening-date", title=evening.setup.name) from None


def fees(club: Club, evening: Evening, code: str) -> list[Event]:
    """The booking of the entry fees that were paid and are not booked yet; none where all of them are."""
    paid = Decimal(sum(player.paid for player in evening.players.values())) / 100
    gone, earlier = club.ledger.reversed_keys(), _bookings(club, code)
    income = club.book.accounts[INCOME]
    booked = sum(
        (-line.amount for booking in earlier if booking.key not in gone for line in booking.lines if line.account == income), ZERO
    )
    if paid == booked:
        return []
    key = f"evening:{code}:{len(earlier) + 1}" if earlier else f"evening:{code}"
    amount = paid - booked
    lines = (("cash", f"{amount:.2f}"), (INCOME, f"{-amount:.2f}"))
    return [Journal(key=key, on=held_on(evening), text=evening.setup.name, lines=lines)]


def taken(club: Club, evening: Evening, code: str) -> list[Event]:
    """All that follows from an evening and is not there yet: that it counts, and its entry fees.

    A club whose book lets evenings count for nothing gets the fees alone.
    """
    events = fees(club, evening, code)
    if club.book.evenings is EveningsCount.NOTHING and events:
        return events
    own = counted(club, evening, code)
    return events if club.evenings.get(code) == own else [own, *events]


def back(club: Club, evening: Evening, code: str, reason: str) -> list[Event]:
    """Everything of an evening taken back: its results, and every booking of its fees by its mirror image."""
    gone = club.ledger.reversed_keys()
    events: list[Event] = [EveningTakenBack(evening=code, reason=reason)] if code in club.evenings else []
    events += [
        Reversed(key=booking.key, on=held_on(evening), reason=reason)
        for booking in _bookings(club, code)
        if booking.key not in gone
    ]
    if not events:
        raise Refusal("evening-not-counted", title=evening.setup.name)
    return events


def _bookings(club: Club, code: str) -> list[Booking]:
    own = f"evening:{code}"
    return [booking for booking in club.ledger.bookings if booking.key == own or booking.key.startswith(f"{own}:")]


def changes(before: Club, after: Club, year: int) -> Sequence[Change]:
    """Whose rank or points in the Jahreswertung differ between two states of a club."""
    old, new = ({line.member: (line.rank, line.points) for line in standings(club, year)} for club in (before, after))
    changed = [Change(member, old.get(member), new.get(member)) for member in {**new, **old} if old.get(member) != new.get(member)]
    return sorted(changed, key=lambda change: ((change.after or (9999, 0))[0], change.member))
