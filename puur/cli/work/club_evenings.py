"""`puur club evening`: a finished evening counts for the year of its club, with its entry fees; or is taken back."""

from __future__ import annotations

from puur.cli import club_pages as pages
from puur.cli.club_store import Store
from puur.cli.evening_files import read_evening_of_the_house
from puur.cli.settings import answer, tell
from puur.season import evenings
from puur.season.state import Club
from puur.season.tables import plain


def evening(store: Store, file: str, series: str, back: str, do: bool, as_json: bool) -> None:
    """What `puur club evening` does."""
    held, fee, known = read_evening_of_the_house(file)
    before = Club(store.club.first_book, store.club.events)
    named = f"{held.setup.date} {held.setup.name}"  # a file that was never on the pages has no code
    code = known if known and not evenings.stands(before, named) else named
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
