"""One Jasstag as far as the events have told it: times, line-up, who came and went, the tables. Only data and plain questions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime

from puur.season.calendar import Gathering
from puur.season.events import DeviceUsed, LeaveAnnounced, MotionFiled, SeatsSwapped, VoteTaken
from puur.season.lineup import Design, LineUp
from puur.season.table import Table


@dataclass(frozen=True, slots=True)
class Naming:
    """A name reported for a seat."""

    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """Strafpunkte as the referee gave them; what counts of them is decided by `puur.season.conduct`."""

    series: str
    person: str
    act: str
    points: int
    rule: str
    at: datetime
    circumstances: tuple[str, ...]


@dataclass(slots=True)
class Occasion:
    """What can be missed or come late to: a Jasstag, a Generalversammlung, a Sommerlochevent."""

    key: str
    date: date
    besammlung: datetime
    arrivals: dict[str, datetime] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    emergencies: dict[tuple[str, str], bool] = field(default_factory=dict)  # person and matter


@dataclass(slots=True)
class Meeting(Occasion):
    """A Generalversammlung or a Sommerlochevent."""

    sort: Gathering = Gathering.GV
    cancelled: dict[str, datetime] = field(default_factory=dict)
    agenda: tuple[str, ...] = ()
    motions: list[MotionFiled] = field(default_factory=list)
    votes: list[VoteTaken] = field(default_factory=list)
    minutes: dict[int, str] = field(default_factory=dict)  # by item


@dataclass(slots=True)
class Day(Occasion):
    """A Jasstag."""

    number: int = 0
    kind: str = ""
    spielbeginn: datetime = datetime.min
    gathering: str = ""
    venue: str = ""
    town: str = ""
    announcements: list[tuple[str, str]] = field(default_factory=list)  # by whom, what
    design: Design | None = None  # a decision for this day
    decided: tuple[tuple[str, ...], ...] = ()
    line_up: LineUp | None = None
    lot: tuple[int, tuple[str, ...]] | None = None
    broken: dict[tuple[str, str, frozenset[str]], tuple[str, ...]] = field(default_factory=dict)
    swaps: list[SeatsSwapped] = field(default_factory=list)
    rolled: bool = False  # its results are carried over to the next day
    announced_absent: set[str] = field(default_factory=set)
    returns: set[str] = field(default_factory=set)
    reports: dict[str, datetime] = field(default_factory=dict)
    substitutes: dict[str, Naming] = field(default_factory=dict)
    guests: dict[str, Naming] = field(default_factory=dict)
    informed: set[str] = field(default_factory=set)
    opened: datetime | None = None
    closed: datetime | None = None
    published: datetime | None = None
    departures: dict[str, datetime] = field(default_factory=dict)
    notices: dict[str, LeaveAnnounced] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    penalties: list[GivenPenalty] = field(default_factory=list)
    permits: dict[str, datetime] = field(default_factory=dict)
    devices: list[DeviceUsed] = field(default_factory=list)
    credit: int | None = None

    @property
    def year(self) -> int:
        """The Jassjahr it belongs to. (AJZ-3.3-03)"""
        return self.date.year

    def table(self, series: str) -> Table:
        """The table of a series."""
        return self.tables.setdefault(series, Table())

    def rename(self, was: str, person: str) -> None:
        """Everything that was entered of one person of the day is that of another."""

        def right(who: str) -> str:
            return person if who == was and was else who

        self.arrivals = {right(who): at for who, at in self.arrivals.items()}
        self.departures = {right(who): at for who, at in self.departures.items()}
        self.permits = {right(who): at for who, at in self.permits.items()}
        self.notices = {right(who): replace(notice, person=right(who)) for who, notice in self.notices.items()}
        self.emergencies = {(right(who), matter): held for (who, matter), held in self.emergencies.items()}
        self.absent = {right(who) for who in self.absent}
        self.penalties = [replace(given, person=right(given.person)) for given in self.penalties]
        self.devices = [replace(used, person=right(used.person)) for used in self.devices]
        for table in self.tables.values():
            table.rename(right)
