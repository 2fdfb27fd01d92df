"""Several cards put on the table at once."""

from __future__ import annotations

from collections.abc import Iterable

from puur.core.cards import Card, cards_in
from puur.core.deal import Wrong
from puur.core.effects import Effect, MustPlay, SeatBarred
from puur.core.sanctions import DeadLead, Late, SeveralCard, SeveralDead, TrickFate
from puur.referee.case import TRICK_TURNED, Case
from puur.referee.ruling import Choice, Deadline, Option, Ruling

_LED = {
    DeadLead.OPPONENTS: "several-led",
    DeadLead.PARTNER_TRUMP: "several-led-partner",
    DeadLead.NEXT_CARD: "several-led-next",
}  # how a trick goes that is led with a dead card (JR-ERR-05, NWS-5-23 and 24, TAM-ES-50)


def several(case: Case) -> Ruling:
    """They lose their Stechwert, and one of them is played. (JR-TWO-01, JR-TWO-02, NWS-5-13 to 15, TAM-ES-70 to 72)"""
    cards = case.incident.cards or tuple(
        fault.card for fault in case.deal.faults
        if fault.wrong is Wrong.SEVERAL and fault.seat == case.seat and fault.trick == case.trick and fault.card is not None
    )  # fmt: skip
    if len(cards) < 2:
        return case.no_offence("no-fault", "several_card")
    rules, held = case.rules, case.deal.hand(case.seat).bits
    whole = rules.several_dead is SeveralDead.ALL_HELD
    if whole and "by-accident" in case.marks:  # what is put down at the end is regulated, not what slips out (TAM-ES-70)
        return case.ruling("several", rules=("JR-TWO-01", "JR-TWO-02"))
    if case.trick < case.current and rules.revoke_late is Late.STANDS and not whole:
        return case.no_offence("trick-stands", "revoke_late", deadline=Deadline(TRICK_TURNED, passed=True))
    laid = 0
    for card in cards:
        laid |= card.bit
    effects: list[Effect] = list(case.dead(held if whole else laid))
    if rules.several_trick is TrickFate.BARRED:
        effects.append(SeatBarred(case.seat))
    choices: tuple[Choice, ...] = ()
    highest_due = none_due = False
    if rules.several_card is not SeveralCard.OFFENDER:
        before = case.following()
        led = before[0].suit if before else None
        of_led = case.of_suit(held, led) if led is not None else 0
        legal = case.judged(held, before).allowed.bits
        highest_due = rules.several_card is SeveralCard.HIGHEST and bool(of_led and legal & of_led)
        if highest_due:
            highest = case.strongest(of_led)
            effects += _must(case, () if highest is None else (highest,))
        elif (legal & laid).bit_count() > 1:
            options = tuple(Option(card.name, tuple(_must(case, (card,)))) for card in cards_in(legal & laid))
            choices = (Choice("card", case.foe_seats, options),)
        else:
            effects += _must(case, cards_in(legal & laid) or cards_in(legal))
            none_due = not legal & laid
    fields = [case.devaluing("several_dead"), "several_card", "several_trick"]
    text = "several-all" if whole else "several"
    if text == "several" and (highest_due or none_due):  # none of the cards on the table is the one that is played
        text = "several-highest" if highest_due else "several-none"
    if text == "several" and not case.following() and rules.devalue:  # a dead card is led (JR-ERR-05, NWS-5-23)
        text = _LED[rules.dead_lead]
        fields.append("dead_lead")
    until = None if whole else Deadline(TRICK_TURNED)  # TAM-ES-71 names no time: what is held stays without Stechwert
    return case.ruling(text, *fields, effects=effects, choices=choices, deadline=until, laid=tuple(cards))


def _must(case: Case, cards: Iterable[Card]) -> list[Effect]:
    allowed = tuple(cards)
    return [MustPlay(case.seat, allowed)] if allowed else []
