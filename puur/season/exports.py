"""Everything a club can take along, each under its name: what the terminal writes and what the whole archive holds.

A further format is a further entry of `EXPORTS`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from puur.season.accounts import is_expense, is_income
from puur.season.exchange import ics, safe, standings_csv, write
from puur.season.ledger import ZERO, Booking, parts_of
from puur.season.state import Club
from puur.season.tables import everything


@dataclass(frozen=True, slots=True)
class Export:
    """One format: the name of its file (with `{year}` where there is one per year), and how it is written."""

    file: str
    text: Callable[[Club, str, int, date], str]  # the club, the name of its settings, the year, today


def _ledger(club: Club, *_: object) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "date", "key", "text", "provision", "account", "amount"])
    for booking in club.ledger.bookings:
        head = [booking.number, booking.on.isoformat(), safe(booking.key), safe(booking.text), booking.rule]
        writer.writerows([*head, line.account, line.amount] for line in booking.lines)
    return out.getvalue()


def journal(club: Club, said: Callable[[Booking], str]) -> str:
    """A line for each pair of debit and credit, as accountants' programs read them: tabs, dates and amounts without signs."""
    rows = ["Date\tDoc\tDescription\tAccountDebit\tAccountCredit\tAmount"]
    for booking in club.ledger.bookings:
        for (debit, credit), amount in _pairs(booking).items():
            cells = (booking.on.isoformat(), str(booking.number), safe(" ".join(said(booking).split())))
            rows.append("\t".join((*cells, debit, credit, f"{amount:.2f}")))
    return "\n".join(rows) + "\n"


def _pairs(booking: Booking) -> dict[tuple[str, str], Decimal]:
    """What goes from which account to which; persons share an account there, so what only moves between them is left out."""
    debits = [(_number(line.account), line.amount) for line in booking.lines if line.amount > 0]
    credits_ = [(_number(line.account), -line.amount) for line in booking.lines if line.amount < 0]
    pairs: dict[tuple[str, str], Decimal] = {}
    while debits and credits_:
        (debit, owed), (credit, given) = debits.pop(), credits_.pop()
        amount = min(owed, given)
        if debit != credit:
            pairs[debit, credit] = pairs.get((debit, credit), ZERO) + amount
        debits += [(debit, owed - amount)] if owed > amount else []
        credits_ += [(credit, given - amount)] if given > amount else []
    return pairs


def _number(account: str) -> str:
    return parts_of(account)[0].partition(" ")[0]


def chart(club: Club) -> str:
    """The accounts with their class as Banana counts them: 1 what the club has, 2 what it owes, 3 expense, 4 income."""
    rows = ["Account\tDescription\tBClass"]
    for name in sorted(club.book.accounts.values()):
        number, _, title = name.partition(" ")
        kind = "4" if is_income(name) else "3" if is_expense(name) else name[0]
        rows.append(f"{number}\t{safe(title)}\t{kind}")
    return "\n".join(rows) + "\n"


EXPORTS = {
    "events": Export("club.jsonl", lambda club, settings, *_: write(settings, club.events)),
    "standings": Export("standings-{year}.csv", lambda club, _, year, __: standings_csv(club, year)),
    "ics": Export("calendar-{year}.ics", lambda club, _, year, today: ics(club, year, datetime.combine(today, time()))),
    "json": Export("figures.json", lambda club, *_: json.dumps(everything(club), ensure_ascii=False, indent=1) + "\n"),
    "ledger": Export("ledger.csv", _ledger),
    "accounting": Export("accounting.txt", lambda club, *_: journal(club, lambda booking: booking.text or booking.key)),
    "chart": Export("chart.txt", lambda club, *_: chart(club)),
}


def files(club: Club, settings: str, today: date) -> Iterator[tuple[str, str]]:
    """Every export of a club, by the name of its file."""
    years = club.years()
    for export in EXPORTS.values():
        for year in years if "{year}" in export.file else [0]:
            yield export.file.format(year=year), export.text(club, settings, year, today)
