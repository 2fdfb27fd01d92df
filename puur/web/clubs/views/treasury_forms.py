"""What the treasurer types: amounts, dates and words as people write them, and the mark that makes a second click harmless."""

from __future__ import annotations

import re
import secrets
from datetime import date
from decimal import Decimal, InvalidOperation

from django.http import HttpRequest

from puur.core.errors import Refusal
from puur.web.clubs import store

_MOST = Decimal(1_000_000)


def amount_of(request: HttpRequest) -> Decimal:
    """An amount as people type it: 20, 20.50, 1'000.00, 20,50."""
    text = request.POST.get("amount", "")
    plain = re.sub(r"['’\s]|CHF", "", text.strip(), flags=re.IGNORECASE).replace(",", ".")
    try:
        amount = Decimal(plain)
    except InvalidOperation:
        amount = Decimal(0)
    if not amount.is_finite() or not 0 < amount <= _MOST or amount != amount.quantize(Decimal("0.01")):
        raise Refusal("typed-amount", found=text[:40])
    return amount


def date_of(request: HttpRequest) -> date:
    """A date of a form; today where nothing is said."""
    text = request.POST.get("on", "").strip()
    try:
        return date.fromisoformat(text) if text else store.today()
    except ValueError:
        raise Refusal("typed-date", found=text[:40]) from None


def line_of(request: HttpRequest, name: str, most: int) -> str:
    """A line of words that has to be there."""
    line = " ".join(request.POST.get(name, "").split())[:most]
    if not line:
        raise Refusal(f"typed-{name}")
    return line


def once(request: HttpRequest) -> str:
    """The mark of a form that was sent, or a new one for a form to be shown."""
    given = request.POST.get("once", "")
    return given if re.fullmatch("[A-Za-z0-9_-]{8,40}", given) else secrets.token_urlsafe(9)
