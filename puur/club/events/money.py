"""Events about money, and results of seasons before the program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from puur.club.events.base import Event
from puur.log import SEASON


@SEASON.event()
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


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Event):
    """A booking is taken back by its mirror image."""

    key: str
    on: date
    reason: str
    rule: str = ""


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
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


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class Notified(Event):
    """The Kassier tells the nominating member of an unpaid fine."""

    charge: str
    on: date


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class BeerServed(Event):
    """Somebody pays owed beer rounds."""

    person: str
    rounds: int
    on: date


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class Journal(Event):
    """Any other booking of the treasurer: account and amount, debit above zero."""

    key: str
    on: date
    text: str
    lines: tuple[tuple[str, str], ...]


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class BillIssued(Event):
    """A QR-bill over several debts of a person."""

    key: str
    person: str
    charges: tuple[str, ...]
    amount: Decimal
    on: date


@SEASON.event()
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


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultImported(Event):
    """A result of a season before the club used this program."""

    year: int
    number: int
    person: str
    points: int
    series: str = ""


@SEASON.event()
@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyImported(Event):
    """Who won the Jahrestrophy of an earlier season."""

    year: int
    person: str
