"""A member's own page: my series, my results, what I owe and why; naming guest or substitute, reports from abroad, my calendar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from puur.papers.club import statement_sheet
from puur.season import Club, Refusal, billing
from puur.season import events as ev
from puur.season.accounts import statement
from puur.season.calendar import cancellation_deadline, cancellation_rule, leave_notice_deadline, names_deadline
from puur.season.days import Day
from puur.season.dues import settle
from puur.season.events import Charged, EveningCounted, Event
from puur.season.fines import assessments
from puur.season.table import Status
from puur.season.yearly import standings
from puur.web.clubs import contacts, store
from puur.web.clubs.actions import KNOWN_OR_NEW, Action, Ask, Note, address, filled, people_choices, until_note
from puur.web.clubs.models import ClubAnswer, ClubPerson
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, feed_token, needs
from puur.web.clubs.views.club import open_tasks, upcoming
from puur.web.clubs.views.members import naming
from puur.web.clubs.views.same import to_answer
from puur.web.clubs.views.treasury import due_row
from puur.web.clubs.words import clock
from puur.web.people import lang_of
from puur.words import say

me_url = address("club-me")


def _polls(here: Here, person: str) -> list[tuple[Day, str]]:
    """The next Jasstage with what this person has answered."""
    ahead = [planned for planned in here.club.in_order() if planned.date >= store.today() and not planned.opened][:3]
    said = ClubAnswer.objects.filter(club=here.row, person__in=here.club.roster.entries(person)).order_by("at")
    given = dict(said.values_list("day", "answer"))
    return [(planned, given.get(planned.key, "")) for planned in ahead]


def my_seats(club: Club, day: Day, person: str) -> tuple[str, ...]:
    """The members whose duties are mine on a day: my own, or as recognised Dauerersatzjasser those of another. (AJZ-1.2-05)"""
    return tuple(member for member in club.roster.members(day.date) if club.answers_for(day, member) == person)


def guest_duties(club: Club, day: Day, person: str) -> tuple[str, ...]:
    """For which of my seats I bring a guest."""
    line_up = day.line_up
    return tuple(member for member in my_seats(club, day, person) if line_up is not None and line_up.invited_to(member))


def my_evenings(club: Club, person: str) -> list[tuple[EveningCounted, int, int]]:
    """The evenings of a person that count, newest first, with rank and total."""
    every = sorted(club.evenings.values(), key=lambda own: own.on, reverse=True)
    return [(own, rank, total) for own in every for who, rank, total in own.results if who == person]


def my_rows(club: Club, person: str) -> list[dict[str, Any]]:
    """Every result of a person, newest first, in whatever seat."""
    results = []
    for day in reversed(club.in_order()):
        if day.opened is None:
            continue
        for rows in club.results(day).values():
            for row in rows:
                own = row.participant
                if person in (own.person, own.member) and not (own.status is Status.GAST and own.person != person):
                    results.append({"day": day, "row": row, "by": own.person if own.person != person else ""})
    return results


def to_sign(day: Day, series: str, person: str) -> bool:
    """Whether somebody has not signed a table at which something was played."""
    return bool(day.table(series).rounds) and person not in day.table(series).signed


@needs("me.see")
def me(request: HttpRequest, here: Here) -> HttpResponse:
    """What concerns the one who asks."""
    club, person, today = here.club, here.me, store.today()
    day = upcoming(club)
    seats: list[dict[str, Any]] = []
    if day is not None and day.line_up is not None:
        for series, participant in club.everybody(day):
            if person == participant.person or (person == participant.member and participant.status is not Status.GAST):
                seats.append({"series": series, "seat": participant, "table": club.participants(day, series)})
    drafted = store.draft(here.row)
    due, assessed = settle(drafted, today), assessments(drafted)  # with what follows from it: the same as on the treasurer's page
    not_booked = [
        due_row(drafted, event, assessed) for event in due if isinstance(event, Charged) and person in (event.debtor, event.joint)
    ]
    year = max((jasstag.year for jasstag in club.days.values() if jasstag.closed), default=today.year)
    total = next((line for line in standings(club, year) if line.member == person), None)
    feed = ""
    if here.actor.link is not None:
        feed = request.build_absolute_uri(reverse("club-feed", args=[here.row.slug, feed_token(here.actor.link)]))
    running = [jasstag for jasstag in club.days.values() if jasstag.opened and not jasstag.published]
    mine = [(jasstag, series) for jasstag in running for series, seat in club.everybody(jasstag) if seat.person == person]
    sign = [(jasstag, series) for jasstag, series in mine if club.finished(jasstag, series) and to_sign(jasstag, series, person)]
    contact = contacts.of(here.row, [person]).get(person)
    facts = {
        "day": day,
        "seats": seats,
        "deadline": names_deadline(club.book_on(day.date), day.besammlung) if day else None,
        "duties": [(member, day.line_up.invited_to(member), day.guests.get(member)) for member in guest_duties(club, day, person)]
        if day and day.line_up
        else [],
        "my_seats": my_seats(club, day, person) if day else (),
        "tasks": open_tasks(club, person),
        "rows": my_rows(club, person),
        "evenings": my_evenings(club, person),
        "same": [key for pair in to_answer(request, here) for key in pair if key != person],
        "others": [key for key in club.roster.entries(person) if key != person],
        "tied": request.user.is_authenticated and here.actor.link is not None and here.actor.link.user_id == request.user.pk,
        "statement": statement(club, person, today),
        "bill": billing.latest(club).get(person),
        "debts": statement_sheet(club, person, today, lang_of(request)).lines,
        "not_booked": not_booked,
        "total": total,
        "year": year,
        "feed": feed,
        "sign": sign,
        "contact": contact,
        "consent": contacts.answered(here.row, contact),
        "polls": _polls(here, person),
        "abroad": [ersatz for ersatz in club.roster.dauerersatz if ersatz.member == person and ersatz.until >= today],
        "meetings": [
            meeting for meeting in club.meetings.values() if meeting.date >= today and club.roster.is_member(person, meeting.date)
        ],
    }
    return page(request, here, "clubs/me.html", facts)


@needs("me.see")
def renew_feed(request: HttpRequest, here: Here) -> HttpResponse:
    """A new calendar link; the earlier one dies."""
    if request.method == "POST" and here.actor.link is not None:
        ClubPerson.objects.filter(pk=here.actor.link.pk).update(feed=here.actor.link.feed + 1)
        messages.success(request, say("clubs.feed.renewed", lang_of(request)))
    return redirect(me_url(here))


def _late(here: Here) -> bool:
    return here.day is not None and store.now() > names_deadline(here.club.book, here.day.besammlung)


def _naming_notes(here: Here, lang: str) -> list[Note]:
    """Until when a name is in time, or what it costs now. (AJZ-1.2-11, AJZ-1.2-12)"""
    club, day = here.club, here.the_day
    until = names_deadline(club.book, day.besammlung)
    if _late(here):
        text = say("clubs.note.late", lang, until=clock(until), amount=f"{club.book.fines.late_name:.2f}")
        return [Note(text, club.book.rule("fines.late_name"), bad=True)]
    return [Note(say("clubs.note.in-time", lang, until=clock(until)), club.book.rule("days.names_before"))]


def _name_asks(here: Here, lang: str, seats: tuple[str, ...]) -> list[Ask]:
    asks = list(KNOWN_OR_NEW)
    if len(seats) > 1:
        asks.insert(0, Ask("member", "choice", people_choices(here, seats, lang), initial=seats[0], label="clubs.field.for-member"))
    if _late(here):
        asks.append(Ask("late", "check", label="clubs.field.late-anyway"))
    return asks


def _mine(facts: Mapping[str, Any], seats: tuple[str, ...]) -> str:
    member = facts.get("member") or (seats[0] if seats else "")
    if member not in seats:
        raise Refusal("no-duty")
    return str(member)


def _naming(kind: type[Event], duties: Callable[[Club, Day, str], tuple[str, ...]]) -> Callable[..., list[Event]]:
    """A name for a seat that is mine to fill."""

    def events(here: Here, facts: Mapping[str, Any]) -> list[Event]:
        return naming(kind, here, {**facts, "member": _mine(facts, duties(here.club, here.the_day, here.me))})

    return events


def _absent(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.AbsenceAnnounced, here, {"member": _mine(facts, my_seats(here.club, here.the_day, here.me))})]


def _absent_notes(here: Here, lang: str) -> list[Note]:
    book = here.club.book
    return [Note(say("clubs.note.absent", lang, amount=f"{book.fines.absent:.2f}"), book.cite("ersatz-duty"), bad=True)]


def _to_inform(here: Here, lang: str) -> list[tuple[str, str]]:
    club, day = here.club, here.the_day
    mine = my_seats(club, day, here.me)
    named = [
        seat.person
        for _, seat in club.everybody(day)
        if seat.member in mine and seat.status in (Status.GAST, Status.ERSATZ) and seat.person
    ]
    return people_choices(here, named, lang)


def _leave(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.LeaveAnnounced, here, {**facts, "posted": store.now()})]


def _leave_notes(here: Here, lang: str) -> list[Note]:
    book = here.club.book
    return [until_note(lang, "leave", leave_notice_deadline(book, here.the_day.date), book.cite("leave-early"))]


def _cancel_notes(here: Here, lang: str) -> list[Note]:
    meeting, book = here.meeting, here.club.book
    if meeting is None:
        return []
    until = cancellation_deadline(book, meeting.sort, meeting.date)
    return [until_note(lang, "cancel", until, cancellation_rule(book, meeting.sort), amount=f"{book.fines.absent:.2f}")]


def _cancel(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    del facts
    if here.meeting is None:
        raise Refusal("no-meeting")
    return [filled(ev.MeetingCancelled, here, {"meeting": here.key})]


def _report_notes(here: Here, lang: str) -> list[Note]:
    book, day = here.club.book, here.the_day
    late = store.now() >= day.besammlung
    return [Note(say("clubs.note.report-late" if late else "clubs.note.report", lang), book.rule("people.reports"), late)]


def _sign(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """The own row, once there is nothing more to play. (AJZ-3.1-04)"""
    day, club = here.the_day, here.club
    if day.line_up is None or here.series not in day.line_up.design.names:
        raise Refusal("no-series", series=here.series, day=day.key)
    if day.opened is None or not club.finished(day, here.series):
        raise Refusal("not-finished", series=here.series)
    return [filled(ev.SheetSigned, here, {})]


ACTIONS = (
    Action(
        "name-guest", "day", "me.name",
        lambda here, lang: _name_asks(here, lang, guest_duties(here.club, here.the_day, here.me)),
        _naming(ev.GuestNamed, guest_duties), me_url, _naming_notes,
    ),
    Action(
        "name-substitute", "day", "me.name",
        lambda here, lang: _name_asks(here, lang, my_seats(here.club, here.the_day, here.me)),
        _naming(ev.SubstituteNamed, my_seats), me_url, _naming_notes,
    ),
    Action("absent", "day", "me.name", (), _absent, me_url, _absent_notes),
    Action("return", "day", "me.name", (), ev.ReturnAgreed, me_url),
    Action("inform", "day", "me.name", (Ask("person", "choice", _to_inform),), ev.PersonInformed, me_url),
    Action("report", "day", "me.report", (), ev.ReportSent, me_url, _report_notes),
    Action("leave-early", "day", "me.name", (Ask("leaves", "time"), Ask("reason")), _leave, me_url, _leave_notes),
    Action("cancel-meeting", "day", "me.name", (), _cancel, me_url, _cancel_notes),
    Action(
        "abroad", "club", "me.report", (*KNOWN_OR_NEW, Ask("since", "date"), Ask("until", "date")),
        partial(naming, ev.DauerersatzNamed), me_url,
    ),
    Action("sign", "table", "me.sign", (), _sign, me_url),
)  # fmt: skip
