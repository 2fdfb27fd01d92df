"""Events about people: persons, membership, offices, Dauerersatzjasser."""

from __future__ import annotations

from dataclasses import replace

from puur.core.errors import Refusal
from puur.season import events as ev
from puur.season.calendar import long_enough, months_later
from puur.season.days import Day
from puur.season.identity import check_two
from puur.season.roster import Address, Dauerersatz, Period, Person
from puur.season.state import Club, takes


@takes(ev.PersonAdded)
def person_added(club: Club, event: ev.PersonAdded) -> None:
    """A new person, or new facts of a known one."""
    if not event.person or not event.person.replace("-", "").replace("_", "").isalnum():
        raise Refusal("person-key", person=event.person)
    address = Address(event.street, event.house, event.postcode, event.town, event.country)
    known = Person(event.person, event.name, event.born, address)
    if event.person in club.roster.joined:
        club.roster.entered[event.person] = known
        person = club.roster.who(event.person)
        club.roster.people.setdefault(person, replace(known, key=person))  # until that entry says it itself
    else:
        club.roster.people[event.person] = known


@takes(ev.PersonsAsked)
def persons_asked(club: Club, event: ev.PersonsAsked) -> None:
    """Remembered until somebody answers; once they are one person there is nothing to answer."""
    pair = (event.person, event.other)
    if not club.folding:
        _two_people(club, *pair)
        if pair in club.roster.asked:
            raise Refusal("join-asked", person=event.person, other=event.other)
    club.roster.asked.append(pair)


@takes(ev.PersonsJoined)
def persons_joined(club: Club, event: ev.PersonsJoined) -> None:
    """From the first event on they are one person, if everything holds together so."""
    if not club.folding:
        _two_people(club, event.person, event.other)
        check_two(club, event.person, event.other)
        club.read_again({**club.roster.joined, event.other: event.person}, event)
    _answered(club, event.person, event.other)


@takes(ev.PersonsParted)
def persons_parted(club: Club, event: ev.PersonsParted) -> None:
    """Two people again, each with what was entered of them; or asked, and they are not one."""
    roster = club.roster
    if not club.folding and roster.joined.get(event.other) == event.person:
        club.read_again({other: person for other, person in roster.joined.items() if other != event.other}, event)
    elif not club.folding and (event.person, event.other) not in roster.asked:
        raise Refusal("not-joined", person=event.person, other=event.other)
    _answered(club, event.person, event.other)


def _two_people(club: Club, person: str, other: str) -> None:
    for key in (person, other):
        if key not in club.roster.people:  # an entry that is another person by now stands for nobody of its own
            raise Refusal("no-person", person=key)
    if person == other:
        raise Refusal("join-same", person=person)


def _answered(club: Club, person: str, other: str) -> None:
    club.roster.asked = [pair for pair in club.roster.asked if set(pair) != {person, other}]


@takes(ev.MemberAdmitted)
def member_admitted(club: Club, event: ev.MemberAdmitted) -> None:
    """A membership begins."""
    club.roster.person(event.person)
    if club.roster.is_member(event.person, event.on):
        if club.replaying and len(club.roster.entries(event.person)) > 1:
            return  # both entries were made members, and they are one person
        raise Refusal("member-already", person=event.person)
    club.roster.periods.setdefault(event.person, []).append(Period(event.on))


@takes(ev.MemberLeft)
def member_left(club: Club, event: ev.MemberLeft) -> None:
    """A membership ends."""
    for period in club.roster.periods.get(event.person, ()):
        if period.holds(event.on):
            period.until = event.on
            return
    raise Refusal("no-member", person=event.person)


@takes(ev.OfficeGiven)
def office_given(club: Club, event: ev.OfficeGiven) -> None:
    """An office goes to a member."""
    offices = club.book.offices
    known = {*offices.vorstand, *offices.yearly, *offices.emergencies, *club.book.officials}
    if event.office not in known:
        raise Refusal("no-office", office=event.office, accepted=", ".join(sorted(known)))
    if not club.roster.is_member(event.person, event.on):
        raise Refusal("no-member", person=event.person)
    club.roster.offices.append((event.on, event.office, event.person))


@takes(ev.DeputyNamed)
def deputy_named(club: Club, event: ev.DeputyNamed) -> None:
    """A deputy for one day."""
    club.day(event.day)
    club.roster.person(event.person)
    club.roster.deputies[event.day, event.office] = event.person


@takes(ev.DauerersatzNamed)
def dauerersatz_named(club: Club, event: ev.DauerersatzNamed) -> None:
    """A stay abroad that is long enough. (AJZ-1.2-03)"""
    club.roster.person(event.person)
    if not club.roster.is_member(event.member, event.since):
        raise Refusal("no-member", person=event.member)
    if not event.excepted and not long_enough(club.book, event.since, event.until):
        needed = months_later(event.since, club.book.people.abroad_months)
        raise club.refuse("people.abroad_months", "stay-short", since=event.since, until=event.until, needed=needed)
    if club.roster.is_member(event.person, event.since) and not club.replaying:
        raise club.refuse("ersatz-duty", "member-as-guest", person=event.person)
    played = frozenset(day.date for day in club.days.values() if _has_sat(club, day, event.member))
    club.roster.dauerersatz.append(Dauerersatz(event.member, event.person, event.since, event.until, played=played))


def _has_sat(club: Club, day: Day, member: str) -> bool:
    """Whether a day is played on the seat of a member, without an Ersatzjasser who was named for it."""
    if day.line_up is None or (series := day.line_up.series_of(member)) is None or member in day.substitutes:
        return False
    return day.closed is not None or day.table(series).played(club.seat(day, member).person)


@takes(ev.DauerersatzApproved)
def dauerersatz_approved(club: Club, event: ev.DauerersatzApproved) -> None:
    """The Vorstand approves. (AJZ-1.2-04)"""
    if not club.by_vorstand(event.by, event.on):
        raise club.refuse("dauerersatz-approval", "not-vorstand", person=event.by)
    for ersatz in club.roster.dauerersatz:
        if (ersatz.member, ersatz.person) == (event.member, event.person) and ersatz.approved is None:
            ersatz.approved = event.on
            return
    raise Refusal("no-dauerersatz", member=event.member, person=event.person)


@takes(ev.ReturnAgreed)
def return_agreed(club: Club, event: ev.ReturnAgreed) -> None:
    """The absent member plays this day after all. (AJZ-1.2-07)"""
    day = club.day(event.day)
    if club.roster.substitute(event.member, day.date) is None:
        raise Refusal("no-dauerersatz", member=event.member, person="")
    club.coming(event.day)
    day.returns.add(event.member)


@takes(ev.ReportSent)
def report_sent(club: Club, event: ev.ReportSent) -> None:
    """A report from abroad; only one before the Jasstag counts. (AJZ-1.2-08)"""
    day = club.day(event.day)
    if club.roster.substitute(event.member, day.date) is None:
        raise Refusal("no-dauerersatz", member=event.member, person="")
    day.reports.setdefault(event.member, event.at)
