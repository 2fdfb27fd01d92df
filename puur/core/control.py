"""Control sums: what the points of a deal and of a Passe must add up to, and what is done when they do not.

`judge` is the one answer to whether a sheet adds up; tables, phones, the office and the terminal ask it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.core.deal import Deal
from puur.core.errors import RuleViolation
from puur.core.reglement import Control, Difference, Reglement
from puur.core.seats import team_of
from puur.core.trick import points


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


def recount(book: Reglement, deal: Deal) -> tuple[int, int]:
    """What both teams made in a deal, counted again from its stored tricks, before bonus and factor. (JR-CNT-01)"""
    if deal.mode is None or len(deal.tricks) != 9:
        raise RuleViolation(book.rule("writing.estimate"), "tricks-not-stored", tricks=len(deal.tricks))
    counts = [0, 0]
    for trick in deal.tricks:
        counts[team_of(trick.winner)] += points(trick.cards, deal.mode.values)
    counts[team_of(deal.tricks[-1].winner)] += book.scoring.last_trick
    return counts[0], counts[1]


def has_control_sum(book: Reglement) -> bool:
    """Whether both columns of a round add up to a known number: by number of deals, not to a target."""
    return bool(book.ending.deals or book.coiffeur.factors)


def check_deal(book: Reglement, counts: tuple[int, int], *, bonus: bool = False) -> Check:
    """Whether the counts of a deal add up; with `bonus` they may hold a Match. (NWS-2-03, NWS-7-02, TAM-ES-62, UB-POINTS-06)"""
    match = bonus and 0 in counts and sum(counts) == deal_sum(book, match=True)
    return Check(sum(counts), deal_sum(book, match=match), book.rule("scoring.total"))


def passe_sum(book: Reglement, *, matches: int = 0) -> int:
    """What a whole Passe adds up to: deals times 157 and the Match bonuses; in Coiffeur 2 x 16 x factors. (TAM-ES-21, TAM-CP-38)"""
    if book.coiffeur.factors:
        return 2 * 16 * sum(book.coiffeur.factors.values())
    return book.ending.deals * book.scoring.total + matches * book.scoring.match_bonus


def check_passe(book: Reglement, totals: tuple[int, int], *, matches: int = 0) -> Check:
    """Whether the two columns of a Passe add up. (NWS-7-05, TAM-ES-64)"""
    return Check(sum(totals), passe_sum(book, matches=matches), book.rule("writing.difference"))


def check_dealers(book: Reglement, dealers: Sequence[int]) -> Check:
    """Whether both teams have dealt, and with it had the right to choose, equally often in a Passe. (NWS-2-09, TAM-ES-26)"""
    found = sum(team_of(dealer) == 0 for dealer in dealers)
    return Check(found, book.ending.deals // 2, book.rule("dealing.rotate"))


def settle_passe(book: Reglement, totals: tuple[int, int], schreiber_team: int, *, matches: int = 0) -> tuple[int, int]:
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
    points: tuple[int, int]
    rule: str = ""
    deal: int = 0  # the first one that does not add up, where that decides

    @property
    def ok(self) -> bool:
        """Whether the sheet counts."""
        return self.check.ok or bool(self.rule)

    @property
    def reason(self) -> str:
        """What a refusal says, or nothing."""
        return "" if self.ok else "deal-sum" if self.deal else "control-sum"


def judge(
    book: Reglement, points: tuple[int, int], schreiber_team: int, *, deals: Sequence[tuple[int, int]] = (), matches: int = 0
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
