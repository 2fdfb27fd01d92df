"""A game in which everybody plays alone and bids a number, as people meet it in the browser."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.web.browser.conftest import Open, keep, new_table, play_to, play_until, view


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Everything that a page is told from its next address on."""
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(json.loads(text)))

    page.on("websocket", listen)
    return frames


def first_deal(frames: list[dict[str, Any]], you: int) -> dict[str, Any]:
    """The view at the end of the first deal; until then no prediction of others may be told."""
    shown: dict[str, Any] = {}
    looked = 0
    for frame in frames:
        if frame.get("view") is None:
            continue
        shown = frame["view"] if frame["t"] == "sync" else {**shown, **frame["view"]}
        if shown["phase"] == "over":
            break
        if shown["phase"] in ("bidding", "playing"):
            looked += 1
            assert all(points is None for seat, points in enumerate(shown["own"]["said"]) if seat != you), frame
            event = frame.get("event", {})
            assert event.get("event") != "predicted" or event["seat"] == you or "points" not in event, frame
    assert looked >= 40  # the deal, four predictions and 35 cards at least
    return shown


def test_a_deal_with_hidden_predictions_on_a_phone(open_page: Open) -> None:
    page = open_page("/tables/new/", width=360, height=640)
    frames = frames_of(page)
    page.fill("#id_name", "Anna")
    page.select_option("#id_book", "differenzler")
    page.click("form[data-form=table-new] button.big")
    page.click("[data-act=start]")
    play_to(page, "[data-act=amount]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    say = page.locator("[data-act=amount-say]")
    expect(say).to_be_disabled()
    page.get_by_label("10 mehr").click()
    page.get_by_label("1 mehr", exact=True).click()
    expect(page.locator("[data-act=amount]")).to_have_value("11")
    expect(page.locator(".mark.said")).to_have_text(["✓", "✓", "✓"])  # the bots have spoken, and nobody knows what
    keep(page, "amount-360")
    page.locator("[data-act=amount]").fill("400")
    expect(say).to_be_disabled()
    page.locator("[data-act=amount]").fill("42")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand-card.yes, .lying")
    own = page.locator(".place.bottom [data-own=said]")
    expect(own).to_contain_text("/42")
    keep(page, "predicted-360")
    play_to(page, "dialog[data-dialog=result]")
    seen = first_deal(frames, view(page)["seat"])
    assert seen["own"]["said"][seen["seat"]] == 42
    assert None not in seen["own"]["said"]
    row = page.locator("dialog .deals-sheet tbody tr").first
    for said, made, points in seen["deal_rows"]["rows"][0]["cells"]:
        expect(row).to_contain_text(f"{said} / {made}")
        assert abs(said - made) == points  # by how much everybody was wrong
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "predicted-result-360")
    page.set_viewport_size({"width": 1440, "height": 900})
    play_until(page, "ready")
    play_to(page, "[data-act=amount]")
    keep(page, "amount-1440")


def test_the_card_that_makes_trump_and_a_slip_without_a_number(open_page: Open) -> None:
    page = open_page("/tables/new/", width=360, height=640)
    new_table(page, "Anna", book="differenzler-open")
    page.click("[data-act=start]")
    play_to(page, "[data-act=amount]")
    turned = view(page)["own"]["turned"]
    assert turned[0] == view(page)["trump"]
    expect(page.locator(".shown-card img")).to_have_attribute("src", re.compile(rf"/puur/cards/german/{turned}\.svg$"))
    keep(page, "turned-360")
    page.get_by_label("10 mehr").click()
    page.locator("[data-act=amount-say]").click()
    expect(page.locator(".place.bottom [data-own=said]")).to_contain_text("10")
    new_table(page, "Anna", book="differenzler-club")
    page.click("[data-act=start]")
    play_to(page, "[data-act=amount]")
    page.click("[data-act=amount-none]")
    page.wait_for_selector(".hand-card.yes, .lying")
    assert view(page)["own"]["said"] == [None] * 4
    assert view(page)["own"]["spoken"] == [True] * 4


def test_a_jasstafel_for_three_who_play_alone(open_page: Open) -> None:
    """100, 57 and 0 points were made, 90, 60 and 0 predicted: 10, 3 and 0 are written, and the least wins."""
    page = open_page("/slate/", width=360, height=640)
    page.select_option("#s-book", "differenzler")
    page.select_option("#s-players", "3")
    for seat, name in enumerate(("Anna", "Beat", "Carla")):
        page.fill(f"[name=name{seat}]", name)
    expect(page.locator(".names input")).to_have_count(3)
    page.click("form button.big")
    page.click("[data-act=write]")
    expect(page.locator("[role=alert]")).to_be_visible()  # nothing was typed
    for side, (said, made) in enumerate(((90, 100), (60, 57), (0, 0))):
        page.fill(f"[name=said{side}]", str(said))
        page.fill(f"[name=made{side}]", str(made))
    keep(page, "tafel-deals-typed-360")
    page.click("[data-act=write]")
    row = page.locator(".deals-sheet tbody tr")
    expect(row).to_contain_text("90 / 100")
    assert row.locator("strong").all_inner_texts() == ["10", "3", "0"]
    assert page.locator(".deals-sheet tfoot strong").all_inner_texts() == ["10", "3", "0"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "tafel-deals-360")
    page.set_viewport_size({"width": 1280, "height": 800})
    keep(page, "tafel-deals-1280")
    page.click("[data-act=undo]")
    expect(row).to_have_count(0)
