"""A club's own settings as data: days, series, coefficients, fines, deadlines, fees; never a person and never a date of a season.

How the cards are played is `puur.reglement`; this book only names which one (`game`). Where two clubs differ there is a field,
never an `if` on a name. Every value can carry the provision it comes from: `book.rule("fines.absent")` answers it, and every
line, fine and booking of the engine cites it. Money and coefficients are `Decimal`; a float is never accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from types import MappingProxyType

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class OfficesSection:
    """Who leads the club and in which order they decide."""

    vorstand: tuple[str, ...]
    yearly: tuple[str, ...]
    emergencies: tuple[str, ...]
    jassregeln: tuple[str, ...]
    clock: str
    cash: str
    ritual: str
    sheets: str
    copies: str


@dataclass(frozen=True, slots=True)
class DaysSection:
    """The Jassjahr: how many Jasstage, their kinds, times and deadlines."""

    number: int
    besammlung: time
    spielbeginn: time
    names_before: int
    publish_by: str
    first: str
    last: str
    after_break: str
    regular: str
    french_cards: tuple[str, ...]
    fees_before: str
    book_copy: str


@dataclass(frozen=True, slots=True)
class SeriesSection:
    """The design of the series on ordinary days and on the first and last one."""

    seats: int
    names: tuple[str, ...]
    members: tuple[int, ...]
    guests: tuple[int, ...]
    special_names: tuple[str, ...]
    special_members: tuple[int, ...]
    special_guests: tuple[int, ...]
    new_members: int
    coefficients: Mapping[str, Decimal]
    without_coefficient: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MovementSection:
    """Promotion and relegation between the series."""

    enabled: bool
    movers: tuple[int, ...]  # how many rise and fall at each boundary from the top; the last number stands for all below
    ersatz_rises: bool
    dauerersatz_rises: bool

    def at(self, level: int) -> int:
        """How many may rise out of a series, 1 for the second highest. (AJZ-4.2-01)"""
        return self.movers[min(level, len(self.movers)) - 1]

    @property
    def several(self) -> bool:
        """Whether anywhere more than one rises."""
        return max(self.movers) > 1


@dataclass(frozen=True, slots=True)
class TableSection:
    """A day at a series table."""

    rounds: int
    target: int
    outage_form: str
    outage_average: str
    average_from: int
    first_break: int
    meal_break: int
    toilet_break: int


@dataclass(frozen=True, slots=True)
class SeasonSection:
    """The Jahreswertung and what excludes from winning it."""

    absences: int
    dauerersatz_share: Decimal
    own_name_days: int
    best_days: int
    weights: Mapping[str, Decimal]
    rank_points: tuple[int, ...]
    winner_organises: str
    last_organises: str


@dataclass(frozen=True, slots=True)
class PeopleSection:
    """Substitutes and guests."""

    abroad_months: int
    reports: bool
    summary_url: str


@dataclass(frozen=True, slots=True)
class FeesSection:
    """What a day costs; the Kassier may only choose among these."""

    startgeld: Decimal
    choices: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True)
class FinesSection:
    """Fines by minutes; a band ends with its upper edge, `absent_from` minutes count as not appearing."""

    band_minutes: tuple[int, ...]
    band_amounts: tuple[Decimal, ...]
    absent_from: int
    absent: Decimal
    late_name: Decimal
    notice_time: time
    gv_notice_time: time
    sommerloch_weekday: str
    sommerloch_fridays: int


@dataclass(frozen=True, slots=True)
class PaymentSection:
    """Periods, surcharges and what a beer round is worth at year end."""

    due_days: int
    second_days: int
    meeting_days: int
    surcharge: Decimal
    surcharge_mode: str
    count_from: str
    notify_days: int
    beer_round: Decimal


@dataclass(frozen=True, slots=True)
class ConductSection:
    """Devices and drinks."""

    device_points_outside: bool
    drink: str
    stangen: tuple[int, ...]
    schnapps_per_round: int
    drinks_payers: int
    outage_penalties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """One act of the closed list: its points (below zero), its provision, and what takes the points away again."""

    act: str
    points: int
    rule: str
    unless: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBook:
    """One club's settings; `provisions` maps a dotted field to the provision behind it."""

    key: str
    title: str
    source: str
    game: str
    town: str
    members: int
    valid_from: date
    offices: OfficesSection
    days: DaysSection
    series: SeriesSection
    movement: MovementSection
    table: TableSection
    season: SeasonSection
    people: PeopleSection
    fees: FeesSection
    fines: FinesSection
    payment: PaymentSection
    conduct: ConductSection
    penalties: Mapping[str, Penalty]
    accounts: Mapping[str, str]
    cites: Mapping[str, str]
    provisions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def rule(self, name: str) -> str:
        """The provision behind a field, or the name of the field where the book cites none."""
        return self.provisions.get(name) or f"{self.key}: {name}"

    def cite(self, name: str) -> str:
        """The provision behind what the engine does there, where no value of the book stands for it."""
        return self.cites.get(name) or f"{self.key}: {name}"

    def coefficient(self, series: str, number: int) -> Decimal:
        """What a result of this series on Jasstag `number` is multiplied with. (AJZ-3.2-01, AJZ-3.2-08)"""
        return Decimal(1) if number in self.series.without_coefficient else self.series.coefficients[series]

    def special(self, number: int) -> bool:
        """Whether this is the first or the last Jasstag, which have a design of their own. (AJZ-4.1-05)"""
        return number in (1, self.days.number)
