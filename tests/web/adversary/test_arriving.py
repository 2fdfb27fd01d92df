"""Whoever comes to a table while their session ends: nothing of it is missed, at whichever moment it ends."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import MutableMapping
from typing import Any

import pytest

from puur.web.live.connection import RESTART, Connection
from puur.web.live.socket import Endpoint, ended_person, ended_session
from puur.web.live.state import Who
from puur.web.live.wire import Json

WHO = Who("u7", "Ruth", 7, None)


class Slow:
    """A door and a table where everything stops at the moment that a test wants."""

    def __init__(self, at: str) -> None:
        self.at, self.reached, self.go = at, asyncio.Event(), asyncio.Event()
        self.arrived: list[Connection] = []

    async def _pause(self, at: str) -> None:
        if at == self.at:
            self.reached.set()
            await self.go.wait()

    def hosts(self) -> tuple[Any, list[str]]:
        return lambda _: True, []

    async def who(self, _session: str) -> Who:
        await self._pause("who")
        return WHO

    async def may_guess(self, _names: list[str]) -> bool:
        return True

    async def table(self, _code: str) -> Slow:
        await self._pause("table")
        return self

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message["type"] if "code" not in message else message["code"])
        if message["type"] == "websocket.accept":
            await self._pause("accept")

    sent: list[Any]

    async def receive(self) -> MutableMapping[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "websocket.connect"}
        await self.hung_up.wait()
        return {"type": "websocket.disconnect"}

    asked = False
    hung_up: asyncio.Event

    def arrive(self, connection: Connection, _since: int | None) -> None:
        self.arrived.append(connection)

    def said(self, _connection: Connection, _message: Json) -> None: ...

    def depart(self, _connection: Connection) -> None: ...


@pytest.mark.parametrize("ended", [ended_session("secret"), ended_person("u7")])
@pytest.mark.parametrize("at", ["who", "table", "accept"])
def test_a_session_that_ends_while_a_line_is_accepted_ends_the_line(at: str, ended: str) -> None:
    async def run() -> None:
        slow = Slow(at)
        slow.sent, slow.hung_up = [], asyncio.Event()
        endpoint = Endpoint(slow, slow, "sessionid", "lang")  # type: ignore[arg-type]
        headers = [(b"host", b"h"), (b"origin", b"http://h"), (b"cookie", b"sessionid=secret")]
        scope = {"type": "websocket", "path": "/ws/t/BCDFG/", "headers": headers, "client": ("127.0.0.1", 1), "query_string": b""}
        serving = asyncio.create_task(endpoint(scope, slow.receive, slow.send))
        await slow.reached.wait()
        endpoint.end_here(ended)
        await asyncio.sleep(0)
        slow.go.set()
        async with asyncio.timeout(300):
            while RESTART not in slow.sent:
                await asyncio.sleep(0)
        assert slow.arrived == [], "the table never hears of them"
        slow.hung_up.set()
        await serving
        assert (endpoint._sessions, endpoint._arriving) == ({}, {})

    asyncio.run(run())


def test_an_account_that_is_locked_is_out_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the administrators, or by whoever answers a report."""
    from django.contrib.auth.models import User
    from django.test import Client

    from puur.web import own_data, urls
    from puur.web.company.models import Report

    del database
    assert urls.urlpatterns  # whoever imports `end_sockets` by name has it before it is replaced here
    ended: list[str] = []
    monkeypatch.setattr(own_data, "end_sockets", lambda **whom: ended.append(whom["person"]))
    first, second, chief = (User.objects.create_user(f"{kind}{uuid.uuid4().hex[:8]}", "", "Buur-9-Nell") for kind in "abc")
    chief.is_staff = True
    chief.save()
    assert ended == []
    first.is_active = False
    first.save()
    report = Report.objects.create(by=first, about=second, name="x", code="BCDFG", reason=Report.Reason.values[0])
    client = Client(HTTP_HOST="localhost")
    client.force_login(chief)
    assert [client.post("/company/reports/", {"report": odd}).status_code for odd in ("²", "9" * 40, "")] == [404] * 3
    assert client.post("/company/reports/", {"report": str(report.pk), "do": "lock"}).status_code == 302
    assert ended == [f"u{first.pk}", f"u{second.pk}"]
