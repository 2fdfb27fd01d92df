"""The steps of a Jasstag: opening and closing, coming and going by the clock, deputies, publishing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puur.season.calendar import publication_due
from puur.season.events import (
    Arrived,
    DayClosed,
    DayOpened,
    Departed,
    DeputyNamed,
    Event,
    NotAppeared,
    ResultsPublished,
)
from puur.season.tasks import sheet_problems
from puur.web.clubs import store
from puur.web.clubs.actions import Action, Ask, Note, clock_now, moment, people_choices
from puur.web.clubs.rights import Here
from puur.web.clubs.views.club import line_up
from puur.web.clubs.views.days import attendance_url, day_url
from puur.web.clubs.words import clock, word
from puur.words import say


def _open_notes(here: Here, lang: str) -> list[Note]:
    day, club = here.the_day, here.club
    rule = club.book.rule("days.spielbeginn")
    notes = [Note(say("clubs.note.open", lang, time=f"{day.spielbeginn:%H:%M}"), rule)]
    empty = [name for name, seat in club.everybody(day) if not seat.person]
    if empty:
        notes.append(Note(say("clubs.note.empty-seats", lang, series=", ".join(empty)), club.book.cite("incomplete"), bad=True))
    return notes


def _close_notes(here: Here, lang: str) -> list[Note]:
    day, club = here.the_day, here.club
    running = [name for name, _ in line_up(club, day) if not club.finished(day, name)]
    if not running:
        return []
    return [Note(say("clubs.note.running", lang, series=", ".join(running)), club.book.cite("closing"), bad=True)]


def _arrived(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    occasion = here.day or here.meeting
    assert occasion is not None
    return [Arrived(day=occasion.key, person=facts["person"], at=moment(occasion.date, facts["at"]), by=here.me)]


def _attendees(here: Here, lang: str) -> list[tuple[str, str]]:
    if here.day is not None:
        return people_choices(here, [seat.person for _, seat in here.club.everybody(here.day)], lang)
    return people_choices(here, here.club.roster.members(here.meeting.date) if here.meeting else (), lang)


def _not_appeared(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    occasion = here.day or here.meeting
    assert occasion is not None
    return [NotAppeared(day=occasion.key, person=facts["person"])]


def _own_offices(here: Here, lang: str) -> list[tuple[str, str]]:
    """One's own offices; a deputy can not name another."""
    on = here.the_day.date
    return [(office, word("office", office, lang)) for office in here.club.roster.offices_of(here.me, on)]


def _publish_notes(here: Here, lang: str) -> list[Note]:
    day, club = here.the_day, here.club
    due = publication_due(club.book, day.date)
    late = store.now() > due
    rule = club.book.rule("days.publish_by")
    notes = [Note(say("clubs.note.publish-late" if late else "clubs.note.publish", lang, until=clock(due)), rule, late)]
    for problem, series, why in sheet_problems(club, day):
        notes.append(Note(say(f"clubs.note.sheet-{problem}", lang, series=series), why, True))
    return notes


ACTIONS = (
    Action(
        "open",
        "day",
        "day.open",
        lambda here, lang: (Ask("at", "time", initial=clock_now()),),
        lambda here, facts: [DayOpened(day=here.the_day.key, at=moment(here.the_day.date, facts["at"]))],
        day_url,
        _open_notes,
    ),
    Action(
        "close",
        "day",
        "day.open",
        lambda here, lang: (Ask("at", "time", initial=clock_now()),),
        lambda here, facts: [DayClosed(day=here.the_day.key, at=moment(here.the_day.date, facts["at"]))],
        day_url,
        _close_notes,
    ),
    Action(
        "arrived",
        "day",
        "attendance.enter",
        lambda here, lang: (Ask("person", "choice", _attendees(here, lang)), Ask("at", "time", initial=clock_now())),
        _arrived,
        attendance_url,
    ),
    Action(
        "not-appeared",
        "day",
        "attendance.enter",
        lambda here, lang: (Ask("person", "choice", _attendees(here, lang)),),
        _not_appeared,
        attendance_url,
    ),
    Action(
        "departed",
        "day",
        "attendance.enter",
        lambda here, lang: (Ask("person", "choice", _attendees(here, lang)), Ask("at", "time", initial=clock_now())),
        lambda here, facts: [Departed(day=here.the_day.key, person=facts["person"], at=moment(here.the_day.date, facts["at"]))],
        attendance_url,
    ),
    Action(
        "deputy",
        "day",
        "deputy.name",
        lambda here, lang: (
            Ask("office", "choice", _own_offices(here, lang)),
            Ask("person", "choice", people_choices(here, here.club.roster.members(here.the_day.date), lang)),
        ),
        lambda here, facts: [DeputyNamed(day=here.the_day.key, office=facts["office"], person=facts["person"])],
        day_url,
    ),
    Action(
        "publish",
        "day",
        "results.publish",
        lambda here, lang: (),
        lambda here, facts: [ResultsPublished(day=here.the_day.key, at=store.now())],
        day_url,
        _publish_notes,
    ),
)
