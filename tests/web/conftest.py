"""A server for the web tests: one per test process, in a thread, with a database of its own and bots that do not dawdle."""

from __future__ import annotations

import random
import secrets
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.smtp import Post
from tests.web.aside import aside
from tests.web.environment import FOLDER
from tests.web.ports import free_port


@pytest.fixture(scope="session")
def database() -> str:
    """The database of this test process, migrated."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    return FOLDER


@pytest.fixture(autouse=True)
def the_same_cards_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of a table comes from the name of the test, so that no lucky or unlucky hand decides whether it passes.

    `make test-full` shuffles anew each time. What browsers and people add to a deal stays theirs.
    """
    from puur.web import models

    if request.config.getoption("--hypothesis-profile") != "full":
        chance = random.Random(request.node.nodeid)
        seeded = SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex(), choice=secrets.choice)
        monkeypatch.setattr(models, "secrets", seeded)


@pytest.fixture(autouse=True)
def nobody_has_tried_anything(request: pytest.FixtureRequest) -> None:
    """What earlier tests have asked, guessed and stored does not count against this one, in whatever order they run."""
    from puur.web.keeping.models import Attempt

    for counted in _counted():
        counted.clear()
    if "database" in request.fixturenames:
        request.getfixturevalue("database")
        aside(lambda: Attempt.objects.all().delete())  # a browser of an earlier test may run in this thread


def _counted() -> list[OrderedDict[str, Any]]:
    """All that this process counts by name, found in the modules of the server and in the objects that they keep."""
    from puur.web.live.limits import Buckets, Guesses, Known

    kept = [
        value for name, module in list(sys.modules.items()) if name.startswith("puur.web") for value in list(vars(module).values())
    ]
    kept += [
        inner
        for value in kept
        if type(value).__module__.startswith("puur.web")
        for inner in list(getattr(value, "__dict__", {}).values())
    ]
    counted = [value._buckets for value in kept if isinstance(value, Buckets)]
    for guesses in (value for value in kept if isinstance(value, Guesses)):
        counted += [guesses._wrong, guesses._known._names]
    return counted + [known._names for known in kept if isinstance(known, Known)]


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[str]:  # noqa: ARG001
    """The address of a running server."""
    from puur.web.server.process import make

    port = free_port()
    running = make("127.0.0.1", port)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 300
    while not running.started:
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.02)
    yield f"127.0.0.1:{port}"
    running.should_exit = True
    thread.join(timeout=15)


@pytest.fixture
def quick_opinions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges look at as few worlds as they may: the whole work for one deal is a minute of a core."""
    from puur.bots.budget import Budget
    from puur.web import opinions

    monkeypatch.setattr(opinions, "BUDGET", Budget(rounds=1, seconds=opinions.BUDGET.seconds))


@pytest.fixture
def smtp() -> Iterator[Post]:
    """A mail server that keeps what it is sent; what lies in the outbox is sent when the test says so, not by a running server."""
    from puur.web.server.post import postman

    running = [thread for thread in threading.enumerate() if thread.name == "puur-post"]
    postman.stop()
    for thread in running:
        thread.join()
    post = Post()
    yield post
    post.close()
    if running:
        postman.start()
