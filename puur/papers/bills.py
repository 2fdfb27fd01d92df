"""The QR-bill on paper: the QR code with its cross, and the page that typst makes of it.

The fonts of the Style Guide (Liberation Sans, Arial, Helvetica) are
used where the machine has one of them. Promise, kept by a test: the printed code scans back to the payload, byte by byte.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import segno

from puur.club.qrbill import Bill, in_fours
from puur.papers.document import typeset
from puur.papers.words import bill_labels

_SIDE = 46.0  # millimetres
_CROSS = 7.0


def qr_svg(payload: str) -> str:
    """The QR code of 46 mm with the Swiss cross of 7 mm in its middle: level M, bytes in UTF-8, no more than version 25."""
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


@dataclass(frozen=True, slots=True)
class Letter:
    """One bill with what stands above its payment part; `lines` are what it is for: date, what, provision, amount."""

    bill: Bill
    title: str
    date: str
    lines: Sequence[Sequence[str]]
    note: str = ""


def bills_pdf(letters: Sequence[Letter], lang: str = "de") -> bytes:
    """Several bills in one PDF, each on a page of its own."""
    data = {"labels": bill_labels(lang), "lang": lang, "bills": [_page(letter) for letter in letters]}
    return typeset("bill.typ", data, system_fonts=True)


def _page(letter: Letter) -> dict[str, object]:
    bill = letter.bill
    return {
        "title": letter.title,
        "date": letter.date,
        "note": letter.note,
        "lines": [list(line) for line in letter.lines],
        "creditor": list(bill.creditor.printed()),
        "debtor": list(bill.debtor.printed()),
        "iban": in_fours(bill.iban),
        "reference": in_fours(bill.reference),
        "message": bill.message,
        "amount": f"{bill.amount:,.2f}".replace(",", " "),
        "qr": qr_svg(bill.payload()),
    }
