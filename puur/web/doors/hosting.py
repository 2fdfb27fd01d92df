"""Web tables with given seats: opening one, sitting down by a link, how far it is, breaking it off, and its sheet.

For whom it is played says a host (`Host`), an evening or a club; it alone knows how a sheet becomes a result there. Promise: a
table is opened once, a seat belongs to whoever came last with its link, and nothing about a result is in memory only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest

from puur.core.errors import Refusal
from puur.core.form import sides_of
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.sheet import Origin, Row, Sheet, sheet_of
from puur.web import own_data
from puur.web.doors.models import HostedTable, SeatPass
from puur.web.evenings.creating import stored_book
from puur.web.live.names import clean_name
from puur.web.live.state import Who
from puur.web.live.store import book_of, game_of
from puur.web.models import Seat, Table, TableEvent
from puur.web.people import owned_by
from puur.web.views import tables

LONGEST_NAME = 24
MOST_KEPT = 256  # games whose standing is remembered
CARDS, MOST_CARDS = "cards", 60  # the tables whose cards a browser may see because it asked where a number of a link came from


class Host(Protocol):
    """For whom a web table is played."""

    def title(self, hosted: HostedTable, lang: str) -> str:
        """Which table that is, for people."""

    def result_of(self, hosted: HostedTable) -> str:
        """What counts for it already, in short, or nothing."""

    def why(self, hosted: HostedTable, problem: Refusal, lang: str) -> str:
        """A refusal as a sentence."""

    def deliver(self, hosted: HostedTable, sheet: Sheet) -> None:
        """Store the sheet as the result; the same once more changes nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a web table is."""

    phase: str  # waiting, playing, over, broken
    seated: int  # people who have come
    deals: int  # that are finished
    of: int  # how many there will be; 0 where the book plays to a target
    totals: tuple[int, ...]

    @property
    def score(self) -> str:
        """The totals in short."""
        return " : ".join(map(str, self.totals))


# ---- opening -----------------------------------------------------------------------------------------------------------------


def open_table(book: Reglement, names: Sequence[str], playing: str, **belongs: object) -> HostedTable:
    """A web table with these names on its seats, and a link for each of them. In a transaction of the caller."""
    key, text = stored_book(book)
    table = tables.open_table(Who(), replace(book, key=key), text=text, playing=playing, reserved=True)
    for seat, name in enumerate(distinct(names)):
        Seat.objects.filter(table=table, number=seat).update(name=name)
    hosted = HostedTable.objects.create(live=table, **belongs)
    SeatPass.objects.bulk_create(SeatPass(hosted=hosted, seat=seat) for seat, _ in enumerate(sides_of(book)))
    return hosted


def distinct(names: Iterable[str]) -> list[str]:
    """Names as a table shows them: short, and no two the same."""
    taken: list[str] = []
    for wanted in names:
        short = clean_name(wanted) or "?"
        choices = (short, *(f"{short[: LONGEST_NAME - 2]} {number}" for number in range(2, 10)))
        taken.append(next(name for name in choices if name not in taken))
    return taken


def close(hosted: HostedTable) -> None:
    """Take an opened table back, as long as no card was dealt."""
    with transaction.atomic():
        known = HostedTable.objects.select_for_update().select_related("live").get(pk=hosted.pk)
        if known.live.game:
            raise Refusal("web-begun", table=known.table or known.series)
        known.live.delete()


# ---- sitting down ------------------------------------------------------------------------------------------------------------


def sit(seat_pass: SeatPass, who: Who) -> None:
    """Sit down, also on another device than before; nobody plays two hands."""
    hosted = seat_pass.hosted
    with transaction.atomic():
        seats = Seat.objects.select_for_update().filter(table=hosted.live)
        if hosted.broken:
            raise Refusal("web-broken", why=hosted.broken)
        if seats.filter(**owned_by(who)).exclude(number=seat_pass.seat).exists():
            raise Refusal("web-two-seats")
        seats.filter(number=seat_pass.seat).update(user_id=who.user, guest_id=who.guest)
    tell(hosted)


def tell(hosted: HostedTable) -> None:
    """The table in memory, if it is, looks at the database again."""
    hub = own_data.live()
    if hub is not None:
        transaction.on_commit(lambda: hub.reload(hosted.live.code))


def pass_of(table: Table, who: Who) -> SeatPass | None:
    """The link of the seat on which somebody sits."""
    seat = Seat.objects.filter(table=table, **owned_by(who)).first() if who.key else None
    return None if seat is None else SeatPass.objects.filter(hosted__live=table, seat=seat.number).first()


def leads(table: Table, who: Who) -> bool:
    """Whether somebody is of the staff of the evening for which a table is played."""
    hosted = HostedTable.objects.filter(live=table, evening__isnull=False).select_related("evening").first() if who.key else None
    if hosted is None or hosted.evening is None:
        return False
    own = owned_by(who)
    return hosted.evening.roles.filter(**own).exists() or type(hosted.evening).objects.filter(pk=hosted.evening.pk, **own).exists()


def show_cards(request: HttpRequest, code: str) -> None:
    """Whoever may ask for a number by a link may see its cards, on whichever device."""
    known = [table for table in request.session.get(CARDS, ()) if table != code]
    request.session[CARDS] = [*known, code][-MOST_CARDS:]


def shows_cards(request: HttpRequest, table: Table) -> bool:
    """Whether this browser has asked by a link for a number that was played at a table."""
    return table.reserved and table.code in request.session.get(CARDS, ())


# ---- how far it is -----------------------------------------------------------------------------------------------------------


def standings(hosted_tables: Iterable[HostedTable]) -> dict[int, Standing]:
    """How far these are, by their keys; from what is stored, so in every process the same."""
    listed = list(hosted_tables)
    lives = [hosted.live_id for hosted in listed]
    last = dict(TableEvent.objects.filter(table__in=lives).values_list("table").annotate(Max("n")))
    seated: dict[int, int] = {}
    for seat in Seat.objects.filter(table__in=lives):
        seated[seat.table_id] = seated.get(seat.table_id, 0) + bool(seat.user_id or seat.guest_id)
    return {hosted.pk: _standing(hosted, seated.get(hosted.live_id, 0), last.get(hosted.live_id, 0)) for hosted in listed}


def _standing(hosted: HostedTable, seated: int, last: int) -> Standing:
    deals, of, totals = _played(hosted.live_id, last)
    phase = hosted.live.state if hosted.live.state != Table.State.LOBBY else "waiting"
    return Standing("broken" if hosted.broken else phase, seated, deals, of, totals)


@lru_cache(maxsize=MOST_KEPT)
def _played(table: int, last: int) -> tuple[int, int, tuple[int, ...]]:
    """Finished deals, planned deals and what is written of the finished ones, after event `last`."""
    live = Table.objects.get(pk=table)
    played = game_of(live, live.game) if last else None
    if played is None:
        return 0, book_of(live.book, live.book_text).ending.deals, ()
    game = played[0]
    return len(game.finished_deals), game.book.ending.deals, written(game)


def written(game: Game) -> tuple[int, ...]:
    """What the slate has of the finished deals.

    A Weis of the deal that is being played is not among it: that deal is dealt anew where the table goes on with cards.
    """
    totals = list(game.ledger.totals)
    if not game.over and game.deals and game.deals[-1] not in game.finished_deals[-1:]:
        for entry in game.ledger.of_deal(game.deals[-1].number):
            totals[entry.team] -= entry.points
    return tuple(totals)


def stamp(hosted_tables: Iterable[HostedTable]) -> str:
    """Changes with everything that `standings` shows: for pages that ask whether anything is new."""
    lives = [hosted.live_id for hosted in hosted_tables]
    cards = TableEvent.objects.filter(table__in=lives).count()
    people = Seat.objects.filter(table__in=lives).exclude(user=None, guest=None).count()
    said = sum(len(hosted.said) + bool(hosted.broken) for hosted in HostedTable.objects.filter(live__in=lives))
    return f"{len(lives)}.{cards}.{people}.{said}"


# ---- the result --------------------------------------------------------------------------------------------------------------


def game_at(hosted: HostedTable) -> Game | None:
    """The game as far as it is stored; None before it begins."""
    live = Table.objects.get(pk=hosted.live_id)
    played = game_of(live, live.game) if live.game else None
    return None if played is None else played[0]


def sheet_at(hosted: HostedTable) -> Sheet | None:
    """What the game has written so far, with the name of the game; None before it begins."""
    game = game_at(hosted)
    return None if game is None else replace(sheet_of(game), game=f"{hosted.live.code}/1")


def confirm(host: Host, hosted: HostedTable, seat: int) -> bool:
    """A side says yes to the result; with the second one it counts. Whether it does now; the same again changes nothing.

    Where the book refuses the sheet (a sum that a ruling has changed), what was said stays and the office decides.
    """
    refused: Refusal | None = None
    with transaction.atomic():
        known = HostedTable.objects.select_for_update().select_related("live").get(pk=hosted.pk)
        game = game_at(known)
        if known.broken:
            raise Refusal("web-broken", why=known.broken)
        if game is None or not game.over:
            raise Refusal("web-running")
        name = Seat.objects.get(table=known.live, number=seat).name
        known.said.setdefault(str(game.sides[seat]), name)
        known.save(update_fields=["said"])
        if len(known.said) < 2:
            return False
        sheet = sheet_at(known)
        assert sheet is not None
        try:
            with transaction.atomic():
                host.deliver(known, sheet)
        except Refusal as problem:
            refused = problem
    if refused is not None:
        raise refused
    return True


# ---- breaking off ------------------------------------------------------------------------------------------------------------


def break_off(hosted: HostedTable, reason: str) -> None:
    """It goes on with cards: nobody plays here any more, and what was written stays to be looked up."""
    with transaction.atomic():
        known = HostedTable.objects.select_for_update().get(pk=hosted.pk)
        game = game_at(known)
        if game is not None and game.over:
            raise Refusal("web-over")
        known.broken = reason[:200]
        known.save(update_fields=["broken"])
        Seat.objects.filter(table=known.live).update(user=None, guest=None)
    tell(hosted)


def broken_of(**place: object) -> HostedTable | None:
    """The web table of a place that goes on with cards; None where there is none."""
    return HostedTable.objects.filter(**place).exclude(broken="").select_related("live").first()


def game_behind(hosted: HostedTable, sheets: Iterable[Sheet]) -> Game | None:
    """The game whose finished deals are behind these sheets of a place: one that counted there, or that went on with cards."""
    own = any(sheet.source is Origin.TABLE and sheet.game == f"{hosted.live.code}/1" for sheet in sheets)
    game = game_at(hosted) if own or hosted.broken else None
    return game if game is not None and (game.over or hosted.broken) else None


def begun(**place: object) -> tuple[Row, ...]:
    """The finished deals of the web table of a place that goes on with cards; none where there is no such table."""
    hosted = broken_of(**place)
    sheet = None if hosted is None else sheet_at(hosted)
    return () if sheet is None else sheet.rows


def resume(hosted: HostedTable) -> None:
    """It goes on at the web table after all, from the same card; everybody comes back by the link."""
    HostedTable.objects.filter(pk=hosted.pk).update(broken="")
    tell(hosted)
