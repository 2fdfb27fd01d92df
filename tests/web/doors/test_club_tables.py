"""A Jassrunde of a club at a web table: opened on the page of the series, confirmed by both sides, with its Strafpunkte."""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

import pytest

from puur.core.events import Shuffled
from puur.core.game import Game
from puur.core.sheet import Origin
from puur.notation.record import Record
from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.doors import hosting
from puur.web.doors.models import HostedTable
from puur.web.models import PlayedGame, Table, TableEvent
from tests.season.test_played import recorded
from tests.web.client import run_async
from tests.web.clubs.support import at, enter_as, make_club, until
from tests.web.doors.support import put, seated
from tests.web.doors.test_slates import begun as begun_slate
from tests.web.doors.test_slates import handed, kept
from tests.web.evenings.entry_help import browser

NOON = datetime(2027, 4, 17, 16, 40)


@pytest.fixture
def playing(database: str) -> Club:
    """Jasstag 3 is opened, nothing is played."""
    del database
    return make_club(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3"))


def page(row: Club, who: str) -> str:
    return enter_as(row, who).get(f"/clubs/{row.slug}/days/2027-3/table/A/web/").content.decode()


def post(row: Club, who: str, **given: str) -> int:
    return int(enter_as(row, who).post(f"/clubs/{row.slug}/days/2027-3/table/A/web/", given).status_code)


def people(row: Club) -> list[str]:
    club = store.engine(row)
    return [seat.person for seat in club.participants(club.day("2027-3"), "A")]


@pytest.mark.rule("AJZ-3.4-29", "AJZ-3.4-30")
def test_ajz_3_4_30_a_round_at_a_web_table_reaches_the_table_with_its_penalty_points(playing: Club) -> None:
    with at(NOON):
        first, second, third, fourth = people(playing)
        assert "Noch kein Web-Tisch" in page(playing, first)
        teams = f"{first}+{second}/{third}+{fourth}"
        assert post(playing, first, teams=teams, playing="guided") == 302
        assert post(playing, first, teams=teams, playing="guided") == 302  # twice: one table
        hosted = HostedTable.objects.get(club=playing)
        assert hosted.people == [first, third, second, fourth]  # partners sit across
        links = list(dict.fromkeys(re.findall(r"/seat/([\w-]+)/", page(playing, first))))
        put(hosted, recorded(tuple(hosted.live.seats.values_list("name", flat=True))))
        for secret in (links[0], links[0], links[2]):
            browser().post(f"/seat/{secret}/", {"do": "confirm"})
        assert not store.engine(Club.objects.get(pk=playing.pk)).day("2027-3").table("A").rounds
        for secret in (links[1], links[3]):
            browser().post(f"/seat/{secret}/", {"do": "confirm"})
        day = store.engine(Club.objects.get(pk=playing.pk)).day("2027-3")
        (played,) = day.table("A").rounds
        assert played.teams == ((first, second), (third, fourth))
        assert (played.sheet.source, played.sheet.game) == (Origin.TABLE, f"{hosted.live.code}/1")
        # Booked by hand in `recorded`: 300 for the person on the first seat, by AJZ-3.4-18.
        assert [(given.person, given.points, given.rule) for given in day.penalties] == [(first, -300, "AJZ-3.4-18")]
        assert "Das Resultat zählt" in page(playing, first)
        seen = enter_as(playing, first).get(f"/clubs/{playing.slug}/trail/").content.decode()
        assert " : ".join(map(str, played.points)) in seen


def test_only_who_may_enter_opens_and_what_was_not_begun_is_taken_back(playing: Club) -> None:
    with at(NOON):
        first, second, third, fourth = people(playing)
        outsider = next(person for person in store.engine(playing).roster.members(NOON.date()) if person not in people(playing))
        teams = f"{first}+{second}/{third}+{fourth}"
        assert post(playing, outsider, teams=teams) == 403
        assert post(playing, first, teams="niemand") == 400
        assert post(playing, first, teams=teams) == 302
        assert post(playing, first, do="close") == 302
        assert not HostedTable.objects.filter(club=playing).exists()
        assert post(playing, first, do="close") == 400  # nothing is open


def begun(row: Club, deals: int) -> tuple[HostedTable, Record]:
    """A web table of Serie A at which so many deals were played, and its whole game."""
    first, second, third, fourth = people(row)
    assert post(row, first, teams=f"{first}+{second}/{third}+{fourth}", playing="guided") == 302
    hosted = HostedTable.objects.get(club=row)
    whole = recorded(tuple(hosted.live.seats.values_list("name", flat=True)))
    game = Game(store.engine(row).book.reglement, whole.setup)
    so_far = []
    for event in whole.events:
        if isinstance(event, Shuffled) and len(game.finished_deals) == deals:
            break
        game.submit(event)
        so_far.append(event)
    put(hosted, replace(whole, events=tuple(so_far)))
    Table.objects.filter(pk=hosted.live.pk).update(state=Table.State.PLAYING)
    return hosted, whole


def test_the_standing_of_a_table_is_that_of_its_finished_deals(playing: Club) -> None:
    """Whoever goes on with cards deals the running deal anew: its Weis on the slate is no part of what is carried on."""
    with at(NOON):
        hosted, whole = begun(playing, 0)
        game, so_far, before = Game(store.engine(playing).book.reglement, whole.setup), [], (0, 0)
        for event in whole.events:
            game.submit(event)
            so_far.append(event)
            if sum(game.ledger.totals) > sum(before):
                if len(game.finished_deals) == len(game.deals):
                    before = tuple(game.ledger.totals)
                elif game.finished_deals:
                    break
        assert tuple(game.ledger.totals) != before  # something stands there of a deal that is not over
        PlayedGame.objects.filter(table=hosted.live).delete()
        TableEvent.objects.filter(table=hosted.live).delete()
        put(hosted, replace(whole, events=tuple(so_far)))
        assert hosting.standings([hosted])[hosted.pk].totals == before
        assert post(playing, people(playing)[0], do="break", reason="Router") == 302
        onwards = browser().get(f"/seat/{hosted.seats.get(seat=0).secret}/").content.decode()
        address = re.search(rf'href="(/clubs/{playing.slug}/days/2027-3/table/A/tafel/\?teams=[^"]+)"', onwards)
        assert address
        begin = begun_slate(enter_as(playing, people(playing)[0]), address[1])
        assert len(begin["ops"]) == len(game.finished_deals) > 0


def test_a_broken_table_goes_on_with_the_jasstafel_from_where_it_was(playing: Club) -> None:
    with at(NOON):
        hosted, _ = begun(playing, 2)
        first = people(playing)[0]
        assert post(playing, first, do="close") == 400  # cards were dealt
        assert post(playing, first, do="take") == 400  # and it is not over
        assert post(playing, first, do="break", reason=" ") == 400
        assert post(playing, first, do="break", reason="Router ausgefallen") == 302
        assert "weiter mit Karten" in page(playing, first)
        secret = hosted.seats.get(seat=0).secret
        seat = browser().get(f"/seat/{secret}/").content.decode()
        onwards = re.search(rf'href="(/clubs/{playing.slug}/days/2027-3/table/A/tafel/\?teams=[^"]+)"', seat)
        assert onwards
        scribe = enter_as(playing, first)
        begin = begun_slate(scribe, onwards[1])
        assert len(begin["ops"]) == 2
        assert {sum(op["event"]["points"]) for op in begin["ops"]} == {157}  # all cards and the last trick
        ours, theirs = hosting.standings([hosted])[hosted.pk].totals
        missing = -((ours - 1999) // 157)  # deals of 157 up to the target of AJZ
        won = {"event": "result-entered", "points": (157, 0), "mode": "E"}
        rest = [{"id": str(uuid.uuid4()), "op": "enter", "event": won} for _ in range(missing)]
        slate = {
            "id": str(uuid.uuid4()), "book": begin["book"], "book_text": begin["text"], "names": begin["names"],
            "ops": [*begin["ops"], *rest],
        }  # fmt: skip
        answer = scribe.post("/api/slate/", json.dumps(slate), content_type="application/json")
        assert not answer.json()["refused"]
        sent = {"slate": slate["id"], "people": begin["door"]["people"]}
        assert scribe.post(begin["door"]["url"], json.dumps(sent), content_type="application/json").status_code == 200
        (played,) = store.engine(Club.objects.get(pk=playing.pk)).day("2027-3").table("A").rounds
        assert played.points == (ours + missing * 157, theirs)
        assert post(playing, first, do="resume") == 400  # it has a result now
        told = scribe.get(f"/clubs/{playing.slug}/days/2027-3/table/A/from/1/").content.decode()
        cards = list(dict.fromkeys(re.findall(r'href="([^"]+\?game=1)"', told)))
        assert ("mit Karten weitergespielt" in told, len(cards)) == (True, 2)  # the deals that were played on the web
        assert [scribe.get(address).status_code for address in cards] == [200, 200]


def test_a_broken_table_is_resumed_with_its_penalty_points(playing: Club) -> None:
    with at(NOON):
        hosted, whole = begun(playing, 2)
        first = people(playing)[0]

        def given() -> list[tuple[str, int]]:
            day = store.engine(Club.objects.get(pk=playing.pk)).day("2027-3")
            return [(penalty.person, penalty.points) for penalty in day.penalties]

        assert post(playing, first, do="break", reason="Router ausgefallen") == 302
        assert given() == [(first, -300)]  # ruled before the first deal
        assert post(playing, first, do="resume") == 302
        assert given() == []
        assert "weiter mit Karten" not in page(playing, first)
        TableEvent.objects.filter(table=hosted.live).delete()
        PlayedGame.objects.filter(table=hosted.live).delete()
        put(hosted, whole)
        assert post(playing, first, do="take") == 302  # nobody confirms
        assert given() == [(first, -300)]


def test_the_page_of_a_day_hears_of_everything(playing: Club) -> None:
    with at(NOON):
        member = enter_as(playing, people(playing)[0])
        address = f"/clubs/{playing.slug}/days/2027-3/"
        stamps = [member.get(f"{address}revision.json").json()["revision"]]
        made = member.get(address).content.decode()  # a page asks from the revision that it was made from
        assert f'data-revision="{address}revision.json" data-known="{stamps[0]}"' in made
        begun(playing, 1)
        stamps.append(member.get(f"{address}revision.json").json()["revision"])
        assert "am Spielen" in member.get(address).content.decode()
        assert post(playing, people(playing)[0], do="break", reason="Router") == 302
        stamps.append(member.get(f"{address}revision.json").json()["revision"])
        assert member.get(f"{address}table/A/web/revision.json").status_code == 200
        assert len(set(stamps)) == 3
        assert browser().get(f"{address}revision.json").status_code == 404


def test_a_member_day_in_a_mixture_of_web_table_jasstafel_and_typed_result(playing: Club) -> None:
    """Three Jassrunden of Serie A kept in three ways; everybody's day is the sum of the three, counted here by hand."""
    with at(NOON):
        first = people(playing)[0]
        scribe, day = enter_as(playing, first), f"/clubs/{playing.slug}/days/2027-3/"
        table, deeds = f"{day}table/A/", f"{day}A/do/"

        def teams() -> str:
            chosen = re.search(r'<option value="([^"/]+/[^"]+)"', page(playing, first))
            assert chosen
            return chosen[1]

        assert post(playing, first, teams=teams(), playing="guided") == 302
        hosted = HostedTable.objects.get(club=playing)
        put(hosted, recorded(tuple(hosted.live.seats.values_list("name", flat=True))))
        for seat in hosted.seats.all()[:2]:
            browser().post(f"/seat/{seat.secret}/", {"do": "confirm"})
        begin = begun_slate(scribe, f"{table}tafel/?{urlencode({'teams': teams()})}")
        slate = kept(scribe, begin, ((157, 0),) * 13)  # 13 times 157 is 2041, past 1999
        assert handed(scribe, begin, slate)[0] == 200
        scribe.post(f"{deeds}break/", {"minutes": "30"})
        third = teams()
        scribe.post(f"{deeds}round/", {"teams": third, "first": "1500", "second": "2149", "ended": "21:00"})
        club = store.engine(Club.objects.get(pk=playing.pk))
        rounds = club.day("2027-3").table("A").rounds
        assert [played.sheet.source for played in rounds] == [Origin.TABLE, Origin.TAFEL, Origin.PHONE]
        assert [played.points for played in rounds[1:]] == [(2041, 0), (1500, 2149)]
        sums = {who: sum(played.points[who in played.teams[1]] for played in rounds) for who in people(playing)}
        given = {penalty.person: penalty.points for penalty in club.day("2027-3").penalties}
        assert given == {hosted.people[0]: -300}  # the one ruling of `recorded`
        shown = {row.participant.person: int(row.provisional or 0) for row in club.results(club.day("2027-3"))["A"]}
        assert shown == {who: total + given.get(who, 0) for who, total in sums.items()}


@pytest.mark.rule("AJZ-1.8-02", "AJZ-1.8-05")
def test_ajz_1_8_05_who_rules_that_day_decides_what_a_message_was(playing: Club, server: str) -> None:
    """AJZ-1.8-02, AJZ-1.8-05: the Chef Regelwerk decides, or the next of the list who is not concerned."""
    with at(NOON):
        first, second, third, fourth = people(playing)
        assert post(playing, first, teams=f"{first}+{second}/{third}+{fourth}", playing="free") == 302
        hosted = HostedTable.objects.get(club=playing)
        links = [seat.secret for seat in hosted.seats.order_by("seat")]
        club = store.engine(playing)
        judge = club.judge(club.day("2027-3"), "jassregeln", people(playing))
        assert judge is not None
        assert judge[0] not in people(playing)

    async def main() -> None:
        players = await seated(server, links)
        rng = random.Random(4)
        while not players[0].view["trick"]:
            acting = next(player for player in players if player.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        await players[0].do(t="chat", text="Bock!")
        await players[1].step({"event": "incident-reported", "offence": "remark", "seat": 0})
        assert players[2].view["pending"] is not None

    run_async(main)
    with at(NOON):
        seen = page(playing, judge[0])
        event = seen.split('name="event" value="')[1].split('"')[0]
        address = f"/clubs/{playing.slug}/days/2027-3/table/A/web/judge/"
        given = {"event": event, "option": "was-remark"}
        enter_as(playing, first).post(address, given)  # sits there
        enter_as(playing, judge[0]).post(address, {**given, "event": "999"})  # another objection
        assert not Table.objects.get(pk=hosted.live_id).office
        assert enter_as(playing, judge[0]).post(address, given).status_code == 302
    word = Table.objects.get(pk=hosted.live_id).office
    assert (word["option"], word["official"], str(word["event"])) == ("was-remark", "chef-regelwerk", event)
