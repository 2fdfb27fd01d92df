"""The values that the state of an evening is made of; how they change is `evening` and the modules of its handlers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from puur.core.evening import Rest, SitOutScore
from puur.core.sheet import Sheet
from puur.evening.details import Details


class Confirm(Enum):
    """When a typed result counts: who has to say the same."""

    ONCE = "once"  # nobody: what one person types counts, at the table and in the office
    OPPONENTS = "opponents"  # at the table the other side; in the office nobody
    TWICE = "twice"  # at the table the other side; in the office a second person who types blind


@dataclass(frozen=True, slots=True)
class EveningSetup:
    """What the organiser settles beforehand; None and 0 leave it to the rule book."""

    name: str
    date: str = ""  # as 2024-10-24
    venue: str = ""
    seed: str = ""  # the lot of the evening, published before the first draw
    rounds: int = 0
    rest: Rest | None = None
    sit_out: SitOutScore | None = None
    missed: SitOutScore | None = None
    confirm: Confirm | None = None  # None: twice where there are helpers, otherwise by the opponents
    full_names: bool = False  # the hall reads whole names; otherwise the first name and an initial


@dataclass(slots=True)
class Player:
    """A person at this evening."""

    id: str
    name: str
    details: Details = field(default_factory=Details)
    pair: str = ""
    public: bool = False  # agrees to the whole name in public
    here: bool = False
    paid: int = 0
    first_round: int = 1  # the first round that was still to be drawn at check-in
    withdrawn: str = ""  # why
    left_after: int | None = None  # the last round before leaving
    accepted: bool = False  # the rules, at check-in
    excluded: str = ""  # why
    disqualified: bool = False  # which is an exclusion too
    breaches: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    disobeyed: bool = False  # a breach after a warning

    @property
    def club(self) -> str:
        """The club or household; its members are kept apart as far as possible."""
        return self.details.club

    @property
    def public_name(self) -> str:
        """What everybody may read: the first name and an initial, unless the person agreed to more."""
        first, *rest = self.name.split() or [self.name]
        return self.name if self.public or not rest else f"{first} {rest[-1][0]}."

    @property
    def playing(self) -> bool:
        """Whether the person is drawn for the next round."""
        return self.here and not self.withdrawn and not self.excluded


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a table's result: what was written, what counts, and why it was changed."""

    number: int  # of the event
    sheet: Sheet  # as it was written
    points: tuple[int, ...] | None  # after a difference was dealt with
    by: str
    reason: str
    rule: str = ""  # the provision by which points differ from what was written
    doubts: tuple[str, ...] = ()

    @property
    def score(self) -> tuple[int, ...]:
        """What counts, in short: the Striche of each side, or the points."""
        return self.sheet.score if self.points is None or self.sheet.striche is not None else self.points


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disagreement at a table: it is open until somebody has decided it."""

    account: str
    decision: str = ""
    by: str = ""

    @property
    def open(self) -> bool:
        """Whether the table waits."""
        return not self.by


@dataclass(frozen=True, slots=True)
class Protest:
    """A protest and, once decided, its outcome."""

    player: str
    account: str
    persons: tuple[str, ...]
    sent: str
    rule: str
    upheld: bool | None = None
    decision: str = ""
