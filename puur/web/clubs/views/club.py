"""A club as a whole: the list of clubs, a new one, its overview, its settings, and the door of a personal link."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from puur.reglement import ReglementError
from puur.season import Club as ClubState
from puur.season import Refusal, load_text
from puur.season.book import shipped
from puur.season.days import Day
from puur.season.dues import settle
from puur.season.events import BookChanged, PersonAdded, SettingChanged
from puur.season.exchange import person_key
from puur.season.ledger import ZERO
from puur.season.table import Participant
from puur.season.tasks import Task
from puur.season.tasks import open_tasks as all_tasks
from puur.web.clubs import persons, store
from puur.web.clubs.models import HOST, Club, ClubPerson, account_changed, hash_of
from puur.web.clubs.pages import TAKEN, page
from puur.web.clubs.rights import ACCOUNT, ANYONE, LINKS, Here, needs
from puur.web.clubs.words import in_words, word
from puur.web.people import account, lang_of
from puur.web.server.reading import TooMuch, readers
from puur.words import say
from puur.words.problems import problem_text

MOST_CLUBS = 20  # of one account
EXAMPLE = """key = "unser-club"
title = "Unser Club"
extends = "ajz08"

[season]
members = 12

[season.fees]
startgeld = 10
choices = [10]
"""


@needs(ANYONE)
def index(request: HttpRequest) -> HttpResponse:
    """My clubs and the public ones."""
    user = request.user
    mine = []
    if user.is_authenticated:
        mine = list(Club.objects.filter(people__user=user) | Club.objects.filter(host=user))
    known = request.session.get(LINKS, {})
    by_link = Club.objects.filter(people__token_hash__in=[token for token in known.values() if isinstance(token, str)])
    own = {club.pk: club for club in [*mine, *by_link]}
    public = [club for club in Club.objects.filter(public=True)[:100] if club.pk not in own]
    return render(request, "clubs/index.html", {"own": sorted(own.values(), key=lambda club: club.name), "public": public})


class ClubForm(forms.Form):
    """A new club, or the settings of one."""

    name = forms.CharField(max_length=80, min_length=2)
    me = forms.CharField(max_length=80, required=False)
    book = forms.ChoiceField(choices=[(key, key) for key in shipped()] + [("own", "own")], required=False)
    book_text = forms.CharField(
        max_length=100_000, required=False, widget=forms.Textarea(attrs={"class": "code", "spellcheck": "false"})
    )
    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    public = forms.BooleanField(required=False)

    def __init__(self, *args: Any, lang: str = "de", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lang = lang
        for name, field in self.fields.items():
            field.label = say(f"clubs.field.club-{name}", lang)
        book = self.fields["book"]
        assert isinstance(book, forms.ChoiceField)
        book.choices = [(key, say("clubs.book.shipped", lang, key=key.upper())) for key in shipped()] + [
            ("own", say("clubs.book.own", lang))
        ]

    def clean_book_text(self) -> str:
        """Settings that the engine can read; a mistake is told with its line."""
        text: str = self.cleaned_data["book_text"].replace("\r\n", "\n")
        if self.cleaned_data.get("book") != "own":
            return ""
        try:
            readers.read(load_text, text, self.cleaned_data.get("name") or "club")
        except TooMuch as problem:
            raise forms.ValidationError(say(f"club.missing.{problem.reason}", self.lang)) from None
        except ReglementError as problem:
            raise forms.ValidationError([problem_text(mistake, self.lang) for mistake in problem.problems]) from None
        return text


def _free_slug(name: str) -> str:
    base = person_key(name)[:32]
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | {"new"}
    return next(slug for slug in (base, *(f"{base}-{number}" for number in range(2, 10_000))) if slug not in taken)


@needs(ACCOUNT)
def new(request: HttpRequest) -> HttpResponse:
    """A new club; whoever makes it administers it."""
    lang, user = lang_of(request), account(request)
    first = {"book": "ajz08", "book_text": EXAMPLE, "me": user.first_name or user.get_username()}
    form = ClubForm(request.POST or None, lang=lang, initial=first)
    del form.fields["since"]
    if request.method == "POST" and form.is_valid():
        if Club.objects.filter(host=user).count() >= MOST_CLUBS:
            form.add_error(None, say("clubs.too-many", lang, most=MOST_CLUBS))
        else:
            facts = form.cleaned_data
            own = facts["book"] == "own"
            with transaction.atomic():
                row = Club.objects.create(
                    slug=_free_slug(facts["name"]),
                    name=facts["name"].strip(),
                    book="own" if own else facts["book"] or "ajz08",
                    book_text=facts["book_text"],
                    public=facts["public"],
                    host=user,
                )
                if facts["me"].strip():
                    key = person_key(facts["me"])
                    store.submit(row, [PersonAdded(person=key, name=facts["me"].strip())], HOST)
                    ClubPerson.objects.create(club=row, person=key, user=user)
            messages.success(request, say("clubs.created", lang, name=row.name))
            return redirect("club-statutes" if request.POST.get("then") == "statutes" else "club", row.slug)
    return render(request, "clubs/new.html", {"form": form}, status=400 if form.is_bound else 200)


@needs("club.settings")
def settings_page(request: HttpRequest, here: Here) -> HttpResponse:
    """Name, public or not, and the settings of the season, which hold from a date on: what was played and booked stays."""
    lang, row = lang_of(request), here.row
    last = next((event for event in reversed(here.club.events) if isinstance(event, BookChanged)), None)
    book, text = (last.book, last.text) if last else (row.book, row.book_text)
    first = {"name": row.name, "public": row.public, "book": "own" if text else book, "book_text": text or EXAMPLE}
    form = ClubForm(request.POST or None, lang=lang, initial={**first, "since": store.today()})
    del form.fields["me"]
    answer = TAKEN
    if request.method == "POST" and form.is_valid():
        facts = form.cleaned_data
        wanted = "own" if facts["book_text"] else facts["book"] or "ajz08"
        changed = BookChanged(book=wanted, since=facts["since"] or store.today(), text=facts["book_text"], by=here.me)
        try:
            with transaction.atomic():
                if (wanted, facts["book_text"]) != ("own" if text else book, text):
                    store.submit(row, [changed], here.actor.signs)
                if noted := _settings_noted(row, facts):
                    store.submit(row, noted, here.actor.signs)
                row.name, row.public = facts["name"].strip(), facts["public"]
                row.save(update_fields=["name", "public"])
        except Refusal as problem:
            answer = in_words(problem, here.club, lang), problem.rule
        else:
            messages.success(request, say("clubs.done", lang))
            return redirect("club-settings", row.slug)
    status = 409 if answer != TAKEN else 400 if form.errors else 200
    return page(request, here, "clubs/settings.html", {"form": form}, refused=answer, status=status)


def _settings_noted(row: Club, facts: dict[str, Any]) -> list[SettingChanged]:
    """What the trail keeps of a change that no rule depends on."""
    pairs = {"name": (row.name, facts["name"].strip()), "public": (_yes(row.public), _yes(facts["public"]))}
    return [SettingChanged(setting=name, was=was, now=now) for name, (was, now) in pairs.items() if was != now]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def upcoming(club: ClubState) -> Day | None:
    """The Jasstag that runs, else the next one."""
    days = club.in_order()
    running = [day for day in days if day.opened and not day.closed]
    ahead = [day for day in days if not day.opened and day.date >= store.today()]
    return next(iter(running or ahead), None)


def open_tasks(club: ClubState, person: str = "") -> list[Task]:
    """What is open, for everybody or for one person, the nearest first."""
    tasks = [task for task in all_tasks(club, store.now()) if not person or person in task.who]

    def when(task: Task) -> datetime:
        due = task.due
        return datetime.max if due is None else due if isinstance(due, datetime) else datetime.combine(due, time())

    return sorted(tasks, key=when)


def _readable(here: Here, task: Task) -> bool:
    """Whether this visitor may read a task: what somebody owes is for those whom it concerns."""
    concerned = {*task.who, task.facts.get("person", ""), *task.facts.get("member", "").split(", ")}
    return "charge" not in task.facts or here.may("money.see") or (bool(here.me) and here.me in concerned)


def needed_offices(club: ClubState) -> list[str]:
    """The offices without which a Jasstag stands still: clock, opening, sheets, rules, cash."""
    offices = club.book.offices
    return list(dict.fromkeys((offices.clock, offices.ritual, offices.cash, offices.sheets, *club.book.officials[:1])))


def _owed(here: Here) -> dict[str, Any]:
    """What is open in all, and of how many people; and how much is due and not booked yet."""
    debts = [charge for charge in here.club.ledger.charges.values() if charge.open > 0]
    return {
        "amount": sum((debt.open for debt in debts), ZERO),
        "people": len({debt.debtor for debt in debts}),
        "waiting": len(settle(store.draft(here.row), store.today())),
    }


@needs("public.see")
def home(request: HttpRequest, here: Here) -> HttpResponse:
    """The overview for members; others go on to what is theirs."""
    if not here.may("club.see"):
        return redirect("club-me" if here.may("me.see") else "club-public", here.row.slug)
    club, today = here.club, store.today()
    day = upcoming(club)
    missing = []
    if len(club.roster.members(today)) < here.entered.members:
        missing.append("members")
    empty = [office for office in needed_offices(club) if club.roster.serving(office, today) is None]
    if empty:
        missing.append("offices")
    if not club.year(today.year) and not any(planned.date >= today for planned in club.days.values()):
        missing.append("days")
    facts = {
        "day": day,
        "there": here.at(day),
        "series": [(name, seats, day.table(name)) for name, seats in line_up(club, day)] if day else [],
        "tasks": [task for task in open_tasks(club) if _readable(here, task)][:20],
        "missing": missing,
        "owed": _owed(here) if here.may("money.see") else None,
        "offices": ", ".join(word("office", office, lang_of(request)) for office in empty),
        "running": [ended for ended in club.days.values() if ended.closed and not ended.rolled and club.after(ended) is not None],
    }
    return page(request, here, "clubs/home.html", facts)


def line_up(club: ClubState, day: Day) -> list[tuple[str, list[Participant]]]:
    """The series of a day with who sits there; empty while it is not known."""
    if day.line_up is None:
        return []
    return [(name, list(club.participants(day, name))) for name in day.line_up.design.names]


@needs(ANYONE)
def enter(request: HttpRequest, here: Here, token: str) -> HttpResponse:
    """The door of a personal link: one click, so that no preview of a chat comes in by itself."""
    link = ClubPerson.objects.filter(club=here.row, token_hash=hash_of(token)).first() if len(token) < 100 else None
    if link is None or persons.who(link) not in here.club.roster.people:
        raise Http404
    if request.method == "POST":
        others = persons.accounts(here.row, here.club, persons.who(link)) - {request.user.pk}
        if request.user.is_authenticated and request.POST.get("how") == "account" and link.user_id is None and others:
            messages.error(request, say("clubs.enter.taken", lang_of(request)))
            return redirect("club", here.row.slug)
        if request.user.is_authenticated and request.POST.get("how") == "account":
            try:
                with transaction.atomic():
                    ClubPerson.objects.filter(pk=link.pk).update(user=request.user)
            except IntegrityError:
                messages.error(request, say("clubs.enter.other", lang_of(request)))
                return redirect("club", here.row.slug)
            account_changed.send(ClubPerson, row=here.row)
        known = dict(request.session.get(LINKS, {}))
        known[str(here.row.pk)] = link.token_hash
        request.session.cycle_key()
        request.session[LINKS] = known
        return redirect("club", here.row.slug)
    answer = render(request, "clubs/enter.html", {"here": here, "link": link, "token": token})
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@needs(ANYONE)
def leave(request: HttpRequest, here: Here) -> HttpResponse:
    """This browser forgets the personal link; the account too, where it is to be parted from the person."""
    if here.actor.stranger:
        raise Http404
    if request.method == "POST":
        if request.user.is_authenticated and request.POST.get("how") == "account":
            ClubPerson.objects.filter(club=here.row, user=request.user).update(user=None)
            account_changed.send(ClubPerson, row=here.row)
        known = dict(request.session.get(LINKS, {}))
        known.pop(str(here.row.pk), None)
        request.session[LINKS] = known
    return redirect("clubs")
