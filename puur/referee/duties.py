"""What a book itself says is right, where it does not say what follows when it is not done.

Then the consequence comes from the general rules, as guidance, or from whoever is in charge; the book's own sentence comes first.
"""

from __future__ import annotations

from dataclasses import replace

from puur.referee.case import Case
from puur.referee.ruling import Ruling

_DUTIES = """
    wrong-dealer: TAM-CP-17
    misdeal: UB-DEAL-07
    short-pack: UB-DEAL-07 TAM-ES-30
    missing-card: TAM-ES-30 UB-DEAL-07
    partner-bids: AJZ-2.2.1-10 TAM-CP-12 TAM-ES-33 UB-BID-01
    wrong-party: AJZ-2.2.1-07 AJZ-2.2.1-08 TAM-CP-12 TAM-ES-33 UB-BID-01
    silent-lead: TAM-ES-38
    revoke: UB-TRICK-06
    wrong-lead: UB-BID-04
    late-arrival: TAM-CP-01
    no-show: TAM-CP-01
    left-early: TAM-CP-01
"""
DUTIES = {key: tuple(rules.split()) for key, _, rules in (line.strip().partition(": ") for line in _DUTIES.strip().splitlines())}


def with_duty(case: Case, ruling: Ruling) -> Ruling:
    """The ruling with the book's own sentence in front, where the book leaves the consequence open."""
    if not (ruling.fallback or ruling.gap):
        return ruling
    own = tuple(rule for rule in case.named(*DUTIES.get(ruling.offence, ())) if rule not in ruling.provisions)
    return replace(ruling, provisions=(*own, *ruling.provisions))
