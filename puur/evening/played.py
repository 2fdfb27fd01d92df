"""A played game as the result of a table: its sheet, counted by the book of the evening, where the same people were drawn."""

from __future__ import annotations

from dataclasses import replace

from puur.core.errors import RuleViolation
from puur.core.sheet import sheet_of
from puur.evening.evening import Evening
from puur.evening.events import Event, ResultConfirmed, ResultEntered
from puur.notation.record import Record
from puur.notation.scoring import Refused, score_record

COMPARED = 24  # letters of a name: tables show no more


def result_of_record(evening: Evening, round_: int, table: int, record: Record, reason: str = "") -> list[Event]:
    """The events of a recorded game; none where it is the result already, from whichever road. Its players sit as they were drawn.

    Where another result stands, the game corrects it, with a reason.
    """
    drawn = evening.table(round_, table)
    names = [seat.stand_in or (evening.players[seat.player].name if seat.player else "") for seat in drawn.seats]
    played = list(record.setup.names)
    if [name.casefold()[:COMPARED] for name in names if name] != [
        name.casefold()[:COMPARED] for name, known in zip(played, names, strict=False) if known
    ]:
        evening.refuse("evening.draw", "game-people", names=", ".join(played) or "–", people=", ".join(names))
    try:
        game = score_record(record, evening.book).game
    except Refused as refused:
        raise RuleViolation(refused.violation.rule, "game-refused", event=refused.place + 1) from refused.violation
    if not game.over:
        evening.refuse("ending.deals", "game-running")
    sheet = replace(sheet_of(game), game=record.tags.get("table", ""))
    known = evening.result(round_, table)
    if known is not None and replace(known.sheet, game=known.sheet.game.partition("/")[0]) == sheet:  # a server numbers its games
        return []
    sides = [", ".join(name for place, name in enumerate(names) if game.sides[place] == side) for side in (0, 1)]
    return [ResultEntered(round_, table, sheet, sides[0], reason), ResultConfirmed(round_, table, by=sides[1])]
