"""Conduct at a table: fairness, disputes, changing seats, and what only a list of penalties knows."""

from __future__ import annotations

from puur.referee.case import Case
from puur.referee.ruling import Ruling


def unfair(case: Case) -> Ruling:
    """Aids, disrespect and the like: the official is called. (NWS-6-02, NWS-9-01, NWS-9-02)"""
    return case.to_official("conduct-disqualified" if case.rules.disqualify else "conduct-open", "remark")


def listed(case: Case) -> Ruling:
    """Acts outside the game that only a list of penalties knows: devices, drinks, tea. (AJZ-3.4-02 to 05)"""
    act = case.incident.offence
    excuse = case.book.penalties[act].unless if act in case.book.penalties else ""
    if excuse and excuse in case.marks:
        return case.no_offence("listed-excused", rules=(*case.penalty_rules(act), *case.named("AJZ-3.4-28")))
    if act in case.book.penalties:
        return case.ruling("listed", rules=case.named("AJZ-1.7-09") if act == "plain-tea" else (), act=act)
    if case.rules.officials:
        return case.to_official("conduct-open", "officials")
    return case.to_official("conduct-open")


_DEVICE = {
    "permitted": ("device-permission", "device-request"),
    "emergency": ("emergency",),
    "calculator": ("device-calculator",),
}


def device(case: Case) -> Ruling:
    """A telephone: forbidden unless it was permitted, urgent or only calculates; a false emergency costs a round too.

    (AJZ-1.4-01 to 08, AJZ-3.4-03)
    """
    if "device" not in case.book.penalties:
        return listed(case)
    for mark, cites in _DEVICE.items():
        if mark in case.marks:
            own = case.named("AJZ-1.4-06") if mark == "emergency" else ()
            return case.no_offence("device-allowed", rules=(*own, *case.book.rules(*(f"season.cites.{cite}" for cite in cites))))
    if "false-emergency" in case.marks:
        rules = (*case.book.rules("season.cites.device-emergency"), *case.named("AJZ-1.4-08"))
        return case.ruling("device-beer", rules=rules, act="device")
    return case.ruling("listed", rules=(*case.book.rules("season.cites.device-time"), *case.named("AJZ-1.4-02")), act="device")


_DRINKS = {
    "schnapps": ("schnapps-agreed", ("AJZ-1.7-06", "AJZ-1.7-07")),
    "unequal": ("drink-equally", ("AJZ-1.7-01", "AJZ-1.7-05")),
    "soft-drink": ("leave-free", ("AJZ-1.7-08",)),
}


def drink(case: Case) -> Ruling:
    """What is drunk, and who decides on it: the series by majority, schnapps all of them. (AJZ-1.7-01 to 08)"""
    if not (own := case.named("AJZ-1.7-02", "AJZ-1.7-03", "AJZ-1.7-04")):
        return case.to_official("conduct-open")
    text, rules = next((said for mark, said in _DRINKS.items() if mark in case.marks), ("drink-majority", own))
    return case.ruling(text, rules=rules, upheld=text != "leave-free")


_BREAKS = {"after-second": ("AJZ-1.6-03",), "toilet": ("AJZ-1.6-04",)}


def pause(case: Case) -> Ruling:
    """A break that is asked for or lasts too long: how long each may be, and who decides. (AJZ-1.6-01 to 04)"""
    if not (own := case.named("AJZ-1.6-01", "AJZ-1.6-02")):
        return case.to_official("conduct-open")
    mark = next((mark for mark in _BREAKS if mark in case.marks), "")
    return case.ruling(f"break-{mark}" if mark else "break-majority", rules=_BREAKS.get(mark, own))


def dispute(case: Case) -> Ruling:
    """A disagreement: the official decides alone, or the players where there is none. (NWS-9-02, TAM-ES-73, TAM-CP-45)"""
    return case.to_official("dispute", "officials", "self_settled")


def seats_changed(case: Case) -> Ruling:
    """No change of seats during a game. (JR-SEAT-01)"""
    if case.game.over or not case.game.deals or case.rules.seat_change:
        return case.no_offence("seats-free", "seat_change")
    return case.ruling("seats-stay", "seat_change")
