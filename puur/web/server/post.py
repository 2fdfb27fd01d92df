"""The postman: a thread that sends what lies in the outbox (`keeping.models.Letter`), so that no page waits for a mail server.

Several processes share one outbox: a letter is put off before it is sent, so that nobody else takes it meanwhile. Promise: a letter
that was stored is sent, or is marked as one that could not be; a slow or absent mail server costs nothing but time. A process that
is killed between the server's yes and the note of it sends that letter twice, under the same Message-ID: of two mistakes the
smaller one. The log names neither a reader nor what was written.
"""

from __future__ import annotations

import base64
import logging
import smtplib
import threading
import time

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, close_old_connections, connection
from django.db.models import Q, QuerySet

from puur.web.keeping import erasing
from puur.web.keeping.models import Letter
from puur.web.server.metrics import counters

log = logging.getLogger(__name__)
TIMEOUT = 10.0  # seconds that the mail server may take for a word
LEASE = 900.0  # seconds for which a letter is somebody's who sends it
LOOK = 30.0  # seconds until the outbox is looked into unasked: letters of a process that was killed
PAUSES = (5.0, 30.0, 120.0, 300.0)  # seconds until a mail server that is away is tried again
AGAIN = 60.0  # seconds until a letter that was put off is tried again, doubled with each try
GIVE_UP = 2 * 24 * 3600.0  # seconds after which a letter counts as one that cannot be sent
SHOWN = 14 * 24 * 3600.0  # seconds for which the sender is shown that
HOUR = 3600.0


class Postman:
    """Sends one letter after the other while the server runs."""

    def __init__(self) -> None:
        self._called = threading.Event()
        self._stop = threading.Event()
        self._guard = threading.Lock()

    def start(self) -> None:
        """Begin, with what an earlier process has left."""
        self._stop = threading.Event()
        threading.Thread(target=self._work, args=(self._stop,), daemon=True, name="puur-post").start()

    def stop(self) -> None:
        """Begin no further letter."""
        self._stop.set()
        self._called.set()

    def wake(self) -> None:
        """There is something to send."""
        self._called.set()

    def _work(self, stop: threading.Event) -> None:
        away = 0
        while not stop.is_set():
            reached = True
            try:
                reached = self.deliver(stop)
            except DatabaseError:
                log.warning("the outbox could not be read")
            except Exception:
                log.exception("the post")
            finally:
                close_old_connections()
            away = 0 if reached else away + 1
            if away:
                stop.wait(PAUSES[min(away, len(PAUSES)) - 1])
            else:
                self._called.wait(LOOK)
            self._called.clear()
        connection.close()

    def deliver(self, stop: threading.Event | None = None) -> bool:
        """Send what is due; whether the mail server was there."""
        if not settings.EMAIL_HOST:
            return True
        with self._guard:
            _tidy()
            if not _due().exists():
                return True
            sent = 0
            try:
                with get_connection(timeout=TIMEOUT) as line:
                    while not (stop is not None and stop.is_set()) and (letter := _next()) is not None:
                        sent += _try(letter, line)
            except (OSError, smtplib.SMTPException) as problem:
                log.warning("the mail server was not reached: %s", _plain(problem))
                return False
            finally:
                if sent:
                    erasing.after_commit()
            return True


def _due() -> QuerySet[Letter]:
    """What may be sent now; what is due hours from now was put off by a clock that was wrong."""
    now = time.time()
    return Letter.objects.filter(Q(due__lte=now) | Q(due__gt=now + 2 * HOUR), failed=False)


def _next() -> Letter | None:
    """A letter that is due and that nobody else takes; it is put off until whoever takes it must have sent it."""
    while (letter := _due().order_by("due", "pk").first()) is not None:
        if Letter.objects.filter(pk=letter.pk, due=letter.due).update(due=time.time() + LEASE):
            return letter
    return None


def _try(letter: Letter, line: BaseEmailBackend) -> bool:
    """Whether the mail server has taken this letter; where the line itself is broken the letter waits and the problem goes on."""
    message = EmailMessage(letter.subject, letter.text, to=[letter.to], connection=line)
    message.extra_headers["Message-ID"] = f"<{letter.pk}.{letter.made:.6f}@puur>"
    for name, data in letter.files:
        message.attach(name, base64.b64decode(data), "application/pdf")
    try:
        message.send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as problem:
        code = _code(problem)
        _put_off(letter, gone=code >= 500)
        log.warning("a mail was refused: %d", code)
        return False
    except (OSError, smtplib.SMTPException):
        _put_off(letter, gone=False)
        raise
    except Exception as problem:  # a letter that cannot be written at all must not keep the others
        _put_off(letter, gone=True)
        log.error("a mail could not be written: %s", _plain(problem))
        return False
    Letter.objects.filter(pk=letter.pk).delete()
    counters.add("puur_mails_total", fate="sent")
    return True


def _put_off(letter: Letter, *, gone: bool) -> None:
    now = time.time()
    if gone or now - letter.made > GIVE_UP:
        _fail(Letter.objects.filter(pk=letter.pk))
        return
    later = now + min(HOUR, AGAIN * 2 ** min(letter.tries, 10))
    Letter.objects.filter(pk=letter.pk).update(due=later, tries=min(letter.tries + 1, 1000))


def _fail(letters: QuerySet[Letter]) -> None:
    """Letters that cannot be sent: what was written is erased, and the sender is shown the address for a while."""
    number = letters.filter(failed=False).update(failed=True, subject="", text="", files=[], size=0)
    if number:
        counters.add("puur_mails_total", number, fate="failed")


def _tidy() -> None:
    """Give up what waited too long, and forget what was shown long enough."""
    now = time.time()
    _fail(Letter.objects.filter(made__lt=now - GIVE_UP))
    Letter.objects.filter(failed=True, made__lt=now - SHOWN).delete()


def _code(problem: smtplib.SMTPResponseException | smtplib.SMTPRecipientsRefused) -> int:
    """The number that the mail server gave."""
    if isinstance(problem, smtplib.SMTPResponseException):
        return int(problem.smtp_code)
    return max((int(code) for code, _ in problem.recipients.values()), default=400)


def _plain(problem: Exception) -> str:
    """What went wrong without the words of the mail server, which may repeat an address."""
    code = getattr(problem, "smtp_code", None) or getattr(problem, "errno", None)
    return type(problem).__name__ + (f" {code}" if code else "")


postman = Postman()
wake = postman.wake
