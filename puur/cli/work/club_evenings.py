"""`puur club evening`: a finished evening counts for the year of its club, with its entry fees; or is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puur.cli import club_pages as pages
from puur.cli.club_store import Store
from puur.cli.evening_files import read_evening_of_the_house
from puur.cli.settings import answer, tell
from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.season import evenings
from puur.season.events import EveningCounted, Event
from puur.season.state import Club
from puur.season.tables import plain


def evening(store: Store, file: str, series: str, back: str, do: bool, as_json: bool) -> None:
    """What `puur club evening` does."""
    held, fee, known = read_evening_of_the_house(file)
    before = Club(store.club.first_book, store.club.events)
    code = _code(before, held, known)
    events = evenings.back(before, held, code, back) if back else evenings.taken(before, held, code, series, fee)
    for event in events:
        store.club.submit(event)
    if do and events:
        store.save()
    changed = evenings.changes(before, store.club, evenings.held_on(held).year)
    guests = evenings.guests(before, held)
    told = tell("club.taken" if do else "club.would", count=len(events)) if events else tell("club.nothing")
    notes = [tell("club.evening.guests", names=", ".join(guests))] if guests and not back else []
    shown = [pages.changes_table(store.club, changed)] if changed else []
    answer(as_json, plain({"changes": changed, "guests": guests}), *shown, *notes, told)


class Anew(NamedTuple):
    """A club in which an evening counts anew: how it was, what it takes in, whose place changes, or why none may."""

    before: Club
    events: Sequence[Event]
    changed: Sequence[evenings.Change]
    shut: Refusal | None


def anew(store: Store, held: Evening, known: str, fee: int) -> Anew | None:
    """The club of a store after it has counted a closed evening as it is here; a year that is over stays, money follows.

    Nothing (None) where nothing of the evening stands there yet: a club says itself that an evening is to count.
    """
    before = Club(store.club.first_book, store.club.events)
    code = _code(before, held, known)
    if not evenings.stands(before, code):
        return None
    counts = before.evenings.get(code)
    taken: list[Event] = []
    shut = None
    for event in evenings.taken(before, held, code, counts.series if counts else "", fee):
        try:
            store.club.submit(event)
            taken.append(event)
        except Refusal as problem:
            if not isinstance(event, EveningCounted):
                raise
            shut = problem
    return Anew(before, taken, evenings.changes(before, store.club, evenings.held_on(held).year), shut)


def _code(club: Club, held: Evening, known: str) -> str:
    """By what a club knows an evening: a file that was never on the pages has no code."""
    named = f"{held.setup.date} {held.setup.name}"
    return known if known and not evenings.stands(club, named) else named
