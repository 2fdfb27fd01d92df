"""Workers: they answer as the bot would, and a crash, a hang or a slow start is answered by a level below at once."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

import puur
from puur.bots.budget import Budget
from puur.bots.levels import LEVELS
from puur.bots.worker import Worker, Workers

FEW = Budget(rounds=40, seconds=300.0)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    found = Workers(1)
    yield found
    found.stop()


def test_a_table_never_waits_and_then_gets_the_level_it_asked_for(workers: Workers) -> None:
    view = puur.view(puur.new_deal("tam2014-es", seed=1))
    began = time.perf_counter()
    answer, level = workers.ask("meister", view, "1", FEW)  # the worker is not ready yet
    assert level == "stammtisch"
    assert answer in view.options
    assert time.perf_counter() - began < FEW.seconds
    assert workers.ready()
    answer, level = workers.ask("meister", view, "1", FEW)
    assert level == "meister"
    assert answer == LEVELS["meister"].choose(view, random.Random("1"), FEW)
    worker: Worker = workers._workers[0]
    worker._process.kill()  # a crash
    worker._process.join()
    answer, level = workers.ask("meister", view, "1", FEW)
    assert level == "stammtisch"
    assert answer in view.options


def test_a_hanging_worker_is_ended_and_replaced() -> None:
    class Silent:
        """A link that never answers."""

        def send(self, question: object) -> None:
            assert question

        def poll(self, wait: float) -> bool:
            time.sleep(min(wait, 0.01))
            return False

        def close(self) -> None:
            """Nothing to close."""

    class Running:
        def is_alive(self) -> bool:
            return True

        def kill(self) -> None:
            ended.append(True)

        def join(self, seconds: float) -> None:
            assert seconds

    ended: list[bool] = []
    worker = Worker()
    worker._process, worker._link, worker._ready = Running(), Silent(), True  # type: ignore[assignment]
    found = Workers(0)
    found._workers = [worker]
    view = puur.view(puur.new_deal("tam2014-es", seed=1))
    _, level = found.ask("klub", view, "1", Budget(seconds=0.01))
    assert level == "stammtisch"
    assert ended == [True]


def test_levels_without_search_need_no_worker() -> None:
    view = puur.view(puur.new_deal("tam2014-es", seed=1))
    assert Workers(0).ask("lehrling", view, "1")[1] == "lehrling"
