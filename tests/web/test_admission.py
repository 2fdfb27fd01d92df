"""Admission and bounds: new tables are refused before running ones become slow; nobody can hold memory or all of the doors."""

from __future__ import annotations

import asyncio
import random

import pytest

from puur.web.live import connection as connections
from puur.web.live.admission import BUSY, CALM, COMMIT, FEW, LAG, Gate, gate
from puur.web.live.connection import MOST_BYTES, MOST_WAITING, TOO_SLOW, Connection
from puur.web.live.hub import Hub, Unreachable
from puur.web.live.limits import Counts
from puur.web.live.socket import HERE
from puur.web.live.state import Commit, NotStored, TableState, Who
from puur.web.live.table import MOST_INBOX, LiveTable
from puur.web.live.wire import BadMessage
from tests.web.client import Browser, Player, four_at_a_table, run_async


class NoStore:
    async def load(self, code: str) -> TableState | None:
        return None

    async def commit(self, job: Commit) -> None:
        raise NotStored

    async def head_at(self, _code: str, _n: int) -> str:
        return ""

    async def rename(self, who: Who, name: str) -> None:
        return None


def test_the_gate_shuts_when_the_loop_lags_for_a_second_and_not_for_one_pause() -> None:
    one = Gate(few=1)
    one.note(0.2, 0.0, 1, 0.0)  # one pause of 200 ms
    assert one.admits()
    for look in range(20):
        one.note(0.1, 0.0, 1, 0.1 * look)
    assert not one.admits()
    assert one.refused == 1


def test_the_gate_shuts_before_the_core_is_full_and_not_for_a_busy_second() -> None:
    one = Gate(few=1)
    for look in range(10):  # one page that takes a second
        one.note(0.0, 0.0, 1, 0.1 * look, 1.0)
    assert one.admits()
    for look in range(200):
        one.note(0.0, 0.0, 1, 1 + 0.1 * look, BUSY * 1.05)
    assert not one.admits()
    for look in range(400):  # a little less is not enough
        one.note(0.0, 0.0, 1, 30 + 0.1 * look, BUSY * 0.9)
    assert one.shut
    for look in range(200):
        one.note(0.0, 0.0, 1, 80 + 0.1 * look, BUSY * 0.7)
    assert not one.shut


def test_a_slow_machine_with_few_tables_turns_nobody_away() -> None:
    one = Gate()
    for look in range(100):
        one.note(1.0, 1.0, FEW - 1, 0.1 * look)
    assert one.admits()
    one.note(1.0, 1.0, FEW, 11)
    assert not one.admits()


@pytest.mark.parametrize(("lag", "commit", "tables"), [(LAG * 1.01, 0.0, 1), (0.0, COMMIT * 1.01, 1), (0.0, 0.0, 10)])
def test_the_gate_opens_only_after_it_was_calm_for_a_while(lag: float, commit: float, tables: int) -> None:
    one = Gate(most_tables=10, few=1)
    for look in range(100):
        one.note(lag, commit, tables, 0.1 * look)
    assert one.shut
    for look in range(100):  # below the limit, but not by far: still shut
        one.note(LAG * 0.8, COMMIT * 0.8, 10 if tables == 10 else 1, 10 + 0.1 * look)
    assert one.shut
    calm = 100.0
    for look in range(60):  # the smoothed lag needs a moment too
        one.note(0.0, 0.0, 1, calm + 0.1 * look)
        if look * 0.1 < CALM:
            assert one.shut
    for look in range(60):
        one.note(0.0, 0.0, 1, calm + 6 + 0.1 * look)
    assert not one.shut


def test_a_new_table_is_refused_with_a_clear_page_and_a_running_one_goes_on(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        people = await four_at_a_table(server)
        stranger = Browser(server, "fr")
        stranger.token()
        monkeypatch.setattr(gate, "admits", lambda: False)
        answer = await asyncio.to_thread(stranger.post, "/play/", name="Anna")
        form = await asyncio.to_thread(stranger.post, "/tables/new/", book="jassregeln")
        assert answer.status == form.status == 503
        assert "Toutes les tables sont prises" in answer.text
        assert answer.headers["retry-after"] == "60"
        acting, event = next((one, event) for one in people if (event := one.choice(random.Random(1))) is not None)
        assert (await acting.act(event))["t"] == "ok"
        late = await Player(people[0].browser, people[0].code).connect()  # and so does whoever comes back to it
        await late.until(lambda: late.view)

    run_async(run)


def test_a_slow_reader_is_closed_and_holds_no_memory() -> None:
    async def run() -> None:
        one = Connection(Who(), "de")
        for _ in range(MOST_WAITING + 5):
            one.send(b"x" * 100)
        assert one.closing
        assert one.bytes == 0
        assert await one.out.get() == TOO_SLOW
        assert one.out.empty()

    asyncio.run(run())


def test_a_reader_of_few_but_huge_messages_is_closed_too() -> None:
    async def run() -> None:
        one = Connection(Who(), "de")
        one.send(b"x" * (MOST_BYTES - 10))
        assert not one.closing
        one.send(b"y" * 11)
        assert await one.out.get() == TOO_SLOW

    asyncio.run(run())


def test_whoever_is_sent_away_by_a_restart_is_told_why() -> None:
    async def run() -> None:
        one = Connection(Who(), "en")
        one.close(connections.RESTART)
        said = await one.out.get()
        assert isinstance(said, bytes)
        assert b'"code":"moved"' in said
        assert await one.out.get() == connections.RESTART

    asyncio.run(run())


def test_connections_are_counted_by_name_and_given_back() -> None:
    counts = Counts(2)
    assert [counts.take("a"), counts.take("a"), counts.take("a"), counts.take("b")] == [True, True, False, True]
    counts.give("a")
    assert counts.take("a")
    for name in ("a", "a", "b"):
        counts.give(name)
    assert len(counts) == 0  # nothing is kept of those who have gone


def test_one_address_and_one_person_have_so_many_connections_at_most(server: str) -> None:
    from puur.web import asgi

    async def run() -> None:
        browser = Browser(server)
        code = await asyncio.to_thread(browser.open_table)
        address, person = asgi.sockets.by_address, asgi.sockets.by_person
        try:
            asgi.sockets.by_person = Counts(2)
            players = [await Player(browser, code).connect() for _ in range(3)]
            await players[2].until(lambda: players[2].last("error"))
            assert players[2].last("error")["code"] == "rate"
            assert [one.closed for one in players[:2]] == [None, None]
            asgi.sockets.by_address, asgi.sockets.here = Counts(0), ()
            with pytest.raises(Exception, match="403"):
                await Player(browser, code).connect()
        finally:
            asgi.sockets.by_address, asgi.sockets.by_person, asgi.sockets.here = address, person, HERE

    run_async(run)


def test_the_hub_loads_no_more_tables_than_it_may() -> None:
    async def run() -> None:
        hub = Hub(NoStore(), most=0)
        with pytest.raises(Unreachable):
            await hub.table("ABCDE")

    asyncio.run(run())


def test_the_inbox_of_a_table_is_bounded() -> None:
    class Full:
        """A table so far behind that no more fits."""

        class inbox:
            @staticmethod
            def qsize() -> int:
                return MOST_INBOX

    async def run() -> None:
        with pytest.raises(BadMessage) as refused:
            LiveTable.said(Full(), Connection(Who(), "de"), {"t": "act"})  # type: ignore[arg-type]
        assert refused.value.code == "busy"

    asyncio.run(run())
