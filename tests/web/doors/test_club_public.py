"""From the public page of a club, and from its statistics, back to the card; in public under public names alone."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from itertools import chain

import pytest
from django.test import Client

from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import HOST, Club
from puur.web.doors.models import HostedTable
from tests.season.test_played import recorded
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, make_club, until
from tests.web.doors.support import put
from tests.web.doors.test_club_evenings import evening_of, officer, under, worth
from tests.web.doors.test_club_tables import NOON, page, playing, post
from tests.web.evenings.entry_help import browser

__all__ = ["playing"]  # a fixture
WINTER = datetime(2028, 1, 5, 12)


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r"\s+", " ", answer.content.decode())


def rest_of_the_day() -> list[ev.Event]:
    """What the Musterjahr has of Jasstag 3 behind its first Jassrunde in Serie A, to the end of the day."""
    begun = len(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3"))
    end = next(place for place, event in enumerate(MUSTERJAHR) if isinstance(event, ev.DayClosed) and event.day == "2027-3")
    first = next(place for place, event in enumerate(MUSTERJAHR) if place >= begun and is_round(event, "A"))
    return [event for place, event in enumerate(MUSTERJAHR) if begun <= place <= end and place != first]


def is_round(event: ev.Event, series: str) -> bool:
    return isinstance(event, ev.RoundPlayed) and (event.day, event.series) == ("2027-3", series)


def test_a_public_place_leads_to_its_days_and_to_the_cards_without_full_names(playing: Club) -> None:
    Club.objects.filter(pk=playing.pk).update(public=True, public_names="initials")
    with at(NOON):
        sits = next(event for event in MUSTERJAHR if is_round(event, "A"))
        assert isinstance(sits, ev.RoundPlayed)
        first = sits.teams[0][0]
        post(playing, first, teams="/".join("+".join(team) for team in sits.teams), playing="guided")
        hosted = HostedTable.objects.get(club=playing)
        put(hosted, recorded(tuple(hosted.live.seats.values_list("name", flat=True))))
        for secret in list(dict.fromkeys(re.findall(r"/seat/([\w-]+)/", page(playing, first))))[:2]:
            browser().post(f"/seat/{secret}/", {"do": "confirm"})
        store.submit(playing, rest_of_the_day(), HOST)
    series = f"/clubs/{playing.slug}/public/days/2027-3/A/"
    cards = f"{series}1/1/"
    stranger = browser()
    with at(datetime(2027, 4, 18, 9)):
        for early in (series, cards, f"{cards}data.json"):
            assert stranger.get(early).status_code == 404  # not published yet
        store.submit(Club.objects.get(pk=playing.pk), [ev.ResultsPublished(day="2027-3", at=store.now())], HOST)
        roster = store.engine(Club.objects.get(pk=playing.pk)).roster.people
        number = [*roster].index(first) + 1
        place = f"/clubs/{playing.slug}/public/2027/from/{number}/"
        told = [shown(stranger, f"/clubs/{playing.slug}/public/2027/")]
        assert place in told[0]
        assert series in told[0]
        told.append(shown(stranger, place))
        assert series in told[1]
        told.append(shown(stranger, series))
        played = store.engine(Club.objects.get(pk=playing.pk)).day("2027-3").table("A").rounds[0]
        assert f"<strong>{' : '.join(map(str, played.points))}</strong>" in told[2]
        assert cards in told[2]
        told.append(shown(stranger, cards))
        data = stranger.get(f"{cards}data.json")
        assert len(data.json()["tricks"]) == 9
        assert (data.json()["code"], data.json()["opinions"]) == ("", None)
        told.append(data.content.decode())
        secret = chain((hosted.live.code,), (person.name for person in roster.values()), ("/from/2027/anna",))
        assert [word for word in secret if any(word in page for page in told)] == []
        wrong = [
            "public/2027/from/0/",
            "public/2027/from/999/",
            "public/1950/from/1/",
            "public/days/2027-3/Z/",
            "public/days/2027-9/A/",
            "public/days/2027-3/A/2/1/",
            "public/days/2027-3/A/1/99/",
            "public/days/2027-gv/A/",
        ]
        for nonsense in wrong:
            assert stranger.get(f"/clubs/{playing.slug}/{nonsense}").status_code == 404, nonsense
    Club.objects.filter(pk=playing.pk).update(public=False)
    for hidden in (place, series, cards, f"{cards}data.json"):
        assert stranger.get(hidden).status_code == 404


@pytest.mark.usefixtures("database")
def test_a_guest_has_no_name_on_the_public_sheet_of_a_series() -> None:
    row = make_club(MUSTERJAHR, public=True)
    with at(WINTER):
        store.submit(row, [ev.ResultsPublished(day="2027-3", at=store.now())], HOST)
        guest = next(event for event in MUSTERJAHR if isinstance(event, ev.GuestNamed) and event.day == "2027-3")
        people = store.engine(row).roster.people
        every = [shown(browser(), f"/clubs/{row.slug}/public/days/2027-3/{series}/") for series in "ABCD"]
        assert any("Gastjasser" in seen for seen in every)
        assert not any(people[guest.person].name in seen for seen in every)


@pytest.mark.parametrize(("names", "leads"), [("full", True), ("short", True), ("initials", False)])
@pytest.mark.usefixtures("database")
def test_an_evening_behind_a_public_place_is_linked_where_its_names_tell_no_more(names: str, leads: bool) -> None:
    row = under('key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n')
    Club.objects.filter(pk=row.pk).update(public=True, public_names=names)
    with at(datetime(2027, 5, 9, 12)):
        chief = officer(row, "sheets")
        chair = enter_as(row, chief)
        evening = evening_of(row, chief)
        chair.post(f"/clubs/{row.slug}/evenings/", {"evening": evening.code, "do": "count"})
        number = [*store.engine(row).roster.people].index("anna") + 1
        seen = shown(browser(), f"/clubs/{row.slug}/public/2027/from/{number}/")
        assert "Dorfjass" in seen
        assert f'<strong class="num">{worth(evening, row, 1000)["anna"]}</strong>' in seen
        link = re.search(rf"/evenings/{evening.code}/place/[^/]+/", seen)
        assert bool(link) is leads
        assert link is None or "Dorfjass" in shown(browser(), link[0])
        mine = shown(enter_as(row, "beat"), f"/clubs/{row.slug}/stats/anna/")  # in the statistics too, but as no day
        assert f"/clubs/{row.slug}/from/2027/anna/" in mine


@pytest.mark.usefixtures("database")
def test_every_figure_of_the_statistics_leads_to_its_jassrunden() -> None:
    row = make_club(MUSTERJAHR)
    rounds = [event for event in MUSTERJAHR if isinstance(event, ev.RoundPlayed)]

    def sides(event: ev.RoundPlayed, *who: str) -> list[int]:
        return [side for person in who for side, team in enumerate(event.teams) if person in team]

    def points(event: ev.RoundPlayed) -> tuple[int, ...]:
        assert event.sheet.totals
        return event.sheet.totals

    with at(WINTER):
        member = enter_as(row, "kim")
        seen = shown(member, f"/clubs/{row.slug}/stats/gabi/")
        asked = re.findall(r'href="(/clubs/[^"]*/stats/gabi/rounds/\?(with|against)=(\w+))">(\d+) / (\d+)<', seen)
        assert {side for _, side, *_ in asked} == {"with", "against"}
        for address, side, other, won, count in asked:
            # counted apart, from the lines of the file
            mine = [
                event for event in rounds if len(own := sides(event, "gabi", other)) == 2 and (own[0] == own[1]) is (side == "with")
            ]
            assert len(mine) == int(count)
            assert sum(points(event)[own] > points(event)[1 - own] for event in mine for own in sides(event, "gabi")) == int(won)
            told = shown(member, address)
            assert len(re.findall(r"/table/\w/from/\d/", told)) == int(count)
            assert all(f"{points(event)[0]} : {points(event)[1]}" in told for event in mine)
        for nonsense in ("niemand/rounds/", "gabi/rounds/?with=niemand"):
            assert member.get(f"/clubs/{row.slug}/stats/{nonsense}").status_code == 404
        assert browser().get(f"/clubs/{row.slug}/stats/gabi/rounds/").status_code in (403, 404)
        overview = shown(member, f"/clubs/{row.slug}/stats/")
        tables = re.findall(rf"/clubs/{row.slug}/days/2027-\d/table/\w/", overview)
        assert len(tables) == 10  # five best, five worst days
        assert all(member.get(address).status_code == 200 for address in set(tables))


@pytest.mark.usefixtures("database")
def test_a_settled_debt_and_a_booking_lead_to_what_they_were_for() -> None:
    row = make_club(MUSTERJAHR)
    with at(WINTER):
        fine = ev.Charged(
            key="probe", sort="fine", debtor="eva", amount=Decimal(20), on=date(2027, 4, 17), rule="AJZ-1.3-05", day="2027-3"
        )
        paid = ev.Paid(key="bar", payer="eva", amount=Decimal(20), on=date(2027, 4, 18), method="cash", charges=("probe",))
        store.submit(row, [fine, paid], HOST)
        cash = enter_as(row, officer(row, "cash"))
        account = shown(cash, f"/clubs/{row.slug}/money/person/eva/")
        assert f'href="/clubs/{row.slug}/days/2027-3/"' in account.split("Erledigt")[1]
        assert f'href="/clubs/{row.slug}/days/2027-3/"' in shown(cash, f"/clubs/{row.slug}/money/ledger/")
