"""Events about money: charges, payments, reversals, notifications, beer rounds, bills."""

from __future__ import annotations

from decimal import Decimal

from puur.core.errors import Refusal
from puur.log import Unfit
from puur.log.values import AMOUNT
from puur.season import events as ev
from puur.season.debts import IssuedBill, Method, Sort
from puur.season.ledger import CENT, Charge
from puur.season.qrbill import Creditor, Party, check_iban
from puur.season.state import Club, takes

_OTHER_INCOME = "other-income"  # the account's name in the settings; those of the other sorts are named like the sort


def _amount(value: Decimal) -> Decimal:
    if value <= 0 or value != value.quantize(CENT):
        raise Refusal("amount", amount=value)
    return value.quantize(CENT)


@takes(ev.Charged)
def charged(club: Club, event: ev.Charged) -> None:
    """A debt, booked against income."""
    ledger = club.ledger
    if event.sort not in (*Sort,):
        raise Refusal("charge-sort", sort=event.sort, accepted=", ".join(Sort))
    sort = Sort(event.sort)
    if ledger.has(event.key):
        raise Refusal("booked-already", key=event.key)
    amount = _amount(event.amount)
    club.roster.person(event.debtor)
    if event.joint:
        club.roster.person(event.joint)
    if event.of:
        ledger.charge(event.of)
    if not event.rule.strip():
        raise Refusal("rule-missing", key=event.key)
    income = club.book.accounts.get(_OTHER_INCOME if sort is Sort.OTHER else sort, club.book.accounts["fine"])
    lines = [(ledger.debtor(event.debtor), amount), (income, -amount)]
    booking = ledger.post(event.key, event.on, event.sort, event.rule, lines)
    ledger.charges[event.key] = Charge(
        booking.number, event.key, sort, event.debtor, event.joint, amount, event.on, event.rule, event.day, event.of
    )


@takes(ev.Reversed)
def reversed_(club: Club, event: ev.Reversed) -> None:
    """Corrections by reversal only."""
    if not event.reason.strip():
        raise Refusal("reason-missing")
    club.ledger.reversal(event.key, event.on, event.reason, event.rule)


@takes(ev.Paid)
def paid(club: Club, event: ev.Paid) -> None:
    """Cash to the Kassier or the named deputy, the bank, or a credit of the payer. (AJZ-1.3-17, AJZ-1.3-18)"""
    ledger, book = club.ledger, club.book
    if event.method not in (*Method,):
        raise Refusal("method", method=event.method)
    if ledger.has(event.key):
        raise Refusal("booked-already", key=event.key)
    club.roster.person(event.payer)
    left = _amount(event.amount)
    charges = [ledger.charge(key) for key in event.charges]
    if event.method == Method.CASH and event.received_by:
        days = {charge.day for charge in charges if charge.day}
        able = {club.roster.acting(book.offices.cash, event.on, day) for day in days | {""}}
        able.add(club.roster.holder(book.offices.cash, event.on))
        if event.received_by not in able:
            raise club.refuse("cash", "not-kassier", person=event.received_by)
    if event.method == Method.CREDIT:
        usable = min(ledger.credit(event.payer), sum((charge.open for charge in charges), Decimal()))
        if left > usable:
            raise Refusal("no-credit", amount=left, usable=usable)
    lines = [(ledger.debtor(event.payer) if event.method == Method.CREDIT else book.accounts[event.method], left)]
    for charge in charges:
        share = min(left, charge.open)
        if share > 0:
            lines.append((ledger.debtor(charge.debtor), -share))
            charge.payments[event.key] = (event.on, share)
            left -= share
    if left:
        lines.append((ledger.debtor(event.payer), -left))
    rule = club.book.cite("cash" if event.method == Method.CASH else "due")
    ledger.payments[event.key] = ledger.post(event.key, event.on, "payment", rule, lines)


@takes(ev.PaidBack)
def paid_back(club: Club, event: ev.PaidBack) -> None:
    """What somebody has paid too much leaves the till or the account; never more than that."""
    ledger = club.ledger
    if event.method not in (Method.CASH, Method.BANK):
        raise Refusal("method", method=event.method)
    if ledger.has(event.key):
        raise Refusal("booked-already", key=event.key)
    club.roster.person(event.person)
    amount, usable = _amount(event.amount), ledger.credit(event.person)
    if amount > usable:
        raise Refusal("no-credit", amount=amount, usable=usable)
    lines = [(ledger.debtor(event.person), amount), (club.book.accounts[event.method], -amount)]
    ledger.post(event.key, event.on, "paid-back", f"{club.book.key}: journal", lines)


@takes(ev.Notified)
def notified(club: Club, event: ev.Notified) -> None:
    """The nominating member knows; the periods start. (AJZ-1.3-22, AJZ-1.3-23)"""
    charge = club.ledger.charge(event.charge)
    if not charge.joint:
        raise Refusal("no-joint", charge=event.charge)
    charge.notified = charge.notified or event.on


@takes(ev.BeerServed)
def beer_served(club: Club, event: ev.BeerServed) -> None:
    """Owed rounds are paid at the table. (AJZ-1.3-24)"""
    club.roster.person(event.person)
    if event.rounds < 1:
        raise Refusal("amount", amount=event.rounds)
    club.beer_served.append((event.on, event.person, event.rounds))


@takes(ev.Journal)
def journal(club: Club, event: ev.Journal) -> None:
    """Any other booking, balanced, on known accounts."""
    accounts = set(club.book.accounts.values())
    lines = []
    for account, text in event.lines:
        name = club.book.accounts.get(account, account)
        try:
            amount: Decimal = AMOUNT.read(text)
        except Unfit:
            raise Refusal("amount", amount=text[:40]) from None
        if name not in accounts or amount != amount.quantize(CENT):
            raise Refusal("journal-line", account=account, amount=text)
        lines.append((name, amount))
    if sum((amount for _, amount in lines), Decimal()) != 0 or len(lines) < 2:
        raise Refusal("journal-balance", key=event.key)
    if club.ledger.has(event.key):
        raise Refusal("booked-already", key=event.key)
    club.ledger.post(event.key, event.on, event.text, f"{club.book.key}: journal", lines)


@takes(ev.BillIssued)
def bill_issued(club: Club, event: ev.BillIssued) -> None:
    """A bill over several debts gets a number, and with it a reference."""
    club.roster.person(event.person)
    for key in event.charges:
        club.ledger.charge(key)
    if event.key in club.ledger.bills:
        raise Refusal("booked-already", key=event.key)
    amount = _amount(event.amount)
    number = club.ledger.next_number()
    club.ledger.bills[event.key] = IssuedBill(number, event.key, event.person, event.charges, amount, event.on)


@takes(ev.CreditorSet)
def creditor_set(club: Club, event: ev.CreditorSet) -> None:
    """The club's own account; an IBAN that cannot carry an RF reference is refused."""
    party = Party(event.name, event.street, event.house, event.postcode, event.town, event.country)
    party.check()
    club.creditor = Creditor(party, check_iban(event.iban))
    club.references.insert(0, event.name)
