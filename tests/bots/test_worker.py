"""Workers: they answer as the bot would, and a crash, a hang or a slow start is answered by a level below at once."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

import puur
from puur.bots.budget import Budget
from puur.bots.levels import LEVELS
from puur.bots.worker import HUNG, START, Worker, Workers

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


class Link:
    """A link at whose other end sits the test: what it has laid there is read, in order."""

    def __init__(self, *said: object) -> None:
        self.said, self.asked = list(said), 0

    def send(self, question: object) -> None:
        self.asked += 1

    def poll(self, wait: float = 0.0) -> bool:
        return bool(self.said)

    def recv(self) -> object:
        return self.said.pop(0)

    def close(self) -> None:
        """Nothing to close."""


class Running:
    """A process that runs until it is ended."""

    ended = False

    def is_alive(self) -> bool:
        return not self.ended

    def kill(self) -> None:
        self.ended = True

    def join(self, seconds: float) -> None:
        assert seconds


def at(link: Link, ready: bool) -> tuple[Workers, Worker, Running]:
    """Workers of whom the only one has this link."""
    worker, running, workers = Worker(), Running(), Workers(0)
    worker._process, worker._link, worker._ready, worker._heard = running, link, ready, time.monotonic()  # type: ignore[assignment]
    workers._workers = [worker]
    return workers, worker, running


def test_a_late_worker_is_waited_for_beside_the_game_and_a_hanging_one_ended() -> None:
    link = Link()
    workers, worker, running = at(link, ready=True)
    view, soon = puur.view(puur.new_deal("tam2014-es", seed=1)), Budget(seconds=0.01)
    card = LEVELS["stammtisch"].choose(view, random.Random("1"), soon)
    assert workers.ask("klub", view, "1", soon)[1] == "stammtisch"  # late
    assert workers.ask("klub", view, "2", soon)[1] == "stammtisch"
    assert (link.asked, running.ended) == (1, False), "who owes an answer is not asked for another, nor thrown out"
    link.said = [("of the first question", "klub"), (card, "klub")]
    assert workers.ask("klub", view, "3", soon) == (card, "klub"), "the late answer is thrown away, the next one counts"
    assert workers.ask("klub", view, "4", soon)[1] == "stammtisch"
    worker._late -= HUNG + 1  # a minute goes by
    assert workers.ask("klub", view, "5", soon)[1] == "stammtisch"
    assert running.ended


def test_a_worker_that_loads_slowly_is_not_begun_again() -> None:
    workers, worker, running = at(Link(), ready=False)
    worker._heard -= START - 1
    assert isinstance(worker._link, Link)
    worker._link.said = ["loading"]  # almost three minutes after the last sign of life
    assert not workers.ready(0.0)
    worker._heard -= START - 1
    assert not workers.ready(0.0)
    assert not running.ended
    worker._link.said = ["loading", "ready"]
    assert workers.ready(0.0)


def test_a_worker_that_gives_no_sign_of_life_is_given_up() -> None:
    workers, worker, running = at(Link(), ready=False)
    worker._heard -= START + 1
    assert not workers.ready(0.0)
    assert running.ended


def test_levels_without_search_need_no_worker() -> None:
    view = puur.view(puur.new_deal("tam2014-es", seed=1))
    assert Workers(0).ask("lehrling", view, "1")[1] == "lehrling"
