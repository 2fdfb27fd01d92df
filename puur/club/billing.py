"""From debts to bills and from bank statements to payments: which number a reference carries and what it settles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from puur.club.camt import BankEntry
from puur.club.errors import NotThere
from puur.club.events import BillIssued, Paid
from puur.club.ledger import ZERO, Charge
from puur.club.qrbill import Bill, Party, number_of, reference
from puur.club.state import Club


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A line of a bank statement that settles nothing by itself."""

    entry: BankEntry
    reason: str  # debit, currency, pending, reversal, no-reference, unknown-reference


@dataclass(frozen=True, slots=True)
class Import:
    """What a bank statement brings: payments to book, lines for the treasurer, lines that were booked before."""

    payments: tuple[Paid, ...]
    unmatched: tuple[Unmatched, ...]
    known: tuple[BankEntry, ...]


def open_charges(club: Club, person: str, on: date) -> tuple[Charge, ...]:
    """The own debts of a person that are open on a date, oldest first."""
    own = [one for one in club.ledger.charges.values() if one.debtor == person and not one.reversed and one.on <= on]
    return tuple(sorted((one for one in own if one.open > 0), key=lambda one: (one.on, one.number)))


def issue(club: Club, person: str, on: date, charges: Sequence[str] = ()) -> BillIssued:
    """The event of a bill over these debts, or over all open ones of a person."""
    found = [club.ledger.charge(key) for key in charges] or list(open_charges(club, person, on))
    total = sum((one.open for one in found), ZERO)
    if total <= 0:
        raise NotThere("nothing-owed", person=person)
    key = f"bill:{on.isoformat()}:{person}:{club.ledger.numbers + 1}"
    return BillIssued(key=key, person=person, charges=tuple(one.key for one in found), amount=total, on=on)


def reference_of(club: Club, key: str) -> str:
    """The RF reference of a bill or of a single booking."""
    if key in club.ledger.bills:
        return reference(club.book.key, club.ledger.bills[key][0])
    return reference(club.book.key, club.ledger.charge(key).number)


def bill(club: Club, key: str, message: str = "") -> Bill:
    """The QR-bill for a bill that was issued, or for one charge with its surcharges."""
    if club.creditor is None:
        raise NotThere("no-creditor")
    creditor, iban = club.creditor
    if key in club.ledger.bills:
        _, person, _, amount, _ = club.ledger.bills[key]
    else:
        charge = club.ledger.charge(key)
        person, amount = charge.debtor, sum((one.open for one in with_surcharges(club, charge)), ZERO)
    one = club.roster.person(person)
    place = one.address
    debtor = Party(one.name, place.street, place.house, place.postcode, place.town, place.country)
    made = Bill(creditor, iban, debtor, Decimal(amount), reference_of(club, key), message)
    made.payload()
    return made


def with_surcharges(club: Club, charge: Charge) -> tuple[Charge, ...]:
    """A fine and what it was raised by."""
    return (charge, *(one for one in club.ledger.charges.values() if one.of == charge.key and not one.reversed))


def match(club: Club, entries: Sequence[BankEntry]) -> Import:
    """Which lines of a bank statement pay what; a line that was booked before is never booked again."""
    payments: list[Paid] = []
    unmatched, known, seen = [], [], set()
    for entry in entries:
        key = f"bank:{entry.id}"
        if club.ledger.has(key) or key in seen:
            known.append(entry)
            continue
        reason = _objection(entry)
        settles = None if reason else _settles(club, entry)
        if settles is None:
            unmatched.append(Unmatched(entry, reason or ("unknown-reference" if entry.reference else "no-reference")))
            continue
        person, charges = settles
        seen.add(key)
        payments.append(Paid(key=key, payer=person, amount=entry.amount, on=entry.value, method="bank", charges=charges))
    return Import(tuple(payments), tuple(unmatched), tuple(known))


def _objection(entry: BankEntry) -> str | None:
    if not entry.booked:
        return "pending"
    if entry.reversal:
        return "reversal"
    if not entry.credit:
        return "debit"
    return "currency" if entry.currency != "CHF" else None


def _settles(club: Club, entry: BankEntry) -> tuple[str, tuple[str, ...]] | None:
    number = number_of(club.book.key, entry.reference)
    if number is None:
        return None
    for own, person, charges, _, _ in club.ledger.bills.values():
        if own == number:
            late = [one.key for key in charges for one in with_surcharges(club, club.ledger.charge(key)) if one.key not in charges]
            return person, (*charges, *late)
    for charge in club.ledger.charges.values():
        if charge.number == number:
            return charge.debtor, tuple(one.key for one in with_surcharges(club, charge))
    return None
