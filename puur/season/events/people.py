"""Events about people: persons, membership, offices, Dauerersatzjasser."""

from __future__ import annotations

from datetime import date, datetime

from puur.season.events.base import Event, OfDay, event


@event()
class PersonAdded(Event):
    """A person is known to the club; the address is structured, as the QR-bill wants it."""

    person: str
    name: str
    born: date | None = None
    street: str = ""
    house: str = ""
    postcode: str = ""
    town: str = ""
    country: str = "CH"


@event(slip=True)
class PersonsAsked(Event):
    """Whoever keeps the list believes that two entries are one person, and asks the person whose account it concerns."""

    person: str
    other: str
    by: str = ""


@event()
class PersonsJoined(Event):
    """The entry `other` is the same person as `person`: everything of both belongs to the one, also what was entered before."""

    person: str
    other: str
    by: str = ""


@event()
class PersonsParted(Event):
    """The two are two people after all, or were asked and said so."""

    person: str
    other: str
    by: str = ""
    reason: str = ""


@event(slip=True)
class MemberAdmitted(Event):
    """From this date the person is a Vereinsmitglied."""

    person: str
    on: date


@event(slip=True)
class MemberLeft(Event):
    """From this date the person is no longer a member."""

    person: str
    on: date


@event(slip=True)
class OfficeGiven(Event):
    """The Generalversammlung gives an office; it lasts until somebody else gets it."""

    office: str
    person: str
    on: date


@event(slip=True)
class DeputyNamed(OfDay):
    """The holder of an office names a deputy for one day."""

    office: str
    person: str


@event(slip=True)
class DauerersatzNamed(Event):
    """A member who is abroad names a permanent substitute; `excepted`: the Vorstand lets another reason pass."""

    member: str
    person: str
    since: date
    until: date
    excepted: bool = False


@event()
class DauerersatzApproved(Event):
    """The Vorstand approves a Dauerersatzjasser."""

    member: str
    person: str
    by: str
    on: date


@event(slip=True)
class ReturnAgreed(OfDay):
    """The absent member plays this day after all, agreed with the Dauerersatzjasser."""

    member: str


@event(slip=True)
class ReportSent(OfDay):
    """The report from abroad before a Jasstag."""

    member: str
    at: datetime
