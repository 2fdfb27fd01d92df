"""Planning a Jassjahr: days and meetings, orders of the Vorstand, the lot, other designs of the series, the trophy."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from puur.season import Refusal
from puur.season import events as ev
from puur.season.calendar import Gathering
from puur.season.events import Event
from puur.season.lineup import draw_lot
from puur.season.yearly import book_of_year, complete_year, next_tasks, winners
from puur.web.clubs import store
from puur.web.clubs.actions import KNOWN_OR_NEW, Action, Ask, filled, members, people_choices, words_for
from puur.web.clubs.rights import Here
from puur.web.clubs.views.days import day_url, days_url
from puur.web.clubs.views.members import naming
from puur.web.doors import club_preview


def _next_number(here: Here) -> int:
    club, year = here.club, store.today().year
    numbers = [day.number for day in club.year(year)] or [day.number for day in club.year(year + 1)]
    return min(max(numbers, default=0) + 1, _most_days(here))


def _most_days(here: Here) -> int:
    """How many days a year can have, now or by settings that hold later; which of them counts, the date decides."""
    return max(here.club.book.days.number, here.entered.days.number)


def _meeting(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    short = "gv" if facts["sort"] == Gathering.GV else "sommerloch"
    key = base = f"{facts['starts'].year}-{short}"
    number = 2
    while key in here.club.meetings:
        key, number = f"{base}-{number}", number + 1
    return [ev.MeetingPlanned(meeting=key, sort=facts["sort"], starts=facts["starts"])]


def _order(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    if not any(facts.values()):
        raise Refusal("nothing-said")
    return [filled(ev.DayOrdered, here, facts)]


_LINE = re.compile(r"^\s*(?P<name>\w{1,8})\s*[:=]?\s*(?P<own>\d)\s*\+\s*(?P<guests>\d)\s*(?::\s*(?P<people>.+))?$")


def _design(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """One line per series: `A 3+1`, or with the members by name `A 3+1: Anna, Beat, Carla`."""
    names, own, guests, seats = [], [], [], []
    for line in facts["design"].splitlines():
        if not line.strip():
            continue
        parts = _LINE.match(line)
        if parts is None:
            raise Refusal("design-line", line=line.strip()[:60])
        names.append(parts["name"])
        own.append(int(parts["own"]))
        guests.append(int(parts["guests"]))
        if parts["people"]:
            seats.append(_named(here, parts["people"].split(",")))
    if not names or (seats and len(seats) != len(names)):
        raise Refusal("design-line", line="")
    design = {"names": names, "members": own, "guests": guests, "line_up": seats}
    return [filled(ev.DesignChanged, here, {**facts, **design})]


def _design_now(here: Here) -> str:
    design = here.club.design(here.the_day)
    return "\n".join(
        f"{name} {own}+{guests}" for name, own, guests in zip(design.names, design.members, design.guests, strict=True)
    )


def _line_members(here: Here, lang: str) -> list[tuple[str, str]]:
    line_up = here.the_day.line_up
    return people_choices(here, [member for seats in line_up.members for member in seats] if line_up else [], lang)


def _named(here: Here, written: Iterable[str]) -> tuple[str, ...]:
    """The keys of people who are written by name or key."""
    roster = here.club.roster
    known = {roster.name(key).casefold(): key for key in roster.people}
    row = [part.strip() for part in written if part.strip()]
    for name in row:
        same = [roster.name(key) for key, person in roster.people.items() if person.name.casefold() == name.casefold()]
        if len(same) > 1:
            raise Refusal("namesakes", name=name, names=", ".join(same))
    strangers = [name for name in row if name.casefold() not in known and name not in here.club.roster.people]
    if strangers:
        raise Refusal("no-person", person=strangers[0])
    return tuple(known.get(name.casefold(), name) for name in row)


def _lot(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """From a number, or as it was drawn on paper: everybody in this order, the first series first."""
    day, club = here.the_day, here.club
    if facts["drawn"].strip():
        return [filled(ev.LotDrawn, here, {"seed": 0, "order": _named(here, re.split(r"[,\n]", facts["drawn"])), "paper": True})]
    seed = facts["seed"] if facts["seed"] is not None else secrets.randbelow(1_000_000)
    return [filled(ev.LotDrawn, here, {"seed": seed, "order": draw_lot(club.roster.members(day.date), seed)})]


def _seat_for(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return naming(ev.GuestNamed if facts["what"] == "gast" else ev.SubstituteNamed, here, facts)


def _seat_correct(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """Who really sat there; without a name the member in person."""
    guest = facts["what"] == "gast"
    named = facts["person"] or facts["new_name"].strip()
    who = facts if named or guest else {**facts, "person": facts["member"]}
    return naming(ev.SeatCorrected, here, {**who, "guest": guest})


def _winners(here: Here, lang: str) -> list[tuple[str, str]]:
    choices = []
    for year in sorted({day.year for day in here.club.days.values()}, reverse=True):
        able = winners(here.club, year) if complete_year(here.club, year) else ()
        if here.club.trophies.get(year) not in [line.name for line in able]:
            for line in able:
                choices.append((f"{year} {line.name}", f"{year}: {here.club.roster.name(line.name)} ({line.points})"))
    return choices


def _confirm(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    year, _, who = facts["trophy"].partition(" ")
    return [ev.YearConfirmed(year=int(year), trophy=who, by=here.me)]


def _last_task(here: Here) -> str:
    """What the last of the year organises, by the settings that the year is judged by."""
    return book_of_year(here.club, here.the_day.year).last_organises


def _last(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """The lot among shared last places: who organises the Auswärtsjass. (AJZ-3.3-13)"""
    day = here.the_day
    job = next((task for task in next_tasks(here.club, day.year) if task.what == _last_task(here)), None)
    if job is None or facts["person"] not in job.people:
        raise Refusal("tie-order", order="")
    rest = tuple(person for person in job.people if person != facts["person"])
    return [ev.TieBroken(day=day.key, purpose="last", order=(*rest, facts["person"]), how="lot")]


def _lasts(here: Here, lang: str) -> list[tuple[str, str]]:
    jobs = next_tasks(here.club, here.the_day.year)
    return people_choices(here, {person for job in jobs if job.what == _last_task(here) for person in job.people}, lang)


_LOT = (Ask("seed", "int", required=False, low=0, high=10**12), Ask("drawn", "long", required=False))
_TIMES = (Ask("besammlung", "time", required=False), Ask("spielbeginn", "time", required=False))
_PLACES = (Ask("gathering", required=False), Ask("venue", required=False))
_NUMBER = Ask("number", "int", initial=_next_number, low=1, high=_most_days)
ACTIONS = (
    Action(
        "day-plan", "club", "days.plan",
        (
            _NUMBER, Ask("date", "date"), *_PLACES, Ask("town", required=False), *_TIMES,
            Ask("after_break", "check", required=False),
        ),
        ev.DayPlanned, days_url,
    ),
    Action(
        "meeting-plan", "club", "days.plan",
        (
            Ask("sort", "choice", words_for("sort", *Gathering), initial=Gathering.GV.value, label="clubs.field.meeting"),
            Ask("starts", "moment"),
        ),
        _meeting, days_url,
    ),
    Action("year-confirm", "club", "year.confirm", (Ask("trophy", "choice", _winners),), _confirm, days_url),
    Action("day-order", "day", "days.order", (*_TIMES, *_PLACES), _order, day_url),
    Action(
        "design", "day", "series.override",
        (Ask("design", "long", initial=_design_now), Ask("lasting", "check", required=False)),
        _design, day_url,
    ),
    Action(
        "swap", "day", "series.override",
        (Ask("one", "choice", _line_members), Ask("other", "choice", _line_members), Ask("reason")),
        ev.SeatsSwapped, day_url,
    ),
    Action(
        "seat-name", "day", "days.order",
        (
            Ask("what", "choice", words_for("status", "gast", "ersatz"), initial="gast"),
            Ask("member", "choice", members, label="clubs.field.for-member"), *KNOWN_OR_NEW,
            Ask("at", "moment", initial=lambda here: store.now(), label="clubs.field.reported"),
        ),
        _seat_for, day_url,
    ),
    Action(
        "seat-correct", "day", "days.order",
        (
            Ask("what", "choice", words_for("status", "gast", "ersatz"), initial="ersatz"),
            Ask("member", "choice", members, label="clubs.field.for-member"), *KNOWN_OR_NEW,
            Ask("at", "moment", required=False, label="clubs.field.reported"), Ask("reason"),
        ),
        _seat_correct, day_url, would=club_preview.with_events,
    ),
    Action("lot", "day", "day.lot", _LOT, _lot, day_url),
    Action("last-lot", "day", "series.roll", (Ask("person", "choice", _lasts),), _last, days_url),
)  # fmt: skip
