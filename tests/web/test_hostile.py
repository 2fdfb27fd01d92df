"""Hostile clients: whatever they send changes nothing and gets a clear refusal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import uuid

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.aside import database
from tests.web.client import Browser, Player, four_at_a_table, run_async


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def stored(code: str) -> list[tuple[int, str, str]]:
    from puur.web.models import TableEvent

    return list(TableEvent.objects.filter(table__code=code).order_by("n").values_list("n", "data", "action"))


async def rows(code: str) -> list[tuple[int, str, str]]:
    return await database(lambda: stored(code))


def test_malformed_messages_change_nothing(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        one, code = players[0], players[0].code
        before = await rows(code)
        unreadable = [
            "", "x", "null", "[]", "{}", '{"t":1}', '{"t":"nonsense"}', '{"t":"act"}', '{"t":"act","id":5,"event":{}}',
            '{"t":"act","id":"","event":{}}', '{"t":"act","id":"a","event":[]}',
            '{"t":"act","id":"a","event":{"event":"shuffled"}}',
            '{"t":"act","id":"a","event":{"event":"dealt"}}', '{"t":"act","id":"a","event":{"event":"ruling-made","rule":"X"}}',
            '{"t":"act","id":"a","event":{"event":"result-entered","points":[157,0]}}',
            '{"t":"act","id":"a","event":{"event":"hands-recorded","dealer":0}}',
            '{"t":"act","id":"a","event":{"event":"card-played","card":"E6","seat":2}}',
            '{"t":"act","id":"a","event":{"event":"card-played","card":"ZZ"}}',
            '{"t":"act","id":"a","event":{"event":"card-played"}}',
            '{"t":"act","id":"a","event":{"event":"cut","lifted":1e400}}',
            '{"t":"act","id":"a","event":{"event":"cut","lifted":NaN}}',
            '{"t":"act","id":"a","event":{"event":"cut","lifted":true}}',
            '{"t":"act","id":"a","event":{"event":"cut","lifted":7,"nonce":"<script>"}}',
            '{"t":"act","id":"a","event":{"event":"cut","lifted":7,"nonce":' + '"' + "a" * 65 + '"}}',
            '{"t":"act","id":"a","event":{"event":"thanked","words":"x","extra":1}}',
            '{"t":"act","id":"a","event":{"event":"correction-made","deal":1,"team":0,"points":500,"reason":"ja"}}',
            '{"t":"vote","choice":"eject"}',
            '{"t":"say","phrase":"E6!"}', '{"t":"chat","text":""}', '{"t":"share","yes":1}', '{"t":"name","name":""}',
            '{"t":"' + "[" * 500 + '"}', "[" * 4000, '{"t":"act","id":"' + "9" * 100 + '"}', "🃏" * 2,
        ]  # fmt: skip
        # Seats are taken and given before the game, a vote needs somebody who has gone, another game the end of this one.
        untimely = [
            '{"t":"sit","seat":7}', '{"t":"sit","seat":"0"}', '{"t":"sit","seat":1}', '{"t":"bot","seat":1,"level":"simple"}',
            '{"t":"kick","seat":1}', '{"t":"start"}', '{"t":"vote","choice":"bot"}', '{"t":"again"}',
        ]  # fmt: skip
        bad = [("json", text) for text in unreadable] + [("state", text) for text in untimely] + [("size", '{"a":' * 2000)]
        for code_of_refusal, text in bad:
            count = len(one.messages)
            await one.send_text(text)
            await one.until(lambda count=count: len(one.messages) > count)
            answer = one.messages[count]
            assert (answer["t"], answer.get("code")) == ("error", code_of_refusal), (text[:80], answer)
            assert answer.get("text"), text[:80]
        count = len(one.messages)
        await one.send_text(b"\x00\x01")
        await one.until(lambda: len(one.messages) > count)
        assert one.messages[count]["t"] == "error"
        await one.settled()
        assert await rows(code) == before
        assert one.closed is None
        await close(*players)

    run_async(run)


def test_a_legal_card_is_refused_when_it_comes_with_a_seat_or_with_anything_else(server: str) -> None:
    """The table knows who sits where; a message that names a seat is none, even if the card could be played."""

    async def run() -> None:
        players = await four_at_a_table(server)
        rng = random.Random(3)
        while not any(player.view["legal"] for player in players):
            acting = next(player for player in players if player.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        turn = next(player for player in players if player.view["legal"])
        play = {"event": "card-played", "card": turn.view["legal"][0]}
        before = await rows(turn.code)
        for added in (
            {"seat": (turn.you + 2) % 4},
            {"seat": turn.you},
            {"seat": None},
            {"deal": 1},
            {"official": "turnierleitung"},
        ):
            answer = await turn.act({**play, **added})
            assert (answer["t"], answer["code"]) == ("error", "json"), added
        for player in players:
            if player is not turn:
                answer = await player.act({**play, "seat": turn.you})
                assert (answer["t"], answer["code"]) == ("error", "json"), "in the name of whoever may play it"
                answer = await player.act(play)
                assert (answer["t"], answer["reason"]) == ("refused", "not-the-leader")
        assert await rows(turn.code) == before
        await turn.step(play)
        await close(*players)

    run_async(run)


def test_a_card_that_is_not_legal_is_refused_with_its_article_in_the_reader_s_language(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="ub2024")
        rng = random.Random(2)
        turn = None
        for _ in range(400):
            turn = next((one for one in players if one.view["legal"] and len(one.view["legal"]) < len(one.view["hand"])), None)
            if turn is not None:
                break
            acting = next(one for one in players if one.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        assert turn is not None
        wrong = next(card for card in turn.view["hand"] if card not in turn.view["legal"])
        said = {}
        for lang in ("de", "fr", "it", "en"):
            await turn.send(t="hello", lang=lang)
            answer = await turn.act({"event": "card-played", "card": wrong})
            assert answer["t"] == "refused"
            assert answer["reason"] in ("follow-suit", "undertrump")
            assert answer["rule"].startswith("UB-")
            assert answer["facts"]["card"] == wrong
            said[lang] = answer["text"]
        assert len(set(said.values())) == 4
        # Out of turn, and a card of somebody else.
        other = next(one for one in players if one is not turn)
        answer = await other.act({"event": "card-played", "card": other.view["hand"][0]})
        assert answer["reason"] == "not-your-turn"  # a card has been led: somebody has to follow it
        assert (await turn.act({"event": "card-played", "card": other.view["hand"][0]}))["reason"] == "not-in-hand"
        await close(*players)

    run_async(run)


def test_replayed_and_reordered_actions_happen_once(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        code = players[0].code
        rng = random.Random(4)
        sent: list[tuple[Player, str, dict[str, object], int]] = []
        for _ in range(30):
            acting = next(one for one in players if one.choice(rng) is not None)
            key, event = str(uuid.uuid4()), acting.choice(rng)
            answer = await acting.act(event, key)
            assert answer["t"] == "ok"
            sent.append((acting, key, event, answer["n"]))
            for player in players:
                await player.until(lambda player=player, n=answer["n"]: player.n >= n)
        before = await rows(code)
        rng.shuffle(sent)
        for player, key, event, n in sent:
            player.answers.clear()
            assert await player.act(event, key) == {"v": 1, "t": "ok", "id": key, "n": n}
            player.answers.clear()
            other = next(one for one in players if one is not player)
            other.answers.clear()
            assert (await other.act(event, key))["code"] == "auth"  # somebody else's id
        # The same id with another event is the old action, not a new one.
        player, key, _, n = sent[0]
        player.answers.clear()
        assert (await player.act({"event": "thanked"}, key))["n"] == n
        assert await rows(code) == before
        await close(*players)

    run_async(run)


def test_the_same_action_from_two_tabs_at_once_happens_once(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        rng = random.Random(1)
        acting = next(one for one in players if one.choice(rng) is not None)
        twin = await Player(acting.browser, acting.code).connect()
        await twin.until(lambda: twin.view)
        assert twin.you == acting.you
        event, key = acting.choice(rng), str(uuid.uuid4())
        answers = await asyncio.gather(acting.act(event, key), twin.act(event, key), acting.act(event, key))
        assert {answer["t"] for answer in answers} == {"ok"}
        assert len({answer["n"] for answer in answers}) == 1
        assert [action for _, _, action in await rows(acting.code) if action == key] == [key]
        await close(*players, twin)

    run_async(run)


def test_a_stranger_can_not_act_and_sees_nothing_of_a_closed_table(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        code = players[0].code
        stranger = Browser(server)
        stranger.visit(code, "Fremd")
        outside = await Player(stranger, code).connect()
        with pytest.raises(ConnectionError, match="4401"):
            await outside.until(lambda: False)
        assert [message["t"] for message in outside.messages] == ["error"]
        nobody = await Player(Browser(server), code).connect(cookie="")
        with pytest.raises(ConnectionError, match="4401"):
            await nobody.until(lambda: False)
        forged = await Player(Browser(server), code).connect(cookie="sessionid=" + "a" * 32)
        with pytest.raises(ConnectionError, match="4401"):
            await forged.until(lambda: False)
        await close(*players, outside, nobody, forged)

    run_async(run)


def test_a_spectator_sees_the_table_but_can_not_act(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, spectators="on")
        code = players[0].code
        before = await rows(code)
        browser = Browser(server)
        browser.visit(code, "Zaungast")
        watcher = await Player(browser, code).connect()
        await watcher.until(lambda: watcher.view)
        assert watcher.you is None
        assert watcher.view["hand"] == watcher.view["legal"] == watcher.view["options"] == []
        cutter = players[players[0].view["cut"]["seat"]]
        assert (await watcher.act({"event": "cut", "lifted": 10}))["code"] == "auth"
        for message in (
            {"t": "say", "phrase": "gut"},
            {"t": "chat", "text": "hallo"},
            {"t": "leave"},
            {"t": "vote", "choice": "bot"},
        ):
            assert await watcher.ask(**message) == "auth"
        assert await rows(code) == before
        await cutter.step({"event": "cut", "lifted": 10})
        assert watcher.view["phase"] == "bidding"
        assert watcher.view["cards_left"] == [9, 9, 9, 9]
        await close(*players, watcher)

    run_async(run)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "http://127.0.0.1:1"])
def test_another_origin_is_refused(server: str, origin: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        code = browser.open_table()
        with pytest.raises(InvalidStatus) as refused:
            await Player(browser, code).connect(origin=origin)
        assert refused.value.response.status_code == 403

    run_async(run)


def test_an_unknown_host_is_refused(server: str) -> None:
    browser = Browser(server)
    assert browser.request("GET", "/", Host="evil.example").status == 400


def test_an_unknown_table_is_said_to_be_gone(server: str) -> None:
    async def run() -> None:
        player = await Player(Browser(server), "XXXXX").connect()
        with pytest.raises(ConnectionError, match="4404"):
            await player.until(lambda: False)
        assert player.messages[0]["code"] == "gone"

    run_async(run)


def test_long_messages_are_refused_and_huge_ones_end_the_connection(server: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        player = await Player(browser, browser.open_table()).connect()
        await player.until(lambda: player.table)
        await player.send_text(json.dumps({"t": "chat", "text": "a" * 9000}))
        await player.until(lambda: (player.last("error") or {}).get("code") == "size")
        await player.send_text(json.dumps({"t": "chat", "text": "a" * 301}))
        await player.until(lambda: sum(message["t"] == "error" for message in player.messages) == 2)
        assert player.last("error")["code"] == "size"
        await player.send_text("a" * 100_000)
        with pytest.raises(ConnectionError, match="1009"):
            await player.until(lambda: False)

    run_async(run)


def test_too_many_messages_are_refused_and_then_the_connection_ends(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi

    monkeypatch.setattr(asgi.sockets, "rate", 5.0)

    async def run() -> None:
        browser = Browser(server)
        player = await Player(browser, browser.open_table()).connect()
        await player.until(lambda: player.table)
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            for _ in range(20_000):  # far more than five a second, however slow the machine is
                await player.send(t="ping")
        with pytest.raises(ConnectionError):
            await player.until(lambda: False)
        assert player.closed == 4429
        assert player.last("error")["code"] == "rate"

    run_async(run)


def test_chat_is_limited_and_plain_text(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        await players[0].do(t="chat", text="<b>Hoi\u202e zäme</b>\n\x00")
        assert players[1].last("chat") == {"v": 1, "t": "chat", "seat": 0, "name": "Ruth", "text": "<b>Hoi zäme</b>"}
        for _ in range(200):  # one every two seconds is allowed, and five at once
            await players[0].send(t="say", phrase="bravo")
        await players[0].until(lambda: players[0].last("error"))
        assert players[0].last("error")["code"] == "rate"
        await close(*players)

    run_async(run)


def test_what_can_be_repeated_for_ever_ends_and_the_game_goes_on(server: str) -> None:
    """A complete trick may be looked at while it lies open, as often as one likes; each look is an event that is kept."""
    from puur.web.live.acting import MOST_DEEDS

    async def run() -> None:
        browser = Browser(server)
        player = await Player(browser, browser.open_table()).connect()
        await player.do(t="start")
        rng = random.Random(1)
        await player.play(rng, lambda: player.view["trick_open"] and player.view["to_act"] == player.you)
        look = {"event": "trick-looked", "trick": player.view["trick_number"]}
        answers = [await player.act(look) for _ in range(MOST_DEEDS + 1)]
        kinds = [one["t"] for one in answers]
        assert kinds[0] == "ok"
        assert (answers[-1]["t"], answers[-1]["code"]) == ("error", "rate")
        assert kinds == ["ok"] * kinds.count("ok") + ["error"] * kinds.count("error")
        n = player.n
        await player.play(rng, lambda: player.n > n + 4)

    run_async(run)
