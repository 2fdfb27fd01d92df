"""The events of an evening or a club in the database: checked, numbered, stored, withdrawn.

Promise: all or nothing, in one transaction under the lock of the row that owns them; of two savers at once one wins, and the other
is told. Whatever takes time is computed before that lock, and again if something has come in between: while a draw is searched
or ten thousand lines are chained, everybody else goes on writing. Lines are numbered without gaps and never changed. What differs
is said by a subclass: the tables, the fold, and what is kept beside the lines. Everything refused is a `Refusal`, with the
provision where a rule refuses it.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol

from django.db import connection, models, transaction

from puur.core.errors import Refusal
from puur.log import Line, Withdrawn, counted, withdraw
from puur.web.store.laying import MANY, Laid
from puur.web.store.lines import Engine, Folded, Lines, Owner, chained

BY = 80  # letters of a name under a line
TRIES = 4  # to compute something long while others write
SHORT = 0.1  # seconds of computing that may be done again under the lock
About = Callable[[dict[str, Any]], bool]  # whether an event, as JSON values, touches something


@dataclass(frozen=True, slots=True)
class Stored(Generic[Engine]):
    """What came of a submission: the fold after it, the numbers of the new lines, and whether it had been stored before."""

    engine: Engine
    numbers: tuple[int, ...]
    revision: int
    repeated: bool = False


class Beside(Protocol):
    """Something else that is stored in the same transaction."""

    def save(self) -> None:
        """Store it."""


@dataclass(frozen=True, slots=True)
class Ready(Generic[Engine]):
    """Everything that is to be stored, computed: the fold after it, the new lines, and what is kept beside them."""

    after: Folded[Engine]
    made: Sequence[Any]
    events: Sequence[Any]
    kept: dict[str, Any]  # fields of the owner
    anew: bool = False  # what counts is another past, not only a longer one
    laid: Laid | None = None  # the lines as the database takes them, where they are many
    before: Sequence[Beside] = ()  # stored first: a backup


class Stream(Lines[Owner, Engine]):
    """One sort of stream that is written to."""

    depends: ClassVar[tuple[str, ...]] = ()  # fields of an owner that the fold depends on, beside the revision

    # ---- what differs ----------------------------------------------------------------------------------------------------

    def prepare(self, row: Owner, events: Sequence[Any], by: str) -> Sequence[Beside]:
        """Before these are stored: further conditions, and what is to be stored first."""
        del row, events, by
        return ()

    @abstractmethod
    def kept(self, engine: Engine, row: Owner | None = None, events: Sequence[Any] = ()) -> dict[str, Any]:
        """Fields of an owner that follow from the fold; with what they were before new events, if it was only these."""

    def keep(self, row: Owner, after: Folded[Engine], lines: Sequence[tuple[Any, Any]] | None) -> None:
        """Store what is kept in other rows: after these new entries and events, or anew from the whole fold."""

    # ---- computing -------------------------------------------------------------------------------------------------------

    def ready(
        self, row: Owner, engine: Engine, numbers: Sequence[int], events: Sequence[Any], by: str, action: str | None = None,
        *, anew: bool = False, first: Sequence[Beside] | None = None,
    ) -> Ready[Engine]:  # fmt: skip
        """Number and chain new lines after those on record; `numbers` are of the lines before them that count."""
        before = self.prepare(row, events, by) if first is None else first
        last, head = self.on_record(row).order_by("-n").values_list("n", "head").first() or (0, "")
        at, once = self.now(), {"action": action} if action else {}
        made: list[Any] = []
        for n, event in enumerate(events, start=last + 1):
            entry = self.entries(
                **{self.owner: row}, n=n, at=at, by=by[:BY], data=self.registry.write(event), **(once if n == last + 1 else {})
            )
            head = chained(entry, head)
            made.append(entry)
        revision = last + len(made) if self.by_line else getattr(row, self.revision) + 1
        counting = () if anew else tuple(entry.n for entry in made)
        after = Folded(revision, engine, (*numbers, *counting))
        laid = Laid(self.entries, self.owner, made) if len(made) > MANY else None
        kept = self.kept(engine) if anew else self.kept(engine, row, events)
        return Ready(after, made, events, kept, anew or laid is not None, laid, before)

    # ---- writing ---------------------------------------------------------------------------------------------------------

    def asked(self, key: Any) -> models.QuerySet[Any]:
        """The owner by its key."""
        return self.owners._default_manager.filter(**{self.key: key})

    def allowed(self, row: Owner | None, key: Any) -> Owner:
        """The owner, if it is there and may be written to."""
        if row is None:
            raise Refusal("gone", code=key)
        return row

    def locked(self, key: Any) -> Owner:
        """The owner for writing. SQLite locks the whole database at the begin (IMMEDIATE), others this row."""
        return self.allowed(self.asked(key).select_for_update().first(), key)

    def settle(
        self, key: Any, work: Callable[[Owner], Ready[Engine] | Stored[Engine]], also: Callable[[Owner], None] | None = None
    ) -> Stored[Engine]:
        """Compute before the lock; store if nothing has changed since, else compute again. `also` is done with it."""
        for _ in range(TRIES if not connection.in_atomic_block else 1):
            began, row = time.monotonic(), self.allowed(self.asked(key).first(), key)
            outcome = None if connection.in_atomic_block else work(row)
            if isinstance(outcome, Stored):
                return outcome
            with transaction.atomic():
                owner = self.locked(key)
                if outcome is None or (self._moved(row, owner) and time.monotonic() - began < SHORT):
                    outcome = work(owner)
                elif self._moved(row, owner):
                    continue
                return outcome if isinstance(outcome, Stored) else self.store(owner, outcome, also)
        raise Refusal("stale", since=[])

    def _moved(self, row: Owner, owner: Owner) -> bool:
        return any(getattr(row, name) != getattr(owner, name) for name in (self.revision, *self.depends))

    def store(self, row: Owner, ready: Ready[Engine], also: Callable[[Owner], None] | None = None) -> Stored[Engine]:
        """Store what was computed, in the transaction of whoever holds the lock."""
        if also is not None:
            also(row)
        for other in ready.before:
            other.save()
        if ready.laid is not None:
            ready.laid.store(row.pk)
        else:
            self.entries._default_manager.bulk_create(ready.made)
        setattr(row, self.revision, ready.after.revision)
        for name, value in ready.kept.items():
            setattr(row, name, value)
        self.keep(row, ready.after, None if ready.anew else list(zip(ready.made, ready.events, strict=True)))
        row.save(update_fields=[self.revision, *ready.kept])
        transaction.on_commit(lambda: self.hold(row, ready.after))
        if ready.made:
            transaction.on_commit(lambda: self.note(row, ready.made[-1]))
        return Stored(ready.after.engine, tuple(entry.n for entry in ready.made), ready.after.revision)

    def submit(
        self,
        key: Any,
        events: Any,
        by: str = "",
        *,
        action: str | None = None,
        expect: int | None = None,
        about: About | None = None,
    ) -> Stored[Engine]:
        """Check and store an event, or a list of events: all of them or none.

        A function Engine -> list is called with a copy of the present state, again if that has changed meanwhile, and may take in
        there what it answers with. `action`: an id that the sender makes up; sent again, it changes nothing. `expect`: the revision
        that the sender saw; it is `stale` if since then anything has happened that touches the same thing (`about`; without it
        anything at all).
        """

        def work(row: Owner) -> Ready[Engine] | Stored[Engine]:
            before = self.folded(row)
            if action and (known := self.on_record(row).filter(action=action).first()) is not None:
                return Stored(before.engine, (known.n,), before.revision, repeated=True)
            self._expected(row, expect, about)
            engine = self.fork(before.engine)
            had = len(engine.events)
            wanted = events(engine) if callable(events) else events if isinstance(events, Sequence) else [events]
            for event in wanted[len(engine.events) - had :]:
                engine.submit(event)
            if not wanted:
                return Stored(before.engine, (), before.revision)
            return self.ready(row, engine, before.numbers, wanted, by, action)

        return self.settle(key, work)

    def _expected(self, row: Owner, expect: int | None, about: About | None) -> None:
        if expect is None or expect == getattr(row, self.revision):
            return
        since = [line for line in self.lines(row) if line.n > expect] if self.by_line else []
        touching = [line for line in since if about is None or about(self.registry.write(line.event))]
        if touching or not self.by_line:
            raise Refusal("stale", since=touching)

    def fill(self, key: Any, engine: Engine, by: str, also: Callable[[Owner], None]) -> Stored[Engine]:
        """Store a whole engine, computed and checked beforehand, in an owner that has no line yet."""

        def work(row: Owner) -> Ready[Engine]:
            if self.on_record(row).exists():
                raise Refusal("not-empty")
            return self.ready(row, engine, (), engine.events, by)

        return self.settle(key, work, also)

    def withdraw(self, key: Any, numbers: Iterable[int] | Callable[[Owner], Iterable[int]], by: str, reason: str) -> Stored[Engine]:
        """Leave these lines out of the fold, if everything else still holds without them; they stay on record."""

        def work(row: Owner) -> Ready[Engine]:
            chosen, lines = numbers(row) if callable(numbers) else numbers, self.lines(row)
            taken, engine = withdraw(self.registry, lines, chosen, reason, lambda events: self.fold(row, events))
            left = tuple(line.n for line in counted(lines) if line.n not in taken.numbers)
            return self.ready(row, engine, left, [taken], by, anew=True)

        return self.settle(key, work)

    def back(self, key: Any, wanted: Callable[[Owner], tuple[Withdrawn, Beside]], by: str) -> Stored[Engine]:
        """Go back to an earlier state: what came after it stays on record and no longer counts. With it goes a backup."""

        def work(row: Owner) -> Ready[Engine]:
            (taken, backup), lines = wanted(row), self.lines(row)
            last = lines[-1].n if lines else 0
            left = counted([*lines, Line(last + 1, taken)] if taken.numbers else lines)
            engine = self.fold(row, [line.event for line in left])
            return self.ready(
                row, engine, [line.n for line in left], [taken] if taken.numbers else [], by, anew=True, first=[backup]
            )

        return self.settle(key, work)
