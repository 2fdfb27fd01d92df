"""What goes wrong on every evening, each with its answer where it shows: forgotten confirmation, sides, tables, a lost sheet."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from puur.evening.sheets import sheets
from tests.web.evenings.entry_help import Hall, browser, hall, message, post, total

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def room() -> Hall:
    found = hall(players=12)
    found.staff("owner", "Chefin")
    found.staff("office", "Anna")
    return found


def mend(room: Hall, name: str, table: int, **given: str) -> int:
    return int(room.people[name].post(f"/evenings/{room.code}/office/1/{table}/mend/", given).status_code)


def typed(room: Hall, table: int, points: int) -> None:
    fields = {"round": "1", "table": str(table), "points0": str(points), "points1": str(1884 - points)}
    for name in ("Chefin", "Anna"):
        room.people[name].post(f"/evenings/{room.code}/office/", fields)


def test_a_forgotten_confirmation_counts_by_the_word_of_an_official(room: Hall) -> None:
    assert post(browser(), room, message(room, 1, "ac", total(1010, 874))).status_code == 200
    assert room.engine().result(1, 1) is None
    assert mend(room, "Anna", 1, do="accept") == 409  # the office alone decides nothing
    assert mend(room, "Chefin", 1, do="accept") == 302
    assert room.engine().result(1, 1).points == (1010, 874)
    assert mend(room, "Chefin", 2, do="accept") == 409  # nobody has sent anything


def test_sides_that_were_mixed_up_are_turned_round(room: Hall) -> None:
    typed(room, 1, 1000)
    assert mend(room, "Chefin", 1, do="turn") == 302
    assert room.engine().result(1, 1).points == (884, 1000)
    assert [version.reason for version in room.engine().results[1, 1]] == ["", "Die Seiten sind vertauscht"]


def test_two_sheets_at_each_others_table_are_exchanged(room: Hall) -> None:
    typed(room, 1, 1000)
    typed(room, 2, 700)
    assert mend(room, "Chefin", 1, do="exchange", other="2") == 302
    assert (room.engine().result(1, 1).points, room.engine().result(1, 2).points) == ((700, 1184), (1000, 884))
    assert mend(room, "Chefin", 1, do="exchange", other="3") == 409  # has no result
    assert room.engine().result(1, 1).points == (700, 1184)


def test_a_lost_sheet_is_printed_again_alone_and_two_fit_on_an_a4(room: Hall) -> None:
    address = f"/evenings/{room.code}/paper/jasszettel.pdf?round=1"
    alone = PdfReader(io.BytesIO(room.people["Chefin"].get(f"{address}&table=2").content))
    assert len(alone.pages) == 1
    three = PdfReader(io.BytesIO(room.people["Chefin"].get(f"{address}&paper=a5x2").content))
    assert len(three.pages) == 2  # three tables, two on a sheet
    box = three.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (842, 595)  # A4 across: 297 by 210 mm


def test_two_who_sat_in_each_others_seats_have_the_points_of_where_they_sat(room: Hall) -> None:
    """By hand: the first of table 1 had 1000, the first of table 2 had 700; they sat the other way round."""
    typed(room, 1, 1000)
    typed(room, 2, 700)
    before = {player: own.total for player, own in sheets(room.engine()).items()}
    one, two = (str(room.engine().round(1).tables[place].seats[0].player) for place in (0, 1))
    page = room.people["Chefin"].get(f"/evenings/{room.code}/office/1/1/").content.decode()
    assert "Zwei sassen am Platz der anderen" in page
    assert mend(room, "Chefin", 1, do="seats", player=one, instead="") == 409  # with whom?
    assert mend(room, "Chefin", 1, do="seats", player=one, instead=one) == 409
    asked = {"do": "seats", "player": one, "instead": two, "ask": ""}
    tried = room.people["Chefin"].post(f"/evenings/{room.code}/office/1/1/mend/", asked)
    assert "Was sich in der Rangliste ändert" in tried.content.decode()  # first what it would change
    assert sheets(room.engine())[one].total == 1000
    assert mend(room, "Chefin", 1, do="seats", player=one, instead=two) == 302
    after = {player: own.total for player, own in sheets(room.engine()).items()}
    assert (after[one], after[two]) == (700, 1000)
    assert after == before | {one: 700, two: 1000}
    assert "sassen am Platz der anderen" in room.people["Chefin"].get(f"/evenings/{room.code}/log/").content.decode()
