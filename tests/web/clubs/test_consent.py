"""A club writes only to who has agreed themselves, behind a link that came to the very address."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from datetime import datetime
from email.header import decode_header, make_header
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from puur.season import events as ev
from puur.web import consent
from puur.web.clubs.models import Club, ClubContact
from puur.web.keeping.models import Attempt, Consent, Letter
from puur.web.server import throttle
from puur.web.server.post import postman
from tests.smtp import Post, text_of
from tests.web.clubs.support import answered, at, enter_as, make_club, until
from tests.web.test_erasing import files_with

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def club(smtp: Post) -> Iterator[Club]:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    with at(datetime(2027, 1, 25, 12)), override_settings(**smtp.settings):
        yield row


def write(row: Club) -> None:
    """The Vorstand writes to everybody."""
    enter_as(row, "anna").post(f"/clubs/{row.slug}/mail/", {"subject": "Ausflug", "text": "Am Samstag.", "do": "send"})
    postman.deliver()


def sent(smtp: Post) -> list[str]:
    return [str(make_header(decode_header(mail["Subject"]))) for mail in smtp.mails]


ASKED = "Jassclub Musterlingen: Dürfen wir dir schreiben?"


def test_who_does_not_answer_gets_a_single_question_however_often_the_club_tries(club: Club, smtp: Post) -> None:
    anna = enter_as(club, "anna")
    for _ in range(3):
        anna.post(f"/clubs/{club.slug}/people/eva/contact/", {"email": "Eva@example.org", "agrees": "1", "mail": "1"})
        anna.post(f"/clubs/{club.slug}/mail/", {"do": "ask"})
        write(club)
    assert [(mail["To"], text_of(mail).startswith("Eva")) for mail in smtp.mails] == [("Eva@example.org", True)]
    assert ClubContact.objects.get(club=club, person="eva").agrees is False, "nor does the Vorstand say that members may see it"


def test_a_yes_holds_for_that_club_and_that_address_alone(club: Club, smtp: Post) -> None:
    anna, address = enter_as(club, "anna"), f"/clubs/{club.slug}/people/eva/contact/"
    anna.post(address, {"email": "eva@example.org"})
    postman.deliver()
    answered(smtp.mails[0], "yes")
    write(club)
    assert smtp.mails[-1]["Subject"] == "Ausflug"
    other = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    ClubContact.objects.create(club=other, person="eva", email="eva@example.org", agrees=True)  # as an earlier version kept it
    before = len(smtp.mails)
    write(other)
    assert len(smtp.mails) == before, "another club was not answered"
    anna.post(address, {"email": "stranger@example.org"})
    postman.deliver()
    write(club)
    assert smtp.mails[-1]["To"] == "stranger@example.org"
    assert "Ausflug" not in sent(smtp)[before:], "the new address is asked, nothing more"


def test_a_no_erases_the_address_and_nobody_of_the_club_asks_again(club: Club, smtp: Post) -> None:
    anna, address = enter_as(club, "anna"), f"/clubs/{club.slug}/people/eva/contact/"
    anna.post(address, {"email": "eva@example.org", "phone": "079 123 45 67"})
    postman.deliver()
    answered(smtp.mails[0], "no")
    kept = ClubContact.objects.get(club=club, person="eva")
    assert (kept.email, kept.phone) == ("", "079 123 45 67")
    anna.post(address, {"email": "eva@example.org"})
    assert "abgelehnt" in anna.get(f"/clubs/{club.slug}/people/eva/").content.decode()
    Attempt.objects.all().delete()
    write(club)
    assert len(smtp.mails) == 1
    answered(smtp.mails[0], "yes")  # Eva changes her mind on the same page
    write(club)
    assert sent(smtp)[1:] == ["Ausflug"]


def test_every_mail_has_the_way_to_stop_and_what_waits_is_not_sent_then(club: Club, smtp: Post) -> None:
    eva = enter_as(club, "eva")
    eva.post(f"/clubs/{club.slug}/me/contact/", {"email": "eva@example.org", "mail": "1"})
    postman.deliver()
    answered(smtp.mails[0], "yes")
    write(club)
    enter_as(club, "anna").post(f"/clubs/{club.slug}/mail/", {"subject": "Nachtrag", "text": "Doch nicht.", "do": "send"})
    assert Letter.objects.filter(to="eva@example.org").count() == 1
    answered(smtp.mails[1], "no")
    postman.deliver()
    assert sent(smtp) == [ASKED, "Ausflug"]


def test_the_own_page_takes_a_yes_back(club: Club, smtp: Post) -> None:
    eva, address = enter_as(club, "eva"), f"/clubs/{club.slug}/me/contact/"
    eva.post(address, {"email": "eva@example.org", "mail": "1"})
    postman.deliver()
    answered(smtp.mails[0], "yes")
    eva.post(address, {"email": "eva@example.org"})
    write(club)
    assert sent(smtp) == [ASKED]


def test_looking_at_the_link_answers_nothing_and_a_wrong_one_is_nowhere(club: Club, smtp: Post) -> None:
    enter_as(club, "anna").post(f"/clubs/{club.slug}/people/eva/contact/", {"email": "eva@example.org"})
    postman.deliver()
    link = re.search(r"http://\S+(/mail/\S+)", text_of(smtp.mails[0]))
    assert link is not None
    for _ in range(2):  # a mail program that looks links up
        answer = Client(HTTP_HOST="localhost").get(link[1])
        assert (answer.status_code, answer.headers["Referrer-Policy"]) == (
            200,
            "same-origin",
        )  # not `no-referrer`: its forms are refused
    write(club)
    assert len(smtp.mails) == 1
    assert Client(HTTP_HOST="localhost").post("/mail/guessed-0123456789abcdef/", {"may": "yes"}).status_code == 404


def test_many_clubs_ask_one_address_twice_a_day_at_most(club: Club, smtp: Post) -> None:
    burst = int(throttle.LIMITS["ask"].burst)
    for row in (club, *(make_club(until(lambda event: isinstance(event, ev.DayOpened))) for _ in range(burst + 1))):
        enter_as(row, "anna").post(f"/clubs/{row.slug}/people/eva/contact/", {"email": "eva@example.org"})
    postman.deliver()
    assert len(smtp.mails) == burst == 2


def test_with_the_account_and_the_club_go_question_answer_and_what_waits(club: Club, smtp: Post) -> None:
    eva = enter_as(club, "eva")
    eva.post(f"/clubs/{club.slug}/me/contact/", {"email": "eva@example.org", "mail": "1"})
    postman.deliver()
    answered(smtp.mails[0], "yes")
    enter_as(club, "anna").post(f"/clubs/{club.slug}/mail/", {"subject": "Ausflug", "text": "Am Samstag.", "do": "send"})
    held = next(entry for entry in eva.get("/accounts/export.json").json()["clubs"] if entry["as"] == "person")["mail"]
    assert (bool(held["agreed"]), held["waiting"]) == (True, ["Ausflug"])
    assert eva.post("/accounts/delete/", {"password": "geheim-2027", "confirm": "1"}).status_code == 302
    assert not Letter.objects.filter(to="eva@example.org").exists()
    assert not consent.of(consent.club_name(club.pk), ["eva@example.org"])
    enter_as(club, "anna").post(f"/clubs/{club.slug}/people/kim/contact/", {"email": "kim@example.org"})
    sender = consent.club_name(club.pk)
    assert Consent.objects.filter(sender=sender).exists()
    club.delete()
    assert not Consent.objects.filter(sender=sender).exists()
    assert not Letter.objects.filter(by=sender).exists()


def test_an_address_that_was_refused_is_in_no_file(club: Club, smtp: Post) -> None:
    address = f"weg{random.getrandbits(48):012x}@example.org"
    enter_as(club, "anna").post(f"/clubs/{club.slug}/people/eva/contact/", {"email": address, "phone": "079 123 45 67"})
    assert files_with(Path(settings.DATA), address), "it was there, and in the outbox"
    postman.deliver()
    answered(smtp.mails[0], "no")
    until_then = time.monotonic() + 300
    while (left := files_with(Path(settings.DATA), address)) and time.monotonic() < until_then:
        time.sleep(0.1)  # the log is emptied by a thread of its own
    assert left == []
