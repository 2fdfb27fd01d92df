"""Games in which everybody plays alone and bids a number, over real WebSockets: what is hidden stays hidden."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import Any

import pytest

from tests.web.client import Browser, Player, four_at_a_table, run_async

BOOKS = ("differenzler", "differenzler-club", "differenzler-open")


def told(player: Player) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every message with news of the game, and the whole view after it."""
    view: dict[str, Any] = {}
    found = []
    for message in player.messages:
        if message["t"] in ("event", "sync") and message["view"] is not None:
            view = message["view"] if message["t"] == "sync" else {**view, **message["view"]}
            found.append((message, view))
    return found


def check_secrets(player: Player) -> int:
    """Look for predictions of others in all that was sent before the deal was over; how many messages were looked at."""
    looked = 0
    for message, view in told(player):
        if view["phase"] not in ("bidding", "playing"):
            continue
        looked += 1
        said = view["own"]["said"]
        assert all(points is None for seat, points in enumerate(said) if seat != player.you), message
        event = message.get("event", {})
        if event.get("event") == "predicted" and event["seat"] != player.you:
            assert "points" not in event, message
    return looked


@pytest.mark.parametrize("book", BOOKS)
def test_four_people_predict_and_play_two_deals(server: str, book: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book=book, spectators="on")
        watching = Browser(server)
        watching.visit(players[0].code, "Gaffer")
        watcher = await Player(watching, players[0].code).connect()
        await watcher.until(lambda: watcher.view)
        rng = random.Random(book)

        def enough(player: Player) -> bool:
            return bool(player.view and player.view["number"] >= 2 and player.view["phase"] == "over")

        await asyncio.gather(*(player.play(random.Random(rng.random()), partial(enough, player)) for player in players))
        await watcher.until(partial(enough, watcher))
        views = [player.view or {} for player in players]
        for view in views:
            assert view["sides"] == [0, 1, 2, 3]
            assert view["own"]["said"] == views[0]["own"]["said"]
            assert None not in view["own"]["said"] or book == "differenzler-club"
            assert [row["deal"] for row in view["deal_rows"]["rows"]] == [1, 2]
            last = view["deal_rows"]["rows"][-1]["cells"]
            assert sum(made for _, made, _ in last) == 157  # with the last trick (JR-LAST-01)
            assert view["result"]["points"] == [points for _, _, points in last]
            assert view["written"] == view["totals"]
        for player in (*players, watcher):
            if book == "differenzler-open":
                bids = [(message, view) for message, view in told(player) if message.get("event", {}).get("event") == "declared"]
                assert len(bids) == 8
                assert all(view["own"]["said"][message["event"]["seat"]] == message["event"]["points"] for message, view in bids)
            else:
                assert check_secrets(player) > 60

    run_async(run)


@pytest.mark.parametrize("book", BOOKS)
def test_a_person_and_three_bots_play_a_deal(server: str, book: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        answer = browser.post("/play/", book=book)
        player = await Player(browser, answer.headers["location"].split("/")[2]).connect()
        await player.until(lambda: player.view)
        await player.play(random.Random(2), lambda: bool(player.view and player.view["phase"] == "over"))
        assert player.view is not None
        said = [points for seat, points in enumerate(player.view["own"]["said"]) if seat != player.you]
        assert None not in said  # bots write a number on their slips
        events = [message["event"] for message, _ in told(player) if "event" in message]
        assert {event["seat"] for event in events if event["event"] in ("predicted", "declared")} == {0, 1, 2, 3}

    run_async(run)


def test_the_least_wins_and_another_game_begins(server: str) -> None:
    async def run() -> None:
        browser = Browser(server)
        answer = browser.post("/play/", book="differenzler-club")
        player = await Player(browser, answer.headers["location"].split("/")[2]).connect()
        await player.until(lambda: player.view)
        await player.play(random.Random(4))
        assert player.view is not None
        totals, winner = player.view["totals"], player.view["winner"]
        assert winner == (totals.index(min(totals)) if totals.count(min(totals)) == 1 else None)
        assert len(player.view["deal_rows"]["rows"]) == 4
        await player.until(lambda: player.table["state"] == "over")
        await player.do(t="again")
        assert (player.table["game"], player.view["over"]) == (2, False)

    run_async(run)


def test_only_the_table_turns_up_trump(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="differenzler")
        answer = await players[0].act({"event": "trump-turned", "card": "E6"})
        assert answer["t"] == "error"
        assert answer["code"] == "json"

    run_async(run)


def test_the_jasstafel_offers_what_the_table_offers(server: str) -> None:
    browser = Browser(server)
    offered = browser.get("/slate/").text
    for key in ("ub2024", "differenzler-open"):
        assert f'"key": "{key}"' in offered
        assert key in browser.get("/tables/new/").text
