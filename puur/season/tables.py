"""Everything that can be computed of a club as plain values: for other programs, and to compare two clubs figure by figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from puur.season import statistics
from puur.season.state import Club
from puur.season.yearly import hall_of_fame, standings


def plain(value: object) -> Any:
    """Any answer of the engine as values for JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else shown(value)
    return str(value) if isinstance(value, Decimal) else value


def francs(share: Fraction) -> str:
    """An amount to the cent, half up."""
    return str((Decimal(share.numerator) / Decimal(share.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def shown(value: Fraction | Decimal | int | None) -> str:
    """Points as people read them: whole, or with two decimals."""
    if value is None:
        return "–"
    exact = Fraction(value)
    return str(exact.numerator) if exact.denominator == 1 else francs(exact)


def everything(club: Club) -> dict[str, Any]:
    """Standings, results, Hall of Fame, balances and bookings of all years."""
    years = club.years()
    return {
        "standings": {str(year): plain(standings(club, year)) for year in years},
        "results": {key: plain(club.results(day)) for key, day in club.days.items() if day.line_up},
        "fame": plain(hall_of_fame(club)),
        "balances": plain(club.ledger.balances()),
        "bookings": plain(club.ledger.bookings),
        "eternal": plain(statistics.eternal_table(club)),
    }


def differences(own: Any, other: Any, at: str = "") -> list[str]:
    """Where two clubs' figures differ, by path; none: they are the same."""
    if isinstance(own, dict) and isinstance(other, dict):
        return [
            text
            for key in sorted({*own, *other})
            for text in differences(own.get(key), other.get(key), f"{at}.{key}" if at else str(key))
        ]
    if isinstance(own, list) and isinstance(other, list) and len(own) == len(other):
        return [text for place, (a, b) in enumerate(zip(own, other, strict=True)) for text in differences(a, b, f"{at}[{place}]")]
    return [] if own == other else [at]
