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

BOOK = "ub2024"  # long enough that nobody is finished before the test is
PATIENCE = 300  # seconds; a limit costs nothing while the tests are green, and a busy machine needs it
RETRY = 20  # seconds of silence after which somebody tries the next door
WRONG = (OSError, ConnectionError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)


class Person:
    """One seat; reaches the server through any of several processes."""

    def __init__(self, browser: Browser, code: str, doors: Callable[[], Sequence[str]], seed: int) -> None:
        self.player, self.doors, self.rng = Player(browser, code), doors, random.Random(seed)
        self.seat: int | None = None
        self.confirmed: dict[str, int] = {}  # action: number, as the server said
        self.told: Callable[[str], None] = lambda _action: None  # called with each of them
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.heard: list[str] = []  # codes of errors
        self.codes: list[int] = []  # with which the line was closed
        self.tries = 0
        self.pause = 0.03
        self.stopping = False

    async def connect(self) -> None:
        """Try one door after the other until one opens."""
        while True:
            doors = self.doors()
            self.player.browser.address = doors[self.tries % len(doors)]
            try:
                async with asyncio.timeout(RETRY):
                    await self.player.connect()
                    await self.player.until(lambda: self.player.last("sync") or self.player.last("error"))
                self.player.messages.clear()
                await self.player.send(t="hello", since=self.player.n)
                await self.player.until(lambda: self.player.last("sync"), timeout=RETRY)
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
            if player.view and player.view["over"]:  # another game
                await player.send(t="again")
                await player.until(lambda: until() or not player.view["over"], timeout=RETRY)
                continue
            if self.pending is None:
                event = player.choice(self.rng)
                if event is None:
                    before = player.n, len(player.messages)
                    await player.until(lambda before=before: (player.n, len(player.messages)) != before or until(), timeout=RETRY)
                    continue
                self.pending = str(uuid.uuid4()), event
            key, event = self.pending
            player.answers.pop(key, None)
            await player.send(t="act", id=key, event=event)
            answer = await player.until(lambda key=key: player.answers.get(key), timeout=RETRY)
            if answer["t"] == "error" and answer["code"] == "busy":  # not confirmed: the same again
                self.heard.append("busy")
                await asyncio.sleep(0.2)
                continue
            if answer["t"] == "ok":
                self.confirmed[key] = answer["n"]
                self.told(key)
                await player.until(lambda n=answer["n"]: player.n >= n, timeout=RETRY)
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


def check(people: Sequence[Person], rows: Rows) -> list[Game]:
    """No confirmed event lost, none doubled; the stored events replay by the rules, and the control sums hold."""
    code = people[0].player.code
    events = rows(
        "SELECT e.n, e.action, e.data, e.game FROM web_tableevent e JOIN web_table t ON t.id = e.table_id "
        "WHERE t.code = %s ORDER BY e.n",
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
    found = rows(
        "SELECT g.number, g.setup, g.finished IS NOT NULL, g.totals, "
        "(SELECT count(*) FROM web_participant p WHERE p.game_id = g.id) "
        "FROM web_playedgame g JOIN web_table t ON t.id = g.table_id WHERE t.code = %s ORDER BY g.number",
        code,
    )
    return [_checked(row, [restored(event[2]) for event in events if event[3] == row[0]]) for row in found]


def _checked(row: Sequence[Any], events: list[Any]) -> Game:
    """One game of a table: what is stored of its end is what its events give."""
    _, setup, finished, totals, people = row
    game = Game.replay(load(BOOK), read_setup(_json(setup)), events)
    whole = [deal for deal in game.finished_deals if len(deal.tricks) == 9]
    assert [sum(deal.points) for deal in whole] == [152] * len(whole)  # JR-SCORE: the cards of a deal count 152
    assert bool(finished) is game.over
    if game.over:
        assert (_json(totals), people) == (list(game.ledger.totals), 4)
    return game


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


async def until(found: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not found():
            await asyncio.sleep(0.05)


def events(people: Sequence[Person]) -> int:
    """How far they have seen the game."""
    return max(person.player.n for person in people)


class Evening:
    """Four people who play in the background, while the test breaks something."""

    def __init__(self, people: list[Person]) -> None:
        self.people, self.over = people, False
        self.tasks = [asyncio.create_task(person.live(lambda: self.over)) for person in people]

    @property
    def code(self) -> str:
        """The code of their table."""
        return self.people[0].player.code

    def trouble(self) -> int:
        """How often one of them was cut off or told that something is not confirmed."""
        return sum(len(person.codes) + len(person.heard) for person in self.people)

    async def played(self, more: int, seconds: float = PATIENCE) -> None:
        """Until so many more events have happened; whoever died of something says so."""
        goal = events(self.people) + more

        def done() -> bool:
            for task in self.tasks:
                if task.done():
                    task.result()
            return events(self.people) >= goal

        await until(done, seconds)

    async def end(self) -> None:
        """Let everybody finish what they are at."""
        self.over = True
        for person in self.people:
            async with person.player.changed:
                person.player.changed.notify_all()
        await asyncio.wait_for(asyncio.gather(*self.tasks), PATIENCE)


async def evening(doors: Callable[[], Sequence[str]], seed: int = 1) -> Evening:
    """Four people at a table, playing."""
    return Evening(await four(doors, seed))
