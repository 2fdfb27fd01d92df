"""Bidding: who spoke out of turn, the wrong party, cards picked up too early, a variant played twice."""

from __future__ import annotations

from puur.core.deal import Phase, Wrong
from puur.core.effects import DealVoid, VorhandPlanned
from puur.core.form import lines_of
from puur.core.reglement import PickUp, SilentLead
from puur.core.sanctions import Balance, PartnerBids, Sanction
from puur.core.seats import partner_of
from puur.referee.case import FIRST_TRICK, Case
from puur.referee.ruling import Deadline, Ruling


def _rightful(case: Case) -> int:
    fault = case.fault(Wrong.WRONG_SPEAKER)
    if case.incident.other is not None:
        return case.incident.other
    return fault.rightful if fault is not None and fault.rightful is not None else case.deal.first_speaker


def spoke_first(case: Case) -> Ruling:
    """The partner announced or pushed before Vorhand decided. (JR-TRUMP-05, JR-TRUMP-06, NWS-4-09, NWS-4-10)"""
    vorhand = _rightful(case)
    if vorhand in case.foe_seats:
        return wrong_party(case)
    if vorhand == case.seat:
        return case.no_offence("spoke-rightly", "partner_bids")
    if case.first_turned:
        return case.no_offence("deal-stands", "partner_bids", deadline=Deadline(FIRST_TRICK, passed=True))
    dealer = vorhand if case.rules.partner_bids is PartnerBids.VORHAND_DEALS else case.deal.dealer
    text = "partner-bids-vorhand" if dealer == vorhand else "partner-bids-same"
    return case.ruling(text, "partner_bids", effects=(DealVoid(dealer),), deadline=Deadline(FIRST_TRICK), dealer=dealer)


def wrong_party(case: Case) -> Ruling:
    """The other party announced: dealt again, later balanced, or void where nothing is left to balance. (NWS-3-07 to 10)"""
    vorhand, number = _rightful(case), case.deal.number
    if case.rules.wrong_party is Balance.OFFICIAL:
        return case.to_official("wrong-party-open", "wrong_party")
    if not case.first_turned:
        return case.ruling("wrong-party", "wrong_party", effects=(DealVoid(case.deal.dealer),), deadline=Deadline(FIRST_TRICK))
    late = Deadline(FIRST_TRICK, passed=True)
    if case.rules.wrong_party is Balance.STANDS:
        return case.no_offence("deal-stands", "wrong_party", deadline=late)
    if number >= case.book.ending.deals:
        return case.ruling("wrong-party-void", "wrong_party", effects=(DealVoid(case.deal.dealer),), deadline=late)
    effects = (VorhandPlanned(number + 1, vorhand),)
    return case.ruling("wrong-party-balanced", "wrong_party", effects=effects, deadline=late, vorhand=vorhand)


def picked_up(case: Case) -> Ruling:
    """The cards were taken up before Vorhand had decided. (TAM-ES-34, NWS-4-03, AJZ-3.4-11)"""
    deal = case.deal
    partner = partner_of(case.seat) == deal.first_speaker
    at_once = case.book.bidding.pick_up is PickUp.AT_ONCE  # TAM-CP-44
    if at_once or not partner or deal.phase is not Phase.BIDDING or deal.pushes:
        return case.no_offence("picked-up-rightly", rules=case.book.rules("bidding.pick_up"))
    sanction = case.rules.pick_up
    if sanction is Sanction.PENALTY:
        if deal.number == 1 and case.book.bidding.first_card is not None:
            return case.no_offence("picked-up-first", "pick_up")  # everybody looks for the first card
        return case.ruling("picked-up", act="picked-up-early")
    if sanction is Sanction.OFFICIAL:
        return case.to_official("picked-up-open", "pick_up")
    return case.no_offence("picked-up-rightly", rules=case.book.rules("bidding.pick_up"))


def played_variant(case: Case) -> Ruling:
    """A variant that the pair has played already: the core counts it as the Joker, or as a Nuller. (TAM-CP-21 to 23)"""
    if not lines_of(case.book):
        return case.no_offence("no-variants", rules=case.book.rules("form"))
    rules = case.book.rules(f"{case.book.form}.wrong_variant")
    return case.ruling("played-variant-nuller" if case.deal.nuller is not None else "played-variant-joker", rules=rules)


def pushed_back(case: Case) -> Ruling:
    """The partner pushes back: it has no effect; in the Coiffeur only once a pair has finished. (NWS-4-04, TAM-ES-35, TAM-CP-20)"""
    rules = case.book.rules("bidding.push_back")
    if not case.book.bidding.push_back:
        return case.ruling("push-back", rules=rules)
    if lines_of(case.book) and "pair-finished" not in case.marks:
        return case.ruling("push-on", rules=case.book.rules("bidding.push", f"{case.book.form}.pushes"))
    return case.no_offence("push-back-allowed", rules=rules)


def changed(case: Case) -> Ruling:
    """An announcement that is to be changed: the first one counts. (JR-TRUMP-04)"""
    rules = tuple(rule for rule in case.book.rules("bidding.final") if rule != "TAM-ES-38")  # when, not whether
    return case.ruling("announcement-stands", rules=rules)


def silent_lead(case: Case) -> Ruling:
    """Led without a word: the first card shows trump, whatever was meant. (JR-TRUMP-01 to 03, NWS-4-05, TAM-ES-38)"""
    if case.book.bidding.silent_lead is SilentLead.REFUSED:
        return case.ruling("silent-lead-ask", rules=case.book.rules("bidding.silent_lead"))
    further = case.named("JR-TRUMP-02", "JR-TRUMP-03", "NWS-4-05", "TAM-ES-38")
    if "TAM-ES-38" in further:  # it says when the mode is announced, not what counts where it was not
        return case.ruling("silent-lead", rules=("JR-TRUMP-01", "JR-TRUMP-03"))
    return case.ruling("silent-lead", rules=(*case.book.rules("bidding.silent_lead"), *further))


def unknown_mode(case: Case) -> Ruling:
    """Something is announced that the book does not have. (AJZ-2.2.1-19, NWS-1-09, TAM-ES-09, TAM-CP-08)"""
    rules = case.named("AJZ-2.2.1-19", "NWS-1-09", "TAM-CP-08", "TAM-ES-09", "UB-FACTOR-03")
    return case.ruling("unknown-mode", rules=rules) if rules else case.to_official("office-open")
