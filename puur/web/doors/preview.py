"""What a ruling or a correction would change in the ranking of an evening, before it is made; and for which clubs it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puur.core.errors import Refusal
from puur.evening.evening import Evening as Engine
from puur.evening.events import Event
from puur.evening.ranking import ranking
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.store import engine as club_of
from puur.web.evenings.fold import EVENINGS, folded, fork
from puur.web.evenings.models import Evening

Place = tuple[int, int] | None  # rank and total; None: not ranked


class Move(NamedTuple):
    """Whose place changes, from where to where."""

    name: str
    before: Place
    after: Place


def with_events(row: Evening, events: Sequence[Event]) -> list[Move]:
    """What these events would change; a refusal says why they cannot be."""
    after = fork(folded(row).engine)
    for event in events:
        after.submit(event)
    return moves(folded(row).engine, after)


def without(row: Evening, number: int) -> Engine:
    """The evening without a line; a refusal where the rest does not hold without it."""
    state = folded(row)
    if number not in state.numbers:
        raise Refusal("nothing-to-undo")
    return EVENINGS.fold(row, [event for n, event in zip(state.numbers, state.engine.events, strict=True) if n != number])


def moves(before: Engine, after: Engine) -> list[Move]:
    """The differences between two rankings, by the new rank."""
    old, new = _places(before), _places(after)
    changed = [Move(after.players[key].name, old.get(key), new.get(key)) for key in after.players if old.get(key) != new.get(key)]
    return sorted(changed, key=lambda move: (move.after or move.before or (0, 0), move.name))


def _places(engine: Engine) -> dict[str, tuple[int, int]]:
    try:
        rows = ranking(engine).rows
    except Refusal:  # not enough played yet
        return {}
    return {player: (line.rank, line.scored.total) for line in rows for player in line.players}


def clubs_of(row: Evening) -> list[Club]:
    """The clubs for whose year an evening counts."""
    known = ClubEvent.objects.filter(data__event="evening-counted", data__evening=row.code).values("club")
    return [club for club in Club.objects.filter(pk__in=known) if row.code in club_of(club).evenings]
