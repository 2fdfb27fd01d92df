"""A club's day on a phone: results and web tables arrive by themselves, and every number leads back, at 360 px."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import Route, expect

from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club
from tests.web.aside import aside
from tests.web.browser.conftest import Open, keep
from tests.web.browser.test_club import clock, enter, fits, link
from tests.web.clubs.support import MUSTERJAHR, enter_as, make_club, until

__all__ = ["clock"]  # a fixture
WIDTH = 360


def test_a_day_hears_of_its_tables_and_results(open_page: Open, server: str, clock: Callable[[datetime], None]) -> None:
    clock(datetime(2027, 4, 17, 16, 40))
    row = aside(lambda: make_club(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3")))
    page = open_page(link(row, "fritz"), width=WIDTH)
    enter(page)
    home = f"http://{server}/clubs/{row.slug}/"

    def people() -> list[str]:
        club = store.engine(Club.objects.get(pk=row.pk))
        return [seat.person for seat in club.participants(club.day("2027-3"), "A")]

    first, second, third, fourth = aside(people)
    teams = f"{first}+{second}/{third}+{fourth}"
    web = f"/clubs/{row.slug}/days/2027-3/table/A/web/"

    def meanwhile(route: Route) -> None:
        """The page is made and has not yet looked for the first time."""
        aside(lambda: enter_as(row, first).post(web, {"teams": teams, "playing": "guided"}))
        route.continue_()

    page.route("**/evenings/js/live*.js*", meanwhile)
    page.goto(f"{home}days/2027-3/")
    expect(page.locator("#day-live")).to_contain_text("0 von 4 sind da")  # by itself
    page.unroute("**/evenings/js/live*.js*")
    fits(page, WIDTH)
    keep(page, "club-day-live-360")
    page.goto(f"http://{server}{web}")
    page.locator("#web-tables summary").click()
    fits(page, WIDTH)
    keep(page, "club-web-360")

    def round_of(series: str) -> ev.RoundPlayed:
        return next(
            event for event in MUSTERJAHR
            if isinstance(event, ev.RoundPlayed) and (event.day, event.series) == ("2027-3", series)
        )  # fmt: skip

    page.goto(f"{home}days/2027-3/")
    expect(page.locator("#day-live")).to_contain_text("0 von 4 sind da")
    played = round_of("B")
    aside(lambda: store.submit(Club.objects.get(pk=row.pk), [played], "fritz"))
    expect(page.locator("#day-live")).to_contain_text(str(played.sheet.totals and played.sheet.totals[0]))
    page.goto(f"{home}days/2027-3/table/B/")
    page.get_by_role("link", name="Woher?").click()
    expect(page.locator("main")).to_contain_text("Was eingetragen wurde")
    page.fill("#first", "2345")
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    expect(page.locator("main")).to_contain_text("Was sich am Tag ändert")
    fits(page, WIDTH)
    keep(page, "club-from-round-360")
    page.goto(f"{home}days/")
    page.locator("summary", has_text="Jahreswertung").first.click()
    page.locator("details a").first.click()
    expect(page.locator("main")).to_contain_text("Jasstag 1 (2027)")
    fits(page, WIDTH)
    keep(page, "club-from-year-360")
    page.goto(f"{home}evenings/")
    fits(page, WIDTH)
