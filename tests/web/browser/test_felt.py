"""The felt: four cards apart, no name covered, large cards that are larger, one score, leaving that asks first."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puur.web import asgi
from puur.web.live.clock import Pace
from tests.web.browser.conftest import Open, covered, keep, play_to

OVERLAPS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const apart = (a, b, slack) =>
    a.left >= b.right - slack || b.left >= a.right - slack || a.top >= b.bottom - slack || b.top >= a.bottom - slack;
  const cards = boxes('.lying');
  const covered = cards.filter((card) => !boxes('.plate .name').every((name) => apart(card, name, 2)));
  const among = cards.filter((card, n) => !cards.slice(n + 1).every((other) => apart(card, other, card.width * 0.12)));
  return {cards: cards.length, width: cards[0].width, among: among.length, names: covered.length};
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (768, 1024), (1280, 800)])
def test_four_cards_of_a_trick_lie_apart_and_cover_no_name(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    monkeypatch.setattr(asgi.hub, "pace", Pace(bot=0, trick=3600, between=0))
    page = open_page("/", width=width, height=height, prefs={"pace": "fast"}, reduced_motion="reduce")  # bots leave it
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".lying:nth-of-type(4)")
    found = page.evaluate(OVERLAPS)
    assert (found["cards"], found["among"], found["names"]) == (4, 0, 0), found
    assert found["width"] > 70  # a card of which the corner and the middle can be read
    keep(page, f"trick-{width}-{height}")


@pytest.mark.parametrize("cards", [9, 12])  # of four and of three players
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (600, 800), (768, 1024), (1280, 800)])
def test_a_whole_fan_stays_on_the_page_whoever_leads_and_however_short_the_name(
    open_page: Open, width: int, height: int, cards: int
) -> None:
    page = open_page("/", width=width, height=height, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card")
    page.evaluate(
        """(cards) => {
          const live = document.querySelector('puur-table').live;
          live.state = live.state.with({view: {...live.state.view, cards_left: live.state.view.cards_left.map(() => cards)}});
          live.draw();
          for (const name of document.querySelectorAll('.plate .name')) name.innerText = 'A';
        }""",
        cards,
    )
    fans = {
        side: page.locator(f".place.{side} .backs img").evaluate_all(
            "(backs) => backs.map((back) => back.getBoundingClientRect()).flatMap((box) => [box.left, box.right])"
        )
        for side in ("left", "right")
    }
    felt = page.evaluate("document.querySelector('.felt').getBoundingClientRect().right")
    assert [len(edges) for edges in fans.values()] == [2 * cards, 2 * cards]
    assert min(fans["left"]) >= 0, fans
    assert max(fans["right"]) <= felt, fans
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    keep(page, f"fan-{cards}-{width}")


def test_large_cards_are_larger_on_a_phone(open_page: Open) -> None:
    page = open_page("/", width=360, height=740, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card:nth-of-type(9)")
    widths = []
    for large in ("false", "true"):
        page.evaluate("(large) => { document.documentElement.dataset.large = large; }", large)
        widths.append(page.evaluate("document.querySelector('.hand-card').offsetWidth"))
    assert widths[1] > widths[0], widths


def test_the_score_above_is_the_one_on_the_slate(open_page: Open) -> None:
    page = open_page("/", width=1280, height=800)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card:nth-of-type(3):last-of-type")  # six tricks that nobody has written yet
    own, others = page.locator(".bar .score b").all_inner_texts()
    sums = page.locator(".side .tafel-sums .sum").all_inner_texts()
    assert sorted([own, others]) == sorted(sums), sums


def test_after_schieben_the_panel_and_the_prompt_say_the_same(open_page: Open) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .bid [data-act=pushed]")
    expect(page.locator(".prompt")).to_have_text("Sag an oder schieb")
    page.evaluate("""() => {
      const live = document.querySelector('puur-table').live;
      const { view } = live.state;
      live.state = live.state.with({
        view: { ...view, pushes: 1, options: view.options.filter((option) => option.label !== 'pushed') },
      });
      live.draw();
    }""")  # as the partner finds it
    expect(page.locator(".bid .hint")).to_contain_text("Du musst ansagen")
    expect(page.locator(".prompt")).to_have_text("Du musst ansagen")


@pytest.mark.parametrize("locale", ["de-CH", "fr-CH"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (740, 360), (768, 1024), (1280, 800)])
def test_what_is_asked_covers_no_name_and_a_hint_nothing_that_can_be_chosen(
    open_page: Open, width: int, height: int, locale: str
) -> None:
    page = open_page("/", width=width, height=height, locale=locale, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .bid-one:not([disabled])")
    assert covered(page, ".bid", ".plate .name, .chip, .hand-card, .prompt") == []
    page.click("[data-act=hint]")
    page.wait_for_selector(".hint-line")
    assert covered(page, ".hint-line", ".bid button, .plate .name, .hand-card, .prompt") == []
    keep(page, f"bid-{width}-{height}-{locale}")


def test_a_raised_card_says_how_it_is_played_without_covering_anything(open_page: Open) -> None:
    page = open_page("/", width=360, height=640, prefs={"confirm": "on"}, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card.yes")
    felt = page.locator(".felt").bounding_box()
    page.locator(".hand-card.yes").first.click(position={"x": 8, "y": 30})  # the rest of it lies under the next one
    expect(page.locator(".prompt")).to_contain_text("nochmals tippen")
    assert covered(page, ".hand-card.raised", ".prompt, .plate .name, .chip") == []
    assert page.locator(".felt").bounding_box() == felt


def test_leaving_the_table_asks_first(open_page: Open) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card")
    page.click("[data-act=menu]")
    page.click("[data-act=leave]")
    expect(page.locator("dialog[data-dialog=leave]")).to_contain_text("Ein Bot spielt für dich weiter")
    page.click("[data-act=stay]")
    expect(page.locator(".felt")).to_be_visible()
    page.click("[data-act=menu]")
    page.click("[data-act=leave]")
    page.click("[data-act=leave-now]")
    expect(page.locator("#play-now")).to_be_visible()
