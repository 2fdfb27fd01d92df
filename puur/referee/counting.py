"""What concerns the stack: tricks left lying and missing cards."""

from __future__ import annotations

from puur.core.effects import CardLost, DealVoid, Effect, TrickTo
from puur.core.sanctions import Sanction
from puur.referee.case import Case
from puur.referee.ruling import Choice, Option, Ruling


def left_lying(case: Case) -> Ruling:
    """Tricks left lying belong to the party that wins the following one. (JR-LEFT-01)"""
    deal = case.deal
    last = len(deal.tricks)
    if not case.rules.left_tricks:
        return case.no_offence("no-fault", "left_tricks")
    if not 1 <= case.trick < last:
        return case.no_offence("left-waiting", "left_tricks")
    taker = deal.sides[deal.tricks[last - 1].winner]
    lying = [number for number in range(case.trick, last) if deal.sides[deal.tricks[number - 1].winner] != taker]
    effects = tuple(TrickTo(taker, number) for number in lying)
    return case.ruling("left", "left_tricks", effects=effects, team=taker, upheld=bool(effects))


def missing(case: Case) -> Ruling:
    """A card is missing: the opponents annul, or play goes on and its points are theirs. (JR-MISS-01)"""
    if case.rules.missing_card is Sanction.OFFICIAL:
        return case.to_official("missing-open", "missing_card")
    card = case.incident.cards[0] if case.incident.cards else None
    known = card is not None and case.deal.hands is not None and case.deal.hands[case.seat] & card.bit
    without: tuple[Effect, ...] = (CardLost(case.seat, card, case.foes),) if card is not None and known else ()
    choice = Choice("annul", case.foe_seats, (Option("annul", (DealVoid(case.deal.dealer),)), Option("no-effect", without)))
    return case.ruling("missing", "missing_card", choices=(choice,))
