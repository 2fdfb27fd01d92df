"""The events of a club: everything that ever happened to it, each as one value that reads and writes as JSON.

What an event does is decided by the fold (`puur.club.state`), never here. Times are the club's local time, money is `Decimal`,
people, days (`2027-3`) and series (`A`) are named by their keys. An event is never changed once it is in the list: what was
wrong is mended by a further one.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from puur.club.errors import NotThere


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""


# People


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberAdmitted(Event):
    """From this date the person is a Vereinsmitglied."""

    person: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLeft(Event):
    """From this date the person is no longer a member."""

    person: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeGiven(Event):
    """The Generalversammlung gives an office; it lasts until somebody else gets it."""

    office: str
    person: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class DeputyNamed(Event):
    """The holder of an office names a deputy for one day."""

    day: str
    office: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DauerersatzNamed(Event):
    """A member who is abroad names a permanent substitute; `excepted`: the Vorstand lets another reason pass."""

    member: str
    person: str
    since: date
    until: date
    excepted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DauerersatzApproved(Event):
    """The Vorstand approves a Dauerersatzjasser."""

    member: str
    person: str
    by: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnAgreed(Event):
    """The absent member plays this day after all, agreed with the Dauerersatzjasser."""

    day: str
    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSent(Event):
    """The report from abroad before a Jasstag."""

    day: str
    member: str
    at: datetime


# The calendar and the line-up


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlanned(Event):
    """A Jasstag gets its date; special days may have their own times and places."""

    number: int
    date: date
    besammlung: time | None = None
    spielbeginn: time | None = None
    gathering: str = ""
    venue: str = ""
    town: str = ""
    after_break: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOrdered(Event):
    """The Vorstand orders another time or place in the members' chat."""

    day: str
    by: str
    besammlung: time | None = None
    spielbeginn: time | None = None
    gathering: str = ""
    venue: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSet(Event):
    """The Kassier sets the Startgeld from this day on."""

    day: str
    by: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignChanged(Event):
    """The Vorstand changes the series for one day, or from it on; `line_up` may name who sits where."""

    day: str
    by: str
    names: tuple[str, ...]
    members: tuple[int, ...]
    guests: tuple[int, ...]
    line_up: tuple[tuple[str, ...], ...] = ()
    lasting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LotDrawn(Event):
    """The lot of the first Jasstag: the seed and the order it gave."""

    day: str
    seed: int
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBroken(Event):
    """A coin or a lot between equals, best first; purpose: promotion, relegation, guest, ranking, final, last."""

    day: str
    purpose: str
    order: tuple[str, ...]
    series: str = ""
    how: str = "coin"


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledOver(Event):
    """The day's results are carried over: the line-up of the next day and who brings its guests."""

    day: str
    line_up: tuple[tuple[str, ...], ...]
    inviters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloverUndone(Event):
    """The carrying over is taken back, before the next day has begun."""

    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped(Event):
    """The Vorstand swaps two members of a line-up, with a reason."""

    day: str
    one: str
    other: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceAnnounced(Event):
    """A member will not be there and owes an Ersatzjasser."""

    day: str
    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteNamed(Event):
    """The Ersatzjasser of a member for one day."""

    day: str
    member: str
    person: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestNamed(Event):
    """The Gastjasser that a member brings."""

    day: str
    member: str
    person: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonInformed(Event):
    """An Ersatz- or Gastjasser was told the main rules and where the Regelwerk is."""

    day: str
    person: str


# The day


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOpened(Event):
    """Spielbeginn."""

    day: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DayClosed(Event):
    """Spielende."""

    day: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived(Event):
    """Somebody arrives, by the clock of the Präsident or a deputy."""

    day: str
    person: str
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAppeared(Event):
    """Somebody does not come."""

    day: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Departed(Event):
    """Somebody leaves for good before Spielende."""

    day: str
    person: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAnnounced(Event):
    """A notice in the members' chat that somebody will leave early."""

    day: str
    person: str
    posted: datetime
    leaves: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyDecided(Event):
    """The competent person recognises an emergency or not; matter: fine or device."""

    day: str
    person: str
    by: str
    recognised: bool
    matter: str = "fine"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn(Event):
    """The cards drawn for the teams of a Jassrunde: person and card."""

    day: str
    series: str
    draws: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlayed(Event):
    """A finished Jassrunde: the two teams, their points, how many Matches each made."""

    day: str
    series: str
    teams: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    ended: datetime | None = None
    matches: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCorrected(Event):
    """A written result was wrong: the points that hold."""

    day: str
    series: str
    number: int
    points: tuple[int, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakVoted(Event):
    """The vote on the break after the first Jassrunde."""

    day: str
    series: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakTaken(Event):
    """A break after Jassrunde `after`."""

    day: str
    series: str
    after: int
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesAborted(Event):
    """A player leaves during the Spielzeit: the Schieber of the series is broken off."""

    day: str
    series: str
    person: str
    at: datetime
    goes_on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormOrdered(Event):
    """The competent person orders that an incomplete series plays its Schieber after all."""

    day: str
    series: str
    by: str
    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditDecided(Event):
    """No series was complete: the Vorstand decides what is credited."""

    day: str
    points: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(Event):
    """Strafpunkte for one person: the act, its points and provision as the referee ruled them."""

    day: str
    series: str
    person: str
    act: str
    points: int
    at: datetime
    rule: str = ""
    by: str = ""
    circumstances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicePermitted(Event):
    """A reasoned request to use a device, granted before Spielbeginn."""

    day: str
    person: str
    asked: datetime
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceUsed(Event):
    """Somebody manipulates a device; how: call-made, call-taken, message-written, message-read, calculator, scores, other."""

    day: str
    person: str
    at: datetime
    how: str
    secret: bool = False
    presumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrinkVoted(Event):
    """The vote on another drink for somebody in hardship."""

    day: str
    series: str
    person: str
    drink: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchnappsDrunk(Event):
    """A round of schnapps in a Jassrunde, with those who agreed."""

    day: str
    series: str
    round: int
    agreed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrinksBilled(Event):
    """What a series drank during its Spielzeit."""

    day: str
    series: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSigned(Event):
    """A participant signs the own row."""

    day: str
    series: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFiled(Event):
    """The Chef Jahrestrophy has the table of a series."""

    day: str
    series: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPublished(Event):
    """The final results and the Jahreswertung are on the website."""

    day: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class YearConfirmed(Event):
    """The Jahrestrophy is handed over; `trophy` chooses among shared first places."""

    year: int
    trophy: str
    by: str = ""


# Meetings


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingPlanned(Event):
    """A generalversammlung or a sommerlochevent."""

    meeting: str
    sort: str
    starts: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingCancelled(Event):
    """A member cancels in the members' chat."""

    meeting: str
    person: str
    at: datetime


# Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged(Event):
    """A debt is booked: fee, fine, surcharge or converted beer; `of` names the fine that a surcharge raises."""

    key: str
    sort: str
    debtor: str
    amount: Decimal
    on: date
    rule: str
    day: str = ""
    joint: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Event):
    """A booking is taken back by its mirror image."""

    key: str
    on: date
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """Money arrives in cash or at the bank, for these debts; what is over stays the payer's credit."""

    key: str
    payer: str
    amount: Decimal
    on: date
    method: str
    charges: tuple[str, ...] = ()
    received_by: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notified(Event):
    """The Kassier tells the nominating member of an unpaid fine."""

    charge: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class BeerServed(Event):
    """Somebody pays owed beer rounds."""

    person: str
    rounds: int
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal(Event):
    """Any other booking of the treasurer: account and amount, debit above zero."""

    key: str
    on: date
    text: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BillIssued(Event):
    """A QR-bill over several debts of a person."""

    key: str
    person: str
    charges: tuple[str, ...]
    amount: Decimal
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditorSet(Event):
    """Where bills are paid to: name, IBAN and structured address of the club."""

    name: str
    iban: str
    postcode: str
    town: str
    street: str = ""
    house: str = ""
    country: str = "CH"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultImported(Event):
    """A result of a season before the club used this program."""

    year: int
    number: int
    person: str
    points: int
    series: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyImported(Event):
    """Who won the Jahrestrophy of an earlier season."""

    year: int
    person: str


# Reading and writing


@cache
def kinds() -> Mapping[str, type[Event]]:
    """Every kind of event by its name in files: `day-planned`."""
    found = [one for one in globals().values() if isinstance(one, type) and issubclass(one, Event) and one is not Event]
    return {re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in found}


@cache
def _names() -> Mapping[type[Event], str]:
    return {kind: name for name, kind in kinds().items()}


def kind_of(event: Event) -> str:
    """The name of the event's kind in files."""
    return _names()[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain values; what is as usual is left out."""
    written: dict[str, Any] = {"kind": kind_of(event)}
    for one in fields(event):
        value = getattr(event, one.name)
        if value != one.default or one.default is MISSING:
            written[one.name] = _plain(value)
    return written


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes") if not value.second else value.isoformat()
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def from_json(raw: object) -> Event:
    """The event that these plain values say; `NotThere` names the field that is wrong."""
    if not isinstance(raw, dict) or raw.get("kind") not in kinds():
        found = raw.get("kind") if isinstance(raw, dict) else raw
        raise NotThere("event-kind", found=str(found)[:60])
    kind = kinds()[raw["kind"]]
    hints = get_type_hints(kind)
    known = {one.name: one for one in fields(kind)}
    if wrong := [name for name in raw if name not in known and name != "kind"]:
        raise NotThere("event-field", kind=raw["kind"], field=wrong[0], accepted=", ".join(known))
    values = {}
    for name, one in known.items():
        if name in raw:
            try:
                values[name] = _read(raw[name], hints[name])
            except (TypeError, ValueError, InvalidOperation):
                raise NotThere("event-value", kind=raw["kind"], field=name, found=str(raw[name])[:60]) from None
        elif one.default is MISSING:
            raise NotThere("event-missing", kind=raw["kind"], field=name)
    return kind(**values)


def _read(raw: object, hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        if raw is None:
            return None
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is tuple:
        if not isinstance(raw, list):
            raise TypeError
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(one, inner[0]) for one in raw)
        if len(raw) != len(inner):
            raise ValueError
        return tuple(_read(one, kind) for one, kind in zip(raw, inner, strict=True))
    if hint in (date, datetime, time):
        found = hint.fromisoformat(raw)
        if getattr(found, "tzinfo", None) is not None:
            raise ValueError
        return found
    if hint is Decimal:
        if isinstance(raw, bool | float) or not isinstance(raw, str | int):
            raise TypeError
        amount = Decimal(raw)
        if not amount.is_finite():
            raise ValueError
        return amount
    if type(raw) is not hint:
        raise TypeError
    return raw


def to_lines(events: Iterable[Event]) -> str:
    """A list of events as a file: one JSON object per line."""
    import json

    return "".join(json.dumps(to_json(event), ensure_ascii=False) + "\n" for event in events)
