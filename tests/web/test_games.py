"""Whole games over real WebSockets."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.web.client import Browser, Player, four_at_a_table, run_async


@pytest.mark.parametrize("book", ["ub2024", "tam2014-es"])
def test_four_people_play_a_whole_game(server: str, book: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book=book, **({"target": "500"} if book == "ub2024" else {}))
        rng = random.Random(book)
        await asyncio.gather(*(player.play(random.Random(rng.random())) for player in players))
        views = [player.view for player in players]
        assert all(view["over"] for view in views)
        for name in ("entries", "totals", "winner", "slate", "striche"):
            assert all(view[name] == views[0][name] for view in views)
        assert sum(entry["points"] for entry in views[0]["entries"]) == sum(views[0]["written"])
        await players[0].until(lambda: players[0].table["state"] == "over")
        for player in players:
            await player.close()

    run_async(run)


def test_one_click_and_three_bots_play_a_whole_game(server: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        answer = browser.post("/play/", book="ub2024")
        assert answer.status == 302
        player = await Player(browser, answer.headers["location"].split("/")[2]).connect()
        await player.until(lambda: player.view)
        assert [seat["bot"] for seat in player.table["seats"]] == ["", "stammtisch", "stammtisch", "stammtisch"]
        await player.play(random.Random(1))
        assert player.view["winner"] in (0, 1)
        await player.close()

    run_async(run)
