"""The referee at a table of an evening and on a Jasstag: book, table and names preset, rulings on record with time and official."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client

from puur.season.events import RoundPlayed
from puur.web.clubs import store
from puur.web.evenings import keys
from tests.web.clubs.support import at, enter_as, make_club, until
from tests.web.evenings.entry_help import Hall, browser, hall


@pytest.fixture
def evening(database: str) -> Hall:
    """A round of eight under AJZ 08, whose list says what a slip costs."""
    del database
    made = hall("ajz08", players=8, rounds=1)
    made.staff("owner", "Vreni")
    return made


def names_at(made: Hall, table: int) -> list[str]:
    return [made.engine().players[player].name for player in made.engine().table(1, table).players()]


def give(official: Client, made: Hall, page: str, **more: str) -> None:
    """Make the ruling that a page shows with its effects, as its form has it."""
    form = dict(re.findall(r'<input id="(points|reason|rule)"[^>]*value="([^"]*)"', page))
    chosen = re.search(r'<option value="([^"]+)" selected>', page)
    assert chosen
    fields = {name: unescape(value) for name, value in form.items()}
    answer = official.post(f"/evenings/{made.code}/rulings/", {"do": "give", "player": chosen[1], **fields, **more})
    assert answer.status_code == 302


def test_the_code_of_a_jasszettel_leads_to_the_referee_with_book_and_names(evening: Hall) -> None:
    phone, secret = browser(), evening.secret(1)
    zettel = phone.get(f"/evenings/e/{secret}/").content.decode()
    assert f"/evenings/e/{secret}/referee/" in zettel
    page = phone.get(f"/evenings/e/{secret}/referee/").content.decode()
    assert "AJZ 08 Regelwerk" in page
    assert all(name in page for name in names_at(evening, 1))
    card = phone.get(f"/evenings/e/{secret}/referee/card-fallen/?f=hidden").content.decode()
    assert "100 Strafpunkte" in card  # AJZ 3.4
    assert "/record/" not in card  # players read, officials record
    assert 'data-public="/referee/ajz08/"' in page  # what works there without a connection
    assert phone.get(f"/evenings/e/{secret}/referee/nonsense/").status_code == 404
    assert phone.get("/evenings/e/falsch-0123456789/referee/").status_code == 404


def test_a_ruling_is_put_on_record_with_time_and_official_and_withdrawn(evening: Hall) -> None:
    official, base = evening.staff("controller", "Kari"), f"/evenings/{evening.code}/referee/1/1/"
    player = evening.engine().table(1, 1).players()[0]
    assert base in evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/round/1/").content.decode()
    assert f"{base}card-fallen/record/?f=hidden" in official.get(f"{base}card-fallen/?f=hidden").content.decode()
    form = official.get(f"{base}card-fallen/record/?f=hidden").content.decode()
    assert all(name in form for name in names_at(evening, 1))
    shown = official.post(f"{base}card-fallen/record/?f=hidden", {"player": player, "case": "0"}).content.decode()
    assert evening.engine().penalties == []  # what it changes is shown first
    give(official, evening, shown, fine="20")
    given = evening.engine().penalties
    # AJZ 3.4: a card that falls face down costs 100.
    assert [(person, points) for person, points, *_ in given] == [(player, 100)]
    assert "Karte gefallen" in given[0][2]
    assert given[0][3].startswith("AJZ-3.4-")
    listed = official.get(f"/evenings/{evening.code}/rulings/").content.decode()
    assert re.search(r"\d\d:\d\d, Kari", listed)
    assert "Runde 1, Tisch 1" in listed
    office, address = evening.staff("office", "Ida"), f"/evenings/{evening.code}/rulings/"
    seen = office.get(address).content.decode()
    assert ("Runde 1, Tisch 1" in seen, "?withdraw=" in seen, 'name="do"' in seen) == (True, False, False)  # the office reads
    assert office.post(address, {"do": "give", "player": player, "points": "5", "reason": "x"}).status_code == 403
    assert "Busse CHF 20.–" in listed  # a fine that the official adds
    line = re.search(r"\?withdraw=(\d+)", listed)
    assert line
    official.post(f"/evenings/{evening.code}/rulings/", {"do": "withdraw", "n": line[1], "reason": "Irrtum"})
    assert evening.engine().penalties == []


def test_a_ruling_without_points_is_on_record_too(evening: Hall) -> None:
    official, player = evening.staff("controller", "Kari"), evening.engine().table(1, 2).players()[1]
    base = f"/evenings/{evening.code}/referee/1/2/"
    give(official, evening, official.post(f"{base}looked/record/?f=first-trick", {"player": player, "case": "0"}).content.decode())
    assert [(person, points) for person, points, *_ in evening.engine().penalties] == [(player, 0)]


def test_where_the_case_is_open_it_has_to_be_said_and_only_those_at_the_table_are_ruled_upon(evening: Hall) -> None:
    official, base = evening.staff("controller", "Kari"), f"/evenings/{evening.code}/referee/1/1/"
    here, there = evening.engine().table(1, 1).players()[0], evening.engine().table(1, 2).players()[0]
    both = official.get(f"{base}card-fallen/record/").content.decode()
    assert ("200 Strafpunkte" in both, "100 Strafpunkte" in both) == (True, True)
    official.post(f"{base}card-fallen/record/", {"player": there, "case": "0"})
    official.post(f"{base}card-fallen/record/", {"player": here, "case": "7"})
    assert evening.engine().penalties == []
    give(official, evening, official.post(f"{base}card-fallen/record/", {"player": here, "case": "1"}).content.decode())
    assert [points for _, points, *_ in evening.engine().penalties] == [100]


def test_strangers_and_the_office_put_nothing_on_record(evening: Hall) -> None:
    address = f"/evenings/{evening.code}/referee/1/1/revoke/record/"
    assert browser().get(address).status_code == 404
    office = evening.staff("office", "Ida")
    assert office.get(address).status_code == 403
    assert "/record/" not in office.get(f"/evenings/{evening.code}/referee/1/1/looked/?f=first-trick").content.decode()
    assert browser().get(f"/evenings/{evening.code}/referee/1/1/").status_code == 404


def test_a_table_that_is_not_drawn_has_no_referee(evening: Hall) -> None:
    answer = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/referee/9/1/")
    assert answer.status_code == 302  # back to the evening, with the reason
    assert keys.passes(evening.fresh(), 1)


def test_on_a_jasstag_the_card_leads_to_the_penalty_of_the_list(database: str) -> None:
    del database
    playing = lambda event: isinstance(event, RoundPlayed) and (event.day, event.series) == ("2027-4", "C")  # noqa: E731
    club = make_club(until(playing))
    with at(datetime(2027, 5, 22, 18, 30)):
        engine = store.engine(club)
        judge = engine.judge(engine.day("2027-4"), "jassregeln", [])
        assert judge is not None
        chef, base = enter_as(club, judge[0]), f"/clubs/{club.slug}/days/2027-4/table/C/referee/"
        page = chef.get(base)
        assert page.status_code == 200
        assert "Serie C" in page.content.decode()
        card = chef.get(f"{base}card-fallen/?f=hidden").content.decode()
        assert "100 Strafpunkte" in card
        assert f"{base}card-fallen/record/?f=hidden" in card
        form = chef.get(f"{base}card-fallen/record/?f=hidden", follow=True)
        assert form.redirect_chain[0][0].endswith("/do/penalty/?act=card-fallen-hidden")
        assert form.status_code == 200
