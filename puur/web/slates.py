"""The slates of physical games: the game that is kept on one, and its sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from puur.core.errors import RuleViolation
from puur.core.events import SchreiberNamed
from puur.core.game import Game
from puur.core.reglement import FirstDealer, Reglement, Schreiber
from puur.core.setup import Setup
from puur.core.sheet import Origin, Sheet, sheet_of
from puur.notation.game_events import GAME
from puur.web.live.store import book_of
from puur.web.models import SlateGame
from puur.web.people import Who


def is_own(slate: SlateGame, who: Who) -> bool:
    """Whether somebody keeps this slate."""
    return (slate.user_id, slate.guest_id) == (who.user, who.guest) and bool(who.key)


def book_for(slate: SlateGame) -> Reglement:
    """The book of a slate, with another target where it has one."""
    book = book_of(slate.book, slate.book_text)
    return replace(book, ending=replace(book.ending, target=slate.target)) if slate.target and book.ending.target else book


def ops_of(slate: SlateGame) -> list[dict[str, Any]]:
    """What was written and undone on a slate, in the order of arrival."""
    return [op.data for op in slate.ops.all()]


def folded(slate: SlateGame, ops: Iterable[dict[str, Any]]) -> tuple[Game, dict[str, RuleViolation]]:
    """The game that the operations make, and why the rules refuse others, by their ids."""
    ops, book = list(ops), book_for(slate)
    undone = {op["of"] for op in ops if op["op"] == "undo"}
    first_dealer = 0 if book.dealing.first_dealer is FirstDealer.HANDED else None
    game = Game(book, Setup(names=tuple(slate.names), first_dealer=first_dealer))
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


def sheet_of_slate(slate: SlateGame) -> Sheet:
    """What is written on a slate, as evenings and clubs take it: the same as if it had been played at a web table."""
    game, _ = folded(slate, ops_of(slate))
    return replace(sheet_of(game, Origin.TAFEL), game=str(slate.pk))
