"""Who is in the club: persons, membership by date, offices, Dauerersatzjasser, and personal links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from puur.season import Refusal
from puur.season import events as ev
from puur.season.events import Event
from puur.season.exchange import person_key
from puur.web.clubs import contacts, persons, store
from puur.web.clubs.actions import KNOWN_OR_NEW, Action, Ask, address, filled, members, people_choices
from puur.web.clubs.models import ClubPerson, new_token
from puur.web.clubs.pages import TAKEN, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import word
from puur.web.people import lang_of
from puur.words import say

ADDRESS = ("street", "house", "postcode", "town", "country")
MOST_NAMES = 60  # in one go


people_url = address("club-people")


def free_key(here: Here, name: str, taken: set[str] | None = None) -> str:
    """A key for a new person that nobody has."""
    used = {*here.club.roster.people, *(taken or ())}
    base = person_key(name)[:50]
    return next(key for key in (base, *(f"{base}-{number}" for number in range(2, 10_000))) if key not in used)


def known_as(here: Here, names: Iterable[str]) -> list[str]:
    """Who of the club each name of a list is, nobody twice; empty for somebody new: the same name twice is two people."""
    waiting: dict[str, list[str]] = {}
    for key, person in here.club.roster.people.items():
        waiting.setdefault(person.name.casefold(), []).append(key)
    return [those.pop(0) if (those := waiting.get(name.casefold())) else "" for name in names]


def naming(kind: type[Event], here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """The event about the person a form names: one of the list, or a new one who is added first."""
    name = str(facts.get("new_name") or "").strip()
    if not facts.get("person") and not name:
        raise Refusal("nobody-named")
    known = {person.name.casefold(): key for key, person in here.club.roster.people.items()}
    key = facts.get("person") or known.get(name.casefold())
    added = [] if key else [ev.PersonAdded(person=free_key(here, name), name=name)]
    return [*added, filled(kind, here, {**facts, "person": key or added[0].person})]


def offices_known(here: Here, lang: str) -> list[tuple[str, str]]:
    """Every office of the club's book, the Vorstand first."""
    offices = here.entered.offices
    keys = dict.fromkeys((*offices.vorstand, *offices.yearly, *offices.emergencies, *here.entered.officials))
    return [(key, word("office", key, lang)) for key in keys]


@needs("club.see")
def people(request: HttpRequest, here: Here) -> HttpResponse:
    """Members, former members, guests; with links for those who invite."""
    club, today, lang = here.club, store.today(), lang_of(request)
    links, rows = persons.every_way_in(here.row, club), []
    for _, key in sorted((club.roster.name(key).casefold(), key) for key in club.roster.people):
        periods = club.roster.periods.get(key, [])
        member = club.roster.is_member(key, today)
        status = "member" if member else "former" if periods and periods[-1].since <= today else "soon" if periods else "guest"
        offices = [word("office", office, lang) for office in club.roster.offices_of(key, today)]
        facts = {"status": status, "offices": offices, "link": links.get(key), "periods": periods}
        rows.append({"key": key, "name": club.roster.name(key), **facts})
    groups = [(status, [row for row in rows if row["status"] == status]) for status in ("member", "soon", "former", "guest")]
    waiting = [ersatz for ersatz in club.roster.dauerersatz if ersatz.approved is None and ersatz.until >= today]
    shown = {"groups": [group for group in groups if group[1]], "waiting": waiting, "abroad": club.roster.dauerersatz}
    return page(request, here, "clubs/people.html", shown)


class PersonForm(forms.Form):
    """The facts of a person; the address is for bills."""

    name = forms.CharField(max_length=80)
    born = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    street = forms.CharField(max_length=70, required=False)
    house = forms.CharField(max_length=16, required=False)
    postcode = forms.CharField(max_length=16, required=False)
    town = forms.CharField(max_length=35, required=False)
    country = forms.CharField(max_length=2, min_length=2, required=False)

    def __init__(self, *args: Any, lang: str = "de", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = say(f"clubs.field.{name}", lang)


@needs("club.see", post="people.manage")
def person(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """One person: membership, offices, and for those who keep the list the facts behind it."""
    club, lang = here.club, lang_of(request)
    if person not in club.roster.people:
        raise Http404
    known = club.roster.person(person)
    first = {"name": known.name, "born": known.born, **{name: getattr(known.address, name) for name in ADDRESS}}
    form = PersonForm(request.POST if request.method == "POST" else None, lang=lang, initial=first)
    answer = TAKEN
    if request.method == "POST" and form.is_valid():
        facts = form.cleaned_data
        address = {name: facts[name].strip() for name in ADDRESS}
        address["country"] = address["country"].upper() or "CH"
        event = ev.PersonAdded(person=person, name=facts["name"].strip(), born=facts["born"], **address)
        answer = take(request, here, [event], about=store.touching(person=person))
        if answer == TAKEN:
            return redirect("club-person", here.row.slug, person)
    held = [(since, office) for since, office, who in club.roster.offices if who == person]
    contact = contacts.of(here.row, [person]).get(person)
    facts = {
        "key": person,
        "profile": known,
        "form": form if here.may("people.manage") else None,
        "periods": club.roster.periods.get(person, []),
        "member": club.roster.is_member(person, store.today()),
        "held": sorted(held, reverse=True),
        "link": persons.every_way_in(here.row, club).get(person),
        "others": [key for key in club.roster.entries(person) if key != person],
        "asked": [key for pair in club.roster.asked if person in pair for key in pair if key != person],
        "contact": contact,
        "consent": contacts.answered(here.row, contact),
    }
    status = 409 if answer != TAKEN else 400 if form.errors else 200
    return page(request, here, "clubs/person.html", facts, refused=answer, status=status)


@needs("invites.manage")
def link(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """A new personal link, shown once; an earlier one dies. Or none any more."""
    if person not in here.club.roster.people:
        raise Http404
    if request.method != "POST":
        return redirect("club-person", here.row.slug, person)
    if request.POST.get("how") == "revoke":
        for way in persons.ways_in(here.row, here.club, person):
            way.token_hash, way.token_made, way.user = None, None, None
            way.feed += 1
            way.save()
        messages.success(request, say("clubs.link.revoked", lang_of(request)))
        return redirect("club-person", here.row.slug, person)
    entry = persons.every_way_in(here.row, here.club).get(person) or ClubPerson(club=here.row, person=person)
    token, entry.token_hash = new_token()
    entry.token_made = timezone.now()
    entry.save()
    url = request.build_absolute_uri(reverse("club-enter", args=[here.row.slug, token]))
    return page(request, here, "clubs/link.html", {"url": url, "key": person})


def _everybody(here: Here, lang: str) -> list[tuple[str, str]]:
    return people_choices(here, here.club.roster.people, lang)


def _add(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """Several people at once, one name a line; with a date they are members."""
    names = [line.strip()[:80] for line in facts["names"].splitlines() if line.strip()]
    if not names or len(names) > MOST_NAMES:
        raise Refusal("names-count", most=MOST_NAMES)
    events: list[Event] = []
    keys = known_as(here, names)
    for place, name in enumerate(names):
        if not keys[place]:
            keys[place] = free_key(here, name, set(keys))
            events.append(ev.PersonAdded(person=keys[place], name=name))
        key = keys[place]
        if facts["since"] and not here.club.roster.is_member(key, facts["since"]):
            events.append(ev.MemberAdmitted(person=key, on=facts["since"]))
    if not events:
        raise Refusal("nobody-new")
    return events


def _approve(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    member, _, substitute = facts["which"].partition(" ")
    return [filled(ev.DauerersatzApproved, here, {**facts, "member": member, "person": substitute})]


def _waiting(here: Here, lang: str) -> list[tuple[str, str]]:
    names = dict(_everybody(here, lang))
    return [
        (f"{ersatz.member} {ersatz.person}", f"{names[ersatz.person]} → {names[ersatz.member]}")
        for ersatz in here.club.roster.dauerersatz
        if ersatz.approved is None
    ]


ON = Ask("on", "date", initial=lambda here: store.today())
ANYBODY, OFFICE = Ask("person", "choice", _everybody), Ask("office", "choice", offices_known)
ACTIONS = (
    Action(
        "people-add", "club", "people.manage",
        (Ask("names", "long"), Ask("since", "date", required=False, label="clubs.field.member-since")),
        _add, people_url,
    ),
    Action("member-admit", "club", "people.manage", (ANYBODY, ON), ev.MemberAdmitted, people_url),
    Action("member-leave", "club", "people.manage", (Ask("person", "choice", members), ON), ev.MemberLeft, people_url),
    Action("office-give", "club", "offices.give", (OFFICE, ANYBODY, ON), ev.OfficeGiven, people_url),
    Action(
        "dauerersatz-name", "club", "dauerersatz.approve",
        (
            Ask("member", "choice", members), replace(KNOWN_OR_NEW[0], choices=_everybody), KNOWN_OR_NEW[1],
            Ask("since", "date"), Ask("until", "date"), Ask("excepted", "check", required=False),
        ),
        partial(naming, ev.DauerersatzNamed), people_url,
    ),
    Action("dauerersatz-approve", "club", "dauerersatz.approve", (Ask("which", "choice", _waiting), ON), _approve, people_url),
)  # fmt: skip
