"""A browser without a screen: pages over HTTP with cookies, tables over a real WebSocket.

Each tab hears of things in its own time. Whoever waits with `until` for something that may have held before (a seat that is empty
again, nothing shared any more) can find it in old news; so `do`, `ask` and `step` return only when everybody at the table has heard
of what was done, and a plain assertion follows.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import re
import sys
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
TIMEOUT = 300  # a limit costs nothing while the tests are green, and a busy machine needs it
SETTLED = "settled "  # begins the ids with which a tab only asks how far the table is


def words_of(page: str) -> set[str]:
    """Words and numbers that stand alone on a page: what is drawn by lot (tokens, personal links) can hold any three signs."""
    return set(re.findall(r"(?<![\w-])\w+(?![\w-])", page))


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """One person's cookies."""

    def __init__(self, address: str, lang: str = "de") -> None:
        self.address, self.lang = address, lang
        self.cookies: dict[str, str] = {}

    def request(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT)
        sent = {
            "Accept-Language": self.lang,
            "Cookie": self.cookie,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        response = connection.getresponse()
        data = response.read()
        for value in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        connection.close()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, data)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items() if value)

    def get(self, path: str) -> Answer:
        return self.request("GET", path)

    def token(self) -> str:
        if "csrftoken" not in self.cookies:
            self.get("/")
        return self.cookies["csrftoken"]

    def post(self, path: str, **data: str) -> Answer:
        body = urlencode({**data, "csrfmiddlewaretoken": self.token()})
        return self.request("POST", path, body, Content_Type="application/x-www-form-urlencoded")

    def post_json(self, path: str, data: object) -> Answer:
        return self.request("POST", path, json.dumps(data), Content_Type="application/json", X_CSRFToken=self.token())

    def post_raw(self, path: str, body: bytes, kind: str) -> Answer:
        """A bare body of this kind."""
        return self.request("POST", path, body, Content_Type=kind, X_CSRFToken=self.token())

    def post_file(self, path: str, field: str, content: bytes, **data: str) -> Answer:
        """A form with a file in it."""
        edge = uuid.uuid4().hex
        parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in data.items()]
        parts.append(f'Content-Disposition: form-data; name="{field}"; filename="x"\r\n\r\n'.encode() + content)
        body = b"".join(f"--{edge}\r\n".encode() + part + b"\r\n" for part in parts) + f"--{edge}--\r\n".encode()
        return self.post_raw(path, body, f"multipart/form-data; boundary={edge}")

    def open_table(self, **data: str) -> str:
        """Open a table; its code."""
        answer = self.post("/tables/new/", **{"book": "jassregeln", "chat": "on", "name": "Ruth", **data})
        assert answer.status == 302, answer.text
        return answer.headers["location"].split("/")[2]

    def visit(self, code: str, name: str = "") -> None:
        """Come to a table as a guest."""
        if name:
            assert self.post("/name/", name=name).status == 302
        answer = self.get(f"/t/{code}/")
        if answer.status == 302:  # the first visit of all: the cookie first
            answer = self.get(answer.headers["location"])
        assert answer.status == 200


def merged(view: Json, message: Json) -> Json:
    """The view after an event, as docs/protocol.md says."""
    grown = {
        name: [*view[name][: message[name]["from"]], *message[name]["new"]] for name in ("entries", "rulings") if name in message
    }
    return {**view, **message["view"], **grown}


class Player:
    """One tab at one table: keeps every message, knows the last state."""

    all: ClassVar[list[Player]] = []

    def __init__(self, browser: Browser, code: str) -> None:
        self.browser, self.code = browser, code
        self.socket: ClientConnection | None = None
        self.messages: list[Json] = []
        self.n = 0
        self.you: int | None = None
        self.table: Json = {}
        self.view: Json | None = None
        self.answers: dict[str, Json] = {}
        self.changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self.closed: int | None = None

    async def connect(self, *, origin: str | None = None, path: str | None = None, cookie: str | None = None) -> Player:
        await self.close()
        address = self.browser.address
        self.closed = None
        self.socket = await connect(
            f"ws://{address}{path or f'/ws/t/{self.code}/?since={self.n}'}",
            origin=origin or f"http://{address}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.browser.cookie if cookie is None else cookie, "Accept-Language": self.browser.lang},
            max_size=None,
            ping_interval=None,
            compression=None,
        )
        self._reader = asyncio.create_task(self._read())
        Player.all.append(self)
        return self

    async def _read(self) -> None:
        assert self.socket is not None
        try:
            async for text in self.socket:
                message = json.loads(text)
                assert message["v"] == 1
                async with self.changed:
                    self.take(message)
                    self.changed.notify_all()
                await asyncio.sleep(0)  # whoever waits sees every state, also when several messages have come at once
        except ConnectionClosed:
            pass
        async with self.changed:
            self.closed = self.socket.close_code or 1006
            self.changed.notify_all()

    def take(self, message: Json) -> None:
        kind = message["t"]
        if not str(message.get("id", "")).startswith(SETTLED):
            self.messages.append(message)
        if kind == "sync":
            self.n, self.you, self.table, self.view = message["n"], message["you"], message["table"], message["view"]
        elif kind == "event":
            assert message["n"] == self.n + 1, f"{message['n']} after {self.n}"
            self.n = message["n"]
            self.view = merged(self.view or {}, message)
        elif kind == "table":
            self.table = message["table"]
        elif kind in ("ok", "refused", "error") and message.get("id"):
            self.answers[message["id"]] = message

    async def send(self, **message: object) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def send_text(self, text: str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def until(self, found: Callable[[], Any], timeout: float = TIMEOUT) -> Any:
        """Wait until something is so."""
        async with asyncio.timeout(timeout):
            async with self.changed:
                while not (value := found()):
                    if self.closed is not None:
                        raise ConnectionError(self.closed)
                    await self.changed.wait()
                return value

    async def told(self, since: int, found: Callable[[Json], Any]) -> Json:
        """Wait until a table message after the first `since` messages was so; also one that no longer holds."""

        def first() -> Json | None:
            return next((one["table"] for one in self.messages[since:] if one["t"] == "table" and found(one["table"])), None)

        answer: Json = await self.until(first)
        return answer

    async def act(self, event: Json, key: str | None = None, **more: object) -> Json:
        """Submit an event; the answer. The others may not have heard of it yet."""
        key = key or str(uuid.uuid4())
        await self.send(t="act", id=key, event=event, **more)
        answer: Json = await self.until(lambda: self.answers.get(key))
        return answer

    async def step(self, event: Json, **more: object) -> Json:
        """Submit an event that has to be taken; everybody at the table has seen all that came of it."""
        answer = await self.act(event, **more)
        assert answer["t"] == "ok", (event, answer)
        for player in self.at_the_table():
            await player.until(lambda player=player: player.n >= answer["n"])
        return answer

    async def ask(self, **message: object) -> str:
        """Send a request; everybody at the table has heard of what came of it. The code of the refusal, or nothing."""
        key = str(uuid.uuid4())
        await self.send(**message, id=key)
        await self.settled()
        for player in self.at_the_table():
            with contextlib.suppress(ConnectionError, ConnectionClosed):  # who was sent away hears no more
                await player.settled()
        code: str = self.answers.get(key, {}).get("code", "")
        return code

    async def do(self, **message: object) -> None:
        """The same for a request that has to be granted."""
        refused = await self.ask(**message)
        assert not refused, (message, refused)

    async def settled(self) -> None:
        """Wait until the table is through with everything that was asked before, and this tab has heard of it.

        A table answers one request after the other, so the answer to another one says it: here to an event that is none.
        """
        key = f"{SETTLED}{uuid.uuid4()}"
        answer = await self.act({}, key)
        assert answer["code"] in ("json", "state", "auth"), answer

    def at_the_table(self) -> list[Player]:
        """The tabs of this test at the same table that are open."""
        return [one for one in dict.fromkeys(Player.all) if one.code == self.code and one.closed is None]

    def last(self, kind: str) -> Json | None:
        return next((message for message in reversed(self.messages) if message["t"] == kind), None)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    # ---- playing --------------------------------------------------------------------------------------------------------------

    def choice(self, rng: random.Random) -> Json | None:
        """Something that this seat may do now: a remark, a cut, a bid or a card."""
        view = self.view
        if view is None or view["over"]:
            return None
        options = [one for one in view["options"] if one["label"] not in ("claimed", "conceded")]
        cut = next((one for one in options if one["label"] == "cut"), None)
        if cut is not None:
            return {"event": "cut", "lifted": rng.randint(cut["min"], cut["max"]), "nonce": f"{rng.getrandbits(64):x}"}
        asked = next((one for one in options if "amount" in one), None)
        if asked is not None:
            amount = asked["amount"]
            return {**asked["event"], amount["field"]: rng.randint(amount["min"], amount["max"])}
        remarks = [one for one in options if one["label"] not in ("pushed", "announced")]
        if remarks:
            return dict(rng.choice(remarks)["event"])
        bids = [one for one in options if one["label"] in ("pushed", "announced")]
        if bids:
            return dict(rng.choice(bids)["event"])
        if view["legal"]:
            return {"event": "card-played", "card": rng.choice(view["legal"])}
        return None

    async def play(self, rng: random.Random, until: Callable[[], bool] | None = None) -> None:
        """Play at random until the game is over."""
        stop = until or (lambda: bool(self.view and self.view["over"]))
        while not stop():
            event = self.choice(rng)
            if event is None:
                n, count = self.n, len(self.messages)
                await self.until(lambda n=n, count=count: stop() or self.n > n or len(self.messages) > count)
                continue
            n = self.n
            answer = await self.act(event)
            if answer["t"] != "ok":  # somebody else was quicker, for instance with thanks
                assert answer["t"] == "refused" or answer["code"] == "state", answer
                await asyncio.sleep(0)
            else:
                await self.until(lambda n=n: self.n > n or stop())


def run_async(main: Callable[[], Awaitable[None]]) -> None:
    """Run a test and hang up whatever it has left open."""

    async def whole() -> None:
        try:
            await main()
        finally:
            for player in list(Player.all):
                await player.close()
            await forgotten({player.code for player in Player.all})
            Player.all.clear()

    asyncio.run(whole())


async def forgotten(codes: set[str]) -> None:
    """Wait until the server of this test process knows that everybody has gone: bots of one test do not play into the next."""
    asgi = sys.modules.get("puur.web.asgi")
    async with asyncio.timeout(TIMEOUT):
        while asgi is not None and any(table.connections for code in codes if (table := asgi.hub.tables.get(code))):
            await asyncio.sleep(0.002)


async def four_at_a_table(address: str, **data: str) -> list[Player]:
    """Four people at a new table, its game begun; by seat."""
    names = ("Ruth", "Hans", "Vreni", "Köbi")
    browsers = [Browser(address) for _ in names]
    code = browsers[0].open_table(**data)
    for browser, name in zip(browsers[1:], names[1:], strict=True):
        browser.visit(code, name)
    players = [await Player(browser, code).connect() for browser in browsers]
    for seat, player in enumerate(players[1:], start=1):
        await player.do(t="sit", seat=seat)
        assert player.you == seat
    await players[0].do(t="start")
    assert all(player.view for player in players)
    return players
