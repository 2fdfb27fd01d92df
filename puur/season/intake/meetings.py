"""Events of the Generalversammlung and the Sommerlochevent, and of seasons before the program."""

from __future__ import annotations

from puur.core.errors import Refusal
from puur.season import events as ev
from puur.season.calendar import Gathering
from puur.season.days import Meeting
from puur.season.state import Club, takes


@takes(ev.MeetingPlanned)
def meeting_planned(club: Club, event: ev.MeetingPlanned) -> None:
    """A meeting to which the fines apply accordingly. (AJZ-1.3-27, AJZ-1.3-29)"""
    if event.sort not in (*Gathering,):
        raise Refusal("meeting-sort", sort=event.sort, accepted=", ".join(Gathering))
    if event.meeting in club.meetings or event.meeting in club.days:
        raise Refusal("day-there", day=event.meeting)
    club.meetings[event.meeting] = Meeting(event.meeting, event.starts.date(), event.starts, sort=Gathering(event.sort))


@takes(ev.MeetingCancelled)
def meeting_cancelled(club: Club, event: ev.MeetingCancelled) -> None:
    """Posted in the members' chat. (AJZ-1.3-28, AJZ-1.3-30)"""
    if event.meeting not in club.meetings:
        raise Refusal("no-day", day=event.meeting)
    meeting = club.meetings[event.meeting]
    if not club.roster.is_member(event.person, meeting.date):
        raise Refusal("no-member", person=event.person)
    meeting.cancelled[event.person] = event.at
    meeting.absent.add(event.person)


@takes(ev.ResultImported)
def result_imported(club: Club, event: ev.ResultImported) -> None:
    """A result of an earlier season; never beside days of this program."""
    if club.year(event.year):
        raise Refusal("year-there", year=event.year)
    club.roster.person(event.person)
    rows = club.imported.setdefault((event.year, event.number), {})
    if event.person in rows:
        raise Refusal("result-there", person=event.person, year=event.year, number=event.number)
    rows[event.person] = (event.points, event.series)


@takes(ev.TrophyImported)
def trophy_imported(club: Club, event: ev.TrophyImported) -> None:
    """A winner of an earlier season."""
    club.roster.person(event.person)
    if event.year in club.trophies:
        raise club.refuse("hall-of-fame", "fame-there", year=event.year)
    club.trophies[event.year] = event.person
