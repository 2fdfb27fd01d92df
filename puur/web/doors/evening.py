"""The door from a web table to an evening: the drawn tables of a round are opened, and their sheets become results."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import Count, Max

from puur.core.errors import Refusal
from puur.core.sheet import Sheet
from puur.evening.evening import Evening as EveningState
from puur.evening.events import PenaltyGiven, ResultConfirmed, ResultEntered
from puur.evening.seating import Table
from puur.web.doors import hosting
from puur.web.doors.hosting import Standing
from puur.web.doors.models import HostedTable
from puur.web.evenings import desk, store
from puur.web.evenings.fold import EVENINGS, folded
from puur.web.evenings.models import Evening
from puur.words import say


class EveningHost:
    """An evening for which web tables are played."""

    def title(self, hosted: HostedTable, lang: str) -> str:
        """The evening, the round and the table."""
        assert hosted.evening is not None
        return say("doors.evening.title", lang, evening=hosted.evening.title, round=hosted.round, table=hosted.table)

    def result_of(self, hosted: HostedTable) -> str:
        """The result of the table."""
        assert hosted.evening is not None
        version = folded(hosted.evening).engine.result(hosted.round, hosted.table)
        return "" if version is None else " : ".join(map(str, version.score))

    def why(self, hosted: HostedTable, problem: Refusal, lang: str) -> str:
        """In the words of the evening."""
        assert hosted.evening is not None
        return store.sentence(problem, lang, folded(hosted.evening).engine)

    def deliver(self, hosted: HostedTable, sheet: Sheet) -> None:
        """Both sides have confirmed: the sheet is the result."""
        assert hosted.evening is not None
        first, second, *_ = hosted.said.values()
        take(hosted, ResultEntered(hosted.round, hosted.table, sheet, by=first), second)


def take(hosted: HostedTable, entered: ResultEntered, confirmed_by: str) -> None:
    """Store the result of a web table, once; another result that the table has already is not overwritten."""
    assert hosted.evening is not None
    place = (hosted.round, hosted.table)

    def events(engine: EveningState) -> list[ResultEntered | ResultConfirmed]:
        known = engine.result(*place)
        if known is not None and known.sheet.game == entered.sheet.game:
            return []
        if known is not None:
            raise Refusal("web-other-result", table=hosted.table)
        if not still_seated(engine, hosted):
            raise Refusal("web-redrawn", table=hosted.table)
        return [entered, ResultConfirmed(*place, by=confirmed_by)]

    store.submit(hosted.evening.code, events, by=entered.by)


def open_round(row: Evening, round_: int, tables: Collection[int], playing: str, lang: str) -> int:
    """Open web tables for these tables of a round that is on; how many are new."""
    with transaction.atomic():
        evening = EVENINGS.locked(row.code)
        engine = folded(evening).engine
        engine.still_open()
        engine.round(round_)
        if round_ > engine.released:
            engine.refuse("evening.release", "round-not-released", round=round_)
        known = {number for number, hosted in of_round(evening, round_).items() if _kept(engine, hosted)}
        wanted = [
            table
            for table in engine.round(round_).tables
            if table.number in tables and table.number not in known and engine.result(round_, table.number) is None
        ]
        for table in wanted:
            hosting.open_table(
                engine.book, names_at(engine, table, lang), playing, evening=evening, round=round_, table=table.number,
                people=[seat.player or "" for seat in table.seats],
            )  # fmt: skip
    return len(wanted)


def _kept(engine: EveningState, hosted: HostedTable) -> bool:
    """Whether an opened table still is the one of the draw; one of an earlier draw that nobody has begun goes."""
    if still_seated(engine, hosted) or hosted.live.game:
        return True
    hosted.live.delete()
    return False


def names_at(engine: EveningState, table: Table, lang: str, names: Mapping[str, str] | None = None) -> list[str]:
    """The drawn names of a table, or other names of the same people; a chair without a player is somebody who helps out."""
    known, helper = names or {key: player.name for key, player in engine.players.items()}, say("evening_entry.helper", lang)
    return [seat.stand_in or (known[seat.player] if seat.player else helper) for seat in table.seats]


def stamp(row: Evening, round_: int) -> str:
    """Changes with everything that the pages of a round show: the evening, what was typed, and how far its web tables are."""
    typed = row.drafts.filter(round=round_).aggregate(count=Count("pk"), last=Max("at"))
    return f"{desk.stamp(row)}.{typed['count']}.{typed['last']}.{hosting.stamp(of_round(row, round_).values())}"


def of_round(row: Evening, round_: int) -> dict[int, HostedTable]:
    """The web tables of a round by the number of their table."""
    tables = HostedTable.objects.filter(evening=row, round=round_).select_related("live", "evening").prefetch_related("seats")
    return {hosted.table: hosted for hosted in tables}


def still_seated(engine: EveningState, hosted: HostedTable) -> bool:
    """Whether those for whom it was opened are still drawn there."""
    drawn = engine.round(hosted.round).table(hosted.table) if hosted.round <= len(engine.rounds) else None
    return drawn is not None and [seat.player or "" for seat in drawn.seats] == hosted.people


def broken_off(row: Evening, round_: int, table: int) -> Standing | None:
    """How far the web table of a table was that goes on with cards; None where there is none."""
    hosted = hosting.broken_of(evening=row, round=round_, table=table)
    return None if hosted is None else hosting.standings([hosted])[hosted.pk]


def break_off(hosted: HostedTable, reason: str, by: str) -> None:
    """The table goes on with cards. Penalty points of its rulings stay: as lines of the persons, because paper carries none."""
    assert hosted.evening is not None
    row = hosted.evening
    with transaction.atomic():
        engine = folded(EVENINGS.locked(row.code)).engine
        seats = engine.table(hosted.round, hosted.table).seats
        hosting.break_off(hosted, reason)
        sheet = hosting.sheet_at(hosted)
        given = [
            PenaltyGiven(sitter, penalty.points, reason, penalty.rule)
            for penalty in (sheet.penalties if sheet is not None else ())
            if (sitter := seats[penalty.seat].sitter) is not None
        ]
        if given:
            stored = store.submit(row.code, given, by=by)
            HostedTable.objects.filter(pk=hosted.pk).update(lines=list(stored.numbers))


def resume(hosted: HostedTable, by: str) -> None:
    """The table goes on at the web table after all; the penalty points come with its sheet again."""
    assert hosted.evening is not None
    row = hosted.evening
    with transaction.atomic():
        engine = folded(EVENINGS.locked(row.code)).engine
        if engine.result(hosted.round, hosted.table) is not None:
            raise Refusal("web-other-result", table=hosted.table)
        known = HostedTable.objects.select_for_update().get(pk=hosted.pk)
        if known.lines:
            store.undo(row.code, known.lines, by)
            HostedTable.objects.filter(pk=hosted.pk).update(lines=[])
        hosting.resume(hosted)
