"""A day at one series table: who sits there, which pairings are left, the Jassrunden, and what happens when it falls apart.

Points come in as written on the sheet; how they were made is the core's business. Promise: every pairing once, three Jassrunden,
none after a break-off (AJZ-2.1, AJZ-1.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from puur.core.cards import parse_card
from puur.core.errors import RuleViolation
from puur.core.sheet import Sheet
from puur.season.book import ClubBook

Pairing = frozenset[frozenset[str]]
# The order for drawing teams: ace high, no order of suits (AJZ-2.1-06, default).
_DRAW = "6789BUOKA"


class Status(StrEnum):
    """As what somebody sits at a table."""

    MEMBER = "member"
    ERSATZ = "ersatz"
    DAUERERSATZ = "dauerersatz"
    GAST = "gast"


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody at a series table: the member whose seat it is (or who brought the guest), who plays, and as what."""

    member: str
    person: str  # '' while nobody is named
    status: Status

    @property
    def counts_as_member(self) -> bool:
        """A Dauerersatzjasser is equal to a member at a Jasstag. (AJZ-1.2-05)"""
        return self.status in (Status.MEMBER, Status.DAUERERSATZ)


@dataclass(slots=True)
class Round:
    """One Jassrunde as written."""

    teams: tuple[tuple[str, ...], ...]
    sheet: Sheet
    ended: datetime | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """What each team has written."""
        return self.sheet.totals or ()

    def points_of(self, person: str) -> int:
        """The team's points count in full for each of the two. (AJZ-3.1-01)"""
        return self.points[0 if person in self.teams[0] else 1]


@dataclass(slots=True)
class Table:
    """What happened at one series table."""

    rounds: list[Round] = field(default_factory=list)
    draws: list[Pairing] = field(default_factory=list)
    breaks: dict[int, int] = field(default_factory=dict)
    break_votes: list[bool] = field(default_factory=list)
    aborted: datetime | None = None
    left: str = ""
    goes_on: str = ""
    ordered_form: str = ""
    schnapps: dict[int, int] = field(default_factory=dict)
    drinks: dict[str, bool] = field(default_factory=dict)  # person/drink: allowed
    bill: Decimal | None = None
    signed: set[str] = field(default_factory=set)
    filed: bool = False

    def played(self, person: str) -> bool:
        """Whether somebody was in a team of a Jassrunde here."""
        return any(person in team for played in self.rounds for team in played.teams)

    def rename(self, right: Callable[[str], str]) -> None:
        """Put the right names where the wrong ones stand."""
        for played in self.rounds:
            played.teams = tuple(tuple(map(right, team)) for team in played.teams)
        self.draws = [pairing(map(right, team) for team in drawn) for drawn in self.draws]
        voted = [(*key.partition("/"), allowed) for key, allowed in self.drinks.items()]
        self.drinks = {right(who) + slash + drink: allowed for who, slash, drink, allowed in voted}
        self.left = right(self.left)
        self.signed = {right(who) for who in self.signed}


def pairing(teams: Iterable[Iterable[str]]) -> Pairing:
    """Two teams without order."""
    return frozenset(frozenset(team) for team in teams)


def check_teams(book: ClubBook, table: Table, people: Sequence[str], teams: Sequence[Sequence[str]]) -> None:
    """Refuse a fourth Jassrunde, strangers, and a pairing played before. (AJZ-2.1-04, AJZ-2.1-05)"""
    if len(table.rounds) >= book.table.rounds:
        raise RuleViolation(book.rule("table.rounds"), "rounds-full", rounds=book.table.rounds)
    if len(teams) != 2 or any(len(team) != 2 for team in teams) or {person for team in teams for person in team} != set(people):
        raise RuleViolation(book.cite("pairings"), "teams-wrong", people=", ".join(people))
    if pairing(teams) in [pairing(played.teams) for played in table.rounds]:
        raise RuleViolation(book.cite("pairings"), "pairing-again", teams=" / ".join("+".join(team) for team in teams))


def drawn_teams(book: ClubBook, table: Table, draws: Mapping[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two highest cards against the two lowest. (AJZ-2.1-06, AJZ-2.1-07)"""
    order = sorted(draws, key=lambda person: (-_DRAW.index(str(parse_card(draws[person]))[1]), person))
    ranks = [str(parse_card(draws[person]))[1] for person in order]
    if len(order) != 4 or ranks[1] == ranks[2]:
        tied = [person for person in order if str(parse_card(draws[person]))[1] == ranks[1]] if len(order) == 4 else order
        raise RuleViolation(book.cite("first-draw"), "draw-again", people=", ".join(tied))
    teams = ((order[0], order[1]), (order[2], order[3]))
    if pairing(teams) in [pairing(played.teams) for played in table.rounds]:
        raise RuleViolation(book.cite("second-draw"), "draw-repeats", people=", ".join(order))
    return teams


def pairings_left(table: Table, people: Sequence[str]) -> tuple[tuple[tuple[str, str], tuple[str, str]], ...]:
    """The pairings of four people that were not played yet; the third Jassrunde has only one. (AJZ-2.1-08)"""
    w, x, y, z = people
    every = (((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y)))
    played = [pairing(round_.teams) for round_ in table.rounds]
    return tuple(teams for teams in every if pairing(teams) not in played)


def ended(book: ClubBook, table: Table) -> datetime | None:
    """When the Spielzeit of a series was over, or None while it runs. (AJZ-1.1-18)"""
    if table.aborted is not None:
        return table.aborted
    return table.rounds[-1].ended if len(table.rounds) >= book.table.rounds else None


def check_break(book: ClubBook, table: Table, after: int, minutes: int) -> None:
    """Refuse a break that is too long, or the first one without a majority. (AJZ-1.6-01, AJZ-1.6-03)"""
    name = "table.first_break" if after == 1 else "table.meal_break"
    limit = book.table.first_break if after == 1 else book.table.meal_break
    if len(table.rounds) < after:
        raise RuleViolation(book.rule(name), "break-when", after=after)
    if after == 1 and not (table.break_votes and table.break_votes[-1]):
        raise RuleViolation(book.rule(name), "break-no-majority")
    if not 1 <= minutes <= limit:
        raise RuleViolation(book.rule(name), "break-long", minutes=minutes, limit=limit)
