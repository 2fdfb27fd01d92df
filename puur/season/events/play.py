"""Events of a Jasstag."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from puur.core.sheet import Sheet
from puur.log.sheets import sheet_inside
from puur.log.values import Json
from puur.season.events.base import Event, event


def _with_sheet(old: dict[str, Json]) -> dict[str, Json]:
    """Version 0.1 had points and Matches beside each other; so may whoever types an event."""
    return old if "sheet" in old else sheet_inside(old)


@event(slip=True)
class DayOpened(Event):
    """Spielbeginn."""

    day: str
    at: datetime


@event(slip=True)
class DayClosed(Event):
    """Spielende."""

    day: str
    at: datetime


@event(slip=True)
class Arrived(Event):
    """Somebody arrives, by the clock of the Präsident or a deputy."""

    day: str
    person: str
    at: datetime
    by: str = ""


@event(slip=True)
class NotAppeared(Event):
    """Somebody does not come."""

    day: str
    person: str


@event(slip=True)
class Departed(Event):
    """Somebody leaves for good before Spielende."""

    day: str
    person: str
    at: datetime


@event(slip=True)
class LeaveAnnounced(Event):
    """A notice in the members' chat that somebody will leave early."""

    day: str
    person: str
    posted: datetime
    leaves: datetime | None = None
    reason: str = ""


@event()
class EmergencyDecided(Event):
    """The competent person recognises an emergency or not; matter: fine or device."""

    day: str
    person: str
    by: str
    recognised: bool
    matter: str = "fine"


@event(slip=True)
class CardsDrawn(Event):
    """The cards drawn for the teams of a Jassrunde: person and card."""

    day: str
    series: str
    draws: tuple[tuple[str, str], ...]


@event(slip=True, upcasts=(_with_sheet,))
class RoundPlayed(Event):
    """A finished Jassrunde: the two teams, and what is on their sheet."""

    day: str
    series: str
    teams: tuple[tuple[str, ...], ...]
    sheet: Sheet
    ended: datetime | None = None


@event(upcasts=(_with_sheet,))
class RoundCorrected(Event):
    """A written result was wrong: the sheet that holds."""

    day: str
    series: str
    number: int
    sheet: Sheet
    by: str
    reason: str


@event(slip=True)
class BreakVoted(Event):
    """The vote on the break after the first Jassrunde."""

    day: str
    series: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@event(slip=True)
class BreakTaken(Event):
    """A break after Jassrunde `after`."""

    day: str
    series: str
    after: int
    minutes: int


@event(slip=True)
class SeriesAborted(Event):
    """A player leaves during the Spielzeit: the Schieber of the series is broken off."""

    day: str
    series: str
    person: str
    at: datetime
    goes_on: str = ""


@event()
class FormOrdered(Event):
    """The competent person orders that an incomplete series plays its Schieber after all."""

    day: str
    series: str
    by: str
    form: str


@event()
class CreditDecided(Event):
    """No series was complete: the Vorstand decides what is credited."""

    day: str
    points: int
    by: str


@event(slip=True)
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


@event(slip=True)
class DevicePermitted(Event):
    """A reasoned request to use a device, granted before Spielbeginn."""

    day: str
    person: str
    asked: datetime
    reason: str
    by: str


@event(slip=True)
class DeviceUsed(Event):
    """Somebody manipulates a device; how: call-made, call-taken, message-written, message-read, calculator, scores, other."""

    day: str
    person: str
    at: datetime
    how: str
    secret: bool = False
    presumed: bool = False


@event(slip=True)
class DrinkVoted(Event):
    """The vote on another drink for somebody in hardship."""

    day: str
    series: str
    person: str
    drink: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@event(slip=True)
class SchnappsDrunk(Event):
    """A round of schnapps in a Jassrunde, with those who agreed."""

    day: str
    series: str
    round: int
    agreed: tuple[str, ...]


@event(slip=True)
class DrinksBilled(Event):
    """What a series drank during its Spielzeit."""

    day: str
    series: str
    amount: Decimal


@event(slip=True)
class SheetSigned(Event):
    """A participant signs the own row."""

    day: str
    series: str
    person: str


@event(slip=True)
class SheetFiled(Event):
    """The Chef Jahrestrophy has the table of a series."""

    day: str
    series: str


@event(slip=True)
class ResultsPublished(Event):
    """The final results and the Jahreswertung are on the website."""

    day: str
    at: datetime


@event()
class YearConfirmed(Event):
    """The Jahrestrophy is handed over; `trophy` chooses among shared first places."""

    year: int
    trophy: str
    by: str = ""
