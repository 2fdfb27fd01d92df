"""What the ledger ought to hold on a date, against what it holds: the difference as events to book, never more and never twice.

Fees and fines of closed days and meetings, surcharges after ten and twenty days, beer rounds turned into money at year end.
What is no longer due on the date (an emergency recognised later, a payment that was in time after all) is reversed. `settle`
books until nothing is left, so it can be run at any time and as often as one likes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP

from puur.season.beer import converted
from puur.season.debts import Cause, ChargeKey, Sort
from puur.season.events import Charged, Event, Reversed
from puur.season.fines import assess_day, assess_meeting
from puur.season.ledger import CENT, Charge
from puur.season.state import Club


@dataclass(frozen=True, slots=True)
class Periods:
    """When a fine is due, when it is raised, when the meeting is called; None while no period runs yet."""

    start: date
    due: date
    second: date
    meeting: date


def periods(club: Club, charge: Charge) -> Periods | None:
    """The periods of a fine; where a member answers for somebody they start at the notification. (AJZ-1.3-18 to AJZ-1.3-23)"""
    pay = club.book_on(charge.on).payment
    start = charge.notified if charge.joint else charge.on
    if start is None or charge.sort is not Sort.FINE:
        return None
    due = start + timedelta(days=pay.due_days)
    origin = start if pay.count_from == "start" else due
    return Periods(start, due, origin + timedelta(days=pay.second_days), origin + timedelta(days=pay.meeting_days))


def surcharges(club: Club, charge: Charge, on: date) -> list[Charged]:
    """The surcharges a fine has run into by a date. (AJZ-1.3-19, AJZ-1.3-20)"""
    book = club.book_on(charge.on)
    when, pay = periods(club, charge), book.payment
    if when is None or charge.reversed:
        return []
    raised: list[Charged] = []
    for step, (last, rule) in enumerate(((when.due, "payment.surcharge"), (when.second, "payment.second_days")), start=1):
        base = charge.open_on(last)
        if on <= last or base <= 0:
            break
        if step == 2 and pay.surcharge_mode == "compound" and raised:
            first = active(club, ChargeKey(raised[0].key))
            base += first.open_on(last) if first else raised[0].amount
        amount = (base * pay.surcharge).quantize(CENT, ROUND_HALF_UP)
        raised.append(Charged(
            key=str(charge.origin.raised(step)), sort=Sort.SURCHARGE.value, debtor=charge.debtor, joint=charge.joint,
            amount=amount, on=last + timedelta(days=1), rule=book.rule(rule), day=charge.day, of=charge.key,
        ))  # fmt: skip
    return raised


def expected(club: Club, on: date) -> dict[ChargeKey, Charged]:
    """Every automatic charge that ought to stand on a date, by key."""
    charges: dict[ChargeKey, Charged] = {}
    due = [fine for day in club.days.values() if day.closed and day.date <= on for fine in assess_day(club, day)]
    due += [fine for meeting in club.meetings.values() if meeting.date < on for fine in assess_meeting(club, meeting)]
    for fine in due:
        charges[fine.key] = fine.charged()
    for charge in club.ledger.charges.values():
        if charge.sort is Sort.FINE:
            for raised in surcharges(club, charge, on):
                charges[ChargeKey(raised.key)] = raised
    for year, person, rounds in converted(club, on):
        book = club.book_on(date(year, 12, 31))
        amount = rounds * book.payment.beer_round
        key = ChargeKey.of(Cause.BEER, year, person)
        rule = book.rule("payment.beer_round")
        charges[key] = Charged(key=str(key), sort=Sort.BEER.value, debtor=person, amount=amount, on=date(year + 1, 1, 1), rule=rule)
    return charges


def active(club: Club, key: ChargeKey) -> Charge | None:
    """The charge that stands for this key, reversals and rebookings considered."""
    standing, times = None, 0
    while (charge := club.ledger.charges.get(key.again(times))) is not None:
        standing, times = standing if charge.reversed else charge, times + 1
    return standing


def pending(club: Club, on: date) -> list[Event]:
    """The bookings that are missing on a date, and the reversals of what is not due (any more)."""
    wanted = expected(club, on)
    booked: dict[ChargeKey, list[Charge]] = {}
    for charge in club.ledger.charges.values():
        booked.setdefault(charge.origin.first, []).append(charge)
    events: list[Event] = []
    for key, charge in club.ledger.charges.items():
        if charge.reversed or charge.on > on or not (charge.origin.cause or charge.sort is Sort.SURCHARGE):
            continue
        day = club.days.get(charge.day)
        if day is not None and day.closed is None and charge.sort is Sort.STARTGELD:
            continue  # taken in before Spielbeginn (AJZ-1.1-13); the day decides once it is closed
        right = wanted.get(charge.origin.first)
        if right is None or (right.amount, right.debtor) != (charge.amount, charge.debtor):
            events.append(Reversed(key=key, on=max(on, charge.on), reason="not-due", rule=charge.rule))
    if events:
        return events
    for wanted_key, right in wanted.items():
        before = booked.get(wanted_key, [])
        if all(charge.reversed for charge in before):
            events.append(replace(right, key=str(wanted_key.again(len(before)))))
    return events


def settle(club: Club, on: date) -> list[Event]:
    """Book everything that is pending; the events that were taken in."""
    taken: list[Event] = []
    for _ in range(10):  # fines first, then what depends on them; never more rounds than steps
        events = pending(club, on)
        if not events:
            break
        for event in events:
            club.submit(event)
        taken += events
    return taken
