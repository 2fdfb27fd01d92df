"""Dealing: the wrong dealer, misdeals, cards seen while dealing, a knock instead of a cut, a wrong pack."""

from __future__ import annotations

from dataclasses import replace

from puur.core.deal import Wrong
from puur.core.effects import DealerPlanned, DealVoid, Effect
from puur.core.sanctions import Balance, MisdealDealer, ObjectUntil, Sanction
from puur.core.seats import partner_of
from puur.referee.case import FIRST_TRICK, OWN_CARD, Case
from puur.referee.ruling import Deadline, Ruling


def deadline(case: Case) -> Deadline:
    """Everybody until playing a first card, nobody once the first trick is turned. (JR-DEAL-19, JR-DEAL-20, NWS-2-05, NWS-2-07)"""
    deal = case.deal
    if case.first_turned:
        return Deadline(FIRST_TRICK, passed=True)
    if case.rules.objection is ObjectUntil.OWN_CARD:
        by = case.incident.by
        waiting = (by,) if by is not None else case.game.seats
        return Deadline(OWN_CARD, passed=all(deal.has_played(seat, 1) for seat in waiting))
    return Deadline(FIRST_TRICK)


def wrong_dealer(case: Case) -> Ruling:
    """The rightful dealer deals again; too late, it stands or is balanced. (JR-DEAL-19, NWS-2-05 to 08, AJZ-3.4-06)"""
    if "nothing-dealt" in case.marks:  # AJZ-3.4-06: as soon as the first cards are dealt
        return case.no_offence("dealer-in-time", "objection", rules=case.penalty_rules("wrong-dealer"))
    deal = case.deal
    fault = next((noted for noted in deal.faults if noted.wrong is Wrong.WRONG_DEALER), None)
    rightful = case.incident.other if case.incident.other is not None else fault.rightful if fault is not None else None
    if rightful is None or rightful == deal.dealer:
        return case.no_offence("dealer-right", "objection")
    until, number = deadline(case), deal.number
    trumping = deal.after(deal.dealer)  # AJZ-3.4-06: the two who would make trump on the wrong deal
    fine = case.penalty("wrong-dealer", trumping, partner_of(trumping))

    def ruling(text: str, field: str, *effects: Effect, fined: bool = True) -> Ruling:
        rules = (
            *(case.penalty_rules("wrong-dealer") if fined else ()),
            *(case.named("NWS-3-10") if text == "wrong-party-void" else ()),
            *case.book.rules(f"referee.{field}"),
            *case.named("NWS-3-06"),
        )
        upheld = bool(effects)
        return case.ruling(
            text, field, rules=rules, effects=effects, deadline=until, upheld=upheld, dealer=deal.dealer, rightful=rightful
        )

    if not until.passed:
        return ruling("wrong-dealer", "objection", DealVoid(rightful), *fine)
    if not case.first_turned:
        return ruling("objector-played", "objection", *fine)
    if case.rules.wrong_dealer_late is Balance.BALANCED:
        plan = [effect for effect in _balance(case, rightful) if effect.deal <= case.book.ending.deals]
        if number >= case.book.ending.deals and deal.sides[rightful] != deal.sides[deal.dealer]:
            return ruling("wrong-party-void", "wrong_dealer_late", DealVoid(rightful), fined=False)  # as NWS-3-10 has it
        return ruling("dealer-balanced" if plan else "deal-stands", "wrong_dealer_late", *plan, fined=False)
    return ruling("deal-stands", "wrong_dealer_late", *fine)


def _balance(case: Case, rightful: int) -> list[DealerPlanned]:
    """Who deals next, so that each party deals equally often: the one passed over, or where the partner dealt, the usual order.

    The partner's turn, two deals later, is then the rightful dealer's. (NWS-2-08, NWS-2-09)
    """
    deal, number = case.deal, case.deal.number
    seats = len(deal.sides)
    partner_dealt = deal.sides[rightful] == deal.sides[deal.dealer]
    order = (rightful + 1, rightful, rightful + 3) if partner_dealt else (rightful, rightful + 2)
    return [DealerPlanned(number + place, seat % seats) for place, seat in enumerate(order, start=1)]


def misdeal(case: Case) -> Ruling:
    """Not the same number of cards for everybody: dealt again. (JR-DEAL-14, JR-DEAL-15, NWS-3-11, TAM-ES-31, AJZ-2.2.1-06)"""
    return _again(case, "misdeal", "misdeal_dealer")


def exposed(case: Case) -> Ruling:
    """A card became visible while dealing: dealt again. (JR-DEAL-18, NWS-3-12, TAM-ES-32, AJZ-2.2.1-06)"""
    return _again(case, "exposed", "exposed_card") if case.rules.exposed_card else case.no_offence("exposed-stands", "exposed_card")


def _again(case: Case, text: str, field: str) -> Ruling:
    deal = case.deal
    until = deadline(case)
    fine, rules = case.penalty("misdeal", deal.dealer), case.penalty_rules("misdeal")
    if until.passed and text == "misdeal" and case.first_turned and case.rules.missing_card is Sanction.OFFICIAL:
        return case.to_official("misdeal-late", field, "missing_card", deadline=until)  # a wrong number of cards, found in play
    if until.passed:
        stands = "deal-stands" if case.first_turned else "objector-played"
        return case.ruling(stands, field, "objection", rules=rules, effects=fine, deadline=until, upheld=bool(fine))
    dealer = deal.after(deal.dealer) if case.rules.misdeal_dealer is MisdealDealer.NEXT else deal.dealer
    checked = (*case.book.rules(f"referee.{field}"), *case.named("NWS-3-05")) if text == "misdeal" else ()
    return case.ruling(text, field, rules=(*rules, *checked), effects=(DealVoid(dealer), *fine), deadline=until, dealer=dealer)


def no_cut(case: Case) -> Ruling:
    """Knocking instead of cutting, or no cut at all: it is still required; what is dealt without it may be objected to.

    (AJZ-2.2.1-04, AJZ-3.4-07, AJZ-3.4-28, JR-DEAL-05, JR-DEAL-19, JR-DEAL-20)
    """
    if "not-cut-at-all" not in case.marks:
        return _cut(case, "no-cut", "dealing.cut_required", act="no-cut")
    ruling = _cut(case, "no-cut", "dealing.cut_required")
    return replace(ruling, provisions=(*ruling.provisions, *case.named("AJZ-3.4-28")))


def small_cut(case: Case) -> Ruling:
    """Too few or too many cards lifted: cut again. (JR-DEAL-04, NWS-3-03, TAM-ES-27, UB-DEAL-05)"""
    return _cut(case, "cut-again", "dealing.cut_min")


def _cut(case: Case, text: str, field: str, act: str = "") -> Ruling:
    rules = case.book.rules(field)
    if not case.marks & {"dealt-uncut", "objector-played", "after-trick"}:
        return case.ruling(text, rules=rules, act=act)
    until = deadline(case)
    if until.passed:
        stands = "deal-stands" if case.first_turned else "objector-played"
        return case.ruling(stands, "objection", rules=rules, deadline=until, upheld=act in case.book.penalties, act=act)
    effects = (DealVoid(case.deal.dealer),)
    return case.ruling("no-cut-dealt", "objection", rules=rules, effects=effects, deadline=until, act=act)


def badly_shuffled(case: Case) -> Ruling:
    """Somebody finds the shuffling insufficient: shuffled again, as long as nobody has cut. (JR-DEAL-06)"""
    rules = case.named("JR-DEAL-06")
    return (
        case.no_offence("shuffle-late", rules=rules) if "cut-already" in case.marks else case.ruling("shuffle-again", rules=rules)
    )


def short_pack(case: Case) -> Ruling:
    """Too many or too few cards in the pack: deals whose first trick was turned stand, where the book has it so. (JR-DEAL-22)"""
    if not case.game.deals or (case.first_turned and case.rules.short_pack):
        return case.no_offence("pack-stands", "short_pack", deadline=Deadline(FIRST_TRICK, passed=True))
    void = (DealVoid(case.deal.dealer),)
    if case.first_turned:
        return case.ruling("pack-void", "short_pack", effects=void)
    return case.ruling("pack", "short_pack", effects=void, deadline=Deadline(FIRST_TRICK))


def bottom_card(case: Case) -> Ruling:
    """The bottom card that shows trump was not shown in time: dealt again; only in games that have one. (JR-BOD-02, JR-BOD-03)"""
    if "taken-up" in case.marks:
        return case.no_offence("bottom-stays", rules=("JR-BOD-03",))
    if "bodentrumpf" not in case.marks:
        return case.no_offence("no-bottom-card", rules=("JR-BOD-02",))
    return case.ruling("bottom-card", rules=("JR-BOD-02",), effects=(DealVoid(case.deal.dealer),))


def fallen_card(case: Case) -> Ruling:
    """A card fell from the hand: it goes back, play goes on. (AJZ-3.4-09, AJZ-3.4-10)"""
    act = "card-fallen-seen" if "visible" in case.marks else "card-fallen-hidden"
    if act in case.book.penalties:
        return case.ruling("card-fallen", act=act)
    return case.to_official("card-fallen-open")
