"""Bank statements: camt.053 and camt.054 read into plain lines, whatever the version; hostile or foreign files are refused.

What a line pays is `puur.season.billing`. A line has an id that is the same in every export of the bank, so that importing a file
twice, or a 053 after a 054, books nothing twice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from puur.core.errors import Refusal

BIGGEST = 8 << 20  # bytes
MOST_ELEMENTS, MOST_ENTRIES = 400_000, 5_000  # a year of a large club several times over
_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,5})?")  # 18 digits at most, 5 of them behind the point (ISO 20022)


@dataclass(frozen=True, slots=True)
class BankEntry:
    """One movement on the account."""

    id: str
    amount: Decimal
    currency: str
    credit: bool
    value: date
    reference: str
    payer: str
    text: str
    booked: bool
    reversal: bool


def read(data: bytes, iban: str = "") -> tuple[BankEntry, ...]:
    """The movements in a camt file; with an IBAN, only a statement of that account is accepted."""
    if len(data) > BIGGEST:
        raise Refusal("bank-size", limit=BIGGEST)
    if data.count(b"<") > 2 * MOST_ELEMENTS:
        raise Refusal("bank-entries", limit=MOST_ENTRIES)
    try:
        root = fromstring(data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as problem:
        raise Refusal("bank-hostile", detail=type(problem).__name__) from None
    except (ParseError, ValueError, LookupError) as problem:
        raise Refusal("bank-xml", detail=str(problem)[:100]) from None
    statements = [element for element in root.iter() if _name(element) in ("Stmt", "Ntfctn")]
    if _name(root) != "Document" or not statements:
        raise Refusal("bank-kind", found=_name(root)[:40])
    entries: list[BankEntry] = []
    for statement in statements:
        own = _text(statement, "Acct", "Id", "IBAN").replace(" ", "")
        if iban and own and own != iban:
            raise Refusal("bank-account", found=own[:34], expected=iban)
        for entry in _all(statement, "Ntry"):
            entries += _entry(entry)
            if len(entries) > MOST_ENTRIES:
                raise Refusal("bank-entries", limit=MOST_ENTRIES)
    return tuple(entries)


def _entry(entry: Element) -> Iterator[BankEntry]:
    details = [detail for batch in _all(entry, "NtryDtls") for detail in _all(batch, "TxDtls")]
    outer = _text(entry, "AcctSvcrRef")
    status = _text(entry, "Sts", "Cd") or _text(entry, "Sts")
    day = _date(_text(entry, "ValDt", "Dt") or _text(entry, "ValDt", "DtTm") or _text(entry, "BookgDt", "Dt"))
    reversal = _text(entry, "RvslInd") == "true"
    for place, detail in enumerate(details or [entry]):
        amount = _find(detail, "Amt")
        if amount is None:
            amount = _find(detail, "AmtDtls", "TxAmt", "Amt")
        if amount is None and len(details) <= 1:
            amount = _find(entry, "Amt")
        number, currency = _amount(amount)
        sign = _text(detail, "CdtDbtInd") or _text(entry, "CdtDbtInd")
        reference = _text(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").replace(" ", "").upper()
        payer = _text(detail, "RltdPties", "Dbtr", "Nm") or _text(detail, "RltdPties", "Dbtr", "Pty", "Nm")
        text = _text(detail, "RmtInf", "Ustrd") or _text(detail, "AddtlTxInf") or _text(entry, "AddtlNtryInf")
        inner = _text(detail, "Refs", "AcctSvcrRef")
        if inner and len(details) > 0:
            key = inner
        elif outer:
            key = outer if len(details) <= 1 else f"{outer}/{place + 1}"
        else:  # the bank gives no reference of its own: the contents have to do
            told = "|".join((str(number), currency, sign, day.isoformat(), reference, payer, text, str(place)))
            key = "sha-" + hashlib.sha256(told.encode()).hexdigest()[:24]
        booked = status in ("", "BOOK")
        yield BankEntry(key, number, currency, sign == "CRDT", day, reference, payer, text, booked, reversal)


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _all(element: Element, name: str) -> list[Element]:
    return [child for child in element if _name(child) == name]


def _find(element: Element, *path: str) -> Element | None:
    here: Element | None = element
    for name in path:
        here = next((child for child in here if _name(child) == name), None) if here is not None else None
    return here


def _text(element: Element, *path: str) -> str:
    inner = _find(element, *path)
    return (inner.text or "").strip() if inner is not None else ""


def _date(text: str) -> date:
    try:
        return datetime.fromisoformat(text).date() if "T" in text else date.fromisoformat(text)
    except ValueError:
        raise Refusal("bank-value", field="ValDt", found=text[:40]) from None


def _amount(element: Element | None) -> tuple[Decimal, str]:
    text = (element.text or "").strip() if element is not None else ""
    if not _AMOUNT.fullmatch(text):
        raise Refusal("bank-value", field="Amt", found=text[:40])
    return Decimal(text).quantize(Decimal("0.01")), element.get("Ccy", "") if element is not None else ""
