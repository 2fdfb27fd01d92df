"""Evenings that count for a club: chosen among those that one organises, with what would change told before it is done."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.reglement.season import EveningsCount
from puur.season import Club as ClubState
from puur.season import evenings
from puur.season.events import Charged, EveningGiven, EveningTakenBack, Event, Reversed
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.clubs.pages import TAKEN, page, take
from puur.web.clubs.rights import Here, denied, needs
from puur.web.clubs.words import in_words, name_of
from puur.web.doors import fines
from puur.web.doors.ties import persons
from puur.web.evenings.desk import franks
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from puur.web.people import lang_of, owned_by, who_is
from puur.words import say

DUTIES = {"count": "results.publish", "fees": "money.book", "fines": "money.book"}  # what of an evening needs which permission
MOST = 50  # evenings on the page


def own_evenings(request: HttpRequest) -> list[Evening]:
    """The evenings that somebody organises, the newest first."""
    who = who_is(request)
    if not who.key:
        return []
    role = Q(roles__role="organiser", **{f"roles__{name}": value for name, value in owned_by(who).items()})
    rows = Evening.objects.filter(Q(**owned_by(who)) | role).distinct().order_by("-created")
    return list(rows[:MOST])


def _evenings(request: HttpRequest, here: Here) -> list[Evening]:
    """The own evenings, and for officials those of others that are the club's business."""
    rows = own_evenings(request)
    if any(here.may(duty) for duty in DUTIES.values()):
        own = {row.code for row in rows}
        rows += Evening.objects.filter(code__in=evenings.concerning(here.club) - own).order_by("-created")
    return rows


@needs("club.see")
def club_evenings(request: HttpRequest, here: Here) -> HttpResponse:
    """Which evenings count, which could, and what a chosen one would change."""
    lang, answer = lang_of(request), TAKEN
    rows = _evenings(request, here)
    wanted = request.POST.get("evening") or request.GET.get("evening") or ""
    chosen = next((row for row in rows if row.code == wanted), None)
    if request.method == "POST":
        task = request.POST.get("do", "")
        back = task.removeprefix("back-")
        duty = DUTIES.get(back)
        if chosen is None or (duty is None and (task != "give" or chosen not in own_evenings(request))):
            raise Http404
        if duty is not None and not here.may(duty):
            return denied(request, here, duty)
        said = request.POST.get("reason", "").strip(), request.POST.get("series", "")
        answer = take(request, here, lambda club: _events(club, here, chosen, task, said, lang))
        if answer == TAKEN:
            return redirect("club-evenings", here.row.slug)
    club = here.club
    facts = {
        "rows": [
            {
                "row": row, "closed": row.state == Evening.State.CLOSED, "counts": row.code in club.evenings,
                "series": club.evenings[row.code].series if row.code in club.evenings else "", "given": row.code in club.given,
            }
            for row in rows
        ],
        "others": [own for code, own in sorted(club.evenings.items()) if code not in {row.code for row in rows}],
        "rule": club.book.rule("evenings"), "nothing": club.book.evenings is EveningsCount.NOTHING,
        "counting": say(f"rules.value.EveningsCount.{club.book.evenings.value}", lang),
        "chosen": chosen, "seen": _preview(here, chosen, lang, request.GET.get("series")) if chosen is not None else None,
        "series": list(club.book.series.coefficients) if club.book.evening_series else [],
        "may": {name: here.may(duty) for name, duty in DUTIES.items()},
        "give": chosen is not None and chosen.code not in evenings.concerning(club),
    }  # fmt: skip
    return page(request, here, "doors/evenings.html", facts, refused=answer)


def _told(club: Club, lang: str) -> str:
    """Another club by its name, where everybody may know of it."""
    return club.name if club.public else say("doors.season.another", lang)


def _events(club: ClubState, here: Here, row: Evening, task: str, said: tuple[str, str], lang: str) -> list[Event]:
    """What a button says; only the part that it names."""
    reason, series = said
    held = folded(row).engine
    if task == "give":
        return [EveningGiven(evening=row.code, title=row.title, on=evenings.held_on(held))]
    if task == "count":
        return [evenings.counted(club, held, row.code, persons(row, here.row), series)]
    if task == "fees":
        if (other := fines.fees_elsewhere(row, here.row)) is not None:
            raise Refusal("evening-elsewhere", club=_told(other, lang))
        return [*evenings.fees(club, held, row.code), *evenings.unpaid(club, held, row.code, row.fee, persons(row, here.row))]
    if task == "fines":
        return fines.due(club, row, held, here.row)
    if not reason:
        raise Refusal("reason-missing")
    return [event for event in evenings.back(club, held, row.code, reason[:200]) if _of(event) == task.removeprefix("back-")]


def _of(event: Event) -> str:
    """Which part of an evening an event takes back."""
    if isinstance(event, Reversed):
        return "fines" if evenings.is_fine(event.key) else "fees"
    return "count"


def _preview(here: Here, row: Evening, lang: str, wanted: str | None) -> dict[str, Any]:
    """What an evening would change, tried on a copy of the club; or why it cannot count."""
    held, trial, known = folded(row).engine, store.draft(here.row), persons(row, here.row)
    counts = here.club.evenings.get(row.code)
    series = wanted if wanted is not None else counts.series if counts is not None else ""
    seen: dict[str, Any] = {
        "guests": evenings.guests(here.club, held, known), "problem": "", "changes": [], "fees": "", "series": series,
        "fines": fines.missing(here.club, row, held, here.row), "fined": evenings.charges(here.club, row.code).values(),
    }  # fmt: skip
    try:
        event = evenings.counted(trial, held, row.code, known, series)
        seen["same"] = trial.evenings.get(row.code) == event
        if not seen["same"]:
            trial.submit(event)
        seen["changes"] = _changes(here, trial, event.on.year, lang)
    except Refusal as problem:
        seen["problem"] = in_words(problem, here.club, lang)
    booked = evenings.fees(here.club, held, row.code)
    seen["fees"] = franks(round(float(booked[0].lines[0][1]) * 100)) if booked else ""  # type: ignore[attr-defined]
    other = fines.fees_elsewhere(row, here.row) if here.may("money.book") else None
    seen["elsewhere"] = "" if other is None else in_words(Refusal("evening-elsewhere", club=_told(other, lang)), here.club, lang)
    lacking = evenings.unpaid(here.club, held, row.code, row.fee, known)
    seen["owed"], seen["due"] = [event for event in lacking if isinstance(event, Charged)], bool(booked or lacking)
    seen["back"] = _back(here.club, held, row.code)
    if counts is not None:
        without = store.draft(here.row)
        with suppress(Refusal):  # what is closed stays, and the button says why
            without.submit(EveningTakenBack(evening=row.code, reason="?"))
        seen["without"] = _changes(here, without, counts.on.year, lang)
    return seen


def _changes(here: Here, trial: ClubState, year: int, lang: str) -> list[tuple[str, Any, Any]]:
    """Whose place in the year would change, from where to where."""
    return [
        (name_of(here.club, change.member, lang), change.before, change.after)
        for change in evenings.changes(here.club, trial, year)
    ]


def _back(club: ClubState, held: EveningState, code: str) -> set[str]:
    """Which parts of an evening stand in the club and can be taken back."""
    try:
        return {_of(event) for event in evenings.back(club, held, code, "?")}
    except Refusal:
        return set()
