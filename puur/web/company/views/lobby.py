"""The pages of open tables: the list, sitting down, getting up, opening one."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from puur.reglement import load, shipped
from puur.web import people
from puur.web.company import board, manners, opening, social
from puur.web.live.limits import Buckets
from puur.web.live.speech import sentence
from puur.web.server.throttle import may_keep
from puur.web.views.tables import may_open, not_admitted, sought, too_often
from puur.words import say

sitting = Buckets(30, 1 / 5)


class OpenForm(forms.Form):
    """A new open table."""

    book = forms.CharField(max_length=64)
    tempo = forms.ChoiceField(choices=[(tempo, tempo) for tempo in opening.TEMPI])
    level = forms.CharField(max_length=16)
    waits = forms.BooleanField(required=False)
    watch = forms.BooleanField(required=False)

    def clean_book(self) -> str:
        """A book that is shipped."""
        if self.cleaned_data["book"] not in shipped():
            raise forms.ValidationError("book")
        return str(self.cleaned_data["book"])

    def clean_level(self) -> str:
        """A bot that answers at once."""
        if self.cleaned_data["level"] not in opening.levels():
            raise forms.ValidationError("level")
        return str(self.cleaned_data["level"])


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables, by what is asked for."""
    who = people.who_is(request)
    opening.ensure_standing()
    if who.user is not None:
        social.touch(who.user)
    asked = {name: request.GET.get(name, "")[:64] for name in ("form", "book", "tempo", "level")}
    friends = social.whereabouts(social.friends_of(who.user)) if who.user is not None else []
    books = [load(key) for key in shipped()]
    context = {
        "tables": opening.listed(**asked),
        "asked": asked,
        "own": opening.own_tables(who),
        "tempi": list(opening.TEMPI),
        "levels": opening.levels(),
        "books": [(book.key, book.title) for book in books],
        "forms": sorted({book.form for book in books}),
        "friends": [friend for friend in friends if friend.online],
    }
    return render(request, "company/open.html", context)


@require_safe
def listing(_request: HttpRequest) -> HttpResponse:
    """The list as JSON; a running server answers this from memory (`board.Board`)."""
    return HttpResponse(board.listing(), content_type="application/json", headers={"Cache-Control": "no-cache"})


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down and play."""
    table = sought(request, code)
    if table is None or not hasattr(table, "open"):
        raise Http404
    lang = people.lang_of(request)
    who = people.name_guest(request, request.POST.get("name", ""))
    if not sitting.take(who.key) or not may_keep(request, who.key):  # where a table is taken another one is opened
        return too_often(request)
    if not who.name:
        who = people.name_guest(request, sentence("guest", lang))
    number = request.POST.get("seat", "")
    try:
        opening.sit(table, who, int(number) if number in ("0", "1", "2", "3") else None)
    except opening.Refused as refused:
        messages.error(request, say(f"company.open.{refused.why}", lang))
        return redirect("open")
    return redirect("table", code)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Get up."""
    table = sought(request, code)
    if table is None or not hasattr(table, "open"):
        raise Http404
    opening.leave(table, people.who_is(request))
    return redirect("open")


@require_POST
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Open a table for everybody."""
    who, lang = people.who_is(request), people.lang_of(request)
    if not may_open(request):
        return too_often(request)
    if (refused := not_admitted(request)) is not None:
        return refused
    form = OpenForm(request.POST)
    if not form.is_valid():
        messages.error(request, say("company.open.wrong", lang))
        return redirect("open")
    if len(opening.own_tables(who)) >= opening.MOST_OWN:
        messages.error(request, say("company.open.many", lang, n=opening.MOST_OWN))
        return redirect("open")
    given = form.cleaned_data
    if given["waits"] and not manners.record_of(who).reliable:
        messages.error(request, say("company.open.unreliable", lang))
        return redirect("open")
    row = opening.create(who, given["book"], given["tempo"], given["level"], waits=given["waits"], watch=given["watch"])
    return redirect("table", row.table.code)
