"""The referee on a phone: found by what people say, ruled in three taps, read without scrolling, with no connection too."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from puur.papers.incident_search import search
from tests.web.browser.conftest import ARTEFACTS, CUT_OFF, Open, Watch

PHONE = {"width": 360, "height": 740}


def keep(page: Page, name: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"referee-{name}-360.png", full_page=True)


def whole(page: Page, selector: str) -> None:
    """The element is in sight as it is, without scrolling, and nothing is wider than the screen."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    assert page.evaluate("scrollY") == 0
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def packed(page: Page) -> None:
    """The whole book has arrived."""
    expect(page.locator("#referee[data-whole]")).to_be_attached()


def test_from_a_word_to_the_ruling_in_three_taps(open_page: Open) -> None:
    page = open_page("/referee/nws2020/", **PHONE)
    packed(page)
    keep(page, "first")
    assert page.locator(".ref-common a").count() == 10
    page.get_by_role("searchbox").fill("nöd aagee")
    expect(page.locator("#ref-results a").first).to_have_text("nicht gefarbt")
    keep(page, "search")
    page.locator("#ref-results a").first.click()  # 1
    expect(page.locator(".ref-question")).to_be_visible()
    keep(page, "question")
    page.locator(".ref-answers a[href$='f=trump-led']").click()  # 2
    page.locator(".ref-answers a[href*='f=open']").first.click()  # 3
    expect(page.locator(".ref-now")).to_contain_text("kann den Stich nicht machen")
    whole(page, ".ref-now")
    keep(page, "card")
    # The address is that of this very card: it can be sent to somebody.
    assert "/referee/nws2020/revoke/?f=trump-led&f=open" in page.url
    shared = open_page("/referee/" + page.url.partition("/referee/")[2], **PHONE)
    assert shared.locator(".ref-card").inner_text() == page.locator(".ref-card").inner_text()
    page.go_back()
    expect(page.locator(".ref-question")).to_be_visible()
    # What was asked is offered again.
    page.get_by_role("link", name="Was ist passiert?").click()
    expect(page.locator("#ref-recent a")).to_have_text(["nicht gefarbt"])


def test_every_ruling_of_the_ten_commonest_is_read_without_scrolling(open_page: Open) -> None:
    page = open_page("/referee/ajz08/", **PHONE)
    packed(page)
    for place in range(10):
        page.locator(".ref-common a").nth(place).click()
        for _ in range(3):
            if page.locator(".ref-answers").count():
                page.locator(".ref-answers a").first.click()
        whole(page, ".ref-now")
        page.locator(".ref-back a").click()


def test_the_referee_works_when_the_connection_is_gone(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    page = open_page("/referee/ajz08/", workers=True, **PHONE)
    packed(page)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # now through the worker, which keeps the book
    packed(page)
    page.context.set_offline(True)
    page.get_by_role("searchbox").fill("nicht gefarpt")
    expect(page.locator("#ref-results a").first).to_have_text("nicht gefarbt")
    page.locator("#ref-results a").first.click()
    page.locator(".ref-answers a[href$='f=trump-led']").click()
    page.locator(".ref-answers a[href*='f=turned']").first.click()
    expect(page.locator(".ref-now").first).to_contain_text("es bleibt, wie es ist")
    page.reload()  # and from nothing
    expect(page.locator(".ref-now").first).to_contain_text("es bleibt, wie es ist")
    page.context.set_offline(False)


SMALL = {"width": 360, "height": 640}
MEASURED = """async (base) => {
  const pack = await (await fetch(`${base}pack.json`)).json();
  const hidden = [];
  let seen = 0;
  for (const address of Object.keys(pack.screens ?? pack)) {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
    const now = document.querySelectorAll(".ref-now");
    if (now.length !== 1) continue;
    seen += 1;
    scrollTo(0, 0);
    const box = now[0].getBoundingClientRect();
    const wide = document.documentElement.scrollWidth > innerWidth;
    if (wide || box.bottom > innerHeight) hidden.push(`${address} ${Math.round(box.bottom)}`);
  }
  return { seen, hidden };
}"""


@pytest.mark.parametrize("book", ["jassregeln", "ajz08", "tam2014-es", "nws2020", "ub2024"])
def test_no_ruling_of_a_book_has_to_be_scrolled_to(open_page: Open, book: str) -> None:
    """What happens now is in sight on a small phone, whatever was asked."""
    page = open_page(f"/referee/{book}/", **SMALL)
    packed(page)
    measured = page.evaluate(MEASURED, f"/referee/{book}/")
    assert measured["seen"] >= 100
    assert measured["hidden"] == []


SEARCHED = """async ([queries, script]) => {
  const { searcher } = await import(script);
  const find = searcher(await (await fetch("/referee/words.json")).json());
  return queries.map(([lang, query]) => find(query, lang).slice(0, 3));
}"""


def test_the_page_finds_by_itself_what_the_server_finds(open_page: Open) -> None:
    """The search of the page and that of the server are two programs with the same words: they have to say the same."""
    told = tomllib.loads((Path(__file__).parents[2] / "papers" / "incident_queries.toml").read_text(encoding="utf-8"))
    queries = [[lang, query] for lang, said in told.items() for query in said]
    page = open_page("/referee/jassregeln/", **PHONE)
    script = page.locator("script[src*='/referee.']").get_attribute("src") or ""
    found = page.evaluate(SEARCHED, [queries, re.sub(r"referee\.", "referee-search.", script)])
    assert found == [search(query, lang)[:3] for lang, query in queries]
