"""A club day: fines for being late, missing or gone, series that are not complete, names, fees and reports. (AJZ-1.1 to 1.5)

The amounts are those of the book's season; a book without one leaves it to the officials (`office`).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from puur.referee.case import Case
from puur.referee.office import absent_player
from puur.referee.officials import deciders
from puur.referee.ruling import Ruling
from puur.reglement.season import Season

_BANDS = ("5", "15", "30", "60", "89")  # minutes, by which the fines go up


def _season(case: Case) -> Season | None:
    try:
        return case.book.section(Season)
    except LookupError:
        return None


def _excused(case: Case) -> Ruling | None:
    """An emergency that is recognised costs nothing; who recognises it has an own list. (AJZ-1.3-12, AJZ-1.8-01)"""
    if "emergency" not in case.marks:
        return None
    further = case.named("AJZ-1.3-31" if case.incident.offence == "meeting-missed" else "AJZ-1.3-16")
    rules = (*case.book.rules("season.cites.emergency", "season.offices.emergencies"), *further)
    ruling = case.ruling("emergency", rules=rules, upheld=False)
    return replace(ruling, official=deciders(case.book, emergency=True)[0], decided=False)


def _fine(case: Case, francs: Decimal, *fields: str, text: str = "fine", further: tuple[str, ...] = ()) -> Ruling:
    rules = (
        *case.book.rules(*(f"season.{field}" for field in fields)),
        *case.named("AJZ-1.3-17"),
        *case.book.rules("season.cites.due"),
    )
    due = None if text == "beer-money" else _due_days(case)
    return case.ruling(text, rules=rules, francs=int(francs), further=further, due=due)


def _due_days(case: Case) -> int:
    """Within how many days a fine is paid; a round of beer in money has no such time. (AJZ-1.3-18, AJZ-1.3-26)"""
    season = _season(case)
    return season.payment.due_days if season is not None else 0


def _with_outage(case: Case, ruling: Ruling, outage: str) -> Ruling:
    """The ruling with what becomes of the series that is short of somebody, an emergency or not. (AJZ-1.5-01 to 08)"""
    cited = case.book.rules(*(f"season.{field}" for field in _OUTAGES[outage]))
    told = ruling.facts.get("further", ())
    further = (*(told if isinstance(told, tuple) else ()), outage)
    return replace(
        ruling, provisions=tuple(dict.fromkeys((*ruling.provisions, *cited))), facts={**ruling.facts, "further": further}
    )


_OUTAGES = {
    "outage-start": ("table.outage_form", "table.outage_average"),
    "outage-if-missing": ("table.outage_form", "table.outage_average"),
    "outage-others": ("cites.break-off", "cites.others-average"),
    "outage-own": ("cites.break-off", "cites.own-average", "cites.average-first"),
}
_JOINT = ("fine-joint",)  # the member who named a substitute or guest is liable too (AJZ-1.2-16)


def _band(case: Case) -> int | None:
    """Which band of the fines the minutes are in; None: as many as count for not appearing."""
    marks = ({f"late-{upper}", f"early-{upper}"} for upper in _BANDS)
    return next((band for band, names in enumerate(marks) if names & case.marks), None)


def late(case: Case) -> Ruling:
    """Late for the Besammlung: a fine by minutes. (AJZ-1.3-02, AJZ-1.3-04 to 10)"""
    season = _season(case)
    if season is None:
        return absent_player(case)
    if (excused := _excused(case)) is not None:
        return _with_outage(case, excused, "outage-if-missing")
    band = _band(case)
    if band is None:
        ruling = _fine(
            case, season.fines.absent, "fines.absent_from", "fines.absent", "offices.clock", "cites.joint", further=_JOINT
        )
        return _with_outage(case, ruling, "outage-if-missing")
    ruling = _fine(case, season.fines.band_amounts[band], "fines.band_amounts", "offices.clock", "cites.joint", further=_JOINT)
    listed = case.book.rules("season.fines.band_amounts")
    own = listed[band] if len(listed) == len(_BANDS) else listed[0]
    others = (rule for rule in ruling.provisions if rule not in listed)
    ruling = replace(ruling, provisions=(own, *others, *case.named("AJZ-1.3-09", "AJZ-1.3-11")))
    return _with_outage(case, ruling, "outage-if-missing") if band == len(_BANDS) - 1 else ruling  # play begins an hour later


def missing(case: Case) -> Ruling:
    """Somebody does not come at all. (AJZ-1.2-01, AJZ-1.3-01, AJZ-1.3-12)"""
    season = _season(case)
    if season is None:
        return absent_player(case)
    if "replaced" in case.marks:
        return case.no_offence("replaced", rules=case.book.rules("season.cites.ersatz-duty", "season.fines.absent"))
    ruling = _excused(case) or _fine(case, season.fines.absent, "fines.absent", "cites.joint", further=_JOINT)
    return _with_outage(case, ruling, "outage-start")


def left(case: Case) -> Ruling:
    """Somebody leaves: during the Spielzeit as if absent, after it by minutes unless announced. (AJZ-1.3-03, AJZ-1.3-13 to 16)"""
    season = _season(case)
    if season is None:
        return absent_player(case)
    if "guest-after" in case.marks:
        return case.no_offence("leave-free", rules=case.named("AJZ-1.3-13"))
    if "member-announced" in case.marks:
        return case.no_offence("leave-free", rules=case.book.rules("season.fines.notice_time"))
    if (excused := _excused(case)) is not None:
        return _broken_off(case, replace(excused, text="emergency-broken-off")) if "during-play" in case.marks else excused
    if "during-play" in case.marks:
        fields = ("cites.left-series", "cites.break-off", "cites.joint")
        return _broken_off(case, _fine(case, season.fines.absent, *fields, text="fine-broken-off", further=_JOINT))
    band = _band(case)
    francs = season.fines.absent if band is None else season.fines.band_amounts[band]
    return _fine(case, francs, "cites.leave-early", "fines.notice_time", text="leave-fined")


def _broken_off(case: Case, ruling: Ruling) -> Ruling:
    """What the rest of the series gets, where it is known how far it was."""
    if "two-rounds-played" in case.marks:
        return _with_outage(case, ruling, "outage-own")
    if "one-round-played" in case.marks:
        return _with_outage(case, ruling, "outage-others")
    cited = case.book.rules("season.cites.break-off")
    return replace(ruling, provisions=tuple(dict.fromkeys((*ruling.provisions, *cited))))


def incomplete(case: Case) -> Ruling:
    """A series that is not or no longer complete plays a Coiffeur; its members get an average. (AJZ-1.5-01 to 08)"""
    if _season(case) is None:
        return absent_player(case)
    if "two-rounds-played" in case.marks:
        cites = ("cites.break-off", "cites.own-average", "cites.average-first")
        return case.ruling("series-own-average", rules=case.book.rules(*(f"season.{field}" for field in cites)))
    if "one-round-played" in case.marks:
        return case.ruling("series-broken-off", rules=case.book.rules("season.cites.break-off", "season.cites.others-average"))
    rules = (*case.book.rules("season.table.outage_form", "season.table.outage_average"), *case.named("AJZ-1.5-10"))
    return case.ruling("series-other-form", rules=rules)


def late_name(case: Case) -> Ruling:
    """The name of a substitute or guest was reported too late. (AJZ-1.2-11, AJZ-1.2-12)"""
    season = _season(case)
    if season is None:
        return case.to_official("office-open")
    if "name-in-time" in case.marks:
        return case.no_offence("name-in-time", rules=case.book.rules("season.days.names_before"))
    return _fine(case, season.fines.late_name, "fines.late_name", "days.names_before")


def guest_duty(case: Case) -> Ruling:
    """Who has to bring a substitute or a guest, when, and where that person plays. (AJZ-1.2-01 to 13, AJZ-4.1-06, AJZ-4.3-01)"""
    asked = next((mark for mark in _GUESTS if mark in case.marks), "ersatz-who")
    rules = case.named(*_GUESTS[asked])
    return case.ruling(asked, rules=rules) if rules else case.to_official("office-open")


_GUESTS = {
    "ersatz-who": ("AJZ-1.2-01", "AJZ-1.2-02", "AJZ-1.2-13"),
    "guest-who": ("AJZ-1.2-09", "AJZ-1.2-13"),
    "guest-when": ("AJZ-1.2-10", "AJZ-4.1-06"),
    "guest-where": ("AJZ-4.3-01", "AJZ-4.3-02"),
}


def promotion(case: Case) -> Ruling:
    """Who goes up and down, also where somebody was represented. (AJZ-4.2-01 to 08)"""
    rules = case.named("AJZ-4.2-01", "AJZ-4.2-02", "AJZ-4.2-04", "AJZ-4.2-05", "AJZ-4.2-06", "AJZ-4.2-08")
    return case.ruling("promotion", rules=rules) if rules else case.to_official("office-open")


def fee_unpaid(case: Case) -> Ruling:
    """The Startgeld was not handed over in time: owed, nothing more. (AJZ-1.1-10, AJZ-1.1-11, AJZ-1.1-13, AJZ-3.4-28)"""
    season = _season(case)
    if season is None:
        return case.to_official("office-open")
    rules = (*case.book.rules("season.days.fees_before", "season.fees.startgeld"), *case.named("AJZ-1.1-11"))
    return case.ruling("fee-owed", rules=rules, amount=int(season.fees.startgeld))


def fine_unpaid(case: Case) -> Ruling:
    """A fine that is not paid grows, and ends before the Generalversammlung. (AJZ-1.3-17 to 23, AJZ-1.2-16)"""
    if _season(case) is None:
        return case.to_official("office-open")
    field = next((field for mark, field in _DUE.items() if mark in case.marks), "season.cites.due")
    text = {"season.payment.surcharge": "fine-raised", "season.payment.second_days": "fine-raised-again",
            "season.payment.meeting_days": "fine-meeting"}.get(field, "fine-due")  # fmt: skip
    if "guest-fine" in case.marks:  # the member who named this person pays, from the Kassier's message on
        text = "fine-due-guest" if text == "fine-due" else text
        further = (*case.named("AJZ-1.3-22", "AJZ-1.3-23"), *case.book.rules("season.cites.joint"))
    else:
        further = case.named("AJZ-1.3-17") if text == "fine-due" else ()
    owed = "fine-half" if text.startswith("fine-raised") else None
    return case.ruling(text, rules=(*case.book.rules(field), *further), owed=owed)


_DUE = {
    "after-10": "season.payment.surcharge",
    "after-20": "season.payment.second_days",
    "after-30": "season.payment.meeting_days",
}


def report_missing(case: Case) -> Ruling:
    """A member abroad sends no report: a round of beer, in money once the year is over. (AJZ-1.3-24 to 26)"""
    season = _season(case)
    if season is None:
        return case.to_official("office-open")
    if "year-over" in case.marks:
        return _fine(case, season.payment.beer_round, "payment.beer_round", text="beer-money")
    rules = (*case.book.rules("season.cites.beer-report"), *case.named("AJZ-1.3-25", "AJZ-1.2-08"))
    return case.ruling("beer-round", rules=rules, owed="beer")


def meeting_missed(case: Case) -> Ruling:
    """The Generalversammlung or the Sommerlochevent was missed, or somebody was late: fined like a day. (AJZ-1.3-27 to 31)"""
    season = _season(case)
    if season is None:
        return case.to_official("office-open")
    if (excused := _excused(case)) is not None:
        return excused
    limits = ("fines.gv_notice_time", "fines.sommerloch_fridays")
    if "cancelled-in-time" in case.marks:
        return case.no_offence("cancelled", rules=case.book.rules(*(f"season.{limit}" for limit in limits)))
    if "came-late" in case.marks:
        band = _band(case)
        francs = season.fines.absent if band is None else season.fines.band_amounts[band]
        return _fine(case, francs, "cites.gv", "fines.absent_from" if band is None else "offices.clock")
    return _fine(case, season.fines.absent, "cites.gv", "cites.sommerloch", *limits)


def third_absence(case: Case) -> Ruling:
    """A member who was absent three times in a year can no longer win it, and stays in the ranking. (AJZ-3.3-07)"""
    season = _season(case)
    if season is None:
        return case.to_official("office-open")
    return case.ruling("trophy-lost", rules=case.book.rules("season.absences"))
