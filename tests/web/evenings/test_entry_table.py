"""Entry at the table: the page behind the QR code, sums by each book, two sides that agree or not, repeats, wrong codes."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from puur.core.errors import Refusal
from puur.core.form import lines_of
from puur.evening.events import RankingClosed, RoundReleased, Withdrawn
from puur.web.evenings import store
from puur.web.evenings.models import ConfirmedResult, EveningEvent, ResultDraft, TablePass
from puur.web.evenings.views.entry import message_of
from puur.web.evenings.views.entry_confirm import receive
from puur.web.live.limits import Guesses
from tests.evening.evenings import result_entered
from tests.web.evenings.entry_help import BONUS, Hall, browser, deals, hall, message, post, total

pytestmark = pytest.mark.usefixtures("database")
TWELVE = [(100, 57)] * 11 + [(57, 100)]  # 1157 to 727: 12 deals of 157


@pytest.fixture
def phone() -> Client:
    return browser()


def state(client: Client, found: Hall, table: int = 1, round_: int = 1) -> Any:
    return client.get(f"/evenings/e/{found.secret(table, round_)}/state.json").json()


def test_the_code_opens_the_sheet_with_the_four_names_and_no_account(phone: Client) -> None:
    found = hall()
    answer = phone.get(f"/evenings/e/{found.secret(2)}/")
    assert answer.status_code == 200
    text = answer.content.decode()
    told = json.loads(re.search(r'id="entry-state" type="application/json">(.*?)</script>', text)[1])  # type: ignore[index]
    assert (told["round"], told["table"], told["phase"]) == (1, 2, "open")
    seats = found.engine().table(1, 2).seats
    assert [one["name"] for one in told["seats"]] == [found.engine().players[seat.player].name for seat in seats]
    assert [one["writes"] for one in told["seats"]] == [False, False, False, True]  # D is the Schreiber
    assert answer.headers["Referrer-Policy"] == "same-origin"  # the address is the key, and leaves to nobody else
    assert "<script>" not in text
    assert not phone.cookies.get("sessionid")


def test_one_side_enters_the_other_confirms_and_there_is_one_result(phone: Client) -> None:
    found = hall()
    first = post(phone, found, message(found, 1, "bd", deals(*TWELVE)))
    assert first.status_code == 200
    assert first.json()["state"]["phase"] == "open"
    assert found.engine().result(1, 1) is None  # typed is not confirmed
    draft = state(phone, found)["drafts"][1]
    second = post(browser(), found, message(found, 1, "ac", kind="confirm", of=draft["id"]))
    assert second.json()["state"]["phase"] == "confirmed"
    assert found.engine().result(1, 1).points == (1157, 727)
    row = ConfirmedResult.objects.get(evening=found.row, round=1, table=1)
    assert row.version == 1
    seats = found.engine().table(1, 1).seats
    assert row.by == ", ".join(found.engine().players[seats[place].player].name for place in (0, 2))  # who confirmed
    event = found.engine().events[found.engine().result(1, 1).number]
    assert [row.points for row in event.sheet.rows] == TWELVE


def test_both_sides_typing_the_same_is_a_confirmation_whatever_way_they_typed(phone: Client) -> None:
    found = hall()
    post(phone, found, message(found, 1, "ac", total(1157, 727)))
    answer = post(phone, found, message(found, 1, "bd", deals(*TWELVE)))
    assert answer.json()["state"]["phase"] == "confirmed"
    assert [row.points for row in found.engine().result(1, 1).sheet.rows] == TWELVE  # the fuller sheet is kept


def test_both_sides_on_one_phone_is_one_message(phone: Client) -> None:
    found = hall()
    answer = post(phone, found, message(found, 1, "bd", total(1000, 884), kind="both"))
    assert answer.json()["state"]["result"]["sheet"]["totals"] == [1000, 884]
    assert not ResultDraft.objects.filter(evening=found.row).exists()


def test_disagreement_is_shown_and_settled_by_either_side(phone: Client) -> None:
    found = hall()
    post(phone, found, message(found, 1, "ac", total(1000, 884)))
    told = post(phone, found, message(found, 1, "bd", total(990, 894))).json()["state"]
    assert told["phase"] == "open"
    assert [one["sheet"]["totals"] for one in told["drafts"]] == [[1000, 884], [990, 894]]
    answer = post(phone, found, message(found, 1, "ac", kind="confirm", of=told["drafts"][1]["id"]))
    assert answer.json()["state"]["result"]["sheet"]["totals"] == [990, 894]


def test_confirming_what_somebody_else_has_just_confirmed_is_no_quarrel(phone: Client) -> None:
    found = hall()
    told = post(phone, found, message(found, 1, "ac", total(1000, 884))).json()["state"]["drafts"][0]
    post(phone, found, message(found, 1, "bd", total(1000, 884), kind="both"))
    late = post(phone, found, message(found, 1, "bd", told["sheet"], kind="confirm", of=told["id"]))
    assert late.status_code == 200
    assert ConfirmedResult.objects.get(evening=found.row).version == 1


def test_confirming_what_was_changed_meanwhile_is_refused(phone: Client) -> None:
    found = hall()
    post(phone, found, message(found, 1, "ac", total(1000, 884)))
    old = state(phone, found)["drafts"][0]["id"]
    post(phone, found, message(found, 1, "ac", total(1001, 883), seq=2))
    answer = post(phone, found, message(found, 1, "bd", kind="confirm", of=old))
    assert answer.status_code == 409
    assert answer.json()["reason"] == "changed"
    assert "geändert" in answer.json()["text"]
    assert found.engine().result(1, 1) is None


def test_the_same_message_again_changes_nothing(phone: Client) -> None:
    found = hall()
    entered = message(found, 1, "ac", total(1000, 884))
    confirmed = message(found, 1, "bd", total(1000, 884))
    for sent in (entered, entered, confirmed, confirmed, entered):
        assert post(phone, found, sent).status_code == 200
    assert EveningEvent.objects.filter(evening=found.row, data__event="result-entered").count() == 1
    assert ConfirmedResult.objects.get(evening=found.row).version == 1


def test_an_older_message_of_the_same_phone_does_not_undo_a_newer_one(phone: Client) -> None:
    found = hall()
    post(phone, found, message(found, 1, "ac", total(1001, 883), seq=2))
    post(phone, found, message(found, 1, "ac", total(1000, 884), seq=1))
    assert state(phone, found)["drafts"][0]["sheet"]["totals"] == [1001, 883]


@pytest.mark.rule("TAM-ES-66", "TAM-ES-67", "TAM-ES-68")
def test_tam_es_66_to_68_a_difference_is_split_against_the_schreiber(phone: Client) -> None:
    # 1003 + 870 = 1873: eleven are missing. Five go to the side of the Schreiber (B + D), six to the other (hand count).
    found = hall()
    told = post(phone, found, message(found, 1, "bd", total(1003, 870))).json()["state"]["drafts"][1]
    assert (told["found"], told["expected"], told["settled"]) == (1873, 1884, [1009, 875])
    post(phone, found, message(found, 1, "ac", kind="confirm", of=told["id"]))
    result = state(phone, found)["result"]
    assert result["settled"] == [1009, 875]
    assert result["sheet"]["totals"] == [1003, 870]
    assert result["rule"] == "TAM-ES-66"


def test_a_whole_deal_too_much_is_no_difference_to_split(phone: Client) -> None:
    found = hall()
    answer = post(phone, found, message(found, 1, "bd", total(1100, 941)))  # 2041: a deal of 157 too many
    assert answer.status_code == 409
    assert "2041 statt 1884" in answer.json()["text"]
    assert not ResultDraft.objects.filter(evening=found.row).exists()


@pytest.mark.rule("NWS-7-05", "NWS-7-02")
def test_nws_7_05_a_wrong_sum_is_refused_until_an_official_decides(phone: Client) -> None:
    found = hall("nws2020", 8)
    wrong = total(1000, 880)
    answer = post(phone, found, message(found, 1, "ac", wrong))
    assert answer.status_code == 409
    assert "1880 statt 1884" in answer.json()["text"]
    assert "NWS-7-05" in answer.json()["text"] or "NWS-7-02" in answer.json()["text"]
    called = post(phone, found, message(found, 1, "ac", wrong, call=True, seq=2))
    assert called.json()["state"]["drafts"][0]["call"] is True
    # The other side cannot confirm what an official has to decide.
    answer = post(phone, found, message(found, 1, "bd", kind="confirm", of=called.json()["state"]["drafts"][0]["id"]))
    assert answer.status_code == 409
    assert found.engine().result(1, 1) is None


@pytest.mark.rule("NWS-7-02")
def test_nws_7_02_a_right_total_does_not_mend_two_wrong_deals(phone: Client) -> None:
    found = hall("nws2020", 8)
    wrong = deals((101, 57), (99, 57), *TWELVE[2:])  # 158 and 156: the total is right
    answer = post(phone, found, message(found, 1, "ac", wrong, kind="both"))
    assert answer.status_code == 409
    assert "Spiel 1: 158 Punkte statt 157" in answer.json()["text"]
    assert found.engine().result(1, 1) is None


@pytest.mark.rule("NWS-7-03")
def test_nws_7_03_a_forgotten_count_is_agreed_by_estimate(phone: Client) -> None:
    found = hall("nws2020", 8)
    post(phone, found, message(found, 1, "ac", deals(*TWELVE, estimated=[3]), kind="both"))
    assert found.engine().result(1, 1).sheet.estimated == (3,)


def test_a_deal_that_does_not_add_up_counts_by_its_totals_where_the_book_splits(phone: Client) -> None:
    found = hall()
    wrong = [*TWELVE[:11], (57, 98)]  # the last deal has 155: two missing, one to each side
    answer = post(phone, found, message(found, 1, "bd", deals(*wrong), kind="both"))
    assert answer.json()["state"]["result"]["settled"] == [1158, 726]


def test_a_match_bonus_of_the_book_belongs_to_the_sum(phone: Client) -> None:
    # One Match: 257 to 0 for A + C; eleven deals of 100 to 57. 1357 + 627 = 1884 + 100.
    found = hall("bonus", text=BONUS)
    told = post(phone, found, message(found, 1, "bd", deals((257, 0), *[(100, 57)] * 11))).json()["state"]["drafts"][1]
    assert (told["sheet"]["totals"], told["sheet"]["matches"], told["expected"]) == ([1357, 627], [1, 0], 1984)
    same = total(1357, 627, matches=[1, 0])
    answer = post(phone, found, message(found, 1, "ac", same))
    assert answer.json()["state"]["phase"] == "confirmed"
    assert found.engine().result(1, 1).sheet.matches == (1, 0)
    other = total(1357, 627, matches=[0, 0])  # 100 too many: the Match was forgotten
    assert post(phone, found, message(found, 2, "ac", other)).json()["state"]["drafts"][0]["settled"] == [1307, 577]


@pytest.mark.rule("TAM-CP-38")
def test_tam_cp_38_coiffeur_fields_make_the_total(phone: Client) -> None:
    found = hall("tam2014-cp", 8)
    rows = [
        {"deal": 0, "name": line.name, "factor": line.factor, "chooser": side, "cells": [[tens * line.factor] for tens in both]}
        for line in lines_of(found.engine().book)
        for side, both in enumerate(((10, 6), (4, 12)))
    ]  # A + C: 10 of their own, 4 of the others'; factors make 55
    answer = post(phone, found, message(found, 1, "ac", {"rows": rows}, kind="both"))
    assert answer.json()["state"]["result"]["sheet"]["totals"] == [14 * 55, 18 * 55]
    assert sum(found.engine().result(1, 1).points) == 1760


@pytest.mark.rule("UB-SHEET-02", "UB-STR-03")
def test_ub_sheet_02_striche_per_partie(phone: Client) -> None:
    found = hall("ub2024", 8)
    sheet = {"striche": [{"match": 2, "bergpreis": 1, "victory": 2, "schneider": 1}, {"match": 1}]}
    told = post(phone, found, message(found, 1, "ac", sheet)).json()["state"]
    assert told["drafts"][0]["sheet"]["striche"] == sheet["striche"]
    answer = post(phone, found, message(found, 1, "bd", sheet))
    assert answer.json()["state"]["phase"] == "confirmed"
    assert [row.total for row in found.engine().result(1, 1).sheet.striche] == [6, 1]


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({"striche": [{"victory": 2}, {"victory": 2}]}, "striche-both"),
        ({"striche": [{"victory": 1}, {}]}, "striche-value"),
        ({"striche": [{"match": 1}, {}]}, "no-victory"),
        ({"striche": [{"victory": 2}, {"schneider": 1}]}, "schneider-without-victory"),
        (total(1000, 884), "form"),
    ],
)
def test_ub_sheets_that_can_not_be(phone: Client, sheet: Any, reason: str) -> None:
    found = hall("ub2024", 8)
    answer = post(phone, found, message(found, 1, "ac", sheet))
    assert (answer.status_code, answer.json()["reason"]) == (409, reason)
    assert answer.json()["text"]


@pytest.mark.parametrize(
    "sheet",
    [None, [], "x", {}, {"totals": None}, total(1), total(1.5, 2), total(-1, 1885), total(True, 0), total(10**9, 0),
     deals(*[(157, 0)] * 11), deals(*[(157, 0)] * 11, (None, None)), deals(*[(158, 0)] * 12), deals(*[(157, 0, 0)] * 12),
     deals(*[(100, 57)] * 12, estimated=[99]), {"rows": [{"deal": 1, "cells": [[100, 57], [57, 100]]}] * 12},
     {"rows": [{"deal": 1, "cells": [[100], [57]], "name": "E", "chooser": 0}]}, total(1000, 884, game="x"),
     {"way": "deals", "deals": [[100, 57]] * 11 + [None]}],
)  # fmt: skip
def test_broken_sheets_get_a_word_and_store_nothing(phone: Client, sheet: Any) -> None:
    found = hall("nws2020", 8)
    answer = post(phone, found, message(found, 1, "ac", sheet))
    assert answer.status_code == 409
    assert answer.json()["text"]
    assert not ResultDraft.objects.filter(evening=found.row).exists()


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"id": 1}', b"x" * 30_000, b'{"round": 1e999}'])
def test_broken_messages(phone: Client, body: bytes) -> None:
    found = hall()
    answer = phone.post(f"/evenings/e/{found.secret(1)}/send/", body, content_type="application/json")
    assert answer.status_code == 409
    assert answer.json()["text"]


def test_a_form_of_another_page_can_not_send(phone: Client) -> None:
    found = hall()
    body = json.dumps(message(found, 1, "ac", total(1000, 884)))
    answer = phone.post(f"/evenings/e/{found.secret(1)}/send/", body, content_type="text/plain")
    assert answer.status_code == 415
    assert not ResultDraft.objects.filter(evening=found.row).exists()


# ---- codes that do not fit -----------------------------------------------------------------------------------------------------


def test_an_unknown_code_gets_a_word_and_too_many_guesses_have_to_wait(phone: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hall()
    monkeypatch.setattr("puur.web.evenings.views.entry.door", fresh := Guesses(3, 0.0))
    assert phone.get(f"/evenings/e/{found.secret(1)}/").status_code == 200
    for _ in range(3):
        answer = phone.get("/evenings/e/falsch/")
        assert answer.status_code == 404
        assert "kennt hier niemand" in answer.content.decode()
    assert phone.get("/evenings/e/falsch/").status_code == 429
    assert phone.get(f"/evenings/e/{found.secret(2)}/").status_code == 429  # a guess might be right: it waits too
    assert phone.get(f"/evenings/e/{found.secret(1)}/").status_code == 200  # whoever was in before is not held up
    assert fresh.may_try("192.0.2.9", "other")  # another address
    assert phone.post("/evenings/e/falsch/send/", "{}", content_type="application/json").status_code == 429


def test_secrets_are_long_and_all_different() -> None:
    found = hall(players=12)
    secrets = [found.secret(table) for table in (1, 2, 3)]
    assert len(set(secrets)) == 3
    assert min(map(len, secrets)) >= 16  # 96 bits
    assert TablePass.objects.filter(evening=found.row).count() == 3


def test_a_code_of_a_round_that_has_not_been_released_waits(phone: Client) -> None:
    found = hall("nws2020", 8)  # drawn ahead: the codes of all rounds are printed before the first
    told = state(phone, found, 1, round_=2)
    assert told["phase"] == "waiting"
    answer = post(phone, found, message(found, 1, "ac", total(1000, 884), round_=2), round_=2)
    assert answer.status_code == 409
    assert "noch nicht freigegeben" in answer.json()["text"]


def test_a_code_from_last_round_shows_its_result_or_takes_the_missing_one(phone: Client) -> None:
    found = hall("nws2020", 8)
    post(phone, found, message(found, 1, "ac", total(1000, 884), kind="both"))
    store.submit(found.code, RoundReleased(2))
    done, open_ = state(phone, found, 1), state(phone, found, 2)
    assert (done["phase"], done["late"], done["now"]) == ("confirmed", True, 2)
    assert (open_["phase"], open_["late"]) == ("open", True)
    late = post(phone, found, message(found, 1, "ac", total(900, 984), kind="both"))
    assert late.status_code == 409  # another result than the confirmed one
    assert "schon ein anderes bestätigtes Resultat" in late.json()["text"]
    assert found.engine().result(1, 1).points == (1000, 884)
    assert post(phone, found, message(found, 2, "ac", total(900, 984), kind="both")).status_code == 200


def test_a_result_for_another_table_or_evening_is_refused(phone: Client) -> None:
    found, other = hall(), hall()
    for sent in (message(found, 1, "ac", total(1000, 884)), message(other, 2, "ac", total(1000, 884))):
        answer = post(phone, found, sent, table=2)
        assert answer.status_code == 409
        assert answer.json()["reason"] == "wrong-table"
        assert "anderen Tisch" in answer.json()["text"]
    assert not ResultDraft.objects.filter(evening__in=[found.row, other.row]).exists()


def test_a_closed_evening_takes_nothing_more(phone: Client) -> None:
    found = hall(rounds=1)
    for table in (1, 2):
        post(phone, found, message(found, table, "ac", total(1000, 884), kind="both"))
    store.submit(found.code, RankingClosed())
    assert state(phone, found)["phase"] == "confirmed"
    assert post(phone, found, message(found, 1, "ac", total(999, 885))).status_code == 409
    assert found.engine().result(1, 1).points == (1000, 884)


def test_a_table_that_a_new_draw_has_removed_says_so(phone: Client) -> None:
    found = hall("nws2020", 12)
    secret = found.secret(3, 2)
    store.submit(found.code, [Withdrawn(str(number), "heim") for number in (9, 10, 11, 12)])
    store.submit(found.code, lambda engine: [engine.drawn()])
    assert phone.get(f"/evenings/e/{secret}/state.json").json()["phase"] == "gone"
    assert phone.get(f"/evenings/e/{secret}/").status_code == 200


# ---- at once -------------------------------------------------------------------------------------------------------------------


def test_two_confirmations_at_once_give_one_result_and_one_clear_refusal() -> None:
    """Two threads with a connection each, let go together by a barrier: the database lets one through."""
    found = hall()
    barrier = threading.Barrier(2, timeout=300)
    outcomes: list[str] = []

    def confirm(points: tuple[int, int]) -> None:
        try:
            sent = message(found, 1, "ac", total(*points), kind="both")
            barrier.wait()
            receive(found.row, 1, 1, message_of(json.dumps(sent).encode()))
            outcomes.append("stored")
        except Refusal as problem:
            outcomes.append(problem.reason)
        finally:
            connection.close()

    threads = [threading.Thread(target=confirm, args=(points,)) for points in ((1000, 884), (990, 894))]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=300)
    assert sorted(outcomes) == ["already", "stored"]
    assert ConfirmedResult.objects.filter(evening=found.row, round=1, table=1).count() == 1
    assert EveningEvent.objects.filter(evening=found.row, data__event="result-entered").count() == 1


def test_the_database_itself_refuses_a_second_result() -> None:
    from django.db import IntegrityError, transaction

    found = hall()
    store.submit(found.code, result_entered(1, 1, points=(1000, 884)))
    stored = ConfirmedResult.objects.get(evening=found.row)
    with pytest.raises(IntegrityError), transaction.atomic():
        ConfirmedResult.objects.create(evening=found.row, round=1, table=1, event=stored.event)


def test_a_state_without_news_is_not_sent_again(phone: Client) -> None:
    found = hall()
    address = f"/evenings/e/{found.secret(1)}/state.json"
    tag = phone.get(address).headers["ETag"]
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304
    post(phone, found, message(found, 1, "ac", total(1000, 884)))
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_the_worker_serves_these_pages_alone(phone: Client) -> None:
    answer = phone.get("/evenings/e/sw.js")
    assert answer.status_code == 200
    assert answer.headers["Service-Worker-Allowed"] == "/evenings/e/"
    assert answer.headers["Content-Type"].startswith("text/javascript")
