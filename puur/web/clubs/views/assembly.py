"""The assembly: agenda, motions, who is there, votes and elections with their majorities, the minutes as a document."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.papers import Head, Paper
from puur.papers import render as render_pdf
from puur.papers.minutes import Item
from puur.papers.minutes import minutes as minutes_of
from puur.season import Refusal
from puur.season import events as ev
from puur.season.assembly import Majority, passed
from puur.season.calendar import cancellation_deadline, cancellation_rule
from puur.season.days import Meeting
from puur.season.events import Event
from puur.web.clubs import store
from puur.web.clubs.pages import page, take, tell
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.members import offices_known
from puur.web.clubs.views.treasury_bills import pdf
from puur.web.clubs.words import clock, in_words, name_of, word
from puur.web.people import lang_of
from puur.web.server.printing import printed
from puur.words import say

MOST_ITEMS = 40


def meeting_page(request: HttpRequest, here: Here, meeting: Meeting) -> HttpResponse:
    """A meeting with everything around it."""
    club, lang = here.club, lang_of(request)
    members = club.roster.members(meeting.date)
    present = _there(here, meeting)
    items = [
        {
            "number": number, "title": title, "minutes": meeting.minutes.get(number, ""),
            "votes": [{"vote": vote, "passed": passed(vote)} for vote in meeting.votes if vote.item == number],
        }
        for number, title in enumerate(meeting.agenda, start=1)
    ]  # fmt: skip
    book = club.book_on(meeting.date)
    context = {
        "meeting": meeting, "items": items, "there": present, "members": len(members), "motions": meeting.motions,
        "until": cancellation_deadline(book, meeting.sort, meeting.date), "until_rule": cancellation_rule(book, meeting.sort),
        "fine": book.fines.absent, "fine_rule": book.rule("fines.absent"), "majorities": [*Majority],
        "offices": offices_known(here, lang), "people": sorted(members, key=lambda key: name_of(club, key).casefold()),
        "leads": here.may("days.plan"), "agenda_text": "\n".join(meeting.agenda), "open": store.now() <= meeting.besammlung,
        "begun": store.now() >= meeting.besammlung,
    }  # fmt: skip
    return page(request, here, "clubs/meeting.html", context)


@needs("club.see")
def act(request: HttpRequest, here: Here) -> HttpResponse:
    """One act on a meeting: motions by every member, the rest by the Vorstand."""
    meeting, lang = _meeting(here), lang_of(request)
    task = request.POST.get("do", "")
    if request.method == "POST":
        if task != "motion" and not here.may("days.plan"):
            raise Http404
        try:
            tell(request, take(request, here, _events(request, here, meeting, task)))
        except Refusal as problem:
            tell(request, (in_words(problem, here.club, lang), problem.rule))
    return redirect("club-day", here.row.slug, meeting.key)


def _meeting(here: Here) -> Meeting:
    if here.meeting is None:
        raise Http404
    return here.meeting


def _there(here: Here, meeting: Meeting) -> list[str]:
    """Who is there: whoever came on time needs no entry, so once it has begun that is everybody who is not known to be away."""
    begun = store.now() >= meeting.besammlung
    members = here.club.roster.members(meeting.date)
    return [person for person in members if person not in meeting.absent and (begun or person in meeting.arrivals)]


def _line(request: HttpRequest, name: str, most: int) -> str:
    line = " ".join(request.POST.get(name, "").split())[:most]
    if not line:
        raise Refusal("typed-text")
    return line


def _count(request: HttpRequest, name: str) -> int:
    raw = request.POST.get(name, "").strip() or "0"
    if not raw.isascii() or not raw.isdigit() or len(raw) > 4:
        raise Refusal("typed-number", field=name, low=0, high=9999)
    return int(raw)


def _events(request: HttpRequest, here: Here, meeting: Meeting, task: str) -> list[Event]:
    key = meeting.key
    if task == "agenda":
        items = tuple(" ".join(line.split())[:200] for line in request.POST.get("items", "").splitlines() if line.strip())
        return [ev.AgendaSet(meeting=key, items=items[:MOST_ITEMS])]
    if task == "motion":
        return [ev.MotionFiled(meeting=key, person=here.me, text=_line(request, "text", 1000), at=store.now())]
    if task == "minutes":
        return [ev.MinutesNoted(meeting=key, item=_count(request, "item"), text=request.POST.get("text", "").strip()[:4000])]
    if task == "vote":
        vote = ev.VoteTaken(
            meeting=key, item=_count(request, "item"), question=_line(request, "question", 300), yes=_count(request, "yes"),
            no=_count(request, "no"), abstained=_count(request, "abstained"), majority=Majority(_majority(request)),
            office=request.POST.get("office", "")[:60], person=request.POST.get("person", "")[:60],
        )  # fmt: skip
        cast, there = vote.yes + vote.no + vote.abstained, len(_there(here, meeting))
        if store.now() < meeting.besammlung:
            raise Refusal("meeting-ahead", begins=clock(meeting.besammlung))
        if there < cast <= len(here.club.roster.members(meeting.date)):  # more than that is refused as such
            raise Refusal("votes-more", cast=cast, there=there)
        if vote.office and passed(vote):  # the office is the person's from the meeting on
            return [vote, ev.OfficeGiven(office=vote.office, person=vote.person, on=meeting.date)]
        return [vote]
    raise Refusal("typed-text")


def _majority(request: HttpRequest) -> str:
    given = request.POST.get("majority", "")
    return given if given in list(Majority) else Majority.SIMPLE


@needs("club.see")
def minutes(request: HttpRequest, here: Here) -> HttpResponse:
    """The minutes as a document to sign."""
    meeting, lang = _meeting(here), lang_of(request)
    club = here.club
    there = [name_of(club, person) for person in _there(here, meeting)]
    excused = [name_of(club, person) for person in meeting.cancelled]
    present = (
        say("clubs.minutes.there", lang, n=len(there), names=", ".join(there) or "–"),
        say("clubs.minutes.excused", lang, names=", ".join(excused) or "–"),
    )
    items = [
        Item(
            title,
            meeting.minutes.get(number, ""),
            [(_vote_line(here, vote, lang), passed(vote)) for vote in meeting.votes if vote.item == number],
        )
        for number, title in enumerate(meeting.agenda, start=1)
    ]
    motions = [say("clubs.minutes.motion", lang, who=name_of(club, motion.person), text=motion.text) for motion in meeting.motions]
    title = say("clubs.minutes.title", lang, what=word("sort", meeting.sort, lang))
    made = minutes_of(title, here.row.name, clock(meeting.besammlung), present, items, motions)
    data = printed(render_pdf, made, Head(here.row.name), Paper.A4, lang)
    return pdf(data, here.row.slug, say("clubs.minutes.file", lang), str(meeting.date.year))


def _vote_line(here: Here, vote: ev.VoteTaken, lang: str) -> str:
    facts: dict[str, Any] = {"question": vote.question, "yes": vote.yes, "no": vote.no, "abstained": vote.abstained}
    outcome = say(f"clubs.vote.{'passed' if passed(vote) else 'rejected'}", lang)
    if vote.office:
        facts["question"] = f"{word('office', vote.office, lang)}: {name_of(here.club, vote.person)}"
    return say("clubs.vote.line", lang, outcome=outcome, majority=say(f"clubs.majority.{vote.majority}", lang), **facts)
