"""What every book would say of the same thing, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puur.core.events import IncidentReported
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.referee.offences import OFFENCES
from puur.referee.rule import rule, under
from puur.referee.ruling import Ruling
from puur.referee.scenes import TURNABLE, NoScene, scene
from puur.reglement.loader import load

BOOKS: tuple[str, ...] = ("jassregeln", "ajz08", "tam2014-es", "tam2014-cp", "nws2020", "ub2024")  # those with rulings of their own


def side_by_side(game: Game, incident: IncidentReported, books: Iterable[str] = BOOKS) -> dict[str, Ruling]:
    """What each book says of an incident in a game, as if that were played under it."""
    return {key: rule(under(game, load(key)), incident) for key in books}


def in_scenes(offence: str, *, trick: int = 2, turned: bool = False, books: Iterable[Reglement] = ()) -> dict[str, Ruling | None]:
    """What each book says of an offence, each in a game of its own; None where it cannot happen under a book."""
    rulings: dict[str, Ruling | None] = {}
    for book in books or [load(key) for key in BOOKS]:
        try:
            rulings[book.key] = rule(*scene(book, offence, trick=trick, turned=turned))
        except NoScene:
            rulings[book.key] = None
    return rulings


def matrix() -> Iterator[tuple[str, bool, dict[str, Ruling | None]]]:
    """Every offence, open and (where that matters) turned, with what each book says."""
    for key in OFFENCES:
        yield key, False, in_scenes(key)
        if key in TURNABLE:
            yield key, True, in_scenes(key, turned=True)
