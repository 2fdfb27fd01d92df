"""The treasurer's pages: who owes what and why, payments in cash or by bank, reversals.

The cash desk of a Jasstag is `treasury_desk`, bills and dunning are `treasury_bills`, bank files `treasury_bank`, ledger and
report `treasury_books`. Every booking is an event of the club; what was wrong is reversed with a reason, never deleted. A form
carries a mark (`once`), so that a second click books nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.papers.club import statement_sheet
from puur.season import Club, Refusal, billing
from puur.season.accounts import Reminder, Stage, reminders, statement
from puur.season.beer import open_rounds
from puur.season.debts import ChargeKey, Method, Sort
from puur.season.dues import settle
from puur.season.events import Charged, Event, Paid, PaidBack, Reversed
from puur.season.fines import Assessment, assessments
from puur.season.ledger import ZERO, Charge
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, Answer, page, take, tell
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.treasury_forms import amount_of, date_of, line_of, once
from puur.web.clubs.words import name_of
from puur.web.people import lang_of
from puur.words import say


def worst(dunning: Sequence[Reminder], person: str) -> str:
    """How far the dunning of a person has come."""
    stages = [reminder.stage for reminder in dunning if person in reminder.liable]
    return max(stages, key=list(Stage).index, default="")


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
    due = settle(store.draft(here.row), today)  # with what follows from it, so that every page says the same number
    context = {
        "rows": [row for row in rows if row["owed"] or row["beers"]],
        "in_credit": [row for row in rows if row["credit"]],
        "pending": due,
        "usable": [row for row in rows if row["owed"] and row["credit"]],
        "usable_sum": sum((min(row["owed"], row["credit"]) for row in rows), ZERO),
        "owed": sum((row["owed"] for row in rows), ZERO),
        "cash": balances.get(club.book.accounts["cash"], ZERO),
        "bank": balances.get(club.book.accounts["bank"], ZERO),
        "meetings": [reminder for reminder in dunning if reminder.stage is Stage.MEETING],
        "notify": [reminder for reminder in dunning if reminder.stage is Stage.NOTIFY],
        "years": years_of(club, today),
        "days": [day for day in reversed(club.in_order()) if day.opened or day.date == today][:4],
        "today": today,
        "once": once(request),
    }
    return page(request, here, "clubs/treasury/overview.html", context)


def years_of(club: Club, today: date) -> list[int]:
    """Years with bookings or Jasstage, newest first."""
    years = {booking.on.year for booking in club.ledger.bookings} | {day.year for day in club.days.values()} | {today.year}
    return sorted(years, reverse=True)


@needs("money.see", post="money.book")
def book(request: HttpRequest, here: Here) -> HttpResponse:
    """What is due and not booked yet, line by line; sent: book it."""
    club, today, lang = here.club, store.today(), lang_of(request)
    answer = TAKEN
    if request.method == "POST":
        before = here.row.n
        answer = take(request, here, lambda draft: settle(draft, today), done="club_office.book.done")
        if answer == TAKEN:
            if here.row.n == before:
                messages.info(request, say("club_office.book.nothing", lang))
            return redirect("club-money", here.row.slug)
    assessed = assessments(club)
    rows = [due_row(club, event, assessed) for event in settle(store.draft(here.row), today)]
    status = 200 if answer == TAKEN else 409
    return page(request, here, "clubs/treasury/book.html", {"rows": rows, "today": today}, refused=answer, status=status)


def due_row(club: Club, event: Event, assessed: Mapping[ChargeKey, Assessment]) -> dict[str, Any]:
    """A booking that is missing, as it is shown."""
    if isinstance(event, Charged):
        why = assessed.get(ChargeKey(event.key).first)
        return {
            "on": event.on, "person": event.debtor, "joint": event.joint, "reason": why.reason if why else event.sort,
            "day": event.day, "minutes": why.minutes if why else 0, "amount": event.amount, "rule": event.rule, "back": False,
        }  # fmt: skip
    assert isinstance(event, Reversed)
    charge = club.ledger.charges.get(event.key)
    return {
        "on": event.on, "person": charge.debtor if charge else "", "joint": "", "reason": event.reason,
        "day": charge.day if charge else "", "minutes": 0, "amount": -charge.amount if charge else ZERO, "rule": event.rule,
        "back": True,
    }  # fmt: skip


@needs("money.see")
def person(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """One person's account: every debt with its why, payments, and the forms to pay, bill and reverse."""
    return _person_page(request, here, person)


def _person_page(request: HttpRequest, here: Here, person: str, answer: Answer = TAKEN) -> HttpResponse:
    club, today = here.club, store.today()
    if person not in club.roster.people:
        raise Http404
    lines = statement_sheet(club, person, today, lang_of(request)).lines
    context = {
        "profile": club.roster.people[person],
        "statement": (owed := statement(club, person, today)),
        "pay_amount": f"{owed.open:.2f}" if owed.open else "",
        "usable": min(owed.open, owed.credit),
        "open_lines": [line for line in lines if line.charge.open > 0],
        "closed_lines": [line for line in lines if line.charge.open <= 0],
        "payments": _payments(club, person),
        "bills": [
            {"bill": bill, "amount": billing.asked(club, bill)} for bill in club.ledger.bills.values() if bill.person == person
        ],
        "reminders": [reminder for reminder in reminders(club, today) if person in reminder.liable],
        "can_bill": club.creditor is not None,
        "once": once(request),
        "today": today,
        "entered": {} if answer == TAKEN else request.POST,
    }
    return page(request, here, "clubs/treasury/person.html", context, refused=answer)


def _person_form(request: HttpRequest, here: Here, person: str, event: Callable[[], Event], done: str) -> HttpResponse:
    """A form on that page: book what it says, and back to the account."""
    if request.method == "POST":
        if person not in here.club.roster.people:
            raise Http404
        answer = take(request, here, lambda _: [event()], done=done)
        if answer != TAKEN:
            return _person_page(request, here, person, answer)
    return redirect("club-money-person", here.row.slug, person)


def _payments(club: Club, person: str) -> list[dict[str, Any]]:
    """What came in for a person's account, newest first."""
    account, payments = club.ledger.debtor(person), []
    taken_back = club.ledger.reversed_keys()
    for key, booking in club.ledger.payments.items():
        share = -sum((line.amount for line in booking.lines if line.account == account and line.amount < 0), ZERO)
        if share:
            into = {club.book.accounts[method]: method for method in (Method.CASH, Method.BANK)}
            method = into.get(booking.lines[0].account, Method.CREDIT)
            payments.append({"key": key, "on": booking.on, "amount": share, "method": method, "reversed": key in taken_back})
    return sorted(payments, key=lambda payment: payment["on"], reverse=True)


@needs("money.book")
def pay(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """A payment for chosen debts; what is over stays a credit."""

    def paid() -> Paid:
        chosen, method, on = request.POST.getlist("charge"), request.POST.get("method", ""), date_of(request)
        if method not in (*Method,):
            raise Refusal("typed-method")
        if on > store.today():
            raise Refusal("typed-future")
        return Paid(
            key=f"pay:{on.isoformat()}:{once(request)}", payer=person, amount=amount_of(request), on=on, method=method,
            charges=tuple(key for key in _payable(here.club, person) if key in chosen),
            received_by=here.me if method == Method.CASH else "",
        )  # fmt: skip

    return _person_form(request, here, person, paid, "club_office.pay.done")


def _payable(club: Club, person: str) -> list[str]:
    """Open debts a person may pay: the own ones and those of others the person answers for."""
    return [debt.key for debt in club.ledger.of_person(person) if debt.open > 0 and not debt.reversed]


@needs("money.book")
def credits_used(request: HttpRequest, here: Here) -> HttpResponse:
    """What people have paid too much pays what they owe: of one person, or of everybody."""
    whom, today, mark = request.POST.get("person", ""), store.today(), once(request)
    if request.method == "POST":

        def used(club: Club) -> list[Event]:
            people = [whom] if whom in club.roster.people else list(club.roster.people)
            key = f"credit:{today.isoformat()}:{mark}"
            events = (billing.use_credit(club, person, today, f"{key}:{person}") for person in people)
            return [event for event in events if event is not None and not club.ledger.has(event.key)]

        tell(request, take(request, here, used, done="club_office.credit.used"))
    if whom in here.club.roster.people:
        return redirect("club-money-person", here.row.slug, whom)
    return redirect("club-money", here.row.slug)


@needs("money.book")
def pay_back(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """The whole credit of a person goes back, out of the till or from the bank."""

    def back() -> PaidBack:
        amount, method = here.club.ledger.credit(person), request.POST.get("method", "")
        return PaidBack(key=f"back:{once(request)}", person=person, amount=amount, on=store.today(), method=method)

    return _person_form(request, here, person, back, "club_office.credit.gone")


@needs("money.book")
def reverse_booking(request: HttpRequest, here: Here) -> HttpResponse:
    """Take a booking back by its mirror image, with a reason."""
    back = request.POST.get("person", "")
    if request.method != "POST":
        return redirect("club-money-ledger", here.row.slug)
    key = request.POST.get("key", "")[:120]

    def reversal(_: Club) -> list[Event]:
        return [Reversed(key=key, on=store.today(), reason=line_of(request, "reason", 200))]

    tell(request, take(request, here, reversal, done="club_office.reversed"))
    if back in here.club.roster.people:
        return redirect("club-money-person", here.row.slug, back)
    return redirect("club-money-ledger", here.row.slug)


@needs("money.book")
def charge(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """Something else that somebody owes: what for, how much, and by which rule."""

    def charged() -> Charged:
        today, amount, rule = store.today(), amount_of(request), line_of(request, "rule", 120)
        return Charged(key=f"other:{once(request)}", sort=Sort.OTHER.value, debtor=person, amount=amount, on=today, rule=rule)

    return _person_form(request, here, person, charged, "club_office.charge.done")
