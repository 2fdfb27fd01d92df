"""The season of a rule book: days, series, coefficients, fines, deadlines and fees of a club year; never a person and never a date.

A book without a club year has no such section; one that has states every value, itself or through the book it extends. What an
act costs (`penalties`), who judges the play (`referee.officials`) and how far a round goes (`ending.target`) stand in the play's
sections, because the table needs them too. Money and coefficients are `Decimal`; a float is never accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from typing import ClassVar

from puur.core.fields import Cite, Clash, limited
from puur.core.reglement import Reglement, contributed_section

ACCOUNTS = ("cash", "bank", "debtor", "startgeld", "fine", "surcharge", "beer")  # that every ledger needs


class Weekday(StrEnum):
    """A day of the week."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


class FeesBefore(StrEnum):
    """Until when the Startgeld is paid."""

    SPIELBEGINN = "spielbeginn"
    BESAMMLUNG = "besammlung"


class OutageAverage(StrEnum):
    """What the members of a series in outage get."""

    OTHER_SERIES = "other-series"
    ZERO = "zero"


class SurchargeMode(StrEnum):
    """Whether the second surcharge is reckoned on the first."""

    COMPOUND = "compound"
    SIMPLE = "simple"


class CountFrom(StrEnum):
    """From when the days of default are counted."""

    START = "start"
    DUE = "due"  # twenty days of default after the first ten


class EveningsCount(StrEnum):
    """What an evening of the club counts for the year."""

    NOTHING = "nothing"
    TOTAL = "total"  # its total, like a further Jasstag
    RANK = "rank"  # points by place (`evening_points`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offices:
    """Who leads the club and in which order they decide."""

    vorstand: tuple[str, ...]
    yearly: tuple[str, ...]
    emergencies: tuple[str, ...]
    clock: str
    cash: str
    ritual: str
    sheets: str
    copies: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """The Jassjahr: how many Jasstage, their kinds, times and deadlines."""

    number: int
    besammlung: time
    spielbeginn: time
    names_before: int  # minutes before Besammlung
    publish_by: Weekday
    first: str
    last: str
    after_break: str
    regular: str
    french_cards: tuple[str, ...]
    fees_before: FeesBefore
    book_copy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The design of the series on ordinary days and on the first and last one."""

    seats: int = limited(4, 4)  # a Jass table
    names: tuple[str, ...]
    members: tuple[int, ...]
    guests: tuple[int, ...]
    special_names: tuple[str, ...]
    special_members: tuple[int, ...]
    special_guests: tuple[int, ...]
    new_members: int
    coefficients: Mapping[str, Decimal] = limited(factory=dict, by_entry=True)
    without_coefficient: tuple[int, ...]  # numbers of Jasstage


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Promotion and relegation between the series."""

    enabled: bool
    movers: tuple[int, ...] = limited(length=(1, 100))  # who rise and fall at each boundary from the top; the last is for all below
    ersatz_rises: bool
    dauerersatz_rises: bool

    def at(self, level: int) -> int:
        """How many may rise out of a series, 1 for the second highest. (AJZ-4.2-01)"""
        return self.movers[min(level, len(self.movers)) - 1]

    @property
    def several(self) -> bool:
        """Whether anywhere more than one rises."""
        return max(self.movers) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesTable:
    """A day at a series table."""

    rounds: int
    outage_form: str
    outage_average: OutageAverage
    average_from: int
    first_break: int
    meal_break: int
    toilet_break: int


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Substitutes and guests."""

    abroad_months: int
    reports: bool
    summary_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """What a day costs; the Kassier may only choose among these."""

    startgeld: Decimal
    choices: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fines:
    """Fines by minutes; a band ends with its upper edge, `absent_from` minutes count as not appearing."""

    band_minutes: tuple[int, ...]
    band_amounts: tuple[Decimal, ...]
    absent_from: int
    absent: Decimal
    late_name: Decimal
    notice_time: time
    gv_notice_time: time
    sommerloch_weekday: Weekday
    sommerloch_fridays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Periods, surcharges and what a beer round is worth at year end."""

    due_days: int
    second_days: int
    meeting_days: int
    surcharge: Decimal
    surcharge_mode: SurchargeMode
    count_from: CountFrom
    notify_days: int
    beer_round: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """Devices and drinks."""

    device_points_outside: bool
    drink: str
    stangen: tuple[int, ...]
    schnapps_per_round: int
    drinks_payers: int
    outage_penalties: tuple[str, ...]  # acts of the list that cost points in an outage too


@contributed_section("season")
@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A club year: the Jahreswertung and what excludes from winning it, and everything around it."""

    brings: ClassVar[tuple[str, ...]] = ("penalties", "referee.officials")  # comes along where only the season is extended
    town: str
    members: int
    valid_from: date
    absences: int
    dauerersatz_share: Decimal
    own_name_days: int
    best_days: int  # 0: all of them count
    weights: Mapping[str, Decimal] = limited(factory=dict, by_entry=True)  # of single Jasstage, by number; 1 where nothing is said
    rank_points: tuple[int, ...]  # empty: the points themselves count
    evenings: EveningsCount = EveningsCount.NOTHING
    evening_points: tuple[int, ...] = ()  # by place, where evenings count so; the last is for all below
    evening_series: bool = False  # an evening may count for a single series, with its coefficient
    winner_organises: str
    last_organises: str
    offices: Offices
    days: Days
    series: Series
    movement: Movement
    table: SeriesTable
    people: People
    fees: Fees
    fines: Fines
    payment: Payment
    conduct: Conduct
    accounts: Mapping[str, str] = limited(factory=dict, by_entry=True)  # of the ledger, by what they are for: number and name
    cites: Mapping[str, Cite] = limited(factory=dict, by_entry=True)  # behind what the engine does where no value stands for it

    def clashes(self, _: Reglement) -> Iterator[Clash]:
        """Values that do not go together."""
        yield from self._design("", self.series.names, self.series.members, self.series.guests)
        special = self.series.special_names, self.series.special_members, self.series.special_guests
        yield from self._design("special_", *special)
        minutes, fines, pay = self.fines.band_minutes, self.fines, self.payment
        edges = [*minutes, fines.absent_from]
        if len(minutes) != len(fines.band_amounts) or edges != sorted(set(edges)):
            yield Clash(
                "season.fines.band_minutes", minutes, "bands", beside=("season.fines.band_amounts", "season.fines.absent_from")
            )
        if self.fees.startgeld not in self.fees.choices:
            yield Clash("season.fees.startgeld", self.fees.startgeld, "fee", beside=("season.fees.choices",))
        if not pay.due_days < pay.second_days < pay.meeting_days:
            beside = ("season.payment.due_days", "season.payment.meeting_days")
            yield Clash("season.payment.second_days", pay.second_days, "periods", beside=beside)
        if self.days.besammlung > self.days.spielbeginn:
            yield Clash("season.days.spielbeginn", self.days.spielbeginn, "spielbeginn", beside=("season.days.besammlung",))
        if max(self.movement.movers, default=0) > self.series.seats:
            yield Clash("season.movement.movers", self.movement.movers, "movers", {"high": str(self.series.seats)})
        if self.evenings is EveningsCount.RANK and not self.evening_points:
            yield Clash("season.evenings", self.evenings.value, "evening-points", beside=("season.evening_points",))
        for name in ACCOUNTS:
            if name not in self.accounts:
                yield Clash(f"season.accounts.{name}", None, "account")

    def _design(self, prefix: str, names: tuple[str, ...], members: tuple[int, ...], guests: tuple[int, ...]) -> Iterator[Clash]:
        fields = tuple(f"season.series.{prefix}{part}" for part in ("names", "members", "guests"))
        if not len(names) == len(members) == len(guests) > 0 or len(set(names)) != len(names):
            yield Clash(fields[0], names, "series", beside=fields)
        elif any(own + guest != self.series.seats or guest > 1 for own, guest in zip(members, guests, strict=True)):
            yield Clash(fields[1], members, "seats", {"value": str(self.series.seats)}, fields)
        for name in names:
            if name not in self.series.coefficients:
                yield Clash("season.series.coefficients", None, "coefficient", {"value": name}, fields)
