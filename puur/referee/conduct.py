"""Conduct: fairness, disputes, exclusion and disqualification, acceptance of the rules, changing seats.

Small values that a tournament keeps; what touches a deal goes through rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from puur.core.effects import PlayerReplaced
from puur.core.errors import RuleViolation
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.referee.case import Case
from puur.referee.officials import may_decide, may_replace, official_for
from puur.referee.ruling import Ruling, decide


def unfair(case: Case) -> Ruling:
    """Aids, disrespect and the like: the official is called. (NWS-6-02, NWS-9-01, NWS-9-02)"""
    return case.to_official("conduct-open", "remark")


def listed(case: Case) -> Ruling:
    """Acts outside the game that only a list of penalties knows: devices, drinks, tea. (AJZ-3.4-02 to 05)"""
    act = case.incident.offence
    if act in case.book.penalties:
        return case.ruling("listed", act=act)
    if case.rules.officials:
        return case.to_official("conduct-open", "officials")
    return case.to_official("conduct-open")


def dispute(case: Case) -> Ruling:
    """A disagreement: the official decides alone, or the players where there is none. (NWS-9-02, TAM-ES-73, TAM-CP-45)"""
    return case.to_official("dispute", "officials", "self_settled")


def seats_changed(case: Case) -> Ruling:
    """No change of seats during a game. (JR-SEAT-01)"""
    if case.game.over or not case.game.deals or case.rules.seat_change:
        return case.no_offence("seats-free", "seat_change")
    return case.ruling("seats-stay", "seat_change")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute at a table: play waits until somebody entitled closes it. (NWS-9-02 to 04, TAM-ES-73, TAM-ES-74)"""

    book: Reglement
    ruling: Ruling
    closed_by: str = ""

    @property
    def paused(self) -> bool:
        """Whether the table waits."""
        return not self.closed_by

    def close(self, role: str, ruling: Ruling) -> Dispute:
        """Enter the ruling: it takes effect at once, without the consent of the players."""
        if not may_decide(self.book, role) or (self.closed_by and not may_replace(self.book, self.closed_by, role)):
            raise RuleViolation(self.book.rule("referee.self_settled"), "not-entitled", role=role)
        return replace(self, ruling=decide(ruling, role), closed_by=role)


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a person stands towards the rules: warnings, disobedience, exclusion, disqualification."""

    person: str
    breaches: tuple[str, ...] = ()
    warned: bool = False
    disobeyed: bool = False
    excluded: bool = False
    disqualified: bool = False

    def breach(self, rule: str) -> Conduct:
        """Note a breach."""
        return replace(self, breaches=(*self.breaches, rule), disobeyed=self.warned or self.disobeyed)

    def warn(self) -> Conduct:
        """Note a warning."""
        return replace(self, warned=True)

    def exclude(self, book: Reglement) -> Conduct:
        """Exclude: after a breach, a warning and a further refusal, where the book wants that. (NWS-9-05)"""
        if book.referee.warning_first and not (self.breaches and self.warned and self.disobeyed):
            raise RuleViolation(book.rule("referee.warning_first"), "warning-first", person=self.person)
        return replace(self, excluded=True)

    def disqualify(self, book: Reglement, official: str) -> Conduct:
        """Disqualify: by the official, for a recorded breach. (UB-CONDUCT-04)"""
        if not book.referee.disqualify or official not in book.referee.officials or not self.breaches:
            raise RuleViolation(book.rule("referee.disqualify"), "no-disqualification", person=self.person)
        return replace(self, disqualified=True)

    @property
    def ranked(self) -> bool:
        """Whether the person still has a place in the ranking and in the draw."""
        return not (self.excluded or self.disqualified)


def exclusion(game: Game, seat: int) -> Ruling:
    """An exclusion in a running game: it is finished with somebody of the house in that seat. (NWS-9-06)"""
    book = game.book
    name = book.referee.substitute or official_for(book)
    return Ruling(
        book=book.key, offence="exclusion", seat=seat, text="exclusion", provisions=book.rules("referee.substitute"),
        facts={"name": name}, effects=(PlayerReplaced(seat, name),), official=(book.referee.officials or ("",))[-1],
    )  # fmt: skip


def may_enter(book: Reglement, *, accepted: bool) -> None:
    """Refuse an entry without the rules being accepted, where the book wants that. (NWS-9-07, UB-BASIS-02)"""
    if book.referee.accept_rules and not accepted:
        raise RuleViolation(book.rule("referee.accept_rules"), "rules-not-accepted")


@dataclass(frozen=True, slots=True)
class Confirmation:
    """That a player has taken part honourably and by the rules: with a date, or not yet. (UB-SHEET-05)"""

    person: str
    on: date | None = None

    def status(self, book: Reglement) -> str:
        """`unconfirmed` where the book wants a confirmation and there is none, else nothing."""
        return "unconfirmed" if book.referee.confirm_result and self.on is None else ""
