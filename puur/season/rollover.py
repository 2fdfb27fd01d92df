"""Carrying a day over to the next: previewed, explained line by line, the same however often it is asked.

Which way the seats are found depends on the next day: the lot for the first, the ranking of the first day for the second, the
Jahreswertung for the last, promotion and relegation otherwise, and a decision of the Vorstand before all of them (AJZ-4.1 to 4.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from puur.core.errors import Refusal
from puur.season.days import Day
from puur.season.events import RolledOver
from puur.season.lineup import Design, LineUp, Tie, ordered, seat_by_order
from puur.season.movement import Move, Standing, moved
from puur.season.state import Club
from puur.season.table import Status
from puur.season.yearly import standings


@dataclass(frozen=True, slots=True)
class Preview:
    """What carrying over would do: the next line-up, a line per member, who brings guests, ties that need a coin first."""

    day: Day
    next: Day
    line_up: LineUp
    moves: tuple[Move, ...]
    guest_rule: str
    ties: tuple[Tie, ...]
    done: bool

    def event(self) -> RolledOver:
        """The event that carries it out."""
        return RolledOver(day=self.day.key, line_up=self.line_up.members, inviters=self.line_up.inviters)


def check_membership(club: Club, day: Day, design: Design) -> None:
    """Refuse a design that does not seat every member. (AJZ-4.1-04, AJZ-4.4-01)"""
    count = len(club.roster.members(day.date))
    if design.member_seats != count:
        raise club.refuse("members", "members-seats", members=count, seats=design.member_seats)


def preview(club: Club, day: Day) -> Preview:
    """The carrying over of a closed day; where it is done already, what was done."""
    following, club = club.after(day), club.on(day.date)
    if following is None:
        raise Refusal("no-next-day", day=day.key)
    if day.closed is None or day.line_up is None:
        raise Refusal("day-not-closed", day=day.key)
    design = club.design(following)
    check_membership(club, following, design)
    if following.decided:
        seated = _decided(club, day, design, following)
    elif following.number == club.book.days.number:
        seated = _by_standings(club, day, design)
    elif day.number == 1:
        seated = _by_first_day(club, day, design)
    elif not club.book.movement.enabled or design.members != day.line_up.design.members:
        seated = _reseated(club, day, design)
    else:
        seated = _moved(club, day, following)
    members, moves, inviters, rule, ties = seated
    wanted = tuple(who if guests else "" for who, guests in zip(inviters, design.guests, strict=True))
    needed = [tie for tie in ties if tie.purpose != "guest" or wanted[design.names.index(tie.series)]]
    line_up = LineUp(design, members, wanted)
    if day.rolled and following.line_up is not None:
        line_up, needed = following.line_up, []
        moves = _as_carried(club, line_up, _with_swaps(club, following, moves))
    return Preview(day, following, line_up, moves, rule, tuple(needed), day.rolled)


_Found = tuple[tuple[tuple[str, ...], ...], tuple[Move, ...], tuple[str, ...], str, list[Tie]]


def _points(club: Club, day: Day) -> dict[str, Standing]:
    """What counts of each member's day, and which seats may rise. (AJZ-4.2-04, AJZ-4.2-06)"""
    rise = {
        Status.MEMBER: True,
        Status.ERSATZ: club.book.movement.ersatz_rises,
        Status.DAUERERSATZ: club.book.movement.dauerersatz_rises,
    }
    return {
        row.member: Standing(row.member, row.provisional or Fraction(), rise[row.participant.status] and row.how != "absent")
        for rows in club.results(day).values()
        for row in rows
        if row.participant.status != Status.GAST
    }


def _moved(club: Club, day: Day, following: Day) -> _Found:
    """Up and down among those who stay; whoever is new takes the seat of one who left. (AJZ-4.2-01, AJZ-4.2-02)"""
    assert day.line_up is not None
    staying = set(club.roster.members(following.date))
    old = day.line_up
    kept = LineUp(old.design, tuple(tuple(member for member in seats if member in staying) for seats in old.members), old.inviters)
    result = moved(club.book, kept, _points(club, day), day.broken)
    new = _newcomers(club, following, [member for seats in old.members for member in seats])
    members, moves, inviters = [], list(result.moves), list(result.inviters)
    for level, (seats, before, after) in enumerate(zip(result.members, old.members, kept.members, strict=True)):
        taking = [new.pop(0) for _ in range(len(before) - len(after))]
        members.append((*seats, *taking))
        inviters[level] = inviters[level] or next(iter(taking), "")
        name, rule = old.design.names[level], club.book.rule("members")
        moves += [Move(member, "", name, "seated", "newcomer", rule) for member in taking]
    return tuple(members), tuple(moves), tuple(inviters), club.book.cite("guest-duty"), list(result.ties)


def _newcomers(club: Club, following: Day, before: Iterable[str]) -> list[str]:
    """Who is a member at the next day and was not seated at this one, the longest members first."""
    roster, known = club.roster, set(before)
    new = [member for member in roster.members(following.date) if member not in known]
    return sorted(new, key=lambda member: (max(period.since for period in roster.periods[member]), member))


def _ranked_members(club: Club, day: Day, ranked: Sequence[str]) -> tuple[str, ...]:
    """Those of an order who are still members at the next day, whoever is new last. (AJZ-4.1-08, AJZ-4.2-07)"""
    following = club.after(day)
    assert following is not None
    staying = [member for member in ranked if club.roster.is_member(member, following.date)]
    return (*staying, *_newcomers(club, following, ranked))


def _ranking(club: Club, day: Day, cuts: set[int], rule: str) -> tuple[tuple[str, ...], list[Tie]]:
    values = {member: standing.points for member, standing in _points(club, day).items() if _stays(club, day, member)}
    broken = {among: order for (purpose, _, among), order in day.broken.items() if purpose == "ranking"}
    return ordered(values, broken, cuts, "ranking", rule)


def _stays(club: Club, day: Day, member: str) -> bool:
    following = club.after(day)
    return following is not None and club.roster.is_member(member, following.date)


def _by_first_day(club: Club, day: Day, design: Design) -> _Found:
    """The ranking of the first day fills the second; its four best bring the guests. (AJZ-4.2-07, AJZ-4.3-02)"""
    guests = [level for level, count in enumerate(design.guests) if count]
    cuts = {*design.boundaries(), *range(1, len(guests) + 1)}
    order, ties = _ranking(club, day, cuts, club.book.cite("second-day"))
    order = _ranked_members(club, day, order)
    inviters = [""] * len(design.names)
    for place, level in enumerate(guests):
        inviters[level] = order[place]
    seats = seat_by_order(design, order)
    rule = club.book.cite("second-day")
    return seats, _seated(club, day, design, seats, "first-day", rule), tuple(inviters), club.book.cite("second-day-guests"), ties


def _by_standings(club: Club, day: Day, design: Design) -> _Found:
    """The Jahreswertung fills the last day. (AJZ-4.1-08)"""
    lines = standings(club, day.year, day.number)
    totals = {total.member: total.points for total in lines if _stays(club, day, total.member)}
    broken = {among: order for (purpose, _, among), order in day.broken.items() if purpose == "final"}
    order, ties = ordered(totals, broken, design.boundaries(), "final", club.book.cite("last-day"))
    order = _ranked_members(club, day, order)
    seats = seat_by_order(design, order)
    rule = club.book.cite("last-day")
    moves = _seated(club, day, design, seats, "standings", rule)
    guest_rule = club.book.cite("guest-duty" if any(design.guests) else "no-guest-duty")  # the last day has none (AJZ-1.2-10)
    return seats, moves, _guests_after(club, day, design), guest_rule, ties


def _decided(club: Club, day: Day, design: Design, following: Day) -> _Found:
    """The decision of the Vorstand names the seats. (AJZ-4.4-01)"""
    moves = _seated(club, day, design, following.decided, "decision", club.book.cite("design"))
    return following.decided, moves, _guests_after(club, day, design), club.book.cite("guest-duty"), []


def _reseated(club: Club, day: Day, design: Design) -> _Found:
    """Another design than today: by series, then by points of the day; who is new comes last. (AJZ-4.4-01)"""
    assert day.line_up is not None
    points = _points(club, day)
    members = club.roster.members(day.date if club.after(day) is None else club.after(day).date)  # type: ignore[union-attr]
    order: list[str] = []
    ties: list[Tie] = []
    for name in day.line_up.design.names:
        here = {member: points[member].points for member in day.line_up.in_series(name) if member in members}
        broken = {among: lot for (purpose, _, among), lot in day.broken.items() if purpose == "ranking"}
        start = len(order)
        cuts = {end - start for end in design.boundaries()}
        ranked, open_ties = ordered(here, broken, cuts, "ranking", club.book.cite("design"))
        order += ranked
        ties += open_ties
    order += [member for member in members if member not in order]
    seats = seat_by_order(design, order)
    moves = _seated(club, day, design, seats, "design", club.book.cite("design"))
    return seats, moves, _guests_after(club, day, design), club.book.cite("guest-duty"), ties


def _guests_after(club: Club, day: Day, design: Design) -> tuple[str, ...]:
    """Who brings guests where the seats were found otherwise: the best in person of each series of the day."""
    assert day.line_up is not None
    points = {member: standing for member, standing in _points(club, day).items() if _stays(club, day, member)}
    inviters: list[str] = []
    for name in design.names:
        seats = day.line_up.in_series(name) if name in day.line_up.design.names else ()
        rows = [points[member] for member in seats if member in points] or list(points.values())
        free = [row for row in rows if row.member not in inviters]
        able = [row for row in free if row.may_rise] or free or rows
        inviters.append(min(able, key=lambda row: (-row.points, row.member)).member)
    return tuple(inviters)


def _seated(club: Club, day: Day, design: Design, seats: tuple[tuple[str, ...], ...], reason: str, rule: str) -> tuple[Move, ...]:
    assert day.line_up is not None
    points = {member: standing.points for member, standing in _points(club, day).items()}
    return tuple(
        Move(member, day.line_up.series_of(member) or "", name, "seated", reason, rule, points.get(member))
        for name, row in zip(design.names, seats, strict=True)
        for member in row
    )


def _with_swaps(club: Club, following: Day, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The lines after swaps of the Vorstand: whoever was swapped says so."""
    swapped = {member for swap in following.swaps for member in (swap.one, swap.other)}
    if not swapped or following.line_up is None:
        return moves
    rule = club.book.cite("override")
    return tuple(
        replace(move, target=following.line_up.series_of(move.member) or "", label="override", reason="swapped", rule=rule)
        if move.member in swapped
        else move
        for move in moves
    )


def _as_carried(club: Club, line_up: LineUp, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Where results were corrected since, a line says where the member sits, and why new points do not move it. (AJZ-4.1-03)"""
    names, rule = line_up.design.names, club.book.cite("carried")

    def carried(move: Move) -> Move:
        seat = line_up.series_of(move.member)
        if seat in (None, move.target):
            return move
        label = "seated"
        if move.origin in names:
            way = names.index(seat) - names.index(move.origin)
            label = "stayed" if not way else "promoted" if way < 0 else "relegated"
        return replace(move, target=seat, label=label, reason="carried", rule=rule)

    return tuple(map(carried, moves))
