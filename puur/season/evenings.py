"""From an evening to its club: the ranking as results of the year, the entry fees as one booking, its fines as debts of persons.

The evening is asked as it is; nothing is typed again. People are found by their names, and whoever the club does not know stays a
guest of the evening. What a result counts is the book's (`season.evenings`). Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.events import PenaltyGiven
from puur.evening.ranking import ranking
from puur.reglement.season import EveningsCount
from puur.season.billing import with_surcharges
from puur.season.debts import ChargeKey, Sort
from puur.season.events import Charged, EveningCounted, EveningTakenBack, Event, Journal, Reversed
from puur.season.ledger import ZERO, Booking, Charge
from puur.season.state import Club
from puur.season.yearly import standings

INCOME = "startgeld"  # the account of entry fees
_PAID, _OWED, _FINED = "evening", "evening-fee", "evening-fine"  # how the keys of what an evening brings begin
NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Change:
    """What an evening changes for a member of the Jahreswertung: rank and points before (None: not in it) and after."""

    member: str
    before: tuple[int, int] | None
    after: tuple[int, int] | None


def counted(club: Club, evening: Evening, code: str, persons: Mapping[str, str] = NOBODY, series: str = "") -> EveningCounted:
    """The event by which a finished evening counts; `persons` are players of whom it is known who they are.

    For a `series` only its members of that date count, and their ranks are those among themselves.
    """
    if not evening.closed:
        raise Refusal("evening-open", title=evening.setup.name)
    known = known_at(club, evening, persons)
    results = [
        (known[player], line.rank, line.scored.total)
        for line in ranking(evening).rows
        for player in line.players
        if player in known
    ]
    if series:
        own = members_of(club, series, held_on(evening))
        mine = [result for result in results if result[0] in own]
        results = [(person, 1 + sum(other < rank for _, other, _ in mine), total) for person, rank, total in mine]
    if not results:
        raise Refusal("evening-nobody", title=evening.setup.name)
    return EveningCounted(evening=code, title=evening.setup.name, on=held_on(evening), results=tuple(results), series=series)


def members_of(club: Club, series: str, on: date) -> tuple[str, ...]:
    """Who belongs to a series on a date: by the line-up of the last Jasstag until then, else of the first one after."""
    lined = [day for day in club.in_order() if day.line_up is not None]
    day = next((day for day in reversed(lined) if day.date <= on), lined[0] if lined else None)
    if day is None or day.line_up is None or series not in day.line_up.design.names:
        raise Refusal("no-series", series=series, day=on.isoformat() if day is None else day.key)
    return tuple(day.line_up.in_series(series))


def guests(club: Club, evening: Evening, persons: Mapping[str, str] = NOBODY) -> list[str]:
    """The names of those at an evening whom the club does not know."""
    known = known_at(club, evening, persons)
    return sorted(player.name for player in evening.players.values() if player.id not in known)


def known_at(club: Club, evening: Evening, persons: Mapping[str, str]) -> dict[str, str]:
    """The players of an evening whom the club knows: by what `persons` says, else by a name that nobody else there has."""
    names = [player.name.casefold() for player in evening.players.values()]
    there = {name: person for name, person in _people(club).items() if name in names}  # two entries may be one person
    named = {
        name: person
        for name, person in there.items()
        if names.count(name) == 1 and [*there.values()].count(person) == 1 and person not in persons.values()
    }
    players = {player.id: persons.get(player.id) or named.get(player.name.casefold(), "") for player in evening.players.values()}
    return {player: person for player, person in players.items() if person}


def _people(club: Club) -> dict[str, str]:
    """People of the club by all their names; two of the same name are nobody, so that no result goes to the wrong one."""
    people: dict[str, set[str]] = {}
    for person in (*club.roster.people.values(), *club.roster.entered.values()):
        people.setdefault(person.name.casefold(), set()).add(club.roster.who(person.key))
    return {name: keys.pop() for name, keys in people.items() if len(keys) == 1}


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
    income = club.book_on(held_on(evening)).accounts[INCOME]
    booked = sum(
        (-line.amount for booking in earlier if booking.key not in gone for line in booking.lines if line.account == income), ZERO
    )
    if paid == booked:
        return []
    key = f"{_paid(code)}:{len(earlier) + 1}" if earlier else _paid(code)
    amount = paid - booked
    lines = (("cash", f"{amount:.2f}"), (INCOME, f"{-amount:.2f}"))
    return [Journal(key=key, on=held_on(evening), text=evening.setup.name, lines=lines)]


def unpaid(club: Club, evening: Evening, code: str, fee: int, persons: Mapping[str, str] = NOBODY) -> list[Event]:
    """What the ledger lacks of the entry fees that people of the club still owe, and the reversals of what was paid since.

    Whoever came owes the `fee`, in centimes, less what was paid at the door.
    """
    known, wanted, held = known_at(club, evening, persons), dict[ChargeKey, Charged](), held_on(evening)
    for player in evening.players.values():
        if player.here and player.paid < fee and player.id in known:
            person, amount = known[player.id], Decimal(fee - player.paid) / 100
            key = ChargeKey(f"{_owed(code)}{person}:{fee - player.paid}")
            wanted[key] = Charged(
                key=key, sort=Sort.STARTGELD.value, debtor=person, amount=amount, on=held,
                rule=f"{evening.setup.name} {held.day}.{held.month}.{held.year}", day=evening.setup.name,
            )  # fmt: skip
    return _lacking(club, _standing(club, _owed(code)), wanted)


def _owed(code: str) -> str:
    return f"{_OWED}:{code}:"


def fines(club: Club, evening: Evening, code: str, persons: Mapping[str, str] = NOBODY) -> list[Event]:
    """What the ledger lacks of the fines of an evening's rulings, and the reversals of those that were withdrawn.

    The key of a fine says for which evening, against whom, by which article and how much, so the same once more is recognised.
    """
    known, wanted = known_at(club, evening, persons), dict[ChargeKey, Charged]()
    for event in evening.events:
        if isinstance(event, PenaltyGiven) and event.fine and event.player in known:
            person, amount = known[event.player], Decimal(event.fine) / 100
            same = f"{fined(code)}{person}:{event.rule}:{event.fine}"
            key = ChargeKey(f"{same}:{1 + sum(own.startswith(f'{same}:') for own in wanted)}")
            wanted[key] = Charged(
                key=key, sort=Sort.FINE.value, debtor=person, amount=amount, on=held_on(evening), rule=event.rule,
                day=evening.setup.name,
            )  # fmt: skip
    return _lacking(club, charges(club, code), wanted)


def _lacking(club: Club, standing: Mapping[ChargeKey, Charge], wanted: Mapping[ChargeKey, Charged]) -> list[Event]:
    """The debts that are wanted and do not stand yet, after the reversals of those that stand and are not wanted."""
    gone = [charge for key, charge in standing.items() if key not in wanted]
    before = [charge.origin.first for charge in club.ledger.charges.values()]
    missing = [replace(own, key=key.again(before.count(key))) for key, own in wanted.items() if key not in standing]
    return [*_reversals(club, gone, "not-due"), *missing]


def fined(code: str) -> str:
    """How the keys of an evening's fines begin."""
    return f"{_FINED}:{code}:"


def charges(club: Club, code: str) -> dict[ChargeKey, Charge]:
    """The fines of an evening that stand in the ledger."""
    return _standing(club, fined(code))


def _standing(club: Club, beginning: str) -> dict[ChargeKey, Charge]:
    own = [charge for charge in club.ledger.charges.values() if charge.key.startswith(beginning) and not charge.of]
    return {charge.origin.first: charge for charge in own if not charge.reversed}


def _reversals(club: Club, debts: Sequence[Charge], reason: str) -> list[Event]:
    """Fines taken back with what they were raised by."""
    return [
        Reversed(key=part.key, on=part.on, reason=reason, rule=part.rule)
        for charge in debts
        for part in with_surcharges(club, charge)
    ]


def taken(club: Club, evening: Evening, code: str, series: str = "", fee: int = 0) -> list[Event]:
    """All that follows from an evening and is not there yet: that it counts, its entry fees, and the fines of its rulings.

    A club whose book lets evenings count for nothing gets the money alone.
    """
    events = [*fees(club, evening, code), *unpaid(club, evening, code, fee), *fines(club, evening, code)]
    if club.book_on(held_on(evening)).evenings is EveningsCount.NOTHING and events:
        return events
    own = counted(club, evening, code, series=series)
    return events if club.evenings.get(code) == own else [own, *events]


def back(club: Club, evening: Evening, code: str, reason: str) -> list[Event]:
    """Everything of an evening taken back: its results, and every booking of its fees and fines by its mirror image."""
    gone = club.ledger.reversed_keys()
    events: list[Event] = [EveningTakenBack(evening=code, reason=reason)] if code in club.evenings else []
    events += [
        Reversed(key=booking.key, on=held_on(evening), reason=reason)
        for booking in _bookings(club, code)
        if booking.key not in gone
    ]
    events += _reversals(club, [*_standing(club, _owed(code)).values(), *charges(club, code).values()], reason)
    if not events:
        raise Refusal("evening-not-counted", title=evening.setup.name)
    return events


def concerning(club: Club) -> set[str]:
    """The evenings that are the club's business: given to it, counted, or with money in its ledger."""
    return club.given | club.evenings.keys() | _booked(club)


def _booked(club: Club) -> set[str]:
    gone = club.ledger.reversed_keys()
    journals = {booking.key for booking in club.ledger.bookings if booking.key not in gone}
    debts = {charge.key for charge in club.ledger.charges.values() if not charge.reversed and not charge.of}
    return {code for key in journals | debts if (code := code_in(key))}


def code_in(key: str) -> str:
    """The evening for which a booking or a debt with this key stands; nothing where it is for something else."""
    sort, _, rest = key.partition(":")
    return rest.split(":")[0] if sort in (_PAID, _OWED, _FINED) else ""


def is_fine(key: str) -> bool:
    """Whether a debt with this key is the fine of a ruling of an evening."""
    return key.partition(":")[0] == _FINED


def stands(club: Club, code: str) -> bool:
    """Whether anything of an evening stands in the club: its results, or money."""
    gone = club.ledger.reversed_keys()
    money = any(booking.key not in gone for booking in _bookings(club, code))
    return code in club.evenings or money or bool(_standing(club, _owed(code)) or charges(club, code))


def fees_stand(club: Club, code: str) -> bool:
    """Whether entry fees of an evening stand in the ledger: those that were paid at the door, or those that are owed."""
    gone = club.ledger.reversed_keys()
    return any(booking.key not in gone for booking in _bookings(club, code)) or bool(_standing(club, _owed(code)))


def fee_keys(code: str) -> tuple[str, str]:
    """How the keys of an evening's entry fees begin: those that were paid, and those that are owed."""
    return _paid(code), _owed(code)


def _paid(code: str) -> str:
    return f"{_PAID}:{code}"


def _bookings(club: Club, code: str) -> list[Booking]:
    own = _paid(code)
    return [booking for booking in club.ledger.bookings if booking.key == own or booking.key.startswith(f"{own}:")]


def changes(before: Club, after: Club, year: int) -> Sequence[Change]:
    """Whose rank or points in the Jahreswertung differ between two states of a club."""
    old, new = ({line.member: (line.rank, line.points) for line in standings(club, year)} for club in (before, after))
    changed = [Change(member, old.get(member), new.get(member)) for member in {**new, **old} if old.get(member) != new.get(member)]
    return sorted(changed, key=lambda change: ((change.after or (9999, 0))[0], change.member))
