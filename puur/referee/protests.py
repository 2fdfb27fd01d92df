"""Protests: written, in time, complete; and where they go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement


@dataclass(frozen=True, slots=True, kw_only=True)
class Protest:
    """A protest as it was filed."""

    written: bool
    incident_on: date
    sent_on: date
    account: str
    persons: tuple[str, ...]
    witnesses: tuple[str, ...] = ()


def last_day(book: Reglement, incident_on: date) -> date | None:
    """The last day for sending a protest: calendar days, the day of the event not counted; None where there is none."""
    days = book.referee.protest_days
    return incident_on + timedelta(days=days) if days else None


def check_protest(book: Reglement, protest: Protest) -> None:
    """Refuse a protest that is oral, late or incomplete, or where none exists. (TAM-ES-75 to 77, TAM-CP-46 to 48, NWS-9-08)"""
    in_time, written, complete = _rules(book)
    last = last_day(book, protest.incident_on)
    if last is None:
        raise RuleViolation(book.rule("referee.appeal"), "no-protest")
    if not protest.written:
        raise RuleViolation(written, "protest-oral")
    if protest.sent_on > last:
        raise RuleViolation(in_time, "protest-late", last=last.isoformat())
    if not protest.account.strip() or not [name for name in protest.persons if name.strip()]:
        raise RuleViolation(complete, "protest-incomplete")


def _rules(book: Reglement) -> tuple[str, str, str]:
    """The provisions for the time, the writing and the content, as the book lists them."""
    cited = book.rules("referee.protest_days")
    first = cited[0]
    return first, cited[1] if len(cited) > 1 else first, cited[2] if len(cited) > 2 else first


def address(book: Reglement) -> str | None:
    """Where a protest is sent. (TAM-ES-78, TAM-CP-49)"""
    return book.referee.protest_to
