"""From what people type to the one confirmed result of a table: drafts of two sides or two clerks, and when they agree.

Everything happens under the lock of the evening, in one transaction; that there is one result per table and round is a
constraint of the database (`ConfirmedResult`). Promise: the same message again changes nothing, and a refusal loses no draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from puur.core.control import judge
from puur.core.errors import Refusal
from puur.core.evening import Visa
from puur.core.sheet import Origin, Sheet
from puur.core.typed import read
from puur.evening.evening import Evening as Engine
from puur.evening.events import Event, ResultConfirmed, ResultEntered, Signed
from puur.evening.seating import side_letters
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


def sheet_of(draft: ResultDraft, engine: Engine) -> Sheet:
    """What stands in a draft."""
    if draft.data.get("kept"):
        kept: Sheet = SHEET.read(draft.data["sheet"])
        return kept
    return read(engine.book, decoded(draft.data["sheet"], Origin.PHONE if draft.source == PHONE else Origin.PAPER))


def side_keys(engine: Engine) -> list[str]:
    """The sides of a table as messages and drafts name them: `ac` and `bd`, or a letter for everybody."""
    return [letters.lower() for letters in side_letters(engine.sides)]


def side_names(engine: Engine, round_: int, table: int, sides: Iterable[int]) -> str:
    """The people of these sides by name, as they stand beside a result."""
    chosen = set(sides)
    seats = [seat for place, seat in enumerate(engine.table(round_, table).seats) if engine.sides[place] in chosen]
    names = [seat.stand_in or (engine.name(seat.player) if seat.player else "") for seat in seats]
    return ", ".join(name for name in names if name)


def _locked(evening: Evening) -> tuple[Evening, Engine]:
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
            together = message.kind == "both" and not calls
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


def _agrees(draft: ResultDraft, engine: Engine, sheet: Sheet) -> bool:
    return not draft.data.get("call") and sheet_of(draft, engine).said == sheet.said


def _who(engine: Engine, message: Message, first: ResultDraft | None) -> tuple[str, str]:
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


def typed(access: Access, round_: int, table: int, sheet: Sheet, *, call: bool = False, again: bool = False) -> str:
    """A clerk has typed a sheet: `first`, `differs` or `confirmed`. The second one has to be somebody else.

    `again` takes the place of what the same clerk has typed before; `call` sends a sum that does not add up to an official.
    """
    with transaction.atomic():
        evening, engine = _locked(access.row)
        if engine.result(round_, table) is not None:
            raise Refusal("already", round=round_, table=table)
        refused = judge(engine.book, sheet).refused
        if refused is not None and not call:
            raise refused
        data = {"sheet": SHEET.write(sheet), "call": refused is not None, "who": access.who.key}
        drafts = {(draft.source, draft.side): draft for draft in store.drafts(evening, round_, table)}
        first, second = drafts.get((FIRST, "")), drafts.get((SECOND, ""))
        mine = first is not None and first.data.get("who") == access.who.key
        if mine and second is None and not again and not alone(evening):
            raise Refusal("same-person", table=table)
        source = FIRST if first is None or (mine and (second is not None or again)) else SECOND
        store.draft(evening.code, round_, table, source, data, by=access.name)
        phones = [draft for draft in drafts.values() if draft.source == PHONE]
        agreeing = len({sheet_of(draft, engine).said for draft in phones}) == 1  # sides that differ prove nothing
        others = [draft for draft in drafts.values() if draft.source != source and (draft.source != PHONE or agreeing)]
        same = next((draft for draft in others if refused is None and _agrees(draft, engine, sheet)), None)
        if same is not None:
            full = sheet_of(same, engine)
            entered = ResultEntered(round_, table, full if full.rows else sheet, same.by)
            store.submit(evening.code, _agreed(entered, access.name), access.name)
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
