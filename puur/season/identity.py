"""Who is the same person as whom: two entries that are one person are read as one, and as two again once they are parted.

Nothing that was entered is rewritten. While two are one, every event that names the one entry is read as if it named the other,
from the first event on. What was entered of the one person meanwhile, and has to be told apart after a parting, goes to whoever
of the two sat there, was a member, or owed that debt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from puur.core.errors import Refusal
from puur.season.debts import Cause
from puur.season.events import (
    Event,
    GuestNamed,
    MemberLeft,
    OfficeGiven,
    PersonAdded,
    PersonsAsked,
    PersonsJoined,
    PersonsParted,
    SubstituteNamed,
)

if TYPE_CHECKING:
    from puur.season.state import Club

# Fields of events that hold keys of people: a key, a list of keys, lists of them, lists that begin with one.
PERSON = frozenset({"person", "member", "by", "one", "other", "debtor", "joint", "payer", "received_by", "trophy"})
PEOPLE = frozenset({"yes", "no", "order", "agreed", "inviters"})
TEAMS = frozenset({"teams", "line_up"})
FIRST = frozenset({"draws", "results"})
# Fields that hold keys of debts, which name a person.
DEBT, DEBTS = frozenset({"key", "charge", "of"}), frozenset({"charges"})
_LAST = re.compile(r"(?P<before>.*:)(?P<person>[^:#/]+)(?P<after>(?:#\d+|/\+\d+)*)")
_OF_EVENING = re.compile(r"(?P<before>evening-(?:fee|fine):[^:]*:)(?P<person>[^:]+)(?P<after>:.*)")
AS_WRITTEN = (PersonAdded, PersonsAsked, PersonsJoined, PersonsParted)  # speak of the entries themselves
Who = Callable[[str], str]
E = TypeVar("E", bound=Event)


def last_word(events: Iterable[Event]) -> dict[str, str]:
    """Which entries are another person after all these events."""
    joined: dict[str, str] = {}
    for event in events:
        if isinstance(event, PersonsJoined):
            joined[event.other] = event.person
        elif isinstance(event, PersonsParted) and joined.get(event.other) == event.person:
            del joined[event.other]
    return joined


def told_apart(events: Sequence[Event], joined: Mapping[str, str]) -> Iterator[dict[str, set[str]]]:
    """For each event the people who were one when it was entered and are two by now: for each the others it may mean."""
    active: dict[str, str] = {}
    meant: dict[str, set[str]] = {}
    for event in events:
        if isinstance(event, PersonsJoined | PersonsParted):
            if isinstance(event, PersonsJoined):
                active[event.other] = event.person
            else:
                active.pop(event.other, None)
            meant = {}
            for other, person in active.items():
                if joined.get(other) != person:
                    meant.setdefault(person, set()).add(other)
                    meant.setdefault(other, set()).add(person)
        yield meant


def read_as(club: Club, event: Event) -> Event:
    """An event with the people it means."""
    if isinstance(event, AS_WRITTEN) or not (club.roster.joined or club.meanwhile):
        return event
    who = club.roster.who
    event = _with(event, who, lambda key: debt(key, who))
    if not club.meanwhile:
        return event
    return _with(event, lambda key: _meant(club, event, key), lambda key: _owed(club, event, key))


def _with(event: E, who: Who, owed: Who) -> E:
    changed = {}
    for field in fields(event):  # type: ignore[arg-type]
        name, value = field.name, getattr(event, field.name)
        new = value
        if name in PERSON:
            new = who(value)
        elif name in DEBT:
            new = owed(value)
        elif not isinstance(value, tuple):  # the votes of a meeting are numbers
            continue
        elif name in PEOPLE:
            new = tuple(map(who, value))
        elif name in DEBTS:
            new = tuple(map(owed, value))
        elif name in TEAMS:
            new = tuple(tuple(map(who, team)) for team in value)
        elif name in FIRST:
            new = tuple((who(line[0]), *line[1:]) for line in value)
        if new != value:
            changed[name] = new
    return replace(event, **changed) if changed else event  # type: ignore[type-var]


def debt(key: str, who: Who) -> str:
    """The key of a debt with the person whom it means; one that a person has made up says nothing of anybody."""
    parts = _OF_EVENING.fullmatch(key) or (_LAST.fullmatch(key) if key.partition(":")[0] in (*Cause,) else None)
    return f"{parts['before']}{who(parts['person'])}{parts['after']}" if parts else key


def _meant(club: Club, event: Event, person: str) -> str:
    """Whom of people who were one an event means: on a Jasstag whoever sat there, else whoever was a member."""
    others = club.meanwhile.get(person, ())
    if not others or isinstance(event, GuestNamed | SubstituteNamed):
        return person
    day = club.days.get(getattr(event, "day", ""))
    if day is not None:
        seated = {seat.person for _, seat in club.everybody(day)}
        return _only(person, others, lambda who: who in seated or club.roster.is_member(who, day.date))
    if isinstance(event, MemberLeft | OfficeGiven):
        on: date = event.on
        return _only(person, others, lambda who: club.roster.is_member(who, on))
    return person


def _owed(club: Club, event: Event, key: str) -> str:
    """The key of a debt as it was booked, where it names somebody who is another person now."""
    if club.ledger.has(key):
        return key

    def booked(person: str) -> str:
        others = club.meanwhile.get(person, ())
        return _only(_meant(club, event, person), others, lambda who: club.ledger.has(debt(key, lambda _: who)))

    return debt(key, booked)


def _only(person: str, others: Iterable[str], fits: Callable[[str], bool]) -> str:
    """The only one of the others who fits, where the person does not."""
    if fits(person):
        return person
    fitting = [other for other in others if fits(other)]
    return fitting[0] if len(fitting) == 1 else person


def check_two(club: Club, person: str, other: str) -> None:
    """Who sat on two chairs of a day, stands twice in a ranking, or was the substitute of the other, is not one person."""
    both = {person, other}
    for day in club.in_order():
        if day.line_up is not None:
            members = {member for seats in day.line_up.members for member in seats}
            if both <= members | {seat.person for _, seat in club.everybody(day)}:
                raise Refusal("join-day", person=person, other=other, day=day.key)
    for evening in club.evenings.values():
        if both <= {ranked for ranked, _, _ in evening.results}:
            raise Refusal("join-evening", person=person, other=other, title=evening.title)
    if any({ersatz.member, ersatz.person} == both for ersatz in club.roster.dauerersatz):
        raise Refusal("join-dauerersatz", person=person, other=other)
