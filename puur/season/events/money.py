"""Events about money, and results of seasons before the program."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from puur.season.events.base import Event, event


@event()
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


@event()
class Reversed(Event):
    """A booking is taken back by its mirror image."""

    key: str
    on: date
    reason: str
    rule: str = ""


@event()
class Paid(Event):
    """Money arrives in cash or at the bank, for these debts; what is over stays the payer's credit, which can pay later debts."""

    key: str
    payer: str
    amount: Decimal
    on: date
    method: str
    charges: tuple[str, ...] = ()
    received_by: str = ""
    at: datetime | None = None


@event()
class PaidBack(Event):
    """A credit goes back to the person, out of the till or from the bank."""

    key: str
    person: str
    amount: Decimal
    on: date
    method: str


@event()
class Notified(Event):
    """The Kassier tells the nominating member of an unpaid fine."""

    charge: str
    on: date


@event()
class BeerServed(Event):
    """Somebody pays owed beer rounds."""

    person: str
    rounds: int
    on: date


@event()
class Journal(Event):
    """Any other booking of the treasurer: account and amount, debit above zero."""

    key: str
    on: date
    text: str
    lines: tuple[tuple[str, str], ...]


@event()
class BillIssued(Event):
    """A QR-bill over several debts of a person."""

    key: str
    person: str
    charges: tuple[str, ...]
    amount: Decimal
    on: date


@event()
class CreditorSet(Event):
    """Where bills are paid to: name, IBAN and structured address of the club."""

    name: str
    iban: str
    postcode: str
    town: str
    street: str = ""
    house: str = ""
    country: str = "CH"


@event(slip=True)
class ResultImported(Event):
    """A result of a season before the club used this program."""

    year: int
    number: int
    person: str
    points: int
    series: str = ""


@event(slip=True)
class TrophyImported(Event):
    """Who won the Jahrestrophy of an earlier season."""

    year: int
    person: str
