"""A club in the database: its events in, the engine's club out. The contract of every page of this application:

- `engine(row)` answers the engine's `Club` as it is after event `row.n`. It is shared: ask it, never `submit` to it. What a page
  wants to try out, it tries on `draft(row)`.
- `submit(row, events, by, expect=…, about=…)` takes all events in or none, in one transaction under the lock of the club, and
  returns the number of the last. Refusals of the engine (`RuleViolation`, `NotThere`) pass through; then nothing has changed.
- Two officials at once: a form carries `n`, the number of the last event its page was made from, and hands it in as `expect`. If
  since then an event came in that touches the same thing (`about`, e.g. `touching(day="2027-3", series="A")`; without it any
  event), the second gets `Changed` with what happened in between, and decides again. Nobody overwrites anybody.
- `withdraw(row, n, by, reason)` takes a slip back: a further entry (`withdrawn`) names event `n`, and the club is computed
  without it. It is refused where the rest does not hold together without it, and for money and decisions, which are only reversed
  by events of their own (`Reversed`, `RolloverUndone`, `RoundCorrected`). The entry stays in the trail.
- `trail(row)` is everything that ever happened, with who and when. `now()` is the club's clock: local time without a zone, as
  the engine wants it; pages and tests take the time from here and nowhere else.
"""

from __future__ import annotations

import copy
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from puur.club import Club as Engine
from puur.club import ClubBook, NotThere, RuleViolation, load, load_text
from puur.club.events import Event, from_json, to_json
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.told import told

WITHDRAWN = "withdrawn"
# What may be taken back as if it had not been entered: slips at a table or in a name. Everything else has an event of its own.
SLIPS = frozenset(
    (
        "absence-announced", "arrived", "break-taken", "break-voted", "cards-drawn", "day-closed", "day-opened", "departed",
        "deputy-named", "device-permitted", "device-used", "dauerersatz-named", "drink-voted", "drinks-billed", "guest-named",
        "leave-announced", "lot-drawn", "meeting-cancelled", "meeting-planned", "member-admitted", "not-appeared",
        "office-given", "penalty-given", "person-informed", "report-sent", "results-published", "return-agreed", "round-played",
        "schnapps-drunk", "series-aborted", "sheet-filed", "sheet-signed", "substitute-named", "tie-broken", "day-planned",
    )
)  # fmt: skip
_KEEP = 24  # clubs in memory
_cache: OrderedDict[int, tuple[int, Engine]] = OrderedDict()
_guard = threading.Lock()


class Changed(Exception):
    """Somebody else was faster: `entries` came in since the page was made."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(f"{len(entries)} entries came in between")
        self.entries = tuple(entries)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the trail: a stored event with who entered it and when; `withdrawn` is the number of what took it back."""

    n: int
    at: datetime
    by: str
    data: dict[str, Any]
    withdrawn: int = 0

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return str(self.data["kind"])


def now() -> datetime:
    """The club's clock: local time without a zone, to the minute."""
    return timezone.localtime().replace(tzinfo=None, second=0, microsecond=0)


def today() -> date:
    """The date by the club's clock."""
    return now().date()


def book_of(row: Club) -> ClubBook:
    """The settings of a club."""
    return load_text(row.book_text, row.name) if row.book_text else load(row.book)


def _entries(row: Club) -> Iterator[ClubEvent]:
    yield from ClubEvent.objects.filter(club=row, n__lte=row.n).order_by("n")


def _folded(row: Club, entries: Iterable[ClubEvent]) -> Engine:
    entries = list(entries)
    gone = {one.data["n"] for one in entries if one.data["kind"] == WITHDRAWN}
    events = [from_json(one.data) for one in entries if one.data["kind"] != WITHDRAWN and one.n not in gone]
    return Engine(book_of(row), events)


def engine(row: Club) -> Engine:
    """The club after event `row.n`. Shared by all pages: only ask it."""
    with _guard:
        found = _cache.get(row.pk)
    if found is None or found[0] != row.n:
        found = (row.n, _folded(row, _entries(row)))
        _remember(row.pk, *found)
    return found[1]


def draft(row: Club) -> Engine:
    """A copy of the club to try something on."""
    whole = engine(row)
    # Events, the book and everything inside them never change: they are shared with the copy.
    memo: dict[int, object] = {id(whole.book): whole.book, **{id(one): one for one in whole.events}}
    return copy.deepcopy(whole, memo)


def _remember(pk: int, n: int, club: Engine) -> None:
    with _guard:
        _cache[pk] = (n, club)
        _cache.move_to_end(pk)
        while len(_cache) > _KEEP:
            _cache.popitem(last=False)


def forget(row: Club) -> None:
    """Compute the club anew next time: its settings have changed."""
    with _guard:
        _cache.pop(row.pk, None)


def touching(**facts: str) -> Callable[[dict[str, Any]], bool]:
    """Whether an event touches these facts: every one that it names is the same, and it names the first of them."""
    first = next(iter(facts))

    def about(data: dict[str, Any]) -> bool:
        return first in data and all(data.get(name, value) == value for name, value in facts.items())

    return about


def _locked(row: Club, expect: int | None, about: Callable[[dict[str, Any]], bool] | None) -> Club:
    """The club under lock, at its newest; `Changed` where the page is out of date."""
    fresh = Club.objects.select_for_update().get(pk=row.pk)
    if expect is not None and expect < fresh.n:
        between = [
            one for one in ClubEvent.objects.filter(club=fresh, n__gt=expect).order_by("n") if about is None or about(one.data)
        ]
        if between:
            raise Changed([Entry(one.n, one.at, one.by, one.data) for one in between])
    return fresh


def submit(
    row: Club,
    events: Sequence[Event] | Callable[[Engine], Sequence[Event]],
    by: str,
    *,
    expect: int | None = None,
    about: Callable[[dict[str, Any]], bool] | None = None,
) -> int:
    """Take in all events or none; the number of the last. `row` is brought up to date.

    A function is given the club under lock, takes in what follows from it there and answers with the events: they are found once.
    """
    with transaction.atomic():
        fresh = _locked(row, expect, about)
        club = draft(fresh)
        if callable(events):
            events = events(club)
        else:
            for event in events:
                club.submit(event)
        if events:
            _write(fresh, [to_json(event) for event in events], by, club)
    _remember(fresh.pk, fresh.n, club)
    row.n = fresh.n
    return row.n


def _write(fresh: Club, entries: Sequence[dict[str, Any]], by: str, club: Engine) -> None:
    at = timezone.now()
    ClubEvent.objects.bulk_create(
        ClubEvent(club=fresh, n=fresh.n + place, at=at, by=by, data=data) for place, data in enumerate(entries, start=1)
    )
    fresh.n += len(entries)
    fresh.told = told(club)
    fresh.save(update_fields=["n", "told"])


def withdraw(row: Club, n: int, by: str, reason: str) -> int:
    """Take entry `n` back as a slip; refused where the others do not hold together without it."""
    if not reason.strip():
        raise NotThere("reason-missing")
    with transaction.atomic():
        fresh = _locked(row, None, None)
        entries = list(_entries(fresh))
        wanted = next((one for one in entries if one.n == n), None)
        if wanted is None or wanted.data["kind"] not in SLIPS:
            raise NotThere("not-withdrawable", n=n)
        if any(one.data["kind"] == WITHDRAWN and one.data["n"] == n for one in entries):
            raise NotThere("withdrawn-already", n=n)
        data = {"kind": WITHDRAWN, "n": n, "reason": reason.strip()[:200]}
        try:
            club = _folded(fresh, [*entries, ClubEvent(club=fresh, n=fresh.n + 1, at=wanted.at, by=by, data=data)])
        except (RuleViolation, NotThere) as problem:
            raise NotThere("needed-later", n=n) from problem
        _write(fresh, [data], by, club)
    _remember(fresh.pk, fresh.n, club)
    row.n = fresh.n
    return row.n


def trail(row: Club) -> list[Entry]:
    """Everything that ever happened, newest first."""
    entries = list(_entries(row))
    gone = {one.data["n"]: one.n for one in entries if one.data["kind"] == WITHDRAWN}
    return [Entry(one.n, one.at, one.by, one.data, gone.get(one.n, 0)) for one in reversed(entries)]
