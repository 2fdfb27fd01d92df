"""A lone organiser with forty people and four rounds, from the list to the prize giving: what it takes in clicks and keys.

The figures stand in docs/organisers.md; the test holds them as an upper bound, so that the way never grows longer unnoticed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Open, keep

PEOPLE = [f"{first} {last}" for last in ("Ammann", "Bucher", "Caduff", "Dubs", "Egli", "Frei", "Graf", "Hess") for first in
          ("Rosa", "Urs", "Eva", "Beat", "Zoë")]  # fmt: skip
MOST_CLICKS, MOST_KEYS = 30, 211


@dataclass
class Hands:
    """Counts what somebody does; a paste is one key, a field that is filled in is its letters."""

    page: Page
    clicks: int = 0
    keys: int = 0

    def click(self, what: str) -> None:
        self.clicks += 1
        self.page.click(what)

    def tab(self, name: str) -> None:
        self.clicks += 1
        self.page.locator(".ev-tabs").get_by_text(name, exact=True).click()
        expect(self.page.locator(".ev-tabs [aria-current]")).to_have_text(name)

    def type(self, text: str) -> None:
        self.keys += len(text)
        self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def paste(self, what: str, text: str) -> None:
        self.clicks += 1
        self.keys += 1
        self.page.fill(what, text)


def office(hands: Hands, round_: int) -> None:
    """Ten sheets from paper, one side each: four digits and Enter until it is stored."""
    page = hands.page
    for table in range(1, 11):
        expect(page.locator("#office-table")).to_have_value(str(table))
        page.locator("[name=points0]").focus()  # where the page puts the cursor itself, see below
        hands.type(str(900 + 10 * round_ + table))
        hands.press("Enter")
        if page.locator("[name=points1]").evaluate("field => field === document.activeElement"):
            hands.press("Enter")
        expect(page.locator(".message.success").first).to_contain_text(f"Tisch {table}: zählt")


def test_forty_people_four_rounds_from_the_list_to_the_prizes(open_page: Open) -> None:
    page = open_page("/evenings/new/", width=1280, height=900)
    hands = Hands(page)
    hands.type("Chlausjass")  # the cursor is in the name
    hands.click("#create")
    page.get_by_text("Namen einfügen").first.click()
    hands.clicks += 1
    hands.paste("#id_pasted", "\n".join(PEOPLE))
    page.locator("form:has(#id_pasted) button").click()
    hands.clicks += 1
    hands.click("#take-list")
    expect(page.locator("#people .ev-list > li")).to_have_count(40)
    hands.tab("Check-in")
    page.get_by_text("Alle auf einmal").click()
    hands.clicks += 1
    hands.click("#all-here button")
    expect(page.locator("#people")).to_contain_text("40 von 40 sind da")
    code = re.findall(r"/evenings/([A-Z]{8})/", page.url)[0]
    for round_ in range(1, 5):
        hands.tab("Auslosung")
        hands.click("#draw")
        hands.click("#release")
        expect(page.locator(".ev-missing a")).to_have_count(10)
        page.locator(".ev-missing a").first.click()
        hands.clicks += 1
        office(hands, round_)
        page.goto(page.url.split("/evenings/")[0] + f"/evenings/{code}/")  # the title leads back
        hands.clicks += 1
    hands.tab("Rangliste")
    page.get_by_role("button", name="Rangliste abschliessen").click()
    hands.clicks += 1
    expect(page.locator("main")).to_contain_text("Die Rangliste ist abgeschlossen")
    keep(page, "lone-organiser-ranking")
    print(f"\nlone organiser: {hands.clicks} clicks, {hands.keys} keys")
    assert hands.clicks <= MOST_CLICKS
    assert hands.keys <= MOST_KEYS


@pytest.mark.parametrize("width", [360, 1280])
def test_the_new_pages_fit_a_phone_and_a_desktop(open_page: Open, width: int) -> None:
    page = open_page("/evenings/format/?preset=match", width=width, height=800)
    expect(page.locator("#meaning")).to_contain_text("Ein Match zählt 100 Punkte dazu")
    shots = {"format": page}
    keep(page, f"format-{width}")
    page.click("#save")
    expect(page.locator("input[name=book]:checked + span")).to_contain_text("Mit Matchprämie")
    page.fill("#id_title", "Herbstjass")
    page.click("#create")
    page.get_by_role("link", name="Anmeldung per Link").click()
    page.locator("input[name=open]").check()
    page.fill("#id_limit", "1")
    page.locator("form.panel button.primary").click()
    expect(page.locator(".ev-qr")).to_be_visible()
    keep(page, f"signup-{width}")
    address = page.locator(".panel a[href*=register]").get_attribute("href") or ""
    guest = open_page(re.sub(r"^https?://[^/]+", "", address), width=width, height=800)
    guest.fill("#id_name", "Rosa Frei")
    guest.click("#register")
    expect(guest.locator("main")).to_contain_text("Startnummer: 1")
    keep(guest, f"registered-{width}")
    page.goto(page.url.split("/evenings/")[0] + "/evenings/series/")
    page.fill("#id_title", "Oberländer Cup")
    page.locator("form button.primary").click()
    expect(page.locator("h1")).to_have_text("Oberländer Cup")
    keep(page, f"series-{width}")
    for each in (page, guest, *shots.values()):
        wide = each.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, each.url
