"""Conduct at a table: fairness, disputes, changing seats, and what only a list of penalties knows."""

from __future__ import annotations

from puur.referee.case import Case
from puur.referee.ruling import Ruling
from puur.reglement.season import Season


def unfair(case: Case) -> Ruling:
    """Aids, disrespect and the like: the official is called; a closed list has no points for it.

    (NWS-6-02, NWS-9-01, NWS-9-02, TAM-ES-73, TAM-CP-45, AJZ-3.4-28)
    """
    if case.book.penalties and (closed := case.named("AJZ-3.4-28")):
        return case.no_offence("conduct-unlisted", rules=closed)
    if room := case.named("TAM-ES-73", "TAM-CP-45"):
        return case.to_official("conduct-open", rules=room)
    return case.to_official("conduct-disqualified" if case.rules.disqualify else "conduct-open", "remark")


def listed(case: Case) -> Ruling:
    """Acts outside the game that only a list of penalties knows: devices, drinks, tea. (AJZ-3.4-01 to 05)

    Where a book knows no list a device is one of the aids that it forbids. (NWS-6-02)
    """
    act = case.incident.offence
    excuse = case.book.penalties[act].unless if act in case.book.penalties else ""
    if excuse and excuse in case.marks:
        return case.no_offence("listed-excused", rules=(*case.penalty_rules(act), *case.named("AJZ-3.4-28")))
    if "outside-series" in case.marks and act in case.book.penalties and not _counts_outside(case):
        return case.no_offence("listed-outside", rules=(*case.named("AJZ-3.4-01"), *case.penalty_rules(act)))
    if act in case.book.penalties:
        return case.ruling("listed", rules=case.named("AJZ-1.7-09") if act == "plain-tea" else (), act=act)
    if act in ("device", "device-secret") and (aids := case.named("NWS-6-02")):
        return case.to_official("aid-forbidden", "officials", rules=aids)
    if case.rules.officials:
        return case.to_official("conduct-open", "officials")
    return case.to_official("conduct-open")


def _counts_outside(case: Case) -> bool:
    """Whether an act costs points outside the playing time of a series too: a device, if the club says so. (AJZ-1.1-19)"""
    try:
        season = case.book.section(Season)
    except LookupError:
        return True  # without series there is no time outside of them
    return season.conduct.device_points_outside and case.incident.offence in ("device", "device-secret")


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
    if "asked-too-late" in case.marks:  # before play begins, or not at all (AJZ-1.4-05)
        rules = (*case.named("AJZ-1.4-05", "AJZ-1.4-04"), *case.book.rules("season.offices.emergencies"))
        return case.no_offence("device-request-late", rules=rules)
    for mark, cites in _DEVICE.items():
        if mark in case.marks:
            own = case.named("AJZ-1.4-06") if mark == "emergency" else ()
            return case.no_offence("device-allowed", rules=(*own, *case.book.rules(*(f"season.cites.{cite}" for cite in cites))))
    if "outside-series" in case.marks and not _counts_outside(case):
        beer = "false-emergency" in case.marks
        rules = (*case.named("AJZ-1.1-19"), *(case.book.rules("season.cites.device-emergency") if beer else ()))
        if beer:
            return case.ruling("device-outside-beer", rules=rules, owed="beer")
        return case.ruling("device-outside", rules=rules)
    if "false-emergency" in case.marks:
        rules = (*case.book.rules("season.cites.device-emergency"), *case.named("AJZ-1.4-08"))
        return case.ruling("device-beer", rules=rules, act="device", owed="beer")
    return case.ruling("listed", rules=(*case.book.rules("season.cites.device-time"), *case.named("AJZ-1.4-02")), act="device")


_DRINKS = {
    "drinks-bill": ("drinks-paid", ("AJZ-1.7-10",)),
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


_BREAKS = {
    "after-second": ("AJZ-1.6-03",),
    "toilet": ("AJZ-1.6-04",),
    "other-break": ("AJZ-1.6-01", "AJZ-1.6-03", "AJZ-1.6-04"),
}


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


def demanded(case: Case) -> Ruling:
    """Somebody asks for a penalty that the book does not have. (AJZ-3.4-28, NWS-9-05, UB-CONDUCT-04, TAM-ES-73)"""
    if case.book.penalties and (closed := case.named("AJZ-3.4-28")):
        return case.no_offence("penalty-unlisted", rules=closed)
    if case.rules.warning_first:
        return case.to_official("penalty-warning", "warning_first", "officials")
    if case.rules.disqualify:
        return case.to_official("penalty-disqualify", "disqualify")
    return case.to_official("penalty-unknown", "officials") if case.rules.officials else case.to_official("penalty-unknown")
