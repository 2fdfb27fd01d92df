"""Bills of a club: what a letter says, and the QR-bill on its page.

What is asked for is `puur.season.billing`, what the bank wants `puur.season.qrbill`. The type is one of those that the Style Guide
allows (`puur.papers.fonts`), or there is no bill. Promise, kept by a test: the printed code scans back to the payload.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from puur.papers.club import money, on_paper, rule_of, what_of
from puur.papers.document import typeset
from puur.papers.fonts import bill_face
from puur.papers.words import article, club_words
from puur.season import billing
from puur.season.accounts import due_date
from puur.season.debts import Sort
from puur.season.fines import assessments
from puur.season.qrbill import Bill, in_fours
from puur.season.state import Club
from puur.words import say

_SIDE = 46.0  # millimetres
_CROSS = 7.0


@dataclass(frozen=True, slots=True)
class BillLine:
    """One debt on a bill, as it is shown."""

    on: str
    what: str
    rule: str
    amount: str


@dataclass(frozen=True, slots=True)
class Letter:
    """One bill: what stands above its payment part, and the QR-bill below."""

    bill: Bill
    title: str
    date: str
    lines: Sequence[BillLine]
    note: str = ""

    @property
    def total(self) -> str:
        """What is asked for in all."""
        return money(self.bill.amount)


def letter(club: Club, key: str, lang: str) -> Letter:
    """An issued bill with its lines and what happens if it is not paid. (AJZ-1.3-18 to AJZ-1.3-21)"""
    issued, words, assessed = club.ledger.bills[key], club_words(lang), assessments(club)
    book = club.book_on(issued.on)
    pay = book.payment
    owed = billing.asked_for(club, issued)
    due = [until for charge, _ in owed if (until := due_date(club, charge)) is not None]
    ahead = [until for until in due if until >= issued.on]
    note = "club_office.bill.note" if ahead else "club_office.bill.note_late" if due else "club_office.bill.note_fee"
    facts = {
        "due": on_paper(min(ahead or due)) if due else "", "percent": f"{(pay.surcharge * 100).normalize():f}",
        "second": pay.second_days, "meeting": pay.meeting_days, "rule": article(book.rule("payment.surcharge"), lang),
    }  # fmt: skip
    bill = billing.bill(club, key, say("club.bill.message", lang, date=on_paper(issued.on)))
    raised = any(charge.sort is Sort.SURCHARGE for charge, _ in owed)
    return Letter(
        bill,
        say("club_office.bill.reminder" if raised else "club.bill.title", lang, club=bill.creditor.name),
        on_paper(issued.on),
        [
            BillLine(on_paper(charge.on), what_of(club, charge, assessed, words), rule_of(charge), money(amount))
            for charge, amount in owed
        ],
        say(note, lang, **facts),
    )


def bills_pdf(letters: Sequence[Letter], lang: str = "de") -> bytes:
    """Several bills in one PDF, each on a page of its own."""
    names = ("date", "what", "rule", "total", "detach", "receipt", "payment", "currency", "amount", "acceptance")
    labels = {name: say(f"club.bill.{name}", lang) for name in names}
    face, fonts = bill_face()
    data = {"labels": labels, "lang": lang, "face": face, "bills": [_page(bill, lang) for bill in letters]}
    return typeset("bill.typ", data, fonts=fonts)


def _page(letter: Letter, lang: str) -> dict[str, object]:
    bill = letter.bill

    def field(name: str, *lines: str) -> list[object]:
        return [say(f"club.bill.{name}", lang), list(lines)]

    account = field("account", in_fours(bill.iban), *bill.creditor.printed())
    reference = field("reference", in_fours(bill.reference))
    debtor = field("payable_by", *bill.debtor.printed()) if bill.debtor is not None else field("payable_by.blank")
    message = [field("additional", bill.message)] if bill.message else []
    return {
        "title": letter.title, "date": letter.date, "note": letter.note,
        "lines": [[line.on, line.what, article(line.rule, lang), line.amount] for line in letter.lines],
        "creditor": list(bill.creditor.printed()), "amount": letter.total,
        "debtor": list(bill.debtor.printed()) if bill.debtor is not None else [],
        "receipt": [account, reference, debtor], "payment": [account, reference, *message, debtor], "qr": qr_svg(bill.payload()),
    }  # fmt: skip


def qr_svg(payload: str) -> str:
    """The QR code of 46 mm with the Swiss cross of 7 mm in its middle: level M, bytes in UTF-8, no more than version 25."""
    import segno  # large: only a bill needs it

    code = segno.make_qr(payload, error="m", mode="byte", encoding="utf-8", boost_error=False)
    if int(code.version) > 25:
        raise ValueError("the payload is longer than a QR-bill may be")
    out = io.BytesIO()
    code.save(out, kind="svg", border=0, xmldecl=False, svgns=True, omitsize=True)
    modules = code.symbol_size(border=0)[0]
    middle, unit = modules / 2, modules / _SIDE
    half = _CROSS / 2 * unit
    parts = [
        (middle - half, middle - half, 2 * half, 2 * half, "#fff"),
        (middle - half * 6 / 7, middle - half * 6 / 7, 2 * half * 6 / 7, 2 * half * 6 / 7, "#000"),
        (middle - 0.58 * unit, middle - 1.95 * unit, 1.16 * unit, 3.9 * unit, "#fff"),
        (middle - 1.95 * unit, middle - 0.58 * unit, 3.9 * unit, 1.16 * unit, "#fff"),
    ]
    cross = "".join(f'<rect x="{x:.3f}" y="{y:.3f}" width="{w:.3f}" height="{h:.3f}" fill="{fill}"/>' for x, y, w, h, fill in parts)
    return out.getvalue().decode().replace("</svg>", f"{cross}</svg>")
