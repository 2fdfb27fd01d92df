"""An evening of the database as the engine's value: its stream, and what is kept beside the lines.

Promise: what `folded` answers is shared and never changed; who wants to try something takes a `fork`. The confirmed results, the
state, the summary and the ranking follow from the lines; they are kept for lists and for constraints of the database.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.dispatch import Signal

from puur.core.errors import Refusal, RuleViolation
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Event, RankingClosed, ResultConfirmed, ResultEntered, RoundsDrawn
from puur.evening.files import SETUP
from puur.evening.ranking import ranking
from puur.evening.state import EveningSetup
from puur.log import EVENING, Withdrawn
from puur.web.evenings.evening_file import MOST_EVENTS
from puur.web.evenings.models import ConfirmedResult, Evening, EveningBackup, EveningEvent, ResultDraft
from puur.web.live import store
from puur.web.store import Folded, Stream
from puur.web.store.stream import Beside

book_of = lru_cache(maxsize=32)(store.book_of)


def setup_of(row: Evening) -> EveningSetup:
    """The setup of an evening."""
    setup: EveningSetup = SETUP.read(row.setup)
    return setup


def now_ms() -> int:
    """The time of day in milliseconds."""
    return time.time_ns() // 1_000_000


def state_of(engine: EveningState) -> Evening.State:
    """How far an evening has come."""
    return Evening.State.CLOSED if engine.closed else Evening.State.RUNNING if engine.released else Evening.State.BEFORE


def summary_of(engine: EveningState) -> dict[str, int]:
    """What lists of evenings show."""
    return {
        "players": len(engine.players),
        "here": len(engine.playing()),
        "planned": engine.planned,
        "drawn": len(engine.rounds),
        "released": engine.released,
        "missing": len(engine.missing_results(engine.released)) if engine.released else 0,
    }


def figures(engine: EveningState) -> dict[str, Any]:
    """What the evening has told people: ranks and points of everybody, as JSON knows them; empty before the first result.

    `puur check` compares it with the events: so a row changed by hand is noticed, and a version that would rank otherwise.
    """
    if not engine.results:
        return {}
    try:
        standing = ranking(engine)
    except RuleViolation as problem:  # not enough played yet
        return {"none": problem.reason}
    return {
        "ranked": [[row.rank, row.scored.total, list(row.players)] for row in standing.rows],
        "unranked": [[row.reason, row.total, list(row.players)] for row in standing.unranked],
        "final": standing.final,
    }


taken_back = Signal()  # an evening was folded anew without some of its lines: `row`, `engine`
ended = Signal()  # the ranking of an evening was closed: `row`, `engine`


class Evenings(Stream[Evening, EveningState]):
    """The stream of an evening."""

    registry, owners, entries, owner, key, revision = EVENING, Evening, EveningEvent, "evening", "code", "revision"
    depends = ("book", "book_text", "setup")

    def fold(self, row: Evening, events: Iterable[Event]) -> EveningState:
        """The evening after these events."""
        return EveningState.replay(book_of(row.book, row.book_text), setup_of(row), events)

    def fork(self, engine: EveningState) -> EveningState:
        """A copy that can be changed without touching the other; frozen values are shared."""
        made = copy.copy(engine)
        for name, value in vars(engine).items():
            if isinstance(value, list | dict | set):
                setattr(made, name, value.copy())
        made.results = {place: list(versions) for place, versions in engine.results.items()}
        made.players = {}
        for key, player in engine.players.items():
            made.players[key] = copy.copy(player)
            made.players[key].warnings = list(player.warnings)
        return made

    def now(self) -> int:
        """Milliseconds."""
        return now_ms()

    def allowed(self, row: Evening | None, key: str) -> Evening:
        """Also refuses an evening that is put away."""
        evening = super().allowed(row, key)
        if evening.archived is not None:
            raise Refusal("archived")
        return evening

    def prepare(self, row: Evening, events: Sequence[Event | Withdrawn], by: str) -> Sequence[Beside]:
        """There is an end to what an evening takes; a copy is made before a draw, a finalisation, and taking back."""
        from puur.web.evenings.transfer import Backup  # which exports what is folded here

        if self.on_record(row).count() + len(events) > MOST_EVENTS:
            raise Refusal("full", most=MOST_EVENTS)
        for kind, why in _BACKUPS:
            if any(isinstance(event, kind) for event in events):
                return [Backup(row, why, by)]
        return ()

    def kept(self, engine: EveningState, row: Evening | None = None, events: Sequence[Event] = ()) -> dict[str, Any]:
        """State, summary and ranking."""
        del row, events
        return {"state": state_of(engine), "summary": summary_of(engine), "told": figures(engine)}

    def keep(self, row: Evening, after: Folded[EveningState], lines: Sequence[tuple[EveningEvent, Event]] | None) -> None:
        """Results; where something was taken back, others hear of it in the same transaction."""
        if lines is None:
            _rebuild(row, after)
            taken_back.send(Evening, row=row, engine=after.engine)
        for stored, event in lines or ():
            _result(row, stored, event)
        if any(isinstance(event, RankingClosed) for _, event in lines or ()):
            ended.send(Evening, row=row, engine=after.engine)


_BACKUPS = ((RankingClosed, EveningBackup.Why.CLOSE), (RoundsDrawn, EveningBackup.Why.DRAW), (Withdrawn, EveningBackup.Why.UNDO))
EVENINGS = Evenings()
folded, refold, lines_of, fork, submit = EVENINGS.folded, EVENINGS.refold, EVENINGS.lines, EVENINGS.fork, EVENINGS.submit


def _result(evening: Evening, stored: EveningEvent, event: Event) -> None:
    """Keep the one confirmed result of a table."""
    if isinstance(event, ResultEntered):
        known = ConfirmedResult.objects.filter(evening=evening, round=event.round, table=event.table).first()
        if known is None:  # two at once: the constraint lets one through
            ConfirmedResult.objects.create(evening=evening, round=event.round, table=event.table, event=stored, by=stored.by)
        else:
            known.event, known.version, known.by = stored, known.version + 1, stored.by
            known.save()
        ResultDraft.objects.filter(evening=evening, round=event.round, table=event.table).delete()
    elif isinstance(event, ResultConfirmed):
        ConfirmedResult.objects.filter(evening=evening, round=event.round, table=event.table).update(by=event.by or stored.by)


def _rebuild(evening: Evening, after: Folded[EveningState]) -> None:
    """The confirmed results from the fold; drafts of rounds that are not being played go."""
    engine = after.engine
    ConfirmedResult.objects.filter(evening=evening).delete()
    numbers = {place: after.numbers[versions[-1].number] for place, versions in engine.results.items()}
    stored = {entry.n: entry for entry in EveningEvent.objects.filter(evening=evening, n__in=numbers.values())}
    ConfirmedResult.objects.bulk_create(
        ConfirmedResult(
            evening=evening, round=round_, table=table, event=stored[n], version=len(engine.results[round_, table]),
            by=engine.confirmed.get((round_, table)) or stored[n].by,
        )
        for (round_, table), n in numbers.items()
    )  # fmt: skip
    ResultDraft.objects.filter(evening=evening, round__gt=engine.released).delete()
