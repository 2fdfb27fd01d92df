"""A series at an address that stays: rules, evenings of several venues, the standings for everybody, the final with its list."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")


def test_two_venues_one_standing_and_a_final() -> None:
    organiser = Organiser()
    codes = []
    for venue in ("Löwen", "Hirschen"):
        codes.append(organiser.create(rounds="1", title=f"Ausscheidung {venue}"))
        organiser.people(8)
        organiser.round()
    answer = organiser.client.post("/evenings/series/", {"title": "Oberländer Jasskönig"})
    address = answer.url
    public = address.removesuffix("edit/")
    for code in codes:
        organiser.client.post(address, {"do": "add", "evening": code})
    rules = {
        "do": "rules",
        "title": "Oberländer Jasskönig",
        "text": "",
        "counts": "total",
        "rank_points": "",
        "best": "",
        "threshold": "",
    }
    organiser.client.post(address, {**rules, "qualify": "3"})
    stranger = Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE="de")
    page = stranger.get(public).content.decode()
    assert "Ausscheidung Hirschen" in page
    assert "In den Final kommen die besten 3." in page
    totals = [int(number) for number in re.findall(r'class="num total">(\d+)<', page)]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == 2 * 2 * 2 * 1884  # two evenings of two tables; both of a pair write its points
    places = re.findall(r'<a href="(/evenings/[A-Z]{8}/place/\d+/)">(\d+)</a>', page)
    assert sum(int(points) for _, points in places) == sum(totals)  # every evening of everybody
    assert f": {places[0][1]}" in stranger.get(places[0][0]).content.decode()  # and leads to the rounds it is made of
    table = organiser.client.get(f"/evenings/{codes[0]}/from/1/1/?points0=1884&points1=0").content.decode()
    (score,) = folded(Evening.objects.get(code=codes[0])).engine.results[1, 1]
    told = table.split("Was sich in der Serie Oberländer Jasskönig ändert")[1].split("</ul>")[0]
    moved = [int(then) - int(was) for was, then in re.findall(r"\((\d+)\)\s*→\s*\d+\. \((\d+)\)", told)]
    first, second = score.points
    assert sorted(each for each in moved if each) == sorted([1884 - first] * 2 + [-second] * 2)  # by what the table changes
    assert stranger.get(address).status_code == 404
    assert stranger.post(address, {"do": "final"}).status_code == 404
    qualified = page.count("im Final")
    final = organiser.client.post(address, {"do": "final"}).url
    code = final.split("/")[2]
    assert len(folded(Evening.objects.get(code=code)).engine.players) == qualified
    assert "Oberländer Jasskönig: Final" in stranger.get(public).content.decode()
    assert organiser.client.get(address).status_code == 200


def test_a_dropped_evening_is_struck_and_namesakes_are_told_apart() -> None:
    """Two evenings, the better one counts; Rosa Meier and Rosa Moser would both be Rosa M."""
    organiser = Organiser()
    names = ["Rosa Meier", "Rosa Moser", "Urs Frei", "Urs Frei", *(f"Person {number}" for number in range(5, 9))]
    address = organiser.client.post("/evenings/series/", {"title": "Serie"}).url
    for _ in range(2):
        code = organiser.create(rounds="1")
        for number, name in enumerate(names, start=1):
            assert not organiser.post("players/", name=name, number=str(number), here="1", accepted="1")
        organiser.round()
        organiser.client.post(address, {"do": "add", "evening": code})
    rules = {"do": "rules", "title": "Serie", "text": "", "counts": "total", "rank_points": "", "best": "1", "threshold": ""}
    organiser.client.post(address, {**rules, "qualify": "2"})
    page = " ".join(Client(HTTP_HOST="localhost").get(address.removesuffix("edit/")).content.decode().split())
    assert page.count("</s> ×") == 8  # of each of the eight one evening
    assert "Rosa Me." in page
    assert "Rosa Mo." in page
    assert "Urs F. (1)" in page  # two of the very same name, and nothing else on the lists tells them apart
    assert "Urs F. (2)" in page
    assert "Urs Frei" not in page


def test_pairs_come_into_the_final_together() -> None:
    organiser = Organiser()
    code = organiser.create(book="tam2014-ps", rounds="1")
    for number in (1, 3, 5, 7):
        assert not organiser.post("players/", name=f"Person {number}", name2=f"Person {number + 1}", here="1", accepted="1")
    organiser.round()
    address = organiser.client.post("/evenings/series/", {"title": "Paarjass"}).url
    organiser.client.post(address, {"do": "add", "evening": code})
    rules = {"do": "rules", "title": "Paarjass", "text": "", "counts": "total", "rank_points": "", "best": "", "threshold": ""}
    organiser.client.post(address, {**rules, "qualify": "1"})
    final = organiser.client.post(address, {"do": "final"}).url.split("/")[2]
    engine = folded(Evening.objects.get(code=final)).engine
    pairs = [sorted(engine.players[player].name for player in both) for both in engine.pairs().values()]
    assert pairs
    for first, second in pairs:  # those who were a pair are one again: 1 and 2, 3 and 4, and so on
        number = int(first.removeprefix("Person "))
        assert (number % 2, second) == (1, f"Person {number + 1}")


def test_nobody_has_qualified_yet_is_said() -> None:
    organiser = Organiser()
    address = organiser.client.post("/evenings/series/", {"title": "Leer"}).url
    answer = organiser.client.post(address, {"do": "final"})
    assert answer.status_code == 400
    assert "Noch niemand hat sich qualifiziert" in answer.content.decode()
    assert organiser.client.post("/evenings/series/", {"title": ""}).status_code == 400
