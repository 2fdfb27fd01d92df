"""Around the game: seats, bots, leaving and coming back, votes, clocks, spectators, another game, languages."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from puur.core.events import Event
from puur.core.view import View
from puur.web.live import bot_pool
from tests.web.client import TIMEOUT, Browser, Player, four_at_a_table, run_async


async def guest(server: str, code: str, name: str) -> Player:
    browser = Browser(server)
    browser.visit(code, name)
    player = await Player(browser, code).connect()
    await player.until(lambda: player.table)
    return player


async def opened(server: str, **data: str) -> Player:
    browser = Browser(server)
    host = await Player(browser, browser.open_table(**data)).connect()
    await host.until(lambda: host.table)
    return host


def names(player: Player) -> list[str]:
    return [seat["name"] for seat in player.table["seats"]]


def test_people_choose_seats_and_bots_fill_the_rest(server: str) -> None:
    async def run() -> None:
        host = await opened(server)
        assert host.table["state"] == "lobby"
        assert host.table["you_host"]
        assert host.you == 0
        assert names(host) == ["Ruth", "", "", ""]
        friend = await guest(server, host.code, "Ruth")
        assert friend.you is None
        assert await friend.ask(t="sit", seat=0) == "state"  # taken
        await friend.do(t="sit", seat=2)
        assert names(host) == ["Ruth", "", "Ruth 2", ""]  # two of one name can be told apart
        await friend.do(t="sit", seat=1)
        assert names(host) == ["Ruth", "Ruth 2", "", ""]
        await friend.do(t="name", name="  Hans  ")
        assert names(host) == ["Ruth", "Hans", "", ""]
        assert await friend.ask(t="start") == "auth"
        assert await friend.ask(t="bot", seat=2, level="lehrling") == "auth"
        assert await host.ask(t="bot", seat=2, level="genius") == "state"
        await host.do(t="bot", seat=2, level="lehrling")
        assert host.table["seats"][2]["bot"] == "lehrling"
        await friend.do(t="leave")
        assert names(host)[1] == ""
        assert friend.you is None
        await friend.do(t="sit", seat=3)
        assert friend.you == 3
        await host.do(t="kick", seat=3)
        assert friend.you is None
        await friend.do(t="sit", seat=3)
        assert friend.you == 3
        await host.do(t="start")
        assert friend.view
        assert [bool(seat["bot"]) for seat in friend.table["seats"]] == [False, True, True, False]
        assert all(names(friend))
        assert await friend.ask(t="sit", seat=1) == "state"

    run_async(run)


def test_everything_is_still_there_after_a_reload(server: str) -> None:
    """Two tabs, a reload, and a gap: the client gets the state and what it has missed."""

    async def run() -> None:
        players = await four_at_a_table(server)
        rng = random.Random(3)
        for _ in range(12):
            acting = next(one for one in players if one.choice(rng) is not None)
            await acting.step(acting.choice(rng))
        one = players[2]
        view, n = one.view, one.n
        await one.close()
        await players[0].until(lambda: not players[0].table["seats"][2]["here"])
        assert players[0].table["seats"][2]["away"]
        again = await Player(one.browser, one.code).connect(path=f"/ws/t/{one.code}/?since={n - 3}")
        await again.until(lambda: again.view)
        assert again.you == 2
        assert again.view == view
        assert [event["n"] for event in again.messages[0]["events"]] == [n - 2, n - 1, n]
        await players[0].until(lambda: players[0].table["seats"][2]["here"])
        second_tab = await Player(one.browser, one.code).connect()
        await second_tab.until(lambda: second_tab.view)
        await again.close()
        await gone_to(one.code, 4)  # the three others, and the second tab
        await players[0].settled()
        assert players[0].table["seats"][2]["here"]

    run_async(run)


async def gone_to(code: str, connections: int) -> None:
    """Wait until the server knows of so many connections."""
    from puur.web import asgi

    async with asyncio.timeout(TIMEOUT):
        while len(asgi.hub.tables[code].connections) != connections:
            await asyncio.sleep(0.01)


async def quiet(code: str) -> None:
    """Let the table do whatever is due now: a few rounds through its task, and its clocks between them."""
    from puur.web import asgi

    def round_trip() -> None:
        table, done = asgi.hub.tables[code], threading.Event()

        async def reached() -> None:
            done.set()

        asgi.hub.loop.call_soon_threadsafe(table.post, reached)
        assert done.wait(TIMEOUT)

    for _ in range(10):
        await asyncio.to_thread(round_trip)


async def play_on(players: list[Player], rng: random.Random, steps: int) -> int:
    """Let those who are there play; how many steps were possible."""
    from puur.web import asgi

    for done in range(steps):
        await quiet(players[0].code)  # one step may bring others: everybody has seen them before the next
        for player in players:
            await player.until(lambda player=player: player.n >= asgi.hub.tables[player.code].state.n)
        acting = next((one for one in players if one.choice(rng) is not None), None)
        if acting is None:
            return done
        await acting.step(acting.choice(rng))
    return steps


def test_the_table_votes_on_a_seat_and_its_person_takes_it_back(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        rng = random.Random(6)
        gone, others = players[3], players[:3]
        await play_on(players, rng, 3)
        await gone.close()
        await others[0].until(lambda: others[0].table["vote"])
        assert others[0].table["vote"]["seat"] == 3
        assert others[0].table["vote"]["needed"] == 2
        # Two of three want to wait: the table waits and asks again.
        count = len(others[0].messages)
        await others[0].do(t="vote", choice="wait")
        await others[1].do(t="vote", choice="wait")
        table = await others[0].told(count, lambda table: table["vote"] is None)
        assert not table["seats"][3]["stand_in"]
        await others[0].until(lambda: others[0].table["vote"])
        await others[0].do(t="vote", choice="bot")
        await others[1].do(t="vote", choice="wait")
        assert others[0].table["vote"]["votes"] == {"0": "bot", "1": "wait"}
        start = others[0].n
        await others[2].do(t="vote", choice="bot")
        assert others[0].table["seats"][3]["stand_in"]

        def bot_has_acted() -> bool:
            return any(one.get("by") == "bot" for one in others[0].messages if one["t"] == "event")

        while not bot_has_acted():
            n = others[0].n
            if not await play_on(others, rng, 1):  # it is the bot's turn
                await others[0].until(lambda n=n: others[0].n > n)
        assert others[0].n > start
        acted = next(one for one in others[0].messages if one.get("by") == "bot")
        assert acted["event"]["seat"] == 3
        # Back again: the bot gives up the seat.
        await gone.connect()
        await others[0].until(lambda: not others[0].table["seats"][3]["stand_in"])
        await gone.until(lambda: gone.you == 3 and gone.view)

    run_async(run)


def test_who_says_good_bye_is_voted_on_at_once_and_may_come_back(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        await players[1].send(t="leave")
        await players[0].until(lambda: players[0].table["vote"] and players[0].table["vote"]["seat"] == 1)
        assert await players[1].ask(t="vote", choice="wait") == "state"  # not on one's own
        cutter = players[0].view["cut"]["seat"]
        await players[1].connect()
        await players[0].until(lambda: players[0].table["vote"] is None)
        assert players[0].table["seats"][1]["here"]
        assert cutter == players[0].view["cut"]["seat"]

    run_async(run)


def test_when_the_time_is_up_the_bot_s_card_is_played(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import forms

    asked: list[str] = []

    def quick(level: str, view: View, seed: str) -> tuple[Event, str]:
        asked.append(level)
        return real(level, view, seed)

    real = bot_pool.quick
    monkeypatch.setattr(bot_pool, "quick", quick)

    async def run() -> None:
        players = await four_at_a_table(server, timer="1", level="lehrling")
        assert players[0].table["timer"] == 1
        await players[0].until(lambda: players[0].table["deadline"])
        await players[0].until(lambda: any(one.get("by") == "timeout" for one in players[0].messages))
        late = next(one for one in players[0].messages if one.get("by") == "timeout")
        assert late["event"]["event"] in ("shuffled", "cut")
        # Then the bidding, by the bot's choice too.
        await players[0].until(lambda: players[0].view["phase"] != "preparing" and players[0].n > late["n"] + 2)
        assert set(asked) == {"lehrling"}, "the level of the table"

    field = forms.TableForm.base_fields["timer"]
    before = field.choices
    field.choices = [*before, (1, "1")]
    try:
        run_async(run)
    finally:
        field.choices = before


def test_another_game_begins_when_all_want_it(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="ub2024", target="100")
        rng = random.Random(8)
        await asyncio.gather(*(player.play(random.Random(rng.random())) for player in players))
        for player in players:
            await player.until(lambda player=player: player.table["state"] == "over")
        n = players[0].n
        assert await players[0].ask(t="start") == "state"
        assert (await players[0].act({"event": "thanked"}))["code"] == "state"
        for player in players[:3]:
            await player.do(t="again")
        assert players[0].table["again"] == [0, 1, 2]
        await players[3].do(t="again")
        assert [(player.table["game"], player.view["over"]) for player in players] == [(2, False)] * 4
        assert players[0].n > n
        assert players[0].view["totals"] == [0, 0]
        assert await play_on(players, rng, 5) == 5  # before a trick is complete: two good ones may be the 100 points

    run_async(run)


def test_bots_wait_for_people_between_deals_and_while_nobody_is_there(server: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        code = browser.post("/play/").headers["location"].split("/")[2]
        player = await Player(browser, code).connect()
        await player.until(lambda: player.view)
        await player.close()
        from puur.web import asgi

        table = asgi.hub.tables[code]
        await gone_to(code, 0)
        n = table.state.n
        await quiet(code)
        assert table.state.n == n

    run_async(run)


def test_a_ready_person_contributes_where_a_bot_cuts(server: str) -> None:
    async def run() -> None:
        from puur.web import asgi

        pace = asgi.hub.pace
        asgi.hub.pace = type(pace)(bot=0, trick=0, between=3600)
        try:
            browser = Browser(server)
            code = browser.post("/play/").headers["location"].split("/")[2]
            player = await Player(browser, code).connect()
            await player.until(lambda: player.view)
        finally:
            asgi.hub.pace = pace
        rng = random.Random(2)
        for _ in range(8):  # until a bot has to cut after a deal
            await player.play(rng, lambda: bool(player.view["over"] or (player.view["phase"] == "over" and player.view["cut"])))
            assert not player.view["over"]
            if player.view["cut"]["seat"] != 0:
                break
            await player.act(player.choice(rng))
        number = player.view["number"]
        await quiet(code)
        await player.settled()
        assert (player.view["number"], player.view["phase"]) == (number, "over"), "the bot waits for the person"
        assert player.view["cut"]
        await player.do(t="ready", nonce="c0ffee")
        await player.until(lambda: player.view["number"] == number + 1)
        assert player.view["fair"]["cut"]["nonce"] == "A=c0ffee"

    run_async(run)


def seen_by_all(server: str, code: str, deal: int = 1) -> int:
    """The status that a stranger gets for a replay."""
    return Browser(server).get(f"/t/{code}/deal/{deal}/").status


def test_replays_are_shared_only_if_all_people_agree(server: str) -> None:
    """Two people and two bots: both people have to say yes, the bots are not asked, and either may take it back."""

    async def run() -> None:
        host = await opened(server, book="tam2014-es")
        await host.do(t="share", yes=True)
        assert host.table["shared"]  # alone at the table
        friend = await guest(server, host.code, "Hans")
        await friend.do(t="sit", seat=1)
        assert friend.you == 1
        assert not host.table["shared"]  # somebody has come who was not asked
        assert host.table["share"] == [0]
        await host.do(t="start")
        rng = random.Random(4)

        await asyncio.gather(*(one.play(rng, lambda one=one: one.view["number"] > 1) for one in (host, friend)))
        assert seen_by_all(server, host.code) == 404
        assert friend.browser.get(f"/t/{host.code}/deal/1/").status == 200
        await friend.do(t="share", yes=True)
        assert host.table["shared"]
        assert seen_by_all(server, host.code) == 200
        assert seen_by_all(server, host.code, 2) == 404  # that deal is not over
        assert Browser(server).get(f"/t/{host.code}/record.jass").status == 200
        await host.do(t="share", yes=False)
        assert not friend.table["shared"]
        assert seen_by_all(server, host.code) == 404
        assert Browser(server).get(f"/t/{host.code}/record.jass").status == 404
        stranger = Browser(server)
        stranger.visit(host.code, "Fritz")
        assert stranger.get(f"/t/{host.code}/deal/1/data.json").status == 404

    run_async(run)


def test_free_text_is_for_tables_without_spectators(server: str) -> None:
    async def run() -> None:
        private = await opened(server)
        assert private.table["chat"]
        await private.do(t="chat", text="Hoi zäme")
        assert private.last("chat")
        public = await opened(server, spectators="on")
        assert not public.table["chat"]
        assert await public.ask(t="chat", text="Hoi zäme") == "state"
        await public.do(t="say", phrase="hallo")  # phrases are for all
        assert public.last("said")

    run_async(run)
