"""Whom a club may write to: whoever reads an address says so, behind a link in a single mail that asks.

Nobody else can say it for them, whoever typed the address in. An answer belongs to the address, not to the person it was entered
for: another address is asked anew. Promise: who has said no is not asked again by that club, and who wants nothing at all gets
nothing from clubs and evenings (letters for a forgotten password aside). Addresses are known here by their hash alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from puur.web import mailing
from puur.web.keeping.models import Consent
from puur.web.mailing import Mail, Sent
from puur.web.server import throttle

AGAIN = timedelta(days=7)  # until somebody who has not answered may be asked once more
FORGOTTEN = timedelta(days=365)  # until a question without an answer is


def club_name(pk: int) -> str:
    """A club as a sender of mails."""
    return f"club {pk}"


def of(sender: str, addresses: Iterable[str]) -> dict[str, Consent]:
    """What is known of these addresses, where anything is."""
    names = {address: Consent.name_of(sender, address) for address in addresses if address}
    known = Consent.objects.in_bulk(list(set(names.values())))
    return {address: known[name] for address, name in names.items() if name in known}


def agreed(sender: str, addresses: Iterable[str]) -> set[str]:
    """The addresses that may be written to."""
    return {address for address, row in of(sender, addresses).items() if row.agreed is not None}


def open_to_ask(sender: str, addresses: Iterable[str]) -> list[str]:
    """Those that have neither answered nor been asked lately."""
    wanted = list(dict.fromkeys(address for address in addresses if address))
    known, before = of(sender, wanted), timezone.now() - AGAIN
    return [address for address in wanted if (row := known.get(address)) is None or _unanswered(row, before)]


def _unanswered(row: Consent, before: datetime) -> bool:
    return row.agreed is None and row.refused is None and (row.asked is None or row.asked < before)


def secret_of(sender: str, address: str) -> str:
    """The secret of the page where whoever reads an address answers; it goes nowhere but into a mail to that address."""
    fresh = {"sender": sender, "secret": secrets.token_urlsafe(24)}
    return Consent.objects.get_or_create(name=Consent.name_of(sender, address), defaults=fresh)[0].secret


def ask(sender: str, addresses: Iterable[str], write: Callable[[str, str], Mail], *, address: str) -> Sent:
    """Send each who may be asked a mail with the link to answer; `write` gets their address and the secret of that link."""
    out = held = 0
    for to in open_to_ask(sender, addresses)[: mailing.MOST]:
        if not mailing.configured() or not mailing.usable(to):
            continue
        if throttle.take("ask-from", address) and throttle.take("ask", to.strip().casefold()):
            sent = mailing.send([write(to, secret_of(sender, to))], by=sender, address=address)
        else:
            sent = Sent(held=1)
        if sent.out:
            Consent.objects.filter(name=Consent.name_of(sender, to)).update(asked=timezone.now())
        out, held = out + sent.out, held + sent.held
    return Sent(out, held)


def answer(row: Consent, *, yes: bool) -> None:
    """What whoever reads the address says; they may say otherwise later."""
    now = timezone.now()
    row.agreed, row.refused = (now, None) if yes else (None, now)
    row.save(update_fields=["agreed", "refused"])


def take_back(sender: str, address: str) -> None:
    """A person who is signed in to the club wants no more mails at this address; they may be asked again when they do."""
    Consent.objects.filter(name=Consent.name_of(sender, address)).update(agreed=None, asked=None)


def is_address(row: Consent, address: str) -> bool:
    """Whether an answer is about this address."""
    return bool(address) and row.name == Consent.name_of(row.sender, address)


def forget(sender: str, address: str = "") -> None:
    """A club is gone, or somebody leaves it; a no of theirs stays, as a hash, so that nobody writes to them after all."""
    rows = Consent.objects.filter(sender=sender)
    if address:
        rows = rows.filter(name=Consent.name_of(sender, address), refused__isnull=True)
    rows.delete()


def tidy(now: datetime) -> None:
    """Forget questions that nobody has answered for long."""
    Consent.objects.filter(agreed__isnull=True, refused__isnull=True, made__lt=now - FORGOTTEN).delete()
