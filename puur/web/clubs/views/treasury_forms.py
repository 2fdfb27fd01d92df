"""What the treasurer types: amounts and dates as people write them, and the mark that makes a second click harmless."""

from __future__ import annotations

import re
import secrets
from datetime import date
from decimal import Decimal, InvalidOperation

from django.http import HttpRequest

_MOST = Decimal(1_000_000)


class Slip(Exception):
    """What somebody typed can not be taken: the key of the sentence and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


def amount_of(text: str) -> Decimal:
    """An amount as people type it: 20, 20.50, 1'000.00, 20,50."""
    plain = re.sub(r"['’\s]|CHF", "", text.strip(), flags=re.IGNORECASE).replace(",", ".")
    try:
        amount = Decimal(plain)
    except InvalidOperation:
        raise Slip("club_office.slip.amount", found=text[:40]) from None
    if not amount.is_finite() or not 0 < amount <= _MOST or amount != amount.quantize(Decimal("0.01")):
        raise Slip("club_office.slip.amount", found=text[:40])
    return amount


def date_of(text: str, missing: date) -> date:
    """A date of a form; today where nothing is said."""
    if not text.strip():
        return missing
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Slip("club_office.slip.date", found=text[:40]) from None


def once(request: HttpRequest) -> str:
    """The mark of a form that was sent, or a new one for a form to be shown."""
    given = request.POST.get("once", "")
    return given if re.fullmatch("[A-Za-z0-9_-]{8,40}", given) else secrets.token_urlsafe(9)
