"""A game that was played without a connection, as a browser sends it: read strictly, and played again by the core.

Pure: it runs in a process apart (`server.reading`). Promise: what the core would not have accepted at a table is a `Refusal`; the
score is the core's, never the sender's.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, replace
from typing import Any

from puur.core.errors import Refusal, RuleViolation
from puur.core.faces import Faces
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.striche import striche
from puur.log.errors import Unfit
from puur.notation.game_events import GAME, SETUP
from puur.reglement import dump
from puur.web.live.names import clean_name
from puur.web.live.wire import BadMessage, named
from puur.web.live.written import result_json
from puur.web.solo_facts import solo_books

MOST_BYTES, MOST_EVENTS = 1024 * 1024, 8000
HIGHEST_TARGET = 100_000
_SAID = """schreiber-named hands-recorded pushed announced card-played weis-announced weis-added weis-demanded stoeck-shown thanked
ausmach-invoked"""  # what a table without a server knows
SAID = frozenset(_SAID.split())


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as whole deals of it were played, in the words of the store."""

    key: uuid.UUID
    book: str
    book_text: str  # of a shipped book with another target
    title: str
    faces: str
    setup: dict[str, Any]
    names: tuple[str, ...]
    lines: tuple[tuple[int | None, str], ...]  # who did it, and the event as it is stored
    over: bool
    totals: tuple[int, ...]
    winner: int | None
    schneider: bool
    deals: tuple[dict[str, Any], ...]
    striche: tuple[int, ...]


def read(body: bytes) -> Played:
    """The game of an upload."""
    if len(body) > MOST_BYTES:
        raise Refusal("size")
    try:
        data = json.loads(body)
        key, target, events = uuid.UUID(str(data["id"])), data["target"], data["events"]
        book = next(book for book in solo_books() if book.key == data["book"])
        if type(target) is not int or not 0 <= target <= HIGHEST_TARGET or bool(target) is not bool(book.ending.target):
            raise Refusal("json")
        if not 0 < len(events) <= MOST_EVENTS or any(event["event"] not in SAID for event in events) or len(data["names"]) != 4:
            raise Refusal("json")
        faces = Faces(data["faces"]) if data["faces"] else None
        names = tuple(clean_name(str(name)) or letter for name, letter in zip(data["names"], "ABCD", strict=True))
        said = [GAME.read(named(event)) for event in events]
    except (StopIteration, ValueError, KeyError, TypeError, RecursionError, Unfit, BadMessage) as problem:
        raise Refusal("json") from problem
    text = ""
    if target != book.ending.target:
        book = replace(book, key=f"{book.key}-{target}", ending=replace(book.ending, target=target))
        text = dump(book)
    game = Game(book, Setup(names=names, faces=faces))
    try:
        for event in said:
            game.submit(event)
    except RuleViolation as problem:
        raise Refusal("played") from problem
    if game.warnings or not (game.over or game.between_deals):  # a dealer out of turn, or a deal that still runs
        raise Refusal("played")
    lines = tuple((getattr(event, "seat", None), GAME.text(event)) for event in said)
    return Played(
        key, book.key, text, book.title, "" if faces is None else faces.value, SETUP.write(game.setup), names, lines, game.over,
        tuple(game.ledger.totals), game.winner, game.schneider, tuple(_result(game, deal) for deal in game.finished_deals),
        tuple(marks.total for marks in striche(game)),
    )  # fmt: skip


def _result(game: Game, deal: Any) -> dict[str, Any]:
    result = result_json(game, deal)
    assert result is not None
    return result
