"""An evening of 24 in the browser: list, check-in, draw with proof, swap, results, ranking, paper; on a laptop and on a phone."""

from __future__ import annotations

import io
import re

from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from puur.web.evenings import keys
from puur.web.evenings.models import Evening
from tests.web.aside import aside
from tests.web.browser.conftest import Open, keep

NAMES = (
    "Änneli Müller", "Jürg Böhlen-Übersax", "Zoë Grünenfelder", "Franz-Xaver von Allmen-Brönnimann", "Verena Käser", "Beat Meier",
    "Chantal Favre", "Dario Rossi", "Elsbeth Odermatt", "Fritz Wüthrich", "Giulia Bernasconi", "Hans Ruedi Schär", "Ida Zgraggen",
    "Jakob Inäbnit", "Käthi Lüthi", "Léon Chappuis", "Maria Caflisch", "Noé Jeanneret", "Olga Stäheli", "Peter Häfliger",
    "Quirin Röösli", "Rosa Gmür", "Sepp Ettlin", "Trudi Würgler",
)  # fmt: skip


def no_sideways(page: Page) -> None:
    """Nothing sticks out of a phone."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def create(page: Page, title: str, **more: str) -> str:
    """A new evening from the form; its code."""
    page.goto(page.url.split("/evenings")[0].rstrip("/") + "/evenings/new/")
    page.fill("#id_title", title)
    page.get_by_text("Weitere Einstellungen").click()
    for name, value in more.items():
        page.fill(f"#id_{name}", value)
    page.click("#create")
    expect(page.locator(".ev-head h1")).to_have_text(title)
    found = re.search(r"/evenings/([A-Z]{8})/", page.url)
    assert found
    return found[1]


def tab(page: Page, name: str) -> None:
    page.locator(".ev-tabs").get_by_text(name, exact=True).click()
    expect(page.locator(".ev-tabs [aria-current]")).to_have_text(name)


def finish_round(page: Page, open_page: Open, code: str, round_: int) -> None:
    """Everybody plays: tables 1 and 2 on their phones, the others on paper, typed once by somebody alone in the office.

    Tables 1 to 6 give 943:941 to 948:936, so that every side adds up to 1884 (12 deals of 157).
    """
    secrets = aside(lambda: keys.passes(Evening.objects.get(code=code), round_))
    for table in (1, 2):
        phone = open_page(f"/evenings/e/{secrets[table]}/", width=360, height=740)
        phone.click("[data-act=side-bd]")
        phone.locator("label", has_text="Nur das Total").click()
        phone.fill("[data-total='0']", str(942 + table))
        expect(phone.locator("[data-total='1']")).to_have_value(str(942 - table))
        phone.click("[data-act=send]")
        phone.click("[data-act=hand]")
        phone.click("[data-act=agree]")
        expect(phone.locator("[data-score]")).to_have_attribute("data-score", f"{942 + table}:{942 - table}")
        phone.context.close()
    office = page.url.split("/evenings/")[0] + f"/evenings/{code}/office/"
    for table in (3, 4, 5, 6):
        page.goto(f"{office}?table={table}")
        page.fill("[name=points0]", str(942 + table))
        page.fill("[name=points1]", str(942 - table))
        page.locator("form[data-office] button.big").click()
        expect(page.locator(".message.success").first).to_be_visible()
    page.goto(office.replace("/office/", "/round/"))
    expect(page.locator(".ev-missing a")).to_have_count(0)


def test_an_evening_of_24_from_the_list_to_the_ranking(open_page: Open) -> None:
    page = open_page("/evenings/", width=1280, height=900)
    expect(page.get_by_role("heading", name="Noch kein Anlass")).to_be_visible()
    code = create(page, "Herbstjass Grüningen", fee="20", rounds="2", venue="Löwen")

    # The list: pasted as Excel writes it, looked at, taken over.
    lines = [
        "Nr\tName\tVerein",
        *(f"{n}\t{name}\t{'JC Löwen' if n % 6 == 0 else ''}" for n, name in enumerate(NAMES, start=1)),
        "3\tDoppelt\t",
    ]
    page.set_input_files("#id_file", {"name": "liste.csv", "mimeType": "text/csv", "buffer": "\r\n".join(lines).encode("utf-16")})
    page.locator("form:has(#id_file) button").click()
    expect(page.locator("main")).to_contain_text("Die Nummer steht schon auf Zeile 4")
    keep(page, "evening-list-desktop")
    page.click("#take-list")
    expect(page.locator("#people .ev-list > li")).to_have_count(24)

    # Check-in: search without umlauts, one touch, undo of a slip; a late entry by hand.
    tab(page, "Check-in")
    rows = page.locator("#people .ev-list > li")
    page.fill("#find", "anneli")
    expect(rows.locator("visible=true")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the only row's first button has the focus
    expect(page.locator("#people")).to_contain_text("1 von 24 sind da")
    page.fill("#find", "")
    rows.filter(has_text="Änneli Müller").get_by_role("button", name="Doch nicht").click()
    expect(page.locator("#people")).to_contain_text("0 von 24 sind da")
    for number, name in enumerate(NAMES, start=1):
        rows.filter(has_text=name).get_by_role("button", name="da + 20.–" if number % 2 else "Ist da").click()
        expect(page.locator("#people")).to_contain_text(f"{number} von 24 sind da")
    expect(page.locator("#people")).to_contain_text("CHF 240.– bezahlt, 12 noch offen")
    keep(page, "evening-checkin-desktop")

    # The draw with its proof; a swap says what it breaks before it is made.
    tab(page, "Auslosung")
    page.click("#draw")
    expect(page.locator("#proof h2")).to_contain_text("Die Auslosung hält, was sie verspricht")
    expect(page.locator("#rounds .ev-tables > li")).to_have_count(6)
    expect(page.locator("#proof")).to_contain_text("Zweimal mit demselben Partner: 0")
    keep(page, "evening-draw-desktop")
    page.fill("#minutes", "45")
    page.click("#release")
    expect(page.locator(".ev-missing a")).to_have_count(6)
    expect(page.locator("puur-clock")).to_contain_text(re.compile("4[45]:"))
    page.reload()
    expect(page.locator("puur-clock")).to_contain_text(re.compile("4[45]:"))
    keep(page, "evening-round-desktop")
    finish_round(page, open_page, code, 1)

    tab(page, "Auslosung")
    page.click("#draw")
    expect(page.locator("#proof h2")).to_contain_text("hält, was sie verspricht")
    first = page.locator("#rounds .ev-tables").nth(1).locator("li").first.locator("dd")
    one, partner = first.nth(0).inner_text(), first.nth(2).inner_text()
    here = page.locator("#rounds .ev-tables").nth(0).locator("li").filter(has_text=one).locator("dd")
    place = here.all_inner_texts().index(one)
    page.get_by_text("Zwei Personen tauschen").click()
    number = {name: str(n) for n, name in enumerate(NAMES, start=1)}
    half: list[Route] = []
    page.route(
        re.compile("two=$"), lambda route: half.append(route)
    )  # the answer to half a question comes after that to the whole one
    page.select_option("#swap-one", number[partner])
    page.select_option("#swap-two", number[here.nth((place + 2) % 4).inner_text()])
    expect(page.locator("#swap-said")).to_contain_text("Achtung, danach gilt")
    with page.expect_response(re.compile("two=$")) as late:
        half[0].continue_()
    late.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")  # for the page to read it
    expect(page.locator("#swap-said")).to_contain_text("Achtung, danach gilt")
    keep(page, "evening-swap-desktop")
    page.click("#release")
    expect(page.locator(".ev-missing a")).to_have_count(6)
    finish_round(page, open_page, code, 2)

    # The ranking, the close, paper.
    tab(page, "Rangliste")
    expect(page.locator("#ranking tbody tr")).to_have_count(24)
    page.click("#close")
    expect(page.locator("#state")).to_contain_text("Die Rangliste ist abgeschlossen")
    totals = [int(text) for text in page.locator("#ranking tbody tr td:nth-child(3)").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == 24 * 942 * 2
    keep(page, "evening-ranking-desktop")
    tab(page, "Papier")
    with page.expect_download() as download:
        page.click("#print-all")
    text = "".join(one.extract_text() for one in PdfReader(io.BytesIO(download.value.path().read_bytes())).pages)
    assert all(name in text for name in ("Franz-Xaver von Allmen-Brönnimann", "Zoë Grünenfelder", "Herbstjass Grüningen"))
    keep(page, "evening-paper-desktop")


def test_an_evening_on_a_phone_of_360_pixels(open_page: Open) -> None:
    page = open_page("/evenings/", width=360, height=740)
    no_sideways(page)
    create(page, "Jass im Bären mit einem sehr langen Namen", fee="20")
    for name in NAMES[:4]:
        page.fill("#id_name", name)
        page.keyboard.press("Enter")
        expect(page.locator("#people .ev-list > li").filter(has_text=name)).to_be_visible()
        expect(page.locator("#id_name")).to_have_value("")
    page.fill("#id_name", "x" * 80)
    page.fill("#id_number", "2")
    page.keyboard.press("Enter")
    expect(page.locator("form .message.error")).to_contain_text("Die Nummer 2 hat schon")
    expect(page.locator("#id_name")).to_have_value("x" * 80)  # nothing typed is lost
    no_sideways(page)
    keep(page, "evening-players-360")
    tab(page, "Check-in")
    for name in NAMES[:4]:
        page.locator("#people .ev-list > li").filter(has_text=name).get_by_role("button", name="da + 20.–").click()
        expect(page.locator("#people .ev-list > li.here").filter(has_text=name)).to_be_visible()
    no_sideways(page)
    keep(page, "evening-checkin-360")
    tab(page, "Auslosung")
    page.click("#draw")
    expect(page.locator("#proof h2")).to_be_visible()
    no_sideways(page)
    keep(page, "evening-draw-360")
    page.click("#release")
    expect(page.locator(".ev-missing a")).to_have_count(1)
    no_sideways(page)
    keep(page, "evening-round-360")
    tab(page, "Übersicht")
    no_sideways(page)
    keep(page, "evening-overview-360")
    for name in ("Rangliste", "Papier", "Mehr"):
        tab(page, name)
        no_sideways(page)
    keep(page, "evening-more-360")


def test_two_helpers_see_what_the_other_does_without_reloading(open_page: Open) -> None:
    chief = open_page("/evenings/", width=1280, height=900)
    code = create(chief, "Zwei am Eingang")
    for name in NAMES[:2]:
        chief.fill("#id_name", name)
        chief.keyboard.press("Enter")
        expect(chief.locator("#people .ev-list > li").filter(has_text=name)).to_be_visible()
    chief.goto(chief.url.split("/players")[0] + "/staff/")
    chief.click("#invite")
    link = chief.locator("#invites input[readonly]").input_value()
    helper = open_page("/evenings/help/" + link.split("/help/")[1])
    helper.fill("#id_name", "Rösli")
    helper.get_by_role("button", name="Mithelfen").click()
    tab(helper, "Check-in")
    chief.goto(chief.url.split("/staff")[0] + "/checkin/")
    expect(chief.locator("#people")).to_contain_text("0 von 2 sind da")
    helper.locator("#people .ev-list > li").first.get_by_role("button", name="Ist da").click()
    expect(helper.locator("#people")).to_contain_text("1 von 2 sind da")
    expect(chief.locator("#people")).to_contain_text("1 von 2 sind da")
    assert code in chief.url
