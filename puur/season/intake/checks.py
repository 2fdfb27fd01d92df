"""What several events of a Jasstag ask before they are taken: is it open, who is competent, who plays, how a vote went."""

from __future__ import annotations

from collections.abc import Sequence

from puur.core.errors import Refusal
from puur.season.days import Day
from puur.season.roster import vote
from puur.season.state import Club


def open_day(club: Club, key: str) -> Day:
    """A Jasstag that has begun."""
    day = club.day(key)
    if day.opened is None:
        raise Refusal("day-not-open", day=key)
    return day


def decides(club: Club, judge: tuple[str, str] | None, by: str, rule: str) -> None:
    """Nobody but the competent person."""
    if (judge is None or judge[0] != by) and not club.replaying:
        raise club.refuse(rule, "not-competent", person=by, competent=judge[0] if judge else "")


def series_people(club: Club, day: Day, series: str) -> list[str]:
    """Who plays in a series on that day."""
    return [seat.person for seat in club.participants(day, series)]


def voted(club: Club, day: Day, series: str, yes: Sequence[str], no: Sequence[str]) -> bool:
    """How the people of a series have voted; the oldest member decides where it is even."""
    people = series_people(club, day, series)
    if {*yes} & {*no} or not {*yes, *no} <= {*people}:
        raise Refusal("vote-people", series=series)
    members = [seat.person for seat in club.participants(day, series) if seat.counts_as_member]
    return vote(yes, no, club.roster.oldest(members))
