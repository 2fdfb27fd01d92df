"""A slate as a phone sends it: read, folded, and what stands on it, for whoever keeps it.

Pure: it runs in a process apart (`server.reading`). Promise: what is wrong with an upload is a `Refusal`; a rule book of one's own
leaves here in the words of Puur, so that nobody has to read the sender's again.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from puur.core.errors import Refusal, RuleViolation
from puur.core.events import SchreiberNamed
from puur.core.form import form_for
from puur.core.game import Game
from puur.core.reglement import FirstDealer, Reglement, Schreiber
from puur.core.seats import SEAT_NAMES
from puur.core.setup import Setup
from puur.log.errors import Unfit
from puur.notation.game_events import GAME
from puur.reglement import ReglementError, dump, load, load_text, shipped
from puur.web.live.names import clean_name
from puur.web.live.speech import refusal
from puur.web.live.wire import BadMessage, named
from puur.web.live.written import deal_rows, entry_json, result_json, sheet_json, striche_json, stroke_json
from puur.web.own_books import BIGGEST_BOOK

MOST_OPS, MOST_BYTES = 2000, 512 * 1024
LONGEST_KEY = 64  # of a book
ENTERED = ("result-entered", "correction-made", "thanked", "schreiber-named", "dealer-named")
Op = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Slate:
    """What a slate begins with: the book by its key, or in words of its own, another target, and who plays."""

    book: str
    book_text: str
    target: int | None
    names: tuple[str, ...]

    @property
    def rules(self) -> Reglement:
        """The book, with the target of this slate."""
        book = load_text(self.book_text, f"{self.book}.toml") if self.book_text else load(self.book)
        return replace(book, ending=replace(book.ending, target=self.target)) if self.target and book.ending.target else book


def read(body: bytes) -> tuple[uuid.UUID, Slate, list[Op]]:
    """An upload: whose slate it is, how it begins, and its operations."""
    if len(body) > MOST_BYTES:
        raise Refusal("size")
    try:
        data = json.loads(body)
        key, book, text, target = uuid.UUID(str(data["id"])), data["book"], str(data.get("book_text") or ""), data.get("target")
        if len(text) > BIGGEST_BOOK or type(book) is not str or len(book) > LONGEST_KEY or len(data["ops"]) > MOST_OPS:
            raise Refusal("json")
        if not text and book not in shipped():
            raise Refusal("json")
        own = load_text(text, f"{book}.toml") if text else None
        if len(data["names"]) not in form_for(own or load(book)).players:
            raise Refusal("json")
        if target is not None and (type(target) is not int or not 100 <= target <= 100_000):
            raise Refusal("json")
        names = tuple(clean_name(str(name)) or letter for name, letter in zip(data["names"], SEAT_NAMES, strict=False))
        return key, Slate(book, dump(own) if own else "", target, names), [_op(op) for op in data["ops"]]
    except (ReglementError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise Refusal("json") from problem


def _op(op: Op) -> Op:
    key = str(uuid.UUID(str(op["id"])))
    if op["op"] == "undo":
        return {"id": key, "op": "undo", "of": str(uuid.UUID(str(op["of"])))}
    if op["op"] != "enter" or op["event"]["event"] not in ENTERED:
        raise Refusal("json")
    try:
        event = GAME.write(GAME.read(named(op["event"])))
    except (Unfit, BadMessage) as problem:
        raise Refusal("json") from problem
    return {"id": key, "op": "enter", "event": event}


def folded(slate: Slate, ops: Sequence[Op]) -> tuple[Game, dict[str, RuleViolation]]:
    """The game that the operations make, and why the rules refuse others, by their ids."""
    book = slate.rules
    undone = {op["of"] for op in ops if op["op"] == "undo"}
    first_dealer = 0 if book.dealing.first_dealer is FirstDealer.HANDED else None
    game = Game(book, Setup(names=slate.names, first_dealer=first_dealer))
    # Who writes is whoever holds the phone; the books want it named.
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (0,), Schreiber.PER_TEAM: (0, 1)}[book.table.schreiber]:
        game.submit(SchreiberNamed(seat))
    refused = {}
    for op in ops:
        if op["op"] == "enter" and op["id"] not in undone:
            try:
                game.submit(GAME.read(op["event"]))
            except RuleViolation as problem:
                refused[op["id"]] = problem
    return game, refused


def shown(slate: Slate, ops: Sequence[Op], lang: str) -> dict[str, Any]:
    """What stands on a slate, and what was refused in words."""
    game, refused = folded(slate, ops)
    faces = game.book.table.faces.value
    texts = [{"id": key, **refusal(problem, lang, slate.names, faces)} for key, problem in refused.items()]
    return {"ops": [op["id"] for op in ops], "refused": texts, "view": view_of_slate(game)}


def previewed(body: bytes, lang: str) -> dict[str, Any]:
    """What would stand on the slate of an upload."""
    key, slate, ops = read(body)
    return {"id": str(key), **shown(slate, ops, lang)}


def view_of_slate(game: Game) -> dict[str, Any]:
    """What stands on the slate."""
    totals = game.ledger.totals
    return {
        "totals": list(totals), "slate": [stroke_json(total) for total in totals],
        "entries": [entry_json(entry) for entry in game.ledger.entries], "striche": striche_json(game), "sheet": sheet_json(game),
        "deal_rows": deal_rows(game), "open": game.form.shown(game, None).get("open"), "bergpreis": game.bergpreis,
        "over": game.over, "winner": game.winner, "schneider": game.schneider,
        "dealer_next": None if game.over else game.next_dealer(),
        "deals": [result_json(game, deal) for deal in game.finished_deals], "target": game.book.ending.target,
        "warnings": [{"reason": warning.reason, "rule": warning.rule} for warning in game.warnings],
    }  # fmt: skip
