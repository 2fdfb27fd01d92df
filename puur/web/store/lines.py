"""Lines of an evening or a club as they stand in the database: read, folded, compared with their chain. Nothing is written here."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from django.conf import settings
from django.db import connection, models

from puur.core.errors import Refusal
from puur.log import Line, Registry, chain, counted
from puur.web.live.heads import NAME, Heads, Tip


class Taking(Protocol):
    """An engine's value: it takes events in, and knows those that it took in."""

    events: list[Any]

    def submit(self, event: Any) -> None:
        """Take an event in, or refuse it and change nothing."""


Engine = TypeVar("Engine", bound=Taking)
Owner = TypeVar("Owner", bound=models.Model)

MOST_HELD = 64  # states in memory


@dataclass(frozen=True, slots=True)
class Folded(Generic[Engine]):
    """The engine's value at a revision, with the number of the line behind each of its events. Shared: ask it, never change it."""

    revision: int
    engine: Engine
    numbers: tuple[int, ...]


def chained(entry: Any, before: str) -> str:
    """Give a line its head, after the line with the head `before`."""
    entry.head = chain.head(before, *parts(entry))
    return str(entry.head)


def parts(entry: Any) -> tuple[object, ...]:
    """What the head of a line depends on, beside the one before it."""
    return entry.n, entry.at, entry.by, chain.written(entry.data)


class Lines(ABC, Generic[Owner, Engine]):
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
        self._heads: Heads | None = None

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

    def note(self, row: Owner, last: Any) -> None:
        """Note beside the database that this line is stored: a tail that is lost is noticed by `puur check`. Only with SQLite."""
        if connection.vendor != "sqlite":
            return
        if self._heads is None or self._heads.path.parent != Path(settings.DATA):
            self._heads = Heads(Path(settings.DATA), self.noted_in)
            self._heads.shorten()
        self._heads.add(f"{row.pk} {last.n} {last.head}\n")

    @property
    def noted_in(self) -> str:
        """The name of that file."""
        return f"{NAME}-{self.owner}s"

    def confirmed(self, using: str, heads: Mapping[int, Sequence[Tip]]) -> Iterator[tuple[str, int, str | None, str]]:
        """What was noted and still has an owner: which one, the number of the line, its head as stored and as noted."""
        for row in self.owners._default_manager.using(using).filter(pk__in=list(heads)).order_by("pk"):
            for n, head in heads[row.pk]:
                stored = self.entries._default_manager.using(using).filter(**{self.owner: row}, n=n).values_list("head", flat=True)
                yield str(row), n, stored.first(), head

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
