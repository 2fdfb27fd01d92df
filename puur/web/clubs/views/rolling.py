"""Carrying a day over to the next: the preview line by line, the coin, doing it, and taking it back before the next day."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Refusal
from puur.season.events import Event, RolloverUndone, TieBroken
from puur.season.rollover import Preview, preview
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words
from puur.web.people import lang_of
from puur.words import say

_DONE = {"undo": "undone", "tie": "tied"}


def _wanted(request: HttpRequest, here: Here, seen: Preview | None) -> Event:
    """The event that the button asks for."""
    how, day = request.POST.get("how", ""), here.the_day
    if how == "undo":
        return RolloverUndone(day=day.key)
    if how == "tie" and seen is not None:
        place = request.POST.get("tie", "")
        tie = seen.ties[int(place)] if place.isdecimal() and len(place) < 4 and int(place) < len(seen.ties) else None
        order = tuple(request.POST.getlist("order"))
        if tie is None or sorted(order) != sorted(tie.among):
            raise Refusal("tie-order", order=", ".join(order))
        return TieBroken(day=day.key, purpose=tie.purpose, series=tie.series, order=order)
    if how == "roll" and seen is not None:
        return seen.event()
    raise Refusal("nothing-said")


@needs("club.see", post="series.roll")
def roll(request: HttpRequest, here: Here) -> HttpResponse:
    """Everybody of the club sees the preview; the Chef Jahrestrophy carries it out."""
    club, day, lang = here.club, here.the_day, lang_of(request)
    seen, answer = None, TAKEN
    try:
        seen = preview(club, day)
    except Refusal as problem:
        answer = in_words(problem, club, lang), problem.rule
    if request.method == "POST" and (seen is not None or request.POST.get("how") == "undo"):
        how = request.POST.get("how", "")
        if seen is not None and seen.done and how == "roll":
            messages.info(request, say("clubs.roll.already", lang))
            return redirect(request.path)
        done = f"clubs.roll.{_DONE.get(how, 'done')}"
        answer = take(request, here, lambda _: [_wanted(request, here, seen)], about=store.touching(day=day.key), done=done)
        if answer == TAKEN:
            return redirect(request.path)
    following = club.after(day)
    facts = {
        "day": day,
        "seen": seen,
        "next": following,
        "seats": list(zip(seen.line_up.design.names, seen.line_up.members, seen.line_up.inviters, strict=True)) if seen else [],
        "invited": any(seen.line_up.inviters) if seen else False,
        "moves": seen.moves if seen else (),
        "ties": list(enumerate(seen.ties)) if seen else [],
        "undoable": day.rolled and following is not None and following.opened is None,
        "fixed": day.rolled and following is not None and following.opened is not None,
    }
    status = 409 if answer != TAKEN and request.method == "POST" else 200
    return page(request, here, "clubs/roll.html", facts, refused=answer, status=status)
