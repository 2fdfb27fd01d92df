"""What somebody can do who has the protocol and bad intentions, one move at a time; nothing of the server's code is used here.

Each move comes back with how often it was refused, and raises where it got what it should not have.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.client import Browser, Json, Player

CARDS = [suit + rank for suit in "ERSL" for rank in "6789BUOKA"]
KINDS = (
    "shuffled", "cut", "dealt", "deal-committed", "card-played", "announced", "pushed", "weis-announced", "weis-named", "claimed",
    "conceded", "thanked", "ruling-made", "correction-made", "result-entered", "incident-reported", "choice-made", "deal-annulled",
    "hands-recorded", "trick-looked", "stoeck-shown", "withdrawn",
)  # fmt: skip
# What a seat says of itself is its own business at the right moment, also a Weis that it does not have: that one does not count.
OWN = ("trick-looked", "thanked", "conceded", "claimed", "pushed", "announced", "stoeck-shown", "weis-announced", "weis-named")
REQUESTS = (
    "sit",
    "leave",
    "bot",
    "kick",
    "start",
    "name",
    "ready",
    "contribute",
    "vote",
    "share",
    "again",
    "say",
    "chat",
    "hello",
    "prefer",
    "hints",
    "hint",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    99,
    2**63,
    1e300,
    "",
    "0",
    "E6",
    "\u0000",
    "x" * 3000,
    [],
    {},
    [[[]]],
    {"a": {"b": {}}},
)
LETTERS = "BCDFGHJKLMNPQRSTVWXZ2456789"


@dataclass
class World:
    """A game among honest people, and whoever is against them."""

    server: str
    players: list[Player]
    rng: random.Random
    sent: list[tuple[Player, Json, str]] = field(default_factory=list)  # what was taken: by whom, what, under which id
    figures: Counter[str] = field(default_factory=Counter)
    held: list[socket.socket] = field(default_factory=list)

    @property
    def code(self) -> str:
        """The table."""
        return self.players[0].code

    def stranger(self) -> Player:
        """Somebody with the link and no seat."""
        return Player(Browser(self.server), self.code)


async def _answered(player: Player, text: str) -> None:
    """Send it; whatever it was, the connection answers afterwards, or was closed."""
    with contextlib.suppress(ConnectionClosed, ConnectionError):
        await player.send_text(text)
        await player.settled()


async def forge(world: World) -> None:
    """Say what is somebody else's to say, or nobody's."""
    player, rng = rng_player(world), world.rng
    before = player.n
    kind = rng.choice(KINDS)
    event = {"event": kind, rng.choice(("seat", "by", "card", "points", "x", "team")): rng.choice(ODD)}
    if kind == "card-played":  # a card of somebody else
        own = set((player.view or {}).get("hand", ()))
        event = {"event": kind, "card": rng.choice([card for card in CARDS if card not in own])}
    answer = await player.act(event, f"forged-{secrets.token_hex(6)}")
    if kind not in OWN:
        assert answer["t"] != "ok", (event, answer, before)
    request = {
        "t": rng.choice(REQUESTS),
        rng.choice(("seat", "level", "choice", "nonce", "commitment", "yes", "text")): rng.choice(ODD),
    }
    if request["t"] not in ("leave", "share", "hello", "prefer", "vote", "name", "ready"):
        await _answered(player, json.dumps(request))


def rng_player(world: World) -> Player:
    """One of those at the table."""
    return world.rng.choice(world.players)


async def replay(world: World) -> None:
    """Send again what was taken long ago: its own, and somebody else's."""
    if not world.sent:
        return
    player, event, key = world.rng.choice(world.sent)
    if player.closed is not None:
        return
    player.answers.pop(key, None)
    answer = await player.act(event, key)
    assert answer["t"] == "ok", answer
    thief = world.rng.choice([other for other in world.players if other is not player])
    thief.answers.pop(key, None)
    answer = await thief.act(event, key)
    assert (answer["t"], answer.get("code")) == ("error", "auth"), answer


async def race(world: World) -> None:
    """Do the same twice at once, under two ids: one of them is taken."""
    for player in world.players:
        event = player.choice(world.rng)
        if event is not None and event["event"] in ("card-played", "cut", "announced"):
            answers = await asyncio.gather(*(player.act(event, f"race-{secrets.token_hex(6)}") for _ in range(3)))
            assert [answer["t"] for answer in answers].count("ok") == 1, answers
            return


async def flood(world: World) -> None:
    """Say as much as goes through, at a table and at the door."""
    player = world.rng.choice(world.players)
    with contextlib.suppress(ConnectionClosed, ConnectionError):
        for _ in range(60):
            await player.send(t="contribute", commitment="0" * 64, nonce="f" * 64)
        await player.settled()


async def stall(world: World) -> None:
    """Begin requests and never end them."""
    host, port = world.server.split(":")
    for start in (
        b"POST /tables/new/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"GET /ws/t/ABCDE/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
    ):
        line = socket.create_connection((host, int(port)), timeout=300)
        line.sendall(start)
        world.held.append(line)
    while len(world.held) > 30:
        world.held.pop(0).close()


async def lurk(world: World) -> None:
    """Come to a game without a seat, also with a guessed cookie, and listen."""
    stranger = world.stranger()
    if world.rng.random() < 0.5:
        stranger.browser.cookies["sessionid"] = secrets.token_hex(16)
    with contextlib.suppress(InvalidStatus, ConnectionClosed, ConnectionError):
        await stranger.connect()
        await stranger.until(lambda: stranger.closed is not None)
    assert stranger.view is None
    assert all(message["t"] in ("error", "table") for message in stranger.messages), stranger.messages
    assert not any(card in json.dumps(stranger.messages) for card in ('"E6"', '"RU"', '"LA"'))


async def grind(world: World) -> None:
    """Guess codes, and give a number to the dealing that was given already or comes too late."""
    code = "".join(world.rng.choice(LETTERS) for _ in range(5))
    answer = await asyncio.to_thread(world.stranger().browser.get, f"/t/{code}/record.jass")
    assert answer.status in (403, 404, 429), answer.status
    player = rng_player(world)
    events = [message["event"] for message in player.messages if "event" in message]
    told = [event["commitment"] for event in events if event["event"] == "deal-committed"] or ["0" * 64]
    nonce = secrets.token_hex(32)
    codes = [await player.ask(t="contribute", commitment=told[-1], nonce=given) for given in (nonce, secrets.token_hex(32))]
    assert codes[1] in ("state", "rate"), codes  # a second one is not taken, whatever came of the first


MOVES: tuple[Callable[[World], Awaitable[None]], ...] = (forge, replay, race, flood, stall, lurk, grind)
