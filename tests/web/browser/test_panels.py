"""Whatever is asked, offered or told at the table, in every shape of a screen: over no name, no card and no other button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from puur.reglement import load, shipped
from tests.web.browser.conftest import Open, covered, keep, new_table, play_to, view, wait_for

SIZES = [(360, 640), (360, 740), (768, 1024), (1024, 768), (1280, 740), (740, 360)]
PANELS = ".bid, .offer, .hint-line, .banner, .hand-card.raised"
UNDER = ".plate .name, .chip, .prompt, .lying, .weis-ask"
# Nothing moves any more: the test says what the table is told.
STILL = """() => {
  const live = document.querySelector('puur-table').live;
  live.take = () => {};
  live.follow = () => {};
  live.line.act = () => new Promise(() => {});
}"""
TOLD = """({view, hint, raised, notice, vote}) => {
  const live = document.querySelector('puur-table').live;
  live.desk.settled.clear();
  live.hint = hint ?? null;
  live.desk.raised = raised ? live.state.view.legal[0] : '';
  live.voice.dismiss();
  const table = {...live.state.table, vote: vote ? {seat: (live.state.you + 1) % 4, votes: {}, needed: 2} : null};
  live.state = live.state.with({view: {...live.state.view, ...view}, table});
  live.draw();
  if (notice) live.voice.say(notice, 'warn', 'JR-PLAY-02');
}"""
LOST = """() => [
  ...[...document.querySelectorAll('.bid, dialog[open]')].filter((panel) => panel.scrollHeight > panel.clientHeight + 1)
    .map((panel) => `${panel.className} is scrolled: ${panel.scrollHeight} in ${panel.clientHeight}`),
  ...[...document.querySelectorAll('.bid, .offer, .hint-line, .banner, .prompt, .plate, .chip')]
    .map((each) => [each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    .map(([name, box]) => `${name} leaves the screen: ${Object.values(box.toJSON()).map(Math.round)}`),
]"""


def lies_well(page: Page, name: str) -> list[str]:
    """What is wrong with what lies on the table now, in every shape of the screen."""
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for(page, "(width) => innerWidth === width", width)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong += [f"{name} {width}x{height}: {told}" for told in [*covered(page, PANELS, UNDER), *page.evaluate(LOST)]]
        wrong += [f"{name} {width}x{height}: {told}" for told in covered(page, ".bid, .offer, .hint-line, .banner", ".hand-card")]
        keep(page, f"panel-{name}-{width}-{height}")
    return wrong


def asked(seat: int, label: str, **more: Any) -> dict[str, Any]:
    return {"label": label, "event": {"event": label, "seat": seat}, **more}


@pytest.mark.parametrize("locale", ["de-CH", "fr-CH"])
def test_cutting_announcing_and_being_pushed_to(open_page: Open, locale: str) -> None:
    page = open_page("/", width=360, height=640, locale=locale, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, "[data-act=cut]")
    wrong = lies_well(page, f"cut-{locale[:2]}")
    play_to(page, ".my-turn .bid-one:not([disabled])")
    page.evaluate(STILL)
    wrong += lies_well(page, f"announce-{locale[:2]}")
    options = [option for option in view(page)["options"] if option["label"] != "pushed"]
    page.evaluate(TOLD, {"view": {"pushes": 1, "options": options}})
    wrong += lies_well(page, f"pushed-{locale[:2]}")
    assert wrong == []


@pytest.mark.parametrize("locale", ["de-CH", "fr-CH", "it-CH"])
def test_what_is_offered_and_told_while_cards_lie(open_page: Open, locale: str) -> None:
    page = open_page("/", width=360, height=640, locale=locale, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card:nth-of-type(8):last-of-type")
    page.click("[data-act=hint]")
    page.wait_for_selector(".hint-line")
    page.evaluate(STILL)
    hint = page.evaluate("document.querySelector('puur-table').live.hint")
    seen = view(page)
    own = seen["seat"]
    others = [[(own + step) % 4, card] for step, card in ((1, "E6"), (2, "R6"), (3, "L6"))]
    whole = [*others, [own, "S6"]]
    weis, more = ["E9", "EB", "EU", "EO"], ["R6", "R7", "R8"]
    offered = asked(own, "weis-announced", points=50, cards=weis)
    scenes: dict[str, dict[str, Any]] = {
        "weis": {"view": {"trick": others, "options": [offered]}},
        "weis-hint": {"view": {"trick": others, "options": [offered]}, "hint": hint},
        "weis-more": {"view": {"trick": whole, "options": [asked(own, "weis-added", points=70, cards=[weis, more])]}},
        "stoeck": {"view": {"trick": whole, "target": 1000, "totals": [990, 990], "options": [asked(own, "stoeck-shown")]}},
        "thanks": {"view": {"trick": whole, "options": [asked(own, "thanked")]}},
        "hint": {"view": {"trick": others, "options": []}, "hint": hint},
        "raised": {"view": {"trick": others, "options": []}, "hint": hint, "raised": True},
        "notice": {
            "view": {"trick": whole, "options": []},
            "notice": "Eichel 6 geht nicht: Es liegt schon ein höherer Trumpf, und untertrumpfen ist nicht erlaubt.",
        },
        "vote": {"view": {"trick": whole, "options": []}, "vote": True},
    }  # fmt: skip
    wrong = []
    for name, scene in scenes.items():
        page.evaluate(TOLD, scene)
        shown = ".offer" if scene["view"]["options"] else ".hint-line" if hint is scene.get("hint") else ".banner"
        assert page.locator(shown).count() == 1, name
        wrong += lies_well(page, f"{name}-{locale[:2]}")
    assert wrong == []


@pytest.mark.parametrize("name", ["tam2014-cp", "differenzler", "bieter", "sidi-barrani", "pandur"])
def test_the_questions_of_other_games(open_page: Open, name: str) -> None:
    page = open_page("/", width=360, height=640, reduced_motion="reduce")
    new_table(page, "Anna", book=next(key for key in shipped() if name in (key, load(key).form)))
    page.click("[data-act=start]")
    play_to(page, ".my-turn .bid:not(.cut)")
    page.evaluate(STILL)
    wrong = lies_well(page, f"asked-{name}")
    for path in (["joker"], ["trio"], ["trio", "L"]) if name == "tam2014-cp" else ():
        page.evaluate("(path) => document.querySelector('puur-table').live.actions.go(path)", path)
        wrong += lies_well(page, f"asked-{'-'.join(path)}")
    assert wrong == []
