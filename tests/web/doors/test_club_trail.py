"""From a place in the Jahreswertung back to the card: by an evening and by a Jassrunde; a correction is tried before it is made."""

from __future__ import annotations

import re

import pytest

from puur.evening.events import RankingClosed, RankingReopened
from puur.season import events as ev
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.doors.models import HostedTable
from puur.web.evenings import store
from tests.evening.evenings import result_entered
from tests.season.test_played import recorded
from tests.web.clubs.support import at, enter_as, make_club, until
from tests.web.doors.support import put
from tests.web.doors.test_club_evenings import club, day_after, evening_of, officer, worth
from tests.web.doors.test_club_tables import NOON, page, people, playing, post
from tests.web.evenings.entry_help import browser

__all__ = ["club", "day_after", "playing"]  # fixtures


def test_a_place_leads_to_the_evening_and_its_sheet(club: Club) -> None:
    chief = officer(club, "sheets")
    chair = enter_as(club, chief)
    evening = evening_of(club, chief)
    chair.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "count"})
    member = enter_as(club, "beat")
    assert f"/clubs/{club.slug}/from/2027/anna/" in member.get(f"/clubs/{club.slug}/days/").content.decode()
    seen = member.get(f"/clubs/{club.slug}/from/2027/anna/").content.decode()
    assert "Dorfjass" in seen
    assert f">{worth(evening, club, 1000)['anna']}<" in seen
    sheet = f"/clubs/{club.slug}/from/{evening.code}/1/1/"
    assert sheet in seen
    shown = member.get(sheet).content.decode()
    assert "1000 : 884" in shown
    assert "Korrigieren" not in shown  # that is the evening's
    assert browser().get(sheet).status_code == 404
    assert browser().get(f"/clubs/{club.slug}/from/2027/anna/").status_code == 404
    for nonsense in ("2027/niemand", "0/anna", "99999/anna", f"{evening.code}/1/77"):
        assert member.get(f"/clubs/{club.slug}/from/{nonsense}/").status_code == 404
    assert member.get(f"/clubs/{club.slug}/from/{evening.code}/2/1/").status_code == 404
    chair.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "back-count", "reason": "Probe"})
    assert member.get(sheet).status_code == 404  # it counts for nothing here any more


def test_a_correction_of_an_evening_tells_what_it_changes_in_the_club_and_what_is_closed(club: Club) -> None:
    chief = officer(club, "sheets")
    chair = enter_as(club, chief)
    evening = evening_of(club, chief)
    chair.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "count"})
    address = f"/evenings/{evening.code}/from/1/1/?points0=900&points1=984"
    seen = chair.get(address).content.decode()
    assert "Die Rangliste ist abgeschlossen" in seen
    assert "Jahreswertung von Jassclub Musterlingen" in seen
    before, after = worth(evening, club, 1000)["anna"], worth(evening, club, 900)["anna"]
    assert len(re.findall(rf"\({before}\)\s*→\s*\d\. \({after}\)", seen)) >= 2  # in the ranking and in the club
    store.submit(evening.code, [RankingReopened("offen")])
    assert "Die Rangliste ist abgeschlossen" not in chair.get(address).content.decode()
    told = chair.get(f"/clubs/{club.slug}/from/2027/anna/").content.decode()
    assert (f">{before}<" in told, "ist wieder offen" in told) == (True, True)
    store.submit(evening.code, [result_entered(1, 1, points=(900, 984), reason="verschrieben"), RankingClosed()])


def test_a_jassrunde_leads_to_its_cards_and_a_correction_is_tried(playing: Club) -> None:
    with at(NOON):
        first, second, third, fourth = people(playing)
        post(playing, first, teams=f"{first}+{second}/{third}+{fourth}", playing="guided")
        hosted = HostedTable.objects.get(club=playing)
        put(hosted, recorded(tuple(hosted.live.seats.values_list("name", flat=True))))
        links = list(dict.fromkeys(re.findall(r"/seat/([\w-]+)/", page(playing, first))))
        for secret in links[:2]:
            browser().post(f"/seat/{secret}/", {"do": "confirm"})
        outsider = next(person for person in clubs.engine(playing).roster.members(NOON.date()) if person not in people(playing))
        member = enter_as(playing, outsider)
        address = f"/clubs/{playing.slug}/days/2027-3/table/A/from/1/"
        assert address in member.get(f"/clubs/{playing.slug}/days/2027-3/table/A/").content.decode()
        seen = member.get(address).content.decode()
        cards = re.search(rf"/t/{hosted.live.code}/deal/\d+/\?game=1", seen)
        assert cards
        assert member.get(cards[0]).status_code == 200
        assert browser().get(cards[0]).status_code == 404
        for nonsense in ("table/A/from/2", "table/Z/from/1"):
            assert member.get(f"/clubs/{playing.slug}/days/2027-3/{nonsense}/").status_code == 404
        (played,) = clubs.engine(Club.objects.get(pk=playing.pk)).day("2027-3").table("A").rounds
        tried = member.get(f"{address}?first=2100&second={played.points[1]}").content.decode()
        assert "Was sich am Tag ändert" in tried
        assert 'role="alert"' in member.get(f"{address}?first=5&second=6").content.decode()  # below the target of AJZ
        assert 'role="alert"' in member.get(f"{address}?first=abc&second=6").content.decode()
        unchanged = clubs.engine(Club.objects.get(pk=playing.pk)).day("2027-3").table("A").rounds[0]
        assert unchanged.points == played.points


@pytest.mark.usefixtures("database")
def test_what_is_closed_is_said() -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-4"))
    with at(NOON):
        chief = officer(row, "sheets")
        day = clubs.engine(row).day("2027-3")
        assert day.rolled
        points = day.table("A").rounds[0].points
        address = f"/clubs/{row.slug}/days/2027-3/table/A/from/1/?first={points[0] + 57}&second={points[1]}"
        seen = enter_as(row, chief).get(address).content.decode()
        assert "Die Serien des nächsten Jasstags stehen schon" in seen
        winners = day.table("A").rounds[0].teams[0]
        rows = clubs.engine(row).results(day)["A"]
        for own in (own for own in rows if own.participant.person in winners):
            before = int(own.provisional or 0)
            assert re.search(rf"{before}\s*→\s*{before + 57}<", seen)
