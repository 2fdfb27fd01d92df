"""The end of a game: who may thank, and whose points count first where both parties have enough."""

from __future__ import annotations

from puur.core.effects import GameLost
from puur.core.reglement import FalseThanks, Finish, SchneiderEffect
from puur.referee.case import Case
from puur.referee.ruling import Ruling


def thanks(case: Case) -> Ruling:
    """Thanked without enough points: the game is lost, or it costs penalty points. (JR-BED-03, AJZ-3.4-23, UB-AUSM-05)"""
    book, ending = case.book, case.book.ending
    if not ending.target:
        return case.no_offence("no-thanks", rules=book.rules("ending.deals"))
    said = case.named("JR-BED-04", "JR-BED-05") if book.falls_back_on is None else ()  # «mir sind dusse» is thanks too
    told = ("thanks-said",) if said else ()
    if case.game.over_by == "false-thanks":
        return case.ruling("thanks-lost", rules=book.rules("ending.false_thanks"))
    if "wrong-card-counted" in case.marks:
        return case.no_offence("thanks-lapses", rules=case.named("JR-BED-09"))
    if "open-trick-counted" in case.marks:
        return case.no_offence("thanks-open-trick", rules=case.named("JR-BED-07", "AJZ-2.2.1-54"))
    if case.game.totals()[case.side] >= ending.target or "enough-points" in case.marks:
        return case.no_offence(
            "thanks-right", rules=(*book.rules("ending.finish"), *said, *case.named("JR-BED-03", "AJZ-2.2.1-55")), further=told
        )
    if ending.false_thanks is FalseThanks.GAME_LOST:
        rules = (*book.rules("ending.false_thanks"), *said)
        return case.ruling("thanks-lost", rules=rules, effects=(GameLost(case.side),), further=told)
    rules = case.penalty_rules("false-thanks")
    fined = any(seat == case.seat and rule in rules for seat, _, rule in case.game.penalties)
    return case.ruling("thanks-penalty", rules=rules, effects=() if fined else case.penalty("false-thanks"))


def both_finished(case: Case) -> Ruling:
    """Both parties reach the target, or the half, with the same trick: the Ausmachregel, in the first trick and in time.

    (JR-AUSM-01 to 08, JR-SCHN-05, UB-AUSM-01 to 03, UB-BERG-01 to 03, AJZ-2.2.1-52 to 56)
    """
    book, ending = case.book, case.book.ending
    if not ending.target:
        return case.no_offence("no-thanks", rules=book.rules("ending.deals"))
    half = "half-reached" in case.marks
    if half and not book.bergpreis and ending.schneider is SchneiderEffect.NOTHING:
        return case.no_offence("half-means-nothing", rules=book.rules("ending.schneider"))
    if not ending.ausmach and ending.finish is Finish.THANKS:
        return case.ruling("thanks-decide", rules=(*book.rules("ending.ausmach"), *case.named("JR-BED-03")))
    if not ending.ausmach:
        return case.ruling("points-alone-count", rules=(*book.rules("ending.target"), *case.named("AJZ-2.2.1-53", "AJZ-2.2.1-54")))
    if not _with_first_trick(case):
        return _whoever_was_first(case, half=half)
    rules = (*book.rules("ending.ausmach"), *case.named("JR-AUSM-03", "UB-AUSM-02", "UB-AUSM-03"))
    if half:
        own = case.named("UB-BERG-02") if book.bergpreis else case.named("JR-SCHN-05")
        return case.ruling("ausmach-half", rules=(*own, *rules))
    if not _by_thanks(case) or not ending.ausmach_appeal:  # the order decides by itself (UB-AUSM-01)
        return case.ruling("ausmach-order", rules=rules)
    appeal = book.rules("ending.ausmach_appeal")
    if _played_on(case):
        return case.ruling("ausmach-late", rules=(*appeal, *case.named("JR-BED-03")))
    return case.ruling("ausmach-order", rules=(*rules, *appeal))


def _by_thanks(case: Case) -> bool:
    """Whether a game ends with thanks and not by itself."""
    return case.book.ending.finish is not Finish.AUTOMATIC


def _with_first_trick(case: Case) -> bool:
    if case.marks & {"with-first-trick", "with-later-trick"}:
        return "with-first-trick" in case.marks
    return bool(case.game.deals) and len(case.deal.tricks) == 1


def _played_on(case: Case) -> bool:
    """Whether whoever invokes the rule has given a card to the next trick."""
    if case.marks & {"no-next-card", "next-card-given"}:
        return "next-card-given" in case.marks
    return bool(case.game.deals) and case.deal.has_played(case.seat, 2)


def _whoever_was_first(case: Case, *, half: bool) -> Ruling:
    """Later in a deal nobody waits for an order: the first to be there, or to thank, has it. (JR-BED-03, UB-END-01, UB-BERG-01)"""
    if half and case.book.bergpreis:
        return case.ruling("half-first", rules=case.named("UB-BERG-01", "UB-BERG-03"))
    if half:
        return case.ruling("schneider-counted", rules=case.named("JR-SCHN-03", "JR-SCHN-04"))
    text = "first-thanks" if _by_thanks(case) else "first-there"
    return case.ruling(text, rules=case.named("JR-BED-03", "JR-AUSM-03", "UB-END-01", "UB-AUSM-02"))


def schneider(case: Case) -> Ruling:
    """Who is in the Schneider, or has the Bergpreis. (JR-SCHN-01 to 05, UB-SCHN-01 to 03, UB-BERG-01 to 04, AJZ-2.2.1-56)"""
    book, ending = case.book, case.book.ending
    if not ending.target:
        return case.no_offence("no-schneider", rules=book.rules("ending.deals"))
    if ending.schneider is SchneiderEffect.NOTHING:
        return case.no_offence("half-means-nothing", rules=book.rules("ending.schneider"))
    if "bergpreis-half" in case.marks and book.bergpreis:
        return case.ruling("bergpreis", rules=case.named("UB-BERG-01", "UB-BERG-04", "UB-BERG-03", "UB-BERG-02"))
    if own := case.named("UB-SCHN-02", "UB-SCHN-03", "UB-SCHN-01"):
        return case.ruling("schneider-strich", rules=own)
    return case.ruling("schneider-double", rules=case.named("JR-SCHN-02", "JR-SCHN-03", "JR-SCHN-04", "JR-SCHN-05", "JR-SCHN-01"))


def weis_without_trick(case: Case) -> Ruling:
    """A Weis of a party that makes no trick; thanks that come too early for one do not harm it. (AJZ-2.2.2-28, AJZ-2.2.2-29)"""
    if not case.book.weis.enabled:
        return case.no_offence("no-weis", rules=case.book.rules("weis.enabled"))
    if not case.book.weis.needs_trick:
        return case.no_offence("weis-needs-no-trick", rules=case.book.rules("weis.needs_trick"))
    if "thanked-early" in case.marks:
        return case.no_offence("weis-credited", rules=case.named("AJZ-2.2.2-29", "AJZ-2.2.1-57"))
    return case.ruling("weis-unconfirmed", rules=case.book.rules("weis.needs_trick"))
