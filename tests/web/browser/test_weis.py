"""The Weis as a scene: said at each seat, asked for, laid on the felt, decided in a line that says why; then the Stöck."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puur.core.cards import CARDS, Card
from puur.web import asgi, fair
from puur.web.live.clock import Pace
from tests.web.browser.conftest import Open, covered, keep, play_to, remember_at_once, remembered, settled, wait_for

RUNS = [CARDS[start : start + 3] for height in (0, 3, 6) for start in range(height, 36, 9)]  # low, middle, high of each suit


def runs_for_all(_seed: bytes, *_added: str) -> tuple[Card, ...]:
    """A pack that gives everybody three runs of three, each of another suit: cards 12 apart go to the same seat."""
    return tuple(RUNS[place % 12][place // 12] for place in range(36))


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (740, 360), (768, 1024), (1280, 800)])
def test_equal_weise_are_said_asked_for_explained_and_shown(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    monkeypatch.setattr(fair, "pack_of", runs_for_all)
    monkeypatch.setattr(asgi.hub, "pace", Pace(bot=0, trick=3600, between=0))  # the first trick lies there: nothing moves
    page = open_page("/", width=width, height=height, reduced_motion="reduce")
    remember_at_once(page, ".bubble")
    remember_at_once(page, "#live")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, "[data-act=weis-demanded]")
    for said in ("Zwänzg", "Au zwänzg", "Guet"):  # the first one, the others, and those who have lost
        remembered(page, ".bubble", said)
    expect(page.locator(".weis-tag")).to_have_count(3)  # what one has said oneself needs no reminder
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Weis: ")
    assert covered(page, ".weis-tag, .bubble", ".lying, .plate .name, .chip") == []
    questions = page.locator(".weis-ask")  # to see those of the winners, and for a word about the others
    for left in (2, 1, 0):
        questions.first.click()
        expect(questions).to_have_count(left)
    # Which of the four it is depends on the trump that is announced; nobody's 20 counts more or is longer.
    winner = wait_for(page, "document.querySelector('puur-table').view.weise.find((weis) => weis.why)")
    why = {"rank": "höher", "trump": "weil Trumpf", "order": "zuerst gewiesen"}[winner["why"]]
    expect(verdict).to_contain_text(f"mit 20, {why}")
    wait_for(page, "() => window.puurSeen['#live'].some((said) => said.includes('will den Weis'))")
    expect(page.locator(".weis.laid").first.locator("img")).to_have_count(3)
    settled(page)
    assert covered(page, ".weis-tag", ".lying, .plate .name, .chip") == []
    keep(page, f"weis-{width}-{height}")
