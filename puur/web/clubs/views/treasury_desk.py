"""The treasurer on a Jasstag: the cash desk, the Startgeld, beer rounds, and telling members of their guests' fines."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.season import Club, Refusal
from puur.season.beer import converted, due_at, open_rounds
from puur.season.debts import Cause, ChargeKey, Method, Sort
from puur.season.events import BeerServed, Charged, Event, FeeSet, Notified, Paid, Reversed
from puur.season.ledger import ZERO
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, Answer, page, take, tell
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.treasury_forms import amount_of, date_of, once
from puur.web.people import lang_of
from puur.words import say


@needs("money.book")
def notify(request: HttpRequest, here: Here) -> HttpResponse:
    """The member who answers for a guest knows of the fine: the periods start. (AJZ-1.3-22, AJZ-1.3-23)"""
    if request.method == "POST":
        event = Notified(charge=request.POST.get("charge", "")[:120], on=store.today())
        tell(request, take(request, here, [event], done="club_office.notified"))
    return redirect("club-money-dunning", here.row.slug)


@needs("money.see", post="money.book")
def beer(request: HttpRequest, here: Here) -> HttpResponse:
    """Beer rounds owed, served, and turned into money at year end. (AJZ-1.3-24 to AJZ-1.3-26)"""
    club, today, answer = here.club, store.today(), TAKEN
    if request.method == "POST":
        answer = take(request, here, lambda _: [_served(request, here)], done="club_office.beer.done")
        if answer == TAKEN:
            return redirect("club-money-beer", here.row.slug)
    context = {
        "rounds": sorted(open_rounds(club, today), key=lambda round_: round_.since),
        "converted": converted(club, today),
        "served": sorted(club.beer_served, reverse=True)[:30],
        "worth": club.book.payment.beer_round,
        "worth_rule": club.book.rule("payment.beer_round"),
        "today": today,
    }
    return page(request, here, "clubs/treasury/beer.html", context, refused=answer)


def _served(request: HttpRequest, here: Here) -> BeerServed:
    person, said = request.POST.get("person", ""), request.POST.get("rounds", "") or "1"
    owed = sum(round_.person == person for round_ in open_rounds(here.club, store.today()))
    rounds = int(said) if said.isdecimal() and len(said) < 10 else 0
    if not 1 <= rounds <= owed:
        raise Refusal("typed-rounds", owed=owed)
    return BeerServed(person=person, rounds=rounds, on=date_of(request))


@needs("fee.set")
def fee(request: HttpRequest, here: Here) -> HttpResponse:
    """The Startgeld from a Jasstag on: only what the book allows. (AJZ-1.1-11)"""
    club, answer = here.club, TAKEN
    ahead = [day for day in club.in_order() if day.opened is None]
    if request.method == "POST":
        day = request.POST.get("day", "")[:20]
        answer = take(
            request, here, lambda _: [FeeSet(day=day, by=here.me, amount=amount_of(request))], done="club_office.fee.done"
        )
        if answer == TAKEN:
            return redirect("club-money-fee", here.row.slug)
    context = {
        "ahead": [{"day": day, "fee": club.fee(day)} for day in ahead],
        "choices": club.book.fees.choices,
        "rule": club.book.rule("fees.choices"),
    }
    return page(request, here, "clubs/treasury/fee.html", context, refused=answer)


@needs("money.cash")
def desk(request: HttpRequest, here: Here) -> HttpResponse:
    """The cash desk of a Jasstag: everybody with a seat, what is owed for the day, one tap to take it in cash."""
    club, day, answer = here.club, here.the_day, TAKEN
    if request.method == "POST":
        answer = _give_back(request, here) if request.POST.get("back") else _take_cash(request, here)
        if answer == TAKEN:
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
    }
    return page(request, here, "clubs/treasury/desk.html", context, refused=answer)


def _paid_here(here: Here, person: str) -> str:
    """The payment that was taken at this desk for a person and still stands."""
    ledger, start = here.club.ledger, f"cash:{here.the_day.key}:{person}:"
    taken_back = ledger.reversed_keys()
    keys = [key for key in ledger.payments if key.startswith(start) and key not in taken_back]
    return keys[-1] if keys else ""


def _give_back(request: HttpRequest, here: Here) -> Answer:
    """A tap on the wrong name: only what was taken at the desk of this day can be taken back here."""
    key, reason = request.POST["back"], say("club_office.desk.slip", lang_of(request))
    people = [seat.person for _, seat in here.club.everybody(here.the_day) if seat.person]

    def reversal(_: Club) -> list[Event]:
        if not any(key == _paid_here(here, person) for person in people):
            raise Refusal("nothing-taken")
        return [Reversed(key=key, on=here.the_day.date, reason=reason)]

    return take(request, here, reversal, done="club_office.reversed")


def _take_cash(request: HttpRequest, here: Here) -> Answer:
    """The Startgeld (booked now if it is not yet) and the day's fines of one person, in cash to whoever holds the till."""
    day, person, mark = here.the_day, request.POST.get("person", ""), once(request)

    def paid(club: Club) -> list[Event]:
        if not any(seat.person == person for _, seat in club.everybody(day)):
            raise Refusal("typed-seat")
        events: list[Event] = []
        key = ChargeKey.of(Cause.STARTGELD, day.key, person)
        booked = [charge for charge in club.ledger.charges.values() if charge.origin.first == key]
        if all(charge.reversed for charge in booked) and person not in day.absent:
            again, sort, rule = str(key.again(len(booked))), Sort.STARTGELD.value, club.book.rule("fees.startgeld")
            events.append(Charged(key=again, sort=sort, debtor=person, amount=club.fee(day), on=day.date, rule=rule, day=day.key))
            club.submit(events[0])
        debts = [debt for debt in club.ledger.charges.values() if debt.debtor == person and debt.day == day.key and debt.open > 0]
        if not debts:
            raise Refusal("nothing-taken")
        payment = Paid(
            key=f"cash:{day.key}:{person}:{mark}", payer=person, amount=sum((debt.open for debt in debts), ZERO), on=day.date,
            method=Method.CASH.value, charges=tuple(debt.key for debt in debts), received_by=here.me,
        )  # fmt: skip
        return [*events, payment]

    return take(request, here, paid, done="club_office.pay.done")
