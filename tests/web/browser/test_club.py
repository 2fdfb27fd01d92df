"""A club in the browser: a member names a guest and takes it back; an official enters a table and carries a day over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubPerson, new_token
from tests.web.aside import aside
from tests.web.browser.conftest import Open, Watch, keep
from tests.web.clubs.support import at, make_club, until


def link(row: Club, person: str) -> str:
    """A personal link."""

    def made() -> str:
        token, kept = new_token()
        ClubPerson.objects.update_or_create(club=row, person=person, defaults={"token_hash": kept})
        return f"/clubs/{row.slug}/enter/{token}/"

    return aside(made)


def enter(page: Page) -> None:
    """Come in by the personal link that the page shows."""
    page.click("button[value=browser]")
    expect(page.locator(".tabs")).to_be_visible()


def fits(page: Page, width: int) -> None:
    """Nothing sticks out, and everything that can be operated has a name."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    unnamed = page.evaluate("""() => [...document.querySelectorAll('main :is(button, a, select, input:not([type=hidden]))')]
      .filter((one) => !(one.innerText || one.getAttribute('aria-label') || one.labels?.length))
      .map((one) => one.outerHTML)""")
    assert unnamed == []


@pytest.fixture
def clock() -> Iterator[Callable[[datetime], None]]:
    """The clock of all clubs of this server."""
    stopped = []

    def to(moment: datetime) -> None:
        stopped.append(at(moment))
        stopped[-1].__enter__()

    yield to
    for one in reversed(stopped):
        one.__exit__(None, None, None)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_member_names_a_guest_and_takes_it_back(
    open_page: Open, watch: Watch, clock: Callable[[datetime], None], width: int
) -> None:
    """Gabi owes the guest of series A on Jasstag 3 until noon of the day (AJZ-1.2-09, AJZ-1.2-11)."""
    watch.ignored = ("status of 409",)
    clock(datetime(2027, 4, 16, 18))
    row = aside(lambda: make_club(until(lambda one: isinstance(one, ev.GuestNamed) and one.day == "2027-3")))
    page = open_page(link(row, "gabi"), width=width)
    expect(page.locator("main")).to_contain_text("Gabi Muster")
    enter(page)
    page.get_by_role("link", name="Ich", exact=True).click()
    expect(page.locator("main")).to_contain_text("Gast für Serie A: noch nicht gemeldet")
    fits(page, width)
    keep(page, f"club-me-{width}")
    page.get_by_role("link", name="Gast melden", exact=True).click()
    expect(page.locator("main")).to_contain_text("Rechtzeitig bis 17.4.2027 12:00")
    page.click("button:has-text('Eintragen')")  # nobody named yet
    expect(page.locator("[role=alert]")).to_contain_text("schreib einen neuen Namen")
    page.fill("#name-guest-new_name", "Zoe Neu")
    fits(page, width)
    page.click("button:has-text('Eintragen')")
    expect(page.locator("main")).to_contain_text("Gast für Serie A: Zoe Neu")
    page.click("button:has-text('Rückgängig')")
    expect(page.locator("main")).to_contain_text("noch nicht gemeldet")
    assert aside(lambda: store.engine(Club.objects.get(pk=row.pk)).day("2027-3").guests) == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_an_official_enters_a_table(open_page: Open, watch: Watch, clock: Callable[[datetime], None], width: int) -> None:
    """Series A of Jasstag 3: a Jassrunde below 1999 is refused with everything typed still there (AJZ-2.2.1-52)."""
    watch.ignored = ("status of 409",)
    clock(datetime(2027, 4, 17, 17))
    row = aside(lambda: make_club(until(lambda one: isinstance(one, ev.RoundPlayed) and one.day == "2027-3")))
    page = open_page(link(row, "fritz"), width=width)
    enter(page)
    page.goto(page.url.split("/clubs/")[0] + f"/clubs/{row.slug}/days/2027-3/table/A/")
    page.select_option("#round-teams", index=1)
    expect(page.locator("[data-team='0']")).to_have_text("Fritz Muster + Gabi Muster")
    page.fill("#round-first", "1500")
    page.fill("#round-second", "1998")
    page.click("button:has-text('Jassrunde 1 eintragen')")
    expect(page.locator("[role=alert]")).to_contain_text("Art. 2.2.1")
    expect(page.locator("#round-second")).to_have_value("1998")
    fits(page, width)
    page.fill("#round-second", "2149")
    page.click("button:has-text('Eintragen')")
    expect(page.locator("main")).to_contain_text("1500 : 2149")
    expect(page.locator("button.big")).to_contain_text("Jassrunde 2 eintragen")
    fits(page, width)
    keep(page, f"club-table-{width}")


@pytest.mark.parametrize("width", [360, 1280])
def test_an_official_previews_the_rollover_tosses_the_coin_does_it_and_takes_it_back(
    open_page: Open, clock: Callable[[datetime], None], width: int
) -> None:
    """Jasstag 4: Carla and Fritz have 5560 each in B; the coin says Fritz (data/musterjahr.toml)."""
    clock(datetime(2027, 5, 23, 12))
    row = aside(lambda: make_club(until(lambda one: isinstance(one, ev.TieBroken) and one.day == "2027-4")))
    page = open_page(link(row, "fritz"), width=width)
    enter(page)
    page.click("a:has-text('Auf- und Abstieg')")
    expect(page.locator("button:has-text('Übernehmen')")).to_be_disabled()
    page.select_option("#tie-0-1", label="Fritz Muster")
    page.select_option("#tie-0-2", label="Carla Muster")
    page.click("button:has-text('Münzwurf eintragen')")
    line = page.locator("tr", has_text="Fritz Muster")
    expect(line).to_contain_text("B → A ▲")
    expect(line).to_contain_text("Art. 4.2")
    fits(page, width)
    keep(page, f"club-roll-{width}")
    page.click("button:has-text('Übernehmen')")
    expect(page.locator(".message.success >> nth=0")).to_contain_text("Übernommen")
    page.click("button:has-text('Übernahme zurücknehmen')")
    expect(page.locator("button:has-text('Übernehmen')")).to_be_enabled()
