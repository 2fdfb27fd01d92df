"""Company in the browser: people who meet at an open table, a guest at the Jass des Tages, a puzzle, on a small phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.aside import aside
from tests.web.browser.conftest import Open, go, keep
from tests.web.company.test_daily import account
from tests.web.company.test_picking import held_elsewhere, raw_set

__all__ = ["raw_set"]  # a fixture


def test_three_people_meet_at_an_open_table(open_page: Open) -> None:
    """Two sit down one after the other at the table that the third sees in the list."""
    pages = [open_page("/open/", width=360) for _ in range(3)]
    row = pages[0].locator("#open-tables li").filter(has_text="Partner-Schieber").first
    code = row.get_attribute("data-code")
    row.locator("button.primary").click()
    pages[0].wait_for_url(f"**/t/{code}/**")
    pages[1].reload()
    seated = pages[1].locator(f'[data-code="{code}"]')
    expect(seated).to_contain_text("1 von 4 besetzt")
    seated.locator("button.primary").click()
    pages[1].wait_for_url(f"**/t/{code}/**")
    pages[2].reload()
    expect(pages[2].locator(f'[data-code="{code}"]')).to_contain_text("2 von 4 besetzt")
    assert pages[2].evaluate("document.documentElement.scrollWidth") <= 360


def test_somebody_is_reported_from_the_table_and_the_operator_reads_it(open_page: Open, server: str) -> None:
    """The way of both: the talk of the table, the form, and the operator's own page, found from the pages of company."""
    seated, other, staff = (aside(lambda given=given: account(server, **given)) for given in ({}, {}, {"is_staff": True}))
    pages = []
    for browser, _ in (seated, other, staff):
        page = open_page("/games/", width=360)
        page.context.add_cookies([{"name": "sessionid", "value": browser.cookies["sessionid"], "domain": "127.0.0.1", "path": "/"}])
        pages.append(page)
    go(pages[0], f"http://{server}/open/")
    code = pages[0].locator("#open-tables li").first.get_attribute("data-code")
    for page in pages[:2]:
        go(page, f"http://{server}/open/")
        page.locator(f'[data-code="{code}"] button.primary').click()
        page.wait_for_url(f"**/t/{code}/**")
    pages[0].get_by_role("button", name="Sprüche").first.click()
    expect(pages[0].get_by_role("link", name=f"{other[1]} melden")).to_be_visible()
    keep(pages[0], "report-from-the-table")
    pages[0].get_by_role("link", name=f"{other[1]} melden").click()
    pages[0].get_by_label("Beleidigung").check()
    pages[0].locator("textarea").fill("Er hat geflucht.")
    pages[0].locator("main form button.primary").click()
    pages[0].wait_for_url(f"**/t/{code}/**")
    go(pages[0], f"http://{server}/open/")
    expect(pages[0].get_by_role("button", name="Aufstehen")).to_be_visible()  # beside a long title
    go(pages[2], f"http://{server}/company/")
    pages[2].locator("nav.tabs").get_by_role("link", name="Meldungen").click()
    told = pages[2].locator("article").filter(has_text=other[1])
    expect(told).to_contain_text("Beleidigung")
    expect(told).to_contain_text("Er hat geflucht.")
    assert all(page.evaluate("document.documentElement.scrollWidth") <= 360 for page in pages)
    go(pages[1], f"http://{server}/company/")
    expect(pages[1].locator("nav.tabs").get_by_role("link", name="Meldungen")).to_have_count(0)


def test_whoever_comes_to_a_running_open_table_may_sit_down_there(open_page: Open, server: str) -> None:
    """As after an invitation: the link leads to the table, on which the others play already."""
    pages = [open_page("/open/", width=360, height=640) for _ in range(2)]
    row = pages[0].locator("#open-tables li").filter(has_text="Coiffeur").first
    code = row.get_attribute("data-code")
    row.locator("button.primary").click()
    pages[0].wait_for_url(f"**/t/{code}/**")
    expect(pages[0].locator(".sit-down")).to_have_count(0)
    expect(pages[0].locator(".place").first).to_be_visible()
    go(pages[1], f"http://{server}/t/{code}/")
    expect(pages[1].locator("main")).to_contain_text("Hier wird schon gespielt")  # only who sits sees the table
    keep(pages[1], "sit-down-360")
    pages[1].get_by_role("button", name="Dazusitzen").click()
    pages[1].wait_for_url(f"**/t/{code}/**")
    expect(pages[1].locator(".sit-down")).to_have_count(0)
    expect(pages[1].locator(".place").first).to_be_visible()
    assert pages[1].evaluate("document.querySelector('puur-table').live.state.you") is not None


def test_on_a_phone_tables_stand_before_the_filters_that_choose_among_them(open_page: Open) -> None:
    page = open_page("/open/", width=360, height=640)
    assert page.locator("#open-tables li button").first.bounding_box()["y"] < 640  # type: ignore[index]
    page.locator("main summary").first.click()
    page.select_option("select[name=form] >> nth=0", "differenzler")
    page.locator(".filters button").click()
    page.wait_for_url("**form=differenzler**")
    expect(page.locator("#open-tables li").first).to_contain_text("Differenzler")
    expect(page.locator(".filters")).to_be_visible()  # what was chosen is seen
    expect(page.locator("#open-tables").get_by_text("Coiffeur")).to_have_count(0)


def test_a_puzzle_is_answered_and_judged(open_page: Open) -> None:
    page = open_page("/puzzles/", width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("main a.button.primary").click()
    page.wait_for_url(re.compile(r"/puzzles/[0-9a-f]{8}/"))
    page.locator(".answers button").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".result table tr").first).to_contain_text("✓")


def test_the_page_of_the_day_says_how_it_is_played(open_page: Open) -> None:
    page = open_page("/daily/", width=360)
    expect(page.locator("#daily-play")).to_be_visible()
    assert re.fullmatch(r"[0-9a-f]{64}", page.locator("code.hash").first.inner_text())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_invitation_is_seen_on_every_page_and_leads_to_the_table(open_page: Open, server: str) -> None:
    """Two become friends, one opens a table for friends and invites from the own page; the other is reading rules."""
    host, name = aside(lambda: account(server))
    guest, other = aside(lambda: account(server))
    pages = []
    for who in (host, guest):
        page = open_page("/games/", width=360)
        page.context.add_cookies([{"name": "sessionid", "value": who.cookies["sessionid"], "domain": "127.0.0.1", "path": "/"}])
        pages.append(page)
    code = aside(lambda: host.open_table())
    go(pages[1], f"http://{server}/games/")
    expect(pages[1].locator("#waiting")).to_be_hidden()  # nothing waits
    aside(lambda: host.post("/company/friend/", name=other, do="ask"))
    go(pages[1], f"http://{server}/games/")
    expect(pages[1].locator("#waiting")).to_contain_text(f"{name} möchte mit dir befreundet sein.")
    pages[1].locator("#waiting a").click()
    pages[1].locator("button[value=agree]").click()
    go(pages[0], f"http://{server}/company/")
    pages[0].locator("#friend-list button", has_text=code).click()
    expect(pages[0].locator(".message.success")).to_be_visible()
    assert pages[0].evaluate("document.documentElement.scrollWidth") <= 360
    go(pages[1], f"http://{server}/rules/")
    expect(pages[1].locator("#waiting li")).to_have_count(1)
    expect(pages[1].locator("#waiting")).to_contain_text(f"{name} lädt dich an einen Tisch ein")
    assert pages[1].evaluate("document.documentElement.scrollWidth") <= 360
    pages[1].locator("#waiting a").click()
    pages[1].wait_for_url(f"**/t/{code}/**")


def test_the_front_page_leads_to_open_tables_and_puzzles(open_page: Open) -> None:
    page = open_page("/", width=360)
    page.locator('.doors a[href="/puzzles/"]').click()
    page.wait_for_url("**/puzzles/")
    page.go_back()
    page.locator('.doors a[href="/open/"]').click()
    expect(page.locator("#open-tables li").first).to_be_visible()


@pytest.mark.parametrize(("width", "locale"), [(360, "de-CH"), (360, "fr-CH"), (1280, "it-CH"), (1280, "en-GB")])
def test_a_page_asked_before_the_deals_are_picked_goes_on_by_itself(
    open_page: Open, raw_set: Any, monkeypatch: pytest.MonkeyPatch, width: int, locale: str
) -> None:
    """Two look on, one of them without JavaScript; nobody presses anything but the last button. Another process picks."""
    from puur.web.company import deals, picking
    from puur.web.company.models import DealSet
    from puur.words import say

    monkeypatch.setattr(picking, "claim", lambda _name: False)
    lang, own = locale[:2], DealSet.objects.filter(pk=raw_set.pk)
    aside(lambda: (held_elsewhere(), own.update(asked=True, looked=3, sought=[1])))
    path = f"/daily/{raw_set.key}/"
    pages = [open_page(path, width=width, locale=locale, java_script_enabled=scripts) for scripts in (True, False)]
    for page in pages:
        expect(page.locator("#picking-done")).to_have_text(say("company.picking.deals", lang, picked=1, deals=4, looked=3))
        expect(page.locator("#daily-play")).to_have_count(0)
    assert pages[0].evaluate("document.documentElement.scrollWidth") <= width
    keep(pages[0], f"picking-{width}-{lang}")
    aside(lambda: own.update(looked=9, sought=[1, 4, 8]))
    for page in pages:
        expect(page.locator("#picking-done")).to_have_text(say("company.picking.deals", lang, picked=3, deals=4, looked=9))
    made = {"points": [80, 70, 60, 50], "bids": ["E/0"] * 4}
    aside(lambda: own.update(picks=[1, 4, 8, 9], bots=dict.fromkeys(deals.QUICK, made)))
    for page in pages:
        expect(page.locator("#daily-play")).to_be_visible()
    pages[0].click("#daily-play")
    pages[0].wait_for_url(re.compile(r"/t/[A-Z]+/"))
