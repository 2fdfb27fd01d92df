"""The treasurer's pages: who owes what and why, payments in cash or by bank, reversals.

The cash desk of a Jasstag is `treasury_desk`, bills and dunning are `treasury_bills`, bank files `treasury_bank`, ledger and
report `treasury_books`. Every booking is an event of the club; what was wrong is reversed with a reason, never deleted. A form
carries a mark (`once`), so that a second click books nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.club import Club as Engine
from puur.club.accounts import Reminder, StatementLine, reminders, statement
from puur.club.beer import open_rounds
from puur.club.dues import pending, settle
from puur.club.events import Charged, Event, Paid, Reversed
from puur.club.fines import Assessment, assess_day, assess_meeting
from puur.club.ledger import ZERO, Charge
from puur.web.clubs import store
from puur.web.clubs.pages import page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.treasury_forms import Slip, amount_of, date_of, once
from puur.web.clubs.words import name_of
from puur.web.people import lang_of
from puur.words import say

STAGES = ("running", "notify", "raised", "raised-twice", "meeting")


def whys(club: Engine) -> dict[str, Assessment]:
    """Why a fee or fine is owed, by the key of the charge: what was recorded, with its minutes."""
    reasons = [reason for day in club.days.values() if day.closed for reason in assess_day(club, day)]
    reasons += [reason for meeting in club.meetings.values() for reason in assess_meeting(club, meeting)]
    return {reason.key: reason for reason in reasons}


def reason_of(charge: Charge, why: Mapping[str, Assessment]) -> tuple[str, int]:
    """The word for a debt and the minutes behind it."""
    base = re.sub(r"#\d+$", "", charge.key)
    if base in why:
        return why[base].reason, why[base].minutes
    return (charge.key.partition(":")[0], 0) if charge.sort == "fine" else (charge.sort, 0)


def lines_of(club: Engine, lines: Sequence[StatementLine], on: date) -> list[dict[str, Any]]:
    """The debts of a statement with their why, as templates show them."""
    why = whys(club)
    rows = []
    for line in lines:
        reason, minutes = reason_of(line.charge, why)
        rows.append(
            {
                "charge": line.charge,
                "reason": reason,
                "minutes": minutes,
                "due": line.due,
                "own": line.own,
                "open": line.charge.open_on(on),
                "payments": sorted(line.charge.payments.items(), key=lambda entry: entry[1][0]),
            }
        )
    return rows


def worst(dunning: Sequence[Reminder], person: str) -> str:
    """How far the dunning of a person has come."""
    stages = [reminder.stage for reminder in dunning if person in reminder.liable]
    return max(stages, key=STAGES.index, default="")


@needs("money.see")
def overview(request: HttpRequest, here: Here) -> HttpResponse:
    """What is in the till, who owes what, what is to be booked today."""
    club, today = here.club, store.today()
    dunning = reminders(club, today)
    rounds = open_rounds(club, today)
    rows: list[dict[str, Any]] = []
    balances = club.ledger.balances()
    debts: dict[str, list[Charge]] = {}
    for charge in club.ledger.charges.values():
        if charge.open > 0:
            debts.setdefault(charge.debtor, []).append(charge)
    for key in club.roster.people:
        own = debts.get(key, [])
        owed = sum((debt.open for debt in own), ZERO)
        credit = owed - balances.get(club.ledger.debtor(key), ZERO)
        beers = sum(round_.person == key for round_ in rounds)
        if owed or credit or beers:
            rows.append(
                {"person": key, "owed": owed, "credit": credit, "beers": beers, "stage": worst(dunning, key), "count": len(own)}
            )
    rows.sort(key=lambda row: (-row["owed"], name_of(club, str(row["person"])).casefold()))
    due = pending(club, today)
    context = {
        "rows": rows,
        "pending": due,
        "owed": sum((row["owed"] for row in rows), ZERO),
        "cash": balances.get(club.book.accounts["cash"], ZERO),
        "bank": balances.get(club.book.accounts["bank"], ZERO),
        "meetings": [reminder for reminder in dunning if reminder.stage == "meeting"],
        "notify": [reminder for reminder in dunning if reminder.stage == "notify"],
        "years": years_of(club, today),
        "days": [
            day
            for day in sorted(club.days.values(), key=lambda jasstag: jasstag.date, reverse=True)
            if day.opened or day.date == today
        ][:4],
        "today": today,
    }
    return page(request, here, "clubs/treasury/overview.html", context)


def years_of(club: Engine, today: date) -> list[int]:
    """Years with bookings or Jasstage, newest first."""
    years = {booking.on.year for booking in club.ledger.bookings} | {day.year for day in club.days.values()} | {today.year}
    return sorted(years, reverse=True)


@needs("money.see", post="money.book")
def book(request: HttpRequest, here: Here) -> HttpResponse:
    """What is due and not booked yet, line by line; sent: book it."""
    club, today, lang = here.club, store.today(), lang_of(request)
    error = rule = ""
    if request.method == "POST":
        trial = store.draft(here.row)
        events = settle(trial, today)
        if not events:
            messages.info(request, say("club_office.book.nothing", lang))
            return redirect("club-money", here.row.slug)
        error, rule = take(request, here, events, done="club_office.book.done")
        if not error:
            return redirect("club-money", here.row.slug)
    why = whys(club)
    events = settle(store.draft(here.row), today)
    rows = [_due_row(club, event, why) for event in events]
    context = {"rows": rows, "today": today, "error": error, "error_rule": rule}
    return page(request, here, "clubs/treasury/book.html", context, status=409 if error else 200)


def _due_row(club: Engine, event: Event, why: Mapping[str, Assessment]) -> dict[str, Any]:
    if isinstance(event, Charged):
        assessed = why.get(re.sub(r"#\d+$", "", event.key))
        reason = assessed.reason if assessed else event.sort
        return {
            "on": event.on, "person": event.debtor, "joint": event.joint, "reason": reason, "day": event.day,
            "minutes": assessed.minutes if assessed else 0, "amount": event.amount, "rule": event.rule, "back": False,
        }  # fmt: skip
    assert isinstance(event, Reversed)
    charge = club.ledger.charges.get(event.key)
    return {
        "on": event.on,
        "person": charge.debtor if charge else "",
        "joint": "",
        "reason": event.reason,
        "day": charge.day if charge else "",
        "minutes": 0,
        "amount": -charge.amount if charge else ZERO,
        "rule": event.rule,
        "back": True,
    }


@needs("money.see")
def person(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """One person's account: every debt with its why, payments, and the forms to pay, bill and reverse."""
    return _person_page(request, here, person)


def _person_page(request: HttpRequest, here: Here, person: str, error: str = "", rule: str = "") -> HttpResponse:
    club, today = here.club, store.today()
    if person not in club.roster.people:
        raise Http404
    account = statement(club, person, today)
    lines = lines_of(club, account.lines, today)
    payable = [line for line in lines if line["charge"].open > 0]
    context = {
        "one": club.roster.people[person],
        "statement": account,
        "open_lines": payable,
        "closed_lines": [line for line in lines if line["charge"].open <= 0],
        "payments": _payments(club, person),
        "bills": [
            {"key": key, "number": number, "on": on, "amount": amount}
            for key, (number, who, _, amount, on) in club.ledger.bills.items()
            if who == person
        ],
        "reminders": [reminder for reminder in reminders(club, today) if person in reminder.liable],
        "can_bill": club.creditor is not None,
        "once": once(request),
        "today": today,
        "entered": request.POST if error else {},
        "error": error,
        "error_rule": rule,
    }
    return page(request, here, "clubs/treasury/person.html", context, status=400 if error else 200)


def _payments(club: Engine, person: str) -> list[dict[str, Any]]:
    """What came in for a person's account, newest first."""
    account, payments = club.ledger.debtor(person), []
    taken_back = {entry.key.removeprefix("reversed:") for entry in club.ledger.bookings if entry.key.startswith("reversed:")}
    for key, booking in club.ledger.payments.items():
        share = -sum((line.amount for line in booking.lines if line.account == account and line.amount < 0), ZERO)
        if share:
            method = next((name for name in ("cash", "bank") if booking.lines[0].account == club.book.accounts[name]), "credit")
            payments.append({"key": key, "on": booking.on, "amount": share, "method": method, "reversed": key in taken_back})
    return sorted(payments, key=lambda payment: payment["on"], reverse=True)


@needs("money.book")
def pay(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """A payment for chosen debts; what is over stays a credit."""
    if request.method != "POST":
        return redirect("club-money-person", here.row.slug, person)
    lang = lang_of(request)
    if person not in here.club.roster.people:
        raise Http404
    chosen = request.POST.getlist("charge")
    charges = [key for key in _payable(here.club, person) if key in chosen]
    if request.POST.get("method") not in ("cash", "bank", "credit"):
        return _person_page(request, here, person, say("club_office.slip.method", lang))
    try:
        amount, on = amount_of(request.POST.get("amount", "")), date_of(request.POST.get("on", ""), store.today())
    except Slip as slip:
        return _person_page(request, here, person, say(slip.key, lang, **slip.facts))
    if on > store.today():
        return _person_page(request, here, person, say("club_office.slip.future", lang))
    method = request.POST["method"]
    event = Paid(
        key=f"pay:{on.isoformat()}:{once(request)}",
        payer=person,
        amount=amount,
        on=on,
        method=method,
        charges=tuple(charges),
        received_by=here.me if method == "cash" else "",
    )
    error, rule = take(request, here, [event], done="club_office.pay.done")
    if error:
        return _person_page(request, here, person, error, rule)
    return redirect("club-money-person", here.row.slug, person)


def _payable(club: Engine, person: str) -> list[str]:
    """Open debts a person may pay: the own ones and those of others the person answers for."""
    return [debt.key for debt in club.ledger.of_person(person) if debt.open > 0 and not debt.reversed]


@needs("money.book")
def reverse_booking(request: HttpRequest, here: Here) -> HttpResponse:
    """Take a booking back by its mirror image, with a reason."""
    lang, back = lang_of(request), request.POST.get("person", "")
    if request.method != "POST":
        return redirect("club-money-ledger", here.row.slug)
    reason = " ".join(request.POST.get("reason", "").split())[:200]
    if not reason:
        error, rule = say("club_office.slip.reason", lang), ""
    else:
        event = Reversed(key=request.POST.get("key", "")[:120], on=store.today(), reason=reason)
        error, rule = take(request, here, [event], done="club_office.reversed")
    if error:
        messages.error(request, f"{error} {rule}".strip())
    if back in here.club.roster.people:
        return redirect("club-money-person", here.row.slug, back)
    return redirect("club-money-ledger", here.row.slug)


@needs("money.book")
def charge(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """Something else that somebody owes: what for, how much, and by which rule."""
    if request.method != "POST":
        return redirect("club-money-person", here.row.slug, person)
    if person not in here.club.roster.people:
        raise Http404
    lang = lang_of(request)
    rule = " ".join(request.POST.get("rule", "").split())[:120]
    try:
        amount = amount_of(request.POST.get("amount", ""))
        if not rule:
            raise Slip("club_office.slip.rule")
    except Slip as slip:
        return _person_page(request, here, person, say(slip.key, lang, **slip.facts))
    event = Charged(
        key=f"other:{store.today().isoformat()}:{once(request)}",
        sort="other",
        debtor=person,
        amount=amount,
        on=store.today(),
        rule=rule,
    )
    error, why = take(request, here, [event], done="club_office.charge.done")
    if error:
        return _person_page(request, here, person, error, why)
    return redirect("club-money-person", here.row.slug, person)
