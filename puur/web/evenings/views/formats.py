"""The format of an evening as a form: ready ones to begin with, a preview of what it means, kept under one's own name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.core.evening import DrawWhen, Entry, Repeat, Rest, TieBreak
from puur.evening.state import Confirm
from puur.papers.formats import meaning
from puur.reglement import Problem, ReglementError, load, shipped
from puur.reglement.formats import LONGEST_RULE, LONGEST_TITLE, NAMED, PRESETS, Format, book_of, format_of
from puur.web import people
from puur.web.evenings import creating, store
from puur.web.evenings.desk import done, money, number, text, typed
from puur.web.evenings.models import OwnFormat
from puur.web.evenings.views.organiser import making
from puur.web.views.tables import caller, too_often
from puur.words import say
from puur.words.problems import problem_text

MOST_PRIZES, MOST_FORMATS = 30, 50
Choice = TypeVar("Choice", Entry, DrawWhen, Repeat, Rest, TieBreak)
Value = TypeVar("Value")
_LABELS = {"tie_breaks": "tie1"}  # where the words beside a field have another name than the value
_TIES = 3  # tie-breaks one after the other that the form asks for


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """Begin with a ready format, look at what it means, keep it, throw it away."""
    lang = people.lang_of(request)
    kept = creating.own_format(request, request.POST.get("format") or request.GET.get("format", ""))
    if kept is None and (request.POST.get("format") or request.GET.get("format")):
        raise Http404
    problems: list[str] = []
    meanings: list[Any] = []
    wanted, fee, confirm = _begun(request, kept, lang)
    if request.method == "POST":
        if not making.take(caller(request)):
            return too_often(request)
        if kept is not None and request.POST.get("do") == "delete":
            kept.delete()
            return done(request, "evening-new", "format-deleted", title=kept.title)
        form = _Typed(request, lang)
        try:
            wanted, fee, confirm = _wanted(form), form.read("fee", lambda: money(request.POST.get("fee", "")), 0), _chosen(request)
            problems = form.wrong
            if not problems:
                book = book_of(wanted)
                if request.POST.get("do") == "save":
                    return _saved(request, kept, wanted, fee)
                meanings = meaning(book, fee, _confirm(request), lang)
        except ReglementError as error:
            problems = [_mistake(problem, lang) for problem in error.problems[:5]]
        except Refusal as problem:
            problems = [store.sentence(problem, lang)]
    else:
        meanings = meaning(book_of(replace(wanted, title=wanted.title or "–")), fee, _of(Confirm, confirm), lang)
    given = _fields(request, wanted, fee, confirm)
    context = {
        "kept": kept, "given": given, "told": meanings, "problems": problems, "books": creating.books(), "presets": [*PRESETS],
        "fields": _asked(given, lang),
    }  # fmt: skip
    return render(request, "evenings/organiser/format.html", context, status=400 if problems else 200)


def _asked(given: dict[str, Any], lang: str) -> list[dict[str, Any]]:
    """The fields of the form in their order: the word, the choices where there are any, and the article where one can be named."""

    def options(area: str, kind: type[Enum], first: str = "") -> list[tuple[str, str]]:
        blank = [("", say(first, lang))] if first else []
        return blank + [(str(each.value), say(f"{area}.{each.value}", lang)) for each in kind]

    choices = {
        "entry": options("evenings.org.entry", Entry), "partners": options("formats.partners", Repeat),
        "draw": options("evenings.org.when", DrawWhen), "rest": options("evenings.org.rest", Rest),
        "confirm": options("evenings.org.confirm", Confirm, "evenings.org.confirm.auto"),
        **{f"tie{place}": options("formats.tie", TieBreak, "formats.tie.shared") for place in range(1, _TIES + 1)},
    }  # fmt: skip
    order = (
        "rounds", "deals", "entry", "partners", "draw", "rest", "match_bonus", "dropped", "tie1", "tie2", "tie3", "prizes", "fee",
        "confirm",
    )  # fmt: skip
    articles = {_LABELS.get(name, name): name for name in NAMED}
    return [
        {
            "name": name, "label": say(f"formats.{name}", lang), "value": given.get(name, ""), "options": choices.get(name),
            "number": name in ("rounds", "deals", "match_bonus", "dropped"), "article": articles.get(name, ""),
            "rule": given.get(f"rule_{articles.get(name, '')}", ""),
        }
        for name in order
    ]  # fmt: skip


def _begun(request: HttpRequest, kept: OwnFormat | None, lang: str) -> tuple[Format, int, str]:
    """What the form shows first: the kept format, a ready one, or a book as it is."""
    if kept is not None:
        return creating.read_format(kept), kept.fee, kept.confirm
    preset = request.GET.get("preset", "")
    if preset in shipped():
        return format_of(preset), 0, ""
    key = preset if preset in PRESETS else "village"
    return replace(PRESETS[key], title=say(f"formats.preset.{key}", lang).partition(":")[0].strip()), 0, ""


def _of(kind: type[Confirm], given: str) -> Confirm | None:
    return kind(given) if given in [each.value for each in kind] else None


def _chosen(request: HttpRequest) -> str:
    return request.POST.get("confirm", "")


def _confirm(request: HttpRequest) -> Confirm | None:
    return _of(Confirm, _chosen(request))


class _Typed:
    """The fields of the form, each read by itself: what is wrong is said of every one, under the words that stand beside it."""

    def __init__(self, request: HttpRequest, lang: str) -> None:
        self.request, self.lang = request, lang
        self.wrong: list[str] = []

    def read(self, name: str, take: Callable[[], Value], otherwise: Value) -> Value:
        """What stands in a field, or something in its place where that cannot be."""
        try:
            return take()
        except Refusal as problem:
            self.wrong.append(f"{say(f'formats.{name}', self.lang)}: {store.sentence(problem, self.lang)}")
            return otherwise

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number."""
        return self.read(name, lambda: number(self.request, name, low, high, default=default), low)

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """One of the values of a list."""
        given = self.request.POST.get(name, "")
        first = next(iter(kind))
        if given not in [each.value for each in kind]:
            self.wrong.append(f"{say(f'formats.{name}', self.lang)}: {say('formats.wrong.empty', self.lang)}")
            return first
        return kind(given)

    def title(self) -> str:
        """The name of the format."""
        line = self.read("title", lambda: text(self.request, "title", LONGEST_TITLE), "–")
        if not line:
            self.wrong.append(f"{say('formats.title', self.lang)}: {say('formats.wrong.empty', self.lang)}")
        return line


def _wanted(form: _Typed) -> Format:
    """The format of the form, as far as it can be read."""
    request = form.request
    base = request.POST.get("base", "")
    if base not in shipped():
        raise Refusal("no-book")
    ties = [request.POST.get(f"tie{place}", "") for place in range(1, _TIES + 1)]
    known = [each.value for each in TieBreak]
    rules = [(name, form.read(_LABELS.get(name, name), partial(text, request, f"rule_{name}", LONGEST_RULE), "")) for name in NAMED]
    wanted = Format(
        base=base, title=form.title(), rounds=form.number("rounds", 1, creating.MOST_ROUNDS),
        deals=form.number("deals", 0, 100, default=0), entry=form.choice("entry", Entry), draw=form.choice("draw", DrawWhen),
        partners=form.choice("partners", Repeat), rest=form.choice("rest", Rest),
        match_bonus=form.number("match_bonus", 0, 1000, default=0), dropped=form.number("dropped", 0, 49, default=0),
        tie_breaks=tuple(dict.fromkeys(TieBreak(each) for each in ties if each in known)),
        prizes=form.read("prizes", lambda: numbers_of(request, "prizes"), ()),
        named=tuple((name, rule) for name, rule in rules if rule),
    )  # fmt: skip
    if not wanted.deals and not load(base).ending.target:
        form.wrong.append(f"{say('formats.deals', form.lang)}: {say('formats.wrong.deals', form.lang)}")
    return wanted


def _mistake(problem: Problem, lang: str) -> str:
    """What the loader refuses, under the words that stand beside the field."""
    name = problem.field.rpartition(".")[2]
    label = say(f"formats.{_LABELS.get(name, name)}", lang) if name in (*NAMED, "draw") else ""
    if not label:
        return problem_text(problem, lang)
    expected = say(f"rules.problem.{problem.kind}", lang, **problem.facts)
    return f"{label}: {say('formats.wrong', lang, found=problem.found, expected=expected)}"


def numbers_of(request: HttpRequest, name: str) -> tuple[int, ...]:
    """Numbers by rank, as people write them: “100, 60.– 40”."""
    words = [word for word in re.split(r"[\s,;/]+", text(request, name, 300).replace(".–", "").replace(".-", "")) if word]
    if len(words) > MOST_PRIZES or any(not re.fullmatch(r"[0-9]{1,5}", word) for word in words):
        raise Refusal("money", found=" ".join(words)[:20])
    return tuple(int(word) for word in words)


def _saved(request: HttpRequest, kept: OwnFormat | None, wanted: Format, fee: int) -> HttpResponse:
    who = people.who_is(request, make=True)
    confirm = _confirm(request)
    fields = {
        "title": wanted.title, "data": creating.FORMAT_CODEC.write(wanted), "fee": fee, "confirm": confirm.value if confirm else "",
    }  # fmt: skip
    if kept is None:
        if OwnFormat.objects.filter(**people.owned_by(who)).count() >= MOST_FORMATS:
            raise Refusal("formats", most=MOST_FORMATS)
        kept = OwnFormat.objects.create(**fields, **people.owned_by(who))
    else:
        OwnFormat.objects.filter(pk=kept.pk).update(**fields)
    return redirect(f"{reverse('evening-new')}?book={creating.FORMAT}{kept.pk}")


def _fields(request: HttpRequest, wanted: Format, fee: int, confirm: str) -> dict[str, Any]:
    """What stands in the fields: as typed, also where it is wrong."""
    if request.method == "POST":
        return {name: request.POST.get(name, "") for name in request.POST}
    ties = {f"tie{place}": each.value for place, each in enumerate(wanted.tie_breaks[:_TIES], start=1)}
    rules = {f"rule_{name}": rule for name, rule in wanted.named}
    return {
        "base": wanted.base, "title": wanted.title, "rounds": wanted.rounds, "deals": wanted.deals or "",
        "entry": wanted.entry.value, "draw": wanted.draw.value, "partners": wanted.partners.value, "rest": wanted.rest.value,
        "match_bonus": wanted.match_bonus or "", "dropped": wanted.dropped or "", "prizes": ", ".join(map(str, wanted.prizes)),
        "fee": typed(fee), "confirm": confirm, **ties, **rules,
    }  # fmt: skip
