"""Who decides: each book's list, with absences and conflicts of interest skipped; and who may replace whose ruling."""

from __future__ import annotations

from collections.abc import Iterable

from puur.core.reglement import Reglement
from puur.reglement.season import Season

PLAYERS = "players"
_RULES = ("AJZ-1.8-", "AJZ-2.2.", "AJZ-3.4-")  # chapters on play, penalty points, and on those who decide


def official_for(book: Reglement, unavailable: Iterable[str] = ()) -> str:
    """The first official of the book who is there and has no conflict of interest; the players where there is none.

    A conflict is being a player of the deal, or the person concerned. (AJZ-1.8-02, AJZ-1.8-04, AJZ-1.8-05, NWS-9-02)
    """
    gone = set(unavailable)
    return next((office for office in book.referee.officials if office not in gone), PLAYERS)


def deciders(book: Reglement, *, emergency: bool = False) -> tuple[str, ...]:
    """Everybody who may have to decide, in order: whoever is absent or concerned is passed over. (AJZ-1.8-01, AJZ-1.8-02, NWS-9-04)

    Whether something was an emergency is decided by a list of its own, where a book has one; so is what no list names.
    """
    officials = book.referee.officials
    season = book.sections.get("season")
    if emergency and isinstance(season, Season):
        return (*season.offices.emergencies, *(last for last in officials[-1:] if last not in season.offices.emergencies))
    return officials or (PLAYERS,)


def beside_rules(provisions: Iterable[str]) -> bool:
    """Whether it is neither play nor penalty points, such as a fine: then the list for emergencies decides. (AJZ-1.8-02)"""
    own = [rule for rule in provisions if rule.startswith("AJZ-")]
    return bool(own) and not any(rule.startswith(_RULES) for rule in own)


def may_decide(book: Reglement, role: str) -> bool:
    """Whether this role may close a dispute: players only where the book lets the table settle it. (TAM-ES-73, NWS-9-02)

    Where the book names no officials, anybody who is named may.
    """
    rules = book.referee
    return role in rules.officials or (rules.self_settled if role == PLAYERS else bool(role) and not rules.officials)


def may_replace(book: Reglement, ruled: str, role: str) -> bool:
    """Whether a role may replace the ruling of another: the next one, where there is an appeal. (NWS-9-04, TAM-ES-74)"""
    order = book.referee.officials
    if role not in order:
        return False
    if ruled == role or ruled not in order:
        return True
    return book.referee.appeal and order.index(role) > order.index(ruled)
