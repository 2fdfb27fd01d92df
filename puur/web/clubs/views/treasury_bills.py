"""Bills and dunning: Swiss QR-bills one by one or all at once, reminders with their dates, the club's own account.

What a bill asks for is `puur.season.billing`, what stands on it `puur.papers.bills`. A bill is issued once and printed as often as
one likes; asking again while nothing has changed gives the same bill with the same reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify

from puur.papers import Head, Paper
from puur.papers import render as render_pdf
from puur.papers.bills import bills_pdf, letter
from puur.papers.club import statements, what_of
from puur.papers.words import club_words
from puur.season import Club, Refusal, billing
from puur.season.accounts import Stage, reminders
from puur.season.dues import periods
from puur.season.events import CreditorSet, Event
from puur.season.fines import assessments
from puur.season.ledger import ZERO
from puur.season.qrbill import in_fours
from puur.web import consent, mailing
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words, name_of
from puur.web.people import lang_of
from puur.web.server.printing import printed
from puur.words import say

_FIELDS = ("name", "street", "house", "postcode", "town", "country", "iban")


def pdf(data: bytes, *name: str) -> HttpResponse:
    """A PDF to look at, with a name to save it under."""
    answer = HttpResponse(data, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{"-".join(slugify(part) for part in name if part)}.pdf"'
    return answer


@needs("money.see", post="money.bill")
def bills(request: HttpRequest, here: Here) -> HttpResponse:
    """Who can be billed, and the bills there are; sent: issue one or all."""
    club, today, lang, answer = here.club, store.today(), lang_of(request), TAKEN
    if request.method == "POST":
        wanted = request.POST.get("person", "")
        people = [wanted] if wanted else [key for key in club.roster.people if billing.open_charges(club, key, today)]
        problems: list[str] = []
        before = here.row.n
        issue = partial(_issue, people=people, today=today, lang=lang, problems=problems)
        answer = take(request, here, issue, done="club_office.bill.done")
        issued_any = here.row.n > before
        if answer == TAKEN and not issued_any and not problems:
            messages.info(request, say("club_office.bill.same", lang))
        for problem in problems:
            messages.warning(request, problem)
        if answer == TAKEN:
            if wanted and issued_any:
                return redirect("club-money-person", here.row.slug, wanted)
            return redirect("club-money-bills", here.row.slug)
    last = billing.latest(club)
    rows = []
    for key in club.roster.people:
        own = billing.open_charges(club, key, today)
        if own:
            rows.append(
                {"person": key, "owed": sum((charge.open for charge in own), ZERO), "count": len(own), "bill": last.get(key),
                 "address": _lives(club, key)}
            )  # fmt: skip
    issued = [
        {"bill": bill, "amount": billing.asked(club, bill), "open": billing.is_open(club, bill)}
        for bill in reversed(list(club.ledger.bills.values()))
    ]
    standing = mailing.standing(consent.club_name(here.row.pk))
    context = {"rows": rows, "issued": issued[:200], "creditor": club.creditor, "standing": standing}
    return page(request, here, "clubs/treasury/bills.html", context, refused=answer)


def _lives(club: Club, person: str) -> bool:
    """Whether somebody has an address, which a bill needs."""
    place = club.roster.people[person].address
    return bool(place.postcode and place.town)


def _issue(club: Club, people: Sequence[str], today: date, lang: str, problems: list[str]) -> list[Event]:
    """Issue the bills that can be made; a sentence for each that cannot."""
    if club.creditor is None:
        raise Refusal("no-creditor")
    events: list[Event] = []
    lost = [key for key in people if billing.open_charges(club, key, today) and not _lives(club, key)]
    if lost:
        names = ", ".join(name_of(club, key, lang) for key in lost)
        problems.append(say("club_office.bill.without", lang, names=names))
    for key in (key for key in people if key not in lost):
        try:
            event = billing.to_issue(club, key, today)
        except Refusal as problem:
            problems.append(f"{name_of(club, key, lang)}: {in_words(problem, club, lang)}")
            continue
        if event is not None:
            club.submit(event)
            events.append(event)
    return events


@needs("money.see")
def bill(request: HttpRequest, here: Here, number: int) -> HttpResponse:
    """One bill as PDF."""
    return _bill(request, here, number, None)


@needs("me.see")
def my_bill(request: HttpRequest, here: Here, number: int) -> HttpResponse:
    """One's own bill as PDF."""
    return _bill(request, here, number, here.me)


def _bill(request: HttpRequest, here: Here, number: int, only: str | None) -> HttpResponse:
    club, lang = here.club, lang_of(request)
    issued = next((bill for bill in club.ledger.bills.values() if bill.number == number and only in (None, bill.person)), None)
    if issued is None:
        raise Http404
    try:
        data = printed(bills_pdf, [letter(club, issued.key, lang)], lang)
    except Refusal as problem:
        messages.error(request, in_words(problem, club, lang))
        return redirect("club-money-bills" if only is None else "club-me", here.row.slug)
    return pdf(data, here.row.slug, club_words(lang)("file_bill"), str(number))


@needs("money.see")
def all_bills(request: HttpRequest, here: Here) -> HttpResponse:
    """The last open bill of everybody, in one PDF."""
    club, lang = here.club, lang_of(request)
    letters = []
    for person, issued in sorted(billing.latest(club).items(), key=lambda entry: name_of(club, entry[0]).casefold()):
        try:
            letters.append(letter(club, issued.key, lang))
        except Refusal as problem:
            messages.warning(request, f"{name_of(club, person, lang)}: {in_words(problem, club, lang)}")
    if not letters:
        messages.info(request, say("club_office.bill.none", lang))
        return redirect("club-money-bills", here.row.slug)
    try:
        data = printed(bills_pdf, letters, lang)
    except Refusal as problem:
        messages.error(request, in_words(problem, club, lang))
        return redirect("club-money-bills", here.row.slug)
    return pdf(data, here.row.slug, club_words(lang)("file_bills"), store.today().isoformat())


@needs("money.see")
def statement_pdf(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """A person's statement as PDF; `all` for everybody who owes something."""
    club, today = here.club, store.today()
    owing = [key for key in club.roster.people if billing.open_charges(club, key, today)]
    people = sorted(owing, key=lambda key: name_of(club, key).casefold()) if person == "all" else [person]
    if any(key not in club.roster.people for key in people):
        raise Http404
    if not people:
        messages.info(request, say("club_office.bill.none", lang_of(request)))
        return redirect("club-money", here.row.slug)
    return _statement(request, here, people)


@needs("me.see")
def my_statement(request: HttpRequest, here: Here) -> HttpResponse:
    """One's own statement as PDF."""
    return _statement(request, here, [here.me])


def _statement(request: HttpRequest, here: Here, people: Sequence[str]) -> HttpResponse:
    lang, today = lang_of(request), store.today()
    data = printed(render_pdf, statements(here.club, people, today, here.row.name, lang), Head(here.row.name), Paper.A4, lang)
    return pdf(data, here.row.slug, club_words(lang)("file_statement"), people[0] if len(people) == 1 else "")


@needs("money.see")
def dunning(request: HttpRequest, here: Here) -> HttpResponse:
    """Every unpaid fine with its stage, its dates and what comes next. (AJZ-1.3-18 to AJZ-1.3-23)"""
    club, today = here.club, store.today()
    assessed, say_of = assessments(club), club_words(lang_of(request))
    rows: list[dict[str, Any]] = []
    for reminder in reminders(club, today):
        when = periods(club, reminder.charge)
        dates: dict[str, Any] = {}
        if when is not None:
            dates = {"due": when.due, "second": when.second, "meeting": when.meeting}
            dates |= {"first_on": when.due + timedelta(days=1), "second_on": when.second + timedelta(days=1)}
        what = what_of(club, reminder.charge, assessed, say_of)
        rows.append(
            {"reminder": reminder, "what": what, "dates": dates, "late": reminder.next is not None and reminder.next < today}
        )
    rows.sort(key=lambda row: (row["reminder"].next or date.min, row["reminder"].charge.number))
    pay = club.book.payment
    context = {
        "rows": rows,
        "meetings": [row for row in rows if row["reminder"].stage is Stage.MEETING],
        "pay": pay,
        "percent": f"{(pay.surcharge * 100).normalize():f}",
        "rules": {
            name: club.book.rule(f"payment.{name}")
            for name in ("due_days", "surcharge", "second_days", "meeting_days", "notify_days")
        },
        "today": today,
    }
    return page(request, here, "clubs/treasury/dunning.html", context)


@needs("money.see", post="money.bill")
def creditor(request: HttpRequest, here: Here) -> HttpResponse:
    """The club's account for bills: name, IBAN, structured address."""
    club, answer, entered = here.club, TAKEN, {}
    if club.creditor is not None:
        entered = {name: getattr(club.creditor.party, name) for name in _FIELDS[:-1]} | {"iban": in_fours(club.creditor.iban)}
    if request.method == "POST":
        entered = {name: " ".join(request.POST.get(name, "").split())[:80] for name in _FIELDS}
        entered["country"] = entered["country"].upper() or "CH"
        answer = take(request, here, [CreditorSet(**entered)], done="club_office.creditor.done")
        if answer == TAKEN:
            return redirect("club-money-bills", here.row.slug)
    return page(request, here, "clubs/treasury/creditor.html", {"entered": entered}, refused=answer)
