"""What is to be done and by whom: open duties, warnings, the checklist of a Jasstag. Keys and facts; the words are the shells'."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from puur.reglement.season import FeesBefore
from puur.season.accounts import Stage, reminders
from puur.season.calendar import Gathering, names_deadline, publication_due
from puur.season.conduct import stangen_target
from puur.season.days import Day
from puur.season.state import Club
from puur.season.table import Status
from puur.season.yearly import complete_year, next_tasks


@dataclass(frozen=True, slots=True)
class Task:
    """Something open: what, for whom, until when, and the provision behind it."""

    what: str
    who: tuple[str, ...]
    rule: str
    day: str = ""
    due: datetime | date | None = None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the checklist of a Jasstag."""

    key: str
    rule: str
    facts: dict[str, str] = field(default_factory=dict)
    people: tuple[str, ...] = ()


def day_tasks(club: Club, day: Day, now: datetime) -> tuple[Task, ...]:
    """The duties around one Jasstag."""
    club = club.on(day.date)
    book = club.book
    tasks: list[Task] = []
    limit = names_deadline(book, day.besammlung)
    for series, seat in club.everybody(day):
        who = (club.answers_for(day, seat.member),)
        facts = {"series": series, "person": seat.person}
        if seat.status == Status.GAST:
            if not seat.person:
                tasks.append(Task("name-gast", who, book.cite("guest-duty"), day.key, limit, facts))
        elif not seat.person:
            tasks.append(Task("name-ersatz", who, book.cite("ersatz-duty"), day.key, limit, facts))
        if seat.person and seat.status in (Status.GAST, Status.ERSATZ) and seat.person not in day.informed:
            told = {**facts, "summary": book.people.summary_url}
            tasks.append(Task("inform", who, book.rule("people.summary_url"), day.key, day.besammlung, told))
    for member in club.roster.members(day.date) if book.people.reports else ():
        away = club.roster.recognised(member, day.date) is not None and member not in day.returns
        if away and member not in day.reports:
            tasks.append(Task("send-report", (member,), book.rule("people.reports"), day.key, day.besammlung))
    tasks += _meals(club, day, now)
    if day.closed is not None:
        tasks += _after_the_day(club, day)
    if day.key in club.design_changes:
        tasks.append(Task("update-regelwerk", (), book.cite("update-regelwerk"), day.key))
    return tuple(task for task in tasks if task.due is None or day.closed is None or task.what in _LATER or now.date() <= day.date)


def _meals(club: Club, day: Day, now: datetime) -> list[Task]:
    """Series that should have eaten by now and have recorded no break; their rounds count all the same. (AJZ-1.6-03)"""
    book, tasks = club.book, []
    for series in day.line_up.design.names if day.line_up and day.opened else ():
        table, last = day.table(series), book.table.rounds - 1
        over = table.rounds[last - 1].ended if len(table.rounds) >= last else None
        until = over + timedelta(minutes=book.table.meal_break) if over else None
        if until is not None and until <= now and last not in table.breaks:
            who = tuple(seat.person for seat in club.participants(day, series) if seat.person)
            tasks.append(Task("meal-break", who, book.rule("table.meal_break"), day.key, until, {"series": series}))
    return tasks


_LATER = ("publish", "file-sheets", "sign-sheets", "name-gast", "name-ersatz", "update-regelwerk")


def _after_the_day(club: Club, day: Day) -> list[Task]:
    book = club.book
    holder = club.roster.holder(book.offices.sheets, day.date)
    who = (holder,) if holder else ()
    tasks = []
    for problem, series, rule in sheet_problems(club, day):
        tasks.append(Task("file-sheets" if problem == "missing" else "sign-sheets", who, rule, day.key, None, {"series": series}))
    if day.published is None:
        tasks.append(Task("publish", who, book.rule("days.publish_by"), day.key, publication_due(book, day.date)))
    return tasks


def sheet_problems(club: Club, day: Day) -> tuple[tuple[str, str, str], ...]:
    """Series whose table is missing or not signed by everybody. (AJZ-3.1-03 to AJZ-3.1-05)"""
    problems = []
    for series in day.line_up.design.names if day.line_up else ():
        table = day.table(series)
        if not table.filed:
            problems.append(("missing", series, club.book.rule("offices.sheets")))
        people = {seat.person for seat in club.participants(day, series) if seat.person and seat.person not in day.absent}
        if table.rounds and not people <= table.signed:
            problems.append(("unsigned", series, club.book.cite("signed")))
    return tuple(problems)


def open_tasks(club: Club, now: datetime) -> list[Task]:
    """Everything that is open in a club."""
    tasks = [task for day in club.in_order() for task in day_tasks(club, day, now)]
    years = sorted({day.year for day in club.days.values()})
    return [*tasks, *club_tasks(club, now), *(task for year in years for task in warnings(club, year, now.date()))]


def club_tasks(club: Club, now: datetime) -> tuple[Task, ...]:
    """The duties of the officials: notifications, extraordinary meetings, offices, organising the next year."""
    book, tasks = club.book_on(now.date()), []
    kassier = club.roster.holder(book.offices.cash, now.date())
    vorstand = tuple(holder for office in book.offices.vorstand if (holder := club.roster.holder(office, now.date())) is not None)
    for reminder in reminders(club, now.date()):
        facts = {"charge": reminder.charge.key, "person": reminder.charge.debtor, "amount": str(reminder.open)}
        if reminder.stage is Stage.NOTIFY:
            facts["member"] = reminder.charge.joint
            tasks.append(Task("notify", (kassier,) if kassier else (), reminder.rule, reminder.charge.day, reminder.next, facts))
        if reminder.stage is Stage.MEETING:
            members = [person for person in reminder.liable if club.roster.is_member(person, now.date())]
            facts["member"] = ", ".join(members)
            tasks.append(Task("extraordinary-gv", vorstand, reminder.rule, reminder.charge.day, None, facts))
    for year in sorted({day.year for day in club.days.values()}):
        tasks += [Task(f"organise-{task.what}", task.people, task.rule, str(task.year)) for task in next_tasks(club, year)]
    return tuple(tasks)


def warnings(club: Club, year: int, today: date) -> tuple[Task, ...]:
    """What is not as it should be: offices of the year not given, fewer days than the year needs. (AJZ-1.8-06, AJZ-3.3-04)"""
    book = club.book_on(min(today, date(year, 12, 31)))
    past = [meeting for meeting in club.meetings.values() if meeting.date.year == year and meeting.date <= today]
    gv = [meeting for meeting in past if meeting.sort is Gathering.GV]
    left = {office for office in book.offices.yearly if today.year == year and club.roster.serving(office, today) is None}
    missing = [office for office in book.offices.yearly if office in left or not club.roster.designated(office, year)]
    tasks = [
        Task("office-missing", (), book.rule("offices.yearly"), "", None, {"office": office, "year": str(year)})
        for office in missing
        if gv or club.year(year)
    ]
    if today > date(year, 12, 31) and not complete_year(club, year):
        played = sum(day.closed is not None for day in club.year(year))
        tasks.append(Task("days-missing", (), book.rule("days.number"), "", None, {"played": str(played)}))
    return tuple(tasks)


def checklist(club: Club, day: Day) -> tuple[Step, ...]:
    """The steps of a Jasstag in their order. (AJZ-1.1, AJZ-1.7, AJZ-5)"""
    club = club.on(day.date)
    book, roster = club.book, club.roster
    seats = [seat for _, seat in club.everybody(day)]
    members = tuple(seat.person for seat in seats if seat.status == Status.MEMBER and seat.person)
    expected = members or tuple(sorted(roster.members(day.date)))  # before the lot nobody has a seat
    strangers = tuple(seat.person for seat in seats if seat.status in (Status.ERSATZ, Status.GAST) and seat.person)
    series = len(club.design(day).names)
    speaker = roster.acting(book.offices.ritual, day.date, day.key) or ""
    copies = roster.acting(book.offices.copies, day.date, day.key) or ""
    low, high = stangen_target(book.table.rounds, book.conduct.stangen)
    clock = roster.acting(book.offices.clock, day.date, day.key) or ""
    fees_until = day.spielbeginn if book.days.fees_before is FeesBefore.SPIELBEGINN else day.besammlung
    cards = "french" if day.kind in book.days.french_cards else "german"
    return (
        Step("copies", book.rule("offices.copies"), {"count": str(series), "who": copies}),
        Step("book-copy", book.rule("days.book_copy"), {"title": book.days.book_copy, "who": copies}),
        Step("cards", book.rule("days.french_cards"), {"faces": cards}),
        Step("look-back", book.rule("town.0"), {"count": str(len(expected)), "place": day.gathering or book.town}, expected),
        *((Step("steckbrief", book.cite("steckbrief"), {"count": str(len(strangers))}, strangers),) if strangers else ()),
        Step("clock", book.rule("offices.clock"), {"who": clock, "time": f"{day.besammlung:%H:%M}"}),
        Step("startgeld", book.cite("startgeld-purpose"), {"amount": str(club.fee(day)), "until": f"{fees_until:%H:%M}"}),
        Step("move", book.rule("town.1"), {"place": ", ".join(part for part in (day.venue, day.town) if part)}),
        Step("opening", book.rule("offices.ritual.0"), {"who": speaker, "time": f"{day.spielbeginn:%H:%M}", "kind": day.kind}),
        Step("drinks", book.rule("conduct.stangen"), {"drink": book.conduct.drink, "low": str(low), "high": str(high)}),
        Step("meal", book.rule("table.meal_break"), {"minutes": str(book.table.meal_break)}),
        Step("sheets", book.rule("offices.sheets"), {"count": str(series)}),
        Step("closing", book.rule("offices.ritual.1"), {"who": speaker}),
        Step("publish", book.rule("days.publish_by"), {"until": f"{publication_due(book, day.date):%Y-%m-%d %H:%M}"}),
    )
