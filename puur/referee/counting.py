"""What concerns the slate and the stack: tricks left lying, missing cards, thanks, counting and writing."""

from __future__ import annotations

from puur.core.effects import CardLost, DealVoid, Effect, GameLost, TrickTo
from puur.core.reglement import Difference, FalseThanks, ResultDeadline
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


def thanks(case: Case) -> Ruling:
    """Thanked without enough points: the game is lost, or it costs penalty points. (JR-BED-03, AJZ-3.4-23, UB-AUSM-05)"""
    book, ending = case.book, case.book.ending
    if not ending.target:
        return case.no_offence("no-thanks", rules=book.rules("ending.deals"))
    if case.game.over_by == "false-thanks":
        return case.ruling("thanks-lost", rules=book.rules("ending.false_thanks"))
    if "wrong-card-counted" in case.marks:
        return case.no_offence("thanks-lapses", rules=case.named("JR-BED-09"))
    if case.game.totals()[case.side] >= ending.target or "enough-points" in case.marks:
        return case.no_offence("thanks-right", rules=book.rules("ending.finish"))
    if ending.false_thanks is FalseThanks.GAME_LOST:
        return case.ruling("thanks-lost", rules=book.rules("ending.false_thanks"), effects=(GameLost(case.side),))
    rules = case.penalty_rules("false-thanks")
    fined = any(seat == case.seat and rule in rules for seat, _, rule in case.game.penalties)
    return case.ruling("thanks-penalty", rules=rules, effects=() if fined else case.penalty("false-thanks"))


def _writing(case: Case, text: str, act: str, field: str) -> Ruling:
    if act in case.book.penalties:
        return case.ruling(text, act=act)
    own = case.named("NWS-7-04", "NWS-2-02", "TAM-ES-63", "TAM-ES-62") if field == "writing.correction" else ()
    return case.ruling(f"{text}-corrected", rules=own or case.book.rules(field))


def miscounted(case: Case) -> Ruling:
    """Points counted wrongly: corrected. (AJZ-3.4-24)"""
    return _writing(case, "miscounted", "miscounted", "writing.control")


def miswritten(case: Case) -> Ruling:
    """Points written wrongly: corrected; what only repeats a wrong count is not punished twice. (AJZ-3.4-25)"""
    if "miscounted" in case.marks and "miswritten" in case.book.penalties:
        return case.no_offence("miswritten-once", rules=case.penalty_rules("miswritten"))
    limited = case.book.writing.result in (ResultDeadline.SCHREIBER_CARD, ResultDeadline.NEXT_DEAL)
    if "next-deal-over" in case.marks and limited:
        return case.ruling("miswritten-late", rules=case.book.rules("writing.correction", "writing.result"), act="miswritten")
    return _writing(case, "miswritten", "miswritten", "writing.correction")


def late_writing(case: Case) -> Ruling:
    """Points written after the limit: void, unless the book has none. (AJZ-3.4-26, JR-WRITE-02, NWS-7-03, TAM-ES-66)"""
    writing = case.book.writing
    if writing.result in (ResultDeadline.NONE, ResultDeadline.BEFORE_NEXT_DEAL):
        if writing.difference is Difference.SPLIT:
            return case.ruling("late-writing-split", rules=case.book.rules("writing.difference", "writing.result"))
        return case.ruling("late-writing-agreed", rules=case.book.rules("writing.estimate", "writing.result"))
    return _writing(case, "late-writing", "late-writing", "writing.result")


def slate_turned(case: Case) -> Ruling:
    """The slate laid down the wrong way round: an offence once something stands on the wrong side. (AJZ-3.4-27)"""
    if "written" not in case.marks:
        return case.no_offence("slate-empty", rules=case.penalty_rules("slate-turned") or case.book.rules("writing.correction"))
    return _writing(case, "slate-turned", "slate-turned", "writing.correction")
