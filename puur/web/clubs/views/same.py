"""Two entries that are one person: joined by whoever keeps the list, by consent where an account is concerned, and parted again.

What it changes is told first. Nobody's account is joined with an entry without that account's yes; two accounts are two people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Club, Refusal, evenings
from puur.season.belongings import differences, moved
from puur.season.events import Event, PersonsAsked, PersonsJoined, PersonsParted
from puur.web.asking import asks, fingerprint
from puur.web.clubs import persons, store
from puur.web.clubs.actions import people_choices
from puur.web.clubs.models import ClubPerson, account_changed
from puur.web.clubs.pages import TAKEN, Answer, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words, name_of
from puur.web.doors import club_preview
from puur.web.people import lang_of

Pair = tuple[str, str]
Tasks = Mapping[str, Callable[[Club, str], Event]]  # what a button says, of the club as it is and the other entry


def concerning(here: Here, person: str) -> list[Pair]:
    """The questions whether somebody is also another entry."""
    return [pair for pair in here.club.roster.asked if person in pair]


def to_answer(request: HttpRequest, here: Here) -> list[Pair]:
    """Those that the one who asks may answer: by the account that it concerns."""
    return [pair for pair in concerning(here, here.me) if here.me and _mine(request, here, *pair)]


def _pair(club: Club, person: str, other: str) -> Pair:
    """The two as they were asked about or joined: the one that gives the name first."""
    asked = next((pair for pair in club.roster.asked if set(pair) == {person, other}), None)
    return asked or (club.roster.joined.get(other, person), other)


def _mine(request: HttpRequest, here: Here, *people: str) -> bool:
    return persons.accounts(here.row, here.club, *people) == {request.user.pk}


@needs("people.manage")
def same(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """Somebody of the list is also another entry of it, or is not after all."""
    if person not in here.club.roster.people:
        raise Http404

    def joined(club: Club, other: str) -> Event:
        known = persons.accounts(here.row, club, *(who for who in (person, other) if who in club.roster.people))
        if len(known) > 1:
            raise Refusal("join-accounts", person=person, other=other)
        kind = PersonsJoined if known <= {request.user.pk} else PersonsAsked
        return kind(person=person, other=other, by=here.actor.signs)

    def parted(club: Club, other: str) -> Event:
        first, second = _pair(club, person, other)
        return PersonsParted(person=first, other=second, by=here.actor.signs)

    return _answered(request, here, person, {"join": joined, "part": parted}, "club-person-same")


@needs("me.see")
def mine(request: HttpRequest, here: Here) -> HttpResponse:
    """The own answer: the same person, or not, or not any more."""
    if not here.me:
        raise Http404
    may = {key for pair in to_answer(request, here) for key in pair if key != here.me}
    own = here.club.roster.entries(here.me) if _mine(request, here, here.me) else ()

    def joined(club: Club, other: str) -> Event:
        if other not in may:
            raise Http404
        first, second = _pair(club, here.me, other)
        return PersonsJoined(person=first, other=second, by=here.me)

    def parted(club: Club, other: str) -> Event:
        if other not in (*may, *own):
            raise Http404
        first, second = _pair(club, here.me, other)
        return PersonsParted(person=first, other=second, by=here.me)

    return _answered(request, here, here.me, {"join": joined, "part": parted}, "club-me-same")


def _answered(
    request: HttpRequest,
    here: Here,
    person: str,
    tasks: Tasks,
    url: str,
) -> HttpResponse:
    """Show what a step would change, and do it when it is said once more."""
    lang, club = lang_of(request), here.club
    given = request.POST if request.method == "POST" else request.GET
    task, other = given.get("do", ""), given.get("other", "")
    would: Mapping[str, Any] | None = None
    answer: Answer = TAKEN
    if request.method == "POST":
        if task not in tasks or not other:
            raise Http404
        if asks(request):
            try:
                would = _would(here, person, other, tasks[task](club, other), lang)
            except Refusal as problem:
                answer = in_words(problem, club, lang), problem.rule
        else:
            answer = take(request, here, lambda now: [tasks[task](now, other)])
            if answer == TAKEN:
                account_changed.send(ClubPerson, row=here.row)
                return redirect("club-me" if url == "club-me-same" else "club-person", *_after(here, url, person))
    facts = {
        "key": person, "other": other, "task": task, "would": would, "own": url == "club-me-same",
        "ask": fingerprint(request.POST) if would is not None else "",
        "choices": people_choices(here, [key for key in club.roster.people if key != person], lang),
        "others": [key for key in club.roster.entries(person) if key != person],
        "asked": [next(key for key in pair if key != person) for pair in concerning(here, person)],
        "to_answer": {key for pair in to_answer(request, here) for key in pair if key != person},
    }  # fmt: skip
    return page(request, here, "clubs/same.html", facts, refused=answer, status=409 if answer != TAKEN else 200)


def _after(here: Here, url: str, person: str) -> list[str]:
    """Where the step leads: to the person, under whichever entry it stands by now."""
    return [here.row.slug] if url == "club-me-same" else [here.row.slug, store.engine(here.row).roster.who(person)]


def _would(here: Here, person: str, other: str, event: Event, lang: str) -> dict[str, Any]:
    """What a step would change; whoever has to be asked first sees what a yes would change."""
    trial = store.draft(here.row)
    done = PersonsJoined(person=event.person, other=event.other, by=event.by) if isinstance(event, PersonsAsked) else event
    trial.submit(done)
    would = club_preview.compared(here, trial, lang)
    ways = persons.ways_in(here.row, here.club, person, *({other} & here.club.roster.people.keys()))
    return {
        **would,
        "asks": isinstance(event, PersonsAsked),
        "moved": [(name_of(here.club, move.person, lang), told) for move in moved(here.club, trial) if (told := differences(move))],
        "ways": sum(link.user_id is not None or link.token_hash is not None for link in ways) > 1,
        "years": [year for year in here.club.trophies if evenings.changes(here.club, trial, year)],
    }
