"""The steps of a Jasstag: opening and closing, coming and going by the clock, deputies, publishing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puur.season import events as ev
from puur.season.calendar import publication_due
from puur.season.dues import settle
from puur.season.tasks import sheet_problems
from puur.web.clubs import store
from puur.web.clubs.actions import AT, Action, Ask, Note, attendees, filled, members, until_note
from puur.web.clubs.rights import Here
from puur.web.clubs.views.club import line_up
from puur.web.clubs.views.days import attendance_url, day_url
from puur.web.clubs.words import word
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


def _own_offices(here: Here, lang: str) -> list[tuple[str, str]]:
    """One's own offices; a deputy cannot name another."""
    on = here.the_day.date
    return [(office, word("office", office, lang)) for office in here.club.roster.offices_of(here.me, on)]


def _publish_notes(here: Here, lang: str) -> list[Note]:
    day, club = here.the_day, here.club
    notes = [until_note(lang, "publish", publication_due(club.book, day.date), club.book.rule("days.publish_by"))]
    for problem, series, why in sheet_problems(club, day):
        notes.append(Note(say(f"clubs.note.sheet-{problem}", lang, series=series), why, True))
    return notes


def _close(here: Here, facts: Mapping[str, Any]) -> list[ev.Event]:
    """The day is closed, and what it costs is booked at once, so that everybody sees it with its deadline."""
    trial, closed = store.draft(here.row), filled(ev.DayClosed, here, facts)
    trial.submit(closed)
    return [closed, *settle(trial, max(store.today(), here.the_day.date))]


ATTENDEE = Ask("person", "choice", attendees)
ACTIONS = (
    Action("open", "day", "day.open", (AT,), ev.DayOpened, day_url, _open_notes),
    Action("close", "day", "day.open", (AT,), _close, day_url, _close_notes),
    Action("arrived", "day", "attendance.enter", (ATTENDEE, AT), ev.Arrived, attendance_url),
    Action("not-appeared", "day", "attendance.enter", (ATTENDEE,), ev.NotAppeared, attendance_url),
    Action("departed", "day", "attendance.enter", (ATTENDEE, AT), ev.Departed, attendance_url),
    Action(
        "deputy",
        "day",
        "deputy.name",
        (Ask("office", "choice", _own_offices), Ask("person", "choice", members)),
        ev.DeputyNamed,
        day_url,
    ),
    Action("publish", "day", "results.publish", (), ev.ResultsPublished, day_url, _publish_notes),
)
