"""Carrying a day over to the next: the preview line by line, the coin, doing it, and taking it back before the next day."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Refusal
from puur.season.events import Event, RolloverUndone, TieBroken
from puur.season.rollover import Preview, preview
from puur.web.clubs import store
from puur.web.clubs.pages import page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words
from puur.web.people import lang_of
from puur.words import say


def _wanted(request: HttpRequest, here: Here, seen: Preview | None) -> tuple[list[Event], str]:
    """The event that the button asks for, and what to say when it is done."""
    how, day = request.POST.get("how", ""), here.the_day
    if how == "undo":
        return [RolloverUndone(day=day.key)], "clubs.roll.undone"
    if how == "tie" and seen is not None:
        place = request.POST.get("tie", "")
        tie = seen.ties[int(place)] if place.isdecimal() and len(place) < 4 and int(place) < len(seen.ties) else None
        order = tuple(request.POST.getlist("order"))
        if tie is None or sorted(order) != sorted(tie.among):
            raise Refusal("tie-order", order=", ".join(order))
        return [TieBroken(day=day.key, purpose=tie.purpose, series=tie.series, order=order)], "clubs.roll.tied"
    if how == "roll" and seen is not None:
        return [seen.event()], "clubs.roll.done"
    raise Refusal("nothing-said")


@needs("club.see", post="series.roll")
def roll(request: HttpRequest, here: Here) -> HttpResponse:
    """Everybody of the club sees the preview; the Chef Jahrestrophy carries it out."""
    club, day, lang = here.club, here.the_day, lang_of(request)
    seen, error, rule = None, "", ""
    try:
        seen = preview(club, day)
    except Refusal as problem:
        error, rule = in_words(problem, club, lang), problem.rule
    if request.method == "POST" and (seen is not None or request.POST.get("how") == "undo"):
        try:
            if seen is not None and seen.done and request.POST.get("how") == "roll":
                messages.info(request, say("clubs.roll.already", lang))
                return redirect(request.path)
            events, done = _wanted(request, here, seen)
        except Refusal as problem:
            error, rule = in_words(problem, club, lang), ""
        else:
            error, rule = take(request, here, events, about=store.touching(day=day.key), done=done)
        if not error:
            return redirect(request.path)
    following = club.after(day)
    facts = {
        "day": day,
        "seen": seen,
        "error": error,
        "error_rule": rule,
        "next": following,
        "seats": list(zip(seen.line_up.design.names, seen.line_up.members, seen.line_up.inviters, strict=True)) if seen else [],
        "moves": seen.moves if seen else (),
        "ties": list(enumerate(seen.ties)) if seen else [],
        "undoable": day.rolled and following is not None and following.opened is None,
        "fixed": day.rolled and following is not None and following.opened is not None,
    }
    return page(request, here, "clubs/roll.html", facts, status=409 if error and request.method == "POST" else 200)
