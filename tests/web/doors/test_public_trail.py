"""From a place in the public ranking back to the card, for whoever sees the number: short names, and no address of a table."""

from __future__ import annotations

import re

import pytest

from puur.evening.events import PenaltyGiven, RankingClosed
from puur.web.doors.models import HostedTable
from puur.web.evenings import store
from puur.web.evenings.models import Evening
from tests.web.client import run_async
from tests.web.doors.support import SHORT, hand_count, played, seated, secrets
from tests.web.evenings.entry_help import Hall, browser, hall


@pytest.fixture
def evening(server: str) -> Hall:
    """One round of four at a web table, played and confirmed."""
    made = hall("kurz", players=4, text=SHORT, rounds=1)
    desk = made.staff("owner", "Vreni")
    desk.post(f"/evenings/{made.code}/round/1/web/act/", {"do": "open", "table": ["1"], "playing": "guided"})
    links = secrets(desk.get(f"/evenings/{made.code}/round/1/web/").content.decode(), 1)

    async def main() -> None:
        await played(await seated(server, links))

    run_async(main)
    for link in links[:2]:
        browser().post(f"/seat/{link}/", {"do": "confirm"})
    return made


def test_a_place_in_the_public_ranking_leads_to_its_rounds_its_sheet_and_its_cards(evening: Hall) -> None:
    live = HostedTable.objects.get(evening=evening.row).live
    points, player = hand_count(live.code), evening.engine().table(1, 1).players()[0]
    store.submit(evening.code, [PenaltyGiven(player, 30, "hat geschwatzt", "TAM-ES-51")], "Kari")
    full = [each.name for each in evening.engine().players.values()]
    stranger, board = browser(), f"/evenings/{evening.code}/ranking/"
    place = f"/evenings/{evening.code}/place/{player}/"
    assert f'<a href="{place}">{points[0] - 30}</a>' in stranger.get(board).content.decode()
    pages = [stranger.get(place).content.decode()]
    assert f"<b>{points[0]}</b>" in pages[0]
    assert "TAM-ES-51" in pages[0]
    table = re.search(rf"/evenings/{evening.code}/from/1/1/", pages[0])
    assert table
    pages.append(stranger.get(table[0]).content.decode())
    assert f"{points[0]} : {points[1]}" in pages[1]
    assert "Korrigieren" not in pages[1]
    cards = re.findall(rf"/evenings/{evening.code}/from/1/1/\d+/", pages[1])
    assert len(cards) == 4  # the deals of the book
    pages.append(stranger.get(cards[0]).content.decode())
    data = stranger.get(f"{cards[0]}data.json")
    assert len(data.json()["tricks"]) == 9
    assert (data.json()["code"], data.json()["opinions"]) == ("", None)
    pages.append(data.content.decode())
    for told in pages:  # nothing that the ranking does not tell, and no way to the table itself
        assert [name for name in full if name in told] == []
        assert [word for word in (live.code, "hat geschwatzt", "Kari", "Vreni") if word in told] == []
    desk = evening.staff("owner", "Vreni")
    assert f'<a href="{place}">' in desk.get(f"/evenings/{evening.code}/standing/").content.decode()
    assert "hat geschwatzt" in desk.get(place).content.decode()
    assert "Korrigieren" in desk.get(table[0]).content.decode()
    for nonsense in ("place/99/", "from/1/9/", "from/2/1/", "from/1/1/9/", "from/1/1/0/data.json"):
        assert stranger.get(f"/evenings/{evening.code}/{nonsense}").status_code == 404


def test_a_frozen_ranking_tells_nothing_that_came_later(evening: Hall) -> None:
    player = evening.engine().table(1, 1).players()[0]
    Evening.objects.filter(pk=evening.row.pk).update(frozen=1)  # before anything was played
    stranger = browser()
    for address in ("from/1/1/", "from/1/1/1/", "from/1/1/1/data.json"):
        assert stranger.get(f"/evenings/{evening.code}/{address}").status_code == 404
    assert "from/1/1" not in stranger.get(f"/evenings/{evening.code}/place/{player}/").content.decode()
    Evening.objects.filter(pk=evening.row.pk).update(frozen=None)
    store.submit(evening.code, [RankingClosed()], "Vreni")
    assert stranger.get(f"/evenings/{evening.code}/from/1/1/1/").status_code == 200
