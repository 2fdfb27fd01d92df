"""Whole games in the browser, as people play them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import (
    Open,
    Watch,
    cut_the_line,
    join,
    keep,
    new_table,
    play_all,
    play_to,
    play_until,
    rule_shown,
    set_going,
    settled,
    view,
    wait_for,
)


def test_one_click_and_a_game_to_its_end(open_page: Open) -> None:
    page = open_page("/", width=360, height=640)
    page.click("#play-now")
    page.wait_for_selector(".hand-card, [data-act=cut]")
    steps = play_until(page, "over")
    assert steps.count("ready") >= 1  # more than one deal
    found = view(page)
    assert found["over"]
    assert found["winner"] in (0, 1)
    expect(page.locator("dialog [data-act=again]")).to_be_visible()
    keep(page, "end-360")
    page.click("dialog [data-act=again]")
    wait_for(page, "document.querySelector('puur-table').table.game === 2")
    play_until(page, "card")


def test_four_people_at_one_table_through_a_whole_partie(open_page: Open) -> None:
    host = open_page("/")
    code = new_table(host, "Anna", target=300)
    pages = [host]
    for seat, name in enumerate(("Beat", "Carla", "Dario"), start=1):
        page = open_page(f"/t/{code}/", width=(390, 768, 1280)[seat - 1], height=800)
        join(page, name, seat)
        pages.append(page)
    expect(host.locator(".lobby-seats")).to_contain_text("Dario")
    keep(host, "lobby-390")
    host.click("[data-act=start]")
    for page in pages:
        page.wait_for_selector(".felt")
    steps = play_all(pages, "over", push=False)
    assert {"card", "bid", "cut"} <= {step for one in steps for step in one}
    views = [view(page) for page in pages]
    deals = views[0]["number"]  # everybody saw the result of every deal; the last one may come with the end, or just before it
    assert all(one.count("ready") in (deals - 1, deals) for one in steps)
    assert all(one["totals"] == views[0]["totals"] and one["winner"] == views[0]["winner"] for one in views)
    assert [one["seat"] for one in views] == [0, 1, 2, 3]
    keep(pages[3], "end-1280")


def test_coiffeur_announces_trio_and_joker_step_by_step(open_page: Open) -> None:
    page = open_page("/", width=360, height=640)
    code = new_table(page, "Anna", book="tam2014-cp")
    partner = open_page(f"/t/{code}/")  # a person, for a bot might take the Trio first
    join(partner, "Carla", 2)
    page.click("[data-act=start]")
    partner.wait_for_selector(".felt")
    set_going(partner, "over")
    play_to(page, ".bid-one[data-mode=trio]")
    keep(page, "coiffeur-360")
    page.click(".bid-one[data-mode=trio]")
    page.click(".bid-one[data-mode=L]")
    page.locator(".bid-one").first.click()
    wait_for(page, "(document.querySelector('puur-table').view.mode || '').startsWith('trio-L-')")
    keep(page, "coiffeur-trio-360")
    play_until(page, "ready")
    row = next(row for row in view(page)["sheet"] if row["variant"] == "trio")
    assert sum(row["cells"][0]["points"]) == 16 * 9  # a whole deal in tens, times the factor (TAM-CP-32)
    play_to(page, ".bid-one[data-mode=joker]")
    expect(page.locator(".bid-one.used").first).to_be_visible()  # Trio is not offered again (TAM-CP-04)
    page.click(".bid-one[data-mode=joker]")
    page.click(".bid-one[data-mode=slalom]")
    page.locator(".bid-one").last.click()
    wait_for(page, "document.querySelector('puur-table').view.mode === 'slalom-unten'")
    assert view(page)["variant"] == "joker"
    page.keyboard.press("s")
    expect(page.locator("dialog table.sheet tbody tr")).to_have_count(10)
    keep(page, "coiffeur-sheet-360")


@pytest.mark.slow
def test_coiffeur_to_its_end(open_page: Open) -> None:
    page = open_page("/", width=360, height=640)
    new_table(page, "Anna", book="tam2014-cp")
    page.click("[data-act=start]")
    play_until(page, "over", seconds=600)
    found = view(page)
    # Both columns of a complete sheet: 2 · 16 · (1 + 2 + … + 10) (TAM-CP-38)
    assert sum(found["totals"]) == 2 * 16 * 55
    assert all(cell is not None for row in found["sheet"] for cell in row["cells"])
    keep(page, "coiffeur-end-360")


WAITING = {
    "cut": "[data-act=cut]",
    "bid": ".bid-one:not([disabled])",
    "card": ".hand-card.yes",
    "ready": "dialog [data-act=ready]",
}
# What only cards can change: a bot may still say its Weis while the others wait for a card.
OF_CARDS = ("number", "phase", "dealer", "mode", "hand", "legal", "trick", "to_act", "leader", "cards_left", "tricks_won")


def _kept(seen: dict[str, Any], phase: str) -> Any:
    """What a lost connection may not change; after a deal the bots may go on to the next one."""
    if phase == "ready":
        return seen["written"]
    return {key: seen[key] for key in OF_CARDS} if phase == "card" else seen


@pytest.mark.parametrize("phase", WAITING)
def test_a_lost_connection_loses_nothing(open_page: Open, phase: str) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, WAITING[phase])
    before = view(page)
    cut_the_line(page)
    line = page.locator("[data-banner=link]").last
    expect(line).to_be_visible()
    line.locator("button").click()
    expect(page.locator("[data-banner=link]")).to_have_count(0)
    page.wait_for_selector(WAITING[phase])
    assert _kept(view(page), phase) == _kept(before, phase)
    page.reload()
    page.wait_for_selector(".felt")
    assert _kept(view(page), phase) == _kept(before, phase)
    if phase != "ready":  # bots may have cut for the next deal meanwhile
        page.wait_for_selector(WAITING[phase])
    play_until(page, *(("bid", "pushed") if phase == "bid" else ("cut", "card", "ready")))


def test_what_was_done_without_a_connection_arrives_once(open_page: Open) -> None:
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.yes")
    before = view(page)["hand"]
    cut_the_line(page)
    card = page.evaluate("""() => {
      const card = document.querySelector('.hand-card.yes');
      card.click();
      card.click();
      return card.dataset.card;
    }""")
    assert view(page)["hand"] == before  # it waits here
    page.locator("[data-banner=link] button").last.click()
    wait_for(page, "(card) => !document.querySelector('puur-table').view.hand.includes(card)", card)
    settled(page)
    assert view(page)["hand"] == [one for one in before if one != card]  # it is played, and nothing else


def test_where_a_bot_can_not_be_stored_the_table_says_so_and_goes_on(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi
    from puur.web.live.state import Commit, NotStored

    page = open_page("/", width=360, height=640)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.yes")
    commit = asgi.store.commit

    async def only_people(job: Commit) -> None:
        if job.rows and not any(row.action for row in job.rows):
            raise NotStored("the disk is full")
        await commit(job)

    with monkeypatch.context() as full:
        full.setattr(asgi.store, "commit", only_people)
        play_to(page, "[data-banner=store]")  # until a bot would have to act
        expect(page.locator("[data-banner=store]").last).to_contain_text("Der Server kann gerade nicht speichern und wartet")
        keep(page, "waits-360")
    expect(page.locator("[data-banner=store]")).to_have_count(0)
    play_until(page, "ready")


def test_an_unplayable_card_says_why_with_the_article(open_page: Open, watch: Watch) -> None:
    watch.ignored = ("refused",)
    page = open_page("/")
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_to(page, ".hand-card.no")
    page.evaluate("document.querySelector('.hand-card.no').click()")
    rule = rule_shown(page)
    assert rule["id"].startswith("JR-")
    keep(page, "refused-390")
    assert page.request.get(f"http://{page.url.split('/')[2]}{rule['href']}").ok
