"""Puzzles: what there is, one after the other, and what was right about it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.events import Announced, CardPlayed, Pushed
from puur.puzzles.collection import FILE, collection
from puur.puzzles.puzzle import MODES, PUSH, THEMES, Puzzle, card_of_sign, sign_of
from puur.web import people
from puur.web.company import puzzling
from puur.web.company.models import PuzzleTry


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What there is, by theme and difficulty, and how far one is."""
    who = people.who_is(request)
    puzzles = list(collection().values())
    counts = Counter((puzzle.theme, puzzle.level) for puzzle in puzzles)
    own = PuzzleTry.objects.filter(user_id=who.user) if who.user is not None else PuzzleTry.objects.none()
    context = {
        "count": len(puzzles),
        "levels": sorted(puzzling.LEVELS),
        "done": own.count(),
        "right": own.filter(right=True).count(),
        "themes": [
            (theme, [counts[theme, level] for level in puzzling.LEVELS])
            for theme in THEMES
            if any(counts[theme, n] for n in range(6))
        ],
        "strength": puzzling.solver_of(who.user) if who.user is not None and own.exists() else None,
    }
    return render(request, "company/puzzles.html", context)


@require_safe
def download(_request: HttpRequest) -> HttpResponse:
    """The collection as it is, free to use (CC0)."""
    headers = {"Content-Disposition": 'attachment; filename="puur-puzzles.txt"', "Cache-Control": "max-age=3600"}
    return HttpResponse(FILE.read_bytes(), content_type="text/plain; charset=ascii", headers=headers)


@require_safe
def next_one(request: HttpRequest) -> HttpResponse:
    """To a puzzle that fits."""
    level = request.GET.get("level", "")
    theme = request.GET.get("theme", "")
    who = people.who_is(request)
    puzzle = puzzling.next_for(
        who.user,
        request.GET.get("kind", ""),
        theme if theme in THEMES else "",
        int(level) if level in ("1", "2", "3", "4", "5") else 0,
    )
    return redirect("puzzles") if puzzle is None else redirect("puzzle", puzzle.key)


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_key: str) -> HttpResponse:
    """One puzzle; an answer is told what it was worth."""
    row = collection().get(puzzle_key)
    if row is None:
        raise Http404
    who, context = people.who_is(request), shown(row)
    given = request.POST.get("answer", "")
    if request.method == "POST" and given in {sign for sign, *_ in context["answers"]}:
        counted = puzzling.tried(who.user, row, given) if who.user is not None else False
        context |= judged_answers(row, given) | {
            "counted": counted,
            "strength": puzzling.solver_of(who.user) if who.user is not None else None,
            "rating": puzzling.rating_of(row),
        }
    return render(request, "company/puzzle.html", context)


def judged_answers(row: Puzzle, given: str) -> dict[str, Any]:
    """What an answer was worth, beside all others."""
    values = dict(row.values)
    return {
        "given": given,
        "right": given == row.best,
        "loss": round(row.values[0][1] - values.get(given, 0.0), 1),
        "judged": [(*_answer(row, sign), points, sign == row.best, sign == given) for sign, points in row.values],
        "known": given in values,
        "theme": row.theme,
    }


def _answer(row: Puzzle, sign: str) -> tuple[str, str]:
    """A sign, and what it stands for in the words of `named`: a card, a mode, or a push."""
    if row.kind == "card":
        return sign, card_of_sign(sign).name
    return sign, "" if sign == PUSH else str(MODES[sign])


def shown(row: Puzzle) -> dict[str, Any]:
    """What the seat sees: never another hand."""
    view = row.view()
    tricks = [
        {
            "cards": [(card.name, (trick.leader + place - view.seat) % 4) for place, card in enumerate(trick.cards)],
            "winner": (trick.winner - view.seat) % 4,
        }
        for trick in view.tricks
    ]
    running = () if view.trick_open else view.trick
    leader = 0 if view.leader is None else view.leader
    answers = [event for event in view.options if isinstance(event, CardPlayed | Announced | Pushed)]
    return {
        "puzzle": row,
        "view": view,
        "hand": [card.name for card in view.hand],
        "mode": None if view.mode is None else str(view.mode),
        "announcer": None if view.announcer is None else (view.announcer - view.seat) % 4,
        "pushed": view.pushes > 0,
        "trick": [(card.name, (leader + place - view.seat) % 4) for place, card in enumerate(running)],
        "tricks": tricks[-1:],
        "played": len(view.tricks),
        "points": (view.points[view.seat % 2], view.points[1 - view.seat % 2]),
        "answers": [_answer(row, sign_of(event)) for event in answers],
    }
