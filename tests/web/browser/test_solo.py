"""Playing without a connection: the scripts are held to the core by corpus and whole games; a deal is played offline and joins."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from puur.bots.base import cards_offered
from puur.bots.explain import reason_for
from puur.bots.knowledge import knowledge
from puur.bots.network import trained
from puur.bots.sight import sight
from puur.core.actions import to_act
from puur.core.cards import CARDS
from puur.core.deal import Phase
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.playing import legal_cards
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.notation.game_events import GAME
from puur.reglement import load
from puur.web.live.wire import named
from puur.web.live.written import entry_json
from puur.web.solo_facts import solo_facts
from tests.corpus.check import cases
from tests.web.browser.conftest import CUT_OFF, Open, Watch, act, keep, play_to, play_until, until, wait_for

SCRIPT = (Path(__file__).parent / "solo.js").read_text(encoding="utf-8")
KINDS = ("legal", "winner", "weis", "ausmach", "perft", "deal", "game")
# Each target is so near that games end in the first trick, in the middle of a deal, and by what is said with a last card.
TARGETS = {"jassregeln": (40, 100, 300), "ub2024": (60, 200, 400), "nws2020": (0,)}
GAMES = 25


def every_mode(inputs: list[dict[str, Any]]) -> dict[str, object]:
    """The general rules with all modes of the corpus: Slalom, Gusti and Trio too."""
    facts: Any = solo_facts(load("jassregeln"))
    modes = {name: parse_mode(name) for name in sorted({given["mode"] for given in inputs if "mode" in given})}
    values = {name: {card.name: mode.value(card) for card in CARDS} for name, mode in modes.items()}
    ways = {}
    for name, mode in modes.items():
        ways[name] = {"trump": mode.trump and mode.trump.value, "blocks": "".join(block.value for block in mode.blocks)}
    return {**facts, "modes": ways, "alone": {**facts["alone"], "values": values}}


def test_the_scripts_answer_the_corpus_as_the_core_does(open_page: Open) -> None:
    asked = [(kind, case) for kind in KINDS for case in cases(kind)]
    asked = [(kind, case) for kind, case in asked if case["input"].get("reading", "literal") == "literal"]  # the only one in a book
    asked = [(kind, case) for kind, case in asked if case["input"].get("book", "ub2024") == "ub2024"]
    books = {"corpus": every_mode([case["input"] for _, case in asked]), "ub2024": solo_facts(load("ub2024"))}
    told = [{"kind": kind, "book": case["input"].get("book", "corpus"), "input": case["input"]} for kind, case in asked]
    answers = open_page("/offline/").evaluate(SCRIPT, {"books": books, "cases": told})
    wrong = []
    for (_, case), answer in zip(asked, answers, strict=True):
        expected = {name: value for name, value in case["expect"].items() if name != "striche"}
        if answer != expected:
            wrong.append(f"{case['id']}: {expected}, got {answer}")
    assert wrong == []
    assert len(asked) > 1400


def replayed(game: dict[str, Any]) -> Any:
    """Submit the events of a game to the core, one after the other; the game after each."""
    book = load(game["book"])
    if game["target"]:
        book = replace(book, ending=replace(book.ending, target=game["target"]))
    core = Game(book, Setup())
    for event in game["events"]:
        core.submit(GAME.read(named(event)))
        yield core


def test_whole_games_have_the_score_of_the_core_after_every_event(open_page: Open) -> None:
    books = {key: solo_facts(load(key), targets) for key, targets in TARGETS.items()}
    wanted = [{"book": key, "target": target, "count": GAMES} for key, targets in TARGETS.items() for target in targets]
    games = open_page("/offline/").evaluate(SCRIPT, {"books": books, "games": wanted, "seed": 19})
    ends = set()
    for game in games:
        core = None
        for number, (core, state) in enumerate(zip(replayed(game), game["states"], strict=True)):
            deal, turn = core.deals[-1] if core.deals else None, to_act(core)
            playing = deal is not None and deal.phase is Phase.PLAYING and turn is not None
            legal = sorted(card.name for card in legal_cards(core, turn)) if playing and turn is not None else []
            best = None if deal is None else deal.weisen.best
            score = [list(core.totals()), list(core.ledger.totals), core.over, core.winner, core.bergpreis, core.schneider]
            assert [*score, best, turn, legal] == state, f"{game['book']} to {game['target']}, event {number}"
        assert core is not None
        assert [entry_json(entry) for entry in core.ledger.entries] == game["entries"]
        ends.add((game["book"], core.over_by, core.deals[-1].broken_off, min(len(core.deals[-1].tricks), 2)))
    # With these games every way to end was met: in the first trick, later, with a whole deal, by a word and by the score.
    assert {(book, by) for book, by, *_ in ends} >= {("jassregeln", "thanks"), ("ub2024", "target"), ("nws2020", "deals")}
    met = {(book, broken, trick) for book, _, broken, trick in ends}
    assert {("ub2024", True, 1), ("ub2024", True, 2), ("jassregeln", True, 1)} <= met


@pytest.mark.parametrize("key", ["jassregeln", "ub2024"])
def test_the_bots_see_and_think_what_the_small_network_does_in_python(open_page: Open, key: str) -> None:
    game = open_page("/solo/").evaluate(SCRIPT, {"books": {key: solo_facts(load(key))}, "minded": key, "seed": 7})
    network, thoughts = trained(), {place: (card, told) for place, card, told in game["seen"]}
    assert len(thoughts) > 50
    states = replayed({**game, "book": key})
    for place in range(1, len(game["events"])):
        core = next(states)
        if place not in thoughts:
            continue
        card, told = thoughts[place]
        view = view_of(core, core.deal.turn)
        known, looks = knowledge(view), {name: look for name, (look, _) in told.items()}
        reasons = {each.name: reason_for(known, each, cards_offered(view)) for each in cards_offered(view)}
        assert {name: reason for name, (_, reason) in told.items()} == reasons
        suits, facts, order = sight(view, cards_offered(view))
        python = network.looks(suits[None], facts[None], "quick")[0]
        own = {each.name: float(python[order[each.index]]) for each in cards_offered(view)}
        assert looks == pytest.approx(own, abs=1e-3)
        assert own[card] == pytest.approx(max(own.values()), abs=1e-3)


def test_a_deal_is_played_without_a_connection_and_joins_the_own_games(open_page: Open, watch: Watch) -> None:
    watch.ignored = CUT_OFF
    first = open_page("/", width=360, height=740, workers=True)
    expect(first.locator("main a[href='/solo/']")).to_be_visible()
    wait_for(
        first,
        """async () => {
          const { keep } = await (await fetch("/solo/kept.json")).json();
          const kept = new Set((await (await caches.open("puur-solo")).keys()).map(({ url }) => new URL(url).pathname));
          return keep.every((address) => kept.has(address));
        }""",
    )
    context, host = first.context, first.url.split("/")[2]
    first.close()
    context.set_offline(True)
    page = context.new_page()  # a cold start: this page was never open
    watch.page(page)
    page.goto(f"http://{host}/solo/")
    page.click("[data-act=begin]")
    page.wait_for_selector(".hand-card")
    play_to(page, ".my-turn .hand-card.yes")
    page.click("[data-act=hint]")
    expect(page.locator(".hint-line")).to_be_visible()
    advised = page.evaluate("document.querySelector('puur-solo').page.live.hint.event.card")
    expect(page.locator(f"[data-card={advised}]")).to_have_class(re.compile(r"\badvised\b"))
    assert "bots." not in page.inner_text(".hint-line")
    keep(page, "solo-hint-360")
    until(page, lambda: act(page) == "card", "nobody could play")
    until(page, lambda: page.evaluate("document.querySelector('puur-solo').view.hand.length === 8"), "the card stays in the hand")
    hand = page.evaluate("document.querySelector('puur-solo').view.hand")
    page.reload()  # in the middle of the deal
    wait_for(page, "() => document.querySelector('puur-solo')?.view?.phase === 'playing'")
    assert page.evaluate("document.querySelector('puur-solo').view.hand") == hand
    blank = "[...document.querySelectorAll('img')].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src)"
    assert page.evaluate(blank) == []
    until(page, lambda: act(page) and page.locator("dialog[open][data-dialog=result]").count(), "the deal does not end")
    keep(page, "solo-result-360")
    page.goto(f"http://{host}/solo/?new")
    expect(page.locator("[data-game]")).to_contain_text("sobald du ein Netz hast")
    context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.locator("[data-game] a").click()  # to the replay, once the game has joined
    page.wait_for_selector("puur-replay .replay-hand img")
    expect(page.locator(".replay-hand img")).to_have_count(36)
    page.goto(f"http://{host}/solo/")  # and the Partie goes on
    page.wait_for_selector("dialog[open] [data-act=ready]")
    play_until(page, "ready")


def test_a_game_that_was_left_for_another_one_goes_on_where_it_stood(open_page: Open) -> None:
    page = open_page("/solo/", width=360, height=740)
    hand = "document.querySelector('puur-solo').view.hand"
    hands = []
    for _ in range(2):
        page.click("[data-act=begin]")
        page.wait_for_selector(".hand-card")
        play_until(page, "card")
        until(page, lambda: page.evaluate(f"{hand}.length === 8"), "the card stays in the hand")
        hands.append(page.evaluate(hand))
        page.goto(f"{page.url.split('?')[0]}?new")
    page.click("[data-act=go-on]")
    page.wait_for_selector(".hand-card")
    assert page.evaluate(hand) == hands[0]
    play_until(page, "card")
    page.reload()  # it is the one that is played now
    page.wait_for_selector(".hand-card")
    assert len(set(page.evaluate(hand)) - set(hands[0])) == 0
