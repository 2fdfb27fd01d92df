"""Widths, themes, keyboard, screen reader, languages: the table as different people meet it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import CUT_OFF, Open, Watch, keep, play_to, play_until, remember, until, view, wait_for

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
SIZES = [(360, 640), (768, 1024), (1440, 900), (844, 390)]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nine_cards_can_be_read_and_hit_at_every_width(open_page: Open, width: int, height: int, large: bool) -> None:
    scheme = "dark" if width == 768 else "light"
    page = open_page("/", width=width, height=height, prefs={"large": large}, color_scheme=scheme, reduced_motion="reduce")
    keep(page, f"home-{width}-{scheme}")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".my-turn .hand-card:nth-of-type(9)")  # in turn: nothing moves until the person does something
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    seen = page.evaluate("""() => [...document.querySelectorAll('.hand-card')].map((card) => {
      const box = card.getBoundingClientRect();
      const step = 2;
      let wide = 0;
      for (let x = box.left + 1; x < box.right; x += step) {
        const hit = document.elementFromPoint(x, box.top + box.height * 0.2);
        if (hit && hit.closest('.hand-card') === card) wide += step;
      }
      return {wide, left: box.left, right: box.right, bottom: box.bottom, top: box.top};
    })""")
    assert len(seen) == 9
    assert min(card["wide"] for card in seen) >= 30, seen  # more than the 24 px of WCAG 2.5.8
    assert all(card["left"] >= 0 and card["right"] <= width and card["top"] >= 0 for card in seen)
    assert all(card["bottom"] <= height + 2 for card in seen)
    keep(page, f"table-{width}-{scheme}{'-large' if large else ''}")


# What somebody with a keyboard wants to reach now; the last card goes by itself.
WANTED = """() => {
  const table = document.querySelector('puur-table');
  if (document.querySelector('dialog[data-dialog=result]')) return 'done';
  const last = table.view.phase === 'playing' && table.view.hand.length < 2;
  if (table.line.pending.size || document.querySelector('.sent') || last) return '';
  const places = ['dialog[open] .primary', '[data-act=cut]', '.offer .primary', '.bid-one:not([disabled])', '.hand-card.yes'];
  return places.find((one) => document.querySelector(one)) || '';
}"""


def reach(page: Page, selector: str) -> None:
    """Go to something by Tab, and within the hand by the arrows, until it has the focus."""
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        in_hand = page.evaluate("document.activeElement.matches('.hand-card')")
        page.keyboard.press("ArrowRight" if in_hand and selector.startswith(".hand-card") else "Tab")
    raise AssertionError(f"no way to {selector} by keyboard: {page.locator('body').aria_snapshot()}")


def test_a_deal_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/", width=1280, height=800)
    reach(page, "#play-now")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt")
    done: list[str] = []
    while (wanted := wait_for(page, WANTED)) != "done":
        reach(page, wanted)
        page.keyboard.press("Enter")
        done.append(wanted)
        if wanted == ".hand-card.yes":
            wait_for(page, "document.activeElement !== document.body")  # the focus stays in the hand, or goes to the next question
    assert done.count(".hand-card.yes") == 8
    page.keyboard.press("Escape")
    expect(page.locator("dialog[data-dialog=result]")).to_have_count(0)
    for key, name in (("?", "help"), ("s", "slate"), ("m", "menu"), ("t", "talk")):
        page.keyboard.press(key)
        expect(page.locator(f"dialog[data-dialog={name}]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_table_is_a_list_of_named_buttons_with_one_live_region(open_page: Open) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.yes")
    tree = page.locator("puur-table").aria_snapshot()
    hand = view(page)["hand"]
    assert f"Deine Karten ({len(hand)})" in tree
    assert len(
        re.findall(r"- button \"(?:Eichel|Rosen|Schellen|Schilten)[ -](?:Puur|Näll|6|7|8|9|Banner|Under|Ober|König|Ass)", tree)
    ) == len(hand)
    assert re.search(r"button \"Tafel: wir \d+, sie \d+\"", tree)
    assert len(re.findall(r"- group \"[^\"]+, \d Karten", tree)) == 4
    expect(page.locator("[aria-live]")).to_have_count(1)
    expect(page.locator("#live")).not_to_have_text("")
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, a, input, select')]
      .filter((one) => !(one.innerText || one.getAttribute('aria-label') || one.labels?.length || one.title))
      .map((one) => one.outerHTML)""")
    assert unnamed == []


def test_the_live_region_says_every_card_every_trick_and_the_result(open_page: Open) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".bid-one:not([disabled]), .hand-card.yes")  # before the first card of one's own
    remember(page, "#live")
    play_until(page, "ready", push=False)
    wait_for(page, "() => window.puurSeen['#live'].some((said) => said.includes('Das Spiel ist fertig'))")
    said = " ".join(dict.fromkeys(page.evaluate("window.puurSeen['#live']")))
    cards = set(re.findall(r"(?:Eichel|Rosen|Schellen|Schilten)[ -](?:Puur|Näll|6|7|8|9|Banner|Under|Ober|König|Ass)", said))
    assert len(cards) >= 36 - 3  # up to three may lie there already
    assert len(re.findall(r"Stich: \w+", said)) >= 9
    assert re.search(r"Das Spiel ist fertig\. Wir \d+, sie \d+\.", said)


def test_every_figure_of_the_slate_leads_to_where_it_came_from(open_page: Open) -> None:
    page = open_page("/", width=360, height=640)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_until(page, "ready", push=False)
    play_to(page, ".my-turn .hand-card")
    page.keyboard.press("s")
    slate = page.locator("dialog[data-dialog=slate]")
    figure = slate.locator(".figure").first
    figure.locator("summary").click()
    expect(figure.locator("a.rule").first).to_be_visible()
    assert (figure.locator("a.rule").first.get_attribute("href") or "").startswith("/rules/provision/JR-")
    slate.locator(".tafel-sums .sum").first.click()
    expect(slate.locator(".ledger summary").first).to_be_focused()


def test_with_reduced_motion_nothing_moves(open_page: Open) -> None:
    page = open_page("/", prefs={"pace": "fast"}, reduced_motion="reduce")
    page.click("#play-now")
    page.wait_for_selector(".hand-card, [data-act=cut]")
    play_until(page, "card")
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length") == 0


PAGES = [
    *("/", "/tables/new/", "/rules/", "/rules/?q=St%C3%B6ck", "/rules/ub2024/", "/rules/provision/UB-TRICK-06/", "/referee/"),
    *("/slate/", "/verify/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast(open_page: Open, server: str, scheme: str) -> None:
    page = open_page("/", width=360, height=640, color_scheme=scheme)
    for path in [*PAGES, "/offline/"]:
        page.goto(f"http://{server}{path}")
        assert page.evaluate(CONTRAST) == [], path
    page.goto(f"http://{server}/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.yes")
    for key in ("m", "s", "t"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert page.evaluate(CONTRAST) == [], key
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.goto(f"http://{server}/rules/")
    page.evaluate("document.querySelector('.doors p').style.color = 'rgb(120, 120, 120)'")  # the check itself can fail
    assert len(page.evaluate(CONTRAST)) == 1


@pytest.mark.parametrize("lang", ["de", "fr", "it", "en"])
def test_every_page_speaks_the_language_and_fits_a_phone(open_page: Open, server: str, lang: str) -> None:
    page = open_page("/", width=360, height=640, locale=lang)
    for path in PAGES:
        page.goto(f"http://{server}{path}")
        assert page.locator("html").get_attribute("lang") == lang
        text = page.locator("body").inner_text()
        assert not re.search(r"\b(?:web|play|score|rules|server)\.[a-z]+", text), (path, text)
        assert "{" not in text, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert page.locator("h1").count() == 1, path
    page.goto(f"http://{server}/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.yes")
    for key in ("m", "s", "?"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        text = page.locator("puur-table").inner_text()
        assert not re.search(r"\b(?:web|play|score|rules)\.[a-z]+", text), text
        assert "{" not in text
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_page_that_does_not_exist_says_so(open_page: Open, server: str, watch: Watch) -> None:
    watch.ignored = ("404",)
    page = open_page("/")
    answer = page.goto(f"http://{server}/t/NOSUCH/")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("Diese Seite gibt es nicht.")


def test_the_jasstafel_counts_without_a_connection_and_tells_the_server_later(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    page = open_page("/slate/", width=360, height=640)
    page.select_option("#s-book", "ub2024")
    page.click("form button.big")

    def enter(mode: str, points: int) -> None:
        page.click(f".mode[data-mode={mode}]")
        page.fill("#e-points", str(points))
        page.click("[data-act=write]")

    expect(page.locator(".mode").first).to_be_visible()
    page.context.set_offline(True)
    enter("S", 100)  # factor 2: 200 against 114 (UB-FACTOR-02)
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("200")
    expect(page.locator(".tafel-sums strong").nth(0)).to_have_text("114")
    enter("obenabe", 57)  # factor 3: 171 against 300
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("371")
    page.click("[data-act=undo]")
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("200")
    keep(page, "slate-offline-360")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[role=status]").first).to_contain_text("· gesichert")
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("200")
    page.reload()
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("200")


def test_a_finished_deal_is_replayed_and_checked(open_page: Open, server: str) -> None:
    page = open_page("/", width=1280, height=900)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_until(page, "ready")
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    page.goto(f"http://{server}/t/{code}/deal/1/")
    page.wait_for_selector("puur-replay .replay-hand img")
    expect(page.locator(".replay-hand img")).to_have_count(36)
    for _ in range(12):
        page.click("[data-act=forward]")
    keep(page, "replay-1280")
    page.goto(f"http://{server}/verify/?code={code}&game=1&deal=1")
    expect(page.locator("main")).to_contain_text("Alles stimmt.")


def test_the_jasstafel_opens_without_a_connection_and_other_pages_say_that_they_need_one(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    first = open_page("/rules/", workers=True)
    first.evaluate("navigator.serviceWorker.ready.then(() => true)")  # active: everything is kept
    context, host = first.context, first.url.split("/")[2]
    first.close()
    context.set_offline(True)
    page = context.new_page()  # a cold start: nothing of this page was ever open
    watch.page(page)
    page.goto(f"http://{host}/")
    expect(page.locator("h1")).to_have_text("Keine Verbindung.")
    page.click("main a[href='/slate/']")
    page.select_option("#s-book", "ub2024")
    page.click("form button.big")
    page.click(".mode[data-mode=R]")
    page.fill("#e-points", "90")
    page.click("[data-act=write]")
    expect(page.locator(".tafel-sums strong").nth(1)).to_have_text("90")  # Rosen count once (UB-FACTOR-01)
    expect(page.locator("[role=status]").first).to_contain_text("ohne Netz")
    context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[role=status]").first).to_contain_text("· gesichert")
    page.goto(f"http://{host}/")
    expect(page.locator("#play-now")).to_be_visible()


@pytest.mark.parametrize(("failing", "loads"), [(1, 2), (99, 4)])
def test_a_script_that_does_not_come_is_asked_for_again_but_not_for_ever(
    open_page: Open, watch: Watch, failing: int, loads: int
) -> None:
    watch.ignored = CUT_OFF
    page = open_page("/")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= failing:
            route.abort("failed")
        else:
            route.continue_()

    page.route("**/js/prefs.js", answer)  # a module that others import
    page.goto(page.url + "rules/")
    until(page, lambda: len(asked) >= loads, f"only {asked}")
    counted = "3" if failing > loads else None  # three tries more, then no further; forgotten once everything has come
    wait_for(page, "(counted) => document.readyState === 'complete' && sessionStorage.getItem('puur.again') === counted", counted)
    assert len(asked) == loads
    expect(page.locator("h1")).to_have_text("Reglemente")
