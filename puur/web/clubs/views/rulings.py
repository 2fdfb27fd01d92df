"""Rulings on a Jasstag by the decision hierarchy: Strafpunkte, devices, emergencies, corrected results, orders, credits.

The engine checks who is competent where an event names the one who decides. Here the rest is closed: whoever plays at the table
concerned is in conflict (AJZ-1.8-05), and nobody but the competent person enters anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from puur.season import Club as Engine
from puur.season.conduct import USES, device_ruling, weighed
from puur.season.days import Day
from puur.season.events import (
    CreditDecided,
    DevicePermitted,
    DeviceUsed,
    EmergencyDecided,
    Event,
    FormOrdered,
    PenaltyGiven,
    RoundCorrected,
)
from puur.web.clubs.actions import Action, Ask, Note, clock_now, moment, people_choices
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.club import line_up
from puur.web.clubs.words import name_of, word
from puur.web.people import lang_of
from puur.words import say


def rulings_url(here: Here) -> str:
    """The rulings of the day, or of the meeting."""
    key = here.day.key if here.day else here.meeting.key if here.meeting else ""
    return reverse("club-rulings", args=[here.row.slug, key])


def judge_at(club: Engine, day: Day, series: str, affected: str = "") -> tuple[str, str] | None:
    """Who decides on Jassregeln for a table: nobody who plays there, unless nobody else is present. (AJZ-1.8-02, AJZ-1.8-05)"""
    table = [participant.person for participant in club.participants(day, series) if participant.person]
    return club.judge(day, "jassregeln", table) or club.judge(day, "jassregeln", [affected])


def _competent(here: Here, series: str, affected: str = "") -> None:
    club, competent = here.club, judge_at(here.club, here.the_day, series, affected)
    if competent is None or competent[0] != here.me:
        raise club.refuse("referee.officials", "not-competent", person=here.me, competent=competent[0] if competent else "")


def _signed(here: Here, affected: str) -> str:
    """The name under a penalty, as far as the engine knows this conflict of interest; the trail has it in any case."""
    club, day = here.club, here.the_day
    judge = club.judge(day, "jassregeln", [affected])
    offices = {club.roster.holder(office, day.date) for office in club.book.officials}
    return here.me if (judge and judge[0] == here.me) or here.me in offices else ""


@needs("club.see")
def rulings(request: HttpRequest, here: Here) -> HttpResponse:
    """What was ruled, and who decides what now."""
    club, lang = here.club, lang_of(request)
    occasion = here.day or here.meeting
    assert occasion is not None
    deciding = []
    if here.day is not None:
        general = club.judge(here.day, "emergencies")
        deciding.append((say("clubs.rulings.emergencies", lang), general, club.book.rule("offices.emergencies")))
        for series, _ in line_up(club, here.day):
            label = say("clubs.rulings.table", lang, series=series)
            deciding.append((label, judge_at(club, here.day, series), club.book.rule("referee.officials")))
    shown = [
        {
            "label": label,
            "name": name_of(club, judge[0]) if judge else "–",
            "office": word("office", judge[1], lang) if judge else "",
            "rule": rule,
            "me": judge is not None and judge[0] == here.me,
        }
        for label, judge, rule in deciding
    ]
    facts = {
        "occasion": occasion,
        "deciding": shown,
        "penalties": weighed(club, here.day) if here.day else (),
        "devices": [(device, device_ruling(club, here.day, device)) for device in here.day.devices]
        if here.day and here.day.opened
        else (),
        "emergencies": sorted(occasion.emergencies.items()),
        "permits": sorted(here.day.permits.items()) if here.day else (),
        "no_series": here.day is not None
        and here.day.opened is not None
        and not any(club.complete(here.day, name) for name, _ in line_up(club, here.day)),
    }
    return page(request, here, "clubs/rulings.html", facts)


def _players(here: Here, lang: str) -> list[tuple[str, str]]:
    if here.day is not None:
        return people_choices(here, [seat.person for _, seat in here.club.everybody(here.day)], lang)
    return people_choices(here, here.club.roster.members(here.meeting.date) if here.meeting else (), lang)


def _acts(here: Here, lang: str) -> list[tuple[str, str]]:
    return [(key, f"{word('offence', key, lang)} ({penalty.points})") for key, penalty in here.club.book.penalties.items()]


def _penalty(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    day, person = here.the_day, facts["person"]
    series, _ = here.club.place(day, person)
    _competent(here, series, person)
    act = here.club.book.penalties[facts["act"]]
    return [
        PenaltyGiven(
            day=day.key,
            series=series,
            person=person,
            act=act.act,
            points=act.points,
            rule=act.rule,
            at=moment(day.date, facts["at"]),
            by=_signed(here, person),
            circumstances=(act.unless,) if facts["excused"] and act.unless else (),
        )
    ]


def _device(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    day, person = here.the_day, facts["person"]
    series, _ = here.club.place(day, person)
    _competent(here, series, person)
    more = {name: facts[name] for name in ("how", "secret", "presumed")}
    return [DeviceUsed(day=day.key, person=person, at=moment(day.date, facts["at"]), **more)]


def _permit(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    day = here.the_day
    asked = moment(day.date, facts["at"])
    return [DevicePermitted(day=day.key, person=facts["person"], asked=asked, reason=facts["reason"], by=here.me)]


def _emergency(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    occasion = here.day or here.meeting
    assert occasion is not None
    recognised = facts["recognised"] == "yes"
    return [EmergencyDecided(day=occasion.key, person=facts["person"], by=here.me, recognised=recognised, matter=facts["matter"])]


def _rounds(here: Here, lang: str) -> list[tuple[str, str]]:
    choices = []
    for series, _ in line_up(here.club, here.the_day):
        for number, played in enumerate(here.the_day.table(series).rounds, start=1):
            teams = " : ".join(" + ".join(name_of(here.club, who) for who in team) for team in played.teams)
            label = say("clubs.choice.round", lang, series=series, number=number)
            choices.append((f"{series} {number}", f"{label}: {teams} ({played.points[0]} : {played.points[1]})"))
    return choices


def _correct(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    series, _, number = facts["which"].partition(" ")
    _competent(here, series)
    points = (facts["first"], facts["second"])
    return [
        RoundCorrected(day=here.the_day.key, series=series, number=int(number), points=points, by=here.me, reason=facts["reason"])
    ]


def _series(here: Here, lang: str) -> list[tuple[str, str]]:
    return [(name, say("clubs.series", lang, name=name)) for name, _ in line_up(here.club, here.the_day)]


def _yes_no(lang: str) -> list[tuple[str, str]]:
    return [("yes", say("clubs.choice.recognised", lang)), ("no", say("clubs.choice.refused", lang))]


def _who_decides(here: Here, lang: str) -> list[Note]:
    if here.day is None:
        return []
    judge = here.club.judge(here.day, "emergencies")
    rule = here.club.book.rule("offices.emergencies")
    return [Note(say("clubs.note.judge", lang, name=name_of(here.club, judge[0])), rule)] if judge else []


ACTIONS = (
    Action(
        "penalty",
        "day",
        "rulings.make",
        lambda here, lang: (
            Ask("person", "choice", _players(here, lang)),
            Ask("act", "choice", _acts(here, lang)),
            Ask("at", "time", initial=clock_now()),
            Ask("excused", "check", required=False),
        ),
        _penalty,
        rulings_url,
    ),
    Action(
        "device",
        "day",
        "rulings.make",
        lambda here, lang: (
            Ask("person", "choice", _players(here, lang)),
            Ask("how", "choice", [(use, word("how", f"device-{use}", lang)) for use in USES]),
            Ask("at", "time", initial=clock_now()),
            Ask("secret", "check", required=False),
            Ask("presumed", "check", required=False),
        ),
        _device,
        rulings_url,
    ),
    Action(
        "device-permit",
        "day",
        "rulings.make",
        lambda here, lang: (
            Ask("person", "choice", _players(here, lang)),
            Ask("at", "time", initial=clock_now(), label="clubs.field.asked"),
            Ask("reason"),
        ),
        _permit,
        rulings_url,
        _who_decides,
    ),
    Action(
        "emergency",
        "day",
        "rulings.make",
        lambda here, lang: (
            Ask("person", "choice", _players(here, lang)),
            Ask("matter", "choice", [(matter, word("matter", matter, lang)) for matter in ("fine", "device")], initial="fine"),
            Ask("recognised", "choice", _yes_no(lang)),
        ),
        _emergency,
        rulings_url,
        _who_decides,
    ),
    Action(
        "correct",
        "day",
        "rulings.make",
        lambda here, lang: (
            Ask("which", "choice", _rounds(here, lang)),
            Ask("first", "int", low=0, high=20_000),
            Ask("second", "int", low=0, high=20_000),
            Ask("reason"),
        ),
        _correct,
        rulings_url,
    ),
    Action(
        "form-order",
        "day",
        "rulings.make",
        lambda here, lang: (Ask("series", "choice", _series(here, lang), label="clubs.field.series"),),
        lambda here, facts: [FormOrdered(day=here.the_day.key, series=facts["series"], by=here.me, form="schieber")],
        rulings_url,
    ),
    Action(
        "credit",
        "day",
        "credit.decide",
        lambda here, lang: (Ask("points", "int", low=0, high=20_000),),
        lambda here, facts: [CreditDecided(day=here.the_day.key, points=facts["points"], by=here.me)],
        rulings_url,
    ),
)
