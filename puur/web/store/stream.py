"""The events of an evening or a club in the database: checked, numbered, stored, folded, withdrawn.

Promise: all or nothing, in one transaction under the lock of the row that owns them; of two savers at once one wins, and the other
is told. Lines are numbered without gaps and never changed. What differs is said by a subclass: the tables, the fold, and what is
kept beside the lines. Everything refused is a `Refusal`, with the provision where a rule refuses it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from django.db import models, transaction

from puur.core.errors import Refusal
from puur.log import Line, Registry, Withdrawn, chain, counted, withdraw

BY = 80  # letters of a name under a line


class Taking(Protocol):
    """An engine's value: it takes events in, and knows those that it took in."""

    events: list[Any]

    def submit(self, event: Any) -> None:
        """Take an event in, or refuse it and change nothing."""


Engine = TypeVar("Engine", bound=Taking)
Owner = TypeVar("Owner", bound=models.Model)
About = Callable[[dict[str, Any]], bool]  # whether an event, as JSON values, touches something


MOST_HELD = 64  # states in memory


@dataclass(frozen=True, slots=True)
class Folded(Generic[Engine]):
    """The engine's value at a revision, with the number of the line behind each of its events. Shared: ask it, never change it."""

    revision: int
    engine: Engine
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stored(Generic[Engine]):
    """What came of a submission: the fold after it, the numbers of the new lines, and whether it had been stored before."""

    engine: Engine
    numbers: tuple[int, ...]
    revision: int
    repeated: bool = False


def chained(entry: Any, before: str) -> str:
    """Give a line its head, after the line with the head `before`."""
    entry.head = chain.head(before, *parts(entry))
    return str(entry.head)


def parts(entry: Any) -> tuple[object, ...]:
    """What the head of a line depends on, beside the one before it."""
    return entry.n, entry.at, entry.by, chain.written(entry.data)


class Stream(ABC, Generic[Owner, Engine]):
    """One sort of stream: which rows own it, where its lines are, how they are folded."""

    registry: ClassVar[Registry]
    owners: ClassVar[type[models.Model]]
    entries: ClassVar[type[models.Model]]
    owner: ClassVar[str]  # the field of an entry that names its owner
    key: ClassVar[str] = "pk"  # the field of an owner by which it is asked for
    revision: ClassVar[str]  # the field of an owner that grows with every change
    by_line: ClassVar[bool] = False  # the revision is the number of the last line
    most_held: ClassVar[int] = MOST_HELD

    def __init__(self) -> None:
        self.held: OrderedDict[tuple[int, int | None], Folded[Engine]] = OrderedDict()
        self._guard = threading.Lock()

    # ---- what differs ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def fold(self, row: Owner, events: Iterable[Any]) -> Engine:
        """The engine's value after these events."""

    @abstractmethod
    def fork(self, engine: Engine) -> Engine:
        """A copy that can be changed without touching the other."""

    @abstractmethod
    def now(self) -> Any:
        """The time as the lines have it."""

    def prepare(self, row: Owner, events: Sequence[Any], by: str) -> None:
        """Before these are stored: further conditions, a backup."""

    @abstractmethod
    def keep(self, row: Owner, after: Folded[Engine], lines: Sequence[tuple[Any, Any]] | None) -> None:
        """Save the owner and what is kept beside the lines: after these new entries and events, or anew from the whole fold."""

    # ---- reading ---------------------------------------------------------------------------------------------------------

    def on_record(self, row: Owner, using: str | None = None) -> models.QuerySet[Any]:
        """The stored lines in their order, as far as this row knows them."""
        stored = self.entries._default_manager.using(using).filter(**{self.owner: row}).order_by("n")
        return stored.filter(n__lte=getattr(row, self.revision)) if self.by_line else stored

    def lines(self, row: Owner, using: str | None = None) -> list[Line]:
        """Everything on record, in its order."""
        stored = self.on_record(row, using).values_list("n", "data", "at", "by")
        return [Line(n, self.registry.read(data), at, by) for n, data, at, by in stored]

    def folded(self, row: Owner, until: int | None = None) -> Folded[Engine]:
        """The fold of the lines that count, up to number `until`; from memory where this revision is known."""
        with self._guard:
            known = self.held.get((row.pk, until))
        if known is None or known.revision != getattr(row, self.revision):
            known = self.refold(row, until)
            self.hold(row, known, until)
        return known

    def refold(self, row: Owner, until: int | None = None) -> Folded[Engine]:
        """The fold, computed anew from the lines."""
        return self._fold_of(row, [line for line in counted(self.lines(row)) if until is None or line.n <= until])

    def _fold_of(self, row: Owner, lines: Sequence[Line]) -> Folded[Engine]:
        engine = self.fold(row, [line.event for line in lines])
        return Folded(getattr(row, self.revision), engine, tuple(line.n for line in lines))

    def hold(self, row: Owner, known: Folded[Engine], until: int | None = None) -> None:
        """Keep a fold in memory."""
        with self._guard:
            self.held[row.pk, until] = known
            self.held.move_to_end((row.pk, until))
            while len(self.held) > self.most_held:
                self.held.popitem(last=False)

    def forget(self, row: Owner) -> None:
        """Fold anew next time: what the fold depends on besides the lines has changed."""
        with self._guard:
            for key in [key for key in self.held if key[0] == row.pk]:
                del self.held[key]

    def broken(self, row: Owner, using: str) -> int | None:
        """The first line that does not follow from those before it: it was changed, or one is missing."""
        return chain.broken((entry.n, entry.head, parts(entry)) for entry in self.on_record(row, using))

    def rebuilt(self, row: Owner, using: str) -> tuple[Folded[Engine] | None, str]:
        """The fold computed line by line, past every memory; or what goes wrong, and at which line."""
        place = ""
        lines: list[Line] = []

        def taken() -> Iterator[Any]:
            nonlocal place
            for line in lines:
                place = f"event {line.n}: "
                yield line.event

        try:
            for n, data in self.on_record(row, using).values_list("n", "data"):
                place = f"event {n}: "
                lines.append(Line(n, self.registry.read(data)))
            lines = counted(lines)
            engine = self.fold(row, taken())
        except Refusal as problem:
            return None, f"{place}{problem}"[:200]
        except Exception as problem:  # whatever a damaged row can cause is to be told, and no reason to stop
            return None, f"{place}{type(problem).__name__}: {problem}"[:200]
        return Folded(getattr(row, self.revision), engine, tuple(line.n for line in lines)), ""

    # ---- writing ---------------------------------------------------------------------------------------------------------

    def locked(self, key: Any) -> Owner:
        """The owner for writing. SQLite locks the whole database at the begin (IMMEDIATE), others this row."""
        row: Any = self.owners._default_manager.select_for_update().filter(**{self.key: key}).first()
        if row is None:
            raise Refusal("gone", code=key)
        owner: Owner = row
        return owner

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

        A function Engine -> list is called under the lock with a copy of the present state, and may take in there what it answers
        with. `action`: an id that the sender makes up; sent again, it changes nothing. `expect`: the revision that the sender saw;
        it is `stale` if since then anything has happened that touches the same thing (`about`; without it anything at all).
        """
        if (seen := self.owners._default_manager.filter(**{self.key: key}).first()) is not None:
            self.folded(cast(Owner, seen))  # what is not in memory is folded now: nobody who wants to write waits for that
        with transaction.atomic():
            row = self.locked(key)
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
            self.prepare(row, wanted, by)
            stored = self.write(row, wanted, by, action)
            numbers = tuple(entry.n for entry in stored)
            after = Folded(getattr(row, self.revision), engine, (*before.numbers, *numbers))
            self._kept(row, after, list(zip(stored, wanted, strict=True)))
        return Stored(engine, numbers, after.revision)

    def _expected(self, row: Owner, expect: int | None, about: About | None) -> None:
        if expect is None or expect == getattr(row, self.revision):
            return
        since = [line for line in self.lines(row) if line.n > expect] if self.by_line else []
        touching = [line for line in since if about is None or about(self.registry.write(line.event))]
        if touching or not self.by_line:
            raise Refusal("stale", since=touching)

    def write(self, row: Owner, events: Sequence[Any], by: str, action: str | None = None) -> list[Any]:
        """Number and store lines of a locked owner, and count its revision on; `keep` saves the owner."""
        last, head = self.on_record(row).order_by("-n").values_list("n", "head").first() or (0, "")
        at, once = self.now(), {"action": action} if action else {}
        made = []
        for n, event in enumerate(events, start=last + 1):
            entry = self.entries(
                **{self.owner: row}, n=n, at=at, by=by[:BY], data=self.registry.write(event), **(once if n == last + 1 else {})
            )
            head = chained(entry, head)
            made.append(entry)
        setattr(row, self.revision, last + len(made) if self.by_line else getattr(row, self.revision) + 1)
        return list(self.entries._default_manager.bulk_create(made))

    def fill(self, row: Owner, engine: Engine, by: str) -> Stored[Engine]:
        """Store a whole engine, computed and checked beforehand, in a locked owner that has no line yet."""
        if self.on_record(row).exists():
            raise Refusal("not-empty")
        stored = self.write(row, engine.events, by)
        numbers = tuple(entry.n for entry in stored)
        after = Folded(getattr(row, self.revision), engine, numbers)
        self._kept(row, after, list(zip(stored, engine.events, strict=True)))
        return Stored(engine, numbers, after.revision)

    def withdraw(self, key: Any, numbers: Iterable[int], by: str, reason: str) -> Folded[Engine]:
        """Leave these lines out of the fold, if everything else still holds without them; they stay on record."""
        with transaction.atomic():
            row = self.locked(key)
            lines = self.lines(row)
            taken, engine = withdraw(self.registry, lines, numbers, reason, lambda events: self.fold(row, events))
            self.prepare(row, [taken], by)
            self.write(row, [taken], by)
            left = tuple(line.n for line in counted(lines) if line.n not in taken.numbers)
            after = Folded(getattr(row, self.revision), engine, left)
            self._kept(row, after)
        return after

    def again(self, row: Owner, taken: Withdrawn | None = None, by: str = "") -> Folded[Engine]:
        """Fold a locked owner anew after another change of what counts: going back to an earlier state, or another setup."""
        if taken is not None and taken.numbers:
            self.write(row, [taken], by)
        elif not self.by_line:
            setattr(row, self.revision, getattr(row, self.revision) + 1)
        after = self.refold(row)
        self._kept(row, after)
        return after

    def _kept(self, row: Owner, after: Folded[Engine], lines: Sequence[tuple[Any, Any]] | None = None) -> None:
        self.keep(row, after, lines)
        transaction.on_commit(lambda: self.hold(row, after))
