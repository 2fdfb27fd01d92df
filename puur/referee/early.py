"""Cards before their turn: one laid too early, one held ready."""

from __future__ import annotations

from puur.core.cards import cards_in
from puur.core.deal import Fault, Wrong
from puur.core.effects import CardTakenBack, MustPlay
from puur.core.sanctions import EarlyExchange, Late, Sanction
from puur.referee.case import TRICK_TURNED, Case
from puur.referee.lead import wrong_lead
from puur.referee.revoke import corrected, too_late
from puur.referee.ruling import Choice, Deadline, Option, Ruling

ACT = "early-card"


def too_early(case: Case) -> Ruling:
    """A card laid before one's turn stays, unless another has to follow suit. (JR-VOR-01 to 03, NWS-5-16, NWS-5-17, AJZ-3.4-21)"""
    fault = case.fault(Wrong.EARLY)
    if fault is None or fault.card is None:
        return wrong_lead(case) if case.fault(Wrong.WRONG_LEADER) is not None else case.no_offence("no-fault", "early_exchange")
    led = case.cards_of_trick()[0]
    if not case.open and case.rules.revoke_late is not Late.STANDS and fault.card in case.judged(fault.hand, [led]).not_following:
        return too_late(case, fault._replace(wrong=Wrong.FOLLOW_SUIT), led.suit)  # a wrong card all the same (JR-ERR-11)
    if not case.open:
        late, fined = Deadline(TRICK_TURNED, passed=True), ACT in case.book.penalties
        return case.ruling("trick-stands", "early_exchange", rules=case.named("NWS-5-18"), deadline=late, upheld=fined, act=ACT)
    judged = case.judged(fault.hand, [led])
    until = Deadline(TRICK_TURNED)
    if fault.card not in judged.not_following:
        return case.ruling("early-stays", "early_exchange", deadline=until, act=ACT, card=fault.card)
    suit = case.of_suit(fault.hand, led.suit)
    how = case.rules.early_exchange
    if how is EarlyExchange.REVOKE:
        return _as_revoke(case, fault)
    back = CardTakenBack(case.seat, fault.card)
    if how is EarlyExchange.PLAIN:
        effects = (back, MustPlay(case.seat, tuple(cards_in(suit))))
        return case.ruling("early-exchanged", "early_exchange", effects=effects, deadline=until, act=ACT, card=fault.card)
    options = tuple(Option(card.name, (MustPlay(case.seat, (card,)), *case.dead(card.bit))) for card in cards_in(suit))
    certain = (back, *case.dead(fault.card.bit))
    if len(options) == 1:
        certain, options = (*certain, *options[0].effects), ()
    choices = (Choice("exchange", (case.seat,), options),) if options else ()
    return case.ruling(
        "early-both-dead", "early_exchange", effects=certain, choices=choices, deadline=until, act=ACT, card=fault.card
    )


def _as_revoke(case: Case, fault: Fault) -> Ruling:
    """With the consequences of a revoke. (NWS-5-17)"""
    led = case.cards_of_trick()[0].suit
    revoke = corrected(case, fault._replace(wrong=Wrong.FOLLOW_SUIT), led)
    rules = tuple(dict.fromkeys((*case.book.rules("referee.early_exchange"), *revoke.provisions)))
    return case.ruling(
        "early-revoke", rules=rules, effects=revoke.effects, choices=revoke.choices, deadline=revoke.deadline, card=fault.card
    )


def held_ready(case: Case) -> Ruling:
    """The next card was taken in hand before the trick was finished. (JR-EARLY-01, NWS-6-06)"""
    if case.rules.ready_card is Sanction.OFFICIAL:
        return case.to_official("conduct-open", "ready_card")
    return case.ruling("recorded", "ready_card")


def unturned(case: Case) -> Ruling:
    """Led before the previous trick was turned. (JR-EARLY-02, NWS-6-05)"""
    rules = case.book.rules("play.turn_before_lead")
    if case.rules.ready_card is Sanction.OFFICIAL:
        return case.to_official("conduct-open", rules=rules)
    return case.ruling("turn-first", rules=rules)
