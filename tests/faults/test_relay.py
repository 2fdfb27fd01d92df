"""Redis between processes: lines that are numbered, bounded and never silently lost; bots that think on the other side."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import puur
from puur.bots import levels
from puur.bots.budget import Budget
from puur.bots.explain import Expected, Explanation
from puur.bots.worker import Question
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from puur.web.live import bot_jobs, relay
from puur.web.live.relay import Relay
from puur.web.opinions import BUDGET, questions_of
from tests.faults.people import until
from tests.faults.servers import ROOT, RedisServer, Web, quick
from tests.web.client import Browser, Player, run_async


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
                found = await asker.ask(levels.DEFAULT, view(), "seed", 300)
                asker._checked = 0
            assert found[1] == levels.DEFAULT
            assert asked == [(levels.DEFAULT, "seed")]
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
            assert await asyncio.wait_for(asker.ask("profi", view(), "s", 600), 300) is None  # at once
            assert await asyncio.gather(*waiting) == [None, None]
        finally:
            await asker.close()

    asyncio.run(run())


async def until_async(asker: bot_jobs.Asker, length: int) -> None:
    async with asyncio.timeout(300):
        while await asker._client.llen(asker.desk.jobs) < length:
            await asyncio.sleep(0.02)


# ---- opinions of finished deals --------------------------------------------------------------------------------------------------


def question() -> Question:
    game = puur.new_deal("tam2014-es", seed=5)
    puur.play(game, "lehrling", seed=5)
    return next(iter(questions_of(game, 1, "X").values()))


def judged(questions: Sequence[Question], budget: Budget) -> bot_jobs.Judged:
    assert budget == BUDGET
    return [Explanation(card, "best", 0, 0.0, 0.0, card, (Expected(card, 80.0),)) for _, card, _ in questions]


def test_an_opinion_is_taken_only_where_no_table_waits(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opinions are put into the queue first; the only worker answers the tables before them."""
    monkeypatch.setattr(bot_jobs, "PATIENCE", 300.0)  # all of them wait here until everything is in its queue
    order: list[str] = []

    def answer(level: str, seen: View, _seed: str) -> bot_jobs.Answer:
        order.append("card")
        return seen.options[0] if seen.options else "nothing", level  # type: ignore[return-value]

    def judge(questions: Sequence[Question], budget: Budget) -> bot_jobs.Judged:
        order.append("opinion")
        return judged(questions, budget)

    judges = bot_jobs.Judges(redis.url, bot_jobs.Desk(SECRET))
    judges._client.set(judges.desk.alive, "1")
    one = question()
    found: list[bot_jobs.Judged | None] = []
    threads = [threading.Thread(target=lambda: found.append(judges.ask(one, BUDGET, 300))) for _ in range(3)]

    async def run() -> None:
        asker = bot_jobs.Asker(redis.url, bot_jobs.Desk(SECRET))
        worker = bot_jobs.Worker(redis.url, bot_jobs.Desk(SECRET), answer, 1, judge)
        try:
            for thread in threads:
                thread.start()
            await until(lambda: judges._client.llen(judges.desk.opinions) == 3)
            cards = [asyncio.create_task(asker.ask(levels.DEFAULT, view(), "s", 300)) for _ in range(3)]
            await until_async(asker, 3)
            threading.Thread(target=worker.run, daemon=True).start()
            assert None not in await asyncio.gather(*cards)
            await until(lambda: len(found) == 3)
        finally:
            worker.stopping.set()
            await asker.close()

    asyncio.run(run())
    for thread in threads:
        thread.join()
    assert order == ["card"] * 3 + ["opinion"] * 3
    assert found == [judged([one], BUDGET)] * 3


def test_an_opinion_that_nobody_can_give_in_time_is_none(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    judges = bot_jobs.Judges(redis.url, bot_jobs.Desk(SECRET))
    one = question()
    assert judges.ask(one, BUDGET) is None  # nobody works
    judges._client.set(judges.desk.alive, "1")
    monkeypatch.setattr(judges, "_checked", -bot_jobs.CHECK_EVERY)
    assert judges.ask(one, BUDGET, 1) is None  # somebody said so, but takes nothing
    monkeypatch.setattr(bot_jobs, "MOST_OPINIONS", 1)
    assert judges._client.llen(judges.desk.opinions) == 1
    began = time.monotonic()
    assert judges.ask(one, BUDGET) is None  # too much waits: at once
    assert time.monotonic() - began < bot_jobs.PATIENCE
    # Whoever comes to work finds that nobody waits for the old one any more.
    worker = bot_jobs.Worker(redis.url, bot_jobs.Desk(SECRET), lambda *_: ("", ""), 1, lambda *_: pytest.fail("too late"))  # type: ignore[arg-type, return-value]
    thread = threading.Thread(target=worker.run)
    thread.start()
    end = time.monotonic() + 300
    while judges._client.llen(judges.desk.opinions):
        assert time.monotonic() < end
        time.sleep(0.02)
    worker.stopping.set()
    thread.join()
    assert worker.done == 0
    redis.kill()
    monkeypatch.setattr(judges, "_checked", -bot_jobs.CHECK_EVERY)
    assert judges.ask(one, BUDGET) is None


@pytest.mark.slow
def test_puur_worker_judges_a_deal_for_a_server_without_workers(tmp_path: Path, redis: RedisServer) -> None:
    """PUUR_BOT_WORKERS=0 (see `quick`): first nobody works, and the page is told so; then `puur worker` comes."""
    web = Web(tmp_path, REDIS_URL=redis.url).start()
    env = {**os.environ, **quick(), "PUUR_DATA": str(tmp_path), "REDIS_URL": redis.url}
    worker: subprocess.Popen[bytes] | None = None

    async def run() -> None:
        nonlocal worker
        browser = Browser(web.address)
        player = await Player(browser, browser.open_table(book="tam2014-es", level="lehrling")).connect()
        await player.do(t="start")
        await player.play(random.Random(1), lambda: player.view["number"] > 1)
        path = browser.get(f"/t/{player.code}/deal/1/data.json").json["opinions"]
        assert browser.get(path).json["state"] == "nobody"
        worker = subprocess.Popen(
            [sys.executable, "-m", "puur", "worker"],
            env=env,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

        def states() -> bool:
            found = browser.get(path)
            assert found.status == 200, found.text
            seen.add(found.json["state"])
            return found.json["state"] == "ready"

        seen: set[str] = set()
        async with asyncio.timeout(240):
            while not await asyncio.to_thread(states):
                assert worker.poll() is None
                await asyncio.sleep(3 if "working" not in seen else 0.6)  # as the page does
        assert seen <= {"nobody", "working", "busy", "ready"}
        found = browser.get(path).json
        assert (found["done"], len(found["cards"])) == (found["of"], found["of"])
        assert found["of"] > 15

    try:
        run_async(run)
    finally:
        web.stop()
        if worker is not None:
            worker.terminate()
            worker.wait(300)
