"""What counts how much: a Match, the last trick, the factors, rounding. Each book says its own."""

from __future__ import annotations

from collections.abc import Mapping

from puur.referee.case import Case
from puur.referee.ruling import Ruling

_WORTH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "match-worth": {
        "match-full": ("AJZ-2.2.1-47", "AJZ-2.2.1-48", "AJZ-2.2.1-49", "UB-MATCH-02", "UB-MATCH-01", "UB-MATCH-06"),
        "match-tens": ("TAM-CP-33", "TAM-CP-32"),
        "match-plain": ("NWS-1-06", "NWS-1-14", "TAM-ES-18"),
        "match-bonus": ("JR-MATCH-03", "JR-MATCH-01", "JR-MATCH-02"),
    },
    "last-trick": {
        "last-five": ("AJZ-2.2.1-46", "UB-POINTS-05", "UB-POINTS-06", "NWS-1-04", "NWS-1-05", "TAM-ES-17", "JR-LAST-01")
    },
    "factor-worth": {
        "factor-lines": ("TAM-CP-07", "TAM-CP-36", "TAM-CP-37"),
        "factor-one": ("NWS-1-14", "TAM-ES-10"),
        "factor-three": ("AJZ-2.2.1-14", "AJZ-2.2.1-15", "AJZ-2.2.1-18", "UB-FACTOR-01", "UB-FACTOR-02", "UB-FACTOR-03"),
    },
    "card-worth": {
        "cards-worth": (
            "AJZ-2.2.1-23",
            "AJZ-2.2.1-25",
            "AJZ-2.2.1-27",
            "AJZ-2.2.1-29",
            "NWS-1-10",
            "NWS-1-13",
            "NWS-1-11",
            "NWS-1-12",
            "TAM-ES-15",
            "TAM-ES-14",
            "TAM-ES-13",
            "TAM-ES-11",
            "TAM-ES-12",
            "TAM-CP-24",
            "UB-POINTS-01",
            "UB-POINTS-02",
            "UB-POINTS-03",
            "UB-POINTS-04",
        )
    },
    "goal-worth": {
        "goal-deals": ("NWS-1-07", "TAM-CP-05", "TAM-CP-04", "TAM-ES-21"),
        "goal-points": ("AJZ-2.2.1-52", "UB-END-01"),
    },
    "slalom-worth": {"slalom-first": ("TAM-CP-25", "TAM-CP-26", "TAM-CP-27", "TAM-CP-28")},
    "strich-worth": {"striche": ("UB-STR-01", "UB-STR-02", "UB-STR-03", "UB-STR-04")},
    "rounding": {"rounded-tens": ("TAM-CP-35", "TAM-CP-32", "TAM-CP-36")},
}

_WEIS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "weis-values": {
        "weis-values": (
            "JR-WVAL-02", "JR-WVAL-03", "JR-WVAL-04", "JR-WVAL-10", "JR-WVAL-11", "JR-WVAL-09",
            "AJZ-2.2.2-01", "AJZ-2.2.2-02", "AJZ-2.2.2-03", "AJZ-2.2.2-08", "AJZ-2.2.2-09", "AJZ-2.2.2-10", "AJZ-2.2.2-11",
            "UB-WVAL-03", "UB-WVAL-04", "UB-WVAL-05", "UB-WVAL-10", "UB-WVAL-11", "UB-WVAL-12",
        )
    },
    "stoeck-worth": {
        "stoeck-twenty": ("JR-STOE-01", "JR-STOE-05", "AJZ-2.2.2-30", "AJZ-2.2.2-33", "AJZ-2.2.2-34"),
        "stoeck-trump-only": ("UB-WVAL-01", "UB-WVAL-02", "UB-WEIS-06"),
    },
    "cross-weis": {"weis-crossed": ("JR-WEIS-01", "AJZ-2.2.2-12", "UB-WEIS-10")},
    "weis-without-trump": {"weis-any-mode": ("JR-WVAL-12", "AJZ-2.2.2-13", "UB-WVAL-03", "UB-WVAL-02")},
    "weis-factor": {"weis-times": ("JR-WEIS-23", "AJZ-2.2.2-14", "UB-POINTS-08")},
    "weis-shown": {
        "weis-shown-all": ("JR-WEIS-24",), "weis-value-told": ("UB-WEIS-07",), "weis-value-only": ("AJZ-2.2.2-26", "AJZ-3.4-17"),
    },
}  # fmt: skip


def worth(case: Case) -> Ruling:
    """How much something counts; where the book is silent, by the general rules."""
    return _listed(case, _WORTH)


def weis_worth(case: Case) -> Ruling:
    """What may be shown as a Weis, and how much it counts. (JR-WVAL-01 to 12, AJZ-2.2.2-01 to 14, UB-WVAL-01 to 13)"""
    if not case.book.weis.enabled:
        return case.no_offence("no-weis", rules=case.book.rules("weis.enabled"))
    return _listed(case, _WEIS)


def trick_winner(case: Case) -> Ruling:
    """Whose the trick is, and who leads then. (JR-PLAY-06, JR-LEAD-01, AJZ-2.2.1-22 to 28, UB-TRICK-01 to 05, TAM-ES-08)"""
    own = case.named("AJZ-2.2.1-22", "AJZ-2.2.1-24", "AJZ-2.2.1-26", "AJZ-2.2.1-28")
    rules = own or case.named(
        "UB-TRICK-04", "UB-TRICK-05", "UB-TRICK-01", "UB-TRICK-02", "TAM-ES-44", "TAM-ES-08", "JR-LEAD-01", "JR-PLAY-06"
    )
    return case.ruling("trick-strongest", rules=rules)


def _listed(case: Case, table: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Ruling:
    asked = next((mark for mark in table if mark in case.marks), next(iter(table)))
    ways = ((text, case.named(*ids)) for text, ids in table[asked].items())
    ending = case.book.ending
    rulings = [case.ruling(text, rules=cited, points=ending.target, deals=ending.deals) for text, cited in ways if cited]
    return min(rulings, key=lambda ruling: ruling.fallback) if rulings else case.to_official("office-open")
