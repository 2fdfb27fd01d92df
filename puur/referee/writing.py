"""The slate: points counted or written wrongly, too late, or on the wrong side."""

from __future__ import annotations

from puur.core.counting import BonusDeadline, Difference, ResultDeadline
from puur.core.reglement import Schreiber
from puur.referee.case import Case
from puur.referee.ruling import Ruling

# When something is to be written, from the latest moment to the earliest; after the limit of its book it is void.
WRITTEN_LATE = ("write-next-over", "write-played", "write-dealt", "write-over", "write-later", "write-now")
_LIMITS = {
    ResultDeadline.SCHREIBER_CARD: "write-dealt",  # the last moment that is in time (JR-WRITE-02)
    ResultDeadline.NEXT_DEAL: "write-over",  # AJZ-2.2.1-50
}


def _writing(case: Case, text: str, act: str, field: str) -> Ruling:
    if act in case.book.penalties:
        return case.ruling(text, act=act)
    own = (
        case.named("NWS-2-03", "NWS-7-02", "NWS-7-04", "NWS-2-02", "TAM-ES-63", "TAM-ES-62")
        if field == "writing.correction"
        else ()
    )
    return case.ruling(f"{text}-corrected", rules=own or case.book.rules(field))


def miscounted(case: Case) -> Ruling:
    """Points counted wrongly: corrected; what could still be written by then is void. (AJZ-3.4-24, AJZ-2.2.1-51)"""
    if "miscounted" in case.book.penalties and case.marks & {"write-dealt", "write-played"}:
        return case.ruling("miscounted-late", rules=case.book.rules("writing.result"), act="miscounted")
    return _writing(case, "miscounted", "miscounted", "writing.control")


def miswritten(case: Case) -> Ruling:
    """Points written wrongly: corrected; what only repeats a wrong count is not punished twice. (AJZ-3.4-25, JR-WRITE-05)"""
    if "miscounted" in case.marks and "miswritten" in case.book.penalties:
        return case.no_offence("miswritten-once", rules=case.penalty_rules("miswritten"))
    limited = case.book.writing.result in _LIMITS
    each_own = "miswritten" not in case.book.penalties and not _one_scribe(case)
    if limited and ("next-deal-over" in case.marks or (each_own and "next-deal-running" in case.marks)):
        return case.ruling("miswritten-late", rules=case.book.rules("writing.correction", "writing.result"), act="miswritten")
    return _writing(case, "miswritten", "miswritten", "writing.correction")


def _one_scribe(case: Case) -> bool:
    """Whether one person writes for both parties, so that all may ask for corrections during the whole next deal. (JR-WRITE-05)"""
    writes = case.book.table.schreiber
    return writes is Schreiber.ONE or (writes is Schreiber.NONE and "two-scribes" not in case.marks)


def late_writing(case: Case) -> Ruling:
    """Points forgotten on the slate: in time or void, unless the book has no limit.

    (AJZ-3.4-26, JR-WRITE-02, JR-WRITE-05, JR-WRITE-08, NWS-7-03, TAM-ES-66)
    """
    writing, bonus = case.book.writing, "bonus-points" in case.marks
    if bonus and not case.book.weis.enabled:
        return case.no_offence("no-weis", rules=case.book.rules("weis.enabled"))
    if writing.result not in _LIMITS:
        if writing.difference is Difference.SPLIT:
            return case.ruling("late-writing-split", rules=case.book.rules("writing.difference", "writing.result"))
        return case.ruling("late-writing-agreed", rules=case.book.rules("writing.estimate", "writing.result"))
    at_once = bonus and writing.bonus is BonusDeadline.SCHREIBER_CARD
    rules = case.book.rules("writing.bonus" if at_once else "writing.result")
    last = "write-now" if at_once else _LIMITS[writing.result]
    moment = next((moment for moment in WRITTEN_LATE if moment in case.marks), WRITTEN_LATE[0])
    if WRITTEN_LATE.index(moment) >= WRITTEN_LATE.index(last):
        return case.no_offence("writing-in-time", rules=rules)
    if "late-writing" in case.book.penalties:
        return _writing(case, "late-writing", "late-writing", "writing.result")
    if not at_once and _one_scribe(case) and moment != "write-next-over":
        return case.ruling("late-writing-one-scribe", rules=(*case.book.rules("writing.correction"), *rules))
    return case.ruling("late-writing-corrected", rules=rules)


def slate_turned(case: Case) -> Ruling:
    """The slate laid down the wrong way round: an offence once something stands on the wrong side. (AJZ-3.4-27)"""
    if "written" not in case.marks:
        return case.no_offence("slate-empty", rules=case.penalty_rules("slate-turned") or case.book.rules("writing.correction"))
    return _writing(case, "slate-turned", "slate-turned", "writing.correction")
