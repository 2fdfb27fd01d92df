"""People who do not give up: they play at random, connect again when they are cut off, and remember what was confirmed.

After each fault the record they kept is compared with the database: nothing confirmed is missing, nothing is there twice.
"""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from puur.core.game import Game
from puur.reglement import load
from puur.web.live.state import read_setup
from puur.web.live.wire import restored
from tests.web.client import Browser, Player

BOOK = "tam2014-es"
WRONG = (OSError, ConnectionError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)


class Person:
    """One seat; reaches the server through any of several processes."""

    def __init__(self, browser: Browser, code: str, doors: Callable[[], Sequence[str]], seed: int) -> None:
        self.player, self.doors, self.rng = Player(browser, code), doors, random.Random(seed)
        self.seat: int | None = None
        self.confirmed: dict[str, int] = {}  # action: number, as the server said
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.heard: list[str] = []  # codes of errors
        self.codes: list[int] = []  # with which the line was closed
        self.tries = 0
        self.pause = 0.01
        self.stopping = False

    async def connect(self) -> None:
        """Try one door after the other until one opens."""
        while True:
            doors = self.doors()
            self.player.browser.address = doors[self.tries % len(doors)]
            try:
                async with asyncio.timeout(8):
                    await self.player.connect()
                    await self.player.until(lambda: self.player.last("sync") or self.player.last("error"))
                self.player.messages.clear()
                await self.player.send(t="hello", since=self.player.n)
                await self.player.until(lambda: self.player.last("sync"), timeout=8)
            except WRONG:
                self.tries += 1
                await asyncio.sleep(0.1)
                continue
            return

    async def live(self, until: Callable[[], bool]) -> None:
        """Play until told to stop, whatever happens to the line."""
        while not until() and not self.stopping:
            try:
                if self.player.socket is None or self.player.closed is not None:
                    await self.connect()
                await self._play(until)
            except WRONG:
                self._note()
                self.tries += 1
                await asyncio.sleep(0.05)

    def _note(self) -> None:
        self.heard += [one["code"] for one in self.player.messages if one["t"] == "error"]
        if self.player.closed is not None:
            self.codes.append(self.player.closed)

    async def _play(self, until: Callable[[], bool]) -> None:
        player = self.player
        while not until() and not self.stopping:
            if player.view and player.view["over"]:
                return
            if self.pending is None:
                event = player.choice(self.rng)
                if event is None:
                    n, count = player.n, len(player.messages)
                    await player.until(lambda n=n, count=count: player.n > n or len(player.messages) > count or until(), timeout=6)
                    continue
                self.pending = str(uuid.uuid4()), event
            key, event = self.pending
            player.answers.pop(key, None)
            await player.send(t="act", id=key, event=event)
            answer = await player.until(lambda key=key: player.answers.get(key), timeout=12)
            if answer["t"] == "error" and answer["code"] == "busy":  # not confirmed: the same again
                self.heard.append("busy")
                await asyncio.sleep(0.2)
                continue
            if answer["t"] == "ok":
                self.confirmed[key] = answer["n"]
                await player.until(lambda n=answer["n"]: player.n >= n, timeout=8)
            self.pending = None
            await asyncio.sleep(self.pause)


async def four(doors: Callable[[], Sequence[str]], seed: int = 1) -> list[Person]:
    """Four people at one table, through different processes."""
    all_doors = doors()
    browsers = [Browser(all_doors[number % len(all_doors)]) for number in range(4)]
    code = await asyncio.to_thread(browsers[0].open_table, book=BOOK)
    for number, browser in enumerate(browsers[1:], start=1):
        await asyncio.to_thread(browser.visit, code, f"Person{number}")
    people = [Person(browser, code, doors, seed * 10 + number) for number, browser in enumerate(browsers)]
    for number, person in enumerate(people):
        person.seat, person.tries = number, number
        await person.connect()
        if number:
            await person.player.send(t="sit", seat=number)
            await person.player.until(lambda person=person, number=number: person.player.you == number)
    await people[0].player.send(t="start")
    for person in people:
        await person.player.until(lambda person=person: person.player.view)
    return people


Rows = Callable[..., Sequence[Sequence[Any]]]


def check(people: Sequence[Person], rows: Rows) -> Game:
    """No confirmed event lost, none doubled; the stored events replay by the rules, and the control sums hold."""
    code = people[0].player.code
    events = rows(
        "SELECT e.n, e.action, e.data FROM web_tableevent e JOIN web_table t ON t.id = e.table_id WHERE t.code = %s ORDER BY e.n",
        code,
    )
    assert [row[0] for row in events] == list(range(1, len(events) + 1))
    actions = {row[1]: row[0] for row in events if row[1]}
    assert len(actions) == sum(1 for row in events if row[1])
    for person in people:
        assert person.player.n <= len(events), "somebody was told of an event that is not stored"
        for key, n in person.confirmed.items():
            assert key in actions, "a confirmed action is not stored"
            assert actions[key] <= n <= len(events)
    found = rows("SELECT g.setup FROM web_playedgame g JOIN web_table t ON t.id = g.table_id WHERE t.code = %s", code)
    setup = found[0][0] if isinstance(found[0][0], dict) else json.loads(found[0][0])
    game = Game.replay(load(BOOK), read_setup(setup), [restored(row[2]) for row in events])
    whole = [deal for deal in game.finished_deals if len(deal.tricks) == 9]
    assert [sum(deal.points) for deal in whole] == [152] * len(whole)  # JR-SCORE: the cards of a deal count 152
    return game


async def until(found: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not found():
            await asyncio.sleep(0.05)
