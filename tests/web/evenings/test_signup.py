"""Signing up by a link: places, the waiting list, moving up, mail over SMTP, payment, check-in by code and in bulk."""

from __future__ import annotations

import io
import re
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from django.test import Client, override_settings

from puur.web.evenings.models import Registration
from puur.web.server import throttle
from puur.web.server.post import postman
from tests.smtp import Post
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")
CREDITOR = {
    "name": "Jassclub Löwen", "street": "Dorfplatz", "house": "1", "postcode": "8636", "town": "Wald",
    "iban": "CH9300762011623852957",
}  # fmt: skip


def browser() -> Client:
    return Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE="de")


def opened(limit: str = "2", **more: Any) -> Organiser:
    organiser = Organiser()
    organiser.create(fee="20", **more)
    given = {"open": "1", "limit": limit, "until": "", "text": "Nachtessen inbegriffen", "twint": "https://pay.example.ch/loewen"}
    assert not organiser.post("signup/", **given, **CREDITOR)
    return organiser


def sign_up(organiser: Organiser, name: str, **more: str) -> str:
    """Somebody signs up; the address of their page."""
    answer = browser().post(organiser.url("register/"), {"name": name, **more})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.url)


def test_two_places_then_the_waiting_list_and_whoever_waits_moves_up() -> None:
    organiser = opened()
    assert "Noch 2 Plätze frei" in browser().get(organiser.url("register/")).content.decode()
    rosa, urs, eva = (sign_up(organiser, name) for name in ("Rosa Frei", "Urs Meier", "Eva Graf"))
    assert "Startnummer: 1" in browser().get(rosa).content.decode()
    assert "Startnummer: 2" in browser().get(urs).content.decode()
    page = browser().get(eva).content.decode()
    assert "Auf der Warteliste, Platz 1" in page
    assert [one.name for one in organiser.engine().players.values()] == ["Rosa Frei", "Urs Meier"]
    assert "Alle Plätze sind besetzt" in browser().get(organiser.url("register/")).content.decode()
    assert browser().post(rosa, {"do": "cancel"}).status_code == 302
    assert "Abgemeldet" in browser().get(rosa).content.decode()
    assert "Startnummer" in browser().get(eva).content.decode()
    assert [one.name for one in organiser.engine().players.values()] == ["Urs Meier", "Eva Graf"]


def test_a_raised_limit_lets_people_move_up_and_a_closed_desk_takes_nobody() -> None:
    organiser = opened("1")
    sign_up(organiser, "Rosa Frei")
    waits = sign_up(organiser, "Urs Meier")
    assert not organiser.post("signup/", open="1", limit="2", until="", text="", twint="")
    assert "Startnummer: 2" in browser().get(waits).content.decode()
    assert not organiser.post("signup/", limit="9", until="", text="", twint="")
    answer = browser().post(organiser.url("register/"), {"name": "Zu Spät"})
    assert answer.status_code == 400
    assert "geschlossen" in answer.content.decode()
    assert not organiser.post("signup/", open="1", limit="9", until="2020-01-01", text="", twint="")
    assert browser().post(organiser.url("register/"), {"name": "Zu Spät"}).status_code == 400


def test_nobody_signs_up_where_the_organiser_has_not_opened_it() -> None:
    organiser = Organiser()
    organiser.create()
    assert browser().get(organiser.url("register/")).status_code == 404
    assert browser().get(organiser.url("signup/")).status_code == 404  # the organiser's page
    assert browser().get("/evenings/r/falsch-0123456789/").status_code == 404


def test_the_confirmation_comes_by_mail(smtp: Post) -> None:
    organiser = opened("1")
    with override_settings(**smtp.settings):
        first = sign_up(organiser, "Rosa Frei", email="rosa@example.org")
        waits = sign_up(organiser, "Urs Meier", email="urs@example.org")
        postman.deliver()
        browser().post(first, {"do": "cancel"})
        postman.deliver()
    told = [(mail["To"], mail.get_payload(decode=True).decode()) for mail in smtp.mails]
    assert [to for to, _ in told] == ["rosa@example.org", "urs@example.org", "urs@example.org"]
    gone = Registration.objects.get(names=["Rosa Frei"], evening__code=organiser.code)
    assert (gone.state, gone.email) == (Registration.State.GONE, ""), "who cancels takes the address along"
    assert "angemeldet für Dorfjass. Wann: 14.11.2026. Wo: Löwen." in told[0][1]
    assert "auf der Warteliste" in told[1][1]
    assert "angemeldet für" in told[2][1]
    assert waits in told[2][1]
    assert browser().post(organiser.url("register/"), {"name": "X", "email": "kein at"}).status_code == 400


@pytest.mark.parametrize(("kind", "out"), [("mail-to", 3), ("mail-by", 2), ("mail-from", 2), ("mail-day", 2)])
def test_mails_are_counted_and_whoever_gets_none_has_a_place_all_the_same(
    smtp: Post, monkeypatch: pytest.MonkeyPatch, kind: str, out: int
) -> None:
    """Two are allowed: to one reader, of one evening, from one address, in all. The fourth goes to somebody else."""
    monkeypatch.setitem(throttle.LIMITS, kind, throttle.Limit(2, 1e9))  # type: ignore[arg-type]
    organiser = opened("9")
    with override_settings(**smtp.settings):
        pages = [sign_up(organiser, name, email="rosa@example.org") for name in ("Rosa Frei", "Urs Meier", "Kim Huber")]
        pages.append(sign_up(organiser, "Eva Roth", email="eva@example.org"))
        postman.deliver()
    assert len(smtp.mails) == out
    assert len(set(pages)) == 4


def test_nobody_takes_all_places_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "place", throttle.Limit(2, 1e9))  # type: ignore[arg-type]
    organiser, other = opened("9"), opened("9")
    seen = [browser().post(organiser.url("register/"), {"name": name}).status_code for name in ("Rosa", "Urs", "Kim")]
    assert seen == [302, 302, 429]
    assert browser().post(other.url("register/"), {"name": "Kim"}).status_code == 302, "another evening is another matter"


def test_the_fee_is_a_qr_bill_without_the_payers_address_and_a_twint_code() -> None:
    organiser = opened()
    own = sign_up(organiser, "Rosa Frei")
    page = browser().get(own).content.decode()
    assert "https://pay.example.ch/loewen" in page
    answer = browser().get(f"{own}bill.pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    picture = pypdfium2.PdfDocument(io.BytesIO(answer.content))[0].render(scale=4).to_numpy()
    lines = zxingcpp.read_barcodes(picture)[0].text.split("\n")
    # Guidelines 2.3, chapter 4: amount and currency come after the creditor and seven empty lines; an unknown debtor is seven more.
    assert lines[3] == CREDITOR["iban"]
    assert lines[18:20] == ["20.00", "CHF"]
    assert lines[20:27] == [""] * 7
    assert lines[27] == "SCOR"
    assert "Startgeld Dorfjass, Rosa Frei" in lines[29]


def test_a_helper_who_scans_the_code_checks_in() -> None:
    organiser = opened()
    own = sign_up(organiser, "Rosa Frei")
    found = re.search(r"/evenings/p/[\w-]+/", browser().get(own).content.decode())
    assert found
    assert 'id="desk"' not in browser().get(found[0]).content.decode()  # to others it is the page of a player
    page = organiser.client.get(found[0]).content.decode()
    assert 'id="desk"' in page
    assert not organiser.post("checkin/", do="paid", player="1")
    assert organiser.engine().players["1"].here
    assert "eingecheckt" in organiser.client.post(own, {"do": "cancel"}, follow=True).content.decode()
    assert Registration.objects.get(evening__code=organiser.code).state == "listed"


def test_browsers_name_their_origin_when_a_form_of_a_secret_page_is_sent() -> None:
    """Under `no-referrer` browsers send forms with the origin `null`, and those are refused: nobody could cancel or check in."""
    organiser = opened()
    own = sign_up(organiser, "Rosa Frei")
    found = re.search(r"/evenings/p/[\w-]+/", browser().get(own).content.decode())
    assert found
    for page in (browser().get(own), organiser.client.get(found[0])):
        assert "csrfmiddlewaretoken" in page.content.decode()
        assert page.headers["Referrer-Policy"] == "same-origin"  # the address leaves to nobody else


def test_everybody_who_is_missing_is_here_with_one_click() -> None:
    organiser = Organiser()
    organiser.create(fee="20")
    organiser.people(12, here=False)
    assert not organiser.post("checkin/", do="here", player="3")
    page = organiser.get("checkin/?missing=1")
    assert "Es fehlen noch 11 Personen" in page
    assert page.count("<li hidden") == 1
    assert not organiser.post("checkin/", do="all", paid="1")
    engine = organiser.engine()
    assert len(engine.playing()) == 12
    assert sorted(one.paid for one in engine.players.values()) == [0, *[2000] * 11]


def test_whoever_comes_late_is_offered_an_empty_chair_at_once() -> None:
    organiser = Organiser()
    organiser.create(rest="stand-in")
    organiser.people(11)  # the twelfth chair is a helper's
    assert not organiser.post("draw/act/", do="draw")
    assert not organiser.post("draw/act/", do="release", minutes="", round="1")
    assert organiser.post("draw/act/", do="release", minutes="", round="1")  # a second click starts nothing further
    assert not organiser.post("players/", name="Lina Spät", number="99", here="1", accepted="1")
    found = re.search(r"Platz an Tisch (\d) ([A-D])", organiser.get("checkin/"))
    assert found
    table, seat = int(found[1]), "ABCD".index(found[2])
    assert not organiser.post("checkin/", do="seat", player="99", table=table, seat=seat)
    where = organiser.engine().round(1).seat_of("99")
    assert where is not None
    assert (where[0].number, where[1]) == (table, seat)
    assert "Platz" in organiser.post("checkin/", do="seat", player="99", table=table, seat=seat)
    organiser.play()
    assert organiser.engine().players["99"].first_round == 1
