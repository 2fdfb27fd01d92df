"""Results of a day and of a year: exact fractions until the one rounding at the end, and every figure with its provisions.

The vorläufiges Tagesresultat is the sum of three Jassrunden less Strafpunkte; the endgültiges is that times the coefficient of
the series, half up (AJZ-3.1, AJZ-3.2). Outages are credited as chapter 1.5 says. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from puur.season.book import ClubBook
from puur.season.table import Participant, Status, Table


@dataclass(frozen=True, slots=True)
class Row:
    """One participant's day: points per Jassrunde, Strafpunkte, provisional and (for members) final result."""

    series: str
    participant: Participant
    rounds: tuple[Fraction, ...]
    penalties: int
    provisional: Fraction | None  # None: plays in an outage without a result, or was not there
    final: int | None
    how: str  # played, own-average, others-average, absent, no-result
    rules: tuple[str, ...]

    @property
    def member(self) -> str:
        """Whose seat it is."""
        return self.participant.member


def half_up(value: Fraction) -> int:
    """Rounded to whole points, from .5 upwards. (AJZ-3.2-07)"""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def final_result(book: ClubBook, provisional: Fraction, series: str, number: int) -> int:
    """Provisional times the coefficient of the series played that day, rounded once. (AJZ-3.2-01, AJZ-3.2-08)"""
    return half_up(provisional * Fraction(book.coefficient(series, number)))


def average(points: Sequence[Fraction]) -> Fraction:
    """The mean, unrounded."""
    return sum(points, Fraction()) / len(points)


def series_rows(
    book: ClubBook,
    number: int,
    series: str,
    people: Sequence[Participant],
    table: Table,
    *,
    complete: bool,
    absent: frozenset[str],
    penalties: Mapping[str, int],
    others: Fraction | None,
) -> tuple[Row, ...]:
    """The rows of one series; `others` is the mean of the complete series, `absent` who did not appear at all."""
    done = len(table.rounds)
    rows = []
    for seat in people:
        own = tuple(Fraction(played.points_of(seat.person)) for played in table.rounds) if seat.person and complete else ()
        fine = penalties.get(seat.person, 0)
        rules = [book.cite("sum")]
        if not seat.person or seat.person in absent:
            raw: Fraction | None = Fraction() if seat.status != Status.GAST else None
            how, own = "absent", ()
            rules = [book.cite("jahreswertung")]
        elif complete and done >= book.table.rounds:
            raw, how = sum(own, Fraction()), "played"
        elif complete and table.aborted and done >= book.table.average_from:
            own = (*own, average(own))
            raw, how = sum(own, Fraction()), "own-average"
            rules += [book.cite("own-average"), book.cite("average-first")]
        elif not complete or table.aborted:
            raw = (others if others is not None else Fraction()) if seat.status != Status.GAST else None
            own, how = (), "others-average"
            rules = [book.cite("others-average") if table.aborted else book.rule("table.outage_average")]
        else:
            raw, how = None, "no-result"
        provisional = None if raw is None else raw + fine
        if fine and provisional is not None:
            rules.append(book.cite("deducted"))
        final = None
        if provisional is not None and seat.status != Status.GAST:
            final = final_result(book, provisional, series, number)
            rules.append(
                book.rule(
                    "series.without_coefficient" if number in book.series.without_coefficient else f"series.coefficients.{series}"
                )
            )
            if seat.status == Status.ERSATZ:
                rules.append(book.cite("by-substitute"))
        rows.append(Row(series, seat, own, fine, provisional, final, how, tuple(rules)))
    return tuple(rows)


def drinks_shares(book: ClubBook, amount: Fraction, results: Mapping[str, Fraction | None]) -> dict[str, Fraction]:
    """Who pays the drinks of a series: half each the two worst; equals share what is left to pay. (AJZ-1.7-10, AJZ-1.5-09)"""
    shares = dict.fromkeys(results, Fraction())
    if any(value is None for value in results.values()):
        return dict.fromkeys(results, amount / len(results))  # a Coiffeur gives no ranking inside the series
    part, left = amount / book.conduct.drinks_payers, book.conduct.drinks_payers
    for value in sorted({value for value in results.values() if value is not None}):
        group = [person for person, own in results.items() if own == value]
        pays = min(left, len(group))
        for person in group:
            shares[person] = part * pays / len(group)
        left -= pays
        if not left:
            break
    return shares


@dataclass(frozen=True, slots=True)
class Total:
    """One line of the Jahreswertung."""

    rank: int
    member: str
    points: int
    results: Mapping[int, int]
    absences: int
    attended: int
    eligible: bool
    name: str  # in whose name it may be won: the member, or a Dauerersatzjasser of the whole year
    rules: tuple[str, ...] = ()


def counted(book: ClubBook, results: Mapping[int, int]) -> int:
    """The sum that counts: all days, or the best ones, with their weights. (AJZ-3.3-01)"""
    weights = book.weights
    worth = [Fraction(points) * Fraction(weights.get(str(number), 1)) for number, points in results.items()]
    best = sorted(worth, reverse=True)[: book.best_days or None]
    return half_up(sum(best, Fraction()))


def ranked(points: Mapping[str, int]) -> dict[str, int]:
    """Ranks with shared places: 1, 2, 2, 4."""
    return {key: 1 + sum(other > own for other in points.values()) for key, own in points.items()}
