"""An evening of a game in which everybody plays alone and the fewest points win: entered, confirmed, ranked and printed."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from puur.evening.events import RoundReleased
from puur.web.evenings import store
from puur.web.evenings.models import ConfirmedResult
from tests.web.evenings.entry_help import Hall, browser, hall, message, post, total
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")
BOOK = "differenzler-club"
TOTALS = {(1, 1): (12, 40, 25, 33), (1, 2): (50, 8, 21, 60), (2, 1): (30, 31, 32, 33), (2, 2): (5, 70, 14, 22)}


def made(found: Hall) -> dict[str, int]:
    """What everybody has, from the seats and the numbers above."""
    sums: dict[str, int] = {}
    for (round_, table), totals in TOTALS.items():
        for seat, points in zip(found.engine().table(round_, table).seats, totals, strict=True):
            sums[seat.player] = sums.get(seat.player, 0) + points
    return sums


def test_from_four_phones_to_the_printed_ranking() -> None:
    found = hall(BOOK, 8, rounds=2)
    for (round_, table), totals in TOTALS.items():
        if round_ > found.engine().released:
            store.submit(found.code, lambda engine: [engine.drawn()])
            store.submit(found.code, RoundReleased(2))
        for side in ("c", "a"):
            answer = post(browser(), found, message(found, table, side, total(*totals), round_=round_), round_=round_)
        assert answer.json()["state"]["phase"] == "confirmed"
        assert ConfirmedResult.objects.filter(evening=found.row, round=round_, table=table).count() == 1
    sums = made(found)
    page = browser().get(f"/evenings/{found.code}/ranking/").content.decode()
    best = min(sums, key=lambda player: sums[player])
    names = {player: found.engine().players[player].public_name for player in sums}
    places = [page.index(names[player]) for player in sorted(sums, key=lambda player: sums[player])]
    assert places == sorted(places)  # the fewest points stand first
    data = found.staff("owner", "Vreni").get(f"/evenings/{found.code}/paper/ranking.pdf").content
    printed = " ".join(part.extract_text() for part in PdfReader(io.BytesIO(data)).pages).split()
    assert all(str(points) in printed for points in sums.values())
    assert printed.index("1.") < printed.index(found.engine().players[best].name.split()[0]) < printed.index("2.")
    own = browser().get(f"/evenings/p/{found.link(best)}/").content.decode()
    assert f"<b>{sums[best]}</b>" in own
    assert "<b>mit " not in own  # nobody has a partner


def test_another_side_that_differs_is_shown_and_three_totals_are_no_sheet() -> None:
    found = hall(BOOK, 8, rounds=2)
    post(browser(), found, message(found, 1, "a", total(1, 2, 3, 4)))
    told = post(browser(), found, message(found, 1, "d", total(1, 2, 3, 5))).json()["state"]
    assert [draft and draft["sheet"]["totals"] for draft in told["drafts"]] == [[1, 2, 3, 4], None, None, [1, 2, 3, 5]]
    assert post(browser(), found, message(found, 1, "a", total(1, 2, 3), seq=2)).json()["reason"] == "incomplete"
    assert post(browser(), found, message(found, 1, "ac", total(1, 2, 3, 4))).json()["reason"] == "form"
    office = found.staff("office", "Anna")
    found.staff("office", "Bruno")
    page = office.get(f"/evenings/{found.code}/office/?round=1&table=2").content.decode()
    assert page.count('name="points') == 4
    fields = {"round": "1", "table": "2", **{f"points{side}": str(10 * side) for side in range(4)}}
    assert office.post(f"/evenings/{found.code}/office/", fields).status_code == 302
    assert found.staff("office", "Bruno").post(f"/evenings/{found.code}/office/", fields).status_code == 302
    assert found.engine().result(1, 2).points == (0, 10, 20, 30)


def test_the_organiser_chooses_a_game_without_a_tournament_and_says_how_many_rounds() -> None:
    desk = Organiser()
    desk.create(book=BOOK, rounds="2")
    assert (desk.engine().book.key, desk.engine().planned, desk.engine().sides) == (BOOK, 2, (0, 1, 2, 3))
