"""Claiming the remaining tricks ('Rest'), by laying the cards open or by saying so.

Whether a claim holds is the core's exact check (`puur.core.claim`), proven against every continuation.
"""

from __future__ import annotations

from puur.core.claim import claim_holds
from puur.core.effects import RestTo
from puur.core.reglement import Claims
from puur.core.sanctions import FalseClaim
from puur.referee.case import Case
from puur.referee.remarks import forfeit
from puur.referee.ruling import Ruling
from puur.referee.several import several


def claim(case: Case) -> Ruling:
    """A claim: right or wrong, by the book. (JR-REST-01 to 05, NWS-6-09 to 11, AJZ-2.2.1-43 to 45, AJZ-3.4-22, TAM-CP-42)"""
    deal = case.deal
    if "alone-goal" in case.marks:
        return case.no_offence("claim-alone", rules=case.named("JR-REST-06", "JR-REST-07"))
    if case.rules.false_claim is FalseClaim.BETRAYAL:  # said, it betrays the game; laid down, several cards lie there (TAM-ES-70)
        return several(case) if len(case.incident.cards) > 1 else forfeit(case, "false_claim")
    if deal.claim is not None and deal.claim[0] == case.seat:  # the claim was an event: its points are settled
        if deal.claim[1]:
            return case.no_offence("claim-right", rules=case.book.rules("play.claims"))
        return case.ruling("claim-wrong", "false_claim", act="false-claim")
    if not case.playing or deal.hands is None:
        return case.to_official("claim-unknown", "false_claim")
    if claim_holds(case.book, deal, case.seat):
        if case.book.play.claims is Claims.NOT_OFFERED:
            return case.no_offence("claim-played", "false_claim", rules=case.named("NWS-6-08"))
        return case.no_offence("claim-right", rules=case.book.rules("play.claims"))
    further = case.named("AJZ-2.2.1-44")
    return case.ruling("claim-wrong", "false_claim", rules=further, effects=(RestTo(case.foes),), act="false-claim")
