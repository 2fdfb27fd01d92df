"""An evening of the database as the engine's value: events to JSON and back, the fold, and a copy of it per revision in memory.

Promise: what `engine` answers is shared and never changed; who wants to try something takes a `fork`.
"""

from __future__ import annotations

import copy
import typing
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from puur.core.reglement import Reglement
from puur.reglement import load as load_book
from puur.reglement import load_text
from puur.tournament import events
from puur.tournament.evening import Evening as Engine
from puur.tournament.plainform import parsed, plain
from puur.tournament.state import EveningSetup
from puur.web.evenings.models import Evening, EveningEvent

MOST_HELD = 64
_TYPES: Mapping[str, type] = {one.__name__: one for one in typing.get_args(events.Event)}


class Refused(Exception):
    """What the pages refuse beyond the rule book: a stable reason (`evenings.refused.<reason>`) and its facts."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts


@dataclass(frozen=True, slots=True)
class Folded:
    """The engine's value at a revision, with the number of the row behind each of its events."""

    revision: int
    engine: Engine
    numbers: tuple[int, ...]


_held: OrderedDict[tuple[int, int | None], Folded] = OrderedDict()


@lru_cache(maxsize=32)
def book_of(key: str, text: str) -> Reglement:
    """The rule book of an evening."""
    return load_text(text, f"{key}.toml") if text else load_book(key)


def to_data(event: events.Event) -> dict[str, Any]:
    """An event as it is stored."""
    return {"type": type(event).__name__, **plain(event)}


def from_data(data: Mapping[str, Any]) -> events.Event:
    """A stored event."""
    fields = {key: value for key, value in data.items() if key != "type"}
    found: events.Event = parsed(_TYPES[data["type"]], fields, str(data["type"]))
    return found


def setup_of(row: Evening) -> EveningSetup:
    """The setup of an evening."""
    found: EveningSetup = parsed(EveningSetup, row.setup, "setup")
    return found


def folded(row: Evening, until: int | None = None) -> Folded:
    """The fold of the events that count, up to number `until`; from memory where this revision is known."""
    key = (row.pk, until)
    known = _held.get(key)
    if known is not None and known.revision == row.revision:
        return known
    found = refold(row, until)
    hold(row, found, until)
    return found


def refold(row: Evening, until: int | None = None) -> Folded:
    """The fold, computed anew from the rows."""
    rows = EveningEvent.objects.filter(evening=row, undone=False).order_by("n")
    listed = list((rows if until is None else rows.filter(n__lte=until)).values_list("n", "data"))
    engine = Engine.replay(book_of(row.book, row.book_text), setup_of(row), (from_data(data) for _, data in listed))
    return Folded(row.revision, engine, tuple(n for n, _ in listed))


def hold(row: Evening, found: Folded, until: int | None = None) -> None:
    """Keep a fold in memory."""
    _held[row.pk, until] = found
    _held.move_to_end((row.pk, until))
    while len(_held) > MOST_HELD:
        _held.popitem(last=False)


def fork(engine: Engine) -> Engine:
    """A copy that can be changed without touching the other; frozen values are shared."""
    made = copy.copy(engine)
    for name, value in vars(engine).items():
        if isinstance(value, list | dict | set):
            setattr(made, name, value.copy())
    made.results = {place: list(versions) for place, versions in engine.results.items()}
    made.players = {}
    for key, player in engine.players.items():
        made.players[key] = copy.copy(player)
        made.players[key].warnings = list(player.warnings)
    return made
