"""What keeps people from using a page: axe-core finds nothing on any of them, in light and dark, at the table and around it."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files

import pytest
from django.urls import resolve
from playwright.sync_api import Page, expect

from puur.season import events as ev
from tests.web.aside import aside
from tests.web.browser.conftest import Open, play_to, play_until
from tests.web.browser.hybrid import sign_up
from tests.web.browser.test_club import enter, link
from tests.web.browser.test_evening import create
from tests.web.clubs.support import at, make_club, until

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
LOOK = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(({id, nodes}) =>
  nodes.map(({target, html}) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`))"""
STRANGERS = [
    *("/", "/tables/new/", "/solo/", "/offline/", "/learn/", "/games/", "/games/schieber/", "/games/differenzler/", "/verify/"),
    *("/rules/", "/rules/?q=St%C3%B6ck", "/rules/jassregeln/", "/rules/provision/UB-TRICK-06/", "/slate/"),
    *("/referee/", "/referee/ub2024/", "/referee/ub2024/revoke/", "/daily/", "/open/", "/ladder/", "/strength/", "/puzzles/"),
    *("/bots/", "/puzzles/next/", "/progress/", "/duplicate/", "/company/", "/evenings/", "/evenings/new/", "/clubs/"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"),
]


def barriers(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(LOOK)
    return found


def walk(page: Page, inside: str) -> dict[str, list[str]]:
    """Look at one page of each kind below an address that another of them links to; what was found on each."""
    host = "/".join(page.url.split("/")[:3])
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    todo = [page.url.removeprefix(host)]
    while todo:
        path = todo.pop()
        kind = resolve(path).view_name
        if kind in seen:
            continue
        seen.add(kind)
        answer = page.goto(host + path)
        assert answer is not None
        found[path] = barriers(page)
        links = page.eval_on_selector_all("main a[href]", "(links) => links.map((link) => link.href.split('#')[0].split('?')[0])")
        own = {link.removeprefix(host) for link in links if link.startswith(host + inside) and link.endswith("/")}
        todo += sorted(own)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_barrier(open_page: Open, server: str, scheme: str) -> None:
    page = open_page("/", width=360, height=740, color_scheme=scheme)
    found = {}
    for path in STRANGERS:
        page.goto(f"http://{server}{path}")
        found[path] = barriers(page)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    page.evaluate("document.querySelector('h1').outerHTML = '<button></button>'")  # the check itself can fail
    assert any(line.startswith("button-name") for line in barriers(page))


@pytest.mark.parametrize("path", ["/", "/solo/"])
def test_the_table_and_what_opens_over_it_has_no_barrier(open_page: Open, path: str) -> None:
    page = open_page(path, width=360, height=740, reduced_motion="reduce")
    page.click("#play-now" if path == "/" else "[data-act=begin]")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .bid-one:not([disabled])")
    assert barriers(page) == []
    page.click("[data-act=hint]")
    page.wait_for_selector(".hint-line")
    assert barriers(page) == []
    play_to(page, ".my-turn .hand-card.yes")
    assert barriers(page) == []
    for key, name in (("m", "menu"), ("s", "slate"), ("?", "help")):
        page.keyboard.press(key)
        expect(page.locator(f"dialog[data-dialog={name}]")).to_be_visible()
        assert barriers(page) == [], name
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    play_until(page, "card")
    play_to(page, "dialog[data-dialog=result]")
    assert barriers(page) == []


def test_the_lobby_and_a_deal_that_is_looked_at_again_have_no_barrier(open_page: Open) -> None:
    page = open_page("/tables/new/", width=360, height=740)
    page.fill("#id_name", "Anna")
    page.click("form[data-form=table-new] button.big")
    page.wait_for_selector(".lobby")
    assert barriers(page) == []
    page.goto("/".join(page.url.split("/")[:3]))
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_until(page, "ready")
    page.goto(f"{page.url.rstrip('/')}/deal/1/")
    page.wait_for_selector("puur-replay .replay-hand img")
    assert barriers(page) == []


def test_no_page_of_an_account_has_a_barrier(open_page: Open) -> None:
    page = open_page("/", width=360, height=740)
    sign_up(page, "Vreni", "ohne-huerden")
    page.goto("/".join(page.url.split("/")[:3]) + "/accounts/")
    found = walk(page, "/accounts/")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert len(found) >= 3, sorted(found)


def test_no_page_of_an_evening_has_a_barrier(open_page: Open) -> None:
    page = open_page("/evenings/", width=360, height=740)
    code = create(page, "Ohne Hürden")
    found = walk(page, f"/evenings/{code}/")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert len(found) >= 8, sorted(found)


def test_no_page_of_a_club_has_a_barrier(open_page: Open) -> None:
    with at(datetime(2027, 4, 16, 18)):
        row = aside(lambda: make_club(until(lambda one: isinstance(one, ev.GuestNamed) and one.day == "2027-3")))
        page = open_page(link(row, "gabi"), width=360, height=740)
        enter(page)
        found = walk(page, f"/clubs/{row.slug}/")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert len(found) >= 5, sorted(found)
