"""The browser as a witness of the dealing: content with an honest server, loud where one cheats."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puur.core.dealing import Layout, cut
from puur.core.events import DealCommitted
from puur.web import fair
from puur.web.live import croupier
from puur.web.live.table import LiveTable
from tests.web.browser.conftest import PATIENCE, Open, keep, play_until, wait_for

ALARM = "[data-banner=alarm]"
SHOWN = "() => document.querySelector('puur-table').view?.fair?.deals.length > 0"  # the seed of the first deal


def one_deal(page: Page) -> None:
    """Play against three bots until the first deal is over and its seed was shown."""
    page.click("#play-now")
    page.wait_for_selector(".felt")
    play_until(page, "ready", seconds=PATIENCE)
    wait_for(page, SHOWN)


def _other_seed(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
    events, seed = HONEST(game, secret, said, given), random.Random(repr(given)).randbytes(32)
    events[0] = type(events[0])(events[0].seat, fair.pack_of(seed, fair.given_text(given)), fair.seed_text(seed, given))
    return events


def _adds_for_a_bot(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
    return HONEST(game, secret, said, {**given, 1: "ab" * 32})


def _promises_again(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
    events = _other_seed(game, secret, said, given)
    parsed = fair.parse_seed(events[0].seed)
    assert parsed is not None
    return [DealCommitted(fair.commitment(parsed.seed)), *events]


HONEST = croupier.deal_events


@pytest.mark.parametrize(
    ("cheat", "said"),
    [
        (_other_seed, "nicht die, auf die er sich festgelegt hatte"),
        (_adds_for_a_bot, "an dem ein Computer spielt"),
        (_promises_again, "auf eine andere Zahl festgelegt"),
    ],
)
def test_a_cheating_server_is_told_to_everybody_in_a_banner_that_stays(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, cheat: Callable[..., Any], said: str
) -> None:
    monkeypatch.setattr(croupier, "deal_events", cheat)
    page = open_page("/", width=360, height=740)
    one_deal(page)
    alarm = page.locator(ALARM)
    expect(alarm).to_contain_text("nicht ehrlich gegeben")
    expect(alarm).to_contain_text(said)
    expect(alarm.locator("button")).to_have_count(0)
    keep(page, f"alarm-{cheat.__name__}")
    page.reload()
    expect(alarm).to_contain_text(said)
    monkeypatch.setattr(croupier, "deal_events", HONEST)  # nor does it go when the next deal is an honest one
    play_until(page, "card")
    expect(alarm).to_contain_text(said)


def test_an_honest_server_raises_no_alarm_also_where_a_bot_cuts_and_after_a_reload(open_page: Open) -> None:
    page = open_page("/", width=360, height=740)
    one_deal(page)
    added = page.evaluate("document.querySelector('puur-table').view.fair.deals[0].nonce")
    assert added.startswith("A=")
    assert len(added) == 66, "the number of this browser, and of nobody else"
    page.reload()
    play_until(page, "card")
    expect(page.locator(ALARM)).to_have_count(0)


def test_a_server_that_takes_no_number_is_called_so_until_the_person_knows_why(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveTable, "add", lambda *_: False)
    page = open_page("/", width=360, height=740)
    # A browser that knows itself to be slow blames nobody; here it never is, however busy the machine.
    page.context.add_init_script("const page = Date.now(); Date.now = () => page; performance.now = () => 0;")
    one_deal(page)
    alarm = page.locator(ALARM)
    expect(alarm).to_contain_text("beweist dir nichts")
    keep(page, "alarm-unheard")
    alarm.locator("button").click()
    expect(alarm).to_have_count(0)


HANDS = """async ([pack, deal]) => {
  const {handOf} = await import("/static/puur/js/fairness.js");
  return [0, 1, 2, 3].map((seat) => handOf(pack, deal, seat, 4));
}"""
TOLD = """async ([deal, you, hand]) => {
  const {Witness} = await import("/static/puur/js/fairness.js");
  const witness = new Witness("probe", () => {});
  witness.cards(deal, {hand, played: []}, 4, you);
  return witness.known.alarms.map(({why}) => why);
}"""


def test_a_dealer_who_was_dealt_nothing_may_take_up_the_stock(open_page: Open) -> None:
    """The browser deals as the core does, past the dealer; the Lukas in his hand is no fraud, the same in another hand is."""
    page = open_page("/open/")
    seed, lifted, dealer = bytes(range(32)), 12, 2
    pack = fair.pack_of(seed, "", "1")
    layout = Layout(4, (3, 3, 3), dealer_out=True)
    hands, stock = layout.dealt(cut(pack, lifted), dealer)
    deal = {
        "deal": 1, "seed": seed.hex(), "nonce": "", "way": "1", "dealer": dealer, "lifted": lifted,
        "packets": [3, 3, 3], "between": 0, "aside": [], "dealer_out": True,
    }  # fmt: skip
    seen = page.evaluate(HANDS, [[card.name for card in pack], deal])
    assert [sorted(hand) for hand in seen] == [sorted(card.name for card in hand) for hand in hands]
    assert [len(hand) for hand in seen] == [9, 9, 0, 9]
    lukas = sorted(card.name for card in stock)
    assert page.evaluate(TOLD, [deal, dealer, lukas]) == []
    assert page.evaluate(TOLD, [deal, 0, lukas]) == ["other-cards"]
