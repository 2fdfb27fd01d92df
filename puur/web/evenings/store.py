"""Evenings in the database: the one door through which everything that happens is checked, numbered and stored.

THE CONTRACT, for whoever builds pages on it
    row(code) -> Evening row            `Refusal("gone")` if there is none
    fold.folded(row).engine             the fold now, shared and READ ONLY (never `.submit` on it; `fold.fork` makes a copy);
                                        `folded(row, row.frozen)` is what the public ranking may show
    submit(code, events, by=, action=, expect=) -> Stored
        `events`: an event, a list, or a function of the state that is called under the lock with a copy of the present state.
        All or nothing, in one transaction under a lock: of two savers at once one wins, the other gets a refusal.
        `action`: an id that the sender makes up; sent again, it changes nothing and answers `Stored(repeated=True)`.
        `expect`: the `Evening.revision` that the sender saw; `Refusal("stale")` if anything has happened since.
        Raises a `Refusal`: with its provision where the book refuses, else archived, stale, gone. `sentence` says why.
    undo(code, numbers, by) / undo_draw(code, by) / restore(code, backup, by)
    RESULTS. A `ResultEntered` event IS the confirmed result: what is typed but not confirmed are `ResultDraft` rows
        (`draft`, `drafts`), and only when both sides (or both clerks) agree the page submits `[ResultEntered, ResultConfirmed]`.
        `submit` keeps `ConfirmedResult` (unique per evening, round, table: a constraint of the database). A second `ResultEntered`
        without a reason is refused by the engine (`correction-reason`); with a reason it is a correction and `version` counts on.
        Drafts of a table vanish when its result is stored.
    keys.passes(row, round) -> {table: secret}, keys.links(row) -> {player: secret}, keys.find_link(secret) -> PlayerLink
    transfer.backup(row, why, by), transfer.import_one(engine, beside, who) -> Evening row
    rights.need(request, code, *roles) -> Access(row, who, role, name); clock.view(row.clock, now_ms())
    Evening.notice is what the organiser tells everybody: beamer, public ranking and players' pages show it where it is not empty.
Backups are made by `submit` itself before each draw and each finalisation. Times are milliseconds.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from puur.core.errors import Refusal, RuleViolation
from puur.evening.evening import Evening as EveningState
from puur.evening.events import DisputeDecided, DisputeRaised, RoundsDrawn
from puur.evening.files import SETUP
from puur.evening.seats import HANDLERS as SEATING
from puur.evening.state import EveningSetup
from puur.log import Withdrawn
from puur.log.lines import back_to
from puur.web.evenings import transfer
from puur.web.evenings.fold import EVENINGS, folded, lines_of, now_ms, submit
from puur.web.evenings.models import Evening, EveningBackup, ResultDraft
from puur.web.store.stream import Ready
from puur.words.evening import explain, with_rule

__all__ = ["change_setup", "draft", "drafts", "now_ms", "restore", "row", "sentence", "submit", "undo", "undo_draw"]


def row(code: str) -> Evening:
    """The stored evening."""
    evening = Evening.objects.filter(code=code).first()
    if evening is None:
        raise Refusal("gone", code=code)
    return evening


def sentence(problem: Refusal, lang: str, engine: EveningState | None = None) -> str:
    """Why something was refused, for people, with the provision where there is one."""
    cause = problem.__cause__
    facts = {**problem.facts, "why": sentence(cause, lang, engine)} if isinstance(cause, Refusal) else problem.facts
    first = () if problem.rule else ("evenings.refused", "doors.refused")
    text = explain(problem.reason, facts, lang, str if engine is None else engine.name, first=first)
    return with_rule(text, problem.rule)


# ---- taking back -------------------------------------------------------------------------------------------------------------


def undo(code: str, numbers: Iterable[int] | Callable[[Evening], Iterable[int]], by: str = "", reason: str = "") -> EveningState:
    """Leave these events out of the fold, if everything after them still holds without them; they stay on record."""
    try:
        return EVENINGS.withdraw(code, numbers, by, reason).engine
    except Refusal as problem:
        if isinstance(problem.__cause__, Refusal):
            raise Refusal("undo-blocked", why=problem.__cause__.reason) from problem.__cause__
        if problem.reason in ("not-withdrawable", "withdrawn-already"):
            raise Refusal("nothing-to-undo") from None
        raise


def undo_draw(code: str, by: str = "") -> EveningState:
    """Take the last draw back, as long as no result and no draft of its rounds is there."""

    def since(evening: Evening) -> list[int]:
        now = folded(evening)
        pairs = list(zip(now.numbers, now.engine.events, strict=True))
        place, drawn = next(
            ((place, event) for place, (_, event) in reversed(list(enumerate(pairs))) if isinstance(event, RoundsDrawn)), (0, None)
        )
        if drawn is None:
            raise Refusal("nothing-to-undo")
        first = drawn.rounds[0].number
        if any(round_ >= first for round_, _ in now.engine.results):
            raise Refusal("draw-has-results", round=first)
        if ResultDraft.objects.filter(evening=evening, round__gte=first).exists():
            raise Refusal("draw-has-drafts", round=first)
        of_a_round = (*SEATING.keys() - {RoundsDrawn}, DisputeRaised, DisputeDecided)
        numbers = [n for n, event in pairs[place + 1 :] if isinstance(event, of_a_round) and getattr(event, "round", 0) >= first]
        return [pairs[place][0], *numbers]

    return undo(code, since, by)


def restore(code: str, backup: int, by: str = "") -> EveningState:
    """Go back to a backup: what came after it stays on record and no longer counts. A backup of the present is made first."""

    def later(evening: Evening) -> tuple[Withdrawn, transfer.Backup]:
        chosen = EveningBackup.objects.filter(evening=evening, pk=backup).first()
        if chosen is None:
            raise Refusal("no-backup")
        return back_to(lines_of(evening), chosen.live), transfer.Backup(evening, EveningBackup.Why.RESTORE, by)

    try:
        return EVENINGS.back(code, later, by).engine
    except RuleViolation as problem:
        raise Refusal("undo-blocked", why=problem.reason) from problem


def change_setup(code: str, setup: EveningSetup, *, book: tuple[str, str] | None = None) -> EveningState:
    """Another setup, or book as key and text, if everything that has happened holds under it."""

    def changed(evening: Evening) -> Evening:
        evening.setup, evening.title = SETUP.write(setup), setup.name[:120]
        if book is not None:
            evening.book, evening.book_text = book
        return evening

    def work(evening: Evening) -> Ready[EveningState]:
        trial = changed(copy.copy(evening))
        lines = folded(evening)
        return EVENINGS.ready(trial, EVENINGS.fold(trial, lines.engine.events), lines.numbers, [], "", anew=True)

    def store(evening: Evening) -> None:
        changed(evening).save(update_fields=["setup", "title", "book", "book_text"])

    try:
        return EVENINGS.settle(code, work, store).engine
    except RuleViolation as problem:
        raise Refusal("setup-blocked", why=problem.reason) from problem


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
        evening = EVENINGS.locked(code)
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
    typed = ResultDraft.objects.filter(evening=evening, round=round_)
    return list((typed if table is None else typed.filter(table=table)).order_by("table", "source", "side"))
