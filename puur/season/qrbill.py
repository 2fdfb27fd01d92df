"""The Swiss QR-bill as data: RF reference, structured addresses, and the payload of the QR code, checked field by field.

By the Swiss Implementation Guidelines QR-bill, version 2.3: structured addresses (type S) only, CHF only, a plain IBAN with a
creditor reference by ISO 11649. Drawing it is `puur.papers.bills`. Promise: `payload` gives what a bank accepts or refuses.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from puur.core.errors import Refusal

_LIMITS = {"name": 70, "street": 70, "house": 16, "postcode": 16, "town": 35}
# The permitted part of Unicode: Basic Latin, Latin-1 Supplement, Latin Extended-A, and a few letters more.
_PERMITTED = re.compile("[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*")
_MESSAGE = 140
_HIGHEST = Decimal("999999999.99")


@dataclass(frozen=True, slots=True)
class Party:
    """A creditor or debtor with a structured address; street and house may be empty."""

    name: str
    street: str
    house: str
    postcode: str
    town: str
    country: str = "CH"

    def check(self) -> None:
        """Refuse what a bank would: missing or too long fields, signs outside the permitted set, no country code."""
        for field, limit in _LIMITS.items():
            value = getattr(self, field)
            if not _PERMITTED.fullmatch(value) or len(value) > limit or value != value.strip():
                raise Refusal("bill-address", field=field, found=value[:60], limit=limit)
            if not value and field in ("name", "postcode", "town"):
                raise Refusal("bill-address", field=field, found="", limit=limit)
        if not re.fullmatch("[A-Z]{2}", self.country):
            raise Refusal("bill-address", field="country", found=self.country[:60], limit=2)

    def lines(self) -> tuple[str, ...]:
        """The seven lines of the payload."""
        return ("S", self.name, self.street, self.house, self.postcode, self.town, self.country)

    def printed(self) -> tuple[str, ...]:
        """The address as it is printed."""
        road = " ".join(part for part in (self.street, self.house) if part)
        place = f"{self.postcode} {self.town}"
        if self.country not in ("CH", "LI"):
            place = f"{self.country}-{place}"
        return tuple(line for line in (self.name, road, place) if line)


@dataclass(frozen=True, slots=True)
class Creditor:
    """Who is paid, and on which account."""

    party: Party
    iban: str


def _mod97(text: str) -> int:
    return int("".join(str(int(sign, 36)) for sign in text)) % 97


def check_iban(iban: str) -> str:
    """The IBAN without spaces, or a refusal; a QR-IBAN cannot carry an RF reference."""
    plain = re.sub(r"\s", "", iban).upper()
    if not re.fullmatch("(CH|LI)[0-9]{2}[0-9]{5}[A-Z0-9]{12}", plain) or _mod97(plain[4:] + plain[:4]) != 1:
        raise Refusal("iban", iban=iban[:40])
    if 30000 <= int(plain[4:9]) <= 31999:
        raise Refusal("qr-iban", iban=iban[:40])
    return plain


def _start(name: str) -> str:
    """What a reference begins with: the first letters and digits of a name, without accents."""
    plain = unicodedata.normalize("NFKD", name).upper()
    return re.sub("[^A-Z0-9]", "", plain)[:8]


def reference(prefix: str, number: int) -> str:
    """The creditor reference (ISO 11649) of a booking or bill: RF, two check digits, prefix and number."""
    body = _start(prefix) + f"{number:08d}"
    return f"RF{98 - _mod97(body + 'RF00'):02d}{body}"


def reference_is_right(text: str) -> bool:
    """Whether this is a creditor reference with the right check digits."""
    plain = re.sub(r"\s", "", text).upper()
    return bool(re.fullmatch("RF[0-9]{2}[A-Z0-9]{1,21}", plain)) and _mod97(plain[4:] + plain[:4]) == 1


def number_of(prefix: str, text: str) -> int | None:
    """The number of the booking or bill in a reference of ours, or None."""
    plain = re.sub(r"\s", "", text).upper()
    start = _start(prefix)
    rest = plain[4:].removeprefix(start)
    if not reference_is_right(plain) or not plain[4:].startswith(start) or not re.fullmatch("[0-9]{8}", rest):
        return None
    return int(rest)


def in_fours(text: str) -> str:
    """IBAN or reference as printed, in groups of four."""
    return " ".join(text[place : place + 4] for place in range(0, len(text), 4))


@dataclass(frozen=True, slots=True)
class Bill:
    """One QR-bill."""

    creditor: Party
    iban: str
    debtor: Party | None  # None: to be filled in by whoever pays
    amount: Decimal
    reference: str
    message: str = ""

    def payload(self) -> str:
        """The text of the QR code, lines ended by LF, none after the last."""
        self.creditor.check()
        if self.debtor is not None:
            self.debtor.check()
        iban = check_iban(self.iban)
        if not Decimal("0.01") <= self.amount <= _HIGHEST or self.amount != self.amount.quantize(Decimal("0.01")):
            raise Refusal("amount", amount=self.amount)
        if not reference_is_right(self.reference):
            raise Refusal("bill-reference", reference=self.reference[:40])
        if not _PERMITTED.fullmatch(self.message) or len(self.message) > _MESSAGE:
            raise Refusal("bill-message", limit=_MESSAGE)
        payer = self.debtor.lines() if self.debtor is not None else ("",) * 7
        lines = (
            "SPC", "0200", "1", iban, *self.creditor.lines(), *[""] * 7, f"{self.amount:.2f}", "CHF", *payer,
            "SCOR", re.sub(r"\s", "", self.reference).upper(), self.message, "EPD",
        )  # fmt: skip
        return "\n".join(lines)
