"""Evenings in the database: the one door through which everything that happens is checked, numbered and stored.

THE CONTRACT, for whoever builds pages on it
    row(code) -> Evening row            `Refused("gone")` if there is none
    fold.folded(row).engine             the fold now, shared and READ ONLY (never `.submit` on it; `fold.fork` makes a copy);
                                        `folded(row, row.frozen)` is what the public ranking may show
    submit(code, events, by=, action=, revision=) -> Stored
        `events`: an event, a list, or a function Engine -> list that is called under the lock with a copy of the present state.
        All or nothing, in one transaction under a lock: of two savers at once one wins, the other gets a refusal.
        `action`: an id that the sender makes up; sent again, it changes nothing and answers `Stored(repeated=True)`.
        `revision`: the `Evening.revision` that the sender saw; `Refused("stale")` if anything has happened since.
        Raises `RuleViolation` (the book refuses) or `Refused` (archived, stale, gone). `sentence(problem, lang, engine)` says why.
    undo(code, numbers, by) / undo_draw(code, by) / restore(code, backup, by)
    RESULTS. A `ResultEntered` event IS the confirmed result: what is typed but not confirmed are `ResultDraft` rows
        (`draft`, `drafts`), and only when both sides (or both clerks) agree the page submits `[ResultEntered, ResultConfirmed]`.
        `submit` keeps `ConfirmedResult` (unique per evening, round, table: a constraint of the database). A second `ResultEntered`
        without a reason is refused by the engine (`correction-reason`); with a reason it is a correction and `version` counts on.
        `confirmed(row, round, table)` answers with the row or None. Drafts of a table vanish when its result is stored.
    keys.passes(row, round) -> {table: secret}, keys.links(row) -> {player: secret}, keys.find_link(secret) -> PlayerLink
    transfer.backup(row, why, by), transfer.import_one(raw, who) -> Evening row
    rights.need(request, code, *roles) -> Access(row, who, role, name); clock.view(row.clock, now_ms())
    Evening.notice is what the organiser tells everybody: beamer, public ranking and players' pages show it where it is not empty.
Backups are made by `submit` itself before each draw and each finalisation. Times are milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from puur.core.errors import Refusal, RuleViolation
from puur.evening.evening import Evening as Engine
from puur.evening.events import (
    DeckVoted,
    Event,
    RankingClosed,
    ResultConfirmed,
    ResultEntered,
    RoundReleased,
    RoundsDrawn,
    SeatsSwapped,
    StandInNamed,
)
from puur.evening.files import SETUP
from puur.evening.state import EveningSetup
from puur.log import EVENING, Line, Withdrawn, counted, withdraw
from puur.log.lines import back_to
from puur.web.evenings import transfer
from puur.web.evenings.fold import Folded, Refused, folded, fork, hold, lines_of, refold, replayed
from puur.web.evenings.models import ConfirmedResult, Evening, EveningBackup, EveningEvent, ResultDraft
from puur.web.evenings.told import told
from puur.words import say
from puur.words.evening import explain

__all__ = [
    "Refused", "RuleViolation", "Stored", "change_setup", "confirmed", "draft", "drafts", "now_ms",
    "restore", "row", "sentence", "submit", "undo", "undo_draw",
]  # fmt: skip

MOST_EVENTS = 50_000
Wanted = Event | Sequence[Event] | Callable[[Engine], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Stored:
    """What came of a submission: the fold after it, the numbers of the new events, and whether it had been stored before."""

    engine: Engine
    numbers: tuple[int, ...]
    revision: int
    repeated: bool = False


def now_ms() -> int:
    """The time of day in milliseconds."""
    return time.time_ns() // 1_000_000


# ---- reading -----------------------------------------------------------------------------------------------------------------


def row(code: str) -> Evening:
    """The stored evening."""
    found = Evening.objects.filter(code=code).first()
    if found is None:
        raise Refused("gone", code=code)
    return found


def confirmed(evening: Evening, round_: int, table: int) -> ConfirmedResult | None:
    """The confirmed result of a table."""
    return ConfirmedResult.objects.filter(evening=evening, round=round_, table=table).select_related("event").first()


def sentence(problem: Refused | RuleViolation, lang: str, engine: Engine | None = None) -> str:
    """Why something was refused, for people, with the provision where there is one."""
    if isinstance(problem, Refused):
        cause = problem.__cause__
        facts = {**problem.facts, "why": sentence(cause, lang, engine)} if isinstance(cause, RuleViolation) else problem.facts
        return say(f"evenings.refused.{problem.reason}", lang, **facts)
    known = engine.players if engine is not None else {}
    text = explain(problem.reason, problem.facts, lang, lambda key: known[key].name if key in known else key)
    return f"{text} [{problem.rule}]" if problem.rule else text


# ---- writing -----------------------------------------------------------------------------------------------------------------


def _locked(code: str) -> Evening:
    """The row for writing. SQLite locks the whole database at the begin (IMMEDIATE), others this row."""
    found = Evening.objects.select_for_update().filter(code=code).first()
    if found is None:
        raise Refused("gone", code=code)
    if found.archived is not None:
        raise Refused("archived")
    return found


def submit(code: str, events: Wanted, *, by: str = "", action: str | None = None, revision: int | None = None) -> Stored:
    """Check and store events: all of them or none. See the contract above."""
    with transaction.atomic():
        evening = _locked(code)
        before = folded(evening)
        if action and (known := EveningEvent.objects.filter(evening=evening, action=action).first()) is not None:
            return Stored(before.engine, (known.n,), evening.revision, repeated=True)
        if revision is not None and revision != evening.revision:
            raise Refused("stale")
        engine = fork(before.engine)
        wanted = events(engine) if callable(events) else [events] if isinstance(events, Event) else events
        if not wanted:
            return Stored(before.engine, (), evening.revision)
        last = EveningEvent.objects.filter(evening=evening).order_by("-n").values_list("n", flat=True).first() or 0
        if last + len(wanted) > MOST_EVENTS:
            raise Refused("full", most=MOST_EVENTS)
        for event in wanted:
            engine.submit(event)
        why = _due(wanted)
        if why is not None:
            transfer.backup(evening, why, by)
        at = now_ms()
        rows = EveningEvent.objects.bulk_create(
            EveningEvent(
                evening=evening, n=last + place, at=at, by=by[:80], data=EVENING.write(event), action=action if place == 1 else None
            )
            for place, event in enumerate(wanted, start=1)
        )
        for one, event in zip(rows, wanted, strict=True):
            _result(evening, one, event)
        after = Folded(evening.revision + 1, engine, (*before.numbers, *(one.n for one in rows)))
        _save(evening, after)
    hold(evening, after)
    return Stored(engine, tuple(one.n for one in rows), evening.revision)


def _due(events: Sequence[Event]) -> str | None:
    if any(isinstance(event, RankingClosed) for event in events):
        return EveningBackup.Why.CLOSE
    return EveningBackup.Why.DRAW if any(isinstance(event, RoundsDrawn) for event in events) else None


def _result(evening: Evening, stored: EveningEvent, event: Event) -> None:
    """Keep the one confirmed result of a table."""
    if isinstance(event, ResultEntered):
        found = confirmed(evening, event.round, event.table)
        if found is None:  # two at once: the constraint lets one through
            ConfirmedResult.objects.create(evening=evening, round=event.round, table=event.table, event=stored, by=stored.by)
        else:
            found.event, found.version, found.by = stored, found.version + 1, stored.by
            found.save()
        ResultDraft.objects.filter(evening=evening, round=event.round, table=event.table).delete()
    elif isinstance(event, ResultConfirmed):
        ConfirmedResult.objects.filter(evening=evening, round=event.round, table=event.table).update(by=event.by or stored.by)


def _save(evening: Evening, after: Folded) -> None:
    engine = after.engine
    evening.revision = after.revision
    evening.state = Evening.State.CLOSED if engine.closed else Evening.State.RUNNING if engine.released else Evening.State.BEFORE
    evening.summary = {
        "players": len(engine.players),
        "here": len(engine.playing()),
        "planned": engine.planned,
        "drawn": len(engine.rounds),
        "released": engine.released,
        "missing": len(engine.missing_results(engine.released)) if engine.released else 0,
    }
    evening.told = told(engine)
    evening.save(update_fields=["revision", "state", "summary", "told"])


# ---- taking back -------------------------------------------------------------------------------------------------------------


def undo(code: str, numbers: Iterable[int], by: str = "", reason: str = "") -> Engine:
    """Leave these events out of the fold, if everything after them still holds without them; they stay on record."""
    with transaction.atomic():
        evening = _locked(code)
        lines = lines_of(evening)
        try:
            taken, engine = withdraw(EVENING, lines, numbers, reason, lambda events: replayed(evening, events))
        except Refusal as problem:
            if isinstance(problem.__cause__, RuleViolation):
                raise Refused("undo-blocked", why=problem.__cause__.reason) from problem.__cause__
            raise Refused("nothing-to-undo") from None
        transfer.backup(evening, EveningBackup.Why.UNDO, by)
        _take_back(evening, lines, taken, by)
        left = tuple(line.n for line in counted(lines) if line.n not in taken.numbers)
        after = Folded(evening.revision + 1, engine, left)
        rebuild(evening, after)
        _save(evening, after)
    hold(evening, after)
    return after.engine


def _take_back(evening: Evening, lines: Sequence[Line], taken: Withdrawn, by: str) -> None:
    """Store a line that takes others back."""
    EveningEvent.objects.create(evening=evening, n=lines[-1].n + 1, at=now_ms(), by=by[:80], data=EVENING.write(taken))


def undo_draw(code: str, by: str = "") -> Engine:
    """Take the last draw back, as long as no result and no draft of its rounds is there."""
    with transaction.atomic():
        evening = _locked(code)
        found = folded(evening)
        pairs = list(zip(found.numbers, found.engine.events, strict=True))
        place, drawn = next(
            ((place, event) for place, (_, event) in reversed(list(enumerate(pairs))) if isinstance(event, RoundsDrawn)), (0, None)
        )
        if drawn is None:
            raise Refused("nothing-to-undo")
        first = drawn.rounds[0].number
        if any(round_ >= first for round_, _ in found.engine.results):
            raise Refused("draw-has-results", round=first)
        if ResultDraft.objects.filter(evening=evening, round__gte=first).exists():
            raise Refused("draw-has-drafts", round=first)
        seats = (SeatsSwapped, StandInNamed, RoundReleased, DeckVoted)
        numbers = [n for n, event in pairs[place + 1 :] if isinstance(event, seats) and event.round >= first]
        return undo(code, [pairs[place][0], *numbers], by)


def restore(code: str, backup: int, by: str = "") -> Engine:
    """Go back to a backup: what came after it stays on record and no longer counts. A backup of the present is made first."""
    with transaction.atomic():
        evening = _locked(code)
        chosen = EveningBackup.objects.filter(evening=evening, pk=backup).first()
        if chosen is None:
            raise Refused("no-backup")
        transfer.backup(evening, EveningBackup.Why.RESTORE, by)
        lines = lines_of(evening)
        taken = back_to(lines, chosen.live)
        if taken.numbers:
            _take_back(evening, lines, taken, by)
        after = _again(evening)
    hold(evening, after)
    return after.engine


def change_setup(code: str, setup: EveningSetup, *, book: tuple[str, str] | None = None) -> Engine:
    """Another setup, or book as key and text, if everything that has happened holds under it."""
    with transaction.atomic():
        evening = _locked(code)
        evening.setup, evening.title = SETUP.write(setup), setup.name[:120]
        if book is not None:
            evening.book, evening.book_text = book
        evening.save(update_fields=["setup", "title", "book", "book_text"])
        after = _again(evening, "setup-blocked")
    hold(evening, after)
    return after.engine


def _again(evening: Evening, reason: str = "undo-blocked") -> Folded:
    """Fold anew after a change of what counts, and bring everything that follows from it into line."""
    evening.revision += 1
    try:
        after = refold(evening)
    except RuleViolation as problem:
        raise Refused(reason, why=problem.reason) from problem
    rebuild(evening, after)
    _save(evening, after)
    return after


def rebuild(evening: Evening, after: Folded) -> None:
    """The confirmed results from the fold; drafts of rounds that are not being played go."""
    engine = after.engine
    ConfirmedResult.objects.filter(evening=evening).delete()
    rows = {one.n: one for one in EveningEvent.objects.filter(evening=evening, n__in=_result_numbers(after))}
    made = []
    for (round_, table), versions in engine.results.items():
        stored = rows[after.numbers[versions[-1].number]]
        made.append(
            ConfirmedResult(
                evening=evening, round=round_, table=table, event=stored, version=len(versions),
                by=engine.confirmed.get((round_, table)) or stored.by,
            )
        )  # fmt: skip
    ConfirmedResult.objects.bulk_create(made)
    ResultDraft.objects.filter(evening=evening, round__gt=engine.released).delete()


def finish_import(evening: Evening, after: Folded) -> None:
    """Bring a freshly imported evening into line: its confirmed results, state and summary."""
    rebuild(evening, after)
    _save(evening, after)


def _result_numbers(after: Folded) -> list[int]:
    return [after.numbers[versions[-1].number] for versions in after.engine.results.values()]


# ---- drafts ------------------------------------------------------------------------------------------------------------------


def draft(
    code: str,
    round_: int,
    table: int,
    source: str,
    data: dict[str, Any],
    *,
    side: str = "",
    by: str = "",
    action: str | None = None,
) -> ResultDraft:
    """Keep what somebody typed; a newer one of the same source and side takes its place. The round has to be running."""
    with transaction.atomic():
        evening = _locked(code)
        engine = folded(evening).engine
        engine.table(round_, table)
        if round_ > engine.released:
            engine.refuse("evening.release", "round-not-released", round=round_)
        engine.still_open()
        fields = {"by": by[:80], "data": data, "at": now_ms(), "action": action}
        kept, _ = ResultDraft.objects.update_or_create(
            evening=evening, round=round_, table=table, source=source, side=side, defaults=fields
        )
        return kept


def drafts(evening: Evening, round_: int, table: int | None = None) -> list[ResultDraft]:
    """What was typed in a round, or for a table, and is not confirmed yet."""
    found = ResultDraft.objects.filter(evening=evening, round=round_)
    return list((found if table is None else found.filter(table=table)).order_by("table", "source", "side"))
