"""Deals are picked in the background: never in a request, by one process at a time, and after a kill from where it was."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.web.aside import aside
from tests.web.client import Browser

ROOT = "02" * 32  # its first four deals are not dull, so that a test has four to look at and no more


@pytest.fixture
def raw_set(database: str) -> Iterator[Any]:  # noqa: ARG001
    """A set that is open, and of which nothing has been picked."""
    from django.utils import timezone

    from puur.web.company.models import DealSet, Picking

    def make() -> Any:
        now = timezone.now()
        Picking.objects.all().delete()
        return DealSet.objects.create(
            key=uuid.uuid4().hex[:12], kind="day", opens=now - timedelta(hours=1), closes=now + timedelta(hours=1), deals=4,
            level="stammtisch", root=ROOT,
        )  # fmt: skip

    row = aside(make)
    yield row
    aside(lambda: (Picking.objects.all().delete(), row.delete()))


def held_elsewhere(name: str = "elsewhere/1") -> None:
    """Another process picks, and gives signs of life."""
    from django.utils import timezone

    from puur.web.company.models import Picking

    Picking.objects.update_or_create(pk=1, defaults={"by": name, "until": timezone.now() + timedelta(seconds=50)})


def test_a_request_never_picks_and_the_server_does_it_when_somebody_asks(
    server: str, raw_set: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever plays a deal in the process of the pages fails here; the deals are picked all the same, and then one can play."""
    from puur.web.company import deals

    def refuse(*_: object) -> None:
        raise AssertionError("a deal was played where pages are served")

    monkeypatch.setattr(deals, "play", refuse)
    monkeypatch.setattr(deals, "spread", refuse)
    browser = Browser(server)
    path = f"/daily/{raw_set.key}/"
    assert 'id="daily-play"' in browser.get(path).text  # nothing is picked ahead here (PUUR_AHEAD=0)
    answer = browser.post(f"{path}play/")
    assert (answer.status, answer.headers["location"]) == (302, path)
    page = browser.get(path).text
    assert 'id="picking"' in page
    assert '<meta http-equiv="refresh"' in page
    assert 'id="daily-play"' not in page
    until = time.monotonic() + 300
    while 'id="picking"' in browser.get(path).text:
        assert browser.get("/healthz").status == 200
        assert time.monotonic() < until, "the deals are never picked"
        time.sleep(0.2)
    raw_set.refresh_from_db()
    assert (raw_set.picks, raw_set.looked, raw_set.asked) == ([0, 1, 2, 3], 4, False)
    assert sorted(raw_set.bots) == sorted(deals.QUICK)
    assert browser.post(f"{path}play/").headers["location"].startswith("/t/")


def test_one_picks_at_a_time_and_who_has_lost_the_claim_stores_nothing(raw_set: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.company import deals, picking
    from puur.web.company.models import DealSet, Picking

    monkeypatch.setattr(deals, "fits", lambda *_: True)
    assert picking.claim("here/1")
    assert picking.held()
    assert not picking.claim("there/1")
    picking.advance(raw_set, "here/1")
    Picking.objects.update(until="2020-01-01T00:00:00Z")  # no sign of life for long
    assert not picking.held()
    assert picking.claim("there/1")
    with pytest.raises(picking.Lost):
        picking.advance(raw_set, "here/1")
    assert DealSet.objects.get(pk=raw_set.pk).looked == 1
    assert not picking.claim("here/1")
    assert picking.claim("there/2")  # started anew at the same place: the one before is dead
    with pytest.raises(picking.Lost):
        picking.hold("there/1")
    picking.let_go("there/2")
    assert picking.claim("here/1")
    Picking.objects.update(by="far/1", until="2200-01-01T00:00:00Z")  # a clock that was wrong
    assert picking.claim("here/1")


def test_after_a_kill_it_goes_on_from_the_last_deal_and_picks_what_one_go_picks(raw_set: Any) -> None:
    """The command is killed once it has looked at some deals; what is picked in the end is what the rule says of the whole row."""
    from puur.web.company import deals, picking
    from puur.web.company.models import DealSet

    DealSet.objects.filter(pk=raw_set.pk).update(root="0b" * 32)
    code = (
        "import django; django.setup(); from puur.web.company import picking; from puur.web.company.models import DealSet;"
        f"picking.prepare(DealSet.objects.get(pk={raw_set.pk}))"
    )
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "puur.web.settings"}
    with subprocess.Popen([sys.executable, "-c", code], env=env) as process:
        while process.poll() is None and DealSet.objects.get(pk=raw_set.pk).looked < 2:
            time.sleep(0.02)
        process.kill()
    half = DealSet.objects.get(pk=raw_set.pk)
    assert not picking.ready(half)
    assert half.looked >= 2
    asked = []

    def told(work: Any, *arguments: Any) -> Any:
        asked.append(arguments[-1])
        return work(*arguments)

    from puur.web.company.models import Picking

    Picking.objects.update(until="2020-01-01T00:00:00Z")
    assert picking.claim("here/1")
    while not picking.ready(half):
        picking.advance(half, "here/1", told)
    numbers = [number for number in asked if isinstance(number, int)]
    assert numbers[0] >= 2
    assert numbers == list(range(numbers[0], half.picks[-1] + 1))  # none twice, none left out
    assert deals.check_proof(deals.proof_of("x", half.root, half.picks, 4, "stammtisch"))[0] == ""


def test_what_people_wait_for_is_picked_first_then_what_is_open_the_shortest_first(
    raw_set: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.utils import timezone

    from puur.web.company import picking
    from puur.web.company.models import DealSet

    now = timezone.now()

    def more(opens: float, **given: Any) -> str:
        key = uuid.uuid4().hex[:12]
        begins = now + timedelta(hours=opens)
        DealSet.objects.create(
            key=key,
            opens=begins,
            **{"kind": "day", "closes": begins + timedelta(hours=30), "deals": 4, "level": "stammtisch", **given},
        )
        return key

    week, tomorrow, later = more(-1, deals=12), more(5), more(50)
    old = more(-100, asked=True)
    known = {raw_set.key, week, tomorrow, later, old}
    monkeypatch.setenv("PUUR_AHEAD", "1")
    assert [row.key for row in picking.waiting() if row.key in known] == [old, raw_set.key, week, tomorrow]
    DealSet.objects.filter(key=tomorrow).update(asked=True)
    monkeypatch.setenv("PUUR_AHEAD", "0")
    assert [row.key for row in picking.waiting() if row.key in known] == [old, tomorrow]
    DealSet.objects.filter(key__in=known - {raw_set.key}).delete()


def test_the_page_says_how_far_it_is_and_that_nobody_works(server: str, raw_set: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process picks; then it gives no sign of life any more, and nobody has taken over yet."""
    from puur.web.company import picking
    from puur.web.company.models import DealSet, Picking

    monkeypatch.setattr(picking, "claim", lambda _name: False)
    held_elsewhere()
    DealSet.objects.filter(pk=raw_set.pk).update(asked=True)
    browser = Browser(server)
    path = f"/daily/{raw_set.key}/"
    assert "Noch nicht begonnen." in browser.get(path).text
    DealSet.objects.filter(pk=raw_set.pk).update(looked=7, sought=[2, 5])
    page = browser.get(path).text
    assert "2 von 4 ausgewählt, 7 angeschaut." in page
    assert "Im Moment arbeitet niemand daran" not in page
    Picking.objects.update(until="2020-01-01T00:00:00Z")
    assert "Im Moment arbeitet niemand daran" in browser.get(path).text
    DealSet.objects.filter(pk=raw_set.pk).update(picks=[2, 5, 6, 9], bots={"lehrling": {"points": [80] * 4, "bids": ["E/0"] * 4}})
    assert "Alle ausgewählt. 1 von 3 Bots haben sie gespielt." in browser.get(path).text
