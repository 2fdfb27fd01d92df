"""Open tables: a list that is never empty, seats that bots hold until people come, sitting down and getting up.

A seat changes in the database and the live table reads it again, as at tables with given seats, so it does not matter which
process holds the table. Whoever has left a game does not come back into it on another seat: they have seen cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from puur.core.seats import partner_of
from puur.reglement import load
from puur.web import own_data
from puur.web.company import manners, social
from puur.web.company.models import Leaving, OpenTable, Profile
from puur.web.live.bot_pool import LEVELS
from puur.web.live.names import alike
from puur.web.live.seating import BOT_NAMES
from puur.web.live.state import Who
from puur.web.models import Seat, Table
from puur.web.people import owned_by
from puur.web.views.tables import open_table

TEMPI = {"calm": 0, "usual": 60, "brisk": 15}  # seconds for a decision; 0: as long as it takes
# What can be sat down to at any hour: a book, a tempo, and who holds the seats meanwhile.
STANDING = (
    ("jassregeln", "calm", "stammtisch"),
    ("jassregeln", "usual", "jasskoenig"),
    ("tam2014-ps", "calm", "stammtisch"),
    ("tam2014-cp", "calm", "stammtisch"),
    ("differenzler", "calm", "stammtisch"),
    ("differenzler", "brisk", "stammtisch"),
)
MOST_LISTED = 200
MOST_OWN = 3  # open tables that somebody may have at a time
ASLEEP = timedelta(minutes=20)  # a table at which nothing has happened leaves the list


class Refused(Exception):
    """Why somebody cannot sit down: the key of a text `company.open.<why>`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Row:
    """One open table in the list; nobody's name."""

    code: str
    title: str
    book: str
    form: str
    tempo: str
    level: str
    people: int
    seats: int
    playing: bool
    waits: bool
    watch: bool


# ---- the list ------------------------------------------------------------------------------------------------------------------


def ensure_standing() -> None:
    """The tables of every hour are there, each with a free seat."""
    free = {(row.book, row.tempo, row.level) for row in listed() if not row.people and not row.playing}
    for book, tempo, level in STANDING:
        if (book, tempo, level) not in free:
            create(Who(), book, tempo, level)


def create(who: Who, key: str, tempo: str, level: str, *, waits: bool = False, watch: bool = False) -> OpenTable:
    """A new open table; bots sit on the seats that nobody has taken."""
    book = load(key)
    with transaction.atomic():
        table = open_table(
            who, book, level=level, timer=TEMPI[tempo], chat=False, spectators=watch, instant=bool(who.key) and not waits
        )
        names = iter([name for name in BOT_NAMES if not alike(name, who.name)])
        for seat in Seat.objects.filter(table=table, user=None, guest=None):
            if not waits:
                seat.bot, seat.name = level, next(names)
                seat.save(update_fields=["bot", "name"])
        return OpenTable.objects.create(table=table, form=book.form, tempo=tempo, waits=waits)


def listed(form: str = "", book: str = "", tempo: str = "", level: str = "") -> list[Row]:
    """The open tables with room, by what is asked for; those with people first."""
    asked = {name: value for name, value in (("form", form), ("tempo", tempo)) if value}
    asked |= {f"table__{name}": value for name, value in (("book", book), ("level", level)) if value}
    tables = OpenTable.objects.filter(listed=True, **asked).exclude(table__state=Table.State.OVER)
    rows = []
    for row in tables.select_related("table").prefetch_related("table__seats").order_by("-opened")[:MOST_LISTED]:
        seats = list(row.table.seats.all())
        people = sum(bool(seat.user_id or seat.guest_id) and not seat.stand_in for seat in seats)
        if people < len(seats):
            table = row.table
            rows.append(
                Row(
                    table.code, table.title, table.book, row.form, row.tempo, table.level, people, len(seats),
                    table.state == Table.State.PLAYING, row.waits, table.spectators,
                )
            )  # fmt: skip
    return sorted(rows, key=lambda row: (-row.people, row.playing, row.title))


def tidy() -> None:
    """Tables where nothing happens leave the list; a person for whom the others have let a bot play gives up the seat."""
    now = timezone.now()
    running = OpenTable.objects.filter(listed=True, table__state=Table.State.PLAYING).annotate(last=Max("table__events__at"))
    old = int((now - ASLEEP).timestamp() * 1000)
    OpenTable.objects.filter(pk__in=[row.pk for row in running if (row.last or 0) < old]).update(listed=False)
    gone = Seat.objects.filter(stand_in=True, table__open__listed=True, table__state=Table.State.PLAYING).select_related("table")
    for seat in gone:
        if seat.user_id or seat.guest_id:
            who = Who(f"u{seat.user_id}" if seat.user_id else f"g{seat.guest_id}", seat.name, seat.user_id, seat.guest_id)
            leave(seat.table, who)


# ---- sitting down ----------------------------------------------------------------------------------------------------------------


def sit(table: Table, who: Who, wanted: int | None = None) -> Seat:
    """Take the seat of a bot, or a free one; `Refused` says why not."""
    with transaction.atomic():
        row = OpenTable.objects.select_for_update().filter(table=table).first()
        seats = list(Seat.objects.select_for_update().filter(table=table).order_by("number"))
        own = next((seat for seat in seats if who.key in (f"u{seat.user_id}", f"g{seat.guest_id}")), None)
        if own is not None:
            return own
        table.refresh_from_db()
        if row is None or table.state == Table.State.OVER:
            raise Refused("gone")
        _check(table, row, seats, who)
        place = _place(seats, who, wanted)
        if place is None:
            raise Refused("full")
        place.user_id, place.guest_id, place.bot, place.stand_in = who.user, who.guest, "", False
        for seat in seats:  # a bot that happens to be called so gives way, not the person
            if seat.bot and alike(seat.name, who.name):
                taken = [who.name, *(other.name for other in seats)]
                seat.name = next(name for name in BOT_NAMES if not any(alike(name, other) for other in taken))
                seat.save(update_fields=["name"])
        place.name = _free_name(who.name, [seat.name for seat in seats if seat is not place])
        place.save(update_fields=["user", "guest", "bot", "stand_in", "name"])
        people = [seat for seat in seats if seat.user_id or seat.guest_id]
        changed: dict[str, Any] = {}
        if not table.host or (row.waits and len(people) == len(seats)):
            changed["host"] = who.key  # the game begins when this person's page connects
        if not row.waits or len(people) == len(seats):
            changed["instant"] = True
        Table.objects.filter(pk=table.pk).update(**changed) if changed else None
        OpenTable.objects.filter(pk=row.pk).update(listed=True)
        _tell(table)
        return place


def _check(table: Table, row: OpenTable, seats: Sequence[Seat], who: Who) -> None:
    """Whether somebody may sit here at all."""
    if row.waits and who.user is None:
        raise Refused("guest")
    if row.waits and not manners.record_of(who).reliable:
        raise Refused("unreliable")
    others = [seat.user_id for seat in seats if seat.user_id]
    if who.user is not None and any(social.apart(who.user, other) for other in others):
        raise Refused("full")  # nobody learns who has blocked whom
    if table.state == Table.State.PLAYING and Leaving.objects.filter(table=table, game=table.game, **owned_by(who)).exists():
        raise Refused("left")


def _place(seats: Sequence[Seat], who: Who, wanted: int | None) -> Seat | None:
    """The seat that was asked for, else the one across from the usual partner, else the first that a bot holds."""
    free = [seat for seat in seats if not (seat.user_id or seat.guest_id)]
    if wanted is not None:
        return next((seat for seat in free if seat.number == wanted), None)
    partner = Profile.objects.filter(user_id=who.user).values_list("partner_id", flat=True).first() if who.user else None
    across = {partner_of(seat.number) for seat in seats if partner is not None and seat.user_id == partner}
    return next((seat for seat in free if seat.number in across), free[0] if free else None)


def _free_name(name: str, taken: Sequence[str]) -> str:
    choices = (name, *(f"{name[:20]} {number}" for number in range(2, 10)))
    return next(choice for choice in choices if not any(alike(choice, other) for other in taken))


def leave(table: Table, who: Who) -> None:
    """Get up. A bot takes over at once, so that the partner is not left alone; in a running game it goes on record."""
    with transaction.atomic():
        seats = list(Seat.objects.select_for_update().filter(table=table).order_by("number"))
        own = next((seat for seat in seats if who.key in (f"u{seat.user_id}", f"g{seat.guest_id}")), None)
        if own is None:
            return
        table.refresh_from_db()
        waits = OpenTable.objects.filter(table=table).values_list("waits", flat=True).first()
        if table.state == Table.State.PLAYING:
            Leaving.objects.create(table=table, game=table.game, seat=own.number, **owned_by(who))
        bot = table.level if table.state == Table.State.PLAYING or not waits else ""
        own.user_id = own.guest_id = None
        taken = {seat.name for seat in seats if seat is not own}
        own.bot, own.stand_in = bot, False
        own.name = next(name for name in BOT_NAMES if name not in taken) if bot else ""
        own.save(update_fields=["user", "guest", "bot", "stand_in", "name"])
        if table.host == who.key:
            heir = next((seat for seat in seats if seat.user_id or seat.guest_id), None)
            host = "" if heir is None else f"u{heir.user_id}" if heir.user_id else f"g{heir.guest_id}"
            Table.objects.filter(pk=table.pk).update(host=host)
        if not any(seat.user_id or seat.guest_id for seat in seats) and (table.state != Table.State.LOBBY or not _stands(table)):
            OpenTable.objects.filter(table=table).update(listed=False)
        _tell(table)


def _stands(table: Table) -> bool:
    """Whether an empty table is one of those of every hour, and the only one: others leave the list with the last person.

    Otherwise somebody fills the list with tables at which nobody sits, and those with people fall out of it.
    """
    row = OpenTable.objects.filter(table=table).first()
    kind = (table.book, row.tempo, table.level) if row is not None else None
    if kind not in STANDING or row is None or row.waits or table.spectators:
        return False
    return not any(
        (other.book, other.tempo, other.level) == kind and other.code != table.code and not other.people and not other.playing
        for other in listed(book=table.book)
    )


def own_tables(who: Who) -> list[OpenTable]:
    """The open tables at which somebody sits."""
    if not who.key:
        return []
    seats = Seat.objects.filter(table__open__isnull=False, **owned_by(who)).exclude(table__state=Table.State.OVER)
    return list(OpenTable.objects.filter(table__in=seats.values("table")).select_related("table")[:10])


def levels() -> list[str]:
    """The bots that may hold seats: those who answer at once."""
    return [name for name, level in LEVELS.items() if not level.searches]


def _tell(table: Table) -> None:
    hub = own_data.live()
    if hub is not None:
        transaction.on_commit(lambda: hub.reload(table.code))
