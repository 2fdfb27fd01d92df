"""From what people type to the one confirmed result of a table: drafts of two sides or two clerks, and when they agree.

Everything happens under the lock of the evening, in one transaction; that there is one result per table and round is a
constraint of the database (`ConfirmedResult`). Promise: the same message again changes nothing, and a refusal loses no draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from puur.core.control import judge
from puur.core.evening import Visa
from puur.core.sheet import Origin, Sheet
from puur.core.typed import BadSheet, read
from puur.evening.evening import Evening as Engine
from puur.evening.events import ResultConfirmed, ResultEntered, Signed
from puur.evening.seating import side_letters
from puur.log.sheets import SHEET, decoded
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningEvent, EveningRole, ResultDraft, Role
from puur.web.evenings.rights import Access

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


def sheet_of(draft: ResultDraft, engine: Engine) -> Sheet:
    """What stands in a draft."""
    return read(engine.book, decoded(draft.data["sheet"], Origin.PHONE if draft.source == PHONE else Origin.PAPER))


def side_keys(engine: Engine) -> list[str]:
    """The sides of a table as messages and drafts name them: `ac` and `bd`, or a letter for everybody."""
    return [letters.lower() for letters in side_letters(engine.sides)]


def side_names(engine: Engine, round_: int, table: int, sides: Iterable[int]) -> str:
    """The people of these sides by name, as they stand beside a result."""
    chosen = set(sides)
    seats = [seat for place, seat in enumerate(engine.table(round_, table).seats) if engine.sides[place] in chosen]
    names = [seat.stand_in or (engine.players[seat.player].name if seat.player else "") for seat in seats]
    return ", ".join(name for name in names if name)


def _locked(evening: Evening) -> tuple[Evening, Engine]:
    row = Evening.objects.select_for_update().get(pk=evening.pk)
    return row, folded(row).engine


def agree(evening: Evening, engine: Engine, entered: ResultEntered, confirmed_by: str, by: str, action: str | None = None) -> bool:
    """Store the result with its confirmation; the second of two at once is told that the first was there."""
    place = entered.round, entered.table
    if not entered.reason and engine.result(*place) is not None:
        raise Stop("already")
    said = Sheet(entered.sheet.totals, matches=entered.sheet.matches, striche=entered.sheet.striche)
    try:
        store.submit(evening.code, [entered, ResultConfirmed(*place, said, confirmed_by)], by=by, action=action)
    except IntegrityError as problem:
        raise Stop("already") from problem
    return True


# ---- at the table ------------------------------------------------------------------------------------------------------------


def receive(evening: Evening, round_: int, table: int, message: Message) -> bool:
    """Take a message of a phone; whether the result is confirmed now. The sum is judged once, here or by the evening."""
    if (message.evening, message.round, message.table) != (evening.code, round_, table):
        raise Stop("wrong-table")
    with transaction.atomic():
        evening, engine = _locked(evening)
        if message.side not in side_keys(engine):
            raise BadSheet("form")
        drafts = {draft.side: draft for draft in store.drafts(evening, round_, table) if draft.source == PHONE}
        if any(draft.action == message.id for draft in drafts.values()):
            return False
        if EveningEvent.objects.filter(evening=evening, action=message.id).exists():
            return True
        own = drafts.pop(message.side, None)
        if message.kind == "confirm":
            return _confirm(evening, engine, round_, table, message, drafts.values())
        if message.sheet is None:
            raise BadSheet("form")
        sheet = read(engine.book, message.sheet)
        if _is_result(engine, round_, table, sheet):
            return True  # the answer to an earlier message was lost, or the other side was quicker: the same result
        calls = message.call and judge(engine.book, sheet).refused is not None
        if message.kind == "both" and not calls:
            by, other = _who(engine, message)
            return agree(evening, engine, ResultEntered(round_, table, sheet, by), other, by, message.id)
        if own is not None and own.data.get("device") == message.device and own.data.get("seq", 0) > message.seq:
            return False  # an older message of the same phone that was long on its way
        same = next((draft for draft in drafts.values() if _agrees(draft, engine, sheet)), None)
        if same is not None and not calls:
            by, other = _who(engine, message, same)
            full = sheet if sheet.rows else sheet_of(same, engine)  # single deals are kept where one side has typed them
            return agree(evening, engine, ResultEntered(round_, table, full, by), other, by, message.id)
        if not message.call and (refused := judge(engine.book, sheet).refused) is not None:
            raise refused
        data = {"sheet": SHEET.write(sheet), "call": calls, "seq": message.seq, "device": message.device}
        by = side_names(engine, round_, table, [side_keys(engine).index(message.side)])
        store.draft(evening.code, round_, table, PHONE, data, side=message.side, by=by, action=message.id)
        return False


def _is_result(engine: Engine, round_: int, table: int, sheet: Sheet) -> bool:
    """Whether this is what the table has already; another result is refused."""
    result = engine.result(round_, table)
    if result is not None and result.sheet.said != sheet.said:
        raise Stop("already")
    return result is not None


def _agrees(draft: ResultDraft, engine: Engine, sheet: Sheet) -> bool:
    return not draft.data.get("call") and sheet_of(draft, engine).said == sheet.said


def _confirm(evening: Evening, engine: Engine, round_: int, table: int, message: Message, others: Iterable[ResultDraft]) -> bool:
    if engine.result(round_, table) is not None:
        if message.sheet is None:
            raise Stop("already")
        return _is_result(engine, round_, table, read(engine.book, message.sheet))  # somebody else was quicker with the same
    draft = next((draft for draft in others if draft.action == message.of and not draft.data.get("call")), None)
    if draft is None:
        raise Stop("changed")
    by, other = _who(engine, message, draft)
    return agree(evening, engine, ResultEntered(round_, table, sheet_of(draft, engine), by), other, by, message.id)


def _who(engine: Engine, message: Message, first: ResultDraft | None = None) -> tuple[str, str]:
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
            raise Stop("already")
        refused = judge(engine.book, sheet).refused
        if refused is not None and not call:
            raise refused
        data = {"sheet": SHEET.write(sheet), "call": refused is not None, "who": access.who.key}
        drafts = {(draft.source, draft.side): draft for draft in store.drafts(evening, round_, table)}
        first, second = drafts.get((FIRST, "")), drafts.get((SECOND, ""))
        mine = first is not None and first.data.get("who") == access.who.key
        if mine and second is None and not again and not alone(evening):
            raise Stop("same-person")
        source = FIRST if first is None or (mine and (second is not None or again)) else SECOND
        store.draft(evening.code, round_, table, source, data, by=access.name)
        phones = [draft for draft in drafts.values() if draft.source == PHONE]
        agreeing = len({sheet_of(draft, engine).said for draft in phones}) == 1  # sides that differ prove nothing
        others = [draft for draft in drafts.values() if draft.source != source and (draft.source != PHONE or agreeing)]
        same = next((draft for draft in others if refused is None and _agrees(draft, engine, sheet)), None)
        if same is not None:
            full = sheet_of(same, engine)
            entered = ResultEntered(round_, table, full if full.rows else sheet, same.by)
            agree(evening, engine, entered, access.name, access.name)
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
        needed = locked(engine, round_, table) or judge(engine.book, sheet).refused is not None
        entered = ResultEntered(round_, table, sheet, access.name, reason.strip()[:200], by if needed else "")
        agree(evening, engine, entered, access.name, access.name)


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
