"""From debts to bills and from bank statements to payments: which number a reference carries and what it settles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from puur.core.errors import Refusal
from puur.season.camt import BankEntry
from puur.season.debts import IssuedBill, Method
from puur.season.events import BillIssued, Paid
from puur.season.ledger import ZERO, Charge
from puur.season.qrbill import Bill, Party, number_of, reference
from puur.season.state import Club


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
    own = [charge for charge in club.ledger.charges.values() if charge.debtor == person and not charge.reversed and charge.on <= on]
    return tuple(sorted((charge for charge in own if charge.open > 0), key=lambda charge: (charge.on, charge.number)))


def use_credit(club: Club, person: str, on: date, key: str) -> Paid | None:
    """What a person has paid too much pays the own open debts, oldest first; None where there is no credit or no debt."""
    debts = open_charges(club, person, on)
    amount = min(club.ledger.credit(person), sum((charge.open for charge in debts), ZERO))
    if amount <= 0:
        return None
    charges = tuple(charge.key for charge in debts)
    return Paid(key=key, payer=person, amount=amount, on=on, method=Method.CREDIT.value, charges=charges)


def issue(club: Club, person: str, on: date, charges: Sequence[str] = ()) -> BillIssued:
    """The event of a bill over these debts, or over all open ones of a person."""
    owed = [club.ledger.charge(key) for key in charges] or list(open_charges(club, person, on))
    total = sum((charge.open for charge in owed), ZERO)
    if total <= 0:
        raise Refusal("nothing-owed", person=person)
    key = f"bill:{on.isoformat()}:{person}:{club.ledger.numbers + 1}"
    return BillIssued(key=key, person=person, charges=tuple(charge.key for charge in owed), amount=total, on=on)


def to_issue(club: Club, person: str, on: date) -> BillIssued | None:
    """The bill over everything that is open, checked as a bank would; None where the last bill says the same already."""
    event = issue(club, person, on)
    last = latest(club).get(person)
    if last is not None and set(last.charges) == set(event.charges) and asked(club, last) == event.amount:
        return None
    _qr_bill(club, person, event.amount, club.ledger.numbers + 1, "")
    return event


def latest(club: Club) -> dict[str, IssuedBill]:
    """The last bill of each person that is not settled yet."""
    return {bill.person: bill for bill in club.ledger.bills.values() if is_open(club, bill)}


def is_open(club: Club, bill: IssuedBill) -> bool:
    """Whether anything on a bill is still owed."""
    return any(club.ledger.charges[key].open > 0 for key in bill.charges)


def asked_for(club: Club, bill: IssuedBill) -> list[tuple[Charge, Decimal]]:
    """The debts on a bill with what was open on each at its date; what has been taken back since is not asked for again."""
    charges = [club.ledger.charges[key] for key in bill.charges]
    return [(charge, charge.open_on(bill.on)) for charge in charges if not charge.reversed and charge.open_on(bill.on) > 0]


def asked(club: Club, bill: IssuedBill) -> Decimal:
    """What a bill asks for in all."""
    return sum((amount for _, amount in asked_for(club, bill)), ZERO)


def bill(club: Club, key: str, message: str = "") -> Bill:
    """The QR-bill for a bill that was issued, or for one charge with its surcharges."""
    issued = club.ledger.bills.get(key)
    if issued is not None:
        return _qr_bill(club, issued.person, asked(club, issued), issued.number, message)
    charge = club.ledger.charge(key)
    owed = sum((part.open for part in with_surcharges(club, charge)), ZERO)
    return _qr_bill(club, charge.debtor, owed, charge.number, message)


def _qr_bill(club: Club, person: str, amount: Decimal, number: int, message: str) -> Bill:
    if club.creditor is None:
        raise Refusal("no-creditor")
    if amount <= 0:
        raise Refusal("nothing-owed", person=person)
    who = club.roster.person(person)
    place = who.address
    debtor = Party(who.name, place.street, place.house, place.postcode, place.town, place.country)
    made = Bill(club.creditor.party, club.creditor.iban, debtor, amount, reference(club.references[0], number), message)
    made.payload()
    return made


def with_surcharges(club: Club, charge: Charge) -> tuple[Charge, ...]:
    """A fine and what it was raised by."""
    return (charge, *(other for other in club.ledger.charges.values() if other.of == charge.key and not other.reversed))


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
        payments.append(Paid(key=key, payer=person, amount=entry.amount, on=entry.value, method=Method.BANK.value, charges=charges))
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
    numbers = (number_of(prefix, entry.reference) for prefix in club.references)
    number = next((number for number in numbers if number is not None), None)
    if number is None:
        return None
    for bill in club.ledger.bills.values():
        if bill.number == number:
            every = [charge.key for key in bill.charges for charge in with_surcharges(club, club.ledger.charge(key))]
            return bill.person, (*bill.charges, *(key for key in every if key not in bill.charges))
    for charge in club.ledger.charges.values():
        if charge.number == number:
            return charge.debtor, tuple(part.key for part in with_surcharges(club, charge))
    return None
