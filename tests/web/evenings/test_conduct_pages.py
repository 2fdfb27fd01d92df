"""Conduct on the pages: check-in with the box, breach and exclusion, a dispute from phone to office, the player's own word."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from puur.core.sheet import Origin
from puur.evening.events import RankingClosed, ResultEntered, RoundReleased, Signed
from puur.web.evenings import store
from puur.web.evenings.views import entry
from puur.web.models import Table
from tests.evening.evenings import result_entered, strich_row
from tests.web.evenings.entry_help import browser, hall, message, post, total
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")
ACT = "players/one/act/"


@pytest.mark.rule("NWS-9-07", "UB-BASIS-02")
@pytest.mark.parametrize(("book", "rule"), [("nws2020", "NWS-9-07"), ("ub2024", "UB-BASIS-02")])
def test_the_box_has_to_be_ticked_and_its_time_is_kept(book: str, rule: str) -> None:
    desk = Organiser()
    desk.create(book)
    desk.people(1, here=False, email="a@example.org")
    assert 'name="accepted"' in desk.get("checkin/")
    assert rule in desk.post("checkin/", do="here", player="1")
    assert not desk.engine().players["1"].here
    assert "Reglement angenommen" not in desk.get("players/one/?player=1")
    assert not desk.post("checkin/", do="here", player="1", accepted="1")
    assert "Reglement angenommen" in desk.get("players/one/?player=1")
    assert 'name="accepted"' not in desk.get("checkin/")


@pytest.mark.rule("NWS-9-05", "NWS-9-06")
def test_nws_9_05_a_jassleiter_sits_in_for_whoever_is_excluded_and_the_table_reads_it() -> None:
    found = hall("nws2020")
    office = found.staff("owner", "Leitung")
    seat = found.engine().rounds[0].seat_of("3")

    def act(task: str) -> None:
        office.post(f"/evenings/{found.code}/{ACT}", {"do": task, "player": "3", "reason": "laut", "official": "turnierleiter"})

    for task in ("exclude", "warn", "exclude"):
        act(task)
        assert not found.engine().players["3"].excluded  # a warning and a further refusal come first
    act("breach")
    act("exclude")
    assert found.engine().players["3"].excluded == "laut"
    page = browser().get(f"/evenings/e/{found.secret(seat[0].number)}/").content.decode()
    assert "Jassleiter" in page


@pytest.mark.rule("UB-CONDUCT-04")
def test_ub_conduct_04_the_turnierleitung_disqualifies_for_a_recorded_breach() -> None:
    desk = Organiser()
    desk.create("ub2024")
    desk.people(4, email="a@example.org")
    assert "UB-CONDUCT-04" in desk.post(ACT, player="2", do="disqualify", reason="Kartensprache")
    assert not desk.post(ACT, player="2", do="breach", reason="Kartensprache")
    assert "Kartensprache" in desk.get("players/one/?player=2")
    assert not desk.post(ACT, player="2", do="disqualify", reason="Kartensprache")
    assert "disqualifiziert" in desk.get("standing/")
    assert "2" not in desk.engine().playing()


@pytest.mark.rule("NWS-9-03", "NWS-9-04", "TAM-ES-73", "TAM-ES-74", "TAM-CP-45")
@pytest.mark.parametrize(("book", "rule"), [("nws2020", "NWS-9-02"), ("tam2014-es", "TAM-ES-73"), ("tam2014-cp", "TAM-CP-45")])
def test_nws_9_03_a_dispute_goes_from_the_phone_to_an_official(book: str, rule: str) -> None:
    found = hall(book, rounds=3 if book == "tam2014-cp" else 0)
    phone, address = browser(), f"/evenings/e/{found.secret(1)}/dispute/"
    assert phone.post(address, {"account": "Wem gehört der vierte Stich?"}).status_code == 302
    page = phone.get(f"/evenings/e/{found.secret(1)}/").content.decode()
    assert "wartet auf einen Entscheid" in page
    assert 'name="account"' not in page  # one dispute at a time
    settled = phone.post(address)
    assert settled.status_code == 409
    assert rule in settled.content.decode()
    if book != "tam2014-cp":
        answer = post(phone, found, message(found, 1, "ac", total(942, 942), kind="both"))
        assert (answer.status_code, answer.json()["reason"]) == (409, "dispute-open")
        assert answer.json()["state"]["phase"] == "disputed"
    office = f"/evenings/{found.code}/office/1/1/"
    assert "Streitfall" in found.staff("office", "Büro").get(f"/evenings/{found.code}/office/").content.decode()
    refused = found.staff("office", "Büro").post(f"{office}dispute/", {"decision": "Team 1"})
    assert refused.status_code == 409
    assert rule in refused.content.decode()
    assert found.staff("controller", "Kontrolle").post(f"{office}dispute/", {"decision": "Team 1"}).status_code == 302
    assert found.staff("owner", "Leitung").post(f"{office}dispute/", {"decision": "Team 2"}).status_code == 302
    again = found.staff("controller", "Kontrolle").post(f"{office}dispute/", {"decision": "Team 1"})
    assert again.status_code == (409 if book == "nws2020" else 302)  # the Turnierleiter has the last word
    if book != "tam2014-cp":
        assert post(phone, found, message(found, 1, "ac", total(942, 942), kind="both")).status_code == 200


def test_the_office_opens_a_dispute_and_players_settle_it_where_they_may() -> None:
    found = hall("ub2024")
    office = f"/evenings/{found.code}/office/1/1/dispute/"
    assert found.staff("office", "Büro").post(office, {"account": "x"}).status_code == 302
    phone, page = browser(), f"/evenings/e/{found.secret(1)}/"
    assert "Wir sind uns einig" in phone.get(page).content.decode()
    assert phone.post(f"{page}dispute/").status_code == 302
    assert not found.engine().disputes[1, 1].open


def test_those_at_a_table_hold_its_result_up_three_times_at_most() -> None:
    """Whoever has the code could raise a new dispute after each decision, and settle nothing for the whole evening."""
    found = hall("tam2014-es")
    phone, page = browser(), f"/evenings/e/{found.secret(1)}/"
    controller = found.staff("controller", "Kontrolle")
    for number in range(entry.MOST_DISPUTES):
        assert phone.post(f"{page}dispute/", {"account": f"Streit {number}"}).status_code == 302
        assert controller.post(f"/evenings/{found.code}/office/1/1/dispute/", {"decision": "Team 1"}).status_code == 302
    more = phone.post(f"{page}dispute/", {"account": "noch einer"})
    assert more.status_code == 409
    assert "schon 3-mal gestritten" in more.content.decode()
    assert post(phone, found, message(found, 1, "ac", total(942, 942), kind="both")).status_code == 200
    assert controller.post(f"/evenings/{found.code}/office/1/1/dispute/", {"account": "x"}).status_code == 302, "an official may"


@pytest.mark.rule("UB-SHEET-05")
def test_ub_sheet_05_a_player_is_unconfirmed_until_the_own_page_or_a_signature_says_otherwise() -> None:
    found = hall("ub2024", 4)
    for number in range(1, found.engine().planned + 1):
        if number > 1:
            store.submit(found.code, lambda engine: [engine.drawn()])
            store.submit(found.code, RoundReleased(number))
        signed = [Signed(str(player), number, "turnierleitung") for player in range(1, 5)]
        entered = result_entered(number, 1, striche=(strich_row(2, 1, 2), strich_row(1)))
        store.submit(found.code, [entered, *signed])
    store.submit(found.code, RankingClosed())
    ranking = f"/evenings/{found.code}/ranking/"
    assert browser().get(ranking).content.decode().count("unbestätigt") == 4
    own = f"/evenings/p/{found.link('1')}/"
    assert "ehrenhaft" in browser().get(own).content.decode()
    assert browser().post(own).status_code == 302
    assert found.engine().honour == {"1": date.today().isoformat()}
    lines = len(found.engine().events)
    assert browser().post(own).status_code == 302
    assert len(found.engine().events) == lines, "once more adds nothing to the log"
    given = {"do": "honour", "player": "2", "date": "2024-10-24"}
    found.staff("office", "Büro").post(f"/evenings/{found.code}/{ACT}", given)
    assert found.engine().honour["2"] == "2024-10-24"
    assert browser().get(ranking).content.decode().count("unbestätigt") == 2


def test_the_file_of_an_evening_opens_no_cards_of_somebody_elses_table() -> None:
    """A sheet may name any table; only one that plays for this very evening is shown behind a player's link."""
    found = hall("tam2014-es")
    foreign = Table.objects.create(book="tam2014-es", title="x", reserved=True)
    sheet = replace(result_entered(1, 1, points=(942, 942)).sheet, source=Origin.TABLE, game=f"{foreign.code}/1")
    store.submit(found.code, ResultEntered(1, 1, sheet))
    player = found.engine().table(1, 1).players()[0]
    client = browser()
    assert client.get(f"/evenings/p/{found.link(player)}/from/1/").status_code == 200
    assert foreign.code not in client.session.get("cards", [])
