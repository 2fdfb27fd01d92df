"""Several people at a table: objections, somebody who goes away, somebody who watches, talk."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import (
    WHOLE_GAME,
    Open,
    Watch,
    act,
    join,
    keep,
    new_table,
    play_until,
    remember,
    remembered,
    rule_shown,
    set_going,
    settled,
    until,
    view,
    wait_for,
)


def two(open_page: Open, **more: str) -> tuple[Page, Page]:
    """Anna and Beat, opponents, and two bots, in the middle of a game."""
    host = open_page("/")
    code = new_table(host, "Anna", **more)
    other = open_page(f"/t/{code}/")
    join(other, "Beat", 1)
    host.click("[data-act=start]")
    for page in (host, other):
        page.wait_for_selector(".felt")
    return host, other


def four(open_page: Open, **more: str) -> list[Page]:
    """Anna, Beat, Carla and Dario in the middle of a game: no bot that might be quicker than a test."""
    host = open_page("/")
    code = new_table(host, "Anna", **more)
    pages = [host]
    for seat, name in enumerate(("Beat", "Carla", "Dario"), start=1):
        pages.append(open_page(f"/t/{code}/"))
        join(pages[-1], name, seat)
    host.click("[data-act=start]")
    for page in pages:
        page.wait_for_selector(".felt")
    return pages


WRONG = """() => {
  const table = document.querySelector('puur-table');
  const view = table.view;
  if (view.to_act !== view.seat || view.phase !== 'playing' || table.line.pending.size) return '';
  if (document.querySelector('dialog[open], .offer') || view.trick_open || view.trick.length > 2) return '';
  return view.hand.find((card) => !view.legal.includes(card)) || '';
}"""

# Says no to what is offered beside the cards, one thing at a look; true when nothing is left.
NOTHING_ASKED = """() => {
  document.querySelector('.offer .secondary')?.click();
  return !document.querySelector('.offer') && document.querySelector('puur-table').line.pending.size === 0;
}"""


def test_as_at_a_real_table_an_opponent_objects_and_the_book_rules(open_page: Open) -> None:
    host, other, third, fourth = four(open_page, playing="free")
    set_going(third, "over")
    set_going(fourth, "over")

    # Anna is wrong while Beat, who sits next, has still to play: so the trick waits for him, and he has all the time to object.
    def wrong() -> Any:
        card = host.evaluate(WRONG)
        for page in () if card else (host, other):
            if page.evaluate("document.querySelector('puur-table').line.pending.size === 0"):
                act(page)
        return card

    card = until(host, wrong, "never a card to be wrong with", WHOLE_GAME)
    host.click(f"[data-card={card}]", position={"x": 6, "y": 30})  # nothing refuses it here
    wait_for(host, "(card) => !document.querySelector('puur-table').view.hand.includes(card)", card)
    settled(host)
    wait_for(other, "(card) => document.querySelector('puur-table').view.trick.some((one) => one[1] === card)", card)
    # In the first trick Beat is asked for his Weis, and on a phone what else he may do comes back with his answer.
    wait_for(other, NOTHING_ASKED)
    other.click("[data-act=objection]")
    other.select_option("#object-what", "revoke")
    other.locator(".objection input[name=seat][value='0']").check(force=True)
    keep(other, "objection-390")
    other.click("dialog [data-act=object]")
    for page in (host, other):
        assert rule_shown(page)["id"].startswith("JR-")
    keep(other, "ruling-390")


# Whose turn it is in a trick to which Anna has still to play, and no question open; null otherwise.
TURN = """() => {
  const table = document.querySelector('puur-table');
  const view = table.view;
  if (view.phase !== 'playing' || view.trick_open || !view.trick.length || table.line.pending.size) return null;
  if (view.trick.some((one) => one[0] === 0)) return null;
  return document.querySelector('dialog[open], .offer') ? null : view.to_act;
}"""


def test_a_card_before_its_turn_lies_there_for_all_to_see(open_page: Open) -> None:
    pages = four(open_page, playing="free")
    turn = None
    for _ in range(3000):
        for page in pages:  # nothing on its way, and everybody has seen the same
            settled(page)
        seen = max(page.evaluate("document.querySelector('puur-table').line.seen") for page in pages)
        for page in pages:
            wait_for(page, "(n) => document.querySelector('puur-table').line.seen >= n", seen)
        turn = pages[0].evaluate(TURN)
        if turn is not None and turn != 0:
            break
        for page in pages:
            act(page)
    assert turn in (1, 2, 3)
    card = view(pages[0])["hand"][-1]
    for _ in range(2):  # out of turn a first tap only raises, whatever the menu says
        pages[0].click(f"[data-card={card}]", position={"x": 6, "y": 30})
    for page in pages:
        early = page.locator(".lying.early")
        expect(early).to_have_count(1)
        expect(early).to_contain_text("Anna, zu früh gespielt")
        expect(early.locator("img")).to_have_attribute("src", re.compile(f"/{card}[.]"))
    keep(pages[1], "early-390")


def test_somebody_leaves_the_others_vote_and_the_seat_is_taken_back(open_page: Open, watch: Watch) -> None:
    host, other = two(open_page)
    address = other.url
    context = other.context
    other.close()
    expect(host.locator("[data-act=vote-bot]")).to_be_visible()
    keep(host, "vote-390")
    host.click("[data-act=vote-bot]")
    expect(host.locator("[data-act=vote-bot]")).to_have_count(0)
    play_until(host, "card")
    back = context.new_page()
    watch.page(back)
    back.goto(address)
    back.wait_for_selector(".felt")
    wait_for(host, "document.querySelector('puur-table').table.seats[1].here")
    set_going(host, "over")
    play_until(back, "card")
    assert view(back)["seat"] == 1


def test_who_watches_sees_no_hand(open_page: Open) -> None:
    host, other = two(open_page, spectators="on")
    watcher = open_page("/" + host.url.split("/", 3)[3], width=1280, height=800)
    watcher.wait_for_selector(".felt")
    set_going(other, "over")
    play_until(host, "card")
    seen = host.evaluate("document.querySelector('puur-table').line.seen")
    wait_for(watcher, "(n) => document.querySelector('puur-table').line.seen >= n", seen)
    expect(watcher.locator(".hand-card")).to_have_count(0)
    assert view(watcher)["hand"] == []
    expect(watcher.locator(".watching")).to_be_visible()
    keep(watcher, "watching-1280")
    set_going(host, "over")
    expect(watcher.locator("dialog [data-act=ready]")).to_be_visible()
    expect(watcher.locator('dialog a[href*="/deal/"]')).to_have_count(
        0
    )  # the replay is for those who sat there, until they share it


def test_a_phrase_and_a_message_reach_the_others(open_page: Open) -> None:
    host, other = two(open_page)
    anna, beat = '[data-seat="0"] .bubble.talk', '[data-seat="1"] .bubble.talk'
    remember(other, anna)
    remember(host, beat)
    host.keyboard.press("t")
    host.click(".phrases button >> nth=1")
    remembered(other, anna, "Gut gespielt!")
    other.keyboard.press("t")
    expect(other.locator(".chat-log")).to_contain_text("Gut gespielt!")
    other.fill("#chat-text", "<b>Prost</b>")
    other.keyboard.press("Enter")
    remembered(host, beat, "<b>Prost</b>")  # text, never markup


def test_who_is_muted_is_not_heard_and_stays_so_after_a_reload(open_page: Open) -> None:
    host, other = two(open_page)
    host.keyboard.press("t")
    host.click("[data-act=mute-1]")
    expect(host.locator("[data-act=mute-1]")).to_have_attribute("aria-pressed", "true")
    host.reload()
    host.wait_for_selector(".felt")
    bubble = '[data-seat="1"] .bubble.talk'
    remember(host, bubble)
    host.evaluate("""() => {
      const table = document.querySelector('puur-table').live;
      const take = table.take.bind(table);
      window.puurTaken = [];
      table.take = (message) => { take(message); window.puurTaken.push(message.text); };
    }""")
    other.keyboard.press("t")
    other.fill("#chat-text", "Hallo?")
    other.keyboard.press("Enter")
    wait_for(host, "window.puurTaken.includes('Hallo?')")  # it has come, and was passed over
    host.keyboard.press("t")
    host.click("[data-act=mute-1]")
    other.fill("#chat-text", "Hörst du mich?")
    other.keyboard.press("Enter")
    remembered(host, bubble, "Hörst du mich?")
    assert "Hallo?" not in host.evaluate("(place) => window.puurSeen[place]", bubble)
    expect(host.locator(".chat-log")).to_have_text("Beat Hörst du mich?")


def test_bots_say_what_they_are_and_the_host_chooses_their_level(open_page: Open) -> None:
    host = open_page("/")
    host.goto(host.url + "tables/new/")
    levels = host.locator(".levels label:has([name=level])")
    names = [one.split(":")[0] for one in levels.all_inner_texts()]
    assert names[:3] == ["Anfänger", "Lehrling", "Stammtisch"]  # the searching ones only where they can think
    expect(levels.nth(1)).to_contain_text("greift ab und zu daneben")
    host.fill("#id_name", "Anna")
    host.check("[name=level][value=lehrling]")
    host.click("form[data-form=table-new] button.big")
    seat = host.locator(".lobby-seat").nth(1)
    seat.get_by_role("button", name="Bot hierhin").click()
    expect(seat).to_contain_text("Bot (Lehrling)")
    expect(seat.locator("select")).to_have_value("lehrling")
    seat.locator("select").select_option("stammtisch")
    expect(seat).to_contain_text("Bot (Stammtisch)")
    expect(seat).to_contain_text("zählt Karten")
    host.click("[data-act=start]")
    host.wait_for_selector(".felt")
    labels = [host.locator(f'[data-seat="{number}"]').get_attribute("aria-label") or "" for number in (1, 2, 3)]
    assert ["Bot (Stammtisch)" in labels[0], "Bot (Lehrling)" in labels[1], "Bot (Lehrling)" in labels[2]] == [True] * 3
