"""What the treasurer hands out: a member's statement, reminders with their dates, the report for the Generalversammlung."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from puur.season.beer import open_rounds
from puur.season.debts import Sort
from puur.season.dues import periods
from puur.season.ledger import ZERO, Charge, parts_of
from puur.season.state import Club


class Stage(StrEnum):
    """How far an unpaid fine has come."""

    RUNNING = "running"
    NOTIFY = "notify"
    RAISED = "raised"
    RAISED_TWICE = "raised-twice"
    MEETING = "meeting"


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One debt on a statement."""

    charge: Charge
    due: date | None
    own: bool  # False: the person answers for somebody else


@dataclass(frozen=True, slots=True)
class Statement:
    """What a person owes and why."""

    person: str
    on: date
    lines: tuple[StatementLine, ...]
    credit: Decimal
    open: Decimal
    liable: Decimal
    beer_rounds: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """A fine that is not paid: how far it has come and what happens next."""

    charge: Charge
    stage: Stage
    open: Decimal
    since: date
    next: date | None
    rule: str
    liable: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class YearReport:
    """The year in figures: each account's movement and balance, open debts, and that both sides agree."""

    year: int
    opening: dict[str, Decimal]
    movement: dict[str, Decimal]
    closing: dict[str, Decimal]
    income: Decimal
    expense: Decimal
    result: Decimal
    open_items: tuple[Charge, ...]
    balanced: bool


def due_date(club: Club, charge: Charge) -> date | None:
    """Until when a charge can be paid without a surcharge."""
    when = periods(club, charge)
    return when.due if when else None


def statement(club: Club, person: str, on: date) -> Statement:
    """Everything a person owes or answers for on a date."""
    club.roster.person(person)
    charges = [charge for charge in club.ledger.of_person(person) if charge.on <= on and not charge.reversed]
    charges.sort(key=lambda charge: charge.on)
    lines = tuple(StatementLine(charge, due_date(club, charge), charge.debtor == person) for charge in charges)
    open_own = sum((line.charge.open_on(on) for line in lines if line.own), ZERO)
    liable = sum((line.charge.open_on(on) for line in lines if not line.own), ZERO)
    balance = club.ledger.balance(club.ledger.debtor(person), on)
    beers = sum(debt.person == person for debt in open_rounds(club, on))
    return Statement(person, on, lines, open_own - balance, open_own, liable, beers)


def reminders(club: Club, on: date) -> tuple[Reminder, ...]:
    """Every unpaid fine with its stage on a date. (AJZ-1.3-18 to AJZ-1.3-23)"""
    reminded = []
    standing = [charge for charge in club.ledger.charges.values() if not charge.reversed and charge.on <= on]
    for charge in [fine for fine in standing if fine.sort is Sort.FINE]:
        raised = [other for other in standing if other.of == charge.key]
        left = charge.open_on(on) + sum((surcharge.open_on(on) for surcharge in raised), ZERO)
        if left <= 0:
            continue
        book, when = club.book_on(charge.on), periods(club, charge)
        liable = tuple(person for person in (charge.debtor, charge.joint) if person)
        if when is None:
            last = charge.on + timedelta(days=book.payment.notify_days)
            reminded.append(Reminder(charge, Stage.NOTIFY, left, charge.on, last, book.rule("payment.notify_days"), liable))
            continue
        stages = (
            (Stage.MEETING, when.meeting, None, "payment.meeting_days"),
            (Stage.RAISED_TWICE, when.second, when.meeting, "payment.second_days"),
            (Stage.RAISED, when.due, when.second, "payment.due_days.1"),
            (Stage.RUNNING, when.start - timedelta(days=1), when.due, "payment.due_days.0"),
        )
        stage, since, following, rule = next(step for step in stages if on > step[1])
        reminded.append(Reminder(charge, stage, left, since, following, book.rule(rule), liable))
    return tuple(reminded)


def trial_balance(club: Club, until: date | None = None) -> dict[str, Decimal]:
    """Every account of the chart with its balance; the debtors together in one line."""
    sums: dict[str, Decimal] = {}
    for account, amount in club.ledger.balances(until).items():
        name, _ = parts_of(account)
        sums[name] = sums.get(name, ZERO) + amount
    return dict(sorted(sums.items()))


def is_income(name: str) -> bool:
    """Whether an account is one of income: its number begins with 3."""
    return name.startswith("3")


def is_expense(name: str) -> bool:
    """Whether an account is one of expense: neither means nor income."""
    return not name.startswith(("1", "2", "3"))


def year_report(club: Club, year: int) -> YearReport:
    """The report for the Generalversammlung."""
    opening = trial_balance(club, date(year - 1, 12, 31))
    closing = trial_balance(club, date(year, 12, 31))
    movement = {name: closing[name] - opening.get(name, ZERO) for name in closing}
    income = -sum((amount for name, amount in movement.items() if is_income(name)), ZERO)
    expense = sum((amount for name, amount in movement.items() if is_expense(name)), ZERO)
    last = date(year, 12, 31)
    charges = club.ledger.charges.values()
    items = tuple(charge for charge in charges if charge.on <= last and not charge.reversed and charge.open_on(last) > 0)
    balanced = sum(closing.values(), ZERO) == ZERO
    return YearReport(year, opening, movement, closing, income, expense, income - expense, items, balanced)
