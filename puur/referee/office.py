"""What only officials deal with at a tournament: people who are not there, sheets, protests, exclusion, and themselves.

What a club year fines stands in `clubday`; here a book without one answers, mostly with who decides.
"""

from __future__ import annotations

from dataclasses import replace

from puur.core.evening import Visa
from puur.referee.case import Case
from puur.referee.officials import deciders
from puur.referee.ruling import Ruling
from puur.reglement.season import Season


def absent_player(case: Case) -> Ruling:
    """Somebody is late, missing or gone: nothing is dealt before all four are there. (NWS-3-01, UB-EVENT-04)"""
    rules = case.named("NWS-3-01", "NWS-2-10", "UB-EVENT-04")
    return case.to_official("seat-empty", rules=rules) if rules else case.to_official("office-open")


def unsigned(case: Case) -> Ruling:
    """A sheet without the signature it needs. (NWS-7-07, NWS-7-11, UB-SHEET-04, UB-SHEET-05, UB-STR-06, AJZ-3.1-04)"""
    evening = case.book.evening
    if "player-unsigned" in case.marks:
        rules = case.named("UB-SHEET-05", "AJZ-3.1-04")
        if rules:
            return case.ruling("sheet-sign", rules=rules)
        return case.no_offence("sheet-no-signature", rules=_visa(case)) if _visa(case) else case.to_official("office-open")
    if not evening.unsigned_ranked:
        return case.ruling("sheet-unsigned", rules=(*case.book.rules("evening.unsigned_ranked"), *_visa(case)))
    if evening.visa is not Visa.NONE:
        return case.ruling("sheet-visa", rules=(*_visa(case), *case.named("UB-STR-06")))
    rules = case.named("AJZ-3.1-04", "AJZ-3.1-05")
    return case.ruling("sheet-sign", rules=rules) if rules else case.to_official("office-open")


def _visa(case: Case) -> tuple[str, ...]:
    return case.book.rules("evening.visa") if case.book.evening.visa is not Visa.NONE else ()


def sheet_missing(case: Case) -> Ruling:
    """A sheet that was not handed in. (NWS-7-10, NWS-7-12, AJZ-3.1-05, UB-STR-06)"""
    if case.book.evening.hand_in:
        return case.ruling("sheet-not-counted", rules=case.book.rules("evening.hand_in"))
    rules = case.named("AJZ-3.1-05", "AJZ-3.1-03", "UB-STR-06")
    return _keeper(case, case.to_official("sheet-wanted", rules=rules))


def sheet_wrong(case: Case) -> Ruling:
    """A sheet that does not say what was played. (NWS-7-06, NWS-7-07, NWS-7-09, TAM-ES-65, UB-STR-06, AJZ-3.1-03)"""
    rules = case.named("NWS-7-07", "NWS-7-09", "NWS-7-06", "TAM-ES-65", "TAM-ES-63", "UB-STR-06", "AJZ-3.1-03", "AJZ-3.1-04")
    return _keeper(case, case.to_official("sheet-compared", rules=rules))


def _keeper(case: Case, ruling: Ruling) -> Ruling:
    """Where a club has somebody for its sheets, that is who decides on them. (AJZ-3.1-05)"""
    season = case.book.sections.get("season")
    return replace(ruling, official=season.offices.sheets) if isinstance(season, Season) else ruling


def protest(case: Case) -> Ruling:
    """A protest: in writing, in time, complete; or there is none. (TAM-ES-75 to 78, TAM-CP-46 to 49, NWS-9-04, NWS-9-08)"""
    rules, days = case.rules, case.rules.protest_days
    if not days:
        if rules.appeal:
            return replace(case.no_offence("protest-none", "appeal"), official=deciders(case.book)[-1])
        return case.no_offence("protest-unknown", "officials") if rules.officials else case.to_official("office-open")
    cited = ("protest_days", "protest_to")
    for mark in ("too-late", "oral", "incomplete"):
        if mark in case.marks:
            return case.no_offence(f"protest-{mark}", *cited, days=days, to=rules.protest_to or "")
    return case.ruling("protest-in-order", *cited, days=days, to=rules.protest_to or "")


def appeal(case: Case) -> Ruling:
    """A ruling is contested: the next official has the last word, a protest may follow, or nothing.

    (NWS-9-03, NWS-9-04, TAM-ES-74, TAM-ES-75 to 78, AJZ-1.8-03)
    """
    if case.rules.appeal:
        last = deciders(case.book)[-1]
        return replace(case.ruling("appeal-next", "appeal", "self_settled", who=last), official=last)
    if not case.rules.officials:
        return case.to_official("office-open")
    if room := case.named("TAM-ES-74", "TAM-CP-45"):
        later = case.book.rules("referee.protest_days", "referee.protest_to")
        return case.no_offence("appeal-protest", rules=(*room, *later), days=case.rules.protest_days, to=case.rules.protest_to)
    return case.no_offence("appeal-stands", rules=case.named("AJZ-1.8-03", "UB-CONDUCT-04"))


def exclusion(case: Case) -> Ruling:
    """Somebody is to be excluded: after a warning, or as the official decides. (NWS-9-05, NWS-9-06, UB-CONDUCT-04, AJZ-1.3-21)"""
    if case.rules.warning_first and "not-warned" in case.marks:
        return case.no_offence("exclusion-warn-first", "warning_first")
    if case.rules.warning_first:
        if "during-game" in case.marks and case.rules.substitute:
            ruling = case.to_official("exclusion-substitute", "warning_first", "substitute", name=case.rules.substitute)
        else:
            ruling = case.to_official("exclusion", "warning_first")
        return replace(ruling, official=deciders(case.book)[-1])  # the last word (NWS-9-04)
    if case.rules.disqualify:
        return case.to_official("conduct-disqualified", "disqualify")
    if isinstance(case.book.sections.get("season"), Season):
        return case.ruling("exclusion-meeting", rules=case.book.rules("season.payment.meeting_days"))
    return case.to_official("exclusion-open", "officials") if case.rules.officials else case.to_official("office-open")


def official_absent(case: Case) -> Ruling:
    """Whoever would decide is absent or concerned: the next one on the list. (AJZ-1.8-01 to 05, NWS-9-04, TAM-ES-73)"""
    emergency = "emergency-matter" in case.marks
    order = deciders(case.book, emergency=emergency)
    if case.rules.appeal and len(order) > 1:  # nothing of a conflict, but who has the last word (NWS-9-04)
        ruling = case.to_official("official-last", rules=case.book.rules("referee.appeal", "referee.officials"))
        return replace(ruling, official=order[-1])
    if len(order) > 1:
        why = case.named("AJZ-1.8-04", "AJZ-1.8-05")
        listed = case.named("AJZ-1.8-01" if emergency else "AJZ-1.8-02") or case.book.rules("referee.officials")
        ruling = case.ruling("official-next", rules=(*why, *listed, *case.named("AJZ-1.8-07")))
        return replace(ruling, official=order[1], decided=False)
    return case.ruling("official-alone", "officials") if case.rules.officials else case.to_official("office-open")


def faces(case: Case) -> Ruling:
    """Which pack is used where a table does not agree. (UB-DECK-02, UB-DECK-03, AJZ-2.1-02, AJZ-2.1-03)"""
    if case.book.evening.deck_choice:
        text = "faces-agreed" if "agreed" in case.marks else "faces-french"
        return case.ruling(text, rules=case.book.rules("evening.deck_choice"), upheld="agreed" not in case.marks)
    rules = case.named("AJZ-2.1-02", "AJZ-2.1-03")
    return case.ruling("faces-fixed", rules=rules) if rules else case.to_official("office-open")


def refused(case: Case) -> Ruling:
    """Somebody does not accept the rules: whoever takes part has. (NWS-9-07, UB-BASIS-02, AJZ-1.2-14, TAM-ES-74)"""
    rules = case.named("NWS-9-07", "UB-BASIS-02", "UB-CONDUCT-04", "AJZ-1.2-14", "TAM-ES-74")
    return case.ruling("rules-accepted", rules=rules) if rules else case.to_official("office-open")


def started_early(case: Case) -> Ruling:
    """A round was begun before it was ordered or opened, or before all were there. (NWS-2-10, NWS-3-01, AJZ-1.1-14, AJZ-1.5-01)"""
    if "not-all-there" in case.marks:
        if own := case.named("NWS-3-01"):
            return case.to_official("dealt-too-soon", rules=own)
        outage = case.named("AJZ-1.5-01", "AJZ-1.5-02")
        return case.ruling("series-other-form", rules=outage) if outage else case.to_official("office-open")
    rules = case.named("NWS-2-10", "AJZ-1.1-14")
    ruling = case.to_official("wait-for-order" if rules else "office-open", rules=rules)
    return replace(ruling, official=deciders(case.book)[-1]) if case.rules.appeal else ruling  # whose order it is


def time_up(case: Case) -> Ruling:
    """The time is over and a game is not. (UB-EVENT-01)"""
    return case.to_official("time-up", rules=case.named("UB-EVENT-01"))


def tie(case: Case) -> Ruling:
    """Two are equal in the ranking. (NWS-8-02, NWS-8-03, UB-STR-09, AJZ-1.5-11)"""
    if passen := case.named("NWS-8-02", "NWS-8-03"):
        return case.ruling("tie-best-round", rules=passen)
    if matches := case.named("UB-STR-09", "UB-STR-08"):
        return case.ruling("tie-matches", rules=matches)
    if coin := case.named("AJZ-1.5-11"):
        return case.to_official("tie-coin", rules=coin)
    return case.to_official("office-open")


def results_late(case: Case) -> Ruling:
    """The results of a day are published too late: without a penalty. (AJZ-3.1-08, AJZ-3.3-02)"""
    rules = case.named("AJZ-3.1-08", "AJZ-3.3-02")
    return _keeper(case, case.ruling("results-late", rules=rules)) if rules else case.to_official("office-open")


def game_too_many(case: Case) -> Ruling:
    """More is played than the rules have. (NWS-1-07, TAM-ES-21, TAM-CP-05, UB-MODE-01, AJZ-2.1-04)"""
    rules = case.named("NWS-1-07", "NWS-2-10", "TAM-CP-05", "TAM-ES-21", "UB-MODE-01", "AJZ-2.1-04")
    return case.ruling("game-too-many", rules=rules) if rules else case.to_official("office-open")
