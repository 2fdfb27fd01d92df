"""What somebody can owe: the sorts of debts and what they are for, the key of a debt, how it is paid, a bill over several.

The values are the words of club files and of the ledger's exports. A `ChargeKey` is the stored text that also knows what it says,
so that nobody else takes a key apart; events and exports carry the plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum


class Sort(StrEnum):
    """The sorts of debts; each has an account of its own."""

    STARTGELD = "startgeld"
    FINE = "fine"
    SURCHARGE = "surcharge"
    BEER = "beer"
    OTHER = "other"


class Cause(StrEnum):
    """What the club itself books, by the first word of the key."""

    STARTGELD = "startgeld"
    LATE = "late"
    ABSENT = "absent"
    LEFT = "left"
    EARLY = "early"
    NAME = "name"
    BEER = "beer"


class Reason(StrEnum):
    """What a debt is for, as people say it."""

    STARTGELD = "startgeld"
    LATE = "late"
    ABSENT = "absent"
    NOBODY = "nobody"
    LEFT_SERIES = "left-series"
    LEFT_EARLY = "left-early"
    NAME_LATE = "name-late"
    NAME_MISSING = "name-missing"
    CANCELLED_LATE = "cancelled-late"
    FINE = "fine"
    SURCHARGE = "surcharge"
    BEER = "beer"
    OTHER = "other"


class Method(StrEnum):
    """How a debt is paid."""

    CASH = "cash"
    BANK = "bank"
    CREDIT = "credit"


class ChargeKey(str):
    """The key of a debt: `late:2027-3:eva`; `late:2027-3:eva#2` booked again, `late:2027-3:eva/+1` its first surcharge."""

    __slots__ = ()

    @classmethod
    def of(cls, cause: Cause, *parts: object) -> ChargeKey:
        """The key of what the club books by itself."""
        return cls(":".join((cause.value, *map(str, parts))))

    @property
    def cause(self) -> Cause | None:
        """What it was booked for, unless a person made up the key."""
        word, colon, _ = self.partition(":")
        return Cause(word) if colon and word in (*Cause,) else None

    @property
    def first(self) -> ChargeKey:
        """The key without the number of a rebooking."""
        return ChargeKey(re.sub(r"#\d+$", "", self))

    def again(self, times: int) -> ChargeKey:
        """The key of the same debt when it was booked so many times before."""
        return ChargeKey(f"{self}#{times + 1}") if times else self

    def raised(self, step: int) -> ChargeKey:
        """The key of a surcharge on it."""
        return ChargeKey(f"{self}/+{step}")


@dataclass(frozen=True, slots=True)
class IssuedBill:
    """A bill with its number: over which debts of whom it was issued, when, and what it came to then."""

    number: int
    key: str
    person: str
    charges: tuple[str, ...]
    amount: Decimal
    on: date
