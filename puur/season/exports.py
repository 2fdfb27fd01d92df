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
from typing import Any

from puur.season.exchange import ics, safe, standings_csv, write
from puur.season.ledger import parts_of
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


def _accounting(club: Club, *_: object) -> str:
    """A line for each pair of debit and credit, as accountants' programs read them: tabs, dates and amounts without signs."""
    rows = ["Date\tDoc\tDescription\tAccountDebit\tAccountCredit\tAmount"]
    for booking in club.ledger.bookings:
        debits: list[list[Any]] = [[parts_of(line.account)[0], line.amount] for line in booking.lines if line.amount > 0]
        credits_: list[list[Any]] = [[parts_of(line.account)[0], -line.amount] for line in booking.lines if line.amount < 0]
        while debits and credits_:
            amount = min(debits[0][1], credits_[0][1])
            cells = (booking.on.isoformat(), str(booking.number), safe(booking.text or booking.key).replace("\t", " "))
            numbers = (str(debits[0][0]).split(" ")[0], str(credits_[0][0]).split(" ")[0], f"{amount:.2f}")
            rows.append("\t".join((*cells, *numbers)))
            for side in (debits, credits_):
                side[0][1] -= amount
                if not side[0][1]:
                    side.pop(0)
    return "\n".join(rows) + "\n"


EXPORTS = {
    "events": Export("club.jsonl", lambda club, settings, *_: write(settings, club.events)),
    "standings": Export("standings-{year}.csv", lambda club, _, year, __: standings_csv(club, year)),
    "ics": Export("calendar-{year}.ics", lambda club, _, year, today: ics(club, year, datetime.combine(today, time()))),
    "json": Export("figures.json", lambda club, *_: json.dumps(everything(club), ensure_ascii=False, indent=1) + "\n"),
    "ledger": Export("ledger.csv", _ledger),
    "accounting": Export("accounting.txt", _accounting),
}


def files(club: Club, settings: str, today: date) -> Iterator[tuple[str, str]]:
    """Every export of a club, by the name of its file."""
    years = club.years()
    for export in EXPORTS.values():
        for year in years if "{year}" in export.file else [0]:
            yield export.file.format(year=year), export.text(club, settings, year, today)
