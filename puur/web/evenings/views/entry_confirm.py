"""From what people type to the one confirmed result of a table: drafts of two sides or two clerks, and when they agree.

Everything happens under the lock of the evening, in one transaction; that there is one result per table and round is a
constraint of the database (`ConfirmedResult`). Promise: the same message again changes nothing, and a refusal loses no draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from puur.core.evening import Visa
from puur.evening.evening import Evening as Engine
from puur.evening.events import ResultConfirmed, ResultEntered, Signed
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningEvent, EveningRole, ResultDraft, Role
from puur.web.evenings.rights import Access
from puur.web.evenings.views.entry_sheets import Sheet, event_of, judge, read, shown

SIDES = ("ac", "bd")
PHONE, FIRST, SECOND = ResultDraft.Source.PHONE, ResultDraft.Source.OFFICE1, ResultDraft.Source.OFFICE2


class Stop(Exception):
    """What the entry refuses beyond the rule book: `evening_entry.stop.<reason>` says it.

    `already`: the table has a confirmed result, and this is another one. `changed`: what was to be confirmed is not there any more.
    `wrong-table`: a message for another table than its code opens. `same-person`: the second clerk has to be another one than the
    first. `locked`: a Visum is on it, and this role may not change it. `visa-role`: this role may not sign.
    `no-table`: a number that no table of the round has. `blind`: nothing to decide yet, the second typing is missing.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Message:
    """What a phone sends: `enter` a sheet, `confirm` the other side's, or `both` sides have said yes on one phone."""

    id: str
    kind: str
    side: str
    evening: str
    round: int
    table: int
    sheet: Any = None
    of: str = ""
    call: bool = False  # the sum does not add up: an official has to decide
    seq: int = 0
    device: str = ""


def sheet_of(draft: ResultDraft, engine: Engine) -> Sheet:
    """What stands in a draft."""
    return read(draft.data["sheet"], engine.book)


def side_names(engine: Engine, round_: int, table: int, side: int) -> str:
    """The two of a side by name, as they stand beside a result."""
    seats = engine.table(round_, table).seats
    names = [seat.stand_in or (engine.players[seat.player].name if seat.player else "") for seat in (seats[side], seats[side + 2])]
    return ", ".join(name for name in names if name)


def _locked(evening: Evening) -> tuple[Evening, Engine]:
    row = Evening.objects.select_for_update().get(pk=evening.pk)
    return row, folded(row).engine


def _agreed(
    evening: Evening, engine: Engine, sheet: Sheet, entered: ResultEntered, confirmed_by: str, by: str, action: str | None = None
) -> None:
    """Store the result with its confirmation; the second of two at once is told that the first was there."""
    place = entered.round, entered.table
    if not entered.reason and engine.result(*place) is not None:
        raise Stop("already")
    confirmed = ResultConfirmed(*place, None if sheet.striche else sheet.points, sheet.striche, confirmed_by)
    try:
        store.submit(evening.code, [entered, confirmed], by=by, action=action)
    except IntegrityError as problem:
        raise Stop("already") from problem


# ---- at the table ------------------------------------------------------------------------------------------------------------


def receive(evening: Evening, round_: int, table: int, message: Message) -> bool:
    """Take a message of a phone; whether the result is confirmed now."""
    if (message.evening, message.round, message.table) != (evening.code, round_, table):
        raise Stop("wrong-table")
    with transaction.atomic():
        evening, engine = _locked(evening)
        drafts = {draft.side: draft for draft in store.drafts(evening, round_, table) if draft.source == PHONE}
        if any(draft.action == message.id for draft in drafts.values()):
            return False
        if EveningEvent.objects.filter(evening=evening, action=message.id).exists():
            return True
        own, other = drafts.get(message.side), drafts.get(SIDES[1 - SIDES.index(message.side)])
        if message.kind == "confirm":
            return _confirm(evening, engine, round_, table, message, other)
        sheet = read(message.sheet, engine.book)
        if (result := engine.result(round_, table)) is not None:
            if sheet.said == (result.written, result.matches, result.striche):
                return True  # the answer to an earlier message was lost, or the other side was quicker: the same result
            raise Stop("already")
        verdict = judge(engine.book, sheet)
        if verdict.refused is not None and not message.call:
            raise verdict.refused
        if message.kind == "both" and verdict.ok:
            return _store_phone(evening, engine, round_, table, message, sheet)
        if own is not None and own.data.get("device") == message.device and own.data.get("seq", 0) > message.seq:
            return False  # an older message of the same phone that was long on its way
        call = message.call and not verdict.ok
        data = {"sheet": shown(sheet), "call": call, "seq": message.seq, "device": message.device}
        by = side_names(engine, round_, table, SIDES.index(message.side))
        store.draft(evening.code, round_, table, PHONE, data, side=message.side, by=by, action=message.id)
        if other is not None and not call and not other.data.get("call") and sheet_of(other, engine).said == sheet.said:
            return _store_phone(evening, engine, round_, table, message, sheet, first=other)
        return False


def _confirm(evening: Evening, engine: Engine, round_: int, table: int, message: Message, other: ResultDraft | None) -> bool:
    if (result := engine.result(round_, table)) is not None:
        if message.sheet is not None and read(message.sheet, engine.book).said == (result.written, result.matches, result.striche):
            return True  # somebody else was quicker with the same
        raise Stop("already")
    if other is None or other.action != message.of or other.data.get("call"):
        raise Stop("changed")
    return _store_phone(evening, engine, round_, table, message, sheet_of(other, engine), first=other)


def _store_phone(
    evening: Evening, engine: Engine, round_: int, table: int, message: Message, sheet: Sheet, first: ResultDraft | None = None
) -> bool:
    own = SIDES.index(message.side)
    # `first` was typed by the other side and is confirmed by this one; otherwise this side typed and the other said yes here.
    typed, said = (1 - own, own) if first is not None else (own, 1 - own)
    by, other = (side_names(engine, round_, table, side) for side in (typed, said))
    if first is not None and not (sheet.deals or sheet.rows):
        sheet = sheet_of(first, engine)  # the same sums; single deals are kept where one side has typed them
    _agreed(evening, engine, sheet, event_of(sheet, round_, table, by=by), other, by, message.id)
    return True


# ---- in the office -----------------------------------------------------------------------------------------------------------


def alone(evening: Evening) -> bool:
    """Whether nobody else could type: the owner without helpers."""
    return not EveningRole.objects.filter(evening=evening).exclude(user=evening.user_id, guest=evening.guest_id).exists()


def typed(access: Access, round_: int, table: int, sheet: Sheet, *, call: bool = False, again: bool = False) -> str:
    """A clerk has typed a sheet: `first`, `differs` or `confirmed`. The second one has to be somebody else.

    `again` takes the place of what the same clerk has typed before; `call` sends a sum that does not add up to an official.
    """
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if engine.result(round_, table) is not None:
            raise Stop("already")
        verdict = judge(engine.book, sheet)
        if verdict.refused is not None and not call:
            raise verdict.refused
        data = {"sheet": shown(sheet), "call": not verdict.ok, "who": access.who.key}
        drafts = {(draft.source, draft.side): draft for draft in store.drafts(evening, round_, table)}
        first, second = drafts.get((FIRST, "")), drafts.get((SECOND, ""))
        mine = first is not None and first.data.get("who") == access.who.key
        if mine and second is None and not again and not alone(evening):
            raise Stop("same-person")
        source = FIRST if first is None or (mine and (second is not None or again)) else SECOND
        store.draft(evening.code, round_, table, source, data, by=access.name)
        phones = [draft for draft in drafts.values() if draft.source == PHONE]
        agreeing = len({sheet_of(draft, engine).said for draft in phones}) == 1  # two sides that differ prove nothing
        others = [draft for draft in drafts.values() if draft.source != source and (draft.source != PHONE or agreeing)]
        same = [draft for draft in others if not draft.data.get("call") and sheet_of(draft, engine).said == sheet.said]
        partner = same[0] if same and verdict.ok else None
        if partner is not None:
            full = sheet_of(partner, engine) if partner.data["sheet"]["way"] in ("deals", "rows") else sheet
            entered = event_of(full, round_, table, by=partner.by)
            _agreed(evening, engine, full, entered, access.name, access.name)
            return "confirmed"
        return "differs" if source == SECOND or second is not None else "first"


def official(access: Access, engine: Engine) -> str:
    """As which official of the book somebody decides: controllers as its first, organisers as its last; the office as none."""
    officials = engine.book.referee.officials
    if access.role == Role.OFFICE:
        return ""
    if not officials:
        return access.name
    return officials[-1] if access.organiser else officials[0]


def locked(engine: Engine, round_: int, table: int) -> bool:
    """Whether a Visum stands on this table."""
    seating = engine.table(round_, table)
    return any((player, round_) in engine.signed for player in seating.players())


def decide(access: Access, round_: int, table: int, sheet: Sheet, reason: str) -> None:
    """Settle a difference, or correct what is confirmed: a new version, with a reason."""
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if not reason.strip():
            engine.refuse("evening.draw", "reason-needed")
        by = official(access, engine)
        if locked(engine, round_, table) and not by:
            raise Stop("locked")
        # An official is named only where one has to decide: a sum that does not add up, or a Visum that is there.
        needed = locked(engine, round_, table) or not judge(engine.book, sheet).ok
        official_by = by if needed else ""
        entered = event_of(sheet, round_, table, by=access.name, reason=reason.strip()[:200], decided_by=official_by)
        _agreed(evening, engine, sheet, entered, access.name, access.name)


def sign(access: Access, round_: int, table: int) -> None:
    """The Visum of an official on the row of everybody at the table: it locks the result. (NWS-7-07, UB-SHEET-04)"""
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if access.role == Role.OFFICE:
            raise Stop("visa-role")
        by = official(access, engine)
        players = engine.table(round_, table).players()
        if engine.book.evening.visa is Visa.NONE:
            engine.refuse("evening.visa", "no-visa")
        missing = [Signed(player, round_, by) for player in players if (player, round_) not in engine.signed]
        if missing:
            store.submit(evening.code, missing, by=access.name)
