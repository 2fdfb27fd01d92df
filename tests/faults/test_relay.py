"""Redis between processes: lines that are numbered, bounded and never silently lost; bots that think on the other side."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from puur.bots import levels
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from puur.web.live import bot_jobs, relay
from puur.web.live.relay import Relay
from tests.faults.people import until
from tests.faults.servers import RedisServer


class End:
    """One process on the line."""

    def __init__(self, redis: RedisServer, me: int) -> None:
        self.me = me
        self.heard: list[tuple[int, list[str]]] = []
        self.lost: list[int | None] = []
        self.told: list[str] = []
        self.relay = Relay(redis.url, "test", lambda who, what: self.heard.append((who, what)), self.lost.append, self.told.append)

    async def start(self) -> End:
        await self.relay.start(self.me)
        await until(lambda: self.relay.up)
        return self


async def ends(redis: RedisServer, count: int = 2) -> list[End]:
    return [await End(redis, number + 1).start() for number in range(count)]


def played(redis: RedisServer, work: Callable[[list[End]], object]) -> None:
    async def run() -> None:
        both = await ends(redis)
        await until(lambda: 2 in both[0].lost)  # the second one has introduced itself
        both[0].lost.clear()
        try:
            await work(both)  # type: ignore[misc]
        finally:
            for end in both:
                await end.relay.stop()

    asyncio.run(run())


def test_what_is_sent_arrives_in_order_and_in_few_payloads(redis: RedisServer) -> None:
    async def work(both: list[End]) -> None:
        for number in range(1000):
            assert both[0].relay.send(2, f"t{number} hello")
        await until(lambda: sum(len(what) for _, what in both[1].heard) == 1000)
        assert [frame for _, what in both[1].heard for frame in what] == [f"t{number} hello" for number in range(1000)]
        assert both[0].relay.published <= 10
        assert both[1].lost == both[0].lost == []

    played(redis, work)


def test_a_line_to_somebody_who_is_not_there_is_lost_and_says_so(redis: RedisServer) -> None:
    async def work(both: list[End]) -> None:
        assert not await both[0].relay.listens(9)
        assert await both[0].relay.listens(2)
        both[0].relay.send(9, "t1 hello")
        await until(lambda: both[0].lost == [9])

    played(redis, work)


def test_too_much_for_one_process_cuts_its_line_and_not_the_others(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "MOST_FRAMES", 10)

    async def work(both: list[End]) -> None:
        sent = [both[0].relay.send(2, "x") for _ in range(11)]  # nothing leaves before the loop turns
        assert sent == [True] * 10 + [False]
        assert both[0].lost == [2]
        assert both[0].relay.refused == 1
        both[0].relay.send(1, "to myself")
        await until(lambda: (1, ["to myself"]) in both[0].heard)

    played(redis, work)


def test_a_gap_in_what_arrives_is_noticed(redis: RedisServer) -> None:
    async def work(both: list[End]) -> None:
        both[0].relay.send(2, "one")
        await until(lambda: len(both[1].heard) == 1)
        both[1].lost.clear()
        both[0].relay._lines[2].sent += 1  # as if Redis had dropped a payload
        both[0].relay.send(2, "three")
        await until(lambda: len(both[1].heard) == 2)
        assert both[1].lost == [1]

    played(redis, work)


def test_a_word_for_all_reaches_all(redis: RedisServer) -> None:
    async def work(both: list[End]) -> None:
        await both[0].relay.tell_all("reload ABCDE")
        await until(lambda: all(end.told == ["reload ABCDE"] for end in both))

    played(redis, work)


def view() -> View:
    return view_of(Game(load("jassregeln"), Setup(names=("A", "B", "C", "D"))), 0)


SECRET = "s" * 40


def answering(redis: RedisServer, answer: Callable[[str, View, str], bot_jobs.Answer], secret: str = SECRET) -> bot_jobs.Worker:
    worker = bot_jobs.Worker(redis.url, bot_jobs.Desk(secret), answer, 1)
    threading.Thread(target=worker.run, daemon=True).start()
    return worker


def test_a_bot_thinks_on_the_other_side(redis: RedisServer) -> None:
    asked: list[tuple[str, str]] = []

    def answer(level: str, seen: View, seed: str) -> bot_jobs.Answer:
        asked.append((level, seed))
        return seen.options[0] if seen.options else "nothing", level  # type: ignore[return-value]

    worker = answering(redis, answer)

    async def run() -> None:
        asker = bot_jobs.Asker(redis.url, bot_jobs.Desk(SECRET))
        try:
            found = None
            while found is None:  # until the worker has said that it is there
                found = await asker.ask(levels.DEFAULT, view(), "seed", 10)
                asker._checked = 0
            assert found[1] == levels.DEFAULT
            assert asked == [(levels.DEFAULT, "seed")]
            assert asker.answered == 1
        finally:
            await asker.close()

    try:
        asyncio.run(run())
    finally:
        worker.stopping.set()


def test_where_nobody_works_or_redis_is_away_the_bot_thinks_at_home(redis: RedisServer) -> None:
    async def run() -> None:
        asker = bot_jobs.Asker(redis.url, bot_jobs.Desk(SECRET))
        try:
            assert await asker.ask("profi", view(), "seed", 5) is None
            redis.kill()
            asker._checked = 0
            assert await asker.ask("profi", view(), "seed", 1) is None
        finally:
            await asker.close()

    asyncio.run(run())


def test_nothing_that_is_not_signed_with_our_key_is_read() -> None:
    mine, other = bot_jobs.Desk(SECRET), bot_jobs.Desk("o" * 40)
    data = mine.pack(("job", 1))
    assert mine.unpack(data) == ("job", 1)
    assert other.unpack(data) is None
    assert mine.unpack(data[:-1] + bytes([data[-1] ^ 1])) is None
    assert mine.unpack(b"") is None
    assert mine.jobs != other.jobs


def test_the_queue_of_questions_is_short(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_jobs, "MOST_WAITING", 2)

    async def run() -> None:
        asker = bot_jobs.Asker(redis.url, bot_jobs.Desk(SECRET))
        try:
            await asker._client.set(asker.desk.alive, "1")  # somebody said so, but takes nothing
            waiting = [asyncio.create_task(asker.ask("profi", view(), "s", 3)) for _ in range(2)]
            await until_async(asker, 2)
            assert await asyncio.wait_for(asker.ask("profi", view(), "s", 60), 5) is None  # at once
            assert await asyncio.gather(*waiting) == [None, None]
        finally:
            await asker.close()

    asyncio.run(run())


async def until_async(asker: bot_jobs.Asker, length: int) -> None:
    async with asyncio.timeout(20):
        while await asker._client.llen(asker.desk.jobs) < length:
            await asyncio.sleep(0.02)
