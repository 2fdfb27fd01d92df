"""Events of a Jasstag."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from puur.core.sheet import Sheet
from puur.log.sheets import sheet_inside
from puur.log.values import Json
from puur.season.events.base import Event, OfDay, OfSeries, event


def _with_sheet(old: dict[str, Json]) -> dict[str, Json]:
    """Version 0.1 had points and Matches beside each other; so may whoever types an event."""
    return old if "sheet" in old else sheet_inside(old)


@event(slip=True)
class DayOpened(OfDay):
    """Spielbeginn."""

    at: datetime


@event(slip=True)
class DayClosed(OfDay):
    """Spielende."""

    at: datetime


@event(slip=True)
class Arrived(OfDay):
    """Somebody arrives, by the clock of the Präsident or a deputy."""

    person: str
    at: datetime
    by: str = ""


@event(slip=True)
class NotAppeared(OfDay):
    """Somebody does not come."""

    person: str


@event(slip=True)
class Departed(OfDay):
    """Somebody leaves for good before Spielende."""

    person: str
    at: datetime


@event(slip=True)
class LeaveAnnounced(OfDay):
    """A notice in the members' chat that somebody will leave early."""

    person: str
    posted: datetime
    leaves: datetime | None = None
    reason: str = ""


@event()
class EmergencyDecided(OfDay):
    """The competent person recognises an emergency or not; matter: fine or device."""

    person: str
    by: str
    recognised: bool
    matter: str = "fine"


@event(slip=True)
class CardsDrawn(OfSeries):
    """The cards drawn for the teams of a Jassrunde: person and card."""

    draws: tuple[tuple[str, str], ...]


@event(slip=True, upcasts=(_with_sheet,))
class RoundPlayed(OfSeries):
    """A finished Jassrunde: the two teams, and what is on their sheet."""

    teams: tuple[tuple[str, ...], ...]
    sheet: Sheet
    ended: datetime | None = None


@event(upcasts=(_with_sheet,))
class RoundCorrected(OfSeries):
    """A written result was wrong: the sheet that holds, and the teams where those were wrong too."""

    number: int
    sheet: Sheet
    by: str
    reason: str
    teams: tuple[tuple[str, ...], ...] = ()


@event(slip=True)
class BreakVoted(OfSeries):
    """The vote on the break after the first Jassrunde."""

    yes: tuple[str, ...]
    no: tuple[str, ...]


@event(slip=True)
class BreakTaken(OfSeries):
    """A break after Jassrunde `after`."""

    after: int
    minutes: int


@event(slip=True)
class SeriesAborted(OfSeries):
    """A player leaves during the Spielzeit: the Schieber of the series is broken off."""

    person: str
    at: datetime
    goes_on: str = ""


@event()
class FormOrdered(OfSeries):
    """The competent person orders that an incomplete series plays its Schieber after all."""

    by: str
    form: str


@event()
class CreditDecided(OfDay):
    """No series was complete: the Vorstand decides what is credited."""

    points: int
    by: str


@event(slip=True)
class PenaltyGiven(OfSeries):
    """Strafpunkte for one person: the act, its points and provision as the referee ruled them."""

    person: str
    act: str
    points: int
    at: datetime
    rule: str = ""
    by: str = ""
    circumstances: tuple[str, ...] = ()


@event(slip=True)
class DevicePermitted(OfDay):
    """A reasoned request to use a device, granted before Spielbeginn."""

    person: str
    asked: datetime
    reason: str
    by: str


@event(slip=True)
class DeviceUsed(OfDay):
    """Somebody manipulates a device; how: call-made, call-taken, message-written, message-read, calculator, scores, other."""

    person: str
    at: datetime
    how: str
    secret: bool = False
    presumed: bool = False


@event(slip=True)
class DrinkVoted(OfSeries):
    """The vote on another drink for somebody in hardship."""

    person: str
    drink: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@event(slip=True)
class SchnappsDrunk(OfSeries):
    """A round of schnapps in a Jassrunde, with those who agreed."""

    round: int
    agreed: tuple[str, ...]


@event(slip=True)
class DrinksBilled(OfSeries):
    """What a series drank during its Spielzeit."""

    amount: Decimal


@event(slip=True)
class SheetSigned(OfSeries):
    """A participant signs the own row."""

    person: str


@event(slip=True)
class SheetFiled(OfSeries):
    """The Chef Jahrestrophy has the table of a series."""


@event(slip=True)
class ResultsPublished(OfDay):
    """The final results and the Jahreswertung are on the website."""

    at: datetime


@event()
class EveningCounted(Event):
    """A finished evening counts for the year: who was ranked where, with which total. Once more, it takes the place of before.

    Where it counts for a single `series`, the results are those of its members, ranked among themselves.
    """

    evening: str  # its code, or the name of its file
    title: str
    on: date
    results: tuple[tuple[str, int, int], ...]  # person, rank, total
    series: str = ""


@event(slip=True)
class EveningGiven(Event):
    """Who organises an evening gives it to the club: its officials see it, count it and book its money from then on."""

    evening: str
    title: str
    on: date


@event()
class EveningTakenBack(Event):
    """An evening no longer counts for the year."""

    evening: str
    reason: str


@event()
class YearConfirmed(Event):
    """The Jahrestrophy is handed over; `trophy` chooses among shared first places."""

    year: int
    trophy: str
    by: str = ""
