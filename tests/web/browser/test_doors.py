"""Doors in the browser: a web table from the organiser's page to the confirmed result, and a Jasstafel that hands in later."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from puur.evening.events import CheckedIn, Entered, RoundReleased
from puur.web.doors.models import HostedTable
from puur.web.evenings import keys, store
from puur.web.evenings.models import Evening
from tests.web.aside import aside
from tests.web.browser.conftest import CUT_OFF, Open, Watch, keep, play_all
from tests.web.doors.support import SHORT, hand_count
from tests.web.evenings.entry_help import hall


def no_sideways(page: Page) -> None:
    """Nothing sticks out of a phone."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("lang", ["fr"])
def test_a_web_table_from_the_organiser_to_the_confirmed_result(open_page: Open, server: str, lang: str) -> None:
    desk = open_page("/evenings/new/", width=1200, height=900)
    desk.fill("#id_title", "Dorfjass")
    desk.get_by_text("Weitere Einstellungen").click()
    desk.set_input_files("[name=book_file]", {"name": "kurz.toml", "mimeType": "text/plain", "buffer": SHORT.encode()})
    desk.click("#create")
    code_in = re.search(r"/evenings/([A-Z]{8})/", desk.url)
    assert code_in
    code = code_in[1]

    def begin() -> None:
        people = [event for n in range(1, 5) for event in (Entered(str(n), f"Person {n}"), CheckedIn(str(n), accepted=True))]
        store.submit(code, people, "Büro")
        store.submit(code, lambda engine: [engine.drawn()], "Büro")
        store.submit(code, [RoundReleased(1)], "Büro")

    aside(begin)
    desk.goto(f"http://{server}/evenings/{code}/round/1/")
    desk.get_by_role("link", name="Web-Tische").click()
    expect(desk.locator("#web-tables .empty")).to_be_visible()
    desk.check("#table1")
    desk.get_by_role("button", name="Web-Tische öffnen").click()
    expect(desk.locator("[data-table='1'] .tag")).to_have_text("0 von 4 sind da")
    desk.locator("[data-table='1'] summary").click()
    expect(desk.locator("[data-table='1'] img").first).to_be_visible()
    keep(desk, "web-tables")
    links = desk.locator("[data-table='1'] input[readonly]").evaluate_all("(fields) => fields.map((field) => field.value)")
    seats = [re.sub(r"^https?://[^/]+", "", link) for link in links]
    players = [open_page(seat, width=360, height=640) for seat in seats[:3]]
    players.append(open_page(seats[3], width=360, height=640, locale=f"{lang}-CH"))
    expect(players[3].get_by_role("button", name="Prendre place")).to_be_visible()
    for page in players:
        no_sideways(page)
        page.locator("button[value=sit]").click()
        page.wait_for_selector("puur-table")
    for page in players:
        page.wait_for_selector(".felt")
    expect(desk.locator("[data-table='1'] .tag")).to_have_text("am Spielen")  # by itself
    play_all(players, "over")
    for page in players[:2]:
        page.locator("[data-act=confirm]").click()
        page.locator("button[value=confirm]").click()
        expect(page.locator("main .message").first).to_be_visible()
        no_sideways(page)
    expect(players[1].locator("main .message")).to_contain_text("Das Resultat zählt")
    keep(players[1], "seat-360")
    points = aside(lambda: hand_count(HostedTable.objects.get(evening__code=code).live.code))
    expect(players[1].locator("main .message")).to_contain_text(f"{points[0]} : {points[1]}")
    expect(desk.locator("[data-table='1'] .tag")).to_have_text("Resultat ist da")
    desk.set_viewport_size({"width": 360, "height": 640})
    for path in ("round/1/web/", "rulings/", "from/1/1/"):
        desk.goto(f"http://{server}/evenings/{code}/{path}")
        no_sideways(desk)
        keep(desk, f"evening-{path.split('/')[0]}-360")
    desk.get_by_role("link", name="Spiel 1: die Karten").click()
    expect(desk.locator("puur-replay")).to_be_visible()


def test_the_jasstafel_hands_in_when_the_connection_is_back(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    made = aside(lambda: hall("kurz", players=4, text=SHORT))
    secret = aside(lambda: keys.passes(Evening.objects.get(code=made.code), 1)[1])
    page = open_page(f"/evenings/e/{secret}/", width=360, height=640)
    page.get_by_role("link", name="Mit der Jasstafel schreiben").click()
    expect(page.locator(".mode").first).to_be_visible()
    no_sideways(page)
    expect(page.locator("[data-door]")).to_contain_text("Runde 1, Tisch 1")
    page.context.set_offline(True)
    for points in (100, 57, 80, 90):
        page.click(".mode[data-mode=E]")
        page.fill("#e-points", str(points))
        page.click("[data-act=write]")
    expect(page.locator(".mode")).to_have_count(0)  # four deals are the round: no fifth is offered, also without a connection
    page.click("[data-act=hand-in-bd]")
    expect(page.locator("[data-door]")).to_contain_text("sobald eine Verbindung da ist")
    keep(page, "slate-hand-in-360")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-door]")).to_contain_text("Abgegeben")
    drafts = aside(lambda: [draft.side for draft in store.drafts(Evening.objects.get(code=made.code), 1)])
    assert drafts == ["bd"]
    # The other side has something else: said here by itself, corrected, and handed in again.
    other = open_page(f"/evenings/e/{secret}/tafel/", width=360, height=640)
    for points in (100, 57, 80, 91):
        other.click(".mode[data-mode=E]")
        other.fill("#e-points", str(points))
        other.click("[data-act=write]")
    other.click("[data-act=hand-in-ac]")
    expect(other.locator("[data-door] .message")).to_contain_text("Die andere Seite hat etwas anderes: 327 : 301")
    keep(other, "slate-differs-360")
    no_sideways(other)
    expect(page.locator("[data-door] .message")).to_contain_text("Die andere Seite hat etwas anderes: 328 : 300")
    other.click("[data-act=undo]")
    expect(other.locator("[data-door] .message")).to_contain_text("Seit dem Abgeben geändert")
    other.click(".mode[data-mode=E]")
    other.fill("#e-points", "90")
    other.click("[data-act=write]")
    other.click("[data-act=hand-in-ac]")
    expect(other.locator("[data-door] .message")).to_contain_text("Das Resultat zählt: 327 : 301")
    expect(page.locator("[data-door] .message")).to_contain_text("Das Resultat zählt: 327 : 301")
    page.reload()
    expect(page.locator("puur-slate")).to_be_visible()
