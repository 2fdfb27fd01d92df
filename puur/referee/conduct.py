"""Conduct at a table: fairness, disputes, changing seats. Warnings, exclusion and what players declare are the evening's."""

from __future__ import annotations

from puur.referee.case import Case
from puur.referee.ruling import Ruling


def unfair(case: Case) -> Ruling:
    """Aids, disrespect and the like: the official is called. (NWS-6-02, NWS-9-01, NWS-9-02)"""
    return case.to_official("conduct-disqualified" if case.rules.disqualify else "conduct-open", "remark")


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
