"""Rulings of an evening: told before they are made, with their article, in the ranking, and withdrawn with all that followed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from puur.core.sheet import Origin, Penalty
from puur.evening.events import RankingClosed, ResultEntered
from puur.evening.ranking import ranking
from puur.web.evenings import store
from puur.web.evenings.desk import SWAP
from tests.evening.evenings import result_entered
from tests.web.doors.support import SHORT
from tests.web.evenings.entry_help import Hall, hall

LIST = SHORT + '\n[penalties]\nrevoke = { value = 40, rule = "TAM-ES-05" }\n'


@pytest.fixture
def evening(database: str) -> Hall:
    """One round of eight: 400 to 228 at table 1, 300 to 328 at table 2."""
    del database
    made = hall("kurz", players=8, text=LIST, rounds=1)
    made.staff("owner", "Vreni")
    store.submit(made.code, [result_entered(1, 1, points=(400, 228)), result_entered(1, 2, points=(300, 328))], "Büro")
    return made


def send(made: Hall, **given: str) -> str:
    """Send the form; the page, the refusal, or nothing where it was done."""
    answer = made.staff("owner", "Vreni").post(f"/evenings/{made.code}/rulings/", given, headers={SWAP: "1"})
    if answer.headers.get("Content-Type") == "application/json":
        return str(answer.json()["error"])
    return answer.content.decode() if answer.status_code == 200 else ""


def total(made: Hall, player: str) -> int:
    return next(line.scored.total for line in ranking(made.engine()).rows if player in line.players)


def test_a_ruling_is_shown_made_and_withdrawn(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    page = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/rulings/").content.decode()
    assert "Noch hat niemand Strafpunkte" in page
    assert "TAM-ES-05" in page  # the list of the book
    form = {"player": winner, "points": "150", "reason": "Schwatzen", "rule": "TAM-ES-51"}
    seen = send(evening, do="try", **form)
    # 400 less 150 is 250: behind 400, 328 (two), 300 (two), so the sixth place.
    assert re.search(r"1\. \(400\)\s*→\s*6\. \(250\)", seen)
    assert total(evening, winner) == 400  # only shown
    assert send(evening, do="give", **form) == ""
    assert total(evening, winner) == 250
    listed = evening.staff("controller", "Kari").get(f"/evenings/{evening.code}/rulings/").content.decode()
    assert "TAM-ES-51" in listed
    line = re.search(r"\?withdraw=(\d+)", listed)
    assert line
    asked = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/rulings/?withdraw={line[1]}").content.decode()
    assert re.search(r"6\. \(250\)\s*→\s*1\. \(400\)", asked)
    assert send(evening, do="withdraw", n=line[1], reason="") != ""  # a reason is needed
    assert send(evening, do="withdraw", n=line[1], reason="Missverständnis") == ""
    assert total(evening, winner) == 400


def test_a_ruling_that_came_with_the_sheet_of_a_web_table_is_withdrawn_from_it(evening: Hall) -> None:
    (version,) = evening.engine().results[1, 2]
    sheet = replace(
        version.sheet, source=Origin.TABLE, game="KXRTB/1", penalties=(Penalty(0, 50, "TAM-ES-47"), Penalty(1, 20, "TAM-ES-05"))
    )
    store.submit(evening.code, [ResultEntered(1, 2, sheet, reason="vom Web-Tisch", decided_by="turnierleitung")], "Büro")
    fined, other = evening.engine().table(1, 2).players()[:2]
    assert (total(evening, fined), total(evening, other)) == (250, 308)  # 300 less 50, 328 less 20
    desk, address = evening.staff("owner", "Vreni"), f"/evenings/{evening.code}/rulings/"
    assert "?withdraw=1.2.0" in desk.get(address).content.decode()
    assert re.search(r"\(250\)\s*→\s*\d\. \(300\)", desk.get(f"{address}?withdraw=1.2.0").content.decode())
    for nonsense in ("1.2.9", "9.9.0", "1.2", "a.b.c"):
        assert "nichts rückgängig" in send(evening, do="withdraw", n=nonsense, reason="Versehen")
    assert send(evening, do="withdraw", n="1.2.0", reason="Missverständnis") == ""
    assert (total(evening, fined), total(evening, other)) == (300, 308)
    last = evening.engine().results[1, 2][-1]
    assert (last.reason, last.sheet.game) == ("Missverständnis", "KXRTB/1")


def test_an_address_fills_the_form_in(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    address = f"/evenings/{evening.code}/rulings/?player={winner}&act=revoke&reason=Farbe+nicht+bekannt"
    seen = evening.staff("owner", "Vreni").get(address).content.decode()
    assert f'<option value="{winner}" selected>' in seen
    assert '<option value="revoke" selected>' in seen
    assert 'value="Farbe nicht bekannt"' in seen
    assert not evening.engine().penalties  # only filled in


def test_an_act_of_the_book_brings_its_points_and_its_article(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    assert send(evening, do="give", player=winner, act="revoke") == ""
    assert evening.engine().penalties == [(winner, 40, "nicht gefarbt", "TAM-ES-05")]


def test_what_is_closed_and_what_is_no_ruling_is_said(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    send(evening, do="give", player=winner, act="revoke")
    number = re.search(
        r"\?withdraw=(\d+)", evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/rulings/").content.decode()
    )
    assert number
    assert "nichts rückgängig" in send(evening, do="withdraw", n="1", reason="Versehen")
    store.submit(evening.code, [RankingClosed()], "Vreni")
    assert "abgeschlossen" in send(evening, do="give", player=winner, act="revoke")
    assert "abgeschlossen" in send(evening, do="withdraw", n=number[1], reason="Versehen")
    assert evening.staff("office", "Bruno").get(f"/evenings/{evening.code}/rulings/?withdraw={number[1]}").status_code == 403


def test_a_correction_tells_first_what_it_would_change(evening: Hall) -> None:
    desk, address = evening.staff("owner", "Vreni"), f"/evenings/{evening.code}/from/1/1/"
    seen = desk.get(f"{address}?points0=228&points1=400").content.decode()
    assert len(re.findall(r"\(400\)\s*→\s*\d\. \(228\)", seen)) == 2
    assert len(re.findall(r"\(228\)\s*→\s*1\. \(400\)", seen)) == 2
    assert total(evening, evening.engine().table(1, 1).players()[0]) == 400  # only shown
    assert 'role="alert"' in desk.get(f"{address}?points0=abc&points1=1").content.decode()
