"""The decision trail: everything that was ever entered, by whom and when, and taking a slip back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from puur.log import Withdrawn
from puur.log.old import WITHDRAWN
from puur.season import Refusal
from puur.season.fines import assessments
from puur.season.identity import read_as
from puur.season.ledger import parts_of
from puur.web.clubs import store
from puur.web.clubs.actions import next_page
from puur.web.clubs.pages import TAKEN, page
from puur.web.clubs.rights import ANYONE, Here, denied, needs
from puur.web.clubs.slips import may_withdraw
from puur.web.clubs.words import MONEY, entry_text, in_words
from puur.web.doors import club_preview
from puur.web.people import lang_of
from puur.words import say

PER_PAGE = 60
# Decisions of a person: what the book wants kept with the name of the one who decided.
DECISIONS = frozenset(
    {
        *(
            "day-ordered",
            "design-changed",
            "seats-swapped",
            "seat-corrected",
            "emergency-decided",
            "form-ordered",
            "credit-decided",
            "penalty-given",
        ),
        *("round-corrected", "device-permitted", "dauerersatz-approved", "fee-set", "tie-broken", "rolled-over", "rollover-undone"),
        *(
            "results-published",
            "book-changed",
            "setting-changed",
            "creditor-set",
            "year-confirmed",
            "office-given",
            "deputy-named",
            "reversed",
            WITHDRAWN,
        ),
    }
)


def concerns(here: Here, entry: store.Entry) -> bool:
    """Whether this visitor may read an entry: of money only what is the own, unless the office sees all of it."""
    if entry.kind not in MONEY or here.may("money.see"):
        return True
    ledger, event = here.club.ledger, read_as(here.club, entry.event)
    people = {getattr(event, name, "") for name in ("debtor", "joint", "payer", "person")}
    keys = {getattr(event, name, "") for name in ("key", "charge")}
    people |= {who for key in keys & ledger.charges.keys() for who in (ledger.charges[key].debtor, ledger.charges[key].joint)}
    people |= {parts_of(line.account)[1] for key in keys & ledger.payments.keys() for line in ledger.payments[key].lines}
    return bool(here.me) and here.me in people


@needs("trail.see")
def trail(request: HttpRequest, here: Here) -> HttpResponse:
    """Newest first; decisions alone, or everything of a day."""
    lang = lang_of(request)
    wanted, day = request.GET.get("only", ""), request.GET.get("day", "")
    entries = [entry for entry in store.trail(here.row) if concerns(here, entry)]
    by_number = {entry.n: entry for entry in store.trail(here.row)}
    if wanted == "decisions":
        entries = [entry for entry in entries if entry.kind in DECISIONS]
    if day:
        entries = [entry for entry in entries if entry.data.get("day") == day]
    number = request.GET.get("page", "1")
    at = max(1, int(number)) if number.isdecimal() and len(number) < 6 else 1
    shown = entries[(at - 1) * PER_PAGE : at * PER_PAGE]
    lines, assessed = [], assessments(here.club)
    for entry in shown:
        data = entry.data
        if isinstance(entry.event, Withdrawn):
            taken = (entry_text(here.club, by_number[n].data, lang, assessed) for n in entry.event.numbers)
            data = {**data, "what": "; ".join(taken)}
        lines.append(
            {
                "entry": entry,
                "text": entry_text(here.club, data, lang, assessed),
                "own": may_withdraw(here, entry),
                "decision": entry.kind in DECISIONS,
            }
        )
    facts = {"lines": lines, "only": wanted, "day": day, "page": at, "more": len(entries) > at * PER_PAGE}
    return page(request, here, "clubs/trail.html", facts)


@needs(ANYONE)
def withdraw(request: HttpRequest, here: Here, n: int) -> HttpResponse:
    """Take an entry back: first what that would change."""
    lang = lang_of(request)
    entry = next((listed for listed in store.trail(here.row) if listed.n == n), None)
    if entry is None or not may_withdraw(here, entry):
        return denied(request, here, "trail.see")
    back = next_page(request, reverse("club-trail" if here.may("trail.see") else "club", args=[here.row.slug]))
    if request.method != "POST":
        return _asked(request, here, entry, back)
    try:
        store.withdraw(here.row, n, here.actor.signs, request.POST.get("reason", "") or say("clubs.slip.reason", lang))
    except Refusal as problem:
        messages.error(request, in_words(problem, here.club, lang))
    else:
        messages.success(request, say("clubs.withdrawn", lang))
    return redirect(back)


def _asked(request: HttpRequest, here: Here, entry: store.Entry, back: str) -> HttpResponse:
    """What taking an entry back would change, or why it cannot be."""
    lang, would, answer = lang_of(request), None, TAKEN
    day = here.club.days.get(entry.data.get("day", ""))
    try:
        would = club_preview.without(here.at(day), entry.n, lang)
    except Refusal as problem:
        answer = in_words(problem, here.club, lang), problem.rule
    facts = {"entry": entry, "text": entry_text(here.club, entry.data, lang), "would": would, "back": back}
    return page(request, here, "clubs/withdraw.html", facts, refused=answer)
