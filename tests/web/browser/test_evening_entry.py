"""Tables, office and hall of an evening in the browser: two phones, no network, blind typing, the beamer, small screens."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puur.core.control import judge, passe_sum
from puur.core.sheet import Sheet
from puur.core.typed import asks_matches, page_rules, read
from puur.reglement import load, load_text
from tests.web.aside import aside
from tests.web.browser.conftest import CUT_OFF, Open, Watch, keep, wait_for
from tests.web.evenings.entry_help import BONUS, Hall, browser, hall, message, post, total


def made(book: str = "tam2014-es", players: int = 8, **more: Any) -> Hall:
    return aside(lambda: hall(book, players, **more))


def address(found: Hall, table: int = 1) -> str:
    return f"/evenings/e/{aside(lambda: found.secret(table))}/"


def confirm(found: Hall, table: int, one: int, two: int) -> None:
    assert aside(lambda: post(browser(), found, message(found, table, "ac", total(one, two), kind="both")).status_code) == 200


def points(found: Hall, table: int = 1) -> Any:
    version = aside(lambda: found.engine().result(1, table))
    return None if version is None else version.points


def look_again(page: Page) -> None:
    """As if the phone had just found its network again: it looks at once instead of in a few seconds."""
    page.evaluate("dispatchEvent(new Event('online'))")


def signed_in(open_page: Open, found: Hall, role: str, name: str, path: str, **more: Any) -> Page:
    session = aside(lambda: found.staff(role, name).cookies["sessionid"].value)
    page = open_page("/accounts/login/", **more)
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "127.0.0.1", "path": "/"}])
    page.goto(page.url.replace("/accounts/login/", path))
    return page


def fill_deals(page: Page, first: int = 60) -> None:
    for deal in range(1, 13):
        page.fill(f"[data-deal='{deal}'][data-side='0']", str(first + deal))


CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")


def readable(page: Page) -> None:
    """Everything fits the width of the screen, and every text has the contrast that WCAG 2 AA asks for."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CONTRAST) == []


def test_two_phones_enter_differ_and_confirm(open_page: Open) -> None:
    found = made()
    path = address(found)
    schreiber, other = open_page(path, width=360), open_page(path, width=360)
    for name in aside(lambda: [found.engine().players[seat.player].name for seat in found.engine().table(1, 1).seats]):
        expect(schreiber.locator(".seats")).to_contain_text(name)
    schreiber.click("[data-act=side-bd]")
    expect(schreiber.locator("[data-act=send]")).to_be_disabled()
    fill_deals(schreiber)
    expect(schreiber.locator("[data-deal='1'][data-side='1']")).to_have_value("96")  # 157 - 61: the other side follows
    expect(schreiber.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok")
    schreiber.fill("[data-deal='2'][data-side='1']", "90")  # 62 + 90 = 152: five are missing
    expect(schreiber.locator("tr.wrong .sum")).to_have_text("= 152")
    expect(schreiber.locator("[data-verdict]")).to_have_attribute("data-verdict", "split")
    schreiber.fill("[data-deal='2'][data-side='1']", "95")
    keep(schreiber, "entry-deals-360")
    schreiber.click("[data-act=send]")
    expect(schreiber.locator("[data-act=hand]")).to_be_visible()

    other.click("[data-act=side-ac]")
    look_again(other)
    expect(other.locator(".zettel.read .last")).to_contain_text("798")  # 61 + 62 + … + 72
    other.click("[data-act=disagree]")
    other.fill("[data-deal='1'][data-side='0']", "71")
    other.click("[data-act=send]")
    expect(other.locator("tr.differs")).to_have_count(2)  # the first deal and the total
    keep(other, "entry-differs-360")
    look_again(schreiber)
    expect(schreiber.locator("tr.differs")).to_have_count(2)
    schreiber.click("[data-act=accept]")
    expect(schreiber.locator("[data-score]")).to_have_attribute("data-score", "808:1076")
    look_again(other)
    expect(other.locator("[data-score]")).to_have_attribute("data-score", "808:1076")
    keep(other, "entry-done-360")
    assert points(found) == (808, 1076)


def test_without_network_the_sheet_is_kept_opens_cold_and_goes_out_by_itself(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    found = made()
    page = open_page(address(found), width=360)
    page.wait_for_selector("puur-entry[data-cold=yes]")
    kept = page.evaluate("caches.open('puur-entry-1').then((cache) => cache.keys()).then((all) => all.map((one) => one.url))")
    wanted = (
        "entry/entry.js",
        "entry/sums.js",
        "entry/keep.js",
        "entry/phone.js",
        "entry/screens.js",
        "entry/fields.js",
        "entry/paper.js",
        "entry/words.js",
        "entry/entry.css",
        "js/dom.js",
        "js/ids.js",
    )
    assert [one for one in wanted if not any(url.endswith(one) for url in kept)] == []  # the browser's own cache proves nothing
    assert page.url in kept
    page.context.set_offline(True)
    page.click("[data-act=side-bd]")
    page.locator("label", has_text="Nur das Total").click()
    page.fill("[data-total='0']", "1003")
    page.fill("[data-total='1']", "870")
    expect(page.locator("[data-verdict]")).to_contain_text("1009 zu 875")  # TAM-ES-66 to 68
    page.click("[data-act=send]")
    expect(page.locator(".unsent")).to_contain_text("Noch nicht übermittelt")
    page.reload()  # the battery was empty, there is still no network
    expect(page.locator(".unsent")).to_contain_text("Noch nicht übermittelt")
    expect(page.locator(".zettel.read .last")).to_contain_text("1003")
    page.click("[data-act=hand]")  # the other side says yes on this phone, still without network
    page.click("[data-act=agree]")
    expect(page.locator(".unsent")).to_be_visible()
    keep(page, "entry-unsent-360")
    assert points(found) is None
    page.context.set_offline(False)
    look_again(page)
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "1009:875")
    expect(page.locator(".unsent")).to_have_count(0)
    assert points(found) == (1009, 875)


def test_the_phone_counts_as_the_server_does(open_page: Open) -> None:
    """The same 400 random sheets of four books, counted by the page's module and by the server's."""
    rng = random.Random("157")
    books = [load("tam2014-es"), load("nws2020"), load("tam2014-cp"), load_text(BONUS, "bonus.toml")]
    cases = []
    for number in range(400):
        book = books[number % 4]
        whole = passe_sum(book)
        one = rng.randrange(whole + 1)
        two = whole - one + rng.choice((0, 0, 1, -1, 11, -11, 156, 157, -157, 300))
        matches = [rng.randrange(2), rng.randrange(2)] if asks_matches(book) else [0, 0]
        cases.append({"rules": page_rules(book), "points": [one, max(two, 0)], "matches": matches})
    page = open_page(address(made()))
    script = """(cases) => import('/static/evenings/entry/sums.js')
    .then(({ blank, count }) => cases.map(({ rules, points, matches }) => {
      const fields = { ...blank(rules), way: 'total', points: points.map(String), matches: matches.map(String) };
      const found = count(fields, rules);
      return [found.ok, found.settled];
    }))"""
    counted = page.evaluate(script, cases)
    for number, (case, (ok, settled)) in enumerate(zip(cases, counted, strict=True)):
        book = books[number % 4]
        judged = judge(book, read(book, Sheet(tuple(case["points"]), matches=tuple(case["matches"]))))
        expected = list(judged.points or ()) if judged.rule else None
        assert (ok, settled) == (judged.refused is None, expected), (book.key, case["points"])


def test_the_phone_shares_out_fixed_lines_among_any_number_of_sides(open_page: Open) -> None:
    """Of the sixteen tens of a line (TAM-CP-32) the last side has what the others leave: 6 of two sides, 1 of four."""
    rules = dict(page_rules(load("tam2014-cp")))
    script = """(rules) => import('/static/evenings/entry/sums.js').then(({ blank, count, fieldsOf }) => {
      const fields = blank(rules);
      for (const typed of Object.values(fields.rows))
        typed.forEach((_, place) => (typed[place] = rules.sides.length > 2 && Math.max(...rules.sides) > 1 ? '5' : '10'));
      const { points, sheet } = count(fields, rules);
      return [points, sheet.rows.length, count(fieldsOf(sheet, rules), rules).points];
    })"""
    page = open_page(address(made()))
    assert page.evaluate(script, rules) == [[16 * 55, 16 * 55], 20, [16 * 55, 16 * 55]]  # 10 and 6 in turn
    # Each chooser and two others make 5; the side that is left, the last one or the third for the last, makes 1.
    shares = [4 * 5 * 55, 4 * 5 * 55, (3 * 5 + 1) * 55, (5 + 3 * 1) * 55]
    assert page.evaluate(script, {**rules, "sides": [0, 1, 2, 3]}) == [shares, 40, shares]


def test_striche_on_one_phone_and_a_late_second_sheet_loses_nothing(open_page: Open, watch: Watch) -> None:
    watch.ignored = ("409",)
    found = made("ub2024")
    page, late = open_page(address(found), width=360), open_page(address(found), width=360)
    for phone, winner in ((page, "0"), (late, "1")):
        phone.click(f"[data-act=side-{'ac' if phone is page else 'bd'}]")
        phone.click("[data-more='0']")
        phone.locator(f"input[name=victory][value='{winner}'] + span").click()
        phone.locator(f"input[name=bergpreis][value='{winner}'] + span").click()
    page.check("input[name=schneider]")
    expect(page.locator(".whole-line")).to_contain_text("5 : 0")  # Match 1, Bergpreis 1, Sieg 2, Schneider 1
    keep(page, "entry-striche-360")
    page.click("[data-act=send]")
    page.click("[data-act=hand]")
    page.click("[data-act=agree]")
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "5:0")
    late.click("[data-act=send]")  # this phone has not heard of it yet
    expect(late.locator("[role=alert]")).to_contain_text("schon ein anderes bestätigtes Resultat")
    expect(late.locator("details[open]")).to_contain_text("1")  # what was typed here is still to be read
    expect(late.locator("[data-score]")).to_have_attribute("data-score", "5:0")


def test_coiffeur_by_keyboard_alone(open_page: Open) -> None:
    found = made("tam2014-cp")
    page = open_page(address(found), width=360)
    page.click("[data-act=side-bd]")
    page.focus("[data-variant=E][data-side='0']")
    for _ in range(20):
        page.keyboard.type("8")
        page.keyboard.press("Enter")
    expect(page.locator("tfoot .whole")).to_have_text("880 : 880")  # 8 of 16 everywhere: half of 1760
    expect(page.locator("[data-act=send]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=hand]")).to_be_visible()


def test_four_who_play_alone_enter_four_totals(open_page: Open) -> None:
    found = made("differenzler-club", rounds=2)
    writer, other = (open_page(address(found), width=360) for _ in range(2))
    expect(writer.locator(".side-choice")).to_have_count(4)
    writer.click("[data-act=side-d]")
    for side, points_ in enumerate((12, 40, 25)):
        writer.fill(f"[data-total='{side}']", str(points_))
    expect(writer.locator("[data-total='3']")).to_have_value("")  # nobody knows what the last one has: there is no control sum
    writer.fill("[data-total='3']", "33")
    readable(writer)
    keep(writer, "entry-alone-360")
    writer.click("[data-act=send]")
    expect(writer.locator("[data-act=hand]")).to_contain_text("A, B, C")
    other.click("[data-act=side-b]")
    look_again(other)
    other.click("[data-act=agree]")
    expect(other.locator("[data-score]")).to_have_attribute("data-score", "12:40:25:33")
    readable(other)
    keep(other, "entry-alone-done-360")
    assert points(found) == (12, 40, 25, 33)


def test_two_clerks_type_blind_and_a_difference_is_settled(open_page: Open) -> None:
    found = made("nws2020", 12)
    place = f"/evenings/{found.code}/office/"
    aside(lambda: found.staff("office", "Bruno"))
    anna = signed_in(open_page, found, "office", "Anna", place, width=1200, height=800)
    expect(anna.locator("[name=points0]")).to_be_focused()
    anna.keyboard.type("1037")
    expect(anna.locator("[data-sum-says]")).to_contain_text("847")
    anna.keyboard.press("Enter")
    anna.keyboard.press("Enter")  # one side is enough
    expect(anna.locator("[name=table]")).to_have_value("2")
    bruno = signed_in(open_page, found, "office", "Bruno", place, width=1200, height=800)
    expect(bruno.locator("h2").first).to_contain_text("blind")
    expect(bruno.locator("body")).not_to_contain_text("1037")
    bruno.fill("[name=points0]", "1073")
    bruno.fill("[name=points1]", "811")
    bruno.click(".office-form button")
    expect(bruno.locator("tr.differs")).to_contain_text("1037 : 847")
    expect(bruno.locator("tr.differs")).to_contain_text("1073 : 811")
    keep(bruno, "office-differs")
    bruno.fill("#reason-beside", "Auf dem Zettel steht 1037")
    bruno.locator("button[name=draft]").first.click()
    expect(bruno.locator(".state-confirmed")).to_contain_text("1037 : 847")
    assert points(found) == (1037, 847)


def test_the_beamer_turns_its_pages_and_comes_back_after_a_break(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    found = made(players=44)
    page = open_page(f"/evenings/{found.code}/beamer/?seconds=1", width=1280, height=720, reduced_motion="reduce")
    expect(page.locator(".slide")).to_have_count(3)
    assert page.evaluate("getComputedStyle(document.querySelector('.slide')).transitionDuration") == "0s"
    keep(page, "beamer-seats")
    for place in ("1", "2", "0"):
        expect(page.locator("body")).to_have_attribute("data-slide", place)
    expect(page.locator(".slide.shown")).to_have_count(1)
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.seats li')).fontSize) / innerHeight") > 0.05
    page.context.set_offline(True)
    expect(page.locator("#cut")).to_be_visible()
    expect(page.locator(".slide.shown")).to_have_count(1)
    confirm(found, 1, 1000, 884)
    page.context.set_offline(False)
    expect(page.locator("#cut")).to_be_hidden()
    expect(page.locator("[data-kind=missing]")).to_have_count(1)
    expect(page.locator("[data-kind=ranking].shown")).to_have_count(1)
    readable(page)
    keep(page, "beamer-ranking")


def test_the_ranking_renews_itself_without_losing_what_is_open(open_page: Open) -> None:
    found = made()
    confirm(found, 1, 1000, 884)
    page = open_page(f"/evenings/{found.code}/ranking/", width=360)
    page.locator("details summary").last.click()
    expect(page.locator("details[open]")).to_have_count(1)
    confirm(found, 2, 950, 934)
    look_again(page)
    expect(page.locator(".board tbody tr")).to_have_count(8)
    expect(page.locator("details[open]")).to_have_count(1)
    keep(page, "ranking-360")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_umlauts_and_long_names_fit_a_small_screen(open_page: Open, theme: str) -> None:
    found = made(players=12, public=tuple(range(1, 13)))
    confirm(found, 1, 1000, 884)
    prefs = {"theme": theme}
    page = open_page(address(found, 2), width=360, height=740, prefs=prefs)
    page.click("[data-act=side-ac]")
    fill_deals(page)
    page.fill("[data-deal='2'][data-side='1']", "90")  # a wrong deal and its warning are on the page
    readable(page)
    page.click("[data-act=send]")
    expect(page.locator("[data-act=hand]")).to_be_visible()
    readable(page)
    long_one = aside(lambda: found.link("4"))
    for place, name in ((f"/evenings/p/{long_one}/", "player"), (f"/evenings/{found.code}/ranking/", "ranking")):
        page.goto(page.url.split("/evenings/")[0] + place)
        wait_for(page, "() => document.readyState === 'complete'")
        expect(page.locator("body")).to_contain_text("Franz-Xaver von Allmen-Brönnimann")
        readable(page)
        keep(page, f"{name}-360-{theme}")
    office = signed_in(
        open_page, found, "office", "Änneli Bürgi", f"/evenings/{found.code}/office/", width=360, height=740, prefs=prefs
    )
    readable(office)
    keep(office, f"office-360-{theme}")
