"""Duplicate evenings in a hall: opening one, its printed deals, the results as they come in, the ranking by comparison."""

from __future__ import annotations

import re

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from puur.papers import dealing
from puur.web import people
from puur.web.company import duplicate
from puur.web.company.models import DuplicateEvening
from puur.web.server.printing import printed
from puur.words import say

MOST_EVENINGS = 100
_FIELD = re.compile(r"r(\d{1,2})-(\d{1,2})-(\d{1,2})")


class EveningForm(forms.Form):
    """A new evening."""

    title = forms.CharField(max_length=80)
    tables = forms.IntegerField(min_value=2, max_value=duplicate.MOST_TABLES)
    rounds = forms.IntegerField(min_value=1, max_value=duplicate.MOST_ROUNDS)
    boards = forms.IntegerField(min_value=1, max_value=duplicate.MOST_BOARDS)

    def clean(self) -> dict[str, int | str]:
        """Nobody meets anybody twice: at most as many rounds as tables."""
        given: dict[str, int | str] = self.cleaned_data
        if int(given.get("rounds", 0)) > int(given.get("tables", 0)):
            raise forms.ValidationError("rounds")
        return given


@login_required
def evenings(request: HttpRequest) -> HttpResponse:
    """One's own duplicate evenings, and a new one."""
    user, form = people.account(request), EveningForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and DuplicateEvening.objects.filter(owner=user).count() < MOST_EVENINGS:
        return redirect("duplicate-evening", DuplicateEvening.objects.create(owner=user, **form.cleaned_data).key)
    context = {"evenings": DuplicateEvening.objects.filter(owner=user).order_by("-made")[:MOST_EVENINGS], "form": form}
    return render(request, "company/duplicate.html", context, status=400 if request.method == "POST" else 200)


def _own(request: HttpRequest, board_key: str) -> DuplicateEvening:
    return get_object_or_404(DuplicateEvening, key=board_key, owner=people.account(request))


@login_required
def evening(request: HttpRequest, board_key: str) -> HttpResponse:
    """An evening: names, results of a round, the ranking so far."""
    row = _own(request, board_key)
    if request.method == "POST":
        wrong = _enter(row, request)
        lang = people.lang_of(request)
        if wrong:
            messages.error(request, say("company.duplicate.wrong", lang, where=", ".join(wrong[:5])))
        else:
            messages.success(request, say("company.saved", lang))
        return redirect("duplicate-evening", board_key)
    names = [*row.names, *([""] * (2 * row.tables - len(row.names)))]
    rounds = [
        [
            {
                "table": table,
                "stays": names[table] or table + 1,
                "moves": names[duplicate.moving(table, round_, row.tables)] or duplicate.moving(table, round_, row.tables) + 1,
                "boards": [
                    (
                        f"r{round_}-{table}-{board}",
                        row.made_points.get(duplicate.key(round_, table, board), ""),
                        round_ * row.boards + board + 1,
                    )
                    for board in range(row.boards)
                ],
            }
            for table in range(row.tables)
        ]
        for round_ in range(row.rounds)
    ]
    shape = (row.made_points, row.names, row.tables, row.rounds, row.boards)
    context = {
        "evening": row,
        "names": names,
        "rounds": rounds,
        "stay": duplicate.ranking(*shape, stays=True),
        "move": duplicate.ranking(*shape, stays=False),
    }
    return render(request, "company/duplicate_evening.html", context)


def _enter(row: DuplicateEvening, request: HttpRequest) -> list[str]:
    """Take over what was typed; what cannot be is left as it was, and named."""
    wrong, made = [], dict(row.made_points)
    for field, text in request.POST.items():
        match, value = _FIELD.fullmatch(field), str(text).strip()
        if match is None:
            continue
        round_, table, board = (int(part) for part in match.groups())
        place = duplicate.key(round_, table, board)
        if round_ >= row.rounds or table >= row.tables or board >= row.boards:
            wrong.append(field)
        elif not value:
            made.pop(place, None)
        elif value.isascii() and value.isdigit() and len(value) < 6 and int(value) <= duplicate.DEAL:
            made[place] = int(value)
        else:
            wrong.append(f"{round_ + 1}/{table + 1}/{board + 1}: {value[:10]}")
    row.made_points = made
    if "name-0" in request.POST:
        row.names = [" ".join(request.POST.get(f"name-{pair}", "").split())[:40] for pair in range(2 * row.tables)]
    row.save(update_fields=["made_points", "names"])
    return wrong


@require_safe
@login_required
def sheets(request: HttpRequest, board_key: str) -> HttpResponse:
    """The dealing sheets as a PDF."""
    row = _own(request, board_key)
    rounds = [
        [
            dealing.Board(number + 1, duplicate.dealer_of(number), duplicate.hands(row.root, number, duplicate.dealer_of(number)))
            for number in range(round_ * row.boards, (round_ + 1) * row.boards)
        ]
        for round_ in range(row.rounds)
    ]
    pdf = printed(dealing.sheets, row.title, rounds, people.lang_of(request))
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": 'inline; filename="deals.pdf"'})
