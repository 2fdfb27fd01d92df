"""Every request of the protocol by everybody who has no right to it: the list of requests comes from the server itself."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.aside import database
from tests.web.client import Browser, Player, four_at_a_table, run_async

# What each request is sent with; everything that the server knows has to be here.
REQUESTS: dict[str, dict[str, Any]] = {
    "hello": {"since": 0, "lang": "de", "kept": 1},
    "prefer": {"pace": "none", "faces": "french"},
    "sit": {"seat": 1},
    "leave": {},
    "bot": {"seat": 1, "level": "lehrling"},
    "kick": {"seat": 1},
    "start": {},
    "name": {"name": "Fremd"},
    "ready": {},
    "contribute": {"commitment": "0" * 64, "nonce": "0" * 64},
    "vote": {"choice": "bot"},
    "hints": {"yes": True},
    "hint": {},
    "share": {"yes": True},
    "again": {},
    "say": {"phrase": "danke"},
    "chat": {"text": "hallo"},
    "act": {"event": {"event": "thanked"}},
}
HARMLESS = {"hello", "prefer", "name"}  # asking how it stands, one's own pace and cards, and a name of one's own
SECRET = {"password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}


def rows(code: str) -> tuple[list[Any], list[Any]]:
    """Everything that is stored of a table."""
    from puur.web.models import Seat, TableEvent

    seats = Seat.objects.filter(table__code=code).order_by("number")
    seen = list(seats.values_list("number", "name", "bot", "user_id", "guest_id", "share"))
    return list(TableEvent.objects.filter(table__code=code).order_by("n").values_list("n", "data", "head")), seen


def test_every_request_is_tried() -> None:
    from puur.web.live.lobby import REQUESTS as known

    assert {*known, "act"} == REQUESTS.keys()


async def gone(player: Player) -> None:
    async with asyncio.timeout(300), player.changed:
        while player.closed is None:
            await player.changed.wait()


async def refused(outsider: Player, code: str) -> None:
    """Try everything; nothing changes and nobody at the table hears of it."""
    before = await database(lambda: rows(code))
    for kind, fields in REQUESTS.items():
        if outsider.closed is not None:
            break
        try:
            answer = await outsider.ask(t=kind, **fields)
        except (ConnectionError, ConnectionClosed):
            break
        assert kind in HARMLESS or answer in ("auth", "state", "json"), (kind, answer)
    assert await database(lambda: rows(code)) == before


def test_a_spectator_may_do_nothing(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, spectators="on")
        browser = Browser(server)
        browser.visit(players[0].code, "Zuschauer")
        watcher = await Player(browser, players[0].code).connect()
        await watcher.settled()
        assert watcher.you is None
        await refused(watcher, players[0].code)
        assert not (watcher.view or {}).get("hand")

    run_async(run)


@pytest.mark.parametrize("how", ["stranger", "guest", "sent away", "stood up"])
def test_whoever_has_no_seat_is_not_even_let_in(server: str, how: str) -> None:
    async def run() -> None:
        host = Browser(server)
        code = host.open_table()
        ruth = await Player(host, code).connect()
        browser = Browser(server)
        if how != "stranger":
            browser.visit(code, "Gast")
        outsider = await Player(browser, code).connect()
        if how in ("sent away", "stood up"):
            await outsider.do(t="sit", seat=2)
            await (ruth.do(t="kick", seat=2) if how == "sent away" else outsider.do(t="leave"))
        await ruth.do(t="start")
        await gone(outsider)
        assert (outsider.closed, outsider.view) == (4401, None)
        before = await database(lambda: rows(code))
        again = await Player(browser, code).connect()
        for kind, fields in REQUESTS.items():
            try:
                await again.send(t=kind, id=kind, **fields)
            except ConnectionClosed:
                break
        await gone(again)
        assert (again.closed, again.view) == (4401, None)
        await ruth.settled()
        mine = await database(lambda: rows(code))
        assert mine[1] == before[1]
        assert browser.get(f"/t/{code}/record.jass").status in (403, 404)

    run_async(run)


@pytest.mark.parametrize("how", ["signed out", "erased"])
def test_a_session_that_is_over_does_nothing_any_more(server: str, how: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        assert browser.post("/accounts/signup/", username=f"Ende{random.getrandbits(32)}", **SECRET).status == 302
        code = browser.open_table()
        friend = Browser(server)
        friend.visit(code, "Hans")
        player, hans = await Player(browser, code).connect(), await Player(friend, code).connect()
        await hans.do(t="sit", seat=1)
        await player.do(t="start")
        old = dict(browser.cookies)
        if how == "erased":
            assert browser.post("/accounts/delete/", confirm="on", password="Buur-und-Nell-9").status == 302
        else:
            assert browser.post("/accounts/logout/").status == 302
        await gone(player)
        browser.cookies = old  # the cookie of before
        await hans.settled()
        try:
            again = await Player(browser, code).connect()
            await gone(again)
            assert (again.closed, again.view) == (4401, None)
        except InvalidStatus:
            pass
        assert browser.get(f"/t/{code}/record.jass").status in (302, 403, 404)
        assert browser.get("/accounts/export/").status != 200 or how == "signed out"
        await hans.settled()
        assert hans.closed is None

    run_async(run)


def test_a_seat_that_is_somebody_else_s_now_is_not_the_old_one_s(server: str) -> None:
    """Whoever stood up before the start has no way back by old ids or old tabs."""

    async def run() -> None:
        host, first, second = Browser(server), Browser(server), Browser(server)
        code = host.open_table()
        for browser, name in ((first, "Hans"), (second, "Vreni")):
            browser.visit(code, name)
        ruth, hans, vreni = [await Player(browser, code).connect() for browser in (host, first, second)]
        await hans.do(t="sit", seat=1)
        await hans.do(t="leave")
        await vreni.do(t="sit", seat=1)
        assert await hans.ask(t="sit", seat=1) == "state"
        assert await hans.ask(t="share", yes=True) == "auth"
        await ruth.do(t="start")
        await gone(hans)
        assert hans.closed == 4401
        assert vreni.you == 1

    run_async(run)
