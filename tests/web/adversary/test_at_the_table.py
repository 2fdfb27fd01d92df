"""Somebody at the table, or only near it: lurks, stalls, and sends again what was answered long ago."""

from __future__ import annotations

import random
from typing import Any

import pytest

from puur.web.live.socket import ended_person
from tests.web.client import Browser, Player, four_at_a_table, run_async
from tests.web.test_objections import to_a_wrong_card


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


def test_vain_objections_give_nobody_more_time(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, timer="60", playing="free")
        rng = random.Random(5)
        while not (players[0].view or {}).get("trick"):
            player, event = next((player, event) for player in players if (event := player.choice(rng)) is not None)
            await player.step(event)
        slow = next(player for player in players if player.view and player.view["legal"])
        assert slow.you is not None
        await slow.settled()  # people are told before the table sets its clock
        before = live(slow.code).clock.deadline  # type: ignore[attr-defined]
        assert before is not None
        other = (slow.you + 1) % 4
        answers = [await slow.act({"event": "incident-reported", "offence": "revoke", "seat": other}) for _ in range(3)]
        assert "ok" in {answer["t"] for answer in answers}, answers
        await slow.settled()
        assert live(slow.code).clock.deadline == before  # type: ignore[attr-defined]

    run_async(run)


def test_a_choice_that_nobody_makes_is_made_by_the_clock(server: str) -> None:
    """Else whoever has the choice holds the table for ever."""

    async def run() -> None:
        players = await four_at_a_table(server, timer="60", playing="free")
        offender, card = await to_a_wrong_card(players, random.Random(1))
        await offender.step({"event": "card-played", "card": card})
        assert offender.view
        trick = 1 + sum(offender.view["tricks_won"])
        for _ in range(5):  # the trick is turned, and the next one has begun: now the opponents may annul the deal (JR-ERR-11)
            player, event = next((player, event) for player in players if (event := player.choice(random.Random(2))) is not None)
            await player.step(event)
        table = live(offender.code)
        foe = players[((offender.you or 0) + 1) % 4]
        await foe.step({"event": "incident-reported", "offence": "revoke", "seat": offender.you, "trick": trick})
        assert players[0].view
        assert players[0].view["pending"], "somebody has to choose"
        assert table.clock.deadline is not None  # type: ignore[attr-defined]
        table.state.timer = 1  # type: ignore[attr-defined]
        await foe.do(t="say", phrase="weiter")
        table.clock.plan()  # type: ignore[attr-defined]
        await players[0].until(lambda: not (players[0].view or {}).get("pending"))
        made = [message for message in players[0].messages if message.get("event", {}).get("event") == "choice-made"]
        assert made
        assert all(message["event"].get("by") == "timeout" or message.get("by") == "timeout" for message in made), made

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
        for player in (first, second):
            await player.settled()  # a line that was only just accepted is not known by its session yet
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


async def _ended(*players: Player) -> None:
    for player in players:
        async with player.changed:
            while player.closed is None:
                await player.changed.wait()
        assert player.closed == 1012


def test_a_word_to_the_other_processes_ends_connections_there_at_once(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign-out, a new password and the end of an account: every process is told, in words that open nothing."""
    from puur.web import asgi
    from puur.web.live.cluster import Cluster

    told: list[str] = []
    monkeypatch.setattr(asgi.sockets, "tell_others", told.append)
    other: Any = object.__new__(Cluster)  # what another process does with the word
    other.hub, other.ended = asgi.hub, asgi.sockets.end_here

    async def run() -> None:
        name, secret = f"Fern{random.getrandbits(32)}", "Buur-und-Nell-9"
        phone, desk = Browser(server), Browser(server)
        assert phone.post("/accounts/signup/", username=name, password1=secret, password2=secret).status == 302
        assert desk.post("/accounts/login/", username=name, password=secret).status == 302
        code = desk.open_table()
        stays = await Player(_visitor(server, code), code).connect()

        session = desk.cookies["sessionid"]
        player = await Player(desk, code).connect()
        await player.settled()
        assert desk.post("/accounts/logout/").status == 302
        await _ended(player)
        word = told.pop()
        assert session not in word
        assert desk.post("/accounts/login/", username=name, password=secret).status == 302
        player = await Player(desk, code).connect()
        Cluster._told(other, word)  # of the session before: nobody has come by it
        await player.settled()
        assert player.closed is None

        new = "Puur-und-Nell-10"
        key = next(connection.who.key for connection, own in asgi.sockets._sessions.items() if own == desk.cookies["sessionid"])
        changed = phone.post("/accounts/password/", old_password=secret, new_password1=new, new_password2=new)
        assert changed.status == 302
        await _ended(player)
        assert told.pop() == f"ended {ended_person(key)}"
        assert desk.post("/accounts/login/", username=name, password=new).status == 302
        player = await Player(desk, code).connect()
        await player.settled()
        assert phone.post("/accounts/delete/", password=new, confirm="on").status == 302
        await _ended(player)  # on the other device too
        assert f"ended {ended_person(key)}" in told
        visitor = _visitor(server, code)
        far = await Player(visitor, code).connect()
        await far.settled()
        key = next(connection.who.key for connection, own in asgi.sockets._sessions.items() if own == visitor.cookies["sessionid"])
        Cluster._told(other, f"ended {ended_person(key)}")
        await _ended(far)
        await stays.settled()
        assert stays.closed is None

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
