"""From a place in the public ranking back to the card, for whoever sees the number: short names, and no address of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from puur.core.events import Announced, CardPlayed, Event, Shuffled
from puur.core.sheet import Origin, Row, Sheet
from puur.evening.events import PenaltyGiven, RankingClosed, ResultEntered
from puur.notation.record import Record
from puur.reglement import load_text
from puur.web.doors.models import HostedTable
from puur.web.evenings import store
from puur.web.evenings.models import Evening
from puur.web.models import Table
from tests.games import counts, kit
from tests.web.client import run_async
from tests.web.doors.support import SHORT, hand_count, played, put, seated, secrets
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


def test_a_corrected_result_still_leads_to_its_cards(evening: Hall) -> None:
    """Whoever doubts the correction looks at what was played; the cards are those of the sheet before."""
    store.submit(evening.code, [ResultEntered(1, 1, Sheet((328, 300)), "Büro", reason="nachgezählt")], "Büro")
    told = browser().get(f"/evenings/{evening.code}/from/1/1/").content.decode()
    assert ("328 : 300" in told, "vor der Korrektur" in told) == (True, True)
    cards = re.findall(rf"/evenings/{evening.code}/from/1/1/\d+/", told)
    assert len(cards) == 4
    assert len(browser().get(f"{cards[0]}data.json").json()["tricks"]) == 9


def counted(events: Sequence[Event]) -> tuple[int, int]:
    """The points of one deal, from its cards alone."""
    mode = next(str(event.mode) for event in events if isinstance(event, Announced))
    cards = [event for event in events if isinstance(event, CardPlayed)]
    points = [0, 0]
    for trick in (cards[at : at + 4] for at in range(0, len(cards), 4)):
        faces = [str(played.card) for played in trick]
        points[trick[counts.taker(faces, mode)].seat % 2] += sum(counts.worth(face, mode) for face in faces)
    points[trick[counts.taker(faces, mode)].seat % 2] += 5
    return points[0], points[1]


@pytest.mark.parametrize("kept", [Origin.TAFEL, Origin.PAPER], ids=["by the Jasstafel", "by its sum"])
def test_a_table_that_went_on_with_cards_leads_to_those_of_its_first_deals(kept: Origin) -> None:
    """The first deal was played on the web, three more in the hall; of the one that was under way nothing is shown."""
    made = hall("kurz", players=4, text=SHORT, rounds=1)
    desk, act = made.staff("owner", "Vreni"), f"/evenings/{made.code}/round/1/web/act/"
    desk.post(act, {"do": "open", "table": ["1"], "playing": "guided"})
    hosted = HostedTable.objects.get(evening=made.row)
    game = kit.played(load_text(SHORT, "kurz"), 4, 3)
    third = [n for n, event in enumerate(game.events) if isinstance(event, Shuffled)][1]
    put(hosted, Record(book="kurz", setup=game.setup, events=tuple(game.events[: third + 1])))
    Table.objects.filter(pk=hosted.live.pk).update(state=Table.State.PLAYING)
    desk.post(act, {"do": "break", "table": "1", "reason": "Router ausgefallen"})
    first = counted(game.events[:third])
    assert sum(first) == 157  # TAM-ES-17: nothing of the pack is forgotten
    address = f"/evenings/{made.code}/from/1/1/"
    assert browser().get(f"{address}1/data.json").status_code == 404  # not before there is a result

    rows = (first, (100, 57), (57, 100), (80, 77))
    totals = tuple(sum(row[side] for row in rows) for side in (0, 1))
    listed = tuple(Row(n, tuple((points,) for points in row), "E") for n, row in enumerate(rows, start=1))
    sheet = Sheet((totals[0], totals[1]), listed if kept is Origin.TAFEL else (), source=kept)
    names = [each.name for each in made.engine().players.values()]
    store.submit(made.code, [ResultEntered(1, 1, sheet, ", ".join(names[:2]))], "Vreni")
    player = made.engine().table(1, 1).players()[0]
    own = browser().get(f"/evenings/p/{made.link(player)}/from/1/").content.decode()
    assert f'href="{address}1/"' in own
    assert [name for name in names if name in own] == []  # a personal link tells no full name
    for person in (browser(), desk):
        told = person.get(address).content.decode()
        assert re.findall(rf'href="({address}\d+/)"', told) == [f"{address}1/"]
        assert ("mit Karten weitergespielt" in told, f'<td class="num">{first[0]}</td>' in told) == (True, True)
        deal = person.get(f"{address}1/data.json").json()
        assert (deal["totals"], deal["code"], len(deal["tricks"])) == ([*first], "", 9)
        assert [person.get(f"{address}2/{end}").status_code for end in ("", "data.json")] == [404, 404]
    assert f"Das Resultat zählt: {totals[0]} : {totals[1]}" in desk.get(f"/evenings/{made.code}/round/1/web/").content.decode()
    assert "Ein anderes Resultat" not in desk.get(f"/evenings/{made.code}/round/1/web/").content.decode()


def test_whoever_helps_out_has_a_word_where_names_stand(database: str) -> None:
    """Seven people fill a table and leave a chair at the other; at the web table, too, it is not nameless."""
    del database
    made = hall("kurz", players=7, text=SHORT, rounds=1)
    drawn = next(table for table in made.engine().round(1).tables if None in [seat.player for seat in table.seats])
    desk = made.staff("owner", "Vreni")
    desk.post(f"/evenings/{made.code}/round/1/web/act/", {"do": "open", "table": [str(drawn.number)], "playing": "guided"})
    place = [seat.player for seat in drawn.seats].index(None)
    assert HostedTable.objects.get(evening=made.row).live.seats.get(number=place).name == "Aushilfe"
    store.submit(made.code, [ResultEntered(1, drawn.number, Sheet((328, 300)), "Vreni")], "Vreni")
    for person in (browser(), desk):
        told = person.get(f"/evenings/{made.code}/from/1/{drawn.number}/").content.decode()
        assert re.search(r"(?:Aushilfe \+ \w|\w\.? \+ Aushilfe)", told)
