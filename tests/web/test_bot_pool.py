"""The bots of the tables: no numba in the server, a short queue, and a game that goes on when a worker dies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading

import pytest

import puur
from puur.bots import levels, worker
from puur.bots.levels import LEVELS
from puur.bots.worker import Workers
from puur.core.events import Event
from puur.core.view import View
from puur.web.live import bot_pool
from puur.web.live.bot_pool import Thinkers
from tests.web.aside import database
from tests.web.client import Browser, Player, run_async

SLALOM = """
key = "unser-slalom"
title = "Unser Slalom"
extends = "jassregeln"

[modes]
E = 1
R = 1
S = 1
L = 1
slalom-oben = 3
slalom-unten = 3
"""


def test_the_server_starts_without_numba() -> None:
    """Also a bot that needs no search gets by without it; the compiled code is the workers' business."""
    program = """
import sys
import puur.web.asgi, puur.web.urls, puur.web.views.replay
import puur
from puur.web.live import bot_pool
view = puur.view(puur.new_deal("ub2024", seed=1))
said, level = bot_pool.quick("meister", view, "1")
assert level == "stammtisch" and said in view.options
assert "meister" in bot_pool.LEVELS
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_no_choice_is_nobody_else_s() -> None:
    """The last card is forced: it says nothing about who plays, and needs no worker."""
    game = puur.new_deal("tam2014-es", seed=5)
    puur.step(game, puur.choose(puur.view(game), "lehrling"))
    while len(puur.view(game).hand) > 1:
        puur.step(game, puur.choose(puur.view(game), "lehrling"))
    view = puur.view(game)
    assert len(view.options) == 1
    assert not bot_pool.slow("meister", view)
    assert bot_pool.quick("meister", view, "1") == (view.options[0], "meister")


class Stuck:
    """Workers that think until they are told to stop."""

    def __init__(self) -> None:
        self.go, self.asked = threading.Event(), 0

    def ask(self, level: str, view: View, seed: str) -> tuple[Event, str]:
        assert seed
        self.asked += 1
        assert self.go.wait(300)
        return view.options[0], level

    def stop(self) -> None:
        self.go.set()


def test_what_waits_for_a_worker_is_bounded() -> None:
    """Two seconds of thinking may wait: two Meister of 0.95 s; for the third nothing is left, so the Stammtisch answers."""
    view = puur.view(puur.new_deal("ub2024", seed=1))

    async def run() -> None:
        found, stuck = Thinkers(1), Stuck()
        found.workers = stuck  # type: ignore[assignment]
        waiting = [asyncio.create_task(found.think("meister", view, str(number))) for number in range(2)]
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(found.think("meister", view, "3"), 300))[1] == "stammtisch"
        assert not any(one.done() for one in waiting)
        stuck.go.set()
        assert [(await one)[1] for one in waiting] == ["meister", "meister"]
        # And then there is room again, for one that was turned away before too.
        assert (await found.think("meister", view, "4"))[1] == "meister"
        found.stop()

    asyncio.run(run())


def test_what_a_bot_reckons_out_once_for_a_book_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet of a Coiffeur book takes seconds: meanwhile the loop goes on, few wait for it, and the others are told."""
    from puur.bots import sheet

    view = puur.view(puur.new_deal("tam2014-cp", seed=1))
    levels.bot("jasskoenig")
    go, real, built = threading.Event(), sheet.Sheet, []

    def slowly(*arguments: object) -> sheet.Sheet:
        built.append(threading.current_thread())
        assert go.wait(300)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(sheet, "Sheet", slowly)
    monkeypatch.setattr(sheet, "_SHEETS", {})

    async def run() -> None:
        found = Thinkers(0)
        assert bot_pool.slow("jasskoenig", view)
        hints = [asyncio.create_task(found.hint(view, random.Random(number))) for number in range(2)]
        bots = [asyncio.create_task(found.think("jasskoenig", view, str(number))) for number in range(bot_pool.MOST_ASIDE - 2)]
        await asyncio.sleep(0)  # this loop is not stopped by it
        with pytest.raises(bot_pool.Busy):
            await found.hint(view, random.Random(9))
        assert (await found.think("jasskoenig", view, "9"))[1] == "stammtisch"
        go.set()
        assert all([await task is not None for task in hints])
        assert [(await task)[1] for task in bots] == ["jasskoenig"] * len(bots)
        assert len(built) == 1
        assert built[0] is not threading.main_thread()
        assert not bot_pool.slow("jasskoenig", view), "from now on it costs nothing"
        found.stop()

    asyncio.run(run())


async def with_bots(server: str, level: str, **data: str) -> Player:
    """A person and three bots, begun."""
    browser = Browser(server)
    player = await Player(browser, browser.open_table(level=level, **data)).connect()
    await player.do(t="start")
    return player


def plays(player: Player) -> list[str]:
    return [seat["plays"] for seat in player.table["seats"]]


async def play_deals(player: Player, rng: random.Random, done: int) -> None:
    await player.play(rng, lambda: bool(player.view["over"] or (player.view["number"] >= done and player.view["phase"] == "over")))


def pids(workers: Workers) -> set[int]:
    """The numbers of the processes that run."""
    return {one._process.pid for one in workers._workers if one._process is not None}


def test_a_killed_worker_does_not_stop_the_table(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "GRACE", 300.0)  # on a busy machine none is ended because it is slow

    async def run() -> None:
        player, rng = await with_bots(server, "klub", book="tam2014-es"), random.Random(5)
        assert [seat["bot"] for seat in player.table["seats"]] == ["", "klub", "klub", "klub"]
        workers = bot_pool.thinkers.workers
        assert await asyncio.to_thread(workers.ready)
        # The bots search now.
        await player.play(rng, lambda: set(plays(player)) == {"", "klub"} and player.view["phase"] == "playing")
        number = player.view["number"]
        killed = pids(workers)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        # The level below answers, and everybody can see that it does.
        await player.play(rng, lambda: "stammtisch" in plays(player))
        await play_deals(player, rng, number)
        assert player.view["number"] == number
        # Another worker has been started meanwhile; when it is ready the level is what it was.
        await player.play(rng, lambda: bool(pids(workers) - killed or player.view["over"]))
        assert await asyncio.to_thread(workers.ready)
        await player.play(rng, lambda: set(plays(player)) == {"", "klub"} or bool(player.view["over"]))
        assert set(plays(player)) == {"", "klub"}

    run_async(run)


def test_a_mode_that_a_bot_has_no_table_for_is_bid_by_the_level_below(server: str) -> None:
    """Somebody's own book offers a Slalom; the tables of the Stammtisch hold the six modes of the Schieber: the Lehrling bids."""

    async def run() -> None:
        browser = Browser(server)
        token, mark = browser.token(), "part"
        fields = {"csrfmiddlewaretoken": token, "level": "stammtisch", "name": "Ruth"}
        parts = [f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
        head = f'--{mark}\r\nContent-Disposition: form-data; name="book_file"; filename="x.toml"'
        parts.append(f"{head}\r\n\r\n{SLALOM}\r\n--{mark}--\r\n")
        answer = browser.request("POST", "/tables/new/", "".join(parts), Content_Type=f"multipart/form-data; boundary={mark}")
        assert answer.status == 302, answer.text
        player = await Player(browser, answer.headers["location"].split("/")[2]).connect()
        await player.do(t="start")
        rng = random.Random(1)
        await player.play(rng, lambda: "lehrling" in plays(player))  # a bot has bid
        await player.play(rng, lambda: set(plays(player)) == {"", "stammtisch"})  # and has played a card since
        await play_deals(player, rng, player.view["number"])

    run_async(run)


@pytest.mark.parametrize(("stored", "shown"), [("simple", "simple"), ("grossmeister", "stammtisch")])
def test_tables_with_levels_of_old_go_on(server: str, stored: str, shown: str) -> None:
    from puur.web.models import Seat, Table

    async def run() -> None:
        browser = Browser(server)
        code = await asyncio.to_thread(lambda: browser.post("/play/").headers["location"].split("/")[2])

        def age() -> None:
            Table.objects.filter(code=code).update(level=stored)
            Seat.objects.filter(table__code=code).exclude(bot="").update(bot=stored)

        await database(age)
        player = await Player(browser, code).connect()
        await player.until(lambda: player.view)
        assert [seat["bot"] for seat in player.table["seats"]] == ["", stored, stored, stored]
        await play_deals(player, random.Random(2), 1)
        assert plays(player) == ["", shown, shown, shown]

    run_async(run)


def test_every_level_is_offered_and_described(server: str) -> None:
    from puur.words import say

    text = Browser(server).get("/tables/new/").text
    for level in LEVELS:
        assert f'value="{level}"' in text
        assert say(LEVELS[level].text, "de").partition(":")[2].strip()
