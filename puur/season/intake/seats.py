"""Events about seats: lots, coins, carrying over, swaps, and the names of Ersatz- and Gastjasser."""

from __future__ import annotations

from collections.abc import Mapping

from puur.core.errors import Refusal
from puur.season import events as ev
from puur.season.days import Day, Naming
from puur.season.lineup import LineUp, draw_lot, seat_by_order
from puur.season.rollover import check_membership, preview
from puur.season.state import Club, takes

PURPOSES = ("promotion", "relegation", "guest", "ranking", "final", "last")


@takes(ev.LotDrawn)
def lot_drawn(club: Club, event: ev.LotDrawn) -> None:
    """The line-up of the first Jasstag: the order that the seed gives, or that was drawn on paper. (AJZ-4.1-07)"""
    day = club.coming(event.day)
    if day.number != 1:
        raise club.refuse("lot", "lot-first-day", day=day.key)
    members = club.roster.members(day.date)
    design = club.design(day)
    check_membership(club, day, design)
    if event.paper and sorted(event.order) != sorted(members):
        raise club.refuse("lot", "lot-people", expected=len(members), found=len(set(event.order) & set(members)))
    drawn = club.as_written.order if isinstance(club.as_written, ev.LotDrawn) else event.order  # by the keys that were drawn
    if not event.paper and (sorted(event.order) != sorted(members) or drawn != draw_lot(drawn, event.seed)):
        raise club.refuse("lot", "lot-order", seed=event.seed)
    seats = day.decided or seat_by_order(design, event.order)
    day.lot = (event.seed, event.order)
    # a club with guests on its first day: whoever was drawn first into a series brings the guest (AJZ 08 has none, AJZ-4.1-06)
    inviters = tuple(row[0] if guests else "" for row, guests in zip(seats, design.guests, strict=True))
    day.line_up = LineUp(design, seats, inviters)


@takes(ev.TieBroken)
def tie_broken(club: Club, event: ev.TieBroken) -> None:
    """A coin or a lot between equals. (AJZ-1.5-11)"""
    day = club.day(event.day)
    if event.purpose not in PURPOSES:
        raise Refusal("tie-purpose", purpose=event.purpose, accepted=", ".join(PURPOSES))
    if len(set(event.order)) != len(event.order) or len(event.order) < 2:
        raise Refusal("tie-order", order=", ".join(event.order))
    if event.purpose != "last":
        club.unrolled(day.key)
    day.broken[event.purpose, event.series, frozenset(event.order)] = event.order


@takes(ev.RolledOver)
def rolled_over(club: Club, event: ev.RolledOver) -> None:
    """The results of a day are carried over; the line-up has to be the one the rules give. (AJZ-4.1-03)"""
    day = club.unrolled(event.day)
    if club.replaying:  # the line-up as it was: a correction since, or another version, would seat otherwise
        following = club.after(day)
        if following is None:
            raise Refusal("no-next-day", day=day.key)
        if day.closed is None or day.line_up is None:
            raise Refusal("day-not-closed", day=day.key)
        day.rolled = True
        following.line_up = LineUp(club.design(following), event.line_up, event.inviters)
        return
    seen = preview(club, day)
    if seen.ties:
        tie = seen.ties[0]
        raise club.refuse("tie", "tie-open", purpose=tie.purpose, series=tie.series, among=", ".join(tie.among))
    if (event.line_up, event.inviters) != (seen.line_up.members, seen.line_up.inviters):
        raise club.refuse("design", "rollover-differs", day=day.key)
    day.rolled = True
    seen.next.line_up = seen.line_up


@takes(ev.RolloverUndone)
def rollover_undone(club: Club, event: ev.RolloverUndone) -> None:
    """Taken back until the next day has begun."""
    day = club.day(event.day)
    following = club.after(day)
    if not day.rolled or following is None:
        raise Refusal("not-rolled", day=day.key)
    club.coming(following.key)
    day.rolled = False
    following.line_up = None
    following.swaps.clear()


@takes(ev.SeatsSwapped)
def seats_swapped(club: Club, event: ev.SeatsSwapped) -> None:
    """Two seats swapped by the Vorstand, with a reason. (AJZ-4.4-01)"""
    day = club.coming(event.day)
    if not club.by_vorstand(event.by, day.date):
        raise club.refuse("override", "not-vorstand", person=event.by)
    if not event.reason.strip():
        raise club.refuse("override", "reason-missing")
    if day.line_up is None or not (day.line_up.series_of(event.one) and day.line_up.series_of(event.other)):
        raise Refusal("no-line-up", day=day.key)
    change = {event.one: event.other, event.other: event.one}
    seats = tuple(tuple(change.get(member, member) for member in row) for row in day.line_up.members)
    day.line_up = LineUp(day.line_up.design, seats, day.line_up.inviters)
    day.swaps.append(event)


@takes(ev.AbsenceAnnounced)
def absence_announced(club: Club, event: ev.AbsenceAnnounced) -> None:
    """A member will be missing. (AJZ-1.2-01)"""
    day = club.coming(event.day)
    if not club.roster.is_member(event.member, day.date):
        raise Refusal("no-member", person=event.member)
    day.announced_absent.add(event.member)


@takes(ev.SubstituteNamed)
def substitute_named(club: Club, event: ev.SubstituteNamed) -> None:
    """An Ersatzjasser in the series of the member. (AJZ-1.2-02)"""
    day = club.coming(event.day)
    if not club.roster.is_member(event.member, day.date):
        raise Refusal("no-member", person=event.member)
    _free_person(club, day, event.person, event.member, day.substitutes)
    first = day.substitutes.get(event.member)
    day.substitutes[event.member] = Naming(event.person, first.at if first else event.at)
    day.announced_absent.add(event.member)


@takes(ev.GuestNamed)
def guest_named(club: Club, event: ev.GuestNamed) -> None:
    """The guest of a member who owes one. (AJZ-1.2-09, AJZ-4.1-06)"""
    day = club.coming(event.day)
    if not any(club.design(day).guests):
        raise club.refuse("series.special_guests" if club.book.special(day.number) else "design", "no-guests", series="")
    if day.line_up is None or day.line_up.invited_to(event.member) is None:
        raise club.refuse("guest-duty", "no-guest-duty", member=event.member, day=day.key)
    _free_person(club, day, event.person, event.member, day.guests)
    first = day.guests.get(event.member)
    day.guests[event.member] = Naming(event.person, first.at if first else event.at)


@takes(ev.SeatCorrected)
def seat_corrected(club: Club, event: ev.SeatCorrected) -> None:
    """What was entered of the wrong person is that of the right one; seats of other days stay. (AJZ-1.2-02, AJZ-1.2-09)"""
    day = club.day(event.day)
    if day.opened is None or day.line_up is None:
        raise Refusal("day-not-open", day=day.key)
    if not club.by_vorstand(event.by, day.date):
        raise club.refuse("override", "not-vorstand", person=event.by)
    if not event.reason.strip():
        raise club.refuse("override", "reason-missing")
    if event.guest and day.line_up.invited_to(event.member) is None:
        raise club.refuse("guest-duty", "no-guest-duty", member=event.member, day=day.key)
    if not event.guest and day.line_up.series_of(event.member) is None:
        raise Refusal("not-playing", person=event.member, day=day.key)
    namings = day.guests if event.guest else day.substitutes
    was = (club.guest_seat if event.guest else club.seat)(day, event.member).person
    lasting = club.roster.substitute(event.member, day.date)
    if not event.guest and event.person in (event.member, lasting.person if lasting else event.member):
        namings.pop(event.member, None)
        day.announced_absent.discard(event.member)
        if lasting:
            (day.returns.add if event.person == event.member else day.returns.discard)(event.member)
    else:
        _free_person(club, day, event.person, event.member, namings)
        first = namings.get(event.member)
        namings[event.member] = Naming(event.person, event.at or (first.at if first else day.opened))
    day.rename(was, event.person)


@takes(ev.PersonInformed)
def person_informed(club: Club, event: ev.PersonInformed) -> None:
    """Told the main rules. (AJZ-1.2-15)"""
    club.roster.person(event.person)
    club.day(event.day).informed.add(event.person)


def _free_person(club: Club, day: Day, person: str, member: str, seats: Mapping[str, Naming]) -> None:
    """Nobody sits twice, and no member sits for another."""
    club.roster.person(person)
    if club.roster.is_member(person, day.date):
        raise club.refuse("ersatz-duty", "member-as-guest", person=person)
    taken = any(
        named.person == person and not (names is seats and whose == member)
        for names in (day.substitutes, day.guests)
        for whose, named in names.items()
    )
    lasting = [ersatz.person for ersatz in club.roster.dauerersatz if ersatz.holds(day.date) and ersatz.member not in day.returns]
    if taken or person in lasting:
        raise Refusal("seated-twice", person=person, day=day.key)
