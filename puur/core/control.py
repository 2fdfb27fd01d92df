"""Control sums: what the points of a deal and of a Passe must add up to, and what is done when they do not.

`judge` is the one answer to whether a sheet can be and adds up: phones, the office, evenings and seasons ask it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NoReturn

from puur.core.counting import Control, Difference
from puur.core.errors import RuleViolation
from puur.core.evening import RankBy
from puur.core.form import Way, form_for, sides_of
from puur.core.reglement import Reglement
from puur.core.sheet import Sheet
from puur.core.striche import Striche, doubts


@dataclass(frozen=True, slots=True)
class Check:
    """Counts against the sum that they should have; `difference` is positive when there is too much."""

    found: int
    expected: int
    rule: str

    @property
    def difference(self) -> int:
        """How many points there are too many (negative: too few)."""
        return self.found - self.expected

    @property
    def ok(self) -> bool:
        """Whether the sum is right."""
        return self.found == self.expected


def deal_sum(book: Reglement, *, match: bool = False) -> int:
    """What all counts of a deal add up to before the factor: 157, with a Match what the book adds. (UB-POINTS-06, UB-MATCH-02)"""
    return book.scoring.total + (book.scoring.match_bonus if match else 0)


def check_deal(book: Reglement, counts: tuple[int, ...], *, bonus: bool = False) -> Check:
    """Whether the counts of a deal add up; with `bonus` they may hold a Match. (NWS-2-03, NWS-7-02, TAM-ES-62, UB-POINTS-06)"""
    match = bonus and 0 in counts and sum(counts) == deal_sum(book, match=True)
    return Check(sum(counts), deal_sum(book, match=match), book.rule("scoring.total"))


def passe_sum(book: Reglement, *, matches: int = 0) -> int:
    """What a whole Passe adds up to, as its form counts; 0 in a game to a target. (TAM-ES-21, TAM-CP-38)"""
    return form_for(book).passe_sum(book, matches)


def check_passe(book: Reglement, totals: tuple[int, ...], *, matches: int = 0) -> Check:
    """Whether the columns of a Passe add up. (NWS-7-05, TAM-ES-64)"""
    return Check(sum(totals), passe_sum(book, matches=matches), book.rule("writing.difference"))


def settle_passe(book: Reglement, totals: tuple[int, ...], schreiber_side: int, *, matches: int = 0) -> tuple[int, ...]:
    """The totals after a difference was dealt with as the book says. (TAM-ES-66 to 68)

    Split in halves; of an odd number the side of the Schreiber gets one point less of what is missing, or gives one more of
    what is too much. Where the book has no such rule, a difference is refused: an official has to find or decide it.
    """
    check = check_passe(book, totals, matches=matches)
    if check.ok:
        return totals
    if book.writing.difference is not Difference.SPLIT or len(totals) != 2:
        raise _wrong_sum(check)
    missing = -check.difference
    # Floor division sends the odd point against the Schreiber in both directions: 11 // 2 = 5, -11 // 2 = -6.
    own = missing // 2
    changes = (own, missing - own) if schreiber_side == 0 else (missing - own, own)
    return (totals[0] + changes[0], totals[1] + changes[1])


def _wrong_sum(check: Check, deal: int = 0) -> RuleViolation:
    facts = {"found": check.found, "expected": check.expected, "difference": check.difference}
    return RuleViolation(check.rule, "deal-sum", deal=deal, **facts) if deal else RuleViolation(check.rule, "control-sum", **facts)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a book says of a sheet: what counts, by which provision where that is not what was written, or why it is refused."""

    points: tuple[int, ...] | None
    check: Check | None = None  # against the control sum, where there is one
    rule: str = ""
    refused: RuleViolation | None = None
    final: bool = False  # no official can let it stand
    doubts: tuple[str, ...] = ()  # what is odd about it


def judge(book: Reglement, sheet: Sheet, writer: int | None = None) -> Judgement:
    """Whether a sheet can be and adds up, and what counts of it. (NWS-7-02, NWS-7-05, TAM-ES-64, TAM-ES-66 to 68)

    Where the book blocks wrong sums, a right total does not mend a wrong deal. A difference is split where the book says so, but
    a whole deal too many or too few is a slip of the pen: somebody has to look. `writer` is the side of the Schreiber, mostly that
    of the last seat.
    """
    totals = sheet.totals
    try:
        _check_shape(book, sheet)
        odd = () if sheet.striche is None else check_striche(book, sheet.striche)
    except RuleViolation as refused:
        return Judgement(totals, refused=refused, final=True)
    if totals is None or not passe_sum(book):
        return Judgement(totals, doubts=odd)
    if book.writing.control is Control.BLOCK and Way.DEALS in form_for(book).typed(book):
        for row in sheet.rows:
            if not (check := check_deal(book, row.points, bonus=True)).ok:
                return Judgement(totals, check, refused=_wrong_sum(check, row.deal))
    matches = sum(sheet.matches)
    check = check_passe(book, totals, matches=matches)
    if check.ok:
        return Judgement(totals, check, doubts=odd)
    splits = book.writing.difference is Difference.SPLIT and len(totals) == 2
    if not splits or abs(check.difference) >= book.scoring.total:
        return Judgement(totals, check, refused=_wrong_sum(check))
    schreiber = sides_of(book)[-1] if writer is None else writer
    return Judgement(settle_passe(book, totals, schreiber, matches=matches), check, book.rule("writing.difference"), doubts=odd)


def _check_shape(book: Reglement, sheet: Sheet) -> None:
    """Refuse a sheet that is none: a number for each side, all deals, none below the lowest, what the ranking needs. (NWS-1-07)"""

    def refuse(field: str, reason: str, **facts: object) -> NoReturn:
        raise RuleViolation(book.rule(field), reason, **facts)

    sides, least = max(sides_of(book)) + 1, form_for(book).least(book)
    if sheet.estimated and not book.writing.estimate:
        refuse("writing.estimate", "no-estimate")
    columns = (sheet.totals, sheet.matches, sheet.striche, *(row.cells for row in sheet.rows))
    for numbers in filter(None, columns):
        if len(numbers) != sides:
            refuse("writing.control", "columns-number", found=len(numbers), expected=sides)
    if book.evening.rank_by is RankBy.STRICHE:
        if sheet.striche is None:
            refuse("evening.rank_by", "striche-needed")
    elif sheet.totals is None:
        refuse("evening.rank_by", "points-needed")
    if sheet.rows:
        most = book.ending.deals
        if most and len(sheet.rows) != most:
            many = len(sheet.rows) > most
            refuse("ending.deals", "too-many-deals" if many else "too-few-deals", deals=len(sheet.rows), most=most)
        expected = tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True)))
        if sheet.totals is not None and sheet.totals != expected:
            refuse("writing.control", "columns-differ", found=sheet.totals, expected=expected)
    for place, numbers in ((row.deal, row.points) for row in sheet.rows):
        if min(numbers) < least:
            refuse("scoring.total", "negative", deal=place)
    if sheet.totals is not None and min(sheet.totals) < least:
        refuse("writing.control", "negative", deal=0)


def check_striche(book: Reglement, rows: tuple[Striche, ...]) -> tuple[str, ...]:
    """Refuse rows that cannot be, alone or together; what is odd about them. (UB-SHEET-02)"""
    rules = book.striche
    for row in rows:
        for column in fields(Striche):
            value, unit = getattr(row, column.name), getattr(rules, column.name)
            fits = value >= 0 and (value % unit == 0 if unit else value == 0) if column.name == "match" else value in (0, unit)
            if not fits:
                raise RuleViolation(book.rule(f"striche.{column.name}"), "striche-value", column=column.name, value=value)
        if row.schneider and not row.victory:
            raise RuleViolation(book.rule("striche.schneider"), "schneider-without-victory", value=row.schneider)
    for name in ("bergpreis", "victory"):
        if sum(bool(getattr(row, name)) for row in rows) > 1:
            raise RuleViolation(book.rule(f"striche.{name}"), "striche-both", column=name)
    if any(row.schneider for row in rows) and any(row.bergpreis and not row.schneider for row in rows):
        # Who has the Bergpreis has half of the points, and is out of the Schneider. (UB-SCHN-01, UB-BERG-01)
        raise RuleViolation(book.rule("striche.schneider"), "schneider-with-bergpreis")
    awarded = any(row.bergpreis or row.schneider for row in rows)
    if rules.bergpreis and rules.schneider and any(row.victory for row in rows) and not awarded:
        # Nobody at half of the points: then the losers are not either. (UB-BERG-01, UB-SCHN-02)
        raise RuleViolation(book.rule("striche.bergpreis"), "victory-alone", half=book.half)
    _check_matches(book, rows)
    return doubts(rows)


def _check_matches(book: Reglement, rows: tuple[Striche, ...]) -> None:
    """Refuse more Matches than fit below the target, or for those in the Schneider below its half. (UB-MATCH-02, UB-END-01)"""
    cheapest = (book.scoring.total + book.scoring.match_bonus) * min(book.modes.values(), default=0)
    if not (cheapest and book.ending.target and book.striche.match):
        return
    for row in rows:
        beaten = any(other.schneider for other in rows if other is not row)
        most = ((book.half if beaten else book.ending.target) - 1) // cheapest + bool(row.victory)  # the last one wins the Partie
        if row.match > most * book.striche.match:
            raise RuleViolation(book.rule("striche.match"), "too-many-matches", value=row.match // book.striche.match, most=most)
