"""The balance sheet of a club: what it has on one side, whose it is on the other, on any date.

By the first digit of an account's number: 1 is what the club has, 2 what it owes and its own means, 3 income, the rest expense.
The books are never closed by hand: results of earlier years stand in a line of their own, so both sides agree on every date.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from puur.season.ledger import ZERO, parts_of
from puur.season.state import Club

Item = tuple[str, Decimal]


@dataclass(frozen=True, slots=True)
class BalanceSheet:
    """Both sides on a date; `credits` is what people have paid too much, `earlier` and `result` what is left of income."""

    on: date
    assets: tuple[Item, ...]
    liabilities: tuple[Item, ...]
    credits: Decimal
    earlier: Decimal
    result: Decimal

    @property
    def total(self) -> Decimal:
        """What the club has."""
        return sum((amount for _, amount in self.assets), ZERO)

    @property
    def financed(self) -> Decimal:
        """The other side."""
        return sum((amount for _, amount in self.liabilities), ZERO) + self.credits + self.earlier + self.result

    @property
    def balanced(self) -> bool:
        """Whether both sides agree."""
        return self.total == self.financed


def balance_sheet(club: Club, on: date) -> BalanceSheet:
    """What the club has and owes at the end of a date."""
    before = club.ledger.balances(date(on.year, 1, 1) - timedelta(days=1))
    assets: dict[str, Decimal] = {}
    liabilities: dict[str, Decimal] = {}
    paid_ahead, result = ZERO, ZERO
    for account, amount in club.ledger.balances(on).items():
        name, person = parts_of(account)
        if person and amount < 0:
            paid_ahead -= amount
        elif name.startswith("1"):
            assets[name] = assets.get(name, ZERO) + amount
        elif name.startswith("2"):
            liabilities[name] = liabilities.get(name, ZERO) - amount
        else:
            result -= amount
    earlier = -sum((amount for account, amount in before.items() if not account.startswith(("1", "2"))), ZERO)
    return BalanceSheet(on, _items(assets), _items(liabilities), paid_ahead, ZERO + earlier, result - earlier)


def _items(sums: dict[str, Decimal]) -> tuple[Item, ...]:
    return tuple((name, amount) for name, amount in sorted(sums.items()) if amount)
