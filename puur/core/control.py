"""Control sums: what the points of a deal and of a Passe must add up to, and what is done when they do not.

`judge` is the one answer to whether a sheet adds up; tables, phones, the office and the terminal ask it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.core.errors import RuleViolation
from puur.core.form import form_of
from puur.core.reglement import Control, Difference, Reglement


@dataclass(frozen=True, slots=True)
class Check:
    """Two counts against the sum that they should have; `difference` is positive when there is too much."""

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
    """What both counts of a deal add up to before the factor: 157, with a Match what the book adds. (UB-POINTS-06, UB-MATCH-02)"""
    return book.scoring.total + (book.scoring.match_bonus if match else 0)


def has_control_sum(book: Reglement) -> bool:
    """Whether the columns of a round add up to a known number: by number of deals, not to a target."""
    return passe_sum(book) > 0


def check_deal(book: Reglement, counts: tuple[int, ...], *, bonus: bool = False) -> Check:
    """Whether the counts of a deal add up; with `bonus` they may hold a Match. (NWS-2-03, NWS-7-02, TAM-ES-62, UB-POINTS-06)"""
    match = bonus and 0 in counts and sum(counts) == deal_sum(book, match=True)
    return Check(sum(counts), deal_sum(book, match=match), book.rule("scoring.total"))


def passe_sum(book: Reglement, *, matches: int = 0) -> int:
    """What a whole Passe adds up to, as its form counts; 0 where nothing is known before. (TAM-ES-21, TAM-CP-38)"""
    form = form_of(book.form)
    return 0 if form is None else form.passe_sum(book, matches)


def check_passe(book: Reglement, totals: tuple[int, ...], *, matches: int = 0) -> Check:
    """Whether the two columns of a Passe add up. (NWS-7-05, TAM-ES-64)"""
    return Check(sum(totals), passe_sum(book, matches=matches), book.rule("writing.difference"))


def settle_passe(book: Reglement, totals: tuple[int, ...], schreiber_team: int, *, matches: int = 0) -> tuple[int, ...]:
    """The totals after a difference was dealt with as the book says. (TAM-ES-66 to 68)

    Split in halves; of an odd number the side of the Schreiber gets one point less of what is missing, or gives one more of
    what is too much. Where the book has no such rule, a difference is refused: an official has to find or decide it.
    """
    check = check_passe(book, totals, matches=matches)
    if check.ok:
        return totals
    if book.writing.difference is not Difference.SPLIT:
        raise RuleViolation(check.rule, "control-sum", found=check.found, expected=check.expected, difference=check.difference)
    missing = -check.difference
    # Floor division sends the odd point against the Schreiber in both directions: 11 // 2 = 5, -11 // 2 = -6.
    own = missing // 2
    changes = (own, missing - own) if schreiber_team == 0 else (missing - own, own)
    return (totals[0] + changes[0], totals[1] + changes[1])


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a sheet stands to its control sum: the sum that decides, what counts, and why where that is not what was written."""

    check: Check
    points: tuple[int, ...]
    rule: str = ""
    deal: int = 0  # the first one that does not add up, where that decides

    @property
    def reason(self) -> str:
        """Why the sheet does not count, or nothing."""
        return "" if self.check.ok or self.rule else "deal-sum" if self.deal else "control-sum"


def judge(
    book: Reglement, points: tuple[int, ...], schreiber_team: int, *, deals: Sequence[tuple[int, ...]] = (), matches: int = 0
) -> Judgement:
    """Whether the sheet of a round adds up, and what counts of it. (NWS-7-02, NWS-7-05, TAM-ES-64, TAM-ES-66 to 68)

    Where the book blocks wrong sums, a right total does not mend a wrong deal. A difference is split where the book says so, but
    a whole deal too many or too few is a slip of the pen: somebody has to look.
    """
    if not has_control_sum(book):
        return Judgement(Check(sum(points), sum(points), ""), points)
    if book.writing.control is Control.BLOCK:
        for number, counts in enumerate(deals, start=1):
            if not (check := check_deal(book, counts, bonus=True)).ok:
                return Judgement(check, points, deal=number)
    check = check_passe(book, points, matches=matches)
    if check.ok or book.writing.difference is not Difference.SPLIT or abs(check.difference) >= book.scoring.total:
        return Judgement(check, points)
    return Judgement(check, settle_passe(book, points, schreiber_team, matches=matches), book.rule("writing.difference"))
