"""Revoking: a suit that was not followed, a trump that was held back, a trick that was undertrumped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from puur.core.cards import Card, Suit, cards_in
from puur.core.deal import Fault, Wrong
from puur.core.effects import CardTakenBack, Effect, MustPlay, NextLeader, SeatBarred, TrickTo
from puur.core.sanctions import Devalued, Exchange, Late, TrickFate
from puur.core.seats import SEAT_NAMES
from puur.referee.case import TRICK_TURNED, Case
from puur.referee.ruling import Choice, Deadline, Option, Ruling

ACT = "wrong-card"
_UNDERTRUMPED = ("NWS-5-10", "NWS-5-12", "JR-UNDER-01", "AJZ-2.2.1-36", "TAM-ES-07", "UB-TRICK-11")


def revoke(case: Case) -> Ruling:
    """A wrong card in a trick: corrected while it lies open. (JR-ERR-04 to 15, NWS-5-05 to 19, TAM-ES-53 to 60)"""
    fault = case.fault(Wrong.FOLLOW_SUIT, Wrong.UNDERTRUMP) or _from_facts(case)
    if fault is None or fault.card is None:
        return case.no_offence("ruff-allowed" if "trumped" in case.marks else "no-fault", rules=_allowed(case))
    led = case.cards_of_trick()[0].suit
    return corrected(case, fault, led) if case.open else too_late(case, fault, led)


def _allowed(case: Case) -> tuple[str, ...]:
    """What allows a card that was no fault. (AJZ-2.2.1-38)"""
    if "trumped" in case.marks:
        return case.book.rules("play.follow")
    if case.incident.offence != "undertrump":
        return case.book.rules("play.follow", "play.puur_exempt")
    return (*case.book.rules("play.undertrump"), *(case.named("AJZ-2.2.1-38") if "trump-led" in case.marks else ()))


def _from_facts(case: Case) -> Fault | None:
    """Where the hands are not known: the wrong card, then those that should have been played, as reported."""
    cards = case.incident.cards
    if case.deal.hands is not None or len(cards) < 2 or not case.cards_of_trick():
        return None
    hand = 0
    for card in cards:
        hand |= card.bit
    return Fault(Wrong.FOLLOW_SUIT, case.seat, case.trick, cards[0], hand)


def corrected(case: Case, fault: Fault, led: Suit) -> Ruling:
    """The open trick is corrected: the wrong card goes back, another is played, and the offender pays for it."""
    assert fault.card is not None
    rules, wrong = case.rules, fault.card
    effects: list[Effect] = [CardTakenBack(case.seat, wrong)]
    fields = ["revoke_trick", "revoke_card"]
    instead = replacing(case, fault, led)
    if instead:
        effects.append(MustPlay(case.seat, instead))
    effects += case.dead(_devalued(case, fault, led))
    if rules.revoke_dead is not Devalued.NOTHING:
        fields.append(case.devaluing("revoke_dead"))
    if rules.devalue and rules.revoke_trumps and led is case.order.trump:
        fields.append("revoke_trumps")
    if rules.revoke_trick is TrickFate.BARRED:
        effects.append(SeatBarred(case.seat))
    elif rules.revoke_trick is TrickFate.FORFEIT:
        effects.append(TrickTo(case.foes))
        if case.trick < case.deal.length:
            effects.append(NextLeader(case.after))
    choices = tuple(_changes(case)) if rules.revoke_change else ()
    if choices:
        fields.append("revoke_change")
    under = _UNDERTRUMPED if fault.wrong is Wrong.UNDERTRUMP else ()
    kinds = {TrickFate.FORFEIT: "revoke-forfeit", TrickFate.BARRED: "revoke-barred"}
    text = kinds.get(rules.revoke_trick, "revoke-plain")
    until = Deadline(TRICK_TURNED)
    return case.ruling(
        text,
        *fields,
        rules=case.named(*under),
        effects=effects,
        choices=choices,
        deadline=until,
        act=ACT,
        card=wrong,
        instead=instead,
    )


def replacing(case: Case, fault: Fault, led: Suit) -> tuple[Card, ...]:
    """The cards of which one has to replace the wrong one. (JR-ERR-10, NWS-5-07, NWS-5-10, TAM-ES-53)"""
    assert fault.card is not None
    rest = fault.hand & ~fault.card.bit
    of_led = case.of_suit(rest, led)
    if of_led and case.rules.revoke_card is Exchange.HIGHEST:
        highest = case.strongest(of_led)
        return (highest,) if highest is not None else ()
    if of_led and fault.wrong is Wrong.FOLLOW_SUIT:
        return tuple(cards_in(of_led))
    before = _before(case)
    return tuple(case.judged(rest, before).allowed)


def _before(case: Case) -> list[Card]:
    """The cards of those who play before the offender, also where they lie there before their turn."""
    laid = dict(case.laid())
    seats = list(laid) if case.deal.open else case.deal.players()
    return [laid[seat] for seat in takewhile(lambda seat: seat != case.seat, seats) if seat in laid]


def _devalued(case: Case, fault: Fault, led: Suit) -> int:
    """What loses its Stechwert when a trick is corrected. (JR-ERR-08, JR-NIC-01, JR-NIC-02, NWS-5-08, TAM-ES-56 to 58)"""
    assert fault.card is not None
    rules, wrong = case.rules, fault.card.bit
    puur = case.order.puur.bit if case.order.puur is not None else 0
    revoked = fault.wrong is Wrong.FOLLOW_SUIT
    trumps = 0
    if rules.revoke_trumps and revoked and led is case.order.trump:
        trumps = case.of_suit(fault.hand, led) & ~puur
    highest = _highest(case, case.of_suit(fault.hand, led) & ~puur) if revoked else 0
    if rules.revoke_dead is Devalued.HELD_BACK:
        return wrong | (trumps or highest)
    if rules.revoke_dead is Devalued.WRONG_CARD:
        return wrong | trumps
    if rules.revoke_dead is Devalued.WRONG_SUIT:
        return _of_several(case, case.of_suit(fault.hand, fault.card.suit), puur, wrong)
    if rules.revoke_dead is Devalued.LED_SUIT:
        return _of_several(case, case.of_suit(fault.hand, led), puur, wrong)
    return 0


def _of_several(case: Case, suit: int, puur: int, wrong: int) -> int:
    """The highest card of the suit if there are several, the wrong one if not; never the Puur. (TAM-ES-57, TAM-ES-58)"""
    return (_highest(case, suit & ~puur) if suit.bit_count() > 1 else wrong) & ~puur


def _highest(case: Case, bits: int) -> int:
    highest = case.strongest(bits)
    return highest.bit if highest is not None else 0


def _changes(case: Case) -> Iterator[Choice]:
    """Opponents who played after the wrong card may change theirs, the partner may not. (JR-ERR-10)"""
    laid = case.laid()
    place = next((number for number, (seat, _) in enumerate(laid) if seat == case.seat), len(laid))
    for seat, card in laid[place + 1 :]:
        if seat in case.foe_seats:
            yield Choice(f"change-{SEAT_NAMES[seat]}", (seat,), (Option("keep"), Option("change", (CardTakenBack(seat, card),))))


def too_late(case: Case, fault: Fault, led: Suit) -> Ruling:
    """The trick is turned: it stands, or the opponents annul the deal or go on. (JR-ERR-11 to 15, NWS-5-18, TAM-ES-60)"""
    until = Deadline(TRICK_TURNED, passed=True)
    under = case.named(*_UNDERTRUMPED) if fault.wrong is Wrong.UNDERTRUMP else ()
    if case.rules.revoke_late is Late.STANDS:
        fined = ACT in case.book.penalties
        rules = (*case.book.rules("referee.revoke_late"), *under)
        return case.ruling("trick-stands", "revoke_late", rules=rules, deadline=until, upheld=fined, act=ACT, card=fault.card)
    held = case.deal.hand(case.seat).bits & case.of_suit(fault.hand, led)
    puur = case.order.puur.bit if case.order.puur is not None else 0
    fields = ["revoke_late"]
    if fault.wrong is Wrong.UNDERTRUMP:
        held = 0
    elif led is case.order.trump and case.rules.revoke_trumps:
        held &= ~puur
        fields.append("revoke_trumps")
    else:
        highest = _highest(case, case.of_suit(fault.hand, led) & ~puur)
        held &= highest
    choice = case.annul_or_go_on(*case.dead(held))
    rules = (*case.book.rules("referee.revoke_late"), *under)
    return case.ruling("late-annul", *fields, rules=rules, choices=(choice,), deadline=until, act=ACT, card=fault.card)
