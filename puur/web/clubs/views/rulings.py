"""Rulings on a Jasstag by the decision hierarchy: Strafpunkte, devices, emergencies, corrected results, orders, credits.

The engine checks who is competent where an event names the one who decides. Here the rest is closed: whoever plays at the table
concerned is in conflict (AJZ-1.8-05), and nobody but the competent person enters anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.conduct import USES, Weighed, device_ruling, weighed
from puur.season.days import GivenPenalty
from puur.season.events import Event
from puur.season.table import Table, pairings_left
from puur.web.clubs import store
from puur.web.clubs.actions import AT, POINTS, Action, Ask, Note, address, attendees, filled, words_for
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, judge_at, needs
from puur.web.clubs.slips import may_withdraw
from puur.web.clubs.views.club import line_up
from puur.web.clubs.words import name_of, word
from puur.web.doors import club_preview
from puur.web.people import lang_of
from puur.words import say

rulings_url = address("club-rulings", "day")


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
    occasion = here.occasion
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
        "penalties": _given(here),
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


def _given(here: Here) -> list[tuple[Weighed, int]]:
    """The penalties of the day with the number of their entry, where whoever asks may take it back; 0 otherwise."""
    if here.day is None:
        return []
    left = [entry for entry in store.trail(here.row) if entry.data.get("day") == here.key and may_withdraw(here, entry)]
    listed = []
    for penalty in weighed(here.club, here.day):
        own = next((entry for entry in left if _of(entry.event, penalty.given)), None)
        if own is not None:
            left.remove(own)
        listed.append((penalty, own.n if own is not None else 0))
    return listed


def _of(event: object, given: GivenPenalty) -> bool:
    """Whether a penalty of the day comes from this entry."""
    if isinstance(event, ev.DeviceUsed):
        return given.act.startswith("device") and (event.person, event.at) == (given.person, given.at)
    said = (given.series, given.person, given.act, given.at)
    return isinstance(event, ev.PenaltyGiven) and (event.series, event.person, event.act, event.at) == said


def _acts(here: Here, lang: str) -> list[tuple[str, str]]:
    return [(key, f"{word('offence', key, lang)} ({penalty.points})") for key, penalty in here.club.book.penalties.items()]


def _penalty(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    day, person = here.the_day, facts["person"]
    series, _ = here.club.place(day, person)
    _competent(here, series, person)
    act = here.club.book.penalties[facts["act"]]
    ruled = {"series": series, "act": act.act, "points": act.points, "rule": act.rule, "by": _signed(here, person)}
    excuse = (act.unless,) if facts["excused"] and act.unless else ()
    return [filled(ev.PenaltyGiven, here, {**facts, **ruled, "circumstances": excuse})]


def _device(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    series, _ = here.club.place(here.the_day, facts["person"])
    _competent(here, series, facts["person"])
    return [filled(ev.DeviceUsed, here, facts)]


def _permit(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.DevicePermitted, here, {**facts, "asked": facts["at"]})]


def _emergency(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.EmergencyDecided, here, {**facts, "recognised": facts["recognised"] == "yes"})]


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
    which = {"series": series, "number": int(number), "sheet": Sheet((facts["first"], facts["second"]))}
    return [filled(ev.RoundCorrected, here, {**facts, **which, "teams": _pairings(here).get(facts["teams"], ())})]


def _pairings(here: Here) -> dict[str, tuple[tuple[str, str], tuple[str, str]]]:
    """Every pairing of every series with four people, either team first."""
    pairings = {}
    for series, _ in line_up(here.club, here.the_day):
        people = [seat.person for seat in here.club.participants(here.the_day, series)]
        for teams in pairings_left(Table(), people) if len(people) == 4 else ():
            for first, second in (teams, teams[::-1]):
                pairings[f"{series} {first[0]}+{first[1]}"] = (first, second)
    return pairings


def _teams(here: Here, lang: str) -> list[tuple[str, str]]:
    return [
        (key, f"{key.partition(' ')[0]}: " + " : ".join(" + ".join(name_of(here.club, who) for who in team) for team in teams))
        for key, teams in _pairings(here).items()
    ]


def _series(here: Here, lang: str) -> list[tuple[str, str]]:
    return [(name, say("clubs.series", lang, name=name)) for name, _ in line_up(here.club, here.the_day)]


def _form_order(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.FormOrdered, here, {**facts, "form": "schieber"})]


def _uses(here: Here, lang: str) -> list[tuple[str, str]]:
    return [(use, word("how", f"device-{use}", lang)) for use in USES]


def _yes_no(here: Here, lang: str) -> list[tuple[str, str]]:
    return [("yes", say("clubs.choice.recognised", lang)), ("no", say("clubs.choice.refused", lang))]


def _who_decides(here: Here, lang: str) -> list[Note]:
    if here.day is None:
        return []
    judge = here.club.judge(here.day, "emergencies")
    rule = here.club.book.rule("offices.emergencies")
    return [Note(say("clubs.note.judge", lang, name=name_of(here.club, judge[0])), rule)] if judge else []


_CORRECTED = (Ask("which", "choice", _rounds), *POINTS, Ask("teams", "choice", _teams, required=False), Ask("reason"))
PLAYER, MATTERS = Ask("person", "choice", attendees), words_for("matter", "fine", "device")
ACTIONS = (
    Action(
        "penalty", "day", "rulings.make",
        (PLAYER, Ask("act", "choice", _acts), AT, Ask("excused", "check", required=False)),
        _penalty, rulings_url, would=club_preview.with_events,
    ),
    Action(
        "device", "day", "rulings.make",
        (PLAYER, Ask("how", "choice", _uses), AT, Ask("secret", "check", required=False), Ask("presumed", "check", required=False)),
        _device, rulings_url, would=club_preview.with_events,
    ),
    Action(
        "device-permit", "day", "rulings.make",
        (PLAYER, replace(AT, label="clubs.field.asked"), Ask("reason")),
        _permit, rulings_url, _who_decides,
    ),
    Action(
        "emergency", "day", "rulings.make",
        (PLAYER, Ask("matter", "choice", MATTERS, initial="fine"), Ask("recognised", "choice", _yes_no)),
        _emergency, rulings_url, _who_decides, club_preview.with_events,
    ),
    Action("correct", "day", "rulings.make", _CORRECTED, _correct, rulings_url, would=club_preview.with_events),
    Action("form-order", "day", "rulings.make", (Ask("series", "choice", _series),), _form_order, rulings_url),
    Action(
        "credit", "day", "credit.decide", (replace(POINTS[0], name="points"),), ev.CreditDecided, rulings_url,
        would=club_preview.with_events,
    ),
)  # fmt: skip
