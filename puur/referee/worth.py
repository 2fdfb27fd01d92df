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
    "rounding": {"rounded-tens": ("TAM-CP-35", "TAM-CP-32", "TAM-CP-36")},
}


def worth(case: Case) -> Ruling:
    """How much something counts; where the book is silent, by the general rules."""
    asked = next((mark for mark in _WORTH if mark in case.marks), "match-worth")
    ways = ((text, case.named(*ids)) for text, ids in _WORTH[asked].items())
    rulings = [case.ruling(text, rules=cited) for text, cited in ways if cited]
    return min(rulings, key=lambda ruling: ruling.fallback) if rulings else case.to_official("office-open")
