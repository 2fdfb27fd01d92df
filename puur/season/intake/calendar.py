"""Events about the Jassjahr: days, orders of the Vorstand, the Startgeld, changed designs."""

from __future__ import annotations

from datetime import datetime

from puur.core.errors import Refusal, RuleViolation
from puur.reglement import ReglementError
from puur.season import events as ev
from puur.season.book import load, load_text
from puur.season.calendar import day_key, kind_of, spielbeginn_for
from puur.season.days import Day
from puur.season.lineup import Design, check_design
from puur.season.state import Club, takes


@takes(ev.DayPlanned)
def day_planned(club: Club, event: ev.DayPlanned) -> None:
    """A Jasstag with its kind, times and places. (AJZ-1.1-01 to AJZ-1.1-07, AJZ-3.3-04)"""
    book = club.book
    key = day_key(event.date, event.number)
    if event.date < book.valid_from:
        raise club.refuse("valid_from", "before-book", date=event.date, valid_from=book.valid_from)
    if not 1 <= event.number <= book.days.number:
        raise club.refuse("days.number", "too-many-days", number=event.number, days=book.days.number)
    if key in club.days:
        raise Refusal("day-there", day=key)
    for other in club.year(event.date.year):
        if (other.number < event.number) != (other.date < event.date):
            raise Refusal("day-order", day=key, other=other.key)
    kind = kind_of(book, event.number, event.after_break)
    special = kind != book.days.regular
    besammlung = datetime.combine(event.date, event.besammlung or book.days.besammlung)
    if event.besammlung not in (None, book.days.besammlung) and not special:
        raise club.refuse("order", "time-needs-order", day=key)
    if event.town not in ("", book.town) and not special:
        raise club.refuse("town", "town-needs-order", day=key, town=event.town)
    begin = datetime.combine(event.date, event.spielbeginn) if event.spielbeginn else spielbeginn_for(book, besammlung)
    club.days[key] = Day(
        key=key, date=event.date, besammlung=besammlung, number=event.number, kind=kind, spielbeginn=begin,
        gathering=event.gathering, venue=event.venue, town=event.town or book.town,
    )  # fmt: skip


@takes(ev.DayOrdered)
def day_ordered(club: Club, event: ev.DayOrdered) -> None:
    """Another time or place by order of the Vorstand. (AJZ-1.1-08)"""
    day = club.day(event.day)
    if not club.by_vorstand(event.by, day.date):
        raise club.refuse("order", "not-vorstand", person=event.by)
    club.coming(day.key)
    if event.besammlung is not None:
        day.besammlung = datetime.combine(day.date, event.besammlung)
        day.spielbeginn = spielbeginn_for(club.book, day.besammlung)
        day.announcements.append((event.by, f"besammlung {event.besammlung:%H:%M}"))
    if event.spielbeginn is not None:
        day.spielbeginn = datetime.combine(day.date, event.spielbeginn)
        day.announcements.append((event.by, f"spielbeginn {event.spielbeginn:%H:%M}"))
    for name in ("gathering", "venue"):
        if getattr(event, name):
            setattr(day, name, getattr(event, name))
            day.announcements.append((event.by, f"{name} {getattr(event, name)}"))


@takes(ev.BookChanged)
def book_changed(club: Club, event: ev.BookChanged) -> None:
    """Other settings from a date on: never for a day that has begun, nor for money that is booked."""
    try:
        book = load_text(event.text, event.book) if event.text else load(event.book)
    except ReglementError as error:
        raise Refusal("settings-wrong", problems=str(error)) from None
    begun = [day.date for day in club.days.values() if day.opened is not None]
    booked = [booking.on for booking in club.ledger.bookings]
    settled = max((*begun, *booked), default=None)
    if settled is not None and event.since <= settled and not club.replaying:
        raise Refusal("settings-past", since=event.since, settled=settled)
    planned = [day for day in club.days.values() if day.date >= event.since and day.number > book.days.number]
    if planned:
        raise RuleViolation(book.rule("days.number"), "too-many-days", number=planned[0].number, days=book.days.number)
    club.books.append((event.since, book))
    club.book = book


@takes(ev.SettingChanged)
def setting_changed(_club: Club, event: ev.SettingChanged) -> None:
    """Kept for the trail; nothing is computed from it."""
    if event.was == event.now:
        raise Refusal("setting-same", setting=event.setting)


@takes(ev.FeeSet)
def fee_set(club: Club, event: ev.FeeSet) -> None:
    """The Kassier alone, and only the authorised amounts. (AJZ-1.1-11)"""
    day = club.day(event.day)
    if club.roster.serving(club.book.offices.cash, day.date) != event.by and not club.replaying:
        raise club.refuse("fees.choices", "not-kassier", person=event.by)
    if event.amount not in club.book.fees.choices:
        accepted = ", ".join(str(amount) for amount in club.book.fees.choices)
        raise club.refuse("fees.choices", "fee-amount", amount=event.amount, accepted=accepted)
    club.fees.append((day.date, event.amount))
    club.fees.sort(key=lambda entry: entry[0])


@takes(ev.DesignChanged)
def design_changed(club: Club, event: ev.DesignChanged) -> None:
    """A decision of the Vorstand on the series. (AJZ-4.4-01, AJZ-4.4-03)"""
    day = club.day(event.day)
    if not club.by_vorstand(event.by, day.date):
        raise club.refuse("design", "not-vorstand", person=event.by)
    if day.line_up is not None:
        raise Refusal("line-up-there", day=day.key)
    design = Design(event.names, event.members, event.guests)
    members = club.roster.members(day.date)
    check_design(club.book, design, len(members), day.number)
    named = sorted(member for seats in event.line_up for member in seats)
    if event.line_up and (tuple(map(len, event.line_up)) != event.members or named != sorted(members)):
        raise club.refuse("design", "design-line-up", expected=design.member_seats, found=len(named))
    day.design, day.decided = design, event.line_up  # a lasting one too: its own day may be the first or the last
    if event.lasting:
        club.designs.append((day.date, design))
        club.designs.sort(key=lambda entry: entry[0])
    club.design_changes.append(day.key)
