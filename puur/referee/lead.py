"""Leads that should not have been: by the wrong player, with a dead card, with a banned one."""

from __future__ import annotations

from puur.core.cards import CARDS, Card, cards_in
from puur.core.deal import Wrong
from puur.core.effects import CardBanned, Effect, MustPlay, NextLeader, SeatBarred, SuitBanned, TrickTo
from puur.core.sanctions import DeadLead, Devalued, Late, LeadBan, TrickFate
from puur.referee.case import TRICK_TURNED, Case
from puur.referee.ruling import Choice, Deadline, Option, Ruling


def wrong_lead(case: Case) -> Ruling:
    """The wrong player led: everything goes back and the rightful one leads. (JR-ERR-01 to 03, NWS-5-01 to 03, TAM-ES-45 to 48)"""
    fault = case.fault(Wrong.WRONG_LEADER)
    if fault is None or fault.rightful is None or fault.card is None:
        return case.no_offence("lead-right", rules=case.book.rules("play.winner_leads"))
    act = "wrong-lead-pushed" if case.trick == 1 and case.deal.pushes else "early-card"
    if not case.open:
        return _late(case, act)
    card, rightful, rules = fault.card, fault.rightful, case.rules
    effects: list[Effect] = [*case.back(case.laid()), NextLeader(rightful)]
    fields = ["lead_trick"]
    if rules.lead_dead:
        effects += case.dead(card.bit)
        fields.append(case.devaluing("lead_dead"))
    if rules.lead_trick is TrickFate.BARRED:
        effects.append(SeatBarred(case.seat))
    elif rules.lead_trick is TrickFate.FORFEIT:
        effects.append(TrickTo(case.foes))
        if case.trick < case.deal.length:
            effects.append(NextLeader(case.after, after=True))
    choices: tuple[Choice, ...] = ()
    if rules.lead_ban is not LeadBan.NOTHING:
        fields.append("lead_ban")
    if rules.lead_ban is LeadBan.CARD:
        effects.append(CardBanned(case.seat, card))
    elif rules.lead_ban is LeadBan.SUIT:
        if card.suit is case.order.trump:
            choices = (_trump_choice(case, card, rightful),)
        else:
            effects.append(SuitBanned(case.side, card.suit))
    text = {TrickFate.FORFEIT: "lead-forfeit", TrickFate.BARRED: "lead-barred"}.get(rules.lead_trick, "lead-back")
    until = Deadline(TRICK_TURNED)
    return case.ruling(text, *fields, effects=effects, choices=choices, deadline=until, act=act, card=card, rightful=rightful)


def _trump_choice(case: Case, card: Card, rightful: int) -> Choice:
    """Trump led by mistake: the opponents say whether trump must be led to this trick. (JR-ERR-02)"""
    trumps = tuple(trump for trump in CARDS if trump.suit is card.suit)
    return Choice("trump", case.foe_seats, (Option("required", (MustPlay(rightful, trumps),)), Option("free")))


def _late(case: Case, act: str) -> Ruling:
    until = Deadline(TRICK_TURNED, passed=True)
    if case.rules.lead_late is Late.STANDS:
        return case.ruling("trick-stands", "lead_late", deadline=until, upheld=act in case.book.penalties, act=act)
    return case.ruling("late-annul", "lead_late", choices=(case.annul_or_go_on(),), deadline=until, act=act)


_FORCED = {
    DeadLead.OPPONENTS: "dead-forced-opponents",
    DeadLead.PARTNER_TRUMP: "dead-forced-partner",
    DeadLead.NEXT_CARD: "dead-forced-next",
}  # JR-ERR-05 and 06, NWS-5-23 and 24, TAM-ES-50 and 51: the core carries it out by itself


def dead_lead(case: Case) -> Ruling:
    """A dead card was led while a living one was held: it goes back, the same player leads another. (NWS-5-21, NWS-5-22)"""
    cards = case.cards_of_trick()
    if (
        case.fault(Wrong.DEAD_LEAD) is None
        and cards
        and cards[0].bit & case.deal.dead
        and case.deal.lead_of(case.trick) == case.seat
    ):
        return case.ruling(_FORCED[case.rules.dead_lead], "dead_lead", card=cards[0])  # nothing else was held
    return _lead_another(case, Wrong.DEAD_LEAD, "dead_lead", "dead-lead")


def banned(case: Case) -> Ruling:
    """A card was played that a ruling had banned for a while: it goes back. (JR-ERR-01, NWS-4-11)"""
    if case.rules.lead_ban is LeadBan.NOTHING and case.fault(Wrong.BANNED) is None:
        return case.no_offence("no-ban", "lead_ban")
    return _lead_another(case, Wrong.BANNED, "lead_ban", "banned-card")


def _lead_another(case: Case, wrong: Wrong, field: str, text: str) -> Ruling:
    fault = case.fault(wrong)
    if fault is None or fault.card is None:
        return case.no_offence("no-fault", field)
    if not case.open:
        stands = case.named("NWS-5-18")
        return case.no_offence("trick-stands", field, rules=stands, deadline=Deadline(TRICK_TURNED, passed=True))
    laid = case.laid()
    place = next((number for number, (seat, card) in enumerate(laid) if seat == case.seat and card is fault.card), 0)
    others = tuple(cards_in(fault.hand & ~fault.card.bit & (~case.deal.dead if wrong is Wrong.DEAD_LEAD else -1)))
    effects = (*case.back(laid[place:]), MustPlay(case.seat, others))
    return case.ruling(text, field, effects=effects, deadline=Deadline(TRICK_TURNED), card=fault.card)


def dead_given(case: Case) -> Ruling:
    """A card without Stechwert in a trick: it cannot win it, its points count. (JR-ERR-03, JR-ERR-04, NWS-5-03, TAM-ES-45)"""
    rules = case.rules
    if not rules.lead_dead and rules.revoke_dead is Devalued.NOTHING:
        return case.no_offence("no-dead-cards", rules=case.named("AJZ-3.4-28"))
    return case.ruling("dead-given", rules=case.named("JR-ERR-03", "JR-ERR-04", "NWS-5-03", "NWS-5-04", "TAM-ES-45", "TAM-ES-56"))
