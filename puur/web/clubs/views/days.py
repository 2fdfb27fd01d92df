"""The pages of the Jassjahr and of one Jasstag: what is next, who sits where, who came when. What is done there are actions."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from puur.season.calendar import minutes_between, publication_due
from puur.season.days import Day
from puur.season.fines import cascade
from puur.season.table import Status
from puur.season.tasks import checklist, day_tasks, sheet_problems
from puur.season.yearly import book_of_year, complete_year, next_tasks, standings, winners
from puur.web.clubs import store
from puur.web.clubs.actions import address
from puur.web.clubs.models import ClubAnswer, ClubContact
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.club import line_up
from puur.web.clubs.words import clock, name_of, word
from puur.web.doors.club import of_day, stamp, web_tables
from puur.web.people import lang_of
from puur.words import say

days_url = address("club-days")
day_url = address("club-day", "day")
attendance_url = address("club-attendance", "day")


def state_of(day: Day) -> str:
    """How far a day has come."""
    if day.closed is not None:
        return "rolled" if day.rolled else "published" if day.published else "closed"
    return "open" if day.opened else "drawn" if day.line_up else "planned"


def orders_of(day: Day, lang: str) -> list[tuple[str, str]]:
    """The orders of the Vorstand for a day, in words."""
    orders = []
    for who, order in day.announcements:
        name, _, value = order.partition(" ")
        orders.append((who, f"{say(f'clubs.field.{name}', lang)} {value}"))
    return orders


@needs("club.see")
def days(request: HttpRequest, here: Here) -> HttpResponse:
    """The years with their days and meetings, newest year first."""
    club = here.club
    dates = [dated.date for dated in (*club.days.values(), *club.meetings.values())]
    years = sorted({on.year for on in (*dates, *(own.on for own in club.evenings.values()))}, reverse=True)
    shown = []
    for year in years:
        own = [
            {"day": day, "state": state_of(day), "due": publication_due(club.book_on(day.date), day.date)}
            for day in club.year(year)
        ]
        ready = complete_year(club, year) and year not in club.trophies
        jobs = next_tasks(club, year)
        book = book_of_year(club, year)
        lasts = [job.people for job in jobs if len(job.people) > 1 and job.what == book.last_organises]
        shown.append(
            {
                "year": year,
                "days": own,
                "meetings": club.meetings_of(year),
                "missing": max(0, book.days.number - len(own)) if own else 0,
                "confirm": winners(club, year) if ready else (),
                "trophy": club.trophies.get(year, ""),
                "standings": standings(club, year),
                "jobs": jobs,
                "last_tie": lasts[0] if lasts and own else (),
            }
        )
    return page(request, here, "clubs/days.html", {"years": shown})


@needs("day.see")
def day(request: HttpRequest, here: Here) -> HttpResponse:
    """One Jasstag: what is next, who sits where, the checklist, the results; or one meeting."""
    if here.day is None:
        from puur.web.clubs.views.assembly import meeting_page  # which leads back to pages of people

        assert here.meeting is not None
        return meeting_page(request, here, here.meeting)
    club, jasstag, lang = here.club, here.day, lang_of(request)
    known = stamp(here.row, of_day(here.row, jasstag.key))  # before what is shown is looked up, so that nothing is missed
    steps = []
    for step in checklist(club, jasstag):
        said = dict(step.facts)
        if "who" in said:
            said["who"] = name_of(club, said["who"])
        for name in ("kind", "faces", "drink"):
            if name in said:
                said[name] = word(name, said[name], lang)
        if step.key == "publish":
            said["until"] = clock(publication_due(club.book, jasstag.date))
        steps.append({"text": word("step", step.key, lang, **said), "rule": step.rule, "people": step.people})
    previous = club.before(jasstag)
    facts = {
        "day": jasstag,
        "known": known,
        "state": state_of(jasstag),
        "series": [(name, seats, jasstag.table(name)) for name, seats in line_up(club, jasstag)],
        "steps": steps,
        "tasks": day_tasks(club, jasstag, store.now()),
        "results": [(name, rows) for name, rows in club.results(jasstag).items()] if jasstag.opened else [],
        "web": web_tables(here.row, jasstag.key),
        "sheets": sheet_problems(club, jasstag) if jasstag.closed else (),
        "due": publication_due(club.book, jasstag.date),
        "overdue": jasstag.closed is not None
        and jasstag.published is None
        and store.now() > publication_due(club.book, jasstag.date),
        "previous": previous,
        "next": club.after(jasstag),
        "outage": [name for name, _ in line_up(club, jasstag) if jasstag.opened and not club.complete(jasstag, name)],
        "orders": orders_of(jasstag, lang),
        "poll": _poll(here, jasstag) if here.may("club.see") and not jasstag.opened else None,
        "deputies": [(office, who) for (key, office), who in club.roster.deputies.items() if key == jasstag.key],
    }
    return page(request, here, "clubs/day.html", facts)


def _poll(here: Here, jasstag: Day) -> dict[str, Any]:
    """Who can come, and who of those who may be asked as substitutes is free."""
    who = here.club.roster.who
    said = ClubAnswer.objects.filter(club=here.row, day=jasstag.key).order_by("at").values_list("person", "answer")
    given = {who(person): answer for person, answer in said}
    seated = {seat.person for _, seat in here.club.everybody(jasstag)}
    willing = ClubContact.objects.filter(club=here.row, pool=True).values_list("person", flat=True)
    pool = [person for person in dict.fromkeys(map(who, willing)) if person not in seated and given.get(person) != "no"]
    counted = {answer: sum(each == answer for each in given.values()) for answer in ("yes", "maybe", "no")}
    return {**counted, "no_people": [person for person, answer in given.items() if answer == "no"], "pool": pool}


@needs("attendance.enter")
def attendance(request: HttpRequest, here: Here) -> HttpResponse:
    """Who came when, by the one clock that counts; every line says what it costs. (AJZ-1.3-10)"""
    club = here.club
    occasion = here.occasion
    if here.day is not None:
        seats = [(series, seat.person, seat.status) for series, seat in club.everybody(here.day) if seat.person]
    else:
        seats = [("", member, Status.MEMBER) for member in club.roster.members(occasion.date)]
    rows: list[dict[str, Any]] = []
    for series, person, status in seats:
        came = occasion.arrivals.get(person)
        late = minutes_between(occasion.besammlung, came) if came else 0
        amount, rule = cascade(club.book, late)
        rows.append(
            {
                "series": series,
                "person": person,
                "status": status,
                "came": came,
                "late": late,
                "amount": amount,
                "rule": rule,
                "absent": person in occasion.absent,
                "left": here.day.departures.get(person) if here.day else None,
                "cancelled": here.meeting.cancelled.get(person) if here.meeting else None,
                "notice": here.day.notices.get(person) if here.day else None,
                "emergency": occasion.emergencies.get((person, "fine")),
            }
        )
    facts = {
        "occasion": occasion,
        "rows": sorted(rows, key=lambda row: (row["series"], row["status"] == "gast", club.roster.name(row["person"]))),
        "absent_amount": club.book.fines.absent,
        "absent_rule": club.book.rule("fines.absent"),
        "clock_rule": club.book.rule("offices.clock"),
    }
    return page(request, here, "clubs/attendance.html", facts)
