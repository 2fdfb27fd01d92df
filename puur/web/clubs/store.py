"""A club in the database: its events in, the engine's club out. The contract of every page of this application:

- `engine(row)` answers the engine's `Club` as it is after event `row.n`. It is shared: ask it, never `submit` to it. What a page
  wants to try out, it tries on `draft(row)`.
- `submit(row, events, by, expect=…, about=…)` takes all events in or none, in one transaction under the lock of the club, and
  returns the number of the last. A `Refusal` of the engine passes through; then nothing has changed.
- Two officials at once: a form carries `n`, the number of the last event its page was made from, and hands it in as `expect`. If
  since then an event came in that touches the same thing (`about`, e.g. `touching(day="2027-3", series="A")`; without it any
  event), the second is refused (`stale`) with what happened in between, and decides again. Nobody overwrites anybody.
- `withdraw(row, n, by, reason)` takes a slip back: a further entry (`Withdrawn`) names event `n`, and the club is computed
  without it. It is refused where the rest does not hold together without it, and for money and decisions, which are only reversed
  by events of their own (`Reversed`, `RolloverUndone`, `RoundCorrected`). The entry stays in the trail.
- `trail(row)` is everything that ever happened, with who and when. `now()` is the club's clock: local time without a zone, as
  the engine wants it; pages and tests take the time from here and nowhere else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from puur.core.errors import Refusal
from puur.log import SEASON, Line
from puur.log.lines import withdrawals
from puur.season import Club as ClubState
from puur.season import ClubBook, load, load_text
from puur.season.events import (
    BeerServed,
    BillIssued,
    Charged,
    CreditorSet,
    Event,
    Journal,
    Notified,
    Paid,
    PaidBack,
    Reversed,
    SettingChanged,
)
from puur.season.yearly import standings
from puur.web.clubs.models import Club, ClubEvent
from puur.web.store import Stream

MOST_HELD = 24  # clubs in memory
# No standing depends on these.
MONEY = (BeerServed, BillIssued, Charged, CreditorSet, Journal, Notified, Paid, PaidBack, Reversed, SettingChanged)


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


def figures(engine: ClubState, standing: dict[str, Any] | None = None) -> dict[str, Any]:
    """Every balance and the standings of every year, as JSON knows them; `standing` where they are known already.

    They are kept beside the events and compared with them by `puur check`: so a row changed by hand is noticed, and a later
    version of Puur that would compute a past year otherwise.
    """
    return {
        "balances": {account: str(amount) for account, amount in engine.ledger.balances().items()},
        "standings": standing
        or {
            str(year): [[standing.rank, standing.member, standing.points] for standing in standings(engine, year)]
            for year in engine.years()
        },
    }


class Clubs(Stream[Club, ClubState]):
    """The stream of a club: its revision is the number of its last event."""

    registry, owners, entries, owner, revision, by_line, most_held = SEASON, Club, ClubEvent, "club", "n", True, MOST_HELD
    depends = ("book", "book_text")

    def fold(self, row: Club, events: Iterable[Event]) -> ClubState:
        """The club after these events."""
        return ClubState(book_of(row), events)

    def fork(self, engine: ClubState) -> ClubState:
        """A copy; what never changes is shared with it: events, bookings, the book and everything inside them.

        Rounds and charges, of which there are thousands, are copied by hand: that takes a fifth of the time.
        """
        books = (engine.first_book, *(book for _, book in engine.books))
        known: dict[int, object] = {id(value): value for value in (*books, *engine.events, *engine.ledger.bookings)}
        rounds = (played for day in engine.days.values() for table in day.tables.values() for played in table.rounds)
        known |= {id(played): copy.copy(played) for played in rounds}
        known |= {id(charge): replace(charge, payments=dict(charge.payments)) for charge in engine.ledger.charges.values()}
        return copy.deepcopy(engine, known)

    def now(self) -> datetime:
        """With its zone."""
        return timezone.now()

    def kept(self, engine: ClubState, row: Club | None = None, events: Sequence[Event] = ()) -> dict[str, Any]:
        """Balances and standings."""
        only_money = row is not None and row.told and all(isinstance(event, MONEY) for event in events)
        return {"told": figures(engine, row.told.get("standings") if row is not None and only_money else None)}


CLUBS = Clubs()


def engine(row: Club) -> ClubState:
    """The club after event `row.n`. Shared by all pages: only ask it."""
    return CLUBS.folded(row).engine


def draft(row: Club) -> ClubState:
    """A copy of the club to try something on."""
    return CLUBS.fork(engine(row))


def touching(**facts: str) -> Callable[[dict[str, Any]], bool]:
    """Whether an event touches these facts: every one that it names is the same, and it names the first of them."""
    first = next(iter(facts))

    def about(data: dict[str, Any]) -> bool:
        return first in data and all(data.get(name, value) == value for name, value in facts.items())

    return about


def submit(
    row: Club,
    events: Sequence[Event] | Callable[[ClubState], Sequence[Event]],
    by: str,
    *,
    expect: int | None = None,
    about: Callable[[dict[str, Any]], bool] | None = None,
) -> int:
    """Take in all events or none; the number of the last. `row` is brought up to date."""
    row.n = CLUBS.submit(row.pk, events, by, expect=expect, about=about).revision
    return row.n


def withdraw(row: Club, n: int, by: str, reason: str) -> int:
    """Take entry `n` back as a slip; refused where the others do not hold together without it."""
    if not reason.strip():
        raise Refusal("reason-missing")
    row.n = CLUBS.withdraw(row.pk, [n], by, reason.strip()[:200]).revision
    return row.n


def trail(row: Club) -> list[Entry]:
    """Everything that ever happened, newest first."""
    lines = CLUBS.lines(row)
    gone = withdrawals(lines)
    return [Entry(line.n, line.event, line.at, line.by, gone[line.n].n if line.n in gone else 0) for line in reversed(lines)]
