"""`puur club evening`: a finished evening counts for the year of its club, with its entry fees; or is taken back."""

from __future__ import annotations

from puur.cli import club_pages as pages
from puur.cli.club_store import Store
from puur.cli.evening_files import read_evening_of_the_house
from puur.cli.settings import answer, tell
from puur.evening.evening import Evening
from puur.season import evenings
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


def would_change(store: Store, held: Evening, known: str) -> tuple[evenings.Change, ...]:
    """What would change in the Jahreswertung of a club if a closed evening counted as it is here; nothing is saved."""
    before = Club(store.club.first_book, store.club.events)
    code = _code(before, held, known)
    counts = before.evenings.get(code)
    for event in evenings.taken(before, held, code, counts.series if counts else ""):
        store.club.submit(event)
    return tuple(evenings.changes(before, store.club, evenings.held_on(held).year))


def _code(club: Club, held: Evening, known: str) -> str:
    """By what a club knows an evening: a file that was never on the pages has no code."""
    named = f"{held.setup.date} {held.setup.name}"
    return known if known and not evenings.stands(club, named) else named
