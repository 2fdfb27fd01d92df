"""The report of the auditors: what they look at, each with the figure of the books beside it, and room to sign.

Puur does the sums and lists what was booked by hand or taken back; whether the till was counted, people say.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from puur.papers.club import money, on_paper, sides, what_of
from puur.papers.document import Document
from puur.papers.words import Say, club_words
from puur.season.accounts import year_report
from puur.season.balance import balance_sheet
from puur.season.debts import ChargeKey
from puur.season.fines import Assessment, assessments
from puur.season.ledger import ZERO, Booking
from puur.season.state import Club


def booking_text(club: Club, booking: Booking, assessed: Mapping[ChargeKey, Assessment], say: Say) -> str:
    """What a booking is for, with the person whose account it touches: `verspätet, 12 Min., Jasstag 1/2027, Eva Muster`."""
    key = booking.reverses or booking.key
    charge, people = club.ledger.charges.get(key), []
    for line in booking.lines:
        person = line.account.partition(":")[2]
        if person and club.roster.name(person) not in people:
            people.append(club.roster.name(person))
    what = what_of(club, charge, assessed, say) if charge is not None else say(f"reason.{booking.text}")
    parts = [what, *people]
    if booking.reverses:
        parts = [say("taken_back"), *([what] if charge is not None else []), *people, say(f"reason.{booking.text}")]
    return ", ".join(part for part in parts if part)


def audit(club: Club, year: int, title: str, today: date, lang: str) -> Document:
    """The report of the auditors on a year, with everything filled in that the books know."""
    say, assessed, figures = club_words(lang), assessments(club), year_report(club, year)
    last = min(date(year, 12, 31), today)
    sheet = balance_sheet(club, last)
    bookings = [booking for booking in club.ledger.bookings if booking.on.year == year]
    by_hand = [booking for booking in bookings if booking.key.startswith(("journal:", "opening", "bank:", "back:"))]
    by_hand = [booking for booking in by_hand if booking.key not in club.ledger.payments]
    reversed_ = [booking for booking in bookings if booking.reverses]

    def row(booking: Booking) -> list[str]:
        amount = sum((line.amount for line in booking.lines if line.amount > 0), ZERO)
        return [str(booking.number), on_paper(booking.on), booking_text(club, booking, assessed, say), money(amount)]

    accounts = club.book.accounts
    held = {name: figures.closing.get(accounts[name], ZERO) for name in ("cash", "bank")}
    open_sum = sum((charge.open_on(last) for charge in figures.open_items), ZERO)
    both = sum((line.amount for booking in bookings for line in booking.lines if line.amount > 0), ZERO)
    own = sum((amount for _, amount in sheet.liabilities), ZERO) + sheet.earlier + sheet.result
    return Document(
        "audit",
        {
            "title": title, "year": year, "date": on_paper(today), "balance": sides(sheet, say),
            "figures": [
                [say("income"), money(figures.income)], [say("expense"), money(figures.expense)],
                [say("result"), money(figures.result)], [say("own_means"), money(own)],
            ],
            "sums": say("audit.sums", count=len(bookings), amount=money(both)), "balanced": figures.balanced and sheet.balanced,
            "checks": [
                say("audit.cash", account=accounts["cash"], amount=money(held["cash"])),
                say("audit.bank", account=accounts["bank"], amount=money(held["bank"])),
                say("audit.open", count=len(figures.open_items), amount=money(open_sum)),
                say("audit.by_hand", count=len(by_hand)), say("audit.reversed", count=len(reversed_)), say("audit.papers"),
            ],
            "by_hand": [row(booking) for booking in by_hand], "reversed": [row(booking) for booking in reversed_],
            "intro": say("audit.intro", club=title, year=year), "motion": say("audit.motion", year=year),
        },
    )  # fmt: skip
