"""Nothing that a seat may not know ever leaves for it: every message is searched for cards.

What a seat may know is worked out here from the stored events alone, by a second and simpler reading: its own hand, cards on
the table, Weise that were laid open, Stöck that were shown. Everything else, in any message, is a leak.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from puur.core.cards import CARDS
from puur.core.events import CardDrawn, CardPlayed, Dealt, Event, Shuffled, StoeckShown, TrumpTurned, WeisAsked, WeisDemanded
from puur.core.game import Game
from puur.core.view import Door, view_of
from puur.core.weis import stoeck_of
from puur.reglement import load
from puur.web import fair
from puur.web.live import croupier, telling, written
from puur.web.live.wire import dumps, write_told
from tests.support import PARTNER_BOOKS
from tests.web.aside import database
from tests.web.client import Browser, Player, four_at_a_table, run_async

NAMES = {card.name for card in CARDS}
WORD = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(NAMES))})(?![A-Za-z0-9])")


def cards_in_message(value: Any) -> Iterator[str]:
    """Every card that a message names, also inside longer texts such as E6-E7-E8."""
    yield from WORD.findall(value if isinstance(value, str) else dumps(value))


class Knowledge:
    """What each seat may know of the running deal."""

    def __init__(self) -> None:
        self.table: set[str] = set()
        self.drawn = False  # whether trump is drawn in this game

    def take(self, game: Game, event: Event) -> None:
        if isinstance(event, Shuffled):
            self.table = set()
        elif isinstance(event, CardPlayed | CardDrawn | TrumpTurned):
            self.table.add(event.card.name)
            self.drawn = self.drawn or isinstance(event, TrumpTurned)
        elif isinstance(event, Dealt) and game.deal.mode is not None and not self.drawn:  # the bottom card lies open for trump
            self.table.add(game.deal.pack[-1].name)
        elif isinstance(event, StoeckShown) and game.deal.mode is not None:
            self.table |= {card.name for card in stoeck_of(game.deal.mode.trump)}
        elif isinstance(event, WeisAsked | WeisDemanded) or getattr(event, "shown", False):
            for seat in game.deal.weisen.revealed:
                weis = game.deal.weisen.announced[seat].weis
                self.table |= {card.name for card in weis.cards} if weis else set()

    def of(self, game: Game, seat: int | None) -> set[str]:
        if seat is None or not game.deals or game.deal.dealt is None:
            return self.table
        hand = game.deal.dealt_hand(seat)
        if view_of(game, seat).hand_hidden:
            return self.table
        return self.table | {card.name for card in hand}


def last_trick_of_before(view: dict[str, Any]) -> set[str]:
    """Between two deals the last trick still lies open; its cards are known to all."""
    return {card for _, card in view["trick"]} | {card for _, card in (view["last_trick"] or {"cards": []})["cards"]}


def check_message(game: Game, knowledge: Knowledge, seat: int | None, message: dict[str, Any]) -> None:
    view = message["view"]
    known = knowledge.of(game, seat) | last_trick_of_before(view)
    # What was dealt in a deal that is over is told with its seed; the seed of the running one may not be anywhere.
    leaked = set(cards_in_message({**message, "view": {**view, "fair": None}})) - known
    assert not leaked, f"seat {seat} at {message.get('n')}: {leaked}"


def play_and_watch(book_key: str, rng: random.Random, deals: int) -> int:
    """Play deals at random and look at everything that the table would send; how many texts were looked at."""
    book, secret = load(book_key), f"{rng.getrandbits(256):064x}"
    from puur.core.setup import Setup

    game = Game(book, croupier.seated(book, Setup(), secret))
    knowledge, looked = Knowledge(), 0
    seeds: list[str] = []

    def look(event: Event) -> None:
        nonlocal looked
        knowledge.take(game, event)
        asked = croupier.cut_asked(game, secret)
        slow = {**written.seldom(game, asked), **written.by_deals(game), "rulings": [*map(written.ruling_json, game.rulings)]}
        over = not game.deals or game.between_deals or game.over
        for seat in (0, 1, 2, 3, None):
            door = Door(game, len(game.events) - 1)
            view = door.view(seat)
            message = {
                "n": len(game.events),
                "event": write_told(door.events(seat)[0]),
                "view": {**telling.own(view, book, asked), **telling.public(view, game, asked), **slow},
            }
            text = dumps(message)
            assert secret not in text
            assert not [seed for seed in (seeds if over else seeds[-1:]) if not over and seed in text], "the seed of a running deal"
            check_message(game, knowledge, seat, message)
            looked += 1

    def put(event: Event) -> None:
        game.submit(event)
        look(event)

    while not game.over and len(game.finished_deals) < deals:
        own = croupier.next_event(game, secret)
        if own is not None:
            put(own)
            continue
        asked = croupier.cut_asked(game, secret)
        if asked is not None:
            from puur.core.events import Cut

            seeds.append(fair.seed_of(secret, 1, len(game.shuffled)).hex())
            for event in croupier.deal_events(game, secret, Cut(asked.seat, rng.randint(asked.least, asked.most)), {0: "ab"}):
                put(event)
            continue
        views = [view_of(game, seat) for seat in range(4)]
        acting = [option for view in views for option in view.options]
        acting += [amount.filled(rng.randint(amount.low, amount.high)) for view in views for amount in view.amounts]
        asks = [WeisAsked(seat, of) for of in game.deal.weisen.announced for seat in range(4) if seat != of]
        asks += [WeisDemanded(one.seat, one.of) for one in asks]
        if asks and rng.random() < 0.2:
            from puur.core.errors import RuleViolation

            try:
                put(rng.choice(asks))
            except RuleViolation:
                pass
            else:
                continue
        put(rng.choice(acting))
    return looked


@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_no_message_holds_a_card_that_the_seat_may_not_know(book: str) -> None:
    rng = random.Random(f"leak {book}")
    assert sum(play_and_watch(book, rng, 4) for _ in range(2)) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_no_message_leaks_over_thousands_of_deals(book: str) -> None:
    rng = random.Random(f"many leaks {book}")
    for _ in range(45):
        play_and_watch(book, rng, 12)


def test_the_search_finds_a_planted_card() -> None:
    """The test can fail: a card of another hand in any corner of a message is found."""
    rng, secret = random.Random(3), "cd" * 32
    from puur.core.events import Cut
    from puur.core.setup import Setup

    game = Game(load("ub2024"), Setup())
    while (own := croupier.next_event(game, secret)) is not None:
        game.submit(own)
    asked = croupier.cut_asked(game, secret)
    assert asked is not None
    for event in croupier.deal_events(game, secret, Cut(asked.seat, rng.randint(3, 30)), ""):
        game.submit(event)
    other = next(card.name for card in game.deal.dealt_hand(1))
    seen = view_of(game, 0)
    view = {**telling.own(seen, game.book, None), **telling.public(seen, game, None)}
    check_message(game, Knowledge(), 0, {"view": view})
    for planted in ({"x": other}, {"x": [f"{other}-XX"]}, {"x": {"deep": f"pack: {other}"}}):
        with pytest.raises(AssertionError, match="seat 0"):
            check_message(game, Knowledge(), 0, {"view": {**view, **planted}})


def test_nothing_leaks_over_the_real_socket(server: str) -> None:
    """The same over the wire: four people and a spectator, every message of whole deals."""

    async def run() -> None:
        players = await four_at_a_table(server, book="ajz08", spectators="on")
        code = players[0].code
        watcher_browser = Browser(server)
        watcher_browser.visit(code, "Gaffer")
        watcher = await Player(watcher_browser, code).connect()
        await watcher.until(lambda: watcher.view)
        rng = random.Random(5)
        everybody = [*players, watcher]
        stop = [False]

        def enough() -> bool:
            return stop[0] or bool(players[0].view and players[0].view["number"] >= 4)

        async def play(player: Player) -> None:
            try:
                await player.play(random.Random(rng.random()), enough)
            finally:
                stop[0] = True

        await asyncio.wait([asyncio.create_task(play(player)) for player in players], timeout=300)
        from puur.web.live.store import game_of
        from puur.web.models import Table

        game, rows = await database(lambda: game_of(Table.objects.get(code=code), 1))  # type: ignore[misc]
        for player in everybody:
            again, knowledge, at, whole = Game(game.book, game.setup), Knowledge(), 0, {}
            for message in player.messages:
                if message["t"] not in ("event", "sync") or message["view"] is None:
                    continue
                whole = message["view"] if message["t"] == "sync" else {**whole, **message["view"]}
                message = {**message, "view": whole}
                # Several events of one transaction carry the state after the last of them.
                upto = message["n"] + (2 if message["t"] == "event" and message["event"]["event"] == "shuffled" else 0)
                upto += 1 if message["t"] == "event" and message["event"]["event"] == "cut" else 0
                while at < min(upto, len(rows)):
                    again.submit(game.events[at])
                    knowledge.take(again, game.events[at])
                    at += 1
                if at == upto:
                    check_message(again, knowledge, player.you, message)
            assert at > 60
        for player in everybody:
            await player.close()

    run_async(run)
