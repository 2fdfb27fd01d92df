"""Mail that Puur sends: where it is configured, one message to one address; elsewhere nothing, and the pages say so.

Promise: a mail that cannot be sent breaks nothing; whoever asked for it is told how many went out, and how many were held back.
Nobody makes Puur a nuisance: mails are counted by who gets them, by the club or evening that sends them, by the address that asks
for it, and in all (`server.throttle`), over all processes.
"""

from __future__ import annotations

import logging
import re
import smtplib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from puur.web.server import throttle

log = logging.getLogger(__name__)
MOST = 500  # mails at once
AT_ONCE = 50  # readers that are counted in one transaction
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
    """How many mails went out, and how many were held back because there were too many."""

    out: int = 0
    held: int = 0


def send(mails: Iterable[Mail], *, by: str, address: str) -> Sent:
    """Send what can and may be sent over one connection; `by` is the club or evening, `address` where the request comes from."""
    wanted = [mail for mail in mails if usable(mail.to)]
    if not wanted or not configured():
        return Sent()
    allowed = _allowed(wanted, by, address)
    sent = 0
    try:
        with get_connection(timeout=10) as connection:
            for mail in allowed:
                subject = " ".join(mail.subject.split())[:200]
                message = EmailMessage(subject, mail.text, to=[mail.to], connection=connection)
                for name, data in mail.files:
                    message.attach(name, data, "application/pdf")
                try:
                    sent += message.send()
                except smtplib.SMTPRecipientsRefused:
                    log.warning("mail refused by the server")
    except (OSError, smtplib.SMTPException):
        log.warning("mail could not be sent", exc_info=True)
    return Sent(sent, len(wanted) - len(allowed))


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
    if len(mails) < len(wanted):
        log.warning("mails held back: %d of %d", len(wanted) - len(mails), len(wanted))
    return mails
