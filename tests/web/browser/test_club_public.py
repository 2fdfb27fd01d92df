"""A club's public page and the treasurer in a real browser: nothing overflows a phone, the keyboard works, a payment is booked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

import pytest
from playwright.sync_api import Page, expect

from puur.season import events as ev
from puur.season.dues import settle
from puur.web.clubs import store
from puur.web.clubs.models import Club
from tests.web.aside import aside
from tests.web.browser.conftest import Open, keep
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, make_club

NARROW = 360


def musterjahr() -> Club:
    """The whole Musterjahr, published, with the books done."""
    closed = {one.day: one.at for one in MUSTERJAHR if isinstance(one, ev.DayClosed)}
    there = {one.day for one in MUSTERJAHR if isinstance(one, ev.ResultsPublished)}
    public = [ev.ResultsPublished(day=day, at=when) for day, when in closed.items() if day not in there]
    made = make_club((*MUSTERJAHR, *public), public=True)
    store.submit(made, settle(store.draft(made), date(2027, 12, 20)), "carla")
    return made


@pytest.fixture(scope="module")
def row(server: str) -> Club:
    del server
    return aside(musterjahr)


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    with at(datetime(2027, 12, 20, 18)):
        yield


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_the_public_page_on_a_phone(open_page: Open, row: Club) -> None:
    page = open_page(f"/clubs/{row.slug}/public/", width=NARROW)
    expect(page.get_by_role("heading", name="Jahreswertung 2027")).to_be_visible()
    fits(page)
    picture = page.get_by_role("img", name="Verlauf der Jahreswertung 2027")
    expect(picture).to_be_visible()
    expect(picture.locator("polyline")).to_have_count(12)
    expect(page.locator(".standings tbody tr")).to_have_count(12)
    expect(page.locator(".standings tbody tr").first).to_contain_text("Gabi M.")
    region = page.get_by_role("region", name="Verlauf der Jahreswertung 2027")
    region.focus()  # a picture wider than the phone can be moved with the keyboard
    expect(region).to_be_focused()
    page.get_by_role("link", name="Resultat", exact=True).first.click()
    expect(page.locator("#day-1")).to_be_visible()  # the link opens the folded results of that day
    fits(page)
    keep(page, "club-public-phone")


def test_the_public_page_in_other_languages(open_page: Open, row: Club) -> None:
    page = open_page(f"/clubs/{row.slug}/public/", locale="fr-CH", width=1200)
    expect(page.get_by_role("heading", name="Classement annuel 2027")).to_be_visible()
    expect(page.locator(".series h3").first).to_contain_text("Série A")
    keep(page, "club-public")


def test_the_treasurer_books_a_payment_with_the_keyboard(open_page: Open, row: Club, server: str) -> None:
    page = open_page("/", width=NARROW)
    session = aside(lambda: enter_as(row, "carla").cookies["sessionid"].value)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": f"http://{server}"}])
    page.goto(f"http://{server}/clubs/{row.slug}/money/")
    expect(page.get_by_role("heading", name="Wer schuldet was")).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Eva Muster").click()
    expect(page.get_by_role("heading", name="Eva Muster")).to_be_visible()
    expect(page.locator(".debts li").first).to_be_visible()
    before = page.locator(".debts li").count()
    boxes = page.get_by_role("checkbox")
    for place in range(1, before):
        boxes.nth(place).uncheck()
    field = page.get_by_label("Betrag (CHF)").first
    expect(field).to_have_value("20.00")  # the amount follows the ticks: only the Startgeld of one day is left
    field.fill("20")
    field.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Zahlung gebucht")
    expect(page.locator(".debts li")).to_have_count(before - 1)
    fits(page)
    page.get_by_role("link", name="Buchhaltung").click()
    expect(page.locator(".proof")).to_contain_text("Die Bücher gehen auf")
    fits(page)
    keep(page, "club-ledger-phone")
