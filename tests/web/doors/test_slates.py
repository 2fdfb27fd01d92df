"""The phone that kept score hands its sheet in: at a table of an evening, where the other side confirms, and in a club."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from puur.core.sheet import Origin
from puur.season import events as ev
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.models import SlateGame
from tests.web.clubs.support import at, enter_as, make_club, until
from tests.web.doors.support import SHORT
from tests.web.evenings.entry_help import Hall, browser, hall, message, post, total

DEALS = ((100, 57), (57, 100), (157, 0), (80, 77))  # each 157 (TAM-ES-17); together 394 to 234


@pytest.fixture
def evening(database: str) -> Hall:
    del database
    return hall("kurz", players=8, text=SHORT)


def begun(client: Client, address: str) -> dict[str, Any]:
    """What the page says to begin with."""
    page = client.get(address).content.decode()
    known = re.search(r'<script id="slate-begin"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert known, page
    facts: dict[str, Any] = json.loads(known[1])
    return facts


def kept(client: Client, begin: dict[str, Any], deals: tuple[tuple[int, int], ...]) -> str:
    """A slate with these deals, as the phone uploads it; its id."""
    ops = [
        {"id": str(uuid.uuid4()), "op": "enter", "event": {"event": "result-entered", "points": points, "mode": "E"}}
        for points in deals
    ]
    slate = {"id": str(uuid.uuid4()), "book": begin["book"], "book_text": begin["text"], "names": begin["names"], "ops": ops}
    answer = client.post("/api/slate/", json.dumps(slate), content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert not answer.json()["refused"]
    return str(slate["id"])


def handed(client: Client, begin: dict[str, Any], slate: str, side: str = "") -> tuple[int, str]:
    sent = {"slate": slate, "side": side, "people": begin["door"]["people"]}
    answer = client.post(begin["door"]["url"], json.dumps(sent), content_type="application/json")
    return answer.status_code, answer.json()["text"]


def asked(client: Client, begin: dict[str, Any], side: str) -> Any:
    """How it stands with what was handed in, as the phone asks while it waits."""
    return client.get(begin["door"]["url"], {"side": side}).json()


def test_one_side_hands_in_and_the_other_confirms(evening: Hall) -> None:
    scribe, address = browser(), f"/evenings/e/{evening.secret(1)}/tafel/"
    assert address in browser().get(f"/evenings/e/{evening.secret(1)}/").content.decode()
    begin = begun(scribe, address)
    assert [side["side"] for side in begin["door"]["sides"]] == ["ac", "bd"]
    slate = kept(scribe, begin, DEALS[:2])
    assert handed(scribe, begin, slate, "bd") == (409, "Das Spiel ist noch nicht fertig.")
    slate = kept(scribe, begin, DEALS)
    assert handed(scribe, begin, slate, "bd")[0] == 200
    assert handed(scribe, begin, slate, "bd")[0] == 200  # twice, as after a lost answer
    assert asked(scribe, begin, "bd")["open"]
    assert not asked(scribe, begin, "bd")["differs"]
    assert evening.engine().result(1, 1) is None
    state = browser().get(f"/evenings/e/{evening.secret(1)}/state.json").json()
    draft = next(draft for draft in state["drafts"] if draft)
    said = message(evening, 1, "ac", draft["sheet"], kind="confirm", of=draft["id"])  # with the sheet, as the page sends it
    assert post(browser(), evening, said).status_code == 200
    (version,) = evening.engine().results[1, 1]
    assert version.points == (394, 234)
    assert (version.sheet.source, version.sheet.game) == (Origin.TAFEL, slate)
    assert [row.points for row in version.sheet.rows] == list(DEALS)


def test_two_scribes_are_compared(evening: Hall) -> None:
    first, second, address = browser(), browser(), f"/evenings/e/{evening.secret(2)}/tafel/"
    begin = begun(first, address)
    other = begun(second, address)
    wrong = kept(second, other, (*DEALS[:3], (77, 80)))
    assert handed(first, begin, kept(first, begin, DEALS), "ac")[0] == 200
    assert handed(second, other, wrong, "bd")[0] == 200
    assert evening.engine().result(1, 2) is None  # they differ
    told = asked(first, begin, "ac")
    assert (told["open"], told["differs"]) == (True, True)
    assert "Die andere Seite hat etwas anderes: 391 : 237" in told["text"]  # 100 + 57 + 157 + 77
    office = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/office/").content.decode()
    assert "phones-differ" in office or "verschieden" in office
    assert handed(second, other, kept(second, other, DEALS), "bd") == (200, "Das Resultat zählt: 394 : 234.")
    (version,) = evening.engine().results[1, 2]
    assert version.points == (394, 234)
    assert asked(first, begin, "ac") == {"ok": True, "text": "Das Resultat zählt: 394 : 234.", "open": False, "differs": False}


def test_a_typed_sheet_agrees_with_a_kept_one(evening: Hall) -> None:
    scribe, address = browser(), f"/evenings/e/{evening.secret(1)}/tafel/"
    begin = begun(scribe, address)
    assert post(browser(), evening, message(evening, 1, "ac", total(394, 234))).status_code == 200
    assert handed(scribe, begin, kept(scribe, begin, DEALS), "bd")[0] == 200
    (version,) = evening.engine().results[1, 1]
    assert version.points == (394, 234)


def test_somebody_elses_slate_and_another_book_are_refused(evening: Hall) -> None:
    scribe, address = browser(), f"/evenings/e/{evening.secret(1)}/tafel/"
    begin = begun(scribe, address)
    slate = kept(scribe, begin, DEALS)
    stranger = browser()
    begun(stranger, address)
    assert "gehört jemand anderem" in handed(stranger, begin, slate, "ac")[1]
    other = kept(scribe, {**begin, "book": "tam2014-es", "text": ""}, ())
    assert "nicht nach dem Reglement" in handed(scribe, begin, other, "ac")[1]
    assert scribe.get("/evenings/e/falsch/tafel/").status_code == 404
    assert scribe.post(begin["door"]["url"], b"[", content_type="application/json").status_code == 409


class Round:
    """A table of a day of a club in its first round, with the phone of the first player at its Jasstafel."""

    def __init__(self) -> None:
        self.row = make_club(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3"))
        club = clubs.engine(self.row)
        self.people = first, second, third, fourth = [seat.person for seat in club.participants(club.day("2027-3"), "A")]
        self.scribe, self.address = enter_as(self.row, first), f"/clubs/{self.row.slug}/days/2027-3/table/A/tafel/"
        self.begin = begun(self.scribe, f"{self.address}?teams={first}%2B{second}/{third}%2B{fourth}")
        # Under the AJZ book to 1999 points: thirteen deals of 157, all for the first side, make 2041.
        self.slate = kept(self.scribe, self.begin, ((157, 0),) * 13)

    @property
    def played(self) -> ev.RoundPlayed:
        """The one round that the club has."""
        (played,) = clubs.engine(Club.objects.get(pk=self.row.pk)).day("2027-3").table("A").rounds
        return played


@pytest.fixture
def club_round(database: str) -> Iterator[Round]:
    del database
    with at(datetime(2027, 4, 17, 16, 40)):
        yield Round()


def test_a_round_of_a_club_by_the_jasstafel(club_round: Round) -> None:
    scribe, begin = club_round.scribe, club_round.begin
    first, second, third, fourth = club_round.people
    assert scribe.get(club_round.address).status_code == 404  # without teams
    assert begin["door"]["people"] == [first, third, second, fourth]
    for _ in range(2):
        assert handed(scribe, begin, club_round.slate)[0] == 200
    assert club_round.played.teams == ((first, second), (third, fourth))
    assert (club_round.played.sheet.source, club_round.played.sheet.game) == (Origin.TAFEL, club_round.slate)


def test_a_corrected_slate_is_not_handed_in_again_to_a_table_that_has_it(club_round: Round) -> None:
    """What everybody signs there is corrected where it stands, with a reason; the round stays as it was handed in first."""
    scribe, begin, slate = club_round.scribe, club_round.begin, club_round.slate
    assert handed(scribe, begin, slate)[0] == 200
    # The scribe strikes the last deal out and writes it as 100 to 57: by hand 1984 to 57, so one more is played: 2141 to 57.
    stored = [op.data for op in SlateGame.objects.get(pk=slate).ops.order_by("place")]
    news = [{"op": "undo", "of": stored[-1]["id"]}]
    news += [{"op": "enter", "event": {**stored[-1]["event"], "points": points}} for points in ((100, 57), (157, 0))]
    sent = {"id": slate, "book": begin["book"], "book_text": begin["text"], "names": begin["names"]}
    sent["ops"] = [*stored, *({"id": str(uuid.uuid4()), **op} for op in news)]
    answer = scribe.post("/api/slate/", json.dumps(sent), content_type="application/json").json()
    assert (answer["refused"], answer["view"]["totals"]) == ([], [2141, 57])
    status, said = handed(scribe, begin, slate)
    assert status == 409
    assert "schon mit anderen Punkten" in said
    assert club_round.played.sheet.totals == (2041, 0)
