"""Results at an evening: sheets with their control sums, confirmation, visa, corrections as new versions with a reason.

Whether a sheet adds up is the core's question (`core.control.judge`); a sheet that does not is refused until an official decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from puur.core.control import judge
from puur.core.evening import Visa
from puur.evening.events import (
    DisputeDecided,
    DisputeRaised,
    Event,
    HandedIn,
    HonourConfirmed,
    ResultConfirmed,
    ResultEntered,
    ScoreSet,
    Signed,
    TotalStated,
)
from puur.evening.sheets import sheet
from puur.evening.state import Dispute, Version
from puur.referee.officials import may_decide, may_replace

if TYPE_CHECKING:
    from puur.evening.evening import Evening


# An earlier version took these; what it stored still counts.
_REFUSED_SINCE = frozenset({"schneider-with-bergpreis", "victory-alone", "too-many-matches"})


def _entered(evening: Evening, event: ResultEntered) -> None:
    table = evening.table(event.round, event.table)
    place = (event.round, event.table)
    if event.round > evening.released:  # NWS-2-10
        evening.refuse("evening.release", "round-not-released", round=event.round)
    before = evening.result(*place)
    evening.still_open()
    evening.undisputed(*place)
    if before is not None and not event.reason.strip():
        evening.refuse("evening.draw", "correction-reason", round=event.round, table=event.table)
    if any((player, event.round) in evening.signed for player in table.players()):  # UB-SHEET-04: locked by the visa
        evening.official(event.decided_by, "evening.visa")
    judged = judge(evening.book, event.sheet, evening.sides[evening.writes(*place)])
    points, rule = judged.points, judged.rule
    once_accepted = evening.replaying and judged.refused is not None and judged.refused.reason in _REFUSED_SINCE
    if judged.refused is not None and not once_accepted:  # an estimate has to add up as well (NWS-7-03)
        if judged.final or not event.decided_by:
            raise judged.refused
        evening.official(event.decided_by, "writing.difference")
        rule = evening.book.rule("writing.difference")
    version = Version(len(evening.events), event.sheet, points, event.by, event.reason, rule, judged.doubts)
    evening.results.setdefault(place, []).append(version)
    evening.confirmed.pop(place, None)
    if before is not None and (before.points, before.sheet.striche) != (version.points, version.sheet.striche):
        for player in table.players():  # the sum has changed, so the stated total and its visa no longer hold
            evening.stated.pop(player, None)
            evening.signed.pop((player, 0), None)


def _confirmed(evening: Evening, event: ResultConfirmed) -> None:
    result = evening.result(event.round, event.table)
    if result is None:
        evening.refuse("evening.draw", "no-result", round=event.round, table=event.table)
    evening.undisputed(event.round, event.table)
    for mine, theirs in ((event.sheet.totals, result.sheet.totals), (event.sheet.striche, result.sheet.striche)):
        if mine is not None and mine != theirs:
            evening.refuse("writing.control", "confirmation-differs", found=mine, expected=theirs)
    evening.confirmed[event.round, event.table] = event.by


def _dispute_raised(evening: Evening, event: DisputeRaised) -> None:
    evening.table(event.round, event.table)
    if event.round > evening.released:
        evening.refuse("evening.release", "round-not-released", round=event.round)
    evening.still_open()
    evening.undisputed(event.round, event.table)
    evening.disputes[event.round, event.table] = Dispute(event.account)


def _dispute_decided(evening: Evening, event: DisputeDecided) -> None:
    """By who may decide; it holds at once, and who has the last word may replace it. (NWS-9-03, NWS-9-04, TAM-ES-73, TAM-ES-74)"""
    known = evening.disputes.get((event.round, event.table))
    if known is None:
        evening.refuse("referee.self_settled", "no-dispute", round=event.round, table=event.table)
    if not may_decide(evening.book, event.by) or not (known.open or may_replace(evening.book, known.by, event.by)):
        evening.refuse("referee.self_settled", "not-official", by=event.by, officials=list(evening.book.referee.officials))
    evening.disputes[event.round, event.table] = Dispute(known.account, event.decision, event.by)


def _signed(evening: Evening, event: Signed) -> None:
    rules = evening.book.evening
    evening.player(event.player)
    evening.still_open("evening.unsigned_ranked")
    evening.official(event.by, "evening.visa")
    if rules.visa is Visa.NONE or (event.round == 0 and rules.visa is Visa.ROUNDS):
        evening.refuse("evening.visa", "no-visa")
    if event.round == 0:
        if event.player not in evening.stated:  # NWS-7-08, NWS-7-09
            evening.refuse("evening.visa", "total-not-stated", player=event.player)
        if not evening.replaying:
            total_still_right(evening, event.player)
        evening.signed[event.player, 0] = event.by
        return
    seat = evening.round(event.round).seat_of(event.player)
    if seat is None:
        evening.refuse("evening.visa", "not-seated", player=event.player, round=event.round)
    if evening.result(event.round, seat[0].number) is None:
        evening.refuse("evening.visa", "no-result", round=event.round, table=seat[0].number)
    evening.signed[event.player, event.round] = event.by


def total_still_right(evening: Evening, player: str) -> None:
    """Refuse a stated total that a penalty or a score that was set has changed since. (NWS-7-08, NWS-7-09)"""
    own = sheet(evening, player)
    signed = evening.book.evening.visa is Visa.ROUNDS_AND_TOTAL
    if signed and evening.stated.get(player, own.total) != own.total:
        evening.refuse("evening.visa", "wrong-total", player=player, found=evening.stated[player], expected=own.total)


def _total_stated(evening: Evening, event: TotalStated) -> None:
    evening.player(event.player)
    evening.still_open()
    own = sheet(evening, event.player)
    if not own.complete:
        evening.refuse("evening.rounds", "rounds-missing", player=event.player)
    if event.total != own.total:
        evening.refuse("evening.rank_by", "wrong-total", player=event.player, found=event.total, expected=own.total)
    if evening.stated.get(event.player, event.total) != event.total:
        evening.signed.pop((event.player, 0), None)
    evening.stated[event.player] = event.total


def _handed_in(evening: Evening, event: HandedIn) -> None:
    evening.player(event.player)
    evening.still_open("evening.hand_in")
    if evening.book.evening.visa is Visa.ROUNDS_AND_TOTAL and (event.player, 0) not in evening.signed:
        evening.refuse("evening.hand_in", "total-not-signed", player=event.player)
    evening.handed_in.add(event.player)


def handed(evening: Evening, player: str, total: int, by: str) -> list[Event]:
    """What a sheet on the desk means: its total was added up, an official signs it, it is handed in. (NWS-7-08 to 12)"""
    signed = [Signed(player, 0, by)] if evening.book.evening.visa is Visa.ROUNDS_AND_TOTAL else []
    return [TotalStated(player, total), *signed, HandedIn(player)]


def _honour_confirmed(evening: Evening, event: HonourConfirmed) -> None:
    evening.player(event.player)
    evening.day(event.date, "referee.confirm_result")
    if not sheet(evening, event.player).complete:
        evening.refuse("evening.rounds", "rounds-missing", player=event.player)
    evening.honour[event.player] = event.date


def _score_set(evening: Evening, event: ScoreSet) -> None:
    evening.player(event.player)
    evening.still_open()
    if not 1 <= event.round <= evening.planned:
        evening.refuse("evening.rounds", "no-such-round", round=event.round, rounds=evening.planned)
    if not event.reason.strip():
        evening.refuse("evening.sit_out", "reason-needed")
    party = evening.party(event.player)
    if event.round <= len(evening.rounds):
        drawn = evening.rounds[event.round - 1]
        seats = [seat for each in party if (seat := drawn.seat_of(each)) is not None]
        if seats and all(not table.seats[place].stand_in for table, place in seats):
            evening.refuse("evening.sit_out", "played", player=event.player, round=event.round)
    for each in party:  # a pair has one score
        evening.scores.pop((each, event.round), None)
    evening.scores[event.player, event.round] = (event.points, event.reason)


HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    ResultEntered: _entered,
    ResultConfirmed: _confirmed,
    DisputeRaised: _dispute_raised,
    DisputeDecided: _dispute_decided,
    Signed: _signed,
    TotalStated: _total_stated,
    HandedIn: _handed_in,
    HonourConfirmed: _honour_confirmed,
    ScoreSet: _score_set,
}
