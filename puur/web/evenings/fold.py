"""An evening of the database as the engine's value: the fold, and a copy of it per revision in memory.

Promise: what `engine` answers is shared and never changed; who wants to try something takes a `fork`.
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from puur.core.errors import Refusal
from puur.core.reglement import Reglement
from puur.evening.evening import Evening as Engine
from puur.evening.events import Event
from puur.evening.files import SETUP
from puur.evening.state import EveningSetup
from puur.log import EVENING, Line, counted
from puur.reglement import load as load_book
from puur.reglement import load_text
from puur.web.evenings.models import Evening, EveningEvent

MOST_HELD = 64


class Refused(Refusal):
    """What the pages refuse beyond the rule book; the sentence is `evenings.refused.<reason>`."""


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


def setup_of(row: Evening) -> EveningSetup:
    """The setup of an evening."""
    setup: EveningSetup = SETUP.read(row.setup)
    return setup


def folded(row: Evening, until: int | None = None) -> Folded:
    """The fold of the events that count, up to number `until`; from memory where this revision is known."""
    key = (row.pk, until)
    known = _held.get(key)
    if known is not None and known.revision == row.revision:
        return known
    found = refold(row, until)
    hold(row, found, until)
    return found


def lines_of(row: Evening, using: str | None = None) -> list[Line]:
    """Everything on record, in its order."""
    stored = EveningEvent.objects.using(using).filter(evening=row).order_by("n").values_list("n", "data", "at", "by")
    return [Line(n, EVENING.read(data), at, by) for n, data, at, by in stored]


def refold(row: Evening, until: int | None = None) -> Folded:
    """The fold, computed anew from the rows."""
    listed = [line for line in counted(lines_of(row)) if until is None or line.n <= until]
    return Folded(row.revision, replayed(row, [line.event for line in listed]), tuple(line.n for line in listed))


def replayed(row: Evening, events: Iterable[Event]) -> Engine:
    """The evening after these events."""
    return Engine.replay(book_of(row.book, row.book_text), setup_of(row), events)


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
