"""A client of Puur's tables in a hundred lines: it sits down at a table and plays, over the protocol of docs/protocol.md.

    pip install websockets
    python client.py http://127.0.0.1:8000                 # opens a table with three bots and plays a game
    python client.py http://127.0.0.1:8000 --table KRLM    # sits down at somebody's table, on the first free seat

`choose` is the player: here the first thing that is offered. It knows nothing of Puur but the messages, so it can be read as a
description of what another language needs: cookies, a WebSocket, and JSON.
"""

import argparse
import json
import time
import uuid
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect


def choose(view):
    """What to do now: an event without its seat, or None while others act."""
    for option in view["options"]:  # cut, bids, Weis, Stöck, thanks; cards are in view["legal"]
        if option["label"] == "cut":
            return {"event": "cut", "lifted": option["min"]}
        if "amount" in option:  # a number is asked for, as in the Differenzler
            return {**option["event"], option["amount"]["field"]: option["amount"]["min"]}
        if option["label"] not in ("claimed", "conceded"):
            return option["event"]
    return {"event": "card-played", "card": view["legal"][0]} if view["legal"] else None


class Table:
    """One seat at one table: the session, the last event heard (`n`), and what this seat knows (`view`)."""

    def __init__(self, server, code=None, book="tam2014-es"):
        self.server, self.cookies = server.rstrip("/"), CookieJar()
        self.browser = build_opener(HTTPCookieProcessor(self.cookies))
        self.browser.open(self.server + "/")  # the cookies of a guest, and the token that forms carry
        if code is None:
            form = {"book": book, "csrfmiddlewaretoken": self.cookie("csrftoken")}
            code = self.browser.open(self.server + "/play/", urlencode(form).encode()).url.rstrip("/").rpartition("/")[2]
        else:
            self.browser.open(f"{self.server}/t/{code}/")
        self.code, self.n, self.you, self.table, self.view, self.waiting = code, 0, None, {}, None, {}
        self.asked = False  # for a seat

    def cookie(self, name):
        """The value of a cookie of this session."""
        return next(cookie.value for cookie in self.cookies if cookie.name == name)

    def play(self, deals):
        """Play until the game is over, or so many deals; connect again whenever the connection is cut."""
        while True:
            try:
                cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
                address = f"{self.server.replace('http', 'ws', 1)}/ws/t/{self.code}/?since={self.n}"
                with connect(address, origin=self.server, additional_headers={"Cookie": cookies}, max_size=None) as socket:
                    self.send(socket, t="hello", since=self.n, pace="none")
                    for message in self.waiting.values():  # not answered before the cut: the same id again does nothing twice
                        self.send(socket, **message)
                    for text in socket:
                        self.take(json.loads(text))
                        if self.view and (self.view["over"] or (self.view["result"] or {}).get("deal", 0) >= deals):
                            return self.view["totals"]
                        self.answer(socket)
            except (ConnectionClosed, InvalidStatus, OSError) as problem:
                if getattr(problem, "rcvd", None) and problem.rcvd.code in (4401, 4403, 4404):
                    raise
            time.sleep(1)

    def send(self, socket, **message):
        """One message as JSON."""
        socket.send(json.dumps(message))

    def take(self, message):
        """What the server tells; unknown messages and fields are passed over, since later versions may add some."""
        if message["v"] != 1:
            raise ValueError(f"version {message['v']} of the protocol, this client speaks 1")
        if message["t"] == "sync":
            self.n, self.you, self.table, self.view = (message[name] for name in ("n", "you", "table", "view"))
        elif message["t"] == "event" and message["n"] > self.n:
            grown = {
                name: self.view[name][: part["from"]] + part["new"]
                for name in ("entries", "rulings")
                if (part := message.get(name))
            }
            self.n, self.view = message["n"], {**self.view, **message["view"], **grown}
        elif message["t"] == "table":
            self.table = message["table"]
        elif message["t"] in ("ok", "refused", "error"):
            self.waiting.pop(message.get("id"), None)
            self.asked = self.asked and message["t"] != "error"  # somebody else was quicker: another seat

    def answer(self, socket):
        """Sit down, begin, say that the result is read, or do what `choose` says; one thing at a time."""
        if self.waiting:
            return
        if self.table["state"] == "lobby":
            free = [seat for seat, there in enumerate(self.table["seats"]) if not there["name"] or there["bot"]]
            if self.you is None and free and not self.asked:
                self.asked = True
                self.send(socket, t="sit", seat=free[0])
            return
        if self.view["result"] and self.you not in self.table["ready"]:
            self.send(socket, t="ready")
        if event := choose(self.view):
            message = {"t": "act", "id": str(uuid.uuid4()), "event": event}
            self.waiting[message["id"]] = message
            self.send(socket, **message)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server")
    parser.add_argument("--table", help="the code of a table; without one, a new table with three bots")
    parser.add_argument("--deals", type=int, default=1000, help="leave after so many deals")
    asked = parser.parse_args()
    table = Table(asked.server, asked.table)
    print(f"{asked.server}/t/{table.code}/", flush=True)
    print("totals:", *table.play(asked.deals))
