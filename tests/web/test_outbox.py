"""Mails lie in an outbox that survives a restart: no page waits for a mail server, nothing is lost, and the sender is told."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from django.core import mail as django_mail
from django.test import override_settings

from puur.web import mailing
from puur.web.keeping.models import Letter
from puur.web.mailing import Mail
from puur.web.server import post
from puur.web.server.post import postman
from tests.smtp import Post, text_of

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def _empty(smtp: Post) -> Iterator[None]:
    Letter.objects.all().delete()
    with override_settings(**smtp.settings):
        yield
    smtp.free.set()
    Letter.objects.all().delete()


def put(*readers: str, by: str = "club 77") -> mailing.Sent:
    return mailing.send(
        [Mail(f"{who}@example.org", "Hallo", f"an {who}", (("a.pdf", b"%PDF"),)) for who in readers], by=by, address="a"
    )


def test_whoever_asks_for_a_mail_does_not_wait_for_the_mail_server(smtp: Post) -> None:
    smtp.held.set()  # it takes the call and says nothing
    assert put("rosa", "urs") == (2, 0)
    sending = threading.Thread(target=postman.deliver)
    sending.start()
    while not smtp.calls:
        time.sleep(0.01)
    assert put("kim") == (1, 0), "while the mail server holds the postman"
    assert mailing.standing("club 77") == (3, ())
    smtp.held.clear()
    smtp.free.set()
    sending.join()
    postman.deliver()
    assert [text_of(mail) for mail in smtp.mails] == ["an rosa", "an urs", "an kim"]
    assert len({mail["Message-ID"] for mail in smtp.mails}) == 3
    assert mailing.standing("club 77") == (0, ())


def test_a_mail_server_that_is_away_costs_only_time(smtp: Post, caplog: pytest.LogCaptureFixture) -> None:
    with override_settings(EMAIL_PORT=1), caplog.at_level(logging.DEBUG):
        put("rosa")
        assert postman.deliver() is False
        assert mailing.standing("club 77") == (1, ())
    assert "rosa" not in caplog.text
    assert postman.deliver() is True
    assert len(smtp.mails) == 1


def test_a_refused_reader_keeps_nobody_else_and_the_sender_is_told(smtp: Post, caplog: pytest.LogCaptureFixture) -> None:
    smtp.refuses = {"urs@": "550 no such user urs@example.org", "kim@": "451 later, kim@example.org"}
    put("urs", "kim", "rosa")
    with caplog.at_level(logging.DEBUG, "puur"):
        postman.deliver()
    assert [mail["To"] for mail in smtp.mails] == ["rosa@example.org"]
    assert mailing.standing("club 77") == (1, ("urs@example.org",))
    assert "example.org" not in caplog.text
    gone = Letter.objects.get(to="urs@example.org")
    assert (gone.subject, gone.text, gone.files) == ("", "", []), "what was written does not stay"
    smtp.refuses = {}
    postman.deliver()
    assert len(smtp.mails) == 1, "a letter that was put off waits"
    Letter.objects.filter(failed=False).update(due=0)
    postman.deliver()
    assert [mail["To"] for mail in smtp.mails] == ["rosa@example.org", "kim@example.org"]


def test_what_waits_too_long_is_given_up_and_shown_for_a_while(smtp: Post) -> None:
    put("rosa")
    Letter.objects.update(made=time.time() - post.GIVE_UP - 1)
    postman.deliver()
    assert (smtp.mails, mailing.standing("club 77")) == ([], (0, ("rosa@example.org",)))
    Letter.objects.update(made=time.time() - post.SHOWN - 1)
    postman.deliver()
    assert not Letter.objects.exists()


def test_two_postmen_send_a_letter_once(smtp: Post) -> None:
    put(*(f"reader{number}" for number in range(10)))
    others = [post.Postman() for _ in range(3)]  # as in three processes: each has a guard of its own
    threads = [threading.Thread(target=other.deliver) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    postman.deliver()
    assert sorted(mail["To"] for mail in smtp.mails) == sorted(f"reader{number}@example.org" for number in range(10))


def test_a_clock_that_was_wrong_holds_no_letter_for_days(smtp: Post) -> None:
    put("rosa")
    Letter.objects.update(due=time.time() + 5 * 24 * 3600)
    postman.deliver()
    assert len(smtp.mails) == 1


def test_a_letter_that_cannot_be_written_does_not_keep_the_others(smtp: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    put("urs", "rosa")
    whole = django_mail.EmailMessage.message

    def broken(self: django_mail.EmailMessage) -> object:
        if self.to == ["urs@example.org"]:
            raise ValueError("urs@example.org")
        return whole(self)

    monkeypatch.setattr(django_mail.EmailMessage, "message", broken)
    postman.deliver()
    assert [mail["To"] for mail in smtp.mails] == ["rosa@example.org"]
    assert mailing.standing("club 77").failed == ("urs@example.org",)


def test_the_outbox_is_bounded_in_number_and_weight(smtp: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailing, "MOST_WAITING", 2)
    assert put("a", "b", "c") == (2, 1)
    monkeypatch.setattr(mailing, "MOST_WAITING", 100)
    monkeypatch.setattr(mailing, "MOST_BYTES", 40)
    assert put("d", "e", "f") == (1, 2)
    postman.deliver()
    assert len(smtp.mails) == 3


def test_letters_are_in_no_backup_and_answers_are() -> None:
    from puur.web.keeping.rows import kept_models

    labels = {model._meta.label_lower for model in kept_models()}
    assert "keeping.letter" not in labels, "a restored letter would be sent twice"
    assert "keeping.consent" in labels, "a no outlives a restore"


STARTED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "puur.web.settings"
import django
django.setup()
from puur.web import mailing
from puur.web.mailing import Mail
from puur.web.server.post import postman
if sys.argv[1] == "put":
    mailing.send([Mail("rosa@example.org", "Hallo", "an rosa")], by="club 77", address="a")
    print("stored", flush=True)
    import time; time.sleep(600)
postman.deliver()
"""


def test_a_killed_server_has_lost_no_letter(smtp: Post) -> None:
    environment = {**os.environ, "EMAIL_HOST": str(smtp.host), "EMAIL_PORT": str(smtp.port)}
    with subprocess.Popen([sys.executable, "-c", STARTED, "put"], env=environment, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == "stored"
        first.send_signal(signal.SIGKILL)
    subprocess.run([sys.executable, "-c", STARTED, "send"], env=environment, check=True)
    assert [text_of(mail) for mail in smtp.mails] == ["an rosa\n"]
