"""Events about the Jassjahr and its line-ups, and of meetings."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

from puur.season.events.base import Event, OfDay, event


@event(slip=True)
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


@event()
class DayOrdered(OfDay):
    """The Vorstand orders another time or place in the members' chat."""

    by: str
    besammlung: time | None = None
    spielbeginn: time | None = None
    gathering: str = ""
    venue: str = ""


@event()
class BookChanged(Event):
    """From this date on the club has other settings: a shipped book by its key, or a text of its own."""

    book: str
    since: date
    text: str = ""
    by: str = ""


@event()
class SettingChanged(Event):
    """Something about the club that no rule depends on was set otherwise: its name, whether it is public, the plan of a year."""

    setting: str
    was: str
    now: str
    year: int = 0


@event()
class FeeSet(OfDay):
    """The Kassier sets the Startgeld from this day on."""

    by: str
    amount: Decimal


@event()
class DesignChanged(OfDay):
    """The Vorstand changes the series for one day, or from it on; `line_up` may name who sits where."""

    by: str
    names: tuple[str, ...]
    members: tuple[int, ...]
    guests: tuple[int, ...]
    line_up: tuple[tuple[str, ...], ...] = ()
    lasting: bool = False


@event(slip=True)
class LotDrawn(OfDay):
    """The lot of the first Jasstag: the seed and the order it gave, or an order that was drawn on `paper`."""

    seed: int
    order: tuple[str, ...]
    paper: bool = False


@event(slip=True)
class TieBroken(OfDay):
    """A coin or a lot between equals, best first; purpose: promotion, relegation, guest, ranking, final, last."""

    purpose: str
    order: tuple[str, ...]
    series: str = ""
    how: str = "coin"


@event()
class RolledOver(OfDay):
    """The day's results are carried over: the line-up of the next day and who brings its guests."""

    line_up: tuple[tuple[str, ...], ...]
    inviters: tuple[str, ...]


@event()
class RolloverUndone(OfDay):
    """The carrying over is taken back, before the next day has begun."""


@event()
class SeatsSwapped(OfDay):
    """The Vorstand swaps two members of a line-up, with a reason."""

    one: str
    other: str
    by: str
    reason: str


@event(slip=True)
class AbsenceAnnounced(OfDay):
    """A member will not be there and owes an Ersatzjasser."""

    member: str


@event(slip=True)
class SubstituteNamed(OfDay):
    """The Ersatzjasser of a member for one day."""

    member: str
    person: str
    at: datetime


@event(slip=True)
class GuestNamed(OfDay):
    """The Gastjasser that a member brings."""

    member: str
    person: str
    at: datetime


@event()
class SeatCorrected(OfDay):
    """Once the day has begun: who really sat on the seat of a member, or as the guest; the member's own key: in person.

    `at`: when that name was reported; without it only the record was wrong, and the time of the first name holds.
    """

    member: str
    person: str
    by: str
    reason: str
    guest: bool = False
    at: datetime | None = None


@event(slip=True)
class PersonInformed(OfDay):
    """An Ersatz- or Gastjasser was told the main rules and where the Regelwerk is."""

    person: str


@event(slip=True)
class MeetingPlanned(Event):
    """A generalversammlung or a sommerlochevent."""

    meeting: str
    sort: str
    starts: datetime


@event(slip=True)
class MeetingCancelled(Event):
    """A member cancels in the members' chat."""

    meeting: str
    person: str
    at: datetime


@event(slip=True)
class AgendaSet(Event):
    """What a meeting is about, item by item; a further one replaces it."""

    meeting: str
    items: tuple[str, ...]


@event(slip=True)
class MotionFiled(Event):
    """A member asks the meeting to decide something."""

    meeting: str
    person: str
    text: str
    at: datetime


@event(slip=True)
class VoteTaken(Event):
    """The meeting votes on an item, or elects `person` into an office; majority: simple, absolute, two-thirds."""

    meeting: str
    item: int
    question: str
    yes: int
    no: int
    abstained: int = 0
    majority: str = "simple"
    office: str = ""
    person: str = ""


@event(slip=True)
class MinutesNoted(Event):
    """What was said and decided under an item, for the minutes; a further one replaces it."""

    meeting: str
    item: int
    text: str
