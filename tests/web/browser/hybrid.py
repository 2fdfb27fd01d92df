"""What people do at a hybrid evening in the browser, page by page, and what they should have, counted apart from the program."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import pypdfium2
import zxingcpp
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import ARTEFACTS, Open

WHOLE = 4 * 157  # TAM-ES-17: a deal has 157 points, and this evening four deals a round
Points = tuple[int, int]


# ---- counted by hand ----------------------------------------------------------------------------------------------------------


@dataclass
class Count:
    """What everybody should have: the points of the own side at each table, less what a ruling took."""

    rounds: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    taken: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def table(self, round_: int, names: list[str], points: Points) -> None:
        """A table gave its sides so many points; a chair of somebody who helps out has no name here."""
        for place, name in enumerate(names):
            if name:
                self.rounds[name][round_] = points[place % 2]

    def total(self, name: str) -> int:
        return sum(self.rounds[name].values()) - self.taken.get(name, 0)

    def ranking(self) -> dict[str, tuple[int, int]]:
        """Rank and total of all who played every round: the more points the better, and equal is equal (TAM-ES-23)."""
        totals = {name: self.total(name) for name in self.rounds if name not in self.gone}
        return {name: (1 + sum(other > total for other in totals.values()), total) for name, total in totals.items()}


# ---- looking -----------------------------------------------------------------------------------------------------------------


def fits(page: Page, name: str) -> None:
    """On a phone of 360 pixels nothing sticks out, and everything that can be operated has a name; a picture of it is kept."""
    size = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 740})
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=str(ARTEFACTS / f"hybrid-{name}-360.png"), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name
    unnamed = page.evaluate("""() => [...document.querySelectorAll('main :is(button, a, select, input:not([type=hidden]))')]
      .filter((each) => !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length))
      .map((each) => each.outerHTML)""")
    assert unnamed == [], name
    if size is not None:
        page.set_viewport_size(size)


def tab(page: Page, name: str) -> None:
    """One of the tabs of an evening or a club."""
    tabs = page.locator(".ev-tabs, .tabs")
    tabs.get_by_text(name, exact=True).click()
    expect(tabs.locator("[aria-current]")).to_have_text(name)


def path_of(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


def numbers(rows: Locator) -> list[list[str]]:
    """The texts of the cells of a table, row by row."""
    found: list[list[str]] = rows.evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim().split('\\n')[0]))"
    )
    return found


def scanned(pdf: bytes) -> list[str]:
    """The QR codes of a printed file, page by page."""
    document, codes = pypdfium2.PdfDocument(pdf), []
    for page in document:
        bitmap = page.render(scale=3, grayscale=True)
        data, wide = bytes(bitmap.buffer), bitmap.stride
        rows = b"".join(data[line * wide : line * wide + bitmap.width] for line in range(bitmap.height))
        codes += [code.text for code in zxingcpp.read_barcodes(memoryview(rows).cast("B", (bitmap.height, bitmap.width)))]
    document.close()
    return codes


# ---- the club ----------------------------------------------------------------------------------------------------------------


def sign_up(page: Page, name: str, username: str) -> None:
    """An account of one's own."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/accounts/signup/")
    page.fill("#id_username", username)
    if page.locator("#id_first_name").count():
        page.fill("#id_first_name", name)
    for number in (1, 2):
        page.fill(f"#id_password{number}", "Buur-und-Nell-9")
    page.locator("form.panel button.primary").click()
    page.wait_for_url(lambda url: "/signup/" not in url)


def found_club(page: Page, me: str, members: list[str], book: str) -> str:
    """A new club with its members and its offices; the address of its page."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/clubs/new/")
    page.fill("#id_name", "Jassclub Dorf")
    page.fill("#id_me", me)
    page.select_option("#id_book", "own")
    page.locator("form details summary").click()
    page.fill("#id_book_text", book)
    page.locator("button.big").click()
    page.wait_for_url(lambda url: "/new/" not in url)
    home = page.url.removesuffix("statutes/")  # where a new club says its rules
    tab(page, "Leute")
    page.get_by_role("link", name="Leute eintragen").click()
    page.fill("[name=names]", "\n".join(members))
    page.fill("[name=since]", "2020-01-01")
    page.locator("button.big").click()
    expect(page.locator("ul.rows > li")).to_have_count(len(members))
    return home


def give_office(page: Page, office: str, person: str) -> None:
    tab(page, "Leute")
    page.get_by_role("link", name="Amt vergeben").click()
    page.select_option("[name=office]", office)
    page.select_option("[name=person]", label=person)
    page.fill("[name=on]", "2020-01-01")
    page.locator("button.big").click()
    expect(page.locator("ul.rows > li", has_text=person).locator(".tag")).not_to_have_count(0)


def personal_link(page: Page, person: str) -> str:
    """The link by which somebody comes into the club as this person."""
    tab(page, "Leute")
    page.get_by_role("link", name=person, exact=True).click()
    page.get_by_role("button", name=re.compile("Link")).first.click()
    return path_of(page.locator("#personal-link").inner_text())


def enter_club(page: Page) -> None:
    page.click("button[value=browser]")
    expect(page.locator(".tabs")).to_be_visible()


# ---- the evening -------------------------------------------------------------------------------------------------------------


def announce(page: Page, book: str) -> str:
    """A new evening from the form; its code."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/evenings/new/")
    page.fill("#id_title", "Dorfjass")
    page.get_by_text("Weitere Einstellungen").click()
    page.set_input_files("[name=book_file]", {"name": "kurz.toml", "mimeType": "text/plain", "buffer": book.encode()})
    page.fill("#id_rounds", "2")
    page.fill("#id_fee", "10")
    page.fill("#id_seed", "Losrad")
    page.click("#create")
    expect(page.locator(".ev-head h1")).to_have_text("Dorfjass")
    code = re.search(r"/evenings/([A-Z]{8})/", page.url)
    assert code
    return code[1]


def invite(page: Page, open_page: Open, role: str, name: str, **more: Any) -> Page:
    """Somebody helps with the evening, by a link."""
    tab(page, "Mehr")
    page.locator("a[href$='/staff/']").click()
    page.select_option("#role", role)
    page.fill("#label", name)
    page.click("#invite")
    fits(page, "staff")
    link = page.locator("#invites li", has_text=name).locator("input[readonly]").input_value()
    helper = open_page(path_of(link), **more)
    helper.fill("#id_name", name)
    helper.get_by_role("button", name="Mithelfen").click()
    expect(helper.locator(".ev-tabs")).to_be_visible()
    return helper


def seats(page: Page) -> dict[int, list[str]]:
    """The drawn names by table, as the organiser's page of the round shows them; empty where somebody helps out."""
    names: list[list[str]] = page.locator("#tables .ev-tables > li").evaluate_all(
        "(tables) => tables.map((table) => [...table.querySelectorAll('dd')]"
        ".map((seat) => (seat.classList.contains('helper') ? '' : seat.innerText.trim())))"
    )
    return dict(enumerate(names, start=1))


def start_round(page: Page, count: int) -> dict[int, list[str]]:
    """Draw, release, and read where everybody sits."""
    tab(page, "Auslosung")
    page.click("#draw")
    expect(page.locator("#proof h2")).to_contain_text("Die Auslosung hält, was sie verspricht")
    fits(page, "draw")
    page.click("#release")
    expect(page.locator(".ev-missing a")).to_have_count(count)
    return seats(page)


def open_web_tables(page: Page, tables: list[int]) -> dict[int, list[str]]:
    """Web tables for these tables of the round that is shown; the links to their seats."""
    page.get_by_role("link", name="Web-Tische").click()
    fits(page, "web-tables-none")
    for table in tables:
        page.check(f"#table{table}")
    page.get_by_role("button", name="Web-Tische öffnen").click()
    expect(page.locator("[data-table]")).to_have_count(len(tables))
    page.locator("[data-table='1'] summary").click()
    fits(page, "web-tables")
    return {
        table: page.locator(f"[data-table='{table}'] input[readonly]").evaluate_all(
            "(fields) => fields.map((field) => new URL(field.value).pathname)"
        )
        for table in tables
    }


def printed_links(page: Page, round_: int) -> dict[int, str]:
    """The codes on the printed Jasszettel of a round lead to their tables."""
    sheet = page.locator("a[href*='jasszettel']").first.get_attribute("href")
    assert sheet
    origin = "/".join(page.url.split("/")[:3])
    found = {}
    for code in scanned(page.request.get(origin + sheet).body()):
        if "/evenings/e/" in code:
            text = page.request.get(origin + path_of(code)).text()
            table = re.search(r'"table": (\d+)', text)
            assert table
            assert f'"round": {round_}' in text
            found[int(table[1])] = path_of(code)
    return found


def two_phones(open_page: Open, address: str, points: Points) -> None:
    """One side types the total, the other one reads and confirms it."""
    writer, reader = (open_page(address, width=360, height=740) for _ in range(2))
    writer.click("[data-act=side-bd]")
    writer.locator("label", has_text="Nur das Total").click()
    writer.fill("[data-total='0']", str(points[0]))
    expect(writer.locator("[data-total='1']")).to_have_value(str(points[1]))
    fits(writer, "phone-types")
    writer.click("[data-act=send]")
    expect(writer.locator("[data-act=hand]")).to_be_visible()
    agree(reader, points)
    fits(reader, "phone-agreed")
    for phone in (writer, reader):
        phone.context.close()


def agree(reader: Page, points: Points) -> None:
    """The other side confirms what was handed in."""
    reader.click("[data-act=side-ac]")
    reader.evaluate("dispatchEvent(new Event('online'))")  # it looks at once instead of in a few seconds
    reader.click("[data-act=agree]")
    expect(reader.locator("[data-score]")).to_have_attribute("data-score", f"{points[0]}:{points[1]}")


def slate_and_phone(open_page: Open, address: str, deals: list[Points]) -> None:
    """One phone keeps score on the Jasstafel and hands its sheet in, another one confirms it."""
    scribe, reader = (open_page(address, width=360, height=740) for _ in range(2))
    scribe.get_by_role("link", name="Mit der Jasstafel schreiben").click()
    for points, _ in deals:
        scribe.click(".mode[data-mode=E]")
        scribe.fill("#e-points", str(points))
        scribe.click("[data-act=write]")
    fits(scribe, "slate")
    scribe.click("[data-act=hand-in-bd]")
    expect(scribe.locator("[data-door]")).to_contain_text("Abgegeben")
    agree(reader, (sum(deal[0] for deal in deals), sum(deal[1] for deal in deals)))
    for phone in (scribe, reader):
        phone.context.close()


def type_in(page: Page, code: str, round_: int, table: int, points: Points) -> None:
    """Somebody in the office types the total of a paper sheet."""
    page.goto("/".join(page.url.split("/")[:3]) + f"/evenings/{code}/office/?round={round_}&table={table}")
    for side, each in enumerate(points):
        page.fill(f"[name=points{side}]", str(each))
    page.locator("form[data-office] button.big").click()
    expect(page.locator(".message.success").first).to_be_visible()
