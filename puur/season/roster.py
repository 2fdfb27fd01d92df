"""Who is who on a date: members, offices, Dauerersatzjasser. A status belongs to a date, never to a person alone.

The roster only answers questions; what may be entered is checked where events are taken in. The oldest first where age decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date

from puur.core.errors import Refusal
from puur.season.book import LAST_INSTANCE, ClubBook


@dataclass(frozen=True, slots=True)
class Address:
    """A structured address; street and house may be empty, postcode and town may not when a bill is made."""

    street: str = ""
    house: str = ""
    postcode: str = ""
    town: str = ""
    country: str = "CH"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the club knows."""

    key: str
    name: str
    born: date | None = None
    address: Address = Address()


@dataclass(slots=True)
class Period:
    """From a date (included) to another (excluded); None: open."""

    since: date
    until: date | None = None

    def holds(self, on: date) -> bool:
        """Whether the period covers this date."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(slots=True)
class Dauerersatz:
    """A permanent substitute: for whom, when, and since when the Vorstand approves; not on days played before it was entered."""

    member: str
    person: str
    since: date
    until: date
    approved: date | None = None
    played: frozenset[date] = frozenset()

    def holds(self, on: date) -> bool:
        """Whether the stay covers this date, its last day included."""
        return self.since <= on <= self.until and on not in self.played


@dataclass(slots=True)
class Roster:
    """All people of a club with their periods."""

    book: ClubBook
    books: list[tuple[date, ClubBook]] = field(default_factory=list)  # later settings, and since when they hold
    people: dict[str, Person] = field(default_factory=dict)
    periods: dict[str, list[Period]] = field(default_factory=dict)
    offices: list[tuple[date, str, str]] = field(default_factory=list)  # since, office, person
    deputies: dict[tuple[str, str], str] = field(default_factory=dict)  # day and office
    dauerersatz: list[Dauerersatz] = field(default_factory=list)
    joined: dict[str, str] = field(default_factory=dict)  # entries that are another person, and whose
    entered: dict[str, Person] = field(default_factory=dict)  # what those entries say
    asked: list[tuple[str, str]] = field(default_factory=list)  # two that may be one person, as somebody believes

    def book_on(self, on: date) -> ClubBook:
        """The settings that hold on a date: those with the latest beginning, of two with the same the one entered last."""
        begun = [(since, place) for place, (since, _) in enumerate(self.books) if since <= on]
        return self.books[max(begun)[1]][1] if begun else self.book

    def who(self, key: str) -> str:
        """The person that an entry is."""
        while key in self.joined:
            key = self.joined[key]
        return key

    def entries(self, person: str) -> tuple[str, ...]:
        """All entries of a person, the one that gives the name first."""
        return (person, *(other for other in self.joined if self.who(other) == person))

    def person(self, key: str) -> Person:
        """The person with this key."""
        if self.who(key) not in self.people:
            raise Refusal("no-person", person=key)
        return self.people[self.who(key)]

    def name(self, key: str) -> str:
        """The name of a person, namesakes numbered as they came; a key that nobody has, or a dash."""
        if key not in self.people:
            return self.entered[key].name if key in self.entered else key or "–"
        name = self.people[key].name
        same = [each.key for each in self.people.values() if each.name == name]
        return f"{name} ({same.index(key) + 1})" if len(same) > 1 else name

    def is_member(self, person: str, on: date) -> bool:
        """Whether the person is a Vereinsmitglied on this date."""
        return any(period.holds(on) for period in self.periods.get(person, ()))

    def members(self, on: date) -> tuple[str, ...]:
        """All members on this date, by key."""
        return tuple(sorted(person for person in self.periods if self.is_member(person, on)))

    def holder(self, office: str, on: date) -> str | None:
        """Who holds an office; the last designated one goes on until another is. (AJZ-1.8-06)"""
        given = [entry for entry in self.offices if entry[1] == office and entry[0] <= on]
        return max(given, key=lambda entry: entry[0])[2] if given else None

    def serving(self, office: str, on: date) -> str | None:
        """Who holds an office and is still a member: an office ends with the membership. (AJZ-1.8-06)"""
        holder = self.holder(office, on)
        return holder if holder is not None and self.is_member(holder, on) else None

    def designated(self, office: str, year: int) -> bool:
        """Whether a yearly office was given in this year. (AJZ-1.8-06, AJZ-3.1-06, AJZ-5-05)"""
        return any(since.year == year and given == office for since, given, _ in self.offices)

    def acting(self, office: str, on: date, day: str) -> str | None:
        """The deputy named for this day, or the holder of the office."""
        return self.deputies.get((day, office)) or self.holder(office, on)

    def offices_of(self, person: str, on: date) -> tuple[str, ...]:
        """The offices a person holds on this date."""
        named = {office for _, office, _ in self.offices}
        return tuple(sorted(office for office in named if self.serving(office, on) == person))

    def is_vorstand(self, person: str, on: date) -> bool:
        """Whether the person sits on the Vorstand."""
        return any(office in self.book_on(on).offices.vorstand for office in self.offices_of(person, on))

    def substitute(self, member: str, on: date) -> Dauerersatz | None:
        """The Dauerersatzjasser named for a member on this date, approved or not."""
        holding = [ersatz for ersatz in self.dauerersatz if ersatz.member == member and ersatz.holds(on)]
        return holding[-1] if holding else None

    def recognised(self, member: str, on: date) -> Dauerersatz | None:
        """The Dauerersatzjasser who counts as a member on this date. (AJZ-1.2-04, AJZ-1.2-05)"""
        ersatz = self.substitute(member, on)
        return ersatz if ersatz and ersatz.approved is not None and ersatz.approved <= on else None

    def oldest(self, among: Iterable[str]) -> str | None:
        """The oldest of these people; somebody without a date of birth counts as the youngest."""
        return min(among, key=lambda person: (self.person(person).born or date.max, person), default=None)

    def competent(
        self, matter: str, on: date, present: Collection[str], conflicted: Collection[str] = (), members: Collection[str] = ()
    ) -> tuple[str, str] | None:
        """Who decides on `emergencies` or `jassregeln` and in which office: the first who is there and free. (AJZ-1.8)

        `members` are those who count as members at this Jasstag; the last instance is the oldest of them who is there.
        """
        book = self.book_on(on)
        offices = book.officials if matter == "jassregeln" else book.offices.emergencies
        for office in offices:
            holder = self.serving(office, on)
            if holder is not None and holder in present and holder not in conflicted:
                return holder, office
        rest = [person for person in present if person not in conflicted and (person in members or self.is_member(person, on))]
        oldest = self.oldest(rest)
        return None if oldest is None else (oldest, LAST_INSTANCE)


def vote(yes: Collection[str], no: Collection[str], casting: str | None) -> bool:
    """Whether a vote passes; the casting vote decides a tie. (AJZ-1.6-01, AJZ-1.6-02, AJZ-1.7-03, AJZ-1.7-04)"""
    if len(yes) == len(no):
        return casting is not None and casting in yes
    return len(yes) > len(no)
