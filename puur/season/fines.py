"""What a day or meeting costs whom: fees and fines computed from what was recorded, each with its provision and its reason.

Nothing is booked here: `puur.season.dues` compares what ought to be with what is in the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from puur.season.book import ClubBook
from puur.season.calendar import (
    Gathering,
    cancellation_deadline,
    cancellation_rule,
    leave_notice_deadline,
    minutes_between,
    names_deadline,
)
from puur.season.days import Day, Meeting, Occasion
from puur.season.debts import Cause, ChargeKey, Reason, Sort
from puur.season.events import Charged
from puur.season.ledger import Charge
from puur.season.state import Club
from puur.season.table import Participant, Status, ended


@dataclass(frozen=True, slots=True)
class Assessment:
    """One amount that is due: who owes it, who answers for it too, why."""

    key: ChargeKey
    sort: Sort
    debtor: str
    joint: str
    amount: Decimal
    on: date
    rule: str
    reason: Reason
    day: str
    minutes: int = 0

    def charged(self) -> Charged:
        """The event that books it."""
        return Charged(
            key=str(self.key), sort=self.sort.value, debtor=self.debtor, joint=self.joint, amount=self.amount, on=self.on,
            rule=self.rule, day=self.day,
        )  # fmt: skip


def cascade(book: ClubBook, minutes: int) -> tuple[Decimal, str]:
    """The fine for so many minutes and its provision; the upper edge belongs to the cheaper band. (AJZ-1.3-02, AJZ-1.3-04 to 08)"""
    if minutes <= 0:
        return Decimal(0), ""
    if minutes >= book.fines.absent_from:
        return book.fines.absent, book.rule("fines.absent_from")
    for place, (edge, amount) in enumerate(zip(book.fines.band_minutes, book.fines.band_amounts, strict=True)):
        if minutes <= edge:
            return amount, book.rule(f"fines.band_amounts.{place}")
    return book.fines.band_amounts[-1], book.rule(f"fines.band_amounts.{len(book.fines.band_amounts) - 1}")


def excused(occasion: Occasion, person: str) -> bool:
    """Whether an emergency was recognised. (AJZ-1.3-12, AJZ-1.3-16, AJZ-1.3-31)"""
    return occasion.emergencies.get((person, "fine"), False)


def assess_day(club: Club, day: Day) -> tuple[Assessment, ...]:
    """Every fee and fine of a Jasstag; early leaving only once Spielende is known. (AJZ-1.3-15)"""
    if day.line_up is None or day.opened is None:
        return ()
    club = club.on(day.date)
    owed: list[Assessment] = []
    for series, seat in club.everybody(day):
        owed += _naming(club, day, seat)
        if not seat.person:
            owed += _nobody(club, day, seat)
            continue
        if seat.person not in day.absent:
            rule = club.book.rule("fees.startgeld")
            key = ChargeKey.of(Cause.STARTGELD, day.key, seat.person)
            fee = Assessment(key, Sort.STARTGELD, seat.person, "", club.fee(day), day.date, rule, Reason.STARTGELD, day.key)
            owed.append(fee)
        owed += _attendance(club, day, series, seat)
    return tuple(owed)


def _fine(
    club: Club, day: Day, seat: Participant, cause: Cause, amount: Decimal, rule: str, reason: Reason, minutes: int = 0
) -> Assessment:
    """A fine against the person on a seat; a member answers for an Ersatz- or Gastjasser. (AJZ-1.2-16)"""
    shared = club.answers_for(day, seat.member) if seat.status in (Status.ERSATZ, Status.GAST) else ""
    key = ChargeKey.of(cause, day.key, seat.person)
    return Assessment(key, Sort.FINE, seat.person, shared, amount, day.date, rule, reason, day.key, minutes)


def _naming(club: Club, day: Day, seat: Participant) -> list[Assessment]:
    """A late or missing name costs the member to whom the seat is assigned. (AJZ-1.2-12, AJZ-1.2-13)"""
    book = club.book
    if seat.status is Status.GAST:
        named, who = day.guests.get(seat.member), club.answers_for(day, seat.member)
    elif seat.member in day.substitutes or (seat.status is Status.MEMBER and not seat.person):
        named, who = day.substitutes.get(seat.member), club.answers_for(day, seat.member)
    else:
        return []
    if named is not None and named.at <= names_deadline(book, day.besammlung):
        return []
    reason = Reason.NAME_LATE if named else Reason.NAME_MISSING
    kind = Status.GAST if seat.status is Status.GAST else Status.ERSATZ
    key = ChargeKey.of(Cause.NAME, day.key, kind, seat.member)
    return [Assessment(key, Sort.FINE, who, "", book.fines.late_name, day.date, book.rule("fines.late_name"), reason, day.key)]


def _nobody(club: Club, day: Day, seat: Participant) -> list[Assessment]:
    """Nobody was provided: the responsible member pays as for not appearing. (AJZ-1.2-01, AJZ-1.2-09, defaults)"""
    who = club.answers_for(day, seat.member)
    if excused(day, seat.member):
        return []
    key = ChargeKey.of(Cause.ABSENT, day.key, seat.status, seat.member)
    rule = club.book.rule("fines.absent")
    return [Assessment(key, Sort.FINE, who, "", club.book.fines.absent, day.date, rule, Reason.NOBODY, day.key)]


def _attendance(club: Club, day: Day, series: str, seat: Participant) -> list[Assessment]:
    """Not appearing; or coming late and leaving early, which are two acts and cost each on its own."""
    book, person = club.book, seat.person
    if excused(day, person):
        return []
    if person in day.absent:
        return [_fine(club, day, seat, Cause.ABSENT, book.fines.absent, book.rule("fines.absent"), Reason.ABSENT)]
    owed = []
    late = minutes_between(day.besammlung, day.arrivals.get(person, day.besammlung))
    amount, rule = cascade(book, late)
    if amount:
        owed.append(_fine(club, day, seat, Cause.LATE, amount, rule, Reason.LATE, late))
    leaving = _leaving(club, day, series, seat) if person in day.departures else None
    return [*owed, leaving] if leaving is not None else owed


def _leaving(club: Club, day: Day, series: str, seat: Participant) -> Assessment | None:
    book, person, table = club.book, seat.person, day.table(series)
    left = day.departures[person]
    over = ended(book, table)
    if table.left == person or (over is not None and left < over) or (over is None and club.complete(day, series)):
        return _fine(club, day, seat, Cause.LEFT, book.fines.absent, book.cite("left-series"), Reason.LEFT_SERIES)
    if not seat.counts_as_member or day.closed is None:
        return None  # Ersatz- and Gastjasser may go (AJZ-1.3-13)
    notice = day.notices.get(person)
    until = day.closed
    if notice and notice.leaves and notice.reason.strip() and notice.posted <= leave_notice_deadline(book, day.date):
        until = notice.leaves  # earlier than announced: those minutes count (AJZ-1.3-14, default)
    early = minutes_between(left, until)
    amount, _ = cascade(book, early)
    return _fine(club, day, seat, Cause.EARLY, amount, book.cite("leave-early"), Reason.LEFT_EARLY, early) if amount else None


def assess_meeting(club: Club, meeting: Meeting) -> tuple[Assessment, ...]:
    """The same fines for a Generalversammlung or Sommerlochevent. (AJZ-1.3-27 to AJZ-1.3-31)"""
    club = club.on(meeting.date)
    book = club.book
    cite = book.cite("gv" if meeting.sort is Gathering.GV else "sommerloch")
    limit = cancellation_deadline(book, meeting.sort, meeting.date)
    owed = []
    for person in club.roster.members(meeting.date):
        if excused(meeting, person):
            continue
        cancelled = meeting.cancelled.get(person)
        if person in meeting.absent:
            if cancelled is not None and cancelled <= limit:
                continue
            amount, reason, minutes = book.fines.absent, Reason.CANCELLED_LATE if cancelled else Reason.ABSENT, 0
            rule = cancellation_rule(book, meeting.sort) if cancelled else cite
        else:
            minutes = minutes_between(meeting.besammlung, meeting.arrivals.get(person, meeting.besammlung))
            amount, _ = cascade(book, minutes)
            reason, rule = Reason.LATE, cite
        if amount:
            key = ChargeKey.of(Cause.LATE if reason is Reason.LATE else Cause.ABSENT, meeting.key, person)
            owed.append(Assessment(key, Sort.FINE, person, "", amount, meeting.date, rule, reason, meeting.key, minutes))
    return tuple(owed)


def assessments(club: Club) -> dict[ChargeKey, Assessment]:
    """Everything that closed days and meetings cost, by key: why it is owed, with the minutes behind it."""
    listed = [fine for day in club.days.values() if day.closed for fine in assess_day(club, day)]
    listed += [fine for meeting in club.meetings.values() for fine in assess_meeting(club, meeting)]
    return {fine.key: fine for fine in listed}


_SAID = {Cause.LATE: Reason.LATE, Cause.ABSENT: Reason.ABSENT, Cause.LEFT: Reason.LEFT_SERIES, Cause.EARLY: Reason.LEFT_EARLY}


def reason_of(charge: Charge, assessed: Mapping[ChargeKey, Assessment]) -> tuple[Reason, int]:
    """What a debt is for, and the minutes behind it; where nothing that was recorded says so any more, its key and sort do."""
    if (why := assessed.get(charge.origin.first)) is not None:
        return why.reason, why.minutes if charge.amount == why.amount else 0  # another amount: those of before a correction
    if charge.sort is Sort.FINE:
        cause = charge.origin.cause
        return _SAID.get(cause, Reason.FINE) if cause else Reason.FINE, 0
    return Reason(charge.sort.value), 0
