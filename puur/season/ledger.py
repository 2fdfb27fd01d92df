"""A double-entry ledger in decimals: every booking balances, cites its provision, and is never changed, only reversed.

Accounts are the club's own (`book.accounts`); a person's account is the debtor account with the person's key behind a colon.
What is owed for what is a `Charge`; payments are spread over charges, and what is over stays a credit of the payer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from puur.core.errors import Refusal
from puur.season.book import ClubBook
from puur.season.debts import ChargeKey, IssuedBill, Sort

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
_REVERSAL = "reversed:"  # before the key of what is taken back


def parts_of(account: str) -> tuple[str, str]:
    """The account of the chart, and the person whose part of it this is, or ''."""
    chart, _, person = account.partition(":")
    return chart, person


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a booking: debit above zero, credit below."""

    account: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Booking:
    """One balanced booking with its number, its provision and the event it comes from."""

    number: int
    key: str
    on: date
    text: str
    rule: str
    lines: tuple[Line, ...]

    @property
    def reverses(self) -> str:
        """The key of the booking that this one takes back, or ''."""
        return self.key.removeprefix(_REVERSAL) if self.key.startswith(_REVERSAL) else ""


@dataclass(slots=True)
class Charge:
    """A debt: who owes it, who answers for it too, how much, under which provision, and what was paid when."""

    number: int
    key: str
    sort: Sort
    debtor: str
    joint: str
    amount: Decimal
    on: date
    rule: str
    day: str
    of: str
    payments: dict[str, tuple[date, Decimal]] = field(default_factory=dict)  # by the key of the payment
    notified: date | None = None
    reversed: bool = False

    @property
    def origin(self) -> ChargeKey:
        """What its key says."""
        return ChargeKey(self.key)

    @property
    def paid(self) -> Decimal:
        """What has come in for it."""
        return sum((amount for _, amount in self.payments.values()), ZERO)

    @property
    def open(self) -> Decimal:
        """What is still owed."""
        return ZERO if self.reversed else self.amount - self.paid

    def open_on(self, on: date) -> Decimal:
        """What was still owed at the end of a date, by value dates."""
        return self.amount - sum((amount for when, amount in self.payments.values() if when <= on), ZERO)


@dataclass(slots=True)
class Ledger:
    """All bookings and charges of a club."""

    book: ClubBook
    bookings: list[Booking] = field(default_factory=list)
    charges: dict[str, Charge] = field(default_factory=dict)
    payments: dict[str, Booking] = field(default_factory=dict)
    bills: dict[str, IssuedBill] = field(default_factory=dict)
    numbers: int = 0
    _keys: set[str] = field(default_factory=set)  # of all bookings

    def next_number(self) -> int:
        """The number of the next booking or bill."""
        self.numbers += 1
        return self.numbers

    def debtor(self, person: str) -> str:
        """The account of a person."""
        return f"{self.book.accounts['debtor']}:{person}"

    def post(self, key: str, on: date, text: str, rule: str, lines: Sequence[tuple[str, Decimal]]) -> Booking:
        """Write one booking; refuses sides that do not balance."""
        made = tuple(Line(account, amount.quantize(CENT)) for account, amount in lines if amount)
        if sum((line.amount for line in made), ZERO) != ZERO:
            raise ValueError(f"{key}: the two sides of the booking differ")
        booking = Booking(self.next_number(), key, on, text, rule, made)
        self.bookings.append(booking)
        self._keys.add(key)
        return booking

    def charge(self, key: str) -> Charge:
        """The charge with this key."""
        if key not in self.charges:
            raise Refusal("no-charge", charge=key)
        return self.charges[key]

    def balances(self, until: date | None = None) -> dict[str, Decimal]:
        """The balance of every account, optionally at the end of a date; they add up to zero."""
        sums: dict[str, Decimal] = {}
        for booking in self.bookings:
            if until is None or booking.on <= until:
                for line in booking.lines:
                    sums[line.account] = sums.get(line.account, ZERO) + line.amount
        return dict(sorted(sums.items()))

    def balance(self, account: str, until: date | None = None) -> Decimal:
        """The balance of one account; of a person's, what the person owes."""
        return self.balances(until).get(account, ZERO)

    def has(self, key: str) -> bool:
        """Whether a booking has this key already."""
        return key in self._keys

    def reversed_keys(self) -> set[str]:
        """The keys of all bookings that were taken back."""
        return {booking.reverses for booking in self.bookings if booking.reverses}

    def credit(self, person: str) -> Decimal:
        """What a person has paid too much: the open debts less what the account says is owed."""
        own = sum((charge.open for charge in self.charges.values() if charge.debtor == person), ZERO)
        return own - self.balance(self.debtor(person))

    def of_person(self, person: str) -> tuple[Charge, ...]:
        """Every charge a person owes or answers for."""
        return tuple(charge for charge in self.charges.values() if person in (charge.debtor, charge.joint))

    def reversal(self, key: str, on: date, reason: str, rule: str) -> Booking:
        """The mirror image of a booking, and its charge or payment taken back."""
        original = next((booking for booking in self.bookings if booking.key == key), None)
        if original is None:
            raise Refusal("no-booking", key=key)
        if key in self.reversed_keys():
            raise Refusal("reversed-already", key=key)
        lines = [(line.account, -line.amount) for line in original.lines]
        if key in self.charges:
            charge = self.charges[key]
            if charge.paid:  # what was paid for it becomes a credit of the debtor, on the same account
                charge.payments.clear()
            charge.reversed = True
        if key in self.payments:
            for charge in self.charges.values():
                charge.payments.pop(key, None)
        return self.post(f"{_REVERSAL}{key}", on, reason, rule or original.rule, lines)
