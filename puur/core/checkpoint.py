"""The state of a game at one moment, to go back to: an open trick is taken apart again, a ruling is withdrawn.

Only what may still change is kept: the game, its ledger and the running deal. Going back puts the same objects into their earlier
state, so that whoever holds the deal sees it too. What was reported and decided meanwhile stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from puur.core.weisen import Weisen

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game

_FIXED = (
    "book", "setup", "form", "handlers", "seats", "sides", "events", "shuffled", "shuffled_for", "manual", "free", "ledger",
    "incidents",
    "choices",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a game was like."""

    at: int  # how many events had happened
    game: dict[str, Any]
    entries: tuple[Any, ...]
    totals: tuple[int, ...]
    deal: Deal | None
    fields: dict[str, Any]  # of the deal


def save(game: Game) -> Checkpoint:
    """The state of the game now."""
    deal = game.deals[-1] if game.deals else None
    return Checkpoint(
        at=len(game.events),
        game={name: _copy(value) for name, value in vars(game).items() if name not in _FIXED},
        entries=tuple(game.ledger.entries),
        totals=tuple(game.ledger.totals),
        deal=deal,
        fields={name: _copy(value) for name, value in vars(deal).items()} if deal is not None else {},
    )


def restore(game: Game, state: Checkpoint) -> None:
    """Put the game back into an earlier state; its events stay."""
    for name, value in state.game.items():
        setattr(game, name, _copy(value))
    game.ledger.entries = list(state.entries)
    game.ledger.totals = list(state.totals)
    for name, value in state.fields.items():
        setattr(state.deal, name, _copy(value))


def _copy(value: Any) -> Any:
    if isinstance(value, list):
        return list(value)
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, set):
        return set(value)
    if isinstance(value, Weisen):
        twin = Weisen(value.sides)
        for name in value.__slots__:
            setattr(twin, name, _copy(getattr(value, name)))
        twin.announced = {seat: replace(said) for seat, said in value.announced.items()}
        return twin
    return value
