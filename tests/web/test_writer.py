"""Whoever computes something long holds nobody up: it is done before the lock, and again if others were quicker."""

from __future__ import annotations

import threading

import pytest

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Entered, Event, Remarked
from puur.evening.state import EveningSetup
from puur.reglement import load
from puur.web.evenings.evening_file import Beside


def remark(text: str) -> Event:
    return Remarked("1", text)


def imported(extra: int = 0) -> object:
    from puur.web.evenings import transfer
    from puur.web.live.state import Who
    from puur.web.models import Guest

    engine = EveningState(load("tam2014-es"), EveningSetup(name="Lang", seed="A"))
    engine.submit(Entered("1", "Anna"))
    for number in range(extra):
        engine.submit(Remarked("1", f"Bemerkung {number}"))
    guest = Guest.objects.create(name="Ruth")
    log = ((None, "", None),) * len(engine.events)
    return transfer.import_one(engine, Beside(log=log), Who(f"g{guest.pk}", "Ruth", None, guest.pk))


def test_while_one_computes_others_write(database: str) -> None:
    """A draw, or an import, is computed while somebody else writes to the same file: that would stand still under the lock."""
    from django.db import connection, connections

    from puur.web.evenings import store
    from puur.web.models import Guest

    del database
    row = imported()
    calls: list[int] = []

    def elsewhere() -> None:
        Guest.objects.create(name="Nebenan")
        store.submit(row.code, Remarked("1", "dazwischen"))  # type: ignore[attr-defined]
        connections.close_all()

    def long(engine: EveningState) -> list[Event]:
        calls.append(len(engine.events))
        assert not connection.in_atomic_block or len(calls) > 1
        if len(calls) == 1:
            other = threading.Thread(target=elsewhere)
            other.start()
            other.join(300)
            assert not other.is_alive(), "it waits for us"
        return [Remarked("1", "am Ende")]

    stored = store.submit(row.code, long)  # type: ignore[attr-defined]
    assert calls == [1, 2], "computed again, with what came in between"
    assert [event.text for event in stored.engine.events[1:]] == ["dazwischen", "am Ende"]


def test_whoever_is_always_overtaken_is_told(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.evenings import store
    from puur.web.evenings.models import Evening
    from puur.web.store import stream

    del database
    monkeypatch.setattr(stream, "SHORT", 0.0)
    row = imported()

    def overtaken(_engine: EveningState) -> list[Event]:
        Evening.objects.filter(pk=row.pk).update(revision=Evening.objects.get(pk=row.pk).revision + 1)  # type: ignore[attr-defined]
        return [Remarked("1", "x")]

    with pytest.raises(Refusal) as caught:
        store.submit(row.code, overtaken)  # type: ignore[attr-defined]
    assert caught.value.reason == "stale"


def test_many_lines_are_stored_as_few_are(database: str) -> None:
    """They go past Django's rows: numbers, chain and what is read back are the same."""
    from puur.web.evenings import store
    from puur.web.evenings.fold import EVENINGS
    from puur.web.evenings.models import EveningEvent

    del database
    row = imported(500)
    assert list(EveningEvent.objects.filter(evening=row).values_list("n", flat=True)) == list(range(1, 502))
    store.submit(row.code, [Remarked("1", f"mehr {number}") for number in range(300)])  # type: ignore[attr-defined]
    row = store.row(row.code)  # type: ignore[attr-defined]
    assert EVENINGS.broken(row, "default") is None
    again, problem = EVENINGS.rebuilt(row, "default")
    assert (problem, len(again.engine.events) if again else 0) == ("", 801)
