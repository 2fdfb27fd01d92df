"""A whole record proven: every deal computed again, and played again under its book with the cards that follow.

`fair` says how the packs were mixed; here the rest of the record has to go with them. Knows nothing of Django. Promise: a record in
which a card is played that its seat was not dealt, or anything else that the book forbids, is never called right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puur.core.errors import RuleViolation
from puur.core.events import Event, Shuffled
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.notation.formats import read_record
from puur.notation.record import Record
from puur.reglement import load, shipped
from puur.web import fair


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record proves: its shuffles, a commitment that nobody opened, and the deals whose cards nobody shuffled."""

    deals: tuple[fair.Checked, ...]
    unopened: str
    unshuffled: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was promised or shuffled in it."""
        return not self.deals and not self.unopened

    @property
    def wrong(self) -> bool:
        """Whether something speaks against it."""
        return any(deal.why in fair.WRONG for deal in self.deals)


def prove(record: Record, book: Reglement | None) -> Proof:
    """Everything in a record, played again under `book`; without one the deals say that their cards were not followed."""
    events = record.events
    if book is None:
        checked = [_graded(deal, "no-book") for deal in fair.check_events(events)]
        return Proof(tuple(checked), fair.unopened(events))
    try:
        game = Game(book, record.setup)
    except RuleViolation:  # so many do not play this game
        return Proof(tuple(_broken(fair.check_events(events), events, 0)), fair.unopened(events))
    played = _played(game, events)
    checked = fair.check_events(events, fair.layouts_of(game))
    if played < len(events):
        checked = _broken(checked, events, played)
    bare = tuple(deal.number for deal in game.deals if deal.number not in game.shuffled_for)
    return Proof(tuple(checked), fair.unopened(events), bare)


def prove_file(data: bytes) -> Proof:
    """The first game in a file, under the book it names if Puur has that one; `RecordError` if it is no record."""
    record = read_record(data).records[0]
    return prove_under(record, books_called(record.book))


def prove_under(record: Record, books: Sequence[Reglement]) -> Proof:
    """The same under the first of some books that has nothing against it; under none if there are none."""
    for book in books:
        proof = prove(record, book)
        if not proof.wrong:
            return proof
    return prove(record, books[0] if books else None)


def books_called(key: str) -> list[Reglement]:
    """The shipped book with this key; or, as tables name theirs (`ub2024-700`), one with another target or number of deals."""
    if key in shipped():
        return [load(key)]
    name, _, number = key.rpartition("-")
    if name not in shipped() or not (number.isascii() and number.isdecimal() and len(number) < 7):
        return []
    book = load(name)
    endings = replace(book.ending, target=int(number)), replace(book.ending, deals=int(number))
    return [replace(book, key=key, ending=ending) for ending in endings]


def _played(game: Game, events: Sequence[Event]) -> int:
    """Play them as far as the rules allow it; how many that are."""
    for number, event in enumerate(events):
        try:
            game.submit(event)
        except RuleViolation:
            return number
    return len(events)


def _broken(checked: Sequence[fair.Checked], events: Sequence[Event], played: int) -> list[fair.Checked]:
    """Deals of a record that breaks the rules: the one it happens in, and those after it, which nobody can follow."""
    at = max(1, sum(isinstance(event, Shuffled) for event in events[: played + 1]))
    return [_graded(deal, "" if deal.number < at else "other-play" if deal.number == at else "not-followed") for deal in checked]


def _graded(deal: fair.Checked, why: str) -> fair.Checked:
    """A deal with something said against it, unless something as bad is said already."""
    if not why or deal.why in fair.WRONG or (deal.why and why != "other-play"):
        return deal
    return replace(deal, ok=False, why=why)
