"""Web tables of an evening: opened by the organiser, played by four browsers, confirmed by both sides, counted at the evening."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from puur.core.effects import PenaltyPoints
from puur.core.events import RulingMade
from puur.core.game import Game
from puur.core.setup import Playing, Setup
from puur.core.sheet import Origin, Penalty
from puur.evening.ranking import ranking
from puur.notation.record import Record
from puur.reglement import load_text
from puur.web.doors.models import HostedTable, SeatPass
from puur.web.evenings import store
from puur.web.evenings.desk import SWAP
from puur.web.evenings.fold import folded
from puur.web.models import Table, TableEvent
from tests.evening.evenings import result_entered
from tests.web.client import Browser, Player, run_async
from tests.web.doors.support import SHORT, hand_count, played, put, seated, secrets
from tests.web.evenings.entry_help import Hall, browser, hall
from tests.web.test_objections import to_a_wrong_card


@pytest.fixture
def evening(server: str) -> Hall:  # noqa: ARG001
    made = hall("kurz", players=8, text=SHORT)
    made.staff("owner", "Vreni")
    return made


def page(made: Hall) -> str:
    return made.staff("owner", "Vreni").get(f"/evenings/{made.code}/round/1/web/").content.decode()


def act(made: Hall, **given: object) -> str:
    """Send a form of the page; the refusal, or nothing."""
    answer = made.staff("owner", "Vreni").post(f"/evenings/{made.code}/round/1/web/act/", given, headers={SWAP: "1"})
    if answer.headers.get("Content-Type") == "application/json":
        return str(answer.json()["error"])
    assert answer.status_code == 302, answer.content.decode()
    return ""


def confirmed(secret: str) -> str:
    """One side confirms on the page of its seat; what the page says then."""
    client = browser()
    client.post(f"/seat/{secret}/", {"do": "confirm"})
    return client.get(f"/seat/{secret}/").content.decode()


def test_both_sides_confirm_and_the_sheet_is_the_result_once(evening: Hall, server: str) -> None:
    assert "Noch kein Web-Tisch ist offen" in page(evening)
    assert not act(evening, do="open", table=["1"], playing="guided")
    assert not act(evening, do="open", table=["1"], playing="guided")  # twice: one table
    hosted = HostedTable.objects.get(evening=evening.row)
    drawn = evening.engine().table(1, 1)
    assert [seat.name for seat in hosted.live.seats.all()] == [evening.engine().players[key].name[:24] for key in drawn.players()]
    links = secrets(page(evening), 1)
    assert b"<svg" in browser().get(f"/seat/{links[0]}/qr.svg").content

    async def main() -> None:
        players = await seated(server, links)
        assert await players[0].ask(t="again") == "state"
        assert await players[0].ask(t="start") == "state"
        await played(players)
        assert players[1].browser.get(f"/t/{hosted.live.code}/seat/").headers["location"] == f"/seat/{links[1]}/"

    run_async(main)
    assert "fertig, wartet auf Bestätigung" in page(evening)
    assert "sobald die andere Seite" in confirmed(links[0])
    confirmed(links[2])  # the partner: still one side
    assert evening.engine().result(1, 1) is None
    assert "Das Resultat zählt" in confirmed(links[3])
    confirmed(links[1])
    (version,) = evening.engine().results[1, 1]
    assert version.points == hand_count(hosted.live.code)
    assert sum(version.points) == 4 * 157  # TAM-ES-17, four deals
    assert (version.sheet.source, version.sheet.game) == (Origin.TABLE, f"{hosted.live.code}/1")
    assert len(version.sheet.rows) == 4
    assert evening.engine().confirmed[1, 1]
    assert "Resultat ist da" in page(evening)


def test_an_undone_result_is_delivered_again_and_another_one_is_not_overwritten(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["2"], playing="guided")
    links = secrets(page(evening), 2)

    async def main() -> None:
        await played(await seated(server, links))

    run_async(main)
    confirmed(links[0])
    confirmed(links[1])
    state = folded(store.row(evening.code))
    numbers = [n for n, event in zip(state.numbers, state.engine.events, strict=True) if getattr(event, "table", 0) == 2]
    store.undo(evening.code, numbers, "Vreni")
    assert evening.engine().result(1, 2) is None
    confirmed(links[1])
    assert evening.engine().result(1, 2) is not None
    store.submit(evening.code, [result_entered(1, 2, points=(314, 314), reason="nachgezählt")], "Büro")
    assert "Ein anderes Resultat zählt" in page(evening)


def test_a_table_breaks_off_and_goes_on_on_paper_or_online(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["1"], playing="guided")
    links = secrets(page(evening), 1)
    hosted = HostedTable.objects.get(evening=evening.row)
    rng = random.Random(3)

    async def main() -> None:
        players = await seated(server, links)
        assert "zurücknehmen" in await asyncio.to_thread(act, evening, do="close", table="1")

        def one_deal() -> bool:
            return any(player.view and player.view["result"] and player.view["result"]["deal"] == 1 for player in players)

        while not one_deal():
            acting = next(player for player in players if player.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        assert await asyncio.to_thread(act, evening, do="break", table="1", reason="")  # a reason is needed
        assert not await asyncio.to_thread(act, evening, do="break", table="1", reason="Router ausgefallen")
        with pytest.raises(ConnectionError):  # who has no seat any more is sent away
            await players[0].until(lambda: False)
        assert players[0].closed == 4401

    run_async(main)
    after_one = hand_count(hosted.live.code)
    seat = browser().get(f"/seat/{links[0]}/").content.decode()
    assert f"Spiel 1 von 4: {after_one[0]} : {after_one[1]}" in seat
    assert f"/evenings/e/{evening.secret(1)}/" in seat
    assert f"Spiel 1 von 4: {after_one[0]} : {after_one[1]}" in browser().get(f"/evenings/e/{evening.secret(1)}/").content.decode()
    assert "weiter mit Karten" in page(evening)
    assert "Router ausgefallen" in browser().post(f"/seat/{links[0]}/", {"do": "sit"}).content.decode()
    assert not act(evening, do="resume", table="1")

    async def online() -> None:
        await played(await seated(server, links))

    run_async(online)
    confirmed(links[0])
    confirmed(links[1])
    version = evening.engine().result(1, 1)
    assert version is not None
    assert version.points == hand_count(hosted.live.code)


def test_the_office_takes_over_what_nobody_confirms(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["1"], playing="guided")
    links = secrets(page(evening), 1)
    assert act(evening, do="take", table="1", reason="Alle weg") == "Das Spiel ist noch nicht fertig."

    async def main() -> None:
        await played(await seated(server, links))

    run_async(main)
    assert not act(evening, do="take", table="1", reason="Alle weg")
    (version,) = evening.engine().results[1, 1]
    assert (version.by, version.reason) == ("Vreni", "Alle weg")


def test_seats_belong_to_their_links(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["1", "2"], playing="guided")
    links = secrets(page(evening), 1)
    hosted = HostedTable.objects.get(evening=evening.row, table=1)
    assert browser().get("/seat/falsch/").status_code == 404
    assert browser().get(f"/t/{hosted.live.code}/seat/").status_code == 404

    async def main() -> None:
        stranger = Browser(server)
        stranger.visit(hosted.live.code, "Fremd")
        looking = await Player(stranger, hosted.live.code).connect()
        assert await looking.ask(t="sit", seat=0) == "auth"
        first = Browser(server)
        first.post(f"/seat/{links[0]}/", do="sit")
        assert "schon jemand" in first.post(f"/seat/{links[1]}/", do="sit").text
        second = Browser(server)  # another device of the same person
        second.post(f"/seat/{links[0]}/", do="sit")
        tab = await Player(second, hosted.live.code).connect()
        assert tab.you == 0 or await tab.until(lambda: tab.you == 0)

    run_async(main)
    assert not act(evening, do="close", table="1")
    assert not SeatPass.objects.filter(secret__in=links).exists()
    assert HostedTable.objects.filter(evening=evening.row).count() == 1


def test_before_the_round_nothing_is_opened(server: str) -> None:  # noqa: ARG001
    made = hall("kurz", players=8, text=SHORT, released=0)
    made.staff("owner", "Vreni")
    store.submit(made.code, lambda engine: [engine.drawn()])
    assert "sobald die Runde gestartet ist" in page(made)
    assert "noch nicht freigegeben" in act(made, do="open", table=["1"])
    assert not HostedTable.objects.filter(evening=made.row).exists()


def test_a_number_leads_back_to_the_cards(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["1"], playing="guided")
    links = secrets(page(evening), 1)
    code = HostedTable.objects.get(evening=evening.row).live.code

    async def main() -> None:
        await played(await seated(server, links))

    run_async(main)
    address = f"/evenings/{evening.code}/from/1/1/"
    office = evening.staff("office", "Bruno")
    assert office.get(address).status_code == 404  # nothing counts yet
    confirmed(links[0])
    confirmed(links[1])
    store.submit(evening.code, [result_entered(1, 2, points=(400, 228))], "Büro")
    seen = office.get(address).content.decode()
    assert f"/t/{code}/deal/4/?game=1" in seen
    assert "Web-Tisch" in seen
    assert office.get(f"/t/{code}/deal/4/?game=1").status_code == 200
    assert browser().get(f"/t/{code}/deal/4/?game=1").status_code == 404
    assert "Nur die Summen" in office.get(f"/evenings/{evening.code}/from/1/2/").content.decode()
    player = evening.engine().table(1, 1).players()[0]
    own = browser().get(f"/evenings/p/{evening.link(player)}/").content.decode()
    assert f"/evenings/p/{evening.link(player)}/from/1/" in own
    assert "Web-Tisch" in browser().get(f"/evenings/p/{evening.link(player)}/from/1/").content.decode()
    public = browser().get(address).content.decode()  # as the public ranking has it: neither the table nor who said what
    assert [
        part for part in (code, "Büro", "Korrigieren", *(each.name for each in evening.engine().players.values())) if part in public
    ] == []
    assert browser().get("/evenings/p/falsch/from/1/").status_code == 404


def test_the_game_begins_also_when_the_last_one_was_there_before_the_seat(evening: Hall, server: str) -> None:
    act(evening, do="open", table=["1"], playing="guided")
    links = secrets(page(evening), 1)
    code = HostedTable.objects.get(evening=evening.row).live.code

    async def main() -> None:
        players = []
        for secret in links[:3]:
            coming = Browser(server)
            coming.post(f"/seat/{secret}/", do="sit")
            players.append(await Player(coming, code).connect())
        last = Browser(server)
        last.visit(code)
        looking = await Player(last, code).connect()
        await looking.until(lambda: looking.table)
        assert looking.you is None
        await asyncio.to_thread(last.post, f"/seat/{links[3]}/", do="sit")
        for player in (*players, looking):
            await player.until(lambda player=player: player.view is not None)
        assert looking.you == 3

    run_async(main)


def test_penalty_points_of_a_table_that_breaks_off_stay_with_the_person(evening: Hall) -> None:
    act(evening, do="open", table=["1"], playing="free")
    hosted = HostedTable.objects.get(evening=evening.row)
    game = Game(load_text(SHORT, "kurz.toml"), Setup(names=("A", "B", "C", "D"), playing=Playing.FREE))
    ruling = RulingMade("TAM-ES-47", effects=(PenaltyPoints(2, 40),))
    put(hosted, Record(book="kurz", setup=game.setup, events=(*game.events, ruling)))
    Table.objects.filter(pk=hosted.live.pk).update(state=Table.State.PLAYING)
    third = evening.engine().table(1, 1).players()[2]
    assert not act(evening, do="break", table="1", reason="Router ausgefallen")
    assert evening.engine().penalties == [(third, 40, "Router ausgefallen", "TAM-ES-47")]
    assert not act(evening, do="resume", table="1")
    assert evening.engine().penalties == []
    assert not act(evening, do="break", table="1", reason="Schon wieder")
    assert evening.engine().penalties == [(third, 40, "Schon wieder", "TAM-ES-47")]


def test_a_ruling_made_live_reaches_sheet_and_ranking_with_its_article_and_is_withdrawn(server: str) -> None:
    """A book that lists 40 points for a card that may not be played; the trick is the deal's, the points are the person's."""
    made = hall("kurz", players=8, text=SHORT + '\n[penalties]\nwrong-card = { value = 40, rule = "TAM-ES-05" }\n')
    desk, rulings = made.staff("owner", "Vreni"), f"/evenings/{made.code}/rulings/"
    act(made, do="open", table=["1"], playing="free")
    links, wrong = secrets(page(made), 1), []

    async def main() -> None:
        players = await seated(server, links)
        offender, card = await to_a_wrong_card(players, random.Random(1))
        await offender.step({"event": "card-played", "card": card})
        wrong.append(offender.you)
        await players[(offender.you + 1) % 4].step({"event": "incident-reported", "offence": "revoke", "seat": offender.you})
        while players[0].view["pending"]:
            choice = players[0].view["pending"]["choices"][0]
            event = {"event": "choice-made", "choice": choice["choice"], "option": choice["options"][-1]}
            await players[choice["by"][0]].step(event)
        await played(players)

    run_async(main)
    for secret in links:
        confirmed(secret)
    (version,) = made.engine().results[1, 1]
    (seat,) = wrong
    assert version.sheet.penalties == (Penalty(seat, 40, "TAM-ES-05"),)
    assert sum(version.points) == 4 * 157  # TAM-ES-17: the trick went to the others, its points stay in the deal

    def totals() -> list[int]:
        lines = {player: line.scored.total for line in ranking(made.engine()).rows for player in line.players}
        return [lines[player] for player in made.engine().table(1, 1).players()]

    own = [version.points[place % 2] for place in range(4)]
    assert totals() == [points - 40 * (place == seat) for place, points in enumerate(own)]
    listed = desk.get(rulings).content.decode()
    assert ("TAM-ES-05" in listed, "?withdraw=1.1.0" in listed) == (True, True)
    desk.post(rulings, {"do": "withdraw", "n": "1.1.0", "reason": "Missverständnis"})
    assert totals() == own
    assert made.engine().results[1, 1][-1].sheet.penalties == ()


def judge(made: Hall, role: str, name: str, event: object, option: str) -> str:
    """Somebody of the evening sends the word of an official on what is judged at the first table; the refusal, or nothing."""
    given = {"table": "1", "event": str(event), "option": option}
    answer = made.staff(role, name).post(f"/evenings/{made.code}/round/1/web/judge/", given, headers={SWAP: "1"})
    if answer.status_code == 403:
        return "forbidden"
    return str(answer.json()["error"]) if answer.status_code == 200 else ""


@pytest.mark.parametrize(("option", "ruled"), [("was-remark", "remark-forfeit"), ("no-remark", "remark-denied")])
def test_an_official_of_the_evening_decides_what_a_message_was(evening: Hall, server: str, option: str, ruled: str) -> None:
    """TAM-ES-73: the Jassleitung alone decides; whoever only has the office, or plays at the table, does not."""
    act(evening, do="open", table=["1"], playing="free")
    links = secrets(page(evening), 1)

    def shown(role: str, name: str) -> str:
        return evening.staff(role, name).get(f"/evenings/{evening.code}/round/1/web/").content.decode()

    async def main() -> None:
        players = await seated(server, links)
        rng = random.Random(4)
        while not players[0].view["trick"]:
            acting = next(player for player in players if player.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        assert "beanstandet" not in await asyncio.to_thread(page, evening)
        await players[0].do(t="chat", text="Bock!")
        await players[1].step({"event": "incident-reported", "offence": "remark", "seat": 0})
        seen = await asyncio.to_thread(shown, "controller", "Kari")
        assert "wird beanstandet" in seen
        event = seen.split('name="event" value="')[1].split('"')[0]
        assert 'name="event"' not in await asyncio.to_thread(shown, "office", "Berta")  # sees it, and may not decide
        assert await asyncio.to_thread(judge, evening, "office", "Berta", event, option) == "forbidden"
        assert "nicht mehr beurteilt" in await asyncio.to_thread(
            judge, evening, "controller", "Kari", 999, option
        )  # another objection
        assert await asyncio.to_thread(judge, evening, "controller", "Kari", event, "unsure")  # no word of an official
        assert players[2].view["pending"] is not None
        assert not await asyncio.to_thread(judge, evening, "controller", "Kari", event, option)
        await players[2].until(lambda: players[2].view["pending"] is None)
        assert "nicht mehr beurteilt" in await asyncio.to_thread(judge, evening, "controller", "Kari", event, option)

    run_async(main)
    code = HostedTable.objects.get(evening=evening.row).live.code
    rows = [json.loads(row.data) for row in TableEvent.objects.filter(table__code=code).order_by("n")]
    (word,) = [row for row in rows if row["event"] == "choice-made"]
    assert (word["choice"], word["option"], word["official"]) == ("talk-office", option, "jassleitung")
    assert [row["text"] for row in rows if row["event"] == "ruling-made"] == [ruled]


def test_whoever_plays_at_a_table_does_not_decide_there(evening: Hall, server: str) -> None:  # noqa: ARG001
    """AJZ-1.8-05 says it for a club; at an evening it holds for everybody who sits there."""
    act(evening, do="open", table=["1"], playing="free")
    hosted = HostedTable.objects.get(evening=evening.row)
    hosted.live.seats.filter(number=2).update(user=store.row(evening.code).user_id)
    assert "entscheidet dort nicht" in judge(evening, "owner", "Vreni", 1, "was-remark")
