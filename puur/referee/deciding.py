"""Which sentence of a book is quoted first: the one that decides the case, not the one that a reader would look up first.

A ruling cites everything that it rests on. Where the deciding sentence depends on the ruling alone it stands here under its text,
where it depends on a fact too under `text:fact`. What costs penalty points is led by its line of the list.
"""

from __future__ import annotations

from dataclasses import replace

from puur.core.effects import PenaltyPoints
from puur.referee.case import Case
from puur.referee.ruling import Ruling

_DECIDING = """
    deal-stands: JR-DEAL-20 NWS-2-07
    objector-played: JR-DEAL-19 NWS-2-05
    no-cut-dealt: JR-DEAL-19
    wrong-party-balanced: NWS-3-09
    wrong-party-void: NWS-3-10
    push-on: TAM-CP-15
    played-variant-nuller: TAM-CP-22 TAM-CP-23
    lead-back: JR-ERR-01
    lead-back:trump-card: JR-ERR-02
    lead-barred: NWS-5-01
    weis-false: JR-WINV-01
    revoke-barred:trump-led: JR-NIC-02 NWS-5-08
    no-fault:only-bauer: JR-BAUER-01 UB-TRICK-07
    ruff-allowed: UB-TRICK-09 AJZ-2.2.1-32
    no-fault:trump-led: AJZ-2.2.1-38
    no-fault:only-trumps: AJZ-2.2.1-39 NWS-5-11
    trick-stands: NWS-5-18
    several-highest: NWS-5-14
    several:cannot-follow: NWS-5-15
    several-led-partner: NWS-5-15 NWS-5-23
    dead-forced-partner: NWS-5-23 NWS-5-24
    claim-played: NWS-6-08
    look-allowed: AJZ-2.2.1-30 JR-LOOK-02
    remark-annul: JR-QUE-06
    weis-in-time:last-open: JR-WEIS-06
    weis-too-late:last-turned: JR-WEIS-06
    weis-forfeited: JR-WEIS-09
    weis-allowed: JR-WEIS-20
    weis-ask-show: JR-WEIS-18
    weis-credited: AJZ-2.2.1-57
    ausmach-order: UB-AUSM-02
    points-alone-count: AJZ-2.2.1-54
    miswritten-late:two-scribes: JR-WRITE-02
    sum-odd-missing: TAM-ES-67
    sum-odd-surplus: TAM-ES-68
    sum-even: TAM-ES-66
    sheet-visa: UB-STR-06
    faces-french: UB-DECK-03
    protest-none: NWS-9-08
    stoeck-no-trump: UB-WVAL-02
    official-next: AJZ-1.8-02 AJZ-1.8-01
    protest-unknown: AJZ-1.8-03
    exclusion-substitute: NWS-9-06
    thanks-right: JR-BED-03 JR-BED-02
    early-both-dead: JR-VOR-03
    early-stays: NWS-5-16
    series-other-form: AJZ-1.5-03
    series-own-average: AJZ-1.5-06
    series-broken-off: AJZ-1.5-08
    fine-due-guest: AJZ-1.3-22
    drink-majority: AJZ-1.7-03
"""
DECIDING = {
    key: tuple(rules.split()) for key, _, rules in (line.strip().rpartition(": ") for line in _DECIDING.strip().splitlines())
}


def quoted_first(case: Case, ruling: Ruling) -> Ruling:
    """The ruling with the provision that decides it in front; what else it cites follows in its order."""
    wanted = [rule for mark in sorted(case.marks) for rule in DECIDING.get(f"{ruling.text}:{mark}", ())]
    if any(isinstance(effect, PenaltyPoints) for effect in ruling.effects):
        listed = {rule for act in case.book.penalties for rule in case.penalty_rules(act)}
        wanted += (rule for rule in ruling.provisions if rule in listed)
    wanted += DECIDING.get(ruling.text, ())
    only_guides = () if ruling.fallback else ruling.guidance
    first = tuple(rule for rule in dict.fromkeys(wanted) if rule in ruling.provisions and rule not in only_guides)
    rest = tuple(rule for rule in ruling.provisions if rule not in first)
    return replace(ruling, provisions=(*first, *rest)) if first else ruling
