"""What the public sees of a club, and what it does not; the calendar feeds; statistics; the rule book.

Expected figures are those of the Musterjahr, worked out by hand in tests/season/data/musterjahr.toml.
"""

from __future__ import annotations

import io
import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubPerson
from puur.web.clubs.rights import feed_token
from puur.web.clubs.views.public import public_names
from puur.words import LANGUAGES
from tests.web.clubs.support import DATA, MUSTERJAHR, at, enter_as, host_of, make_club, until

BY_HAND = tomllib.loads((DATA / "musterjahr.toml").read_text(encoding="utf-8"))
MOMENT = datetime(2027, 5, 10, 12, 0)


@pytest.fixture
def now() -> Iterator[None]:
    with at(MOMENT):
        yield


def url(row: Club, name: str, *more: object) -> str:
    return reverse(name, args=[row.slug, *more])


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def visitor() -> Client:
    return Client(raise_request_exception=False, HTTP_HOST="localhost")


def published(*events: ev.Event, days: tuple[int, ...]) -> tuple[ev.Event, ...]:
    """These events, and the results of these days published."""
    closed = {one.day: one.at for one in events if isinstance(one, ev.DayClosed)}
    there = {one.day for one in events if isinstance(one, ev.ResultsPublished)}
    wanted = [f"2027-{number}" for number in days]
    return (*events, *(ev.ResultsPublished(day=key, at=closed[key]) for key in wanted if key not in there))


@pytest.fixture
def row(database: str) -> Club:
    """A public club in May 2027: three days played, the third not published yet."""
    del database
    events = tuple(
        one
        for one in until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-4")
        if not isinstance(one, ev.ResultsPublished)
    )
    return make_club(published(*events, days=(1, 2)), public=True)


@pytest.fixture(scope="module")
def whole(database: str) -> Club:
    """The whole year, everything published, the winner confirmed."""
    del database
    confirmed = ev.YearConfirmed(year=2027, trophy="gabi")
    return make_club((*published(*MUSTERJAHR, days=tuple(range(1, 9))), confirmed), public=True)


@pytest.mark.usefixtures("now")
def test_only_what_was_published_is_public(row: Club) -> None:
    page = text(visitor().get(url(row, "club-public")))
    first, second, third = (BY_HAND["day"][number]["final"] for number in ("1", "2", "3"))
    assert all(str(points) in page for points in (*first.values(), *second.values()))
    secret = [points for points in third.values() if points not in (*first.values(), *second.values())]
    assert not any(f">{points}<" in page for points in secret)
    assert f"<strong>{first['gabi'] + second['gabi']}</strong>" in page  # the Jahreswertung of two days
    guests = [person.name for key, person in store.engine(row).roster.people.items() if "Gast" in person.name]
    assert guests
    assert not any(name in page for name in guests)  # guests are never named
    for word in ("Rosenweg", "AJZ-1.3", "Busse", "CHF"):
        assert word not in page  # no addresses, no fines, no money


@pytest.mark.usefixtures("now")
def test_series_carry_arrows_once_the_results_are_out(row: Club) -> None:
    # by hand, musterjahr.toml: after day 2 beat rises from D, luca from C, ida from B; carry-over of day 3 is not public yet
    page = text(visitor().get(url(row, "club-public")))
    assert "Serien <small>Jasstag 3 (2027)</small>" in page
    for name in ("Beat M.", "Luca M.", "Ida M."):
        assert re.search(rf"{re.escape(name)} <span class=\"up\"", page), name
    up, down = BY_HAND["day"]["2"]["up"], BY_HAND["day"]["2"]["down"]
    assert page.count('<span class="up" title="aufgestiegen') == len(up)
    assert page.count('<span class="down" title="abgestiegen') == len(down)


@pytest.mark.usefixtures("now")
def test_a_private_club_shows_nothing_to_strangers(row: Club) -> None:
    Club.objects.filter(pk=row.pk).update(public=False)
    for name in ("club-public", "club-regelwerk", "club-ics"):
        assert visitor().get(url(row, name)).status_code == 404
        assert enter_as(row, "kim").get(url(row, name)).status_code == 200
    assert visitor().get(url(row, "club-stats")).status_code == 404


@pytest.mark.usefixtures("now")
def test_names_as_the_club_chose(row: Club) -> None:
    assert "Gabi M." in text(visitor().get(url(row, "club-public")))
    assert enter_as(row, "kim").post(url(row, "club-public-names"), {"names": "full"}).status_code == 403
    host_of(row).post(url(row, "club-public-names"), {"names": "full"})
    assert "Gabi Muster" in text(visitor().get(url(row, "club-public")))
    host_of(row).post(url(row, "club-public-names"), {"names": "initials"})
    page = text(visitor().get(url(row, "club-public")))
    assert "G.M." in page
    assert "Gabi" not in page
    host_of(row).post(url(row, "club-public-names"), {"names": "nonsense"})
    row.refresh_from_db()
    assert row.public_names == "initials"


def test_two_people_never_get_the_same_public_name(database: str) -> None:
    del database
    people = (("a", "Anna Meier"), ("b", "Anna Muster"), ("c", "Anna Muster"), ("d", "Cher"))
    row = make_club(tuple(ev.PersonAdded(person=key, name=name) for key, name in people))
    for how in ("full", "short", "initials"):
        names = public_names(store.engine(row), how)
        assert len(set(names.values())) == 4
    assert public_names(store.engine(row), "short")["a"] == "Anna M."
    assert public_names(store.engine(row), "short")["b"] == "Anna Mu."


def test_the_picture_says_in_words_and_in_a_table_what_it_shows(whole: Club) -> None:
    with at(datetime(2028, 1, 5, 12)):
        page = visitor().get(url(whole, "club-public-year", 2027)).content.decode()
    drawn = re.search(r"<svg.*?</svg>", page, re.S)
    assert drawn
    svg = ET.fromstring(drawn.group())
    assert svg.get("role") == "img"
    names = {svg.find(part).get("id"): svg.find(part).text for part in ("title", "desc")}  # type: ignore[union-attr]
    assert svg.get("aria-labelledby").split() == list(names)  # type: ignore[union-attr]
    assert all(names.values())
    assert not re.search(r"\sstyle=|<style|<script", drawn.group())  # the content policy forbids them
    lines = [group for group in svg.iter("g") if group.find("polyline") is not None]
    total = BY_HAND["total"]
    assert len(lines) == len(total) == 12
    assert all(len(group.findall("circle")) == 8 for group in lines)
    # the last points from top to bottom are the ranking that was worked out by hand
    ends = sorted((float(group.findall("circle")[-1].get("cy", 0)), group.find("text").text) for group in lines)  # type: ignore[union-attr]
    order = sorted(total, key=lambda member: -total[member])
    assert [name.split()[0].lower() for _, name in ends if name] == order
    assert all(f"<strong>{points}</strong>" in page for points in total.values())


def test_the_hall_of_fame_and_earlier_years(whole: Club) -> None:
    with at(datetime(2028, 1, 5, 12)):
        page = text(visitor().get(url(whole, "club-public")))
        assert "<strong>2027</strong> <span>Gabi M.</span>" in page
        assert visitor().get(url(whole, "club-public-year", 1950)).status_code == 404


@pytest.mark.rule("AJZ-5-03")
@pytest.mark.parametrize(
    ("lang", "word"), [("de", "Auf einen Blick"), ("fr", "En un coup d’œil"), ("it", "A colpo d’occhio"), ("en", "At a glance")]
)
def test_ajz_5_03_the_rule_book_to_print(whole: Club, lang: str, word: str) -> None:
    answer = visitor().get(url(whole, "club-regelwerk") + f"?lang={lang}")
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) > 8
    first = pages[0].extract_text()
    assert word in first
    assert "Jassclub Musterlingen" in first


@pytest.mark.usefixtures("now")
def test_the_public_calendar(row: Club) -> None:
    client = visitor()
    answer = client.get(url(row, "club-ics"))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    body = answer.content.decode()
    assert body.count("BEGIN:VEVENT") == 9  # eight Jasstage and the Generalversammlung; the Sommerlochevent is planned later
    # day 4 is on 22 May 2027: Besammlung at 14:00 of Swiss summer time is 12:00 UTC
    assert "DTSTART:20270522T120000Z\r\n" in body
    assert all(len(line.encode()) <= 75 for line in body.split("\r\n"))
    same = client.get(url(row, "club-ics"), headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    store.submit(row, [ev.DayOrdered(day="2027-4", by="anna", venue="Adler")], "anna")
    later = client.get(url(row, "club-ics"), headers={"If-None-Match": answer.headers["ETag"]})
    assert later.status_code == 200
    assert "Adler" in later.content.decode()
    unfolded = later.content.decode().replace("\r\n ", "")
    assert "Muster" not in unfolded.replace("Musterlingen", "")  # nobody is named


@pytest.mark.usefixtures("now")
def test_the_personal_calendar_needs_its_secret(row: Club) -> None:
    fritz, _ = ClubPerson.objects.get_or_create(club=row, person="fritz")
    token = feed_token(fritz)
    Club.objects.filter(pk=row.pk).update(public=False)
    answer = visitor().get(url(row, "club-feed", token))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/calendar")
    assert "private" in answer.headers["Cache-Control"]
    body = answer.content.decode().replace("\r\n ", "")
    assert "Du spielst in Serie" in body
    assert visitor().get(url(row, "club-feed", token[:-1] + ("A" if token[-1] != "A" else "B"))).status_code == 404
    other = make_club(until(lambda event: isinstance(event, ev.DayPlanned)), public=True)
    assert visitor().get(url(other, "club-feed", token)).status_code == 404  # a secret of one club opens no other
    ClubPerson.objects.filter(pk=fritz.pk).update(feed=2)
    assert visitor().get(url(row, "club-feed", token)).status_code == 404  # renewed: the old address is dead


def test_statistics_of_the_club_and_of_a_person(whole: Club) -> None:
    with at(datetime(2028, 1, 5, 12)):
        client = enter_as(whole, "kim")
        page = text(client.get(url(whole, "club-stats")))
        # by hand: gabi has the most points of the year, 45414, in eight days: 5676.75 a day
        assert "45414" in page
        assert "5676.75" in page
        mine = text(client.get(url(whole, "club-stats-person", "gabi")))
        finals = [BY_HAND["day"][str(number)]["final"]["gabi"] for number in range(1, 9)]
        told = re.sub(r"\s*(<[^>]*>)\s*", r"\1", mine)  # without the white space between tags
        assert f"<strong>{max(finals)}</strong>bester Tag" in told
        assert f"<strong>{min(finals)}</strong>schlechtester Tag" in told
        assert mine.count("<circle") == 8
        assert client.get(url(whole, "club-stats") + "?year=2027").status_code == 200
        assert client.get(url(whole, "club-stats-person", "niemand")).status_code == 404
        # a pair is counted from both sides the same
        mirror = text(client.get(url(whole, "club-stats-person", "carla")))
        assert re.search(r">Carla Muster</a>\s*</th>\s*<td class=\"num\">\s*(-?[\d.]+)\s*<", mine).group(1) == re.search(  # type: ignore[union-attr]
            r">Gabi Muster</a>\s*</th>\s*<td class=\"num\">\s*(-?[\d.]+)\s*<", mirror
        ).group(1)  # type: ignore[union-attr]
    assert visitor().get(url(whole, "club-stats")).status_code == 403


PAGES = {
    "club-money": (), "club-money-book": (), "club-money-person": ("eva",), "club-money-bills": (), "club-money-dunning": (),
    "club-money-bank": (), "club-money-beer": (), "club-money-ledger": (), "club-money-year": (2027,), "club-money-fee": (),
    "club-money-creditor": (), "club-money-desk": ("2027-4",), "club-public": (), "club-stats": (), "club-stats-person": ("eva",),
    "club-data": (),
}  # fmt: skip


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks_every_language(row: Club, lang: str) -> None:
    client = enter_as(row, "carla")
    for name, more in PAGES.items():
        page = text(client.get(url(row, name, *more), headers={"Accept-Language": lang}))
        assert f'<html lang="{lang}"' in page
        shown = re.sub(r"<[^>]*>", " ", page)
        assert not re.search(r"\bclubs?(_office)?\.[a-z]+[._a-z-]*|\{\w+\}", shown), (name, lang)
