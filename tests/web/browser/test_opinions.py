"""The bots' opinion below a replay, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PATIENCE, Open, keep, play_until


@pytest.mark.usefixtures("quick_opinions")
def test_the_opinion_of_a_bot_is_asked_for_and_read(open_page: Open, server: str) -> None:
    page = open_page(width=360)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_until(page, "ready")  # the result of the first deal is on the screen
    code = page.url.rstrip("/").rsplit("/", 1)[-1]
    page.goto(f"http://{server}/t/{code}/deal/1/")
    panel = page.locator("section.opinion")
    panel.locator("[data-act=opinions]").click()
    expect(panel).to_have_attribute("data-state", "ready", timeout=4 * PATIENCE * 1000)
    # The lead to the first trick is a choice: every legal card is there with its points, and one of them was played.
    page.evaluate("""() => {
      const { player } = document.querySelector('puur-replay');
      player.go(player.replay.steps.findIndex((step) => step.event.event === 'card-played'));
    }""")
    expect(panel.locator(".opinion-cards li.now")).to_have_count(1)
    expect(panel.locator(".opinion-cards li")).to_have_count(9)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    panel.scroll_into_view_if_needed()
    keep(page, "opinions-360")
