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

from puur.core.control import judge
from puur.core.deal import Deal
from puur.core.errors import Refusal
from puur.core.events import ResultEntered
from puur.core.game import Game
from puur.core.reglement import Reglement, Source
from puur.core.sheet import Sheet
from puur.core.typed import asks_matches
from puur.evening.evening import Evening
from puur.evening.seating import side_letters
from puur.notation.game_events import GAME
from puur.season import Club as ClubState
from puur.season.events import Event
from puur.season.played import round_events
from puur.web.book_facts import facts_of
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.clubs.words import name_of
from puur.web.doors.evening import names_at
from puur.web.doors.hosting import broken_of, distinct, game_at, written
from puur.web.doors.models import HostedTable
from puur.web.evenings.creating import stored_book
from puur.web.evenings.fold import folded
from puur.web.evenings.models import TablePass
from puur.web.evenings.store import drafts
from puur.web.evenings.views.entry_confirm import PHONE, Message, receive, sheet_of, side_keys
from puur.web.live.wire import write_event
from puur.web.models import SlateGame
from puur.web.slate_upload import Slate
from puur.web.slate_upload import folded as game_on
from puur.web.slates import ops_of, sheet_of_slate, stored
from puur.words import say


def _facts(book: Reglement, names: Sequence[str], broken: HostedTable | None, **door: Any) -> dict[str, Any]:
    """What a page needs to begin a slate for a door: the book, the names, where it is handed in, and what is written already."""
    key, text = stored_book(book)
    ops = _written(broken, Slate(key, text, None, tuple(distinct(names)))) if broken is not None else []
    return {"book": key, "text": text, "facts": facts_of(book), "names": distinct(names), "ops": ops, "door": door}


def _written(broken: HostedTable, slate: Slate) -> list[dict[str, Any]]:
    """The finished deals of a web table that goes on with cards, as entries of a slate.

    None of them where the slate would not come to the same score by them, as after a corrected one: then they are written by hand.
    """
    game = game_at(broken)
    if game is None:
        return []
    played = [_entered_as(game, deal) for deal in game.finished_deals]
    kept, refused = game_on(slate, [{"id": str(n), "op": "enter", "event": GAME.write(event)} for n, event in enumerate(played)])
    if refused or tuple(kept.ledger.totals) != written(game):
        return []
    return [{"id": str(uuid.uuid4()), "op": "enter", "event": write_event(event)} for event in played]


def _entered_as(game: Game, deal: Deal) -> ResultEntered:
    """A deal that was played, as one that is known by its result alone."""

    def bonus(source: Source) -> tuple[int, int]:
        first, second = (
            sum(entry.raw for entry in game.ledger.entries if (entry.deal, entry.team, entry.source) == (deal.number, team, source))
            for team in (0, 1)
        )
        return first, second

    last = game.book.scoring.last_trick
    points = tuple(own + (last if deal.last == side else 0) for side, own in enumerate(deal.points))
    return ResultEntered(
        points=points, mode=deal.mode, announcer=deal.announcer, variant=deal.variant, weis=bonus(Source.WEIS),
        stoeck=bonus(Source.STOECK), match=deal.match,
    )  # fmt: skip


def at_evening(table_pass: TablePass, lang: str) -> dict[str, Any]:
    """A slate for a table of an evening."""
    engine: Evening = folded(table_pass.evening).engine
    names = names_at(engine, engine.table(table_pass.round, table_pass.table), lang)
    sides = [
        {"side": key, "label": " + ".join(name for place, name in enumerate(names) if engine.sides[place] == side)}
        for side, (key, _) in enumerate(zip(side_keys(engine), side_letters(engine.sides), strict=True))
    ]
    title = say("doors.evening.title", lang, evening=table_pass.evening.title, round=table_pass.round, table=table_pass.table)
    return _facts(
        engine.book, names, broken_of(evening=table_pass.evening, round=table_pass.round, table=table_pass.table),
        url=reverse("evening-slate-send", args=[table_pass.secret]), title=title, sides=sides, people=[],
    )  # fmt: skip


def in_club(row: Club, day: str, series: str, people: Sequence[str], lang: str) -> dict[str, Any]:
    """A slate for the next Jassrunde of a series, its people by seat."""
    club = clubs.engine(row)
    names = [name_of(club, person) for person in people]
    number = len(club.day(day).table(series).rounds) + 1
    title = say("doors.club.title", lang, club=row.name, day=day, series=series, round=number)
    broken = broken_of(club=row, day=day, series=series, round=number)
    if broken is not None and broken.people != list(people):
        broken = None  # the slate is for other teams
    sides = [{"side": "", "label": title}]
    address = reverse("club-slate-send", args=[row.slug, day, series])
    rules = club.book_on(club.day(day).date).reglement
    return _facts(rules, names, broken, url=address, title=title, sides=sides, people=list(people))


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


def standing(table_pass: TablePass, side: str) -> tuple[str, str]:
    """How it stands with a table, for those who handed in for a side: it counts, it waits, or the other side has something else.

    With the score that counts, or that the other side has.
    """
    row, place = table_pass.evening, (table_pass.round, table_pass.table)
    engine = folded(row).engine
    if (version := engine.result(*place)) is not None:
        return "counts", " : ".join(map(str, version.score))
    sheets = {draft.side: sheet_of(draft, engine) for draft in drafts(row, *place) if draft.source == PHONE}
    own = sheets.pop(side, None)
    other = next((sheet for sheet in sheets.values() if own is not None and sheet.said != own.said), None)
    return ("evening", "") if other is None else ("differs", " : ".join(map(str, judge(engine.book, other).points or ())))


def hand_in_round(row: Club, day: str, series: str, people: Sequence[str], slate: SlateGame, by: str) -> None:
    """A Jassrunde of a club, once."""
    sheet = finished(slate, clubs.engine(row).book.reglement)

    def events(club: ClubState) -> Sequence[Event]:
        known = next((played.sheet for played in club.day(day).table(series).rounds if played.sheet.game == sheet.game), None)
        if known is not None and known.totals == sheet.totals:
            return []
        if known is not None:  # what everybody signs is corrected where it stands, with a reason
            raise Refusal("slate-other-result", series=series)
        if sorted(people) != sorted(seat.person for seat in club.participants(club.day(day), series)):
            raise Refusal("web-redrawn", table=series)
        return round_events(club, day, series, sheet, people, clubs.now())

    clubs.submit(row, events, by)
