"""Bank files: camt.053 and camt.054 in, payments booked by their reference, and a list of what matched nothing.

Reading and matching are `puur.season.camt` and `puur.season.billing`. A movement is booked once, however often it is uploaded; what
has no reference of ours stays in the list until the treasurer says whose it is or what it was for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Club, Refusal, billing, camt
from puur.season.debts import Method
from puur.season.events import Event, Journal, Paid
from puur.web.clubs import store
from puur.web.clubs.models import BankImport
from puur.web.clubs.pages import page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words, name_of
from puur.web.people import lang_of
from puur.web.server.reading import readers
from puur.words import say

_SHOWN = 30
PERSONS = ("no-reference", "unknown-reference")  # reasons where the money can be somebody's payment


@needs("money.see", post="money.import")
def bank(request: HttpRequest, here: Here) -> HttpResponse:
    """Upload a file; what was booked, what is known, what is for the treasurer."""
    lang = lang_of(request)
    error = ""
    if request.method == "POST":
        error = _upload(request, here, lang)
        if not error:
            return redirect("club-money-bank", here.row.slug)
    club = here.club
    imports = list(BankImport.objects.filter(club=here.row)[:_SHOWN])
    context = {
        "unmatched": unmatched(here),
        "aside": put_aside(here),
        "imports": [{"upload": upload, "booked": len(upload.booked), "unmatched": len(upload.unmatched)} for upload in imports],
        "people": sorted(club.roster.people, key=lambda key: name_of(club, key).casefold()),
        "accounts": accounts_of(club),
        "creditor": club.creditor,
        "limit": camt.BIGGEST >> 20,
    }
    return page(request, here, "clubs/treasury/bank.html", context, refused=(error, ""))


def _upload(request: HttpRequest, here: Here, lang: str) -> str:
    """Read the file and book what can be booked; the sentence that says why not, or nothing."""
    file = request.FILES.get("file")
    if file is None:
        return say("clubs.missing.typed-file", lang)
    if (file.size or 0) > camt.BIGGEST:
        return say("club.missing.bank-size", lang, limit=camt.BIGGEST)
    data = file.read()
    club = here.club
    try:
        entries = readers.read(camt.read, data, club.creditor.iban if club.creditor else "")
        matched = billing.match(club, entries)
    except Refusal as problem:
        return in_words(problem, club, lang)
    if matched.payments:
        error, rule = take(request, here, list(matched.payments), done="club_office.bank.done")
        if error:
            return f"{error} {rule}".strip()
    aside = _aside(here)  # what somebody has put aside is known too
    waiting = [rest for rest in matched.unmatched if rest.entry.id[:80] not in aside]
    known = len(matched.known) + len(matched.unmatched) - len(waiting)
    BankImport.objects.create(
        club=here.row,
        by=here.actor.signs,
        name=(file.name or "")[-200:],
        digest=hashlib.sha256(data).hexdigest(),
        booked=[payment.key for payment in matched.payments],
        unmatched=[_plain(rest) for rest in waiting],
    )
    messages.info(request, say("club_office.bank.told", lang, booked=len(matched.payments), known=known, unmatched=len(waiting)))
    return ""


def _aside(here: Here) -> set[str]:
    """Movements that somebody has put aside."""
    return {key for upload in BankImport.objects.filter(club=here.row) for key in upload.dismissed}


def _plain(rest: billing.Unmatched) -> dict[str, str]:
    entry = rest.entry
    return {
        "id": entry.id[:80], "amount": str(entry.amount), "currency": entry.currency[:3], "value": entry.value.isoformat(),
        "reference": entry.reference[:40], "payer": entry.payer[:100], "text": entry.text[:200], "reason": rest.reason,
    }  # fmt: skip


def accounts_of(club: Club) -> list[tuple[str, str]]:
    """Accounts that other money can come from or go to."""
    return [(key, name) for key, name in club.book.accounts.items() if key not in ("bank", "debtor")]


def unmatched(here: Here) -> list[dict[str, Any]]:
    """Movements of all uploads that nobody has assigned yet, newest first, each once."""
    club = here.club
    waiting: dict[str, dict[str, Any]] = {}
    aside = _aside(here)
    for upload in BankImport.objects.filter(club=here.row):
        for entry in upload.unmatched:
            if not club.ledger.has(f"bank:{entry['id']}") and entry["id"] not in aside:
                waiting.setdefault(entry["id"], entry)
    names = names_of(club)
    rows = [
        {
            **entry,
            "amount": Decimal(entry["amount"]),
            "value": date.fromisoformat(entry["value"]),
            "person": entry["reason"] in PERSONS,
            "guess": guess(names, entry["payer"]) if entry["reason"] in PERSONS else "",
            "bookable": entry["reason"] in (*PERSONS, "debit"),
        }
        for entry in waiting.values()
    ]
    return sorted(rows, key=lambda row: row["value"], reverse=True)


Names = Mapping[str, Sequence[tuple[str, frozenset[str]]]]


def names_of(club: Club) -> Names:
    """The members by the first word of their name, each with all words of it: thousands of movements are compared with them."""
    names: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for key, person in club.roster.people.items():
        words = person.name.casefold().split()
        if words:
            names.setdefault(words[0], []).append((key, frozenset(words)))
    return names


def guess(names: Names, payer: str) -> str:
    """Whose payment it could be, by the name the bank gives: only if exactly one person fits."""
    words = set(payer.casefold().replace(",", " ").split())
    fits = [key for word in words for key, name in names.get(word, ()) if name <= words]
    return fits[0] if len(fits) == 1 else ""


def put_aside(here: Here) -> list[dict[str, Any]]:
    """Movements that are no bookings of the club, with who said so and why, newest first, each once."""
    rows: dict[str, dict[str, Any]] = {}
    for upload in BankImport.objects.filter(club=here.row):
        for entry in upload.unmatched:
            if entry["id"] in upload.dismissed and entry["id"] not in rows:
                facts = {**entry, **upload.dismissed[entry["id"]], "value": date.fromisoformat(entry["value"])}
                rows[entry["id"]] = {**facts, "amount": Decimal(entry["amount"])}
    return sorted(rows.values(), key=lambda row: row["value"], reverse=True)


def _take_up(request: HttpRequest, here: Here, key: str) -> None:
    """A movement that was put aside stands in the list again."""
    for upload in BankImport.objects.filter(club=here.row):
        if upload.dismissed.pop(key, None) is not None:
            upload.save(update_fields=["dismissed"])
    messages.success(request, say("club_office.bank.again", lang_of(request)))


def _dismiss(request: HttpRequest, here: Here, key: str) -> None:
    """Put a movement aside that is no booking of the club, such as one in another currency; who and why stays."""
    reason = " ".join(request.POST.get("reason", "").split())[:120]
    for upload in BankImport.objects.filter(club=here.row):
        if any(entry["id"] == key for entry in upload.unmatched):
            upload.dismissed[key] = {"by": here.actor.signs, "reason": reason}
            upload.save(update_fields=["dismissed"])
    messages.success(request, say("club_office.bank.dismissed", lang_of(request)))


@needs("money.import")
def assign(request: HttpRequest, here: Here) -> HttpResponse:
    """Say whose payment a movement is (oldest debts first), or on which account it goes."""
    if request.method != "POST":
        return redirect("club-money-bank", here.row.slug)
    lang, club = lang_of(request), here.club
    if request.POST.get("do") == "again":
        _take_up(request, here, request.POST.get("id", ""))
        return redirect("club-money-bank", here.row.slug)
    row = next((movement for movement in unmatched(here) if movement["id"] == request.POST.get("id")), None)
    whom, account = request.POST.get("person", ""), request.POST.get("account", "")
    events: list[Event] = []
    if row is not None and request.POST.get("do") == "dismiss":
        _dismiss(request, here, str(row["id"]))
        return redirect("club-money-bank", here.row.slug)
    if row is None:
        error = say("club_office.bank.gone", lang)
    elif row["person"] and whom in club.roster.people:
        debts = billing.open_charges(club, whom, store.today())
        charges = tuple(charge.key for charge in debts)
        paid, method = Decimal(row["amount"]), Method.BANK.value
        events = [Paid(key=f"bank:{row['id']}", payer=whom, amount=paid, on=row["value"], method=method, charges=charges)]
        error = ""
    elif row["bookable"] and account in dict(accounts_of(club)):
        sign = -1 if row["reason"] == "debit" else 1
        lines = (("bank", str(sign * row["amount"])), (account, str(-sign * row["amount"])))
        text = (row["text"] or row["payer"] or row["reference"] or "bank")[:120]
        events = [Journal(key=f"bank:{row['id']}", on=row["value"], text=text, lines=lines)]
        error = ""
    else:
        error = say("club_office.bank.choose", lang)
    if events:
        error, rule = take(request, here, events, done="club_office.bank.assigned")
        error = f"{error} {rule}".strip()
    if error:
        messages.error(request, error)
    return redirect("club-money-bank", here.row.slug)
