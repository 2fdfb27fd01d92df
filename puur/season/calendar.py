"""Dates and deadlines of a Jassjahr, computed from a club's settings: pure functions of dates, nothing of people or results.

Edges: a deadline itself is still in time. `24:00` of a day is 00:00 of the next one.
"""

from __future__ import annotations

import calendar
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from puur.reglement.season import Weekday
from puur.season.book import ClubBook


class Gathering(StrEnum):
    """The meetings beside the Jasstage, to which the fines apply too. (AJZ-1.3-27, AJZ-1.3-29)"""

    GV = "generalversammlung"
    SOMMERLOCH = "sommerlochevent"


def day_key(on: date, number: int) -> str:
    """How a Jasstag is called in events and files: `2027-3`. A Jassjahr is a calendar year. (AJZ-3.3-03)"""
    return f"{on.year}-{number}"


def kind_of(book: ClubBook, number: int, after_break: bool) -> str:
    """Auswärtsjass, Friday-Night-Jassing, Finalissima or regular. (AJZ-1.1-05 to AJZ-1.1-07)"""
    if number == 1:
        return book.days.first
    if number == book.days.number:
        return book.days.last
    return book.days.after_break if after_break else book.days.regular


def spielbeginn_for(book: ClubBook, besammlung: datetime) -> datetime:
    """Spielbeginn after a shifted Besammlung: the regular gap. (AJZ-1.1-08, default)"""
    usual = datetime.combine(besammlung.date(), book.days.spielbeginn) - datetime.combine(besammlung.date(), book.days.besammlung)
    return besammlung + usual


def names_deadline(book: ClubBook, besammlung: datetime) -> datetime:
    """Until when the names of Ersatz- and Gastjasser are in time. (AJZ-1.2-11)"""
    return besammlung - timedelta(minutes=book.days.names_before)


def publication_due(book: ClubBook, on: date) -> datetime:
    """24:00 of the first such weekday after the day. (AJZ-3.1-08, AJZ-3.3-02)"""
    wanted = list(Weekday).index(book.days.publish_by)
    ahead = (wanted - on.weekday() - 1) % 7 + 1  # never the day itself
    return datetime.combine(on + timedelta(days=ahead + 1), time())


def leave_notice_deadline(book: ClubBook, on: date) -> datetime:
    """Until when an early leaving has to be announced: the evening before. (AJZ-1.3-14)"""
    return datetime.combine(on - timedelta(days=1), book.fines.notice_time)


def cancellation_deadline(book: ClubBook, sort: str, on: date) -> datetime:
    """Until when a Generalversammlung or Sommerlochevent may be cancelled without an emergency. (AJZ-1.3-28, AJZ-1.3-30)"""
    if sort == Gathering.GV:
        return datetime.combine(on - timedelta(days=1), book.fines.gv_notice_time)
    wanted = list(Weekday).index(book.fines.sommerloch_weekday)
    back = (on.weekday() - wanted - 1) % 7 + 1  # an event on that weekday does not count itself
    back += 7 * (book.fines.sommerloch_fridays - 1)
    return datetime.combine(on - timedelta(days=back - 1), time())


def cancellation_rule(book: ClubBook, sort: str) -> str:
    """The provision behind that. (AJZ-1.3-28, AJZ-1.3-30)"""
    return book.rule("fines.gv_notice_time" if sort == Gathering.GV else "fines.sommerloch_fridays")


def months_later(start: date, months: int) -> date:
    """The same day so many months later, or the last of that month."""
    month = start.month - 1 + months
    year, month = start.year + month // 12, month % 12 + 1
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def long_enough(book: ClubBook, since: date, until: date) -> bool:
    """Whether a stay abroad allows a Dauerersatzjasser. (AJZ-1.2-03)"""
    return until >= months_later(since, book.people.abroad_months)


def minutes_between(start: datetime, end: datetime) -> int:
    """Whole minutes from `start` to `end`, never below zero; begun minutes do not count. (AJZ-1.3-10)"""
    return max(0, int((end - start).total_seconds() // 60))
