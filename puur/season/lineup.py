"""Line-ups: the design of the series on a day, who sits in which, and how lots and rankings fill them.

A design is data (`Design`), never code: another number of series or a series without a guest needs no change here. Movement
from day to day is `puur.season.movement`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from puur.core.errors import RuleViolation
from puur.season.book import ClubBook


@dataclass(frozen=True, slots=True)
class Design:
    """The series of one day, highest first: names, seats of members, seats of guests."""

    names: tuple[str, ...]
    members: tuple[int, ...]
    guests: tuple[int, ...]

    @property
    def member_seats(self) -> int:
        """How many members it takes."""
        return sum(self.members)

    def boundaries(self) -> tuple[int, ...]:
        """After which ranks a new series begins."""
        ends, total = [], 0
        for count in self.members:
            total += count
            ends.append(total)
        return tuple(ends)


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits in which series: member seats per series, and per series the member who brings the guest, or ''."""

    design: Design
    members: tuple[tuple[str, ...], ...]
    inviters: tuple[str, ...]

    def series_of(self, member: str) -> str | None:
        """The series a member's seat is in."""
        for name, seats in zip(self.design.names, self.members, strict=True):
            if member in seats:
                return name
        return None

    def invited_to(self, member: str) -> str | None:
        """The series for which a member brings the guest."""
        for name, inviter in zip(self.design.names, self.inviters, strict=True):
            if inviter == member:
                return name
        return None

    def in_series(self, name: str) -> tuple[str, ...]:
        """The members of a series."""
        return self.members[self.design.names.index(name)]

    def inviter(self, name: str) -> str:
        """Who brings the guest of a series, or ''."""
        return self.inviters[self.design.names.index(name)]

    def level(self, member: str) -> int:
        """0 for the highest series."""
        return next(level for level, seats in enumerate(self.members) if member in seats)


def usual_design(book: ClubBook, number: int) -> Design:
    """The design of Jasstag `number` without any decision. (AJZ-4.1-01, AJZ-4.1-04, AJZ-4.1-05, AJZ-4.1-06)"""
    series = book.series
    if book.special(number):
        return Design(series.special_names, series.special_members, series.special_guests)
    return Design(series.names, series.members, series.guests)


def check_design(book: ClubBook, design: Design, members: int, number: int) -> None:
    """Refuse a design with wrong tables, or with more series than the membership allows. (AJZ-4.1-01, AJZ-4.4-03)

    On the first and last Jasstag guests only fill the chairs that members are too few for. (AJZ-4.1-06)
    """
    short = -members % book.series.seats
    if not len(design.names) == len(design.members) == len(design.guests) or len(set(design.names)) != len(design.names):
        raise RuleViolation(book.rule("series.names"), "design-names", names=", ".join(design.names))
    for name, own, guests in zip(design.names, design.members, design.guests, strict=True):
        if not 0 <= guests <= 1:
            raise RuleViolation(book.rule("series.guests"), "design-guests", series=name, found=guests)
        if own + guests != book.series.seats:
            raise RuleViolation(
                book.rule("series.seats"), "design-seats", series=name, found=own + guests, expected=book.series.seats
            )
        if guests and book.special(number) and not any(book.series.special_guests) and sum(design.guests) > short:
            raise RuleViolation(book.rule("series.special_guests"), "no-guests", series=name)
        if name not in book.series.coefficients and number not in book.series.without_coefficient:
            raise RuleViolation(book.rule("series.new_members"), "no-coefficient", series=name)
    extra = len(design.names) - len(book.series.names)
    if extra > 0 and members < book.members + extra * book.series.new_members:
        needed = book.members + extra * book.series.new_members
        raise RuleViolation(book.rule("series.new_members"), "too-few-members", found=members, expected=needed)


def draw_lot(people: Iterable[str], seed: int) -> tuple[str, ...]:
    """A random order that anybody can repeat from the seed. (AJZ-4.1-07)"""
    order = sorted(people)
    random.Random(seed).shuffle(order)
    return tuple(order)


def seat_by_order(design: Design, order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The first into the highest series and so on. (AJZ-4.1-07, AJZ-4.1-08, AJZ-4.2-07)"""
    ends = design.boundaries()
    return tuple(tuple(order[end - count : end]) for end, count in zip(ends, design.members, strict=True))


@dataclass(frozen=True, slots=True)
class Tie:
    """Equals whose order matters and is not decided yet."""

    purpose: str
    series: str
    among: tuple[str, ...]
    rule: str


def ordered(
    values: Mapping[str, object], broken: Mapping[frozenset[str], tuple[str, ...]], cuts: Iterable[int], purpose: str, rule: str
) -> tuple[tuple[str, ...], list[Tie]]:
    """People by value, highest first; equals across a cut need a lot, which `broken` may hold already."""
    groups: dict[object, list[str]] = {}
    for person in sorted(values):
        groups.setdefault(values[person], []).append(person)
    order: list[str] = []
    open_ties = []
    cuts = set(cuts)
    for value in sorted(groups, reverse=True):  # type: ignore[type-var]
        group, start = groups[value], len(order)
        lot = broken.get(frozenset(group))
        order += lot or group
        if len(group) > 1 and lot is None and any(start < cut < start + len(group) for cut in cuts):
            open_ties.append(Tie(purpose, "", tuple(group), rule))
    return tuple(order), open_ties
