"""A club in the database: its events in, the engine's club out. The contract of every page of this application:

- `engine(row)` answers the engine's `Club` as it is after event `row.n`. It is shared: ask it, never `submit` to it. What a page
  wants to try out, it tries on `draft(row)`.
- `submit(row, events, by, expect=…, about=…)` takes all events in or none, in one transaction under the lock of the club, and
  returns the number of the last. Refusals of the engine (`RuleViolation`, `NotThere`) pass through; then nothing has changed.
- Two officials at once: a form carries `n`, the number of the last event its page was made from, and hands it in as `expect`. If
  since then an event came in that touches the same thing (`about`, e.g. `touching(day="2027-3", series="A")`; without it any
  event), the second gets `Changed` with what happened in between, and decides again. Nobody overwrites anybody.
- `withdraw(row, n, by, reason)` takes a slip back: a further entry (`Withdrawn`) names event `n`, and the club is computed
  without it. It is refused where the rest does not hold together without it, and for money and decisions, which are only reversed
  by events of their own (`Reversed`, `RolloverUndone`, `RoundCorrected`). The entry stays in the trail.
- `trail(row)` is everything that ever happened, with who and when. `now()` is the club's clock: local time without a zone, as
  the engine wants it; pages and tests take the time from here and nowhere else.
"""

from __future__ import annotations

import copy
import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from puur.core.errors import Refusal
from puur.log import SEASON, Line, Withdrawn, counted
from puur.log import withdraw as log_withdraw
from puur.log.lines import withdrawals
from puur.season import Club as Engine
from puur.season import ClubBook, NotThere, load, load_text
from puur.season.events import Event
from puur.season.events.codec import line_from_json
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.told import told

_KEEP = 24  # clubs in memory
_cache: OrderedDict[int, tuple[int, Engine]] = OrderedDict()
_guard = threading.Lock()


class Changed(Exception):
    """Somebody else was faster: `entries` came in since the page was made."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(f"{len(entries)} entries came in between")
        self.entries = tuple(entries)


@dataclass(frozen=True, slots=True)
class Entry(Line):
    """One line of the trail: what was entered, by whom and when; `withdrawn` is the number of what took it back."""

    withdrawn: int = 0

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return SEASON.kind_of(self.event).tag

    @property
    def slip(self) -> bool:
        """Whether it may be taken back as if it had not been entered; everything else has an event of its own for that."""
        return SEASON.kind_of(self.event).withdrawable

    @property
    def data(self) -> dict[str, Any]:
        """The event as JSON values."""
        return SEASON.write(self.event)


def now() -> datetime:
    """The club's clock: local time without a zone, to the minute."""
    return timezone.localtime().replace(tzinfo=None, second=0, microsecond=0)


def today() -> date:
    """The date by the club's clock."""
    return now().date()


def book_of(row: Club) -> ClubBook:
    """The settings of a club."""
    return load_text(row.book_text, row.name) if row.book_text else load(row.book)


def entry_of(stored: ClubEvent, withdrawn: int = 0) -> Entry:
    """A stored line."""
    return Entry(stored.n, line_from_json(stored.data), stored.at, stored.by, withdrawn)


def lines_of(row: Club) -> list[Entry]:
    """Everything on record, in its order."""
    return [entry_of(stored) for stored in ClubEvent.objects.filter(club=row, n__lte=row.n).order_by("n")]


def engine(row: Club) -> Engine:
    """The club after event `row.n`. Shared by all pages: only ask it."""
    with _guard:
        found = _cache.get(row.pk)
    if found is None or found[0] != row.n:
        found = (row.n, Engine(book_of(row), [line.event for line in counted(lines_of(row))]))
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
        since = map(entry_of, ClubEvent.objects.filter(club=fresh, n__gt=expect).order_by("n"))
        between = [entry for entry in since if about is None or about(entry.data)]
        if between:
            raise Changed(between)
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
            _write(fresh, events, by, club)
    _remember(fresh.pk, fresh.n, club)
    row.n = fresh.n
    return row.n


def _write(fresh: Club, events: Sequence[Event | Withdrawn], by: str, club: Engine) -> None:
    at = timezone.now()
    ClubEvent.objects.bulk_create(
        ClubEvent(club=fresh, n=fresh.n + place, at=at, by=by, data=SEASON.write(event))
        for place, event in enumerate(events, start=1)
    )
    fresh.n += len(events)
    fresh.told = told(club)
    fresh.save(update_fields=["n", "told"])


def withdraw(row: Club, n: int, by: str, reason: str) -> int:
    """Take entry `n` back as a slip; refused where the others do not hold together without it."""
    if not reason.strip():
        raise NotThere("reason-missing")
    with transaction.atomic():
        fresh = _locked(row, None, None)
        try:
            fold = functools.partial(Engine, book_of(fresh))
            taken, club = log_withdraw(SEASON, lines_of(fresh), [n], reason.strip()[:200], fold)
        except Refusal as problem:
            raise NotThere(problem.reason, **problem.facts) from problem.__cause__
        _write(fresh, [taken], by, club)
    _remember(fresh.pk, fresh.n, club)
    row.n = fresh.n
    return row.n


def trail(row: Club) -> list[Entry]:
    """Everything that ever happened, newest first."""
    lines = lines_of(row)
    gone = withdrawals(lines)
    return [replace(line, withdrawn=gone[line.n].n if line.n in gone else 0) for line in reversed(lines)]
