"""Weis and Stöck at the wrong moment: announced too late, shown too early, asked for, talked about afterwards."""

from __future__ import annotations

from dataclasses import replace

from puur.core.bonuses import Ask, AskUntil, Reveal, StoeckWhen
from puur.core.sanctions import Sanction
from puur.core.weis_rules import may_show_stoeck
from puur.referee.case import Case
from puur.referee.remarks import remark
from puur.referee.ruling import Ruling
from puur.referee.weis import covered, not_played


def late_weis(case: Case) -> Ruling:
    """A Weis counts until the own card is covered, the last player's until the trick is turned. (JR-WEIS-05, UB-WEIS-02)"""
    if (none := not_played(case)) is not None:
        return none
    if "never-said" in case.marks:
        return case.no_offence("weis-unsaid", rules=case.named("JR-WEIS-05", "AJZ-2.2.2-18", "UB-WEIS-01"))
    rules = case.book.rules("weis.until_covered")
    in_time = case.marks & {"not-covered", "last-open"} if case.marks else not covered(case)
    return case.no_offence("weis-in-time", rules=rules) if in_time else case.ruling("weis-too-late", rules=rules)


def late_stoeck(case: Case) -> Ruling:
    """Stöck are shown with their second card, or at any time until the next deal is dealt; where they finish, also otherwise.

    (JR-STOE-01, JR-STOE-02, JR-STOE-08 to 10, AJZ-2.2.2-32, UB-WVAL-02)
    """
    stoeck = case.book.stoeck
    if not stoeck.enabled:
        return case.no_offence("no-stoeck", rules=case.book.rules("stoeck.enabled"))
    if "stoeck-no-trump" in case.marks:
        return case.ruling("stoeck-no-trump", rules=case.named("JR-STOE-01", "AJZ-2.2.2-30", "UB-WVAL-02"))
    rules = case.book.rules("stoeck.when")
    if not case.marks and case.game.deals and case.deal.mode is not None:
        return _stoeck_at_the_table(case, rules)
    if stoeck.when is StoeckWhen.ANY_TIME:
        late = "stoeck-next-deal" in case.marks
        rules += case.book.rules("writing.bonus")
        return case.ruling("stoeck-lost", rules=rules) if late else case.no_offence("stoeck-in-time", rules=rules)
    if "stoeck-last-trick" in case.marks:
        return case.no_offence("stoeck-in-time", rules=case.named("JR-STOE-10", "UB-AUSM-03"))
    if "stoeck-finishing" in case.marks:
        return case.no_offence("stoeck-in-time", rules=(*case.named("UB-AUSM-03"), *case.book.rules("stoeck.early_if_enough")))
    if "stoeck-in-weis" in case.marks and stoeck.with_weis:
        return case.no_offence("stoeck-in-time", rules=case.book.rules("stoeck.with_weis"))
    if case.marks & {"stoeck-before", "stoeck-in-weis"}:
        return case.no_offence("stoeck-wait", rules=rules)
    if "stoeck-with-card" in case.marks:
        return case.no_offence("stoeck-in-time", rules=rules)
    return case.ruling("stoeck-lost", rules=rules)


def _stoeck_at_the_table(case: Case, rules: tuple[str, ...]) -> Ruling:
    """What the table itself knows, where nobody says when it was: the core's own answer to showing them now."""
    refused = may_show_stoeck(case.game, case.seat)
    if refused in (None, "stoeck-shown-already"):
        return case.no_offence("stoeck-in-time", rules=rules)
    return (
        case.no_offence("stoeck-wait", rules=rules) if refused == "stoeck-second-card" else case.ruling("stoeck-lost", rules=rules)
    )


def moment(case: Case) -> str:
    """When a Weis is asked for, as far as the cards say: before the second trick, before one's own second card, or after it."""
    if not case.game.deals or not case.deal.tricks:
        return "asked-in-time"
    if case.deal.has_played(case.seat, 2):
        return "asked-late"
    return "asked-between" if case.deal.cards and not case.deal.open else "asked-in-time"


def asked(case: Case) -> Ruling:
    """Asking what was announced: by whom, until when, and what has to be said. (JR-WEIS-13, UB-WEIS-08, AJZ-2.2.2-26)"""
    if (none := not_played(case)) is not None:
        return none
    weis = case.book.weis
    when = next((mark for mark in ("asked-in-time", "asked-between", "asked-late") if mark in case.marks), "") or moment(case)
    late = when == "asked-late" or (when == "asked-between" and weis.ask_until is AskUntil.SECOND_TRICK)
    if late:
        return case.no_offence("weis-ask-late", rules=case.book.rules("weis.ask_until"))
    rules = (*case.book.rules("weis.ask"), *case.named("UB-WEIS-08", "AJZ-2.2.2-26"))
    if "partner-asks" in case.marks and weis.ask is Ask.OPPONENTS:
        return case.no_offence("weis-ask-partner", rules=rules)
    if weis.ask_reveals is Reveal.CARDS:
        return case.ruling("weis-ask-cards", rules=rules)
    general = "JR-WEIS-13" in rules  # laid open on demand, which only the general rules know
    if general and when == "asked-in-time":
        return case.ruling("weis-ask-show", rules=(*rules, "JR-WEIS-18"))
    return case.ruling("weis-ask-value", rules=rules)


def talked(case: Case) -> Ruling:
    """A Weis is talked about after the second trick has begun. (JR-WEIS-19, UB-WEIS-09)"""
    if (none := not_played(case)) is not None:
        return none
    ruling = remark(case)
    own = case.named("JR-WEIS-19", "UB-WEIS-09")
    if case.rules.remark is Sanction.PENALTY or not own:
        return ruling
    return replace(ruling, provisions=tuple(dict.fromkeys((*own, *ruling.provisions))))
