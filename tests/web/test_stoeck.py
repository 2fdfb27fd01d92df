"""Stöck come with their second card in one step: nobody, however quick, can cover the card before they are shown. (JR-STOE-02)"""

from __future__ import annotations

import random

import pytest

from tests.web.client import Json, Player, four_at_a_table, run_async


async def act(player: Player, event: Json) -> None:
    """Do something as the page does it: a card says that it takes the Stöck with it."""
    await player.step(event, stoeck=True)


def suit_with_stoeck(players: list[Player]) -> str:
    """A suit of which one seat holds König and Ober."""
    return next((suit for suit in "ERSL" for one in players if {f"{suit}K", f"{suit}O"} <= set(one.view["hand"])), "")


@pytest.mark.rule("JR-STOE-02")
def test_jr_stoe_02_the_second_card_takes_the_stoeck_with_it(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="jassregeln", target="3000")
        rng = random.Random(7)
        trump, stoeck = "", None
        while stoeck is None:
            seat = players[0].view["to_act"]
            player, view = players[seat], players[seat].view
            if view["cut"]:
                await act(player, {"event": "cut", "lifted": 12, "nonce": ""})
            elif view["phase"] == "bidding":
                trump = suit_with_stoeck(players) or "E"
                bids = [one["event"] for one in view["options"] if one["label"] == "announced"]
                await act(player, next(one for one in bids if one["mode"] == trump))
            else:
                await act(player, {"event": "card-played", "card": rng.choice(view["legal"])})
            stoeck = next((one for one in player.messages if one["t"] == "event" and one["event"]["event"] == "stoeck-shown"), None)
        events = {one["n"]: one["event"] for one in player.messages if one["t"] == "event"}
        before = events[stoeck["n"] - 1]
        assert before["event"] == "card-played"
        assert before["card"] in (f"{trump}K", f"{trump}O")
        assert before["seat"] == stoeck["event"]["seat"] == seat
        shown = [one["card"] for one in events.values() if one["event"] == "card-played" and one["seat"] == seat]
        assert {f"{trump}K", f"{trump}O"} <= set(shown)

    run_async(run)
