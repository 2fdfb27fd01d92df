"""From the Jasstafel to an evening or a club: the phone that kept score hands its sheet in.

At an evening the sheet of one side is a draft like a typed one: the other side confirms it, or hands in its own, and both are
compared. In a club it is the Jassrunde, which everybody signs afterwards. Promise: the same slate handed in again changes nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse

from puur.core.errors import Refusal
from puur.core.reglement import Reglement
from puur.core.sheet import Sheet
from puur.core.typed import asks_matches
from puur.evening.evening import Evening as Engine
from puur.evening.seating import side_letters
from puur.season import Club as ClubEngine
from puur.season.events import Event
from puur.season.played import round_events
from puur.web.book_facts import facts_of
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.clubs.words import name_of
from puur.web.doors.evening import names_at
from puur.web.doors.hosting import distinct
from puur.web.evenings.creating import stored_book
from puur.web.evenings.fold import folded
from puur.web.evenings.models import TablePass
from puur.web.evenings.views.entry_confirm import Message, receive, side_keys
from puur.web.models import SlateGame
from puur.web.slate_upload import folded as game_on
from puur.web.slates import ops_of, sheet_of_slate, stored
from puur.words import say


def _facts(book: Reglement, names: Sequence[str], **door: Any) -> dict[str, Any]:
    """What a page needs to begin a slate for a door: the book, the names, and where it is handed in."""
    key, text = stored_book(book)
    return {"book": key, "text": text, "facts": facts_of(book), "names": distinct(names), "door": door}


def at_evening(table_pass: TablePass, lang: str) -> dict[str, Any]:
    """A slate for a table of an evening."""
    engine: Engine = folded(table_pass.evening).engine
    names = names_at(engine, engine.table(table_pass.round, table_pass.table))
    sides = [
        {"side": key, "label": " + ".join(name for place, name in enumerate(names) if engine.sides[place] == side)}
        for side, (key, _) in enumerate(zip(side_keys(engine), side_letters(engine.sides), strict=True))
    ]
    title = say("doors.evening.title", lang, evening=table_pass.evening.title, round=table_pass.round, table=table_pass.table)
    return _facts(
        engine.book, names, url=reverse("evening-slate-send", args=[table_pass.secret]), title=title, sides=sides, people=[]
    )


def in_club(row: Club, day: str, series: str, people: Sequence[str], lang: str) -> dict[str, Any]:
    """A slate for the next Jassrunde of a series, its people by seat."""
    club = clubs.engine(row)
    names = [name_of(club, person) for person in people]
    title = say("doors.club.title", lang, club=row.name, day=day, series=series, round=len(club.day(day).table(series).rounds) + 1)
    sides = [{"side": "", "label": title}]
    address = reverse("club-slate-send", args=[row.slug, day, series])
    return _facts(club.book.reglement, names, url=address, title=title, sides=sides, people=list(people))


def finished(slate: SlateGame, book: Reglement) -> Sheet:
    """The sheet of a slate that was kept to its end by this book."""
    if stored(slate).rules != book:
        raise Refusal("slate-book", title=book.title)
    if not game_on(stored(slate), ops_of(slate))[0].over:
        raise Refusal("web-running")
    sheet = sheet_of_slate(slate)
    return sheet if asks_matches(book) else replace(sheet, matches=())


def hand_in(table_pass: TablePass, slate: SlateGame, side: str) -> None:
    """The sheet of one side of a table."""
    row, place = table_pass.evening, (table_pass.round, table_pass.table)
    sheet = finished(slate, folded(row).engine.book)
    key = str(uuid.uuid5(slate.pk, f"{table_pass.secret} {side} {sheet.said}"))
    receive(row, *place, Message(key, "enter", side, row.code, *place, sheet, device=str(slate.pk), kept=True))


def hand_in_round(row: Club, day: str, series: str, people: Sequence[str], slate: SlateGame, by: str) -> None:
    """A Jassrunde of a club, once."""
    sheet = finished(slate, clubs.engine(row).book.reglement)

    def events(club: ClubEngine) -> Sequence[Event]:
        if any(played.sheet.game == sheet.game for played in club.day(day).table(series).rounds):
            return []
        if sorted(people) != sorted(seat.person for seat in club.participants(club.day(day), series)):
            raise Refusal("web-redrawn", table=series)
        return round_events(club, day, series, sheet, people, clubs.now())

    clubs.submit(row, events, by)
