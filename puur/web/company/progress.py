"""Progress: what somebody's decisions have cost over time and by theme, and tasks from their own mistakes.

The deals are judged as for the replay (`web.opinions`); what concerns a person is kept here, since opinions are thrown away. It is
nobody else's business: no page shows it to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache

from django.db.models import Q, QuerySet
from django.utils import timezone

from puur.core.form import form_for
from puur.core.game import Game
from puur.puzzles.mistakes import decisions
from puur.puzzles.puzzle import BadPuzzle, Puzzle, parse_line
from puur.puzzles.themes import GROUPS
from puur.reglement import load, shipped
from puur.web.company.models import JudgedDeal
from puur.web.doors.played import games_of, tied
from puur.web.live.state import Who
from puur.web.models import Participant, Seat, Table, TableEvent
from puur.web.opinions import Json
from puur.web.people import owned_by

MOST_KEPT = 1000  # deals of one person
MOST_GAMES = 10  # so far back it looks for deals that nobody has judged
LATELY = 20  # deals that are compared with those before
MOST_DAYS, MOST_TASKS = 12, 12


@dataclass(slots=True)
class Sum:
    """Decisions and what they cost."""

    count: int = 0
    loss: float = 0.0
    deals: int = 0

    def add(self, loss: float) -> None:
        """One decision more."""
        self.count += 1
        self.loss += loss

    @property
    def mean(self) -> float | None:
        """Points lost per decision."""
        return round(self.loss / self.count, 1) if self.count else None


@dataclass(slots=True)
class Group:
    """A theme: everything, and how it was lately and before."""

    key: str
    all: Sum = field(default_factory=Sum)
    lately: Sum = field(default_factory=Sum)
    before: Sum = field(default_factory=Sum)

    @property
    def trend(self) -> str:
        """Whether less is lost than before; nothing where there is too little to say so."""
        now, then = self.lately.mean, self.before.mean
        if now is None or then is None or abs(now - then) < 0.5:
            return ""
        return "better" if now < then else "worse"


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle from one's own mistake, and where it was made."""

    code: str
    number: int
    deal: int
    n: int
    group: str
    loss: float
    answered: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """All that the page shows."""

    whole: Sum
    groups: list[Group]
    days: list[tuple[date, Sum]]
    tasks: list[Task]
    open: int  # tasks that wait for a first answer


def of(who: Who) -> Progress:
    """How somebody is getting on."""
    rows = list(_rows(who).select_related("table").order_by("-played", "-pk")[:MOST_KEPT])
    whole, groups, days = Sum(), {key: Group(key) for key in GROUPS}, dict[date, Sum]()
    tasks: list[Task] = []
    for place, row in enumerate(rows):
        day = days.setdefault(timezone.localtime(row.played).date(), Sum())
        whole.deals, day.deals = whole.deals + 1, day.deals + 1
        for n, key, loss, line in row.decisions:
            group = groups.get(key, groups["other"])
            for total in (whole, day, group.all, group.lately if place < LATELY else group.before):
                total.add(loss)
            if line:
                tasks.append(Task(row.table.code, row.game, row.deal, n, group.key, loss, str(n) in row.answers))
    waiting = [task for task in tasks if not task.answered]
    tasks = sorted(waiting, key=lambda task: -task.loss)[:MOST_TASKS]
    return Progress(whole, list(groups.values()), sorted(days.items(), reverse=True)[:MOST_DAYS], tasks, len(waiting))


def _rows(who: Who) -> QuerySet[JudgedDeal]:
    """The judged deals of somebody: the own ones, and of games that are theirs by a tie."""
    if not who.key:
        return JudgedDeal.objects.none()
    places = {place for _, place in tied(who)}
    listed = JudgedDeal.objects.filter(user=None, table__in={table for table, _, _ in places}) if places else ()
    theirs = [row.pk for row in listed if (row.table_id, row.game, row.seat) in places]
    return JudgedDeal.objects.filter(Q(**owned_by(who)) | Q(pk__in=theirs))


def to_judge(who: Who) -> Iterator[tuple[Table, int, int]]:
    """Table, game and deal of what somebody has played to its end and nobody has judged for them, the newest first."""
    if not who.key:
        return
    parts, rows = games_of(who).filter(left=False, game__finished__isnull=False), _rows(who)
    for part in parts.select_related("game", "game__table").order_by("-game__finished")[:MOST_GAMES]:
        known = set(rows.filter(table=part.game.table, game=part.game.number).values_list("deal", flat=True))
        for deal in range(len(part.game.deals), 0, -1):
            if deal not in known and len(part.game.totals) == 2 and not _by_itself(part.game.book):
                yield part.game.table, part.game.number, deal


@cache
def _by_itself(key: str) -> bool:
    """Whether the game of a shipped book judges by something else than points, which is not added up here."""
    return key in shipped() and form_for(load(key)).advises(load(key))


def take(who: Who, table: Table, number: int, game: Game, rows: list[TableEvent], deal: int, judged: Json) -> None:
    """Keep what a judged deal says about whoever sat there; once, and only what they did themselves."""
    seat = seat_of(who, table, number)
    if seat is None or judged["state"] != "ready" or len(set(game.sides)) != 2:
        return
    if JudgedDeal.objects.filter(table=table, game=number, deal=deal, seat=seat).exists():
        return
    others = {place for place, row in enumerate(rows, start=1) if row.by}
    made = [] if game.form.advises(game.book) else decisions(game, deal, seat, judged["cards"], others)  # other games, other units
    at = datetime.fromtimestamp(rows[-1].at / 1000, UTC) if rows else timezone.now()
    part = Participant.objects.filter(game__table=table, game__number=number, seat=seat).first()
    owner = owned_by(who) if part is None else {"user_id": part.user_id, "guest_id": part.guest_id}  # a tie may be parted again
    JudgedDeal.objects.get_or_create(
        table=table, game=number, deal=deal, seat=seat,
        defaults={
            **owner, "played": at, "decisions": [[each.n, each.group, each.loss, each.task] for each in made],
        },
    )  # fmt: skip
    old = _rows(who).order_by("-played", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    JudgedDeal.objects.filter(pk__in=list(old)).delete()


def seat_of(who: Who, table: Table, number: int) -> int | None:
    """Where somebody sat in a game."""
    if not who.key:
        return None
    part = games_of(who).filter(game__table=table, game__number=number).first()
    if part is not None:
        return None if part.left else part.seat
    seat = Seat.objects.filter(table=table, **owned_by(who)).first() if table.game == number else None
    return None if seat is None else seat.number


def task_of(who: Who, code: str, number: int, deal: int, n: int) -> tuple[JudgedDeal, Puzzle] | None:
    """The puzzle from one's own mistake; None for anybody else's, or where there is none."""
    row = _rows(who).filter(table__code=code, game=number, deal=deal).select_related("table").first()
    line = next((line for at, _, _, line in row.decisions if at == n and line), "") if row is not None else ""
    try:
        return (row, parse_line(line)) if row is not None and line else None
    except BadPuzzle:  # written by another version
        return None


def answered(row: JudgedDeal, n: int, answer: str) -> None:
    """Keep the first answer."""
    if str(n) not in row.answers:
        row.answers[str(n)] = answer
        row.save(update_fields=["answers"])
