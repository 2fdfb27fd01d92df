"""A Jassrunde of a club at a web table: opened on the page of the series, confirmed by both sides, with its Strafpunkte."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from puur.core.sheet import Origin
from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.doors.models import HostedTable
from tests.season.test_played import recorded
from tests.web.clubs.support import at, enter_as, make_club, until
from tests.web.doors.support import put
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
