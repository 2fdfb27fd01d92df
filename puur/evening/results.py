"""Results at an evening: sheets with their control sums, confirmation, visa, corrections as new versions with a reason.

Whether a sheet adds up is the core's question (`core.control.judge`); a sheet that does not is refused until an official decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from puur.core.control import Judgement, judge
from puur.core.errors import RuleViolation
from puur.core.evening import RankBy, Visa
from puur.core.form import form_of
from puur.core.reglement import Reglement
from puur.core.seats import team_of
from puur.core.striche import Striche, doubts
from puur.evening.events import HandedIn, ResultConfirmed, ResultEntered, ScoreSet, Signed, TotalStated
from puur.evening.seating import SCHREIBER
from puur.evening.sheets import sheet
from puur.evening.state import Version

if TYPE_CHECKING:
    from puur.evening.evening import Evening

SCHREIBER_TEAM = team_of(SCHREIBER)


def check_row(book: Reglement, row: Striche) -> None:
    """Refuse a row of a Wertetabelle with a value that can not be. (UB-SHEET-02)"""
    rules = book.striche
    for one in fields(Striche):
        value, unit = getattr(row, one.name), getattr(rules, one.name)
        fits = value >= 0 and (value % unit == 0 if unit else value == 0) if one.name == "match" else value in (0, unit)
        if not fits:
            raise RuleViolation(book.rule(f"striche.{one.name}"), "striche-value", column=one.name, value=value)
    if row.schneider and not row.victory:
        raise RuleViolation(book.rule("striche.schneider"), "schneider-without-victory", value=row.schneider)


def check_striche(book: Reglement, both: tuple[Striche, Striche]) -> tuple[str, ...]:
    """Refuse two rows that can not be, alone or together; what is odd about them. (UB-SHEET-02)"""
    for row in both:
        check_row(book, row)
    for column in ("bergpreis", "victory"):
        if all(getattr(row, column) for row in both):
            raise RuleViolation(book.rule(f"striche.{column}"), "striche-both", column=column)
    return doubts(both)


def _columns(book: Reglement, deals: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The columns from single deals, which have to be all of them. (NWS-1-07)"""
    most = book.ending.deals
    if most and len(deals) > most:
        raise RuleViolation(book.rule("ending.deals"), "too-many-deals", deals=len(deals), most=most)
    if most and len(deals) < most:
        raise RuleViolation(book.rule("ending.deals"), "too-few-deals", deals=len(deals), most=most)
    for number, counts in enumerate(deals, start=1):
        if min(counts) < 0:
            raise RuleViolation(book.rule("scoring.total"), "negative", deal=number)
    return tuple(map(sum, zip(*deals, strict=True)))


def _check_columns(evening: Evening, event: ResultEntered) -> None:
    """Every list of numbers has one for each side of the table."""
    sides = sides_of(evening.book)
    for numbers in (*filter(None, (event.points, event.matches)), *event.deals):
        if len(numbers) != sides:
            evening.refuse("writing.control", "columns-number", found=len(numbers), expected=sides)


def sides_of(book: Reglement) -> int:
    """How many sides write at a table that plays by this book."""
    form = form_of(book.form)
    return 2 if form is None else max(form.sides(form.players[0])) + 1


def _entered(evening: Evening, event: ResultEntered) -> None:
    book = evening.book
    table = evening.table(event.round, event.table)
    place = (event.round, event.table)
    if event.round > evening.released:  # NWS-2-10
        evening.refuse("evening.release", "round-not-released", round=event.round)
    before = evening.result(*place)
    evening.still_open()
    if before is not None and not event.reason.strip():
        evening.refuse("evening.draw", "correction-reason", round=event.round, table=event.table)
    if any((player, event.round) in evening.signed for player in table.players()):  # UB-SHEET-04: locked by the visa
        evening.official(event.decided_by, "evening.visa")
    if event.estimated and not book.writing.estimate:
        evening.refuse("writing.estimate", "no-estimate")
    written: tuple[int, ...] | None = event.points
    points, rule, odd = written, "", tuple[str, ...]()
    _check_columns(evening, event)
    if event.deals:
        written = points = _columns(book, event.deals)
        if event.points is not None and event.points != written:
            evening.refuse("writing.control", "columns-differ", found=event.points, expected=written)
    if book.evening.rank_by is RankBy.STRICHE:
        if event.striche is None:
            evening.refuse("evening.rank_by", "striche-needed", table=event.table)
        odd = check_striche(book, event.striche)
    elif points is None:
        evening.refuse("evening.rank_by", "points-needed", table=event.table)
    if points is not None:
        if min(points) < 0:
            evening.refuse("writing.control", "negative", deal=0)
        points, rule = _settled(evening, points, event)
    version = Version(
        len(evening.events), written, points, event.matches, event.striche, event.by, event.reason, rule, odd, event.estimated
    )
    evening.results.setdefault(place, []).append(version)
    evening.confirmed.pop(place, None)
    if before is not None and (before.points, before.striche) != (version.points, version.striche):
        for player in table.players():  # the sum has changed, so the stated total and its visa no longer hold
            evening.stated.pop(player, None)
            evening.signed.pop((player, 0), None)


def refusal(judged: Judgement) -> RuleViolation | None:
    """What an evening says of a sheet that does not add up."""
    if not judged.reason:
        return None
    check, deal = judged.check, {"deal": judged.deal} if judged.deal else {}
    return RuleViolation(check.rule, judged.reason, **deal, found=check.found, expected=check.expected, difference=check.difference)


def _settled(evening: Evening, points: tuple[int, ...], event: ResultEntered) -> tuple[tuple[int, ...], str]:
    """The columns after the control sum, and the provision if they were changed or an official let them stand. (NWS-7-05)"""
    deals = () if event.decided_by else event.deals  # an estimate has to add up as well (NWS-7-03)
    judged = judge(evening.book, points, SCHREIBER_TEAM, deals=deals, matches=sum(event.matches))
    refused = refusal(judged)
    if refused is None:
        return judged.points, judged.rule
    if not event.decided_by:
        raise refused
    evening.official(event.decided_by, "writing.difference")
    return points, evening.book.rule("writing.difference")


def _confirmed(evening: Evening, event: ResultConfirmed) -> None:
    found = evening.result(event.round, event.table)
    if found is None:
        evening.refuse("evening.draw", "no-result", round=event.round, table=event.table)
    for mine, theirs in ((event.points, found.written), (event.striche, found.striche)):
        if mine is not None and mine != theirs:
            evening.refuse("writing.control", "confirmation-differs", found=mine, expected=theirs)
    evening.confirmed[event.round, event.table] = event.by


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
        evening.signed[event.player, 0] = event.by
        return
    found = evening.round(event.round).seat_of(event.player)
    if found is None:
        evening.refuse("evening.visa", "not-seated", player=event.player, round=event.round)
    if evening.result(event.round, found[0].number) is None:
        evening.refuse("evening.visa", "no-result", round=event.round, table=found[0].number)
    evening.signed[event.player, event.round] = event.by


def _total_stated(evening: Evening, event: TotalStated) -> None:
    evening.player(event.player)
    evening.still_open()
    own = sheet(evening, event.player)
    if not own.complete:
        evening.refuse("evening.rounds", "rounds-missing", player=event.player)
    if event.total != own.total:
        evening.refuse("evening.rank_by", "wrong-total", player=event.player, found=event.total, expected=own.total)
    evening.stated[event.player] = event.total


def _handed_in(evening: Evening, event: HandedIn) -> None:
    evening.player(event.player)
    evening.still_open("evening.hand_in")
    if evening.book.evening.visa is Visa.ROUNDS_AND_TOTAL and (event.player, 0) not in evening.signed:
        evening.refuse("evening.hand_in", "total-not-signed", player=event.player)
    evening.handed_in.add(event.player)


def _score_set(evening: Evening, event: ScoreSet) -> None:
    evening.player(event.player)
    evening.still_open()
    if not 1 <= event.round <= evening.planned:
        evening.refuse("evening.rounds", "no-such-round", round=event.round, rounds=evening.planned)
    if not event.reason.strip():
        evening.refuse("evening.sit_out", "reason-needed")
    if event.round <= len(evening.rounds):
        found = evening.rounds[event.round - 1].seat_of(event.player)
        if found is not None and found[0].seats[found[1]].sitter == event.player:
            evening.refuse("evening.sit_out", "played", player=event.player, round=event.round)
    evening.scores[event.player, event.round] = (event.points, event.reason)


HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    ResultEntered: _entered,
    ResultConfirmed: _confirmed,
    Signed: _signed,
    TotalStated: _total_stated,
    HandedIn: _handed_in,
    ScoreSet: _score_set,
}
