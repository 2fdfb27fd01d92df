"""Events of how people behave on a Jasstag: Strafpunkte, devices, drinks."""

from __future__ import annotations

from puur.core.errors import Refusal
from puur.reglement.old_forms import ACTS
from puur.season import events as ev
from puur.season.conduct import USES
from puur.season.days import GivenPenalty
from puur.season.intake.checks import decides, open_day, series_people, voted
from puur.season.state import Club, takes


@takes(ev.PenaltyGiven)
def penalty_given(club: Club, event: ev.PenaltyGiven) -> None:
    """Only acts of the closed list, at their price, for a person of the series. (AJZ-3.4-28)"""
    day = club.day(event.day)
    name = ACTS.get(event.act, event.act)
    act = club.book.penalties.get(name)
    if act is None or event.points != act.points or event.rule not in ("", act.rule):
        expected = act.points if act else ""
        raise club.refuse("penalties", "penalty-list", act=event.act, points=event.points, expected=expected)
    series, _ = club.place(day, event.person)
    if series != event.series:
        raise Refusal("not-playing", person=event.person, day=day.key)
    outage = not club.complete(day, series) and day.opened is not None
    if outage and name not in club.book.conduct.outage_penalties:
        raise club.refuse("conduct.outage_penalties", "penalty-outage", act=event.act, series=series)
    if event.by:
        judge = club.judge(day, "jassregeln", [event.person])
        offices = {club.roster.serving(office, day.date) for office in club.book.officials}
        if event.by not in offices:
            decides(club, judge, event.by, "referee.officials")
    given = GivenPenalty(series, event.person, name, act.points, act.rule, event.at, event.circumstances)
    day.penalties.append(given)


@takes(ev.DevicePermitted)
def device_permitted(club: Club, event: ev.DevicePermitted) -> None:
    """A reasoned request before Spielbeginn. (AJZ-1.4-04, AJZ-1.4-05)"""
    day = club.day(event.day)
    club.place(day, event.person)
    if event.asked >= (day.opened or day.spielbeginn) or not event.reason.strip():
        raise club.refuse("device-request", "request-inadmissible", asked=event.asked)
    judge = club.judge(day, "emergencies", [event.person])
    decides(club, judge, event.by, "offices.emergencies")
    day.permits[event.person] = event.asked


@takes(ev.DeviceUsed)
def device_used(club: Club, event: ev.DeviceUsed) -> None:
    """Recorded with its kind; what it costs is weighed later. (AJZ-1.4-01, AJZ-1.4-02)"""
    day = club.day(event.day)
    club.place(day, event.person)
    if event.how not in USES:
        raise Refusal("device-how", how=event.how, accepted=", ".join(USES))
    day.devices.append(event)


@takes(ev.DrinkVoted)
def drink_voted(club: Club, event: ev.DrinkVoted) -> None:
    """Another drink in hardship. (AJZ-1.7-03, AJZ-1.7-04)"""
    day = open_day(club, event.day)
    allowed = voted(club, day, event.series, event.yes, event.no)
    day.table(event.series).drinks[f"{event.person}/{event.drink}"] = allowed


@takes(ev.SchnappsDrunk)
def schnapps_drunk(club: Club, event: ev.SchnappsDrunk) -> None:
    """All agree, and one per Jassrunde. (AJZ-1.7-06, AJZ-1.7-07)"""
    day = open_day(club, event.day)
    table = day.table(event.series)
    if set(event.agreed) != set(series_people(club, day, event.series)):
        raise club.refuse("schnapps-consent", "schnapps-consent", agreed=len(event.agreed))
    if not 1 <= event.round <= club.book.table.rounds:
        raise Refusal("no-round", series=event.series, number=event.round)
    if table.schnapps.get(event.round, 0) >= club.book.conduct.schnapps_per_round:
        raise club.refuse("conduct.schnapps_per_round", "schnapps-again", round=event.round)
    table.schnapps[event.round] = table.schnapps.get(event.round, 0) + 1


@takes(ev.DrinksBilled)
def drinks_billed(club: Club, event: ev.DrinksBilled) -> None:
    """The bill of a series. (AJZ-1.7-10)"""
    day = club.day(event.day)
    club.participants(day, event.series)
    if event.amount < 0:
        raise Refusal("amount", amount=event.amount)
    day.table(event.series).bill = event.amount
