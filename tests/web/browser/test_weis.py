"""The Weis as a scene: said at each seat, asked for, laid on the felt, decided in a line that says why; then the Stöck."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from puur.core import preparing
from puur.core.cards import CARDS, Card, parse_card
from puur.web import asgi, fair
from puur.web.live.clock import Pace
from tests.web.browser.conftest import Open, act, covered, keep, play_to, remember_at_once, remembered, settled, until, wait_for

Pack = Callable[..., tuple[Card, ...]]
FRAMES = 30  # pictures of a film strip
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


# By the order in which they speak: three of Eicheln, four of Rosen, nothing, five of Schilten. Nobody has König and Ober of a suit.
RISING = """E6 E7 E8 RB RO LU S9 SO LK / R6 R7 R8 R9 E9 EU EK S8 SB / EB EO RU RK LO LA S6 SU SK / L6 L7 L8 L9 LB SA EA RA S7"""


def rising(_seed: bytes, *_added: str) -> tuple[Card, ...]:
    """A pack that gives 20, 50, nothing and 100 to those who speak first, second, third and fourth: packets of three go round."""
    hands = [[parse_card(name) for name in hand.split()] for hand in RISING.split("/")]
    return tuple(card for packet in range(0, 9, 3) for hand in hands for card in hand[packet : packet + 3])


@pytest.mark.parametrize(("name", "pack", "scene", "said"), [
    ("weis", rising, ".bubble, .weis-tag", ["Zwänzg", "Höcher: füfzg", "Höcher: hundert", "Guet"]),
    ("stoeck", runs_for_all, ".bubble.stoeck", ["Au zwänzg", "Guet", "Stöck!"]),  # somebody has König and Ober of each suit
])  # fmt: skip
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 740)])
def test_what_is_said_of_weis_and_stoeck_is_filmed(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, name: str, pack: Pack, scene: str, said: list[str], width: int, height: int
) -> None:
    monkeypatch.setattr(fair, "pack_of", pack)
    monkeypatch.setattr(preparing, "cut", lambda cards, _lifted: tuple(cards))
    monkeypatch.setattr(asgi.hub, "pace", Pace(bot=0.3, trick=0.6, between=0))
    page = open_page("/", width=width, height=height, prefs={"pace": "fast", "hold": "short"})
    remember_at_once(page, ".bubble")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    frames = 0

    def heard() -> bool:
        nonlocal frames
        if page.locator(scene).count() and frames < FRAMES:
            keep(page, f"strip-{name}-{width}-{frames:02}")
            frames += 1
        act(page)
        seen = page.evaluate("window.puurSeen['.bubble']")
        return all(word in seen for word in said)

    until(page, heard, f"not all of {said}")  # a deal without trumps has no Stöck, but then the next one
    keep(page, f"strip-{name}-{width}-{frames:02}")
