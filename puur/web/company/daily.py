"""Sets of given deals in the database: sealed ahead, played once for the count, settled, compared; `picking` picks their deals.

A set exists from `AHEAD` days before it opens, so that its commitment is public before anybody, the operator included, can
know who plays it; its seed is shown once it is closed. A try is settled when somebody looks, from what the live table has
stored, so that it does not matter which process played it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from puur.reglement import dump
from puur.web import fair
from puur.web.clubs.models import ClubPerson
from puur.web.company import deals
from puur.web.company.models import DealSet, Try
from puur.web.live.seating import BOT_NAMES
from puur.web.live.state import Who
from puur.web.models import PlayedGame, Seat, Table
from puur.web.people import owned_by
from puur.web.views.tables import open_table

LEVEL = "jasskoenig"
DAY_DEALS, WEEK_DEALS = 4, 12
AHEAD = 7  # days
LATE = timedelta(hours=2)  # whoever has begun in time may finish
FEW = 5  # results below which no percentile is told


# ---- which sets there are ------------------------------------------------------------------------------------------------------


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def today() -> date:
    """The day in the time zone of the server."""
    return timezone.localdate()


def ensure(day: date | None = None) -> None:
    """The sets of today and the days ahead exist, each with its sealed seed; two processes at once make them once."""
    first = day or today()
    wanted = []
    for ahead in range(AHEAD + 1):
        when = first + timedelta(days=ahead)
        year, week, _ = when.isocalendar()
        monday = date.fromisocalendar(year, week, 1)
        wanted.append((when.isoformat(), DealSet.Kind.DAY, when, 1, DAY_DEALS))
        wanted.append((f"{year}-w{week:02}", DealSet.Kind.WEEK, monday, 7, WEEK_DEALS))
    known = set(DealSet.objects.filter(key__in=[key for key, *_ in wanted]).values_list("key", flat=True))
    for key, kind, begins, days, count in wanted:
        if key not in known:
            known.add(key)
            opens, closes = _midnight(begins), _midnight(begins + timedelta(days=days))
            DealSet.objects.get_or_create(
                key=key, defaults={"kind": kind, "opens": opens, "closes": closes, "deals": count, "level": LEVEL}
            )


def current(kind: str) -> DealSet:
    """The set of today, or of this week."""
    now = timezone.now()
    dealset = DealSet.objects.filter(kind=kind, opens__lte=now, closes__gt=now).first()
    if dealset is None:
        ensure()
        dealset = DealSet.objects.get(kind=kind, opens__lte=now, closes__gt=now)
    return dealset


def is_open(dealset: DealSet, now: datetime | None = None) -> bool:
    """Whether it can be played for the count."""
    return dealset.opens <= (now or timezone.now()) < dealset.closes


def over(dealset: DealSet) -> bool:
    """Whether its cards may be shown to everybody."""
    return timezone.now() >= dealset.closes


def may_enter(dealset: DealSet, who: Who) -> bool:
    """Everybody for the day and the week; of a club's set those whom the club knows."""
    if dealset.club_id is None:
        return True
    return who.user is not None and (
        ClubPerson.objects.filter(club_id=dealset.club_id, user_id=who.user).exists() or dealset.club.host_id == who.user  # type: ignore[union-attr]
    )


# ---- tries ---------------------------------------------------------------------------------------------------------------------


def running_of(dealset: DealSet, who: Who) -> Try | None:
    """The first try of somebody, while it is played."""
    return Try.objects.filter(dealset=dealset, first=True, ended=None, table__isnull=False, **owned_by(who)).first()


def begin(dealset: DealSet, who: Who, *, seen: bool) -> Try:
    """The first try of somebody, or one that is only for fun; `seen`: this browser has had these cards as somebody else."""
    running = running_of(dealset, who)
    if running is not None:
        return running
    counts = who.user is not None and not seen and is_open(dealset)
    try:
        with transaction.atomic():
            return Try.objects.create(dealset=dealset, first=True, counts=counts, table=_table(dealset, who), **owned_by(who))
    except IntegrityError:  # not the first one
        return Try.objects.create(dealset=dealset, first=False, table=_table(dealset, who), **owned_by(who))


def _table(dealset: DealSet, who: Who) -> Table:
    """A table with the given deals; it begins when its page connects, and nobody else sits down."""
    book = deals.book_for(dealset.deals)
    table = open_table(
        who, book, text=dump(book), level=dealset.level, instant=True, reserved=True, chat=False,
        secret=fair.sealed(dealset.root, dealset.picks),
    )  # fmt: skip
    for number, name in zip((1, 2, 3), (name for name in BOT_NAMES if name != who.name), strict=False):
        Seat.objects.filter(table=table, number=number).update(bot=dealset.level, name=name)
    return table


@lru_cache(maxsize=64)
def _first_dealer(root: str, count: int) -> int:
    return deals.first_dealer(root, deals.book_for(count))


def settle(dealset: DealSet) -> None:
    """Take over the results of tables that are over."""
    done = Try.objects.filter(dealset=dealset, ended=None, table__state=Table.State.OVER).select_related("table")
    games = {game.table_id: game for game in PlayedGame.objects.filter(table__in=[row.table_id for row in done], number=1)}
    settled = []
    for row in done:
        game = games.get(row.table_id or 0)
        if game is None or game.finished is None:
            continue
        row.ended = game.finished
        row.points = [deal["points"][deals.SEAT % 2] for deal in game.deals]
        row.bids = [_bid(dealset, deal) for deal in game.deals]
        row.total = sum(row.points)
        row.counts = row.counts and game.finished <= dealset.closes + LATE and len(row.points) == dealset.deals
        settled.append(row)
    Try.objects.bulk_update(settled, ["ended", "points", "bids", "total", "counts"], batch_size=500)


def _bid(dealset: DealSet, deal: dict[str, Any]) -> str:
    speaker = (_first_dealer(dealset.root, dealset.deals) + deal["deal"]) % 4
    return f"{'p' if deal['announcer'] != speaker else ''}{deal['mode']}/{deal['announcer']}"


def first_of(dealset: DealSet, who: Who) -> Try | None:
    """Somebody's first try."""
    return Try.objects.filter(dealset=dealset, first=True, **owned_by(who)).select_related("table").first() if who.key else None


def key_of(table: Table) -> str:
    """The set that is played at a table; empty where it is none."""
    return Try.objects.filter(table=table).values_list("dealset__key", flat=True).first() or ""


def may_look(table: Table, who: Who) -> bool | None:
    """Whether the finished deals of a try may be shown to somebody; None where the table is no try.

    While others still play the set, a shared link opens only for those who have finished it themselves.
    """
    row = Try.objects.filter(table=table).select_related("dealset").first()
    if row is None or over(row.dealset):
        return None
    settle(row.dealset)
    own = first_of(row.dealset, who)
    return own is not None and (own.ended is not None or own.table_id == table.pk)


# ---- comparing -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One deal of a result, beside others in the same seat."""

    number: int
    points: int
    bid: str
    best: int  # of the bots
    mean: float | None  # of people whose try counts
    bids: tuple[tuple[str, int], ...]  # how often others announced what, people and bots


@dataclass(frozen=True, slots=True)
class Compared:
    """A result beside all others."""

    lines: tuple[Line, ...]
    total: int
    best: int  # the best bot
    best_level: str
    people: int  # others whose try counts
    better_than: int | None  # per cent of them; None where there are too few


def counted(dealset: DealSet) -> list[Try]:
    """The results that count, best first."""
    return list(Try.objects.filter(dealset=dealset, counts=True, ended__isnull=False).order_by("-total", "ended"))


def best_bot(bots: dict[str, Any]) -> tuple[str, int]:
    """The level with the highest total, and that total."""
    level = max(bots, key=lambda name: sum(bots[name]["points"]))
    return level, sum(bots[level]["points"])


def compare(dealset: DealSet, own: Try, results: Iterable[Try]) -> Compared:
    """One's result beside the best bot in the same seat and beside all people."""
    others = [row for row in results if row.pk != own.pk]
    level, best = best_bot(dealset.bots)
    everybody = [*others, own]
    lines = []
    for place, points in enumerate(own.points):
        bids = Counter(row.bids[place] for row in others if len(row.bids) > place)
        bids.update(made["bids"][place] for made in dealset.bots.values())
        mean = sum(row.points[place] for row in everybody) / len(everybody) if len(everybody) >= FEW else None
        top = max(made["points"][place] for made in dealset.bots.values())
        lines.append(Line(place + 1, points, own.bids[place], top, mean, tuple(bids.most_common(6))))
    behind = sum(row.total < own.total for row in others) + sum(row.total == own.total for row in others) / 2
    share = round(100 * behind / len(others)) if len(others) >= FEW else None
    return Compared(tuple(lines), own.total, best, level, len(others), share)
