"""The sheet of one table as it is typed, on a phone or in the office: read strictly, added up, compared, made an event.

Knows the rule book and no database. Sums are the core's; whether an evening takes the result is the engine's answer. Promise:
whatever comes in, the answer is a `Sheet` or a `BadSheet` with a reason that has a text.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from puur.core import control
from puur.core.control import deal_sum, has_control_sum, passe_sum
from puur.core.errors import RuleViolation
from puur.core.evening import RankBy, TieBreak
from puur.core.form import lines_of
from puur.core.reglement import Difference, Reglement
from puur.core.striche import Striche
from puur.evening.events import ResultEntered
from puur.evening.results import SCHREIBER_TEAM, check_striche, refusal

TENS = 16  # of a deal in the Coiffeur (TAM-CP-38)
MOST = 100_000  # points that nobody makes in a round
_WAYS = {"deals": ["deals", "total"], "rows": ["rows", "total"], "striche": ["striche"], "points": ["total"]}
COLUMNS = tuple(one.name for one in fields(Striche))


class BadSheet(ValueError):
    """Something that is no sheet: `reason` has a text `evening_entry.bad.<reason>`."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one side, or one clerk, says that a round brought."""

    points: tuple[int, ...] | None = None
    deals: tuple[tuple[int, ...], ...] = ()
    rows: tuple[tuple[str, int, int], ...] = ()  # variant, tens of A+C in their own deal, tens of B+D in theirs
    matches: tuple[int, ...] = (0, 0)
    striche: tuple[Striche, Striche] | None = None
    estimated: tuple[int, ...] = ()

    @property
    def said(self) -> tuple[object, ...]:
        """What two sheets have to agree on: sums, Matches and Striche, however they were typed."""
        return self.points, self.matches, self.striche


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a sheet stands to its control sum; `settled` is what counts where the book splits a difference."""

    refused: RuleViolation | None = None  # as the engine says it
    found: int = 0
    expected: int = 0
    settled: tuple[int, ...] | None = None

    @property
    def ok(self) -> bool:
        """Whether an evening would take the sheet."""
        return self.refused is None


def form_of(book: Reglement) -> str:
    """Which sheet a table fills in: `deals`, `rows`, `striche`, or `points` where there is no control sum."""
    if book.evening.rank_by is RankBy.STRICHE:
        return "striche"
    if lines_of(book):
        return "rows"
    return "deals" if has_control_sum(book) else "points"


def asks_matches(book: Reglement) -> bool:
    """Whether the number of Matches is needed: for the control sum or for a tie."""
    return form_of(book) in ("deals", "points") and (bool(book.scoring.match_bonus) or TieBreak.MATCHES in book.evening.tie_breaks)


def rules_of(book: Reglement) -> dict[str, Any]:
    """What a page has to know of the book to check while somebody types."""
    return {
        "form": form_of(book),
        "ways": _WAYS[form_of(book)],
        "deals": book.ending.deals,
        "total": book.scoring.total,
        "bonus": book.scoring.match_bonus,
        "matches": asks_matches(book),
        "sum": passe_sum(book) if has_control_sum(book) else 0,
        "split": book.writing.difference is Difference.SPLIT,
        "estimate": book.writing.estimate,
        "schreiber": SCHREIBER_TEAM,
        "factors": [[line.name, line.factor] for line in lines_of(book)],
        "tens": TENS,
        "units": {name: getattr(book.striche, name) for name in COLUMNS},
    }


def read(raw: Any, book: Reglement) -> Sheet:
    """The sheet in a message, or `BadSheet`."""
    if not isinstance(raw, dict):
        raise BadSheet("form")
    form, way = form_of(book), raw.get("way")
    if form == "striche" and way == "striche":
        return Sheet(striche=_striche(raw.get("striche"), book))
    if form == "deals" and way == "deals":
        return _from_deals(raw, book)
    if form == "rows" and way == "rows":
        return _from_rows(raw.get("rows"), book)
    if form != "striche" and way == "total":
        matches = _pair(raw.get("matches", [0, 0]), book.ending.deals or 99) if asks_matches(book) else (0, 0)
        return Sheet(points=_pair(raw.get("points"), MOST), matches=matches, estimated=_estimated(raw, book))
    raise BadSheet("form")


def _number(value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadSheet("number", value=str(value)[:20], most=most)
    return value


def _pair(value: Any, most: int) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadSheet("incomplete")
    if None in value:
        raise BadSheet("incomplete")
    return _number(value[0], most), _number(value[1], most)


def _from_deals(raw: dict[str, Any], book: Reglement) -> Sheet:
    listed = raw.get("deals")
    if not isinstance(listed, list) or len(listed) != book.ending.deals or any(one is None for one in listed):
        raise BadSheet("incomplete")
    deals = tuple(_pair(one, book.scoring.total + book.scoring.match_bonus) for one in listed)
    match = deal_sum(book, match=True) if book.scoring.match_bonus else None
    whole = [place for place, one in enumerate(deals) if 0 in one and sum(one) == match]
    matches = (sum(deals[place][1] == 0 for place in whole), sum(deals[place][0] == 0 for place in whole))
    return Sheet((sum(one for one, _ in deals), sum(two for _, two in deals)), deals, (), matches, None, _estimated(raw, book))


def _estimated(raw: dict[str, Any], book: Reglement) -> tuple[int, ...]:
    """The deals whose count was forgotten and agreed by estimate, where the book knows that. (NWS-7-03)"""
    given = raw.get("estimated", [])
    if not isinstance(given, list):
        raise BadSheet("form")
    if not book.writing.estimate or not book.ending.deals:
        return ()
    return tuple(sorted({_number(one, book.ending.deals) for one in given} - {0}))


def _from_rows(raw: Any, book: Reglement) -> Sheet:
    factors = {line.name: line.factor for line in lines_of(book)}
    if not isinstance(raw, dict) or set(raw) != set(factors):
        raise BadSheet("incomplete")
    rows = tuple((variant, *_pair(raw[variant], TENS)) for variant in factors)
    one = sum((own + TENS - theirs) * factors[variant] for variant, own, theirs in rows)
    return Sheet(points=(one, passe_sum(book) - one), rows=rows)


def _striche(raw: Any, book: Reglement) -> tuple[Striche, Striche]:
    if not isinstance(raw, list) or len(raw) != 2 or not all(isinstance(one, dict) for one in raw):
        raise BadSheet("incomplete")
    one, two = (Striche(**{name: _number(row.get(name, 0), 99) for name in COLUMNS}) for row in raw)
    if book.striche.victory and not (one.victory or two.victory):
        raise BadSheet("no-victory")
    return one, two


def judge(book: Reglement, sheet: Sheet) -> Verdict:
    """Whether the sheet adds up; the same answer as the engine's, before anything is stored."""
    if sheet.striche is not None:
        try:
            check_striche(book, sheet.striche)
        except RuleViolation as refused:
            return Verdict(refused)
    if sheet.points is None or not has_control_sum(book):
        return Verdict()
    judged = control.judge(book, sheet.points, SCHREIBER_TEAM, deals=sheet.deals, matches=sum(sheet.matches))
    return Verdict(refusal(judged), judged.check.found, judged.check.expected, judged.points if judged.rule else None)


def event_of(sheet: Sheet, round_: int, table: int, *, by: str, reason: str = "", decided_by: str = "") -> ResultEntered:
    """The event that the sheet makes."""
    return ResultEntered(
        round_, table, None if sheet.striche else sheet.points, sheet.deals, sheet.matches, sheet.striche,
        sheet.estimated, by, reason, decided_by,
    )  # fmt: skip


def shown(sheet: Sheet) -> dict[str, Any]:
    """A sheet as JSON; `read` takes it back."""
    found: dict[str, Any] = {"points": list(sheet.points) if sheet.points else None, "matches": list(sheet.matches)}
    if sheet.striche is not None:
        return {"way": "striche", "striche": [{name: getattr(row, name) for name in COLUMNS} for row in sheet.striche],
                "totals": [row.total for row in sheet.striche]}  # fmt: skip
    if sheet.deals:
        return found | {"way": "deals", "deals": [list(one) for one in sheet.deals], "estimated": list(sheet.estimated)}
    if sheet.rows:
        return found | {"way": "rows", "rows": {variant: [own, theirs] for variant, own, theirs in sheet.rows}}
    return found | {"way": "total", "estimated": list(sheet.estimated)}
