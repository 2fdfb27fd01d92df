"""A rule book as the club year reads it: its season by the season's own names, the list of penalties, who judges the play.

Where two clubs differ there is a field, never an `if` on a name. Every value can carry the provision it comes from:
`book.rule("fines.absent")` answers it, and every line, fine and booking of the engine cites it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path

from puur import reglement
from puur.core.reglement import Reglement
from puur.reglement.problems import Problem, ReglementError
from puur.reglement.season import Season

LAST_INSTANCE = "oldest-member"  # the last of the officials, and no office


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the closed list: what it does to the person's points (below zero), its provision, and what excuses it."""

    act: str
    points: int
    rule: str
    unless: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBook(Season):
    """The season of a rule book, together with the book that it stands in."""

    reglement: Reglement

    @property
    def key(self) -> str:
        """The key of the book."""
        return self.reglement.key

    @property
    def title(self) -> str:
        """The title of the book."""
        return self.reglement.title

    @property
    def source(self) -> str:
        """Where the book is printed."""
        return self.reglement.source

    @property
    def game(self) -> str:
        """The shipped book that the play comes from."""
        return self.reglement.origin

    @property
    def target(self) -> int:
        """How many points end a round; 0 where deals are counted. (AJZ-2.2.1-52)"""
        return self.reglement.ending.target

    @property
    def officials(self) -> tuple[str, ...]:
        """The offices that decide on Jassregeln and Strafpunkte, in their order. (AJZ-1.8-02)"""
        return tuple(office for office in self.reglement.referee.officials if office != LAST_INSTANCE)

    @property
    def penalties(self) -> Mapping[str, Act]:
        """The closed list of acts. (AJZ-3.4-28)"""
        listed = self.reglement.penalties.items()
        return {act: Act(act, -penalty.points, self.rule(f"penalties.{act}"), penalty.unless) for act, penalty in listed}

    @property
    def provisions(self) -> Mapping[str, str]:
        """The provisions of the season's values by their own names, each of several by its place, and of the penalties."""
        parts, named = ("season.", "penalties."), dict(self.reglement.provisions)
        named |= {f"{name}.{place}": rule for name, rules in self.reglement.citations.items() for place, rule in enumerate(rules)}
        return {name.removeprefix("season."): rule for name, rule in named.items() if name.startswith(parts)}

    def rule(self, name: str) -> str:
        """The provision behind a field of the season, or of the rest of the book; the name where the book cites none.

        `town.1` is the second of several provisions of a field; a club that names one article for the field means all of it.
        """
        for full in (f"season.{name}", name):
            around, _, place = full.rpartition(".")
            several = self.reglement.citations.get(around, ()) if place.isdecimal() else ()
            if several or full in self.reglement.provisions:
                return several[int(place)] if several else self.reglement.provisions[full]
            if place.isdecimal() and around in self.reglement.provisions:
                return self.reglement.provisions[around]
        return f"{self.key}: {name}"

    def cite(self, name: str) -> str:
        """The provision behind what the engine does there, where no value of the book stands for it."""
        return self.cites.get(name) or f"{self.key}: {name}"

    def coefficient(self, series: str, number: int) -> Decimal:
        """What a result of this series on Jasstag `number` is multiplied with. (AJZ-3.2-01, AJZ-3.2-08)"""
        return Decimal(1) if number in self.series.without_coefficient else self.series.coefficients[series]

    def special(self, number: int) -> bool:
        """Whether this is the first or the last Jasstag, which have a design of their own. (AJZ-4.1-05)"""
        return number in (1, self.days.number)


def shipped() -> tuple[str, ...]:
    """The keys of the shipped books that have a season."""
    return tuple(key for key in reglement.shipped() if "season" in reglement.load(key).sections)


def load(source: str | Path) -> ClubBook:
    """The book with this shipped key or in this file; `ReglementError` with every mistake, or where it has no season."""
    return _with_season(reglement.load(source), str(source))


def load_text(text: str, name: str) -> ClubBook:
    """The book in `text`, called `name` in messages; it can extend shipped books only."""
    return _with_season(reglement.load_text(text, name), name)


def _with_season(book: Reglement, file: str) -> ClubBook:
    if "season" not in book.sections:
        raise ReglementError([Problem(file, 0, "season", "nothing", "no-season", {"values": ", ".join(shipped())})])
    season = book.section(Season)
    return ClubBook(reglement=book, **{field.name: getattr(season, field.name) for field in fields(Season)})
