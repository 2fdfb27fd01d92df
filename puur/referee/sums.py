"""Counts and sheets that do not add up, were forgotten, shared out or cannot be read."""

from __future__ import annotations

from puur.core.counting import Difference, ResultDeadline
from puur.referee.case import Case
from puur.referee.ruling import Ruling


def not_counted(case: Case) -> Ruling:
    """Nobody counted and the cards are together: reconstructed or estimated, not played again. (JR-CNT-01, NWS-7-03)"""
    writing = case.book.writing
    fields = ["writing.estimate"]
    if writing.both_count:  # each party counts for itself, so they agree between them
        return case.ruling("not-counted-agreed", rules=case.book.rules(*fields))
    fields.append("writing.replay")
    if writing.result is ResultDeadline.NEXT_DEAL:
        return case.ruling("not-counted-limited", rules=case.book.rules("writing.result", *fields))
    return case.ruling("not-counted", rules=case.book.rules(*fields))


def wrong_sum(case: Case) -> Ruling:
    """A sum is not what it must be: that of a deal is counted again, that of a Passe split in halves, or its line is searched.

    (TAM-ES-66 to 68, NWS-7-05, AJZ-3.4-24)
    """
    if "deal-sum" in case.marks:
        own = case.named("NWS-2-03", "NWS-7-02", "TAM-ES-63", "TAM-ES-62", "UB-POINTS-06", "AJZ-2.2.1-46", "JR-CNT-03")
        return case.ruling("sum-deal", rules=own, act="miscounted")
    rules = case.book.rules("writing.difference")
    if case.book.writing.difference is Difference.SPLIT:
        text = (
            "sum-odd-missing" if "odd-missing" in case.marks else "sum-odd-surplus" if "odd-surplus" in case.marks else "sum-even"
        )
        return case.ruling(text, rules=rules)
    if case.book.ending.deals:
        return case.to_official("sum-open", rules=rules)
    return case.ruling("sum-corrected", rules=case.named("JR-WRITE-05", "UB-STR-06", "AJZ-2.2.1-50") or rules, act="miscounted")


def unclear_writing(case: Case) -> Ruling:
    """What is written cannot be read: a clear presentation may be demanded. (JR-WRITE-03, JR-WRITE-06, UB-SLATE-05, UB-SLATE-06)"""
    return case.ruling("write-clearly", rules=case.named("JR-WRITE-06", "JR-WRITE-03", "JR-WRITE-04", "UB-SLATE-06", "UB-SLATE-05"))


def shared_out(case: Case) -> Ruling:
    """The points were agreed instead of played. (AJZ-2.2.1-20, AJZ-2.2.1-21, NWS-6-08, TAM-ES-69)"""
    rules = case.named("AJZ-2.2.1-21", "AJZ-2.2.1-20", "NWS-6-08", "TAM-ES-69")
    return case.ruling("play-it-out", rules=rules) if rules else case.to_official("conduct-open")
