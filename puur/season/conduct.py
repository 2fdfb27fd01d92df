"""What Strafpunkte and devices cost: from what was recorded to what counts, with the provision for each step.

The referee says which act it was (`PenaltyGiven`); here it is weighed against the closed list, the Spielzeit of the series and
an outage. Nothing is thrown away: what does not count is listed with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from puur.season.days import Day, GivenPenalty
from puur.season.events import DeviceUsed
from puur.season.results import drinks_shares

if TYPE_CHECKING:
    from puur.season.state import Club

FREE_USES = ("calculator", "scores")  # computing results, and entering them here (AJZ-1.4-01, AJZ-1.4-03)
USES = ("call-made", "call-taken", "message-written", "message-read", *FREE_USES, "other")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A penalty and what counts of it."""

    given: GivenPenalty
    points: int
    reason: str  # counts, outside, outage, excused, heavier
    rule: str


@dataclass(frozen=True, slots=True)
class DeviceRuling:
    """What the use of a device leads to."""

    violation: bool
    points: int
    beers: int
    reason: str
    rules: tuple[str, ...]


def weighed(club: Club, day: Day) -> tuple[Weighed, ...]:
    """Every penalty of a day and what counts of it. (AJZ-3.4-01, AJZ-1.1-18, AJZ-1.5-09)"""
    book = club.book_on(day.date)
    rulings = []
    for given in day.penalties:
        act = book.penalties[given.act]
        secret = book.penalties.get("device-secret")
        if act.unless and act.unless in given.circumstances:
            rulings.append(Weighed(given, 0, "excused", act.rule))
        elif given.act == "device" and secret and _same_act(given, "device-secret", day):
            rulings.append(Weighed(given, 0, "heavier", book.cite("heavier")))
        elif day.opened is not None and not club.complete(day, given.series) and given.act not in book.conduct.outage_penalties:
            rulings.append(Weighed(given, 0, "outage", book.rule("conduct.outage_penalties")))  # came out afterwards (AJZ-1.5-09)
        elif not club.spielzeit(day, given.series, given.at) and not (
            book.conduct.device_points_outside and given.act.startswith("device")
        ):
            rulings.append(Weighed(given, 0, "outside", book.cite("spielzeit")))
        else:
            rulings.append(Weighed(given, given.points, "counts", act.rule))
    rulings += [_from_device(club, day, used) for used in day.devices if device_ruling(club, day, used).points]
    return tuple(rulings)


def _same_act(given: GivenPenalty, act: str, day: Day) -> bool:
    return any(other.act == act and other.person == given.person and other.at == given.at for other in day.penalties)


def _from_device(club: Club, day: Day, used: DeviceUsed) -> Weighed:
    ruling = device_ruling(club, day, used)
    series, _ = club.place(day, used.person)
    act = "device-secret" if used.secret else "device"
    rule = club.book_on(day.date).penalties[act].rule
    return Weighed(GivenPenalty(series, used.person, act, ruling.points, rule, used.at, ()), ruling.points, "counts", rule)


def effective_points(club: Club, day: Day, series: str) -> dict[str, int]:
    """The Strafpunkte that count, by person: given to individuals, never to teams. (AJZ-3.4-29)"""
    points: dict[str, int] = {}
    for penalty in weighed(club, day):
        if penalty.given.series == series and penalty.points:
            points[penalty.given.person] = points.get(penalty.given.person, 0) + penalty.points
    return points


def device_ruling(club: Club, day: Day, used: DeviceUsed) -> DeviceRuling:
    """Whether a use of a device was forbidden, and what it costs. (AJZ-1.4, AJZ-1.1-19)"""
    book = club.book_on(day.date)
    if used.how in FREE_USES:
        return DeviceRuling(False, 0, 0, "calculator", (book.cite("device-calculator"),))
    if day.opened is None or used.at < day.opened or (day.closed is not None and used.at > day.closed):
        return DeviceRuling(False, 0, 0, "outside", (book.cite("device-time"),))
    if used.person in day.permits:
        return DeviceRuling(False, 0, 0, "permitted", (book.cite("device-permission"),))
    decided = day.emergencies.get((used.person, "device"))
    if used.presumed and decided is None:
        return DeviceRuling(False, 0, 0, "undecided", (book.cite("device-emergency"),))
    if used.presumed and decided:
        return DeviceRuling(False, 0, 0, "emergency", (book.cite("device-emergency"),))
    act = book.penalties["device-secret" if used.secret else "device"]
    series, _ = club.place(day, used.person)
    inside = club.spielzeit(day, series, used.at) or book.conduct.device_points_outside
    rules = (act.rule,) if inside else (book.cite("device-time"), book.rule("conduct.device_points_outside"))
    beers = 1 if used.presumed else 0
    if beers:
        rules = (*rules, book.cite("device-emergency"))
    return DeviceRuling(True, act.points if inside else 0, beers, "violation", rules)


def stangen_target(rounds: int, per_round: tuple[int, ...]) -> tuple[int, int]:
    """How many Stangen per head are desirable. (AJZ-1.7-05)"""
    return per_round[0] * rounds, per_round[-1] * rounds


def drinks_of(club: Club, day: Day, series: str) -> dict[str, Fraction]:
    """What each participant of a series pays of its drinks; guests and substitutes count too. (AJZ-1.7-10)"""
    bill = day.table(series).bill
    rows = [row for row in club.results(day).get(series, ()) if row.participant.person and row.how != "absent"]
    if bill is None or not rows:
        return {}
    ranked = all(row.how in ("played", "own-average") for row in rows)
    results = {row.participant.person: row.provisional if ranked else None for row in rows}
    return drinks_shares(club.book_on(day.date), Fraction(bill), results)
