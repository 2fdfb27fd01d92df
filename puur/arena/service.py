"""Our bots as a player service for jass-kit: an HTTP server that answers its questions. `puur arena serve`.

Addresses are `/LEVEL/action_trump`, `/LEVEL/action_play_card` and `/LEVEL/game_info`, as jass-kit's own service has them (the
older names `select_trump` and `play_card` too). Meant for a machine or network one trusts: there is no password.
"""

from __future__ import annotations

import json
import random
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from puur.arena.jasskit import PUSH, view_from
from puur.bots.base import decide
from puur.bots.budget import Budget
from puur.bots.levels import LEVELS, bot
from puur.core.events import Announced, CardPlayed
from puur.notation.hslu import MODES, NAME_OF

BIGGEST = 1 << 16
_ASKED = {"action_trump", "action_play_card", "select_trump", "play_card", "game_info"}


def answer(level: str, asked: Any, rng: random.Random, budget: Budget | None = None) -> dict[str, Any]:
    """What a bot answers to one question; ValueError, KeyError or IndexError for one that makes no sense."""
    usual = LEVELS[level].budget if level in LEVELS else Budget()
    done = decide(bot(level), view_from(asked), rng, budget or usual)
    if isinstance(done, CardPlayed):
        return {"card": NAME_OF[done.card]}
    return {"trump": MODES.index(done.mode) if isinstance(done, Announced) else PUSH}


class _Handler(BaseHTTPRequestHandler):
    budget: Budget | None = None

    def do_POST(self) -> None:
        """A question."""
        level, _, path = self.path.strip("/").removeprefix("jass/players/").partition("/")
        if (level not in LEVELS and level != "random") or path not in _ASKED:
            return self._send(HTTPStatus.NOT_FOUND, {"error": "no such player or question"})
        try:
            size = int(self.headers.get("Content-Length", 0))
            if not 0 < size <= BIGGEST:
                raise ValueError("no question, or one that is too long")
            asked = json.loads(self.rfile.read(size))
            said = {} if path == "game_info" else answer(level, asked, random.Random(json.dumps(asked)), self.budget)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
            return self._send(HTTPStatus.BAD_REQUEST, {"error": repr(problem)})
        except Exception as problem:  # a bug of ours: the other side is told, and plays on by itself
            return self._send(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": repr(problem)})
        return self._send(HTTPStatus.OK, said)

    def do_GET(self) -> None:
        """Whether a player is here."""
        level = self.path.strip("/").removeprefix("jass/players/")
        here = level in LEVELS or level == "random"
        self._send(HTTPStatus.OK if here else HTTPStatus.NOT_FOUND, {"player": level, "here": here})

    def _send(self, status: HTTPStatus, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


def service(port: int = 0, host: str = "127.0.0.1", budget: Budget | None = None) -> ThreadingHTTPServer:
    """A server that is ready for `serve_forever`; port 0 takes any free one."""
    handler = type("Handler", (_Handler,), {"budget": budget})
    return ThreadingHTTPServer((host, port), handler)
