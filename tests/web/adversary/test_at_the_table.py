"""Somebody at the table, or only near it: lurks, stalls, and sends again what was answered long ago."""

from __future__ import annotations

import random

from tests.web.client import Browser, Player, four_at_a_table, run_async


def live(code: str) -> object:
    """The table in the memory of this process."""
    from puur.web import asgi

    return asgi.hub.tables[code]


def test_whoever_has_no_seat_reads_no_chat_and_goes_when_the_game_begins(server: str) -> None:
    async def run() -> None:
        host = Browser(server)
        code = host.open_table()
        players = [await Player(host, code).connect()]
        for name in ("Hans", "Lauscher", "Weg"):
            browser = Browser(server)
            browser.visit(code, name)
            players.append(await Player(browser, code).connect())
        ruth, hans, lurker, sent = players
        await hans.do(t="sit", seat=1)
        await sent.do(t="sit", seat=3)
        await ruth.do(t="kick", seat=3)
        await hans.do(t="chat", text="unter uns")
        assert [player.last("chat") is not None for player in players] == [True, True, False, False]
        await ruth.do(t="start")
        assert ruth.view
        for player in (lurker, sent):
            if player.closed is None:
                async with player.changed:
                    while player.closed is None:
                        await player.changed.wait()
            assert player.closed == 4401
            assert player.view is None
        again = await Player(lurker.browser, code).connect()
        async with again.changed:
            while again.closed is None:
                await again.changed.wait()
        assert again.closed == 4401

    run_async(run)


def test_looking_at_a_trick_gives_nobody_more_time(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, timer="60")
        rng = random.Random(5)
        while not (players[0].view or {}).get("trick_open"):
            player, event = next((player, event) for player in players if (event := player.choice(rng)) is not None)
            await player.step(event)
        player = next(player for player in players if player.view and player.view["legal"])
        await player.settled()
        before = live(player.code).clock.deadline  # type: ignore[attr-defined]
        assert before is not None
        await player.step({"event": "trick-looked", "trick": 1})
        await player.settled()
        assert live(player.code).clock.deadline == before  # type: ignore[attr-defined]

    run_async(run)


def test_an_id_of_the_last_game_is_answered_quietly(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, target="100")
        rng = random.Random(7)
        sent: tuple[Player, dict[str, object], str] | None = None
        while not players[0].view["over"]:  # type: ignore[index]
            for player in players:
                event = player.choice(rng)
                if event is not None:
                    key = f"game-one-{len(player.messages)}-{player.you}"
                    await player.step(event, key=key)
                    sent = player, event, key
                    break
        assert sent is not None
        for player in players:
            await player.do(t="again")
        assert players[0].table["state"] == "playing"
        player, event, key = sent
        others = [len(other.messages) for other in players if other is not player]
        answer = await player.act(event, key)
        assert answer["t"] == "ok"
        await player.settled()
        assert [len(other.messages) for other in players if other is not player] == others, "nobody else hears of it"

    run_async(run)


def test_a_connection_ends_with_the_session_it_came_by(server: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        secret = {"password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}
        assert browser.post("/accounts/signup/", username=f"Abgang{random.getrandbits(32)}", **secret).status == 302
        code = browser.open_table()
        first, second = await Player(browser, code).connect(), await Player(browser, code).connect()
        stays = await Player(_visitor(server, code), code).connect()
        assert first.you == 0
        assert browser.post("/accounts/logout/").status == 302
        for player in (first, second):
            async with player.changed:
                while player.closed is None:
                    await player.changed.wait()
            assert player.closed == 1012, "it comes back, and is judged anew"
        await stays.settled()
        assert stays.closed is None
        again = await Player(browser, code).connect()
        await again.settled()
        assert again.you is None

    run_async(run)


def test_a_session_that_ended_elsewhere_is_found(server: str) -> None:
    async def run() -> None:
        from puur.web import asgi
        from puur.web.people import DjangoDoor

        browser = Browser(server)
        code = browser.open_table()
        player = await Player(browser, code).connect()
        await player.settled()
        known = {session: connection.who.key for connection, session in asgi.sockets._sessions.items()}
        mine = browser.cookies["sessionid"]
        assert mine in known
        assert mine not in await DjangoDoor().ended(known)
        assert await DjangoDoor().ended({mine: "u0"}) == {mine}

    run_async(run)


def _visitor(server: str, code: str) -> Browser:
    browser = Browser(server)
    browser.visit(code, "Gast")
    return browser
