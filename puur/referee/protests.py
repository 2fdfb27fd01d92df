"""Protests: written, in time, complete; and where they go. The evening asks here before it takes one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement


def check_protest(
    book: Reglement, *, written: bool, incident_on: date, sent_on: date, account: str, persons: Collection[str]
) -> None:
    """Refuse a protest that is oral, late or incomplete, or where none exists. (TAM-ES-75 to 77, TAM-CP-46 to 48, NWS-9-08)

    Calendar days, the day of the incident not counted.
    """
    days = book.referee.protest_days
    if not days:  # whoever decides has the last word
        raise RuleViolation(book.rules("referee.appeal" if book.referee.appeal else "referee.officials")[-1], "no-protest")
    cited = book.rules("referee.protest_days")  # the provisions for the time, the writing and the content, as the book lists them
    in_time, in_writing, complete = (cited[min(place, len(cited) - 1)] for place in range(3))
    if not written:
        raise RuleViolation(in_writing, "protest-oral")
    if not account.strip() or not any(name.strip() for name in persons):
        raise RuleViolation(complete, "protest-incomplete")
    last = incident_on + timedelta(days=days)
    if sent_on > last:
        raise RuleViolation(in_time, "protest-late", days=days, last=last.isoformat())
    if sent_on < incident_on:
        raise RuleViolation(in_time, "protest-early", incident=incident_on.isoformat())
