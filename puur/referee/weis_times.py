"""Weis and Stöck at the wrong moment: announced too late, shown too early, asked for, talked about afterwards."""

from __future__ import annotations

from dataclasses import replace

from puur.core.reglement import Ask, Reveal, StoeckWhen
from puur.core.sanctions import Sanction
from puur.referee.case import Case
from puur.referee.remarks import remark
from puur.referee.ruling import Ruling
from puur.referee.weis import not_played


def late_weis(case: Case) -> Ruling:
    """A Weis counts until the own card is covered, the last player's until the trick is turned. (JR-WEIS-05, UB-WEIS-02)"""
    if (none := not_played(case)) is not None:
        return none
    rules = case.book.rules("weis.until_covered")
    in_time = case.marks & {"not-covered", "last-open"} if case.marks else not _covered(case)
    return case.no_offence("weis-in-time", rules=rules) if in_time else case.ruling("weis-too-late", rules=rules)


def _covered(case: Case) -> bool:
    """Whether the first card of the seat is covered by the next one, or the first trick turned."""
    last = case.game.deals and case.after == case.deal.lead_of(1)
    return bool(case.game.deals) and (case.first_turned or (not last and case.deal.has_played(case.after, 1)))


def late_stoeck(case: Case) -> Ruling:
    """Stöck are shown with their second card, or at any time until the next deal is dealt. (JR-STOE-02, AJZ-2.2.2-32)"""
    stoeck = case.book.stoeck
    if not stoeck.enabled:
        return case.no_offence("no-stoeck", rules=case.book.rules("stoeck.enabled"))
    rules = case.book.rules("stoeck.when")
    if stoeck.when is StoeckWhen.ANY_TIME:
        late = "stoeck-next-deal" in case.marks
        rules += case.book.rules("writing.bonus")
        return case.ruling("stoeck-lost", rules=rules) if late else case.no_offence("stoeck-in-time", rules=rules)
    if "stoeck-finishing" in case.marks:
        return case.no_offence("stoeck-in-time", rules=case.book.rules("stoeck.early_if_enough"))
    if "stoeck-before" in case.marks:
        return case.no_offence("stoeck-wait", rules=rules)
    if "stoeck-with-card" in case.marks:
        return case.no_offence("stoeck-in-time", rules=rules)
    return case.ruling("stoeck-lost", rules=rules)


def asked(case: Case) -> Ruling:
    """Asking what was announced: by whom, until when, and what has to be said. (JR-WEIS-13, UB-WEIS-08, AJZ-2.2.2-26)"""
    if (none := not_played(case)) is not None:
        return none
    weis = case.book.weis
    if "asked-late" in case.marks:
        return case.no_offence("weis-ask-late", rules=case.book.rules("weis.ask_until"))
    rules = (*case.book.rules("weis.ask"), *case.named("JR-WEIS-18", "UB-WEIS-08", "AJZ-2.2.2-26"))
    if "partner-asks" in case.marks and weis.ask is Ask.OPPONENTS:
        return case.no_offence("weis-ask-partner", rules=rules)
    return case.ruling("weis-ask-cards" if weis.ask_reveals is Reveal.CARDS else "weis-ask-value", rules=rules)


def talked(case: Case) -> Ruling:
    """A Weis is talked about after the second trick has begun. (JR-WEIS-19, UB-WEIS-09)"""
    if (none := not_played(case)) is not None:
        return none
    ruling = remark(case)
    own = case.named("JR-WEIS-19", "UB-WEIS-09")
    if case.rules.remark is Sanction.PENALTY or not own:
        return ruling
    return replace(ruling, provisions=tuple(dict.fromkeys((*own, *ruling.provisions))))
