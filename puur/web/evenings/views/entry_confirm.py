"""From what people type to the one confirmed result of a table: drafts of two sides or two clerks, and when they agree.

Everything happens under the lock of the evening, in one transaction; that there is one result per table and round is a
constraint of the database (`ConfirmedResult`). Promise: the same message again changes nothing, and a refusal loses no draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction

from puur.core.control import judge
from puur.core.errors import Refusal
from puur.core.evening import Visa
from puur.core.sheet import Origin, Sheet
from puur.core.typed import read
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Event, ResultConfirmed, ResultEntered, Signed
from puur.evening.seating import side_letters
from puur.evening.state import Confirm
from puur.log.sheets import SHEET, decoded
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningEvent, EveningRole, ResultDraft, Role
from puur.web.evenings.rights import Access

PHONE, FIRST, SECOND = ResultDraft.Source.PHONE, ResultDraft.Source.OFFICE1, ResultDraft.Source.OFFICE2


@dataclass(frozen=True, slots=True)
class Message:
    """What a phone sends: `enter` a sheet, `confirm` the other side's, or `both` (all) sides have said yes on one phone."""

    id: str
    kind: str
    side: str
    evening: str
    round: int
    table: int
    sheet: Sheet | None = None
    of: str = ""
    call: bool = False  # the sum does not add up: an official has to decide
    seq: int = 0
    device: str = ""
    kept: bool = False  # counted by its book on the Jasstafel, not typed


def sheet_of(draft: ResultDraft, engine: EveningState) -> Sheet:
    """What stands in a draft."""
    if draft.data.get("kept"):
        kept: Sheet = SHEET.read(draft.data["sheet"])
        return kept
    return read(engine.book, decoded(draft.data["sheet"], Origin.PHONE if draft.source == PHONE else Origin.PAPER))


def side_keys(engine: EveningState) -> list[str]:
    """The sides of a table as messages and drafts name them: `ac` and `bd`, or a letter for everybody."""
    return [letters.lower() for letters in side_letters(engine.sides)]


def side_names(engine: EveningState, round_: int, table: int, sides: Iterable[int]) -> str:
    """The people of these sides by name, as they stand beside a result."""
    chosen = set(sides)
    seats = [seat for place, seat in enumerate(engine.table(round_, table).seats) if engine.sides[place] in chosen]
    names = [seat.stand_in or (engine.name(seat.player) if seat.player else "") for seat in seats]
    return ", ".join(name for name in names if name)


def _locked(evening: Evening) -> tuple[Evening, EveningState]:
    row = Evening.objects.select_for_update().get(pk=evening.pk)
    return row, folded(row).engine


def _agreed(entered: ResultEntered, confirmed_by: str) -> list[Event]:
    """The result with its confirmation."""
    said = Sheet(entered.sheet.totals, matches=entered.sheet.matches, striche=entered.sheet.striche)
    return [entered, ResultConfirmed(entered.round, entered.table, said, confirmed_by)]


# ---- at the table ------------------------------------------------------------------------------------------------------------


def receive(evening: Evening, round_: int, table: int, message: Message) -> None:
    """Take a message of a phone: a result where the sides agree, a draft before. The sum is judged once, here or by the evening."""
    if (message.evening, message.round, message.table) != (evening.code, round_, table):
        raise Refusal("wrong-table", round=round_, table=table)
    with transaction.atomic():
        evening, engine = _locked(evening)
        if message.side not in side_keys(engine) or (message.sheet is None and message.kind != "confirm"):
            raise Refusal("form")
        drafts = {draft.side: draft for draft in store.drafts(evening, round_, table) if draft.source == PHONE}
        if (
            message.id in {draft.action for draft in drafts.values()}
            or EveningEvent.objects.filter(evening=evening, action=message.id).exists()
        ):
            return
        own = drafts.pop(message.side, None)
        sheet = message.sheet
        if sheet is not None and not message.kept and message.kind != "confirm":  # what is confirmed was read when it came
            sheet = read(engine.book, sheet)
        if (result := engine.result(round_, table)) is not None:
            if sheet is None or result.sheet.said != sheet.said:
                raise Refusal("already", round=round_, table=table)
            return  # the answer to an earlier message was lost, or the other side was quicker: the same result
        if message.kind == "confirm" or sheet is None:
            same = next((draft for draft in drafts.values() if draft.action == message.of and not draft.data.get("call")), None)
            if same is None:
                raise Refusal("changed")
            sheet = sheet_of(same, engine)
        else:
            calls = message.call and judge(engine.book, sheet).refused is not None
            together = (message.kind == "both" or engine.setup.confirm is Confirm.ONCE) and not calls
            known = own.data if own is not None and not together else {}
            if known.get("device") == message.device and known.get("seq", 0) > message.seq:
                return  # an older message of the same phone that was long on its way
            agreeing = (draft for draft in drafts.values() if _agrees(draft, engine, sheet))
            same = None if together or calls else next(agreeing, None)
            if same is None and not together:
                if not message.call and (refused := judge(engine.book, sheet).refused) is not None:
                    raise refused
                data = {"sheet": SHEET.write(sheet), "call": calls, "seq": message.seq, "device": message.device}
                data |= {"kept": True} if message.kept else {}
                by = side_names(engine, round_, table, [side_keys(engine).index(message.side)])
                store.draft(evening.code, round_, table, PHONE, data, side=message.side, by=by, action=message.id)
                return
            if same is not None and not sheet.rows:  # single deals are kept where one side has typed them
                sheet = sheet_of(same, engine)
        by, other = _who(engine, message, same)
        store.submit(evening.code, _agreed(ResultEntered(round_, table, sheet, by), other), by, action=message.id)


def _agrees(draft: ResultDraft, engine: EveningState, sheet: Sheet) -> bool:
    return not draft.data.get("call") and sheet_of(draft, engine).said == sheet.said


def _who(engine: EveningState, message: Message, first: ResultDraft | None) -> tuple[str, str]:
    """Who typed and who said yes, by name: another side and this one, or this one and the others who looked on."""
    keys = side_keys(engine)
    own = keys.index(message.side)
    sides = ([keys.index(first.side)], [own]) if first is not None else ([own], sorted(set(engine.sides) - {own}))
    typed, said = (side_names(engine, message.round, message.table, chosen) for chosen in sides)
    return typed, said


# ---- in the office -----------------------------------------------------------------------------------------------------------


def alone(evening: Evening) -> bool:
    """Whether nobody else could type: the owner without helpers."""
    return not EveningRole.objects.filter(evening=evening).exclude(user=evening.user_id, guest=evening.guest_id).exists()


def policy(evening: Evening, engine: EveningState) -> Confirm:
    """When a typed result counts: as the organiser has settled it, otherwise twice where somebody else could type."""
    return engine.setup.confirm or (Confirm.OPPONENTS if alone(evening) else Confirm.TWICE)


def typed(
    access: Access, round_: int, table: int, sheet: Sheet, *, call: bool = False, again: bool = False, split: bool = False
) -> str:
    """A clerk has typed a sheet: `counts` where one typing is enough, else `first`, `differs` or `confirmed`.

    Where two type, the second one has to be somebody else.
    `again` takes the place of what the same clerk has typed before; `call` sends a sum that does not add up to an official; `split`
    says that the difference is on the paper too, so that the book divides it.
    """
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if engine.result(round_, table) is not None:
            raise Refusal("already", round=round_, table=table)
        judged = judge(engine.book, sheet)
        refused = judged.refused
        if refused is not None and not call:
            raise refused
        if (
            not split and judged.points is not None and sheet.totals and judged.points != sheet.totals
        ):  # a slip, more often than not
            raise Refusal(
                "sum-split", found=sum(sheet.totals), expected=sum(judged.points), points=" : ".join(map(str, judged.points))
            )
        data = {"sheet": SHEET.write(sheet), "call": refused is not None, "who": access.who.key}
        drafts = {(draft.source, draft.side): draft for draft in store.drafts(evening, round_, table)}
        first, second = drafts.get((FIRST, "")), drafts.get((SECOND, ""))
        mine = first is not None and first.data.get("who") == access.who.key
        phones = [draft for draft in drafts.values() if draft.source == PHONE]
        once = refused is None and policy(evening, engine) is not Confirm.TWICE
        if once and all(_agrees(draft, engine, sheet) for draft in phones):
            store.submit(evening.code, _once(round_, table, sheet, phones, engine, access.name), access.name)
            return "counts"
        if mine and second is None and not again and not once and not alone(evening):
            raise Refusal("same-person", table=table)
        source = FIRST if first is None or (mine and (second is not None or again)) else SECOND
        store.draft(evening.code, round_, table, source, data, by=access.name)
        agreeing = len({sheet_of(draft, engine).said for draft in phones}) == 1  # sides that differ prove nothing
        others = [draft for draft in drafts.values() if draft.source != source and (draft.source != PHONE or agreeing)]
        same = next((draft for draft in others if refused is None and _agrees(draft, engine, sheet)), None)
        if same is not None:
            full = sheet_of(same, engine)
            entered = ResultEntered(round_, table, full if full.rows else sheet, same.by)
            store.submit(evening.code, _agreed(entered, access.name), access.name)
            return "confirmed"
        return "differs" if source == SECOND or second is not None or once else "first"


def _once(round_: int, table: int, sheet: Sheet, phones: list[ResultDraft], engine: EveningState, by: str) -> list[Event]:
    """What counts by one typing; a phone that says the same has entered it, and its single deals are kept."""
    if not phones:
        return [ResultEntered(round_, table, sheet, by)]
    full = sheet_of(phones[0], engine)
    return _agreed(ResultEntered(round_, table, full if full.rows else sheet, phones[0].by), by)


def accept(access: Access, round_: int, table: int) -> None:
    """What one side has sent and the other forgot to confirm counts, by the word of an official."""
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if access.role == Role.OFFICE:
            raise Refusal("visa-role")
        phones = [draft for draft in store.drafts(evening, round_, table) if draft.source == PHONE]
        if len(phones) != 1 or phones[0].data.get("call"):
            raise Refusal("changed")
        entered = ResultEntered(round_, table, sheet_of(phones[0], engine), phones[0].by)
        store.submit(evening.code, _agreed(entered, access.name), access.name)


def exchange(access: Access, round_: int, table: int, other: int, reason: str) -> None:
    """Two sheets were typed at each other's table: both are corrected, or neither."""
    with transaction.atomic():
        _, engine = _locked(access.row)
        ours, theirs = engine.result(round_, table), engine.result(round_, other)
        if ours is None or theirs is None or table == other:
            raise Refusal("changed")
        decide(access, round_, table, theirs.sheet, reason)
        decide(access, round_, other, ours.sheet, reason)


def turned(sheet: Sheet) -> Sheet:
    """The sheet with its two sides the other way round."""
    rows = tuple(
        replace(row, cells=row.cells[::-1], chooser=None if row.chooser is None else 1 - row.chooser) for row in sheet.rows
    )
    totals, striche = sheet.totals, sheet.striche
    return replace(
        sheet, totals=None if totals is None else totals[::-1], rows=rows, matches=sheet.matches[::-1],
        striche=None if striche is None else striche[::-1],
    )  # fmt: skip


def official(access: Access, engine: EveningState) -> str:
    """As which official of the book somebody decides: controllers as its first, organisers as its last; the office as none."""
    officials = engine.book.referee.officials
    if access.role == Role.OFFICE:
        return ""
    if not officials:
        return access.name
    return officials[-1] if access.organiser else officials[0]


def locked(engine: EveningState, round_: int, table: int) -> bool:
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
            raise Refusal("locked", table=table)
        # An official is named only where one has to decide: a sum that does not add up, or a Visum that is there.
        needed = locked(engine, round_, table) or judge(engine.book, sheet).refused is not None
        entered = ResultEntered(round_, table, sheet, access.name, reason.strip()[:200], by if needed else "")
        store.submit(evening.code, _agreed(entered, access.name), access.name)


def sign(access: Access, round_: int, table: int) -> None:
    """The Visum of an official on the row of everybody at the table: it locks the result. (NWS-7-07, UB-SHEET-04)"""
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if access.role == Role.OFFICE:
            raise Refusal("visa-role")
        by = official(access, engine)
        players = engine.table(round_, table).players()
        if engine.book.evening.visa is Visa.NONE:
            engine.refuse("evening.visa", "no-visa")
        missing = [Signed(player, round_, by) for player in players if (player, round_) not in engine.signed]
        if missing:
            store.submit(evening.code, missing, access.name)
