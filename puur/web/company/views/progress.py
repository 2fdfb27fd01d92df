"""Progress: what one's own decisions cost, and tasks from one's own mistakes. Shown to nobody else."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from puur.bots import levels
from puur.web import people
from puur.web.company import progress
from puur.web.company.views.puzzles import judged_answers, shown
from puur.web.live.store import game_of
from puur.web.models import Table
from puur.web.opinions import questions_of
from puur.web.views import replay
from puur.web.views.tables import caller, too_often

AT_ONCE = 4  # deals that are asked for with one press, and that one look takes in


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """How one is getting on; a press has the newest deals judged."""
    who = people.who_is(request)
    if request.method == "POST" and not who.key:
        return redirect("login")
    waiting = [
        (table, number, deal) for table, number, deal in progress.to_judge(who)
        if replay.may_see(table, request)
    ]  # fmt: skip
    if request.method == "POST":
        if not replay.asking.take(caller(request)):
            return too_often(request)
        for table, number, deal in waiting[:AT_ONCE]:
            _ask(table, number, deal)
        return redirect("progress")
    states = [(place, replay.opinions().kept(_name(*place))) for place in waiting]
    ready = [(place, judged) for place, judged in states if judged is not None and judged["state"] == "ready"][:AT_ONCE]
    for (table, number, deal), judged in ready:
        played = game_of(table, number)
        if played is not None:
            progress.take(who, table, number, *played, deal, judged)
    working = sum(judged is not None for _, judged in states) - len(ready)
    context = {
        "progress": progress.of(who), "waiting": len(waiting) - len(ready), "working": working,
        "possible": replay.opinions().possible, "lately": progress.LATELY,
    }  # fmt: skip
    return render(request, "company/progress.html", context)


def _name(table: Table, number: int, deal: int) -> str:
    return replay.name_of(table.code, number, deal)


def _ask(table: Table, number: int, deal: int) -> None:
    name, played = _name(table, number, deal), game_of(table, number)
    if played is not None and replay.opinions().possible:
        replay.opinions().ask(name, questions_of(played[0], deal, name), levels.above(table.level))


@require_http_methods(["GET", "HEAD", "POST"])
def task(request: HttpRequest, code: str, number: int, deal: int, n: int) -> HttpResponse:
    """One mistake as a puzzle; an answer is told what it was worth."""
    entry = progress.task_of(people.who_is(request), code, number, deal, n)
    if entry is None:
        raise Http404
    row, puzzle = entry
    context = shown(puzzle) | {"code": code, "number": number, "deal": deal}
    given = request.POST.get("answer", "")
    if request.method == "POST" and given in {sign for sign, *_ in context["answers"]}:
        progress.answered(row, n, given)
        context |= judged_answers(puzzle, given)
    return render(request, "company/progress_task.html", context)
