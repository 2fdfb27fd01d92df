"""Web tables for evenings in the tests: opened by the organiser's page, sat down at by links, played at random."""

from __future__ import annotations

import asyncio
import json
import random
import re

from puur.notation.game_events import GAME, SETUP
from puur.notation.record import Record
from puur.web.doors.models import HostedTable
from puur.web.models import PlayedGame, Table, TableEvent
from tests.web.client import Browser, Player

# Four deals a round, as few as a book may have: everything about a round in a third of the cards.
SHORT = """
key = "kurz"
title = "Kurzer Dorfjass"
source = "Dorfjass, Art. 4"
extends = "tam2014-es"

[ending]
deals = { value = 4, rule = "TAM-ES-21" }
"""


def secrets(page: str, table: int) -> list[str]:
    """The links to the seats of a table, in their order, from the organiser's page."""
    part = page.split(f'data-table="{table}"')[1].split("</li>")[0]
    return list(dict.fromkeys(re.findall(r"/seat/([\w-]+)/", part)))


async def seated(address: str, links: list[str]) -> list[Player]:
    """Four people sit down by their links and come to the table; its game begins with the last of them."""
    players = []
    for secret in links:
        browser = Browser(address)
        assert browser.get(f"/seat/{secret}/").status == 200
        answer = browser.post(f"/seat/{secret}/", do="sit")
        assert answer.status == 302, answer.text
        players.append(await Player(browser, answer.headers["location"].split("/")[2]).connect())
    for player in players:
        await player.until(lambda player=player: player.view is not None)
    return players


async def played(players: list[Player], seed: int = 5) -> None:
    """They play at random until the game is over."""
    await asyncio.gather(*(player.play(random.Random(seed + seat)) for seat, player in enumerate(players)))


def worth(card: str, mode: str) -> int:
    """What a card counts, as every rule book of the Schieber prints it."""
    suit, rank = card
    if mode == suit:
        return {"A": 11, "K": 4, "O": 3, "U": 20, "B": 10, "9": 14}.get(rank, 0)
    return {"A": 0 if mode == "undeufe" else 11, "6": 11 if mode == "undeufe" else 0, "K": 4, "O": 3, "U": 2, "B": 10}.get(
        rank, 0
    ) + (8 if rank == "8" and mode in ("obenabe", "undeufe") else 0)


def strength(card: str, led: str, mode: str) -> tuple[int, int]:
    """How strong a card is in its trick."""
    suit, rank = card
    if mode == suit:
        return 2, "678BOKA9U".index(rank)
    order = "AKOUB9876" if mode == "undeufe" else "6789BUOKA"
    return (1 if suit == led else 0), order.index(rank)


def hand_count(code: str) -> tuple[int, int]:
    """The points of both sides, counted from the cards on record alone: nothing of the engine's counting is asked."""
    points = [0, 0]
    mode, leader = "", 0
    trick: list[tuple[int, str]] = []
    tricks = 0
    for row in TableEvent.objects.filter(table__code=code).order_by("n"):
        event = json.loads(row.data)
        if event["event"] == "announced":
            mode, tricks = event["mode"], 0
        if event["event"] != "card-played":
            continue
        trick.append((row.seat or 0, event["card"]))
        if len(trick) < 4:
            continue
        led = trick[0][1][0]
        leader = max(trick, key=lambda played: strength(played[1], led, mode))[0]
        tricks += 1
        points[leader % 2] += sum(worth(card, mode) for _, card in trick) + (5 if tricks == 9 else 0)
        trick = []
    return points[0], points[1]


def put(hosted: HostedTable, record: Record) -> None:
    """A whole game as if it had been played at the web table: its events are stored there, and it is over."""
    live = hosted.live
    PlayedGame.objects.create(table=live, number=1, book=live.book, setup=SETUP.write(record.setup))
    rows = enumerate(record.events, start=1)
    TableEvent.objects.bulk_create(TableEvent(table=live, n=n, game=1, at=n, seat=None, data=GAME.text(event)) for n, event in rows)
    Table.objects.filter(pk=live.pk).update(state=Table.State.OVER, game=1)
