"""A book of one's own in the browser: Stöck count 30, the last trick 10. No number of it may stand in a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from puur.core.cards import CARDS, Card, parse_card
from puur.web import fair
from tests.web.browser.conftest import CUT_OFF, Open, Watch, keep, play_to, play_until, remember, remembered

# 152 points of the cards and 10 for the last trick make 162. Trumps only, so that every deal has Stöck.
TEXT = """
key = "hausregeln"
title = "Hausregeln"
source = "made up for this test"
extends = "jassregeln"

[modes]
E = 1
R = 1
S = 2
L = 2

[stoeck]
points = 30

[scoring]
last_trick = 10
total = 162
"""


def stacked(_seed: bytes, _added: str, _way: str = "2") -> tuple[Card, ...]:
    """A pack that gives König and Ober of each suit to one player, wherever it is cut: cards 12 apart go to the same seat."""
    pack: list[Card | None] = [None] * 36
    for place, suit in enumerate("ERSL"):
        pack[3 * place], pack[3 * place + 12] = parse_card(f"{suit}K"), parse_card(f"{suit}O")
    others = iter([card for card in CARDS if card not in pack])
    return tuple(card or next(others) for card in pack)


def test_a_deal_by_an_own_book_at_the_table(open_page: Open, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "pack_of", stacked)
    page = open_page("/", width=360, height=640)
    page.goto(f"http://{server}/tables/new/")
    page.fill("#id_name", "Anna")
    page.set_input_files("[name=book_file]", {"name": "haus.toml", "mimeType": "text/plain", "buffer": TEXT.encode()})
    page.click("form[data-form=table-new] button.big")
    page.click("[data-act=start]")
    page.wait_for_selector(".felt")
    remember(page, ".bubble.stoeck")
    play_until(page, "card")
    # 970 and Stöck make 1000: they are offered early where they are enough, and not a point before.
    early = """([points, factor]) => {
      const live = document.querySelector('puur-table').live;
      const before = live.state;
      live.state = before.with({ view: { ...before.view, target: 1000, totals: [points, points], factor } });
      const enough = live.actions.stoeckSuffice;
      live.state = before;
      return enough;
    }"""
    assert [page.evaluate(early, given) for given in ([969, 1], [970, 1], [939, 2], [940, 2])] == [False, True, False, True]
    play_to(page, "dialog[data-dialog=result]")
    remembered(page, ".bubble.stoeck", "Stöck!")
    found: dict[str, Any] = page.evaluate("document.querySelector('puur-table').live.state.result")
    entries = [entry for entry in found["entries"] if entry["deal"] == 1]
    by_source = {source: [entry for entry in entries if entry["source"] == source] for source in ("stoeck", "last-trick", "stich")}
    assert [entry["raw"] for entry in by_source["stoeck"]] == [30]
    assert [entry["raw"] for entry in by_source["last-trick"]] == [10]
    assert sum(entry["raw"] for entry in by_source["stich"]) == 152
    factor = found["result"]["factor"]
    row = page.locator("dialog .points tr", has_text="Stöck")
    expect(row.locator("summary")).to_have_text(str(30 * factor))
    keep(page, "own-book-360")


def test_a_jasstafel_by_an_own_book(open_page: Open, watch: Watch) -> None:
    watch.ignored = (*CUT_OFF, "400 (Bad Request)")
    page = open_page("/slate/", width=360, height=640)
    page.click("details summary")
    wrong = {"name": "haus.toml", "mimeType": "text/plain", "buffer": TEXT.replace("points = 30", "points = -3").encode()}
    page.set_input_files("#s-file", wrong)
    expect(page.locator("[role=alert]")).to_contain_text("stoeck.points")
    page.set_input_files("#s-file", {**wrong, "buffer": TEXT.encode()})
    expect(page.locator("details summary")).to_have_text("Hausregeln")
    expect(page.locator("[role=alert]")).to_have_count(0)
    page.click("form button.big")
    expect(page.locator(".mode")).to_have_count(4)
    page.context.set_offline(True)
    page.click(".mode[data-mode=S]")
    page.fill("#e-points", "100")
    expect(page.locator(".entry .help")).to_contain_text("62")  # 162 less 100
    page.get_by_role("group", name="Stöck").get_by_role("button").first.click()
    page.click("[data-act=write]")
    sums = page.locator(".tafel-sums strong")
    expect(sums.nth(1)).to_have_text("260")  # (100 + 30) times 2
    expect(sums.nth(0)).to_have_text("124")  # 62 times 2
    page.click(".mode[data-mode=E]")
    page.get_by_role("group", name="Match").get_by_role("button").nth(1).click()
    page.click("[data-act=write]")
    expect(sums.nth(0)).to_have_text("386")  # 124, then all 162 and 100 for the Match
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[role=status]").first).to_contain_text("· gesichert")  # the server counts the same
    expect(page.locator("[role=alert]")).to_have_count(0)
    expect(sums.nth(1)).to_have_text("260")
    expect(sums.nth(0)).to_have_text("386")
