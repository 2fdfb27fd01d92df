"""How play begins: who plays with whom, who deals first, who cuts, who announces first, who leads. Each book says its own."""

from __future__ import annotations

from collections.abc import Mapping

from puur.referee.case import Case
from puur.referee.ruling import Ruling

_OPENINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "first-dealer": {
        "dealer-any": ("AJZ-2.2.1-01", "AJZ-2.2.1-02"), "dealer-schreiber": ("NWS-3-02", "NWS-2-04", "TAM-CP-11", "TAM-ES-25"),
        "dealer-lowest": ("UB-DEAL-02", "UB-DEAL-01"), "dealer-by-game": ("JR-DEAL-01", "JR-DEAL-16"),
    },
    "after-partie": {
        "again-any": ("AJZ-2.2.1-01",), "again-schreiber": ("NWS-3-02", "TAM-CP-11", "TAM-ES-25"),
        "again-lowest": ("UB-DEAL-02", "UB-DEAL-01"), "dealer-losers": ("JR-DEAL-17",),
    },
    "pair-done": {"dealer-finished": ("TAM-CP-19", "TAM-CP-20")},
    "first-trump": {
        "trump-seven": ("AJZ-2.2.1-07", "AJZ-2.2.1-08", "AJZ-2.2.1-09"),
        "trump-right": ("NWS-4-01", "TAM-CP-12", "TAM-ES-33", "UB-BID-01", "JR-PLAY-01"),
    },
    "first-lead": {
        "lead-chooser": ("TAM-CP-16",), "lead-taker": ("JR-PLAY-01",),
        "lead-vorhand": ("AJZ-2.2.1-12", "NWS-4-06", "TAM-ES-36", "UB-BID-04"),
    },
    "any-card": {"lead-any": ("JR-PLAY-03", "NWS-4-07", "TAM-ES-37", "TAM-ES-39")},
    "who-cuts": {
        "cut-before": ("AJZ-2.2.1-03",), "cut-opponents": ("UB-DEAL-04",), "cut-left": ("JR-DEAL-03",),
    },
    "how-dealt": {
        "dealt-nine": ("AJZ-2.2.1-05", "AJZ-2.2.1-02"),
        "dealt-threes": ("UB-DEAL-08", "NWS-3-04", "TAM-ES-30", "JR-DEAL-11", "JR-DEAL-07"),
    },
    "teams": {
        "teams-cards": ("AJZ-2.1-06", "AJZ-2.1-07", "AJZ-2.1-08"), "teams-drawn": ("UB-MODE-02",),
        "teams-sheet": ("NWS-1-08", "NWS-2-11"), "teams-fixed": ("TAM-CP-01",), "teams-lot": ("TAM-ES-24",),
    },
}  # fmt: skip


def opening(case: Case) -> Ruling:
    """Who begins, by the book; where it is silent, by the general rules."""
    asked = next((mark for mark in _OPENINGS if mark in case.marks), "first-dealer")
    ways = ((text, case.named(*ids)) for text, ids in _OPENINGS[asked].items())
    rulings = [case.ruling(text, rules=cited) for text, cited in ways if cited]
    return min(rulings, key=lambda ruling: ruling.fallback) if rulings else case.to_official("office-open")
