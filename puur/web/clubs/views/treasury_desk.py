"""The treasurer on a Jasstag: the cash desk, the Startgeld, beer rounds, and telling members of their guests' fines."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Refusal
from puur.season.beer import converted, due_at, open_rounds
from puur.season.debts import Cause, ChargeKey, Method, Sort
from puur.season.events import BeerServed, Charged, Event, FeeSet, Notified, Paid, Reversed
from puur.season.ledger import ZERO
from puur.web.clubs import store
from puur.web.clubs.pages import page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.treasury_forms import Slip, amount_of, date_of, once
from puur.web.clubs.words import in_words
from puur.web.people import lang_of
from puur.words import say


@needs("money.book")
def notify(request: HttpRequest, here: Here) -> HttpResponse:
    """The member who answers for a guest knows of the fine: the periods start. (AJZ-1.3-22, AJZ-1.3-23)"""
    if request.method == "POST":
        event = Notified(charge=request.POST.get("charge", "")[:120], on=store.today())
        error, rule = take(request, here, [event], done="club_office.notified")
        if error:
            messages.error(request, f"{error} {rule}".strip())
    return redirect("club-money-dunning", here.row.slug)


@needs("money.see", post="money.book")
def beer(request: HttpRequest, here: Here) -> HttpResponse:
    """Beer rounds owed, served, and turned into money at year end. (AJZ-1.3-24 to AJZ-1.3-26)"""
    club, today, lang = here.club, store.today(), lang_of(request)
    error = rule = ""
    if request.method == "POST":
        person = request.POST.get("person", "")
        owed = sum(round_.person == person for round_ in open_rounds(club, today))
        try:
            on, rounds = date_of(request.POST.get("on", ""), today), int(request.POST.get("rounds", "1") or 1)
            if not 1 <= rounds <= owed:
                raise Slip("club_office.slip.rounds", owed=owed)
        except ValueError:
            error = say("club_office.slip.rounds", lang, owed=owed)
        except Slip as slip:
            error = say(slip.key, lang, **slip.facts)
        else:
            error, rule = take(request, here, [BeerServed(person=person, rounds=rounds, on=on)], done="club_office.beer.done")
        if not error:
            return redirect("club-money-beer", here.row.slug)
    context = {
        "rounds": sorted(open_rounds(club, today), key=lambda round_: round_.since),
        "converted": converted(club, today),
        "served": sorted(club.beer_served, reverse=True)[:30],
        "worth": club.book.payment.beer_round,
        "worth_rule": club.book.rule("payment.beer_round"),
        "today": today,
        "error": error,
        "error_rule": rule,
    }
    return page(request, here, "clubs/treasury/beer.html", context, status=400 if error else 200)


@needs("fee.set")
def fee(request: HttpRequest, here: Here) -> HttpResponse:
    """The Startgeld from a Jasstag on: only what the book allows. (AJZ-1.1-11)"""
    club, lang = here.club, lang_of(request)
    ahead = [day for day in sorted(club.days.values(), key=lambda planned: planned.date) if day.opened is None]
    error = rule = ""
    if request.method == "POST":
        try:
            amount = amount_of(request.POST.get("amount", ""))
        except Slip as slip:
            error = say(slip.key, lang, **slip.facts)
        else:
            event = FeeSet(day=request.POST.get("day", "")[:20], by=here.me, amount=amount)
            error, rule = take(request, here, [event], done="club_office.fee.done")
        if not error:
            return redirect("club-money-fee", here.row.slug)
    context = {
        "ahead": [{"day": day, "fee": club.fee(day)} for day in ahead],
        "choices": club.book.fees.choices,
        "rule": club.book.rule("fees.choices"),
        "error": error,
        "error_rule": rule,
    }
    return page(request, here, "clubs/treasury/fee.html", context, status=400 if error else 200)


@needs("money.cash")
def desk(request: HttpRequest, here: Here) -> HttpResponse:
    """The cash desk of a Jasstag: everybody with a seat, what is owed for the day, one tap to take it in cash."""
    club, day, lang = here.club, here.the_day, lang_of(request)
    error = rule = ""
    if request.method == "POST":
        person = request.POST.get("person", "")
        back = request.POST.get("back", "")
        error, rule = _give_back(request, here, back, lang) if back else _take_cash(request, here, person, lang)
        if not error:
            return redirect("club-money-desk", here.row.slug, day.key)
    rows = []
    for series, seat in club.everybody(day):
        if not seat.person:
            continue
        owed = [
            charge
            for charge in club.ledger.charges.values()
            if charge.debtor == seat.person and charge.day == day.key and not charge.reversed
        ]
        booked = any(charge.origin.first == ChargeKey.of(Cause.STARTGELD, day.key, seat.person) for charge in owed)
        due = sum((charge.open for charge in owed), ZERO) + (ZERO if booked or seat.person in day.absent else club.fee(day))
        rows.append(
            {
                "series": series,
                "person": seat.person,
                "status": seat.status,
                "due": due,
                "back": _paid_here(here, seat.person),
                "absent": seat.person in day.absent,
            }
        )
    context = {
        "day": day,
        "rows": rows,
        "once": once(request),
        "fee": club.fee(day),
        "taken": sum(row["due"] == 0 and not row["absent"] for row in rows),
        "rounds": due_at(club, day.key),
        "error": error,
        "error_rule": rule,
    }
    return page(request, here, "clubs/treasury/desk.html", context, status=400 if error else 200)


def _paid_here(here: Here, person: str) -> str:
    """The payment that was taken at this desk for a person and still stands."""
    ledger, start = here.club.ledger, f"cash:{here.the_day.key}:{person}:"
    taken_back = ledger.reversed_keys()
    keys = [key for key in ledger.payments if key.startswith(start) and key not in taken_back]
    return keys[-1] if keys else ""


def _give_back(request: HttpRequest, here: Here, key: str, lang: str) -> tuple[str, str]:
    """A tap on the wrong name: only what was taken at the desk of this day can be taken back here."""
    people = [seat.person for _, seat in here.club.everybody(here.the_day) if seat.person]
    if not any(key == _paid_here(here, person) for person in people):
        return say("club_office.desk.nothing", lang), ""
    event = Reversed(key=key, on=here.the_day.date, reason=say("club_office.desk.slip", lang))
    return take(request, here, [event], done="club_office.reversed")


def _take_cash(request: HttpRequest, here: Here, person: str, lang: str) -> tuple[str, str]:
    """The Startgeld (booked now if it is not yet) and the day's fines of one person, in cash to whoever holds the till."""
    club, day = here.club, here.the_day
    if not any(seat.person == person for _, seat in club.everybody(day)):
        return say("club_office.slip.seat", lang), ""
    events: list[Event] = []
    trial = store.draft(here.row)
    key = ChargeKey.of(Cause.STARTGELD, day.key, person)
    booked = [charge for charge in trial.ledger.charges.values() if charge.origin.first == key]
    if all(charge.reversed for charge in booked) and person not in day.absent:
        fee_rule = club.book.rule("fees.startgeld")
        again, sort = str(key.again(len(booked))), Sort.STARTGELD.value
        events.append(Charged(key=again, sort=sort, debtor=person, amount=club.fee(day), on=day.date, rule=fee_rule, day=day.key))
    try:
        for event in events:
            trial.submit(event)
    except Refusal as problem:
        return in_words(problem, club, lang), problem.rule
    owed = [
        charge for charge in trial.ledger.charges.values() if charge.debtor == person and charge.day == day.key and charge.open > 0
    ]
    if not owed:
        return say("club_office.desk.nothing", lang), ""
    total = sum((charge.open for charge in owed), ZERO)
    mark = f"cash:{day.key}:{person}:{once(request)}"
    events.append(
        Paid(
            key=mark,
            payer=person,
            amount=total,
            on=day.date,
            method=Method.CASH.value,
            charges=tuple(charge.key for charge in owed),
            received_by=here.me,
        )
    )
    return take(request, here, events, done="club_office.pay.done")
