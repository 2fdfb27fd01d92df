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


def _of(club: Club, key: str) -> Meeting:
    if key not in club.meetings:
        raise Refusal("no-meeting", meeting=key)
    return club.meetings[key]


def _item(meeting: Meeting, item: int) -> None:
    if not 1 <= item <= len(meeting.agenda):
        raise Refusal("no-item", item=item, items=len(meeting.agenda))


@takes(ev.AgendaSet)
def agenda_set(club: Club, event: ev.AgendaSet) -> None:
    """The items in their order; what was voted on keeps its place."""
    meeting = _of(club, event.meeting)
    if meeting.votes and event.items[: len(meeting.agenda)] != meeting.agenda:
        raise Refusal("agenda-voted", meeting=event.meeting)
    meeting.agenda = event.items


@takes(ev.MotionFiled)
def motion_filed(club: Club, event: ev.MotionFiled) -> None:
    """A motion of a member, before the meeting."""
    meeting = _of(club, event.meeting)
    club.roster.person(event.person)
    if event.at > meeting.besammlung:
        raise Refusal("motion-late", at=event.at, until=meeting.besammlung)
    meeting.motions.append(event)


@takes(ev.VoteTaken)
def vote_taken(club: Club, event: ev.VoteTaken) -> None:
    """A vote; nobody votes twice: never more votes than members."""
    meeting = _of(club, event.meeting)
    _item(meeting, event.item)
    members = len(club.roster.members(meeting.date))
    cast = event.yes + event.no + event.abstained
    if min(event.yes, event.no, event.abstained) < 0 or cast > members:
        raise Refusal("votes-many", cast=cast, members=members)
    if event.office:
        club.roster.person(event.person)
    meeting.votes.append(event)


@takes(ev.MinutesNoted)
def minutes_noted(club: Club, event: ev.MinutesNoted) -> None:
    """What the minutes say under an item."""
    meeting = _of(club, event.meeting)
    _item(meeting, event.item)
    meeting.minutes[event.item] = event.text
