"""The stage: dealing, flying, piles, moments, sounds; a deal at once in a few seconds. Film strips are kept as artefacts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from puur.web import asgi
from puur.web.live.clock import Pace
from tests.web.browser.conftest import Open, act, keep, play_to, play_until, until, wait_for

SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 800)]
LOUD = """() => {
  window.puurPlayed = [];
  window.puurSaid = [];
  window.puurShaken = [];
  for (const name of ['createOscillator', 'createBufferSource']) {
    const made = AudioContext.prototype[name];
    AudioContext.prototype[name] = function () { window.puurPlayed.push(name); return made.call(this); };
  }
  speechSynthesis.speak = (said) => window.puurSaid.push(`${said.lang} ${said.text}`);
  navigator.vibrate = (long) => window.puurShaken.push(long);
}"""


def at_table(page: Page) -> None:
    page.click("#play-now")
    page.wait_for_selector(".felt")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_cards_are_dealt_from_the_dealer_and_tricks_go_to_piles(open_page: Open, width: int, height: int) -> None:
    page = open_page("/", width=width, height=height, prefs={"pace": "fast", "hold": "short"})
    page.add_init_script("""
      window.puurPackets = 0;
      const dealt = (node) => node.classList?.contains('packet');
      new MutationObserver((changes) => {
        for (const change of changes) window.puurPackets += [...change.addedNodes].filter(dealt).length;
      }).observe(document, {childList: true, subtree: true});
    """)
    at_table(page)
    for frame in range(40):
        act(page)
        if frame % 4 == 0:
            keep(page, f"strip-{width}-{frame:02}")
        if page.locator(".pile:not(.none)").count():
            break
        page.wait_for_timeout(150)
    wait_for(page, "document.querySelector('.pile:not(.none) b') !== null")
    assert page.evaluate("window.puurPackets") == 12  # three packets of three cards for each of four
    won = page.evaluate("document.querySelector('puur-table').view.tricks_won")
    shown = {pile: int(count) for pile, count in page.evaluate(
        "[...document.querySelectorAll('.pile b')].map((count) => [count.parentElement.dataset.pile, count.innerText])"
    )}  # fmt: skip
    assert all(won[int(side)] >= count for side, count in shown.items())
    page.evaluate("document.querySelector('.pile:not(.none)').click()")
    expect(page.locator("dialog[data-dialog=trick]")).to_be_visible()


def test_at_once_is_at_once(open_page: Open) -> None:
    """What the page itself lets pass while a deal is played: fifteen seconds at most, on however slow a machine.

    Each trick lies for a moment, except where its winner is the person at the page, who leads to the next one when they want to.
    """
    page = open_page("/", prefs={"pace": "none", "hold": "short"})
    page.add_init_script("""
      window.puurPassed = [];
      const later = window.setTimeout;
      window.setTimeout = (done, time, ...more) => {
        if (new Error().stack.includes("LiveTable.pass")) window.puurPassed.push(time);
        return later(done, time, ...more);
      };
    """)
    at_table(page)
    page.evaluate("""() => {
      window.puurTricks = [];  // who won each, as the server tells the page, and whether the deal goes on
      const live = document.querySelector('puur-table').live;
      const learn = live.learn;
      live.learn = (message) => {
        learn.call(live, message);
        const { trick_open: lies, trick_winner: winner, phase } = live.state.view;
        if (message.event?.event === "card-played" && lies) window.puurTricks.push([winner === live.state.you, phase]);
      };
    }""")
    play_until(page, "ready")
    passed, tricks = page.evaluate("[window.puurPassed, window.puurTricks]")
    assert [phase for _, phase in tricks] == ["playing"] * 8 + ["over"]
    lying = [phase for own, phase in tricks if not own or phase == "over"]
    assert len(passed) == len(lying), f"each trick lies for a moment: {passed}, {tricks}"
    assert 0 < sum(passed) < 15_000


def test_a_match_has_its_moment_before_the_result(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi.hub, "pace", Pace(bot=0, trick=0, between=0))
    page = open_page("/", prefs={"pace": "fast", "hold": "none"})
    at_table(page)
    page.evaluate("""() => {
      const live = document.querySelector('puur-table').live;
      live.line.handlers.message = (message) => {
        if (message.view?.result) message.view.result.match = live.state.team;  // as if all nine tricks were ours
        live.take(message);
      };
    }""")
    moment = page.locator("[data-moment=match]")
    until(page, lambda: moment.count() or (act(page) and None), "never a moment")
    assert page.locator("dialog[data-dialog=result]").count() == 0
    keep(page, "moment-match")
    expect(page.locator("dialog[data-dialog=result]")).to_be_visible()
    expect(page.locator("dialog[data-dialog=result] .shout").first).to_contain_text("Match")


@pytest.mark.parametrize("winner", ["own", "others"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_bergpreis_victory_and_schneider_have_their_moments_one_after_the_other(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, width: int, height: int, winner: str
) -> None:
    monkeypatch.setattr(asgi.hub, "pace", Pace(bot=0, trick=0, between=0))
    page = open_page("/", width=width, height=height, prefs={"pace": "normal", "hold": "none"})
    at_table(page)
    page.evaluate(
        """(winner) => {
          const live = document.querySelector('puur-table').live;
          window.puurMoments = [];
          new MutationObserver(() => {
            const moment = document.querySelector('[data-moment]');
            const told = moment && `${moment.dataset.moment} ${moment.querySelector('.moment-text').innerText}`;
            if (told && window.puurMoments.at(-1) !== told) window.puurMoments.push(told);
          }).observe(document.body, {childList: true, subtree: true});
          const pass = live.pass;
          live.pass = (time) => (live.state.view.hand.length ? Promise.resolve() : pass.call(live, time));
          live.line.handlers.message = (message) => {
            if (message.view?.result) {  // as if this deal had won the Partie, for a side that had no Bergpreis before
              const side = winner === 'own' ? live.state.team : 1 - live.state.team;
              const totals = [0, 1].map((each) => (each === side ? 1012 : 468));
              const won = {winner: side, winners: [side], bergpreis: side, schneider: true};
              Object.assign(message.view, {over: true, over_by: 'target', totals, ...won});
            }
            live.take(message);
          };
        }""",
        winner,
    )
    until(page, lambda: page.locator("[data-moment]").count() or (act(page) and None), "never a moment")
    frame = 0
    while not page.locator("dialog[data-dialog=result]").count():  # as many pictures as this machine takes meanwhile
        keep(page, f"strip-end-{winner}-{width}-{frame:02}")
        frame += 1
        page.wait_for_timeout(150)
    told = page.evaluate("window.puurMoments")
    own, others = "Wir", "Sie"
    if winner == "own":
        assert told[-3:] == [f"bergpreis {own}", "won 1012 : 468", f"schneider {others}"]
    else:
        assert told[-3:] == [f"bergpreis {others}", "lost 468 : 1012", f"schneider {own}"]
    expect(page.locator("dialog[data-dialog=result]")).to_contain_text("Schneider")


def test_silent_until_a_card_then_heard_said_and_felt_each_with_its_switch(open_page: Open) -> None:
    page = open_page("/", prefs={"speak": "on"})
    at_table(page)
    page.evaluate(LOUD)
    play_to(page, ".my-turn .hand-card.yes")
    assert page.evaluate("[window.puurPlayed, window.puurSaid, window.puurShaken]") == [[], [], []]
    play_until(page, "card")
    wait_for(page, "document.querySelector('puur-table').live.senses !== null")
    play_until(page, "ready")
    assert page.evaluate("window.puurPlayed.length") > 9
    assert page.evaluate("window.puurShaken.length") > 0
    page.evaluate("""() => {
      const live = document.querySelector('puur-table').live;
      for (const name of ['sound', 'speak', 'vibrate']) live.actions.prefer(name, 'off');
      window.puurPlayed = []; window.puurSaid = []; window.puurShaken = [];
    }""")
    play_until(page, "ready")
    assert page.evaluate("[window.puurPlayed, window.puurSaid, window.puurShaken]") == [[], [], []]


def test_the_tab_says_whose_turn_it_is(open_page: Open) -> None:
    page = open_page("/")
    at_table(page)
    play_until(page, "card")
    wait_for(page, "document.querySelector('puur-table').live.senses !== null")
    play_to(page, ".my-turn .hand-card.yes")
    page.evaluate("""() => {
      Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
      document.querySelector('puur-table').live.senses.show();
    }""")
    assert page.title().startswith("● Du bist am Zug")
    assert "puur-turn.svg" in page.evaluate("document.querySelector('link[rel=icon]').href")
    page.evaluate("""() => {
      Object.defineProperty(document, 'hidden', {get: () => false, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }""")
    assert not page.title().startswith("●")


@pytest.mark.parametrize(
    ("locale", "faces", "name"), [("de-CH", "german", "Rosen"), ("fr-CH", "french", "Cœur"), ("it-CH", "french", "Cuori")]
)
def test_people_get_their_cards_and_their_words(open_page: Open, locale: str, faces: str, name: str) -> None:
    page = open_page("/", locale=locale)
    at_table(page)
    play_to(page, ".my-turn .hand-card")
    assert f"/{faces}/" in str(page.locator(".hand-card img").first.get_attribute("src"))
    page.evaluate("""() => {
      const live = document.querySelector('puur-table').live;
      live.state = live.state.with({view: {...live.state.view, mode: 'R', trump: 'R', hand: ['RU', 'R9']}});
      live.draw();
    }""")
    expect(page.locator(".badge-name")).to_have_text(name)
    labels = page.locator(".hand-card").evaluate_all("(cards) => cards.map((card) => card.getAttribute('aria-label'))")
    puur = {"de": "Rosen-Puur", "fr": "Bour de cœur", "it": "Puur di cuori"}[locale[:2]]
    assert any(label.startswith(puur) for label in labels), labels


def test_the_front_page_remembers_what_was_chosen(open_page: Open) -> None:
    page = open_page("/", width=360, height=740)
    page.select_option("[name=level]", "lehrling")
    page.select_option("[name=target]", "1500")
    page.select_option("[name=faces]", "french")
    at_table(page)
    facts = page.evaluate("document.querySelector('puur-table').table")
    assert (facts["level"], facts["target"], facts["faces"]) == ("lehrling", 1500, "french")
    page.goto(page.url.split("/t/")[0])
    chosen = page.evaluate("['level', 'target', 'faces'].map((name) => document.querySelector(`[name=${name}]`).value)")
    assert chosen == ["lehrling", "1500", "french"]


def test_every_deal_of_a_partie_can_be_reached_again(open_page: Open) -> None:
    page = open_page("/", width=1280, height=800)
    at_table(page)
    for _ in range(2):
        play_until(page, "ready")
    links = page.locator(".side .to-replay a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
    assert [link.split("/deal/")[1].split("/")[0] for link in links] == ["2", "1"]  # the newest first
    page.goto(page.url.split("/t/")[0] + links[1])
    page.wait_for_selector(".replay-table")
    page.click(".deals a >> nth=1")
    expect(page.locator(".deals [aria-current]")).to_contain_text("2")
