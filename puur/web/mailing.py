"""Mail that Puur sends: where it is configured, one message to one address; elsewhere nothing, and the pages say so.

A page only puts its mails into the outbox; `server.post` sends them. Promise: a mail that cannot be sent breaks nothing and holds
nobody up; whoever asked for it is told how many are on their way, how many were held back, and later which could not be sent.
Nobody makes Puur a nuisance: mails are counted by who gets them, by the club or evening that sends them, by the address that asks
for it, and in all (`server.throttle`), over all processes; so are those that wait.
"""

from __future__ import annotations

import base64
import logging
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Sum

from puur.web.keeping.models import Consent, Letter
from puur.web.server import post, throttle

log = logging.getLogger(__name__)
MOST = 500  # mails at once
AT_ONCE = 50  # mails that are counted, and stored, in one transaction
MOST_WAITING = 5000  # mails in the outbox
MOST_BYTES = 64 << 20  # and what they weigh together
_ADDRESS = re.compile(r"[^@\s<>,;\"]{1,64}@[^@\s<>,;\"]{1,120}\.[^@\s<>,;\".]{2,24}")


@dataclass(frozen=True, slots=True)
class Mail:
    """One message: to whom, what about, the text, and files with name and contents (PDF)."""

    to: str
    subject: str
    text: str
    files: tuple[tuple[str, bytes], ...] = ()


def configured() -> bool:
    """Whether this server sends mail."""
    return bool(settings.EMAIL_HOST)


def usable(address: str) -> bool:
    """Whether something looks like one address."""
    return _ADDRESS.fullmatch(address) is not None


class Sent(NamedTuple):
    """How many mails are on their way, and how many were held back because there were too many."""

    out: int = 0
    held: int = 0


class Standing(NamedTuple):
    """How many mails of a sender wait to be sent, and the addresses that could not be reached lately."""

    waiting: int
    failed: tuple[str, ...]


def send(mails: Iterable[Mail], *, by: str, address: str) -> Sent:
    """Put what can and may be sent into the outbox; `by` is the club or evening, `address` where the request comes from."""
    wanted = _wanted([mail for mail in mails if usable(mail.to)])
    if not wanted or not configured():
        return Sent()
    stored = put(_allowed(wanted, by, address), by=by)
    if stored < len(wanted):
        log.warning("mails held back: %d of %d", len(wanted) - stored, len(wanted))
    return Sent(stored, len(wanted) - stored)


def put(mails: list[Mail], *, by: str) -> int:
    """Store mails that were counted already, as many as there is room for; they are sent from there, also after a restart."""
    waiting = Letter.objects.filter(failed=False).aggregate(number=Count("pk"), weight=Sum("size"))
    number, weight, letters = waiting["number"], waiting["weight"] or 0, []
    for mail in mails:
        letter = _letter(mail, by)
        number, weight = number + 1, weight + letter.size
        if number > MOST_WAITING or weight > MOST_BYTES:
            break
        letters.append(letter)
    for start in range(0, len(letters), AT_ONCE):
        with transaction.atomic():
            Letter.objects.bulk_create(letters[start : start + AT_ONCE])
    if letters:
        transaction.on_commit(post.wake)
    return len(letters)


def standing(by: str) -> Standing:
    """Where the mails of a club or evening are."""
    waiting = Letter.objects.filter(by=by, failed=False).count()
    failed = Letter.objects.filter(by=by, failed=True).order_by("to").values_list("to", flat=True).distinct()
    return Standing(waiting, tuple(failed[:MOST]))


def waiting_for(address: str) -> list[str]:
    """What lies in the outbox for somebody: what each letter is about."""
    return list(Letter.objects.filter(to__iexact=address, failed=False).values_list("subject", flat=True)) if address else []


def forget(*, by: str = "", to: str = "") -> None:
    """Throw away what waits of a sender that is gone, for somebody who is gone, or of the one for the other."""
    rows = Letter.objects.filter(**({"by": by} if by else {}), **({"to__iexact": to} if to else {}))
    if by or to:
        rows.delete()


def _letter(mail: Mail, by: str) -> Letter:
    files = [[name, base64.b64encode(data).decode("ascii")] for name, data in mail.files]
    size = len(mail.text.encode()) + sum(len(data) for _, data in files)
    subject, now = " ".join(mail.subject.split())[:200], time.time()
    return Letter(by=by, to=mail.to, subject=subject, text=mail.text, files=files, size=size, made=now, due=now)


def _wanted(mails: list[Mail]) -> list[Mail]:
    """Without those to people who want nothing from anybody."""
    names = {Consent.name_of("", mail.to) for mail in mails}
    refused = set(Consent.objects.filter(name__in=names, refused__isnull=False).values_list("name", flat=True)) if names else set()
    return [mail for mail in mails if Consent.name_of("", mail.to) not in refused]


def _allowed(wanted: list[Mail], by: str, address: str) -> list[Mail]:
    """Those that no limit holds back; one that is held back for its reader is not counted for its sender."""
    mails: list[Mail] = []
    for start in range(0, min(MOST, len(wanted)), AT_ONCE):
        with transaction.atomic():
            mails += [
                mail for mail in wanted[start : min(MOST, start + AT_ONCE)] if throttle.take("mail-to", mail.to.strip().casefold())
            ]
    for kind, who in (("mail-by", by), ("mail-from", address), ("mail-day", "")):
        mails = mails[: throttle.take_some(kind, who, len(mails))] if mails else []
    return mails
