"""AJZ 08, chapter 1.3: fines by bands and clocks, periods and surcharges, joint liability, beer rounds; examples of the catalogue.

The examples' Jasstag of 18 March 2017 is Jasstag 3 of 2017 here: a Saturday.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.accounts import reminders, statement
from puur.season.beer import due_at, open_rounds
from puur.season.calendar import cancellation_deadline
from puur.season.dues import pending, settle
from puur.season.fines import assess_day, assess_meeting, cascade
from puur.season.lineup import LineUp
from puur.season.state import Club
from puur.season.tasks import checklist, club_tasks
from puur.words import say
from tests.season.support import ajz, all_tables, at, closed, club, opened, played, refused, season, seat

SATURDAY = date(2017, 3, 18)


def march(person: str = "a2", clock: str = "14:40", **changes) -> Club:
    """Jasstag 3 of 2017 on which one person came late, closed and booked."""
    found = club(**changes)
    found.submit(ev.DayPlanned(number=3, date=SATURDAY))
    day = found.day("2017-3")
    design = found.design(day)
    members = found.roster.members(SATURDAY)
    day.line_up = LineUp(design, tuple(members[n : n + 3] for n in (0, 3, 6, 9)), ("a1", "b1", "c1", "d1"))
    for inviter in ("a1", "b1", "c1", "d1"):
        guest = f"g{inviter[0]}"
        found.submit(ev.GuestNamed(day=day.key, member=inviter, person=guest, at=at(SATURDAY, "09:00")))
    found.submit(ev.Arrived(day=day.key, person=person, at=at(SATURDAY, clock), by=""))
    found.submit(ev.DayOpened(day=day.key, at=at(SATURDAY, "15:00")))
    for series in "ABCD":
        if found.complete(day, series):
            _rounds(found, day.key, series)
    found.submit(ev.DayClosed(day=day.key, at=at(SATURDAY, "22:05")))
    settle(found, SATURDAY)
    return found


def _rounds(found: Club, key: str, series: str) -> None:
    """Three plain Jassrunden; only that they are there matters for fines."""
    w, x, y, z = (one.person for one in found.participants(found.day(key), series))
    for teams in (((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y))):
        if len(found.day(key).table(series).rounds) == 2:
            found.submit(ev.BreakTaken(day=key, series=series, after=2, minutes=30))
        found.submit(ev.RoundPlayed(day=key, series=series, teams=teams, sheet=Sheet((2000, 1300)), ended=at(SATURDAY, "20:55")))


def fine_of(found: Club, person: str, key: str) -> tuple[Decimal, str] | None:
    fines = [one for one in assess_day(found, found.day(key)) if one.debtor == person and one.sort == "fine"]
    assert len(fines) <= 1
    return (fines[0].amount, fines[0].rule) if fines else None


def late(clock: str, person: str = "a2") -> tuple[Decimal, str] | None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.Arrived(day=key, person=person, at=at(key, clock), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    return fine_of(found, person, key)


@pytest.mark.rule("AJZ-1.2-16")
@pytest.mark.parametrize("payer", ["gb", "b1"])
def test_ajz_1_2_16_the_member_answers_for_the_guests_fine(payer: str) -> None:
    found = march("gb", "14:20")
    charge = found.ledger.charges["late:2017-3:gb"]
    assert (charge.debtor, charge.joint, charge.amount) == ("gb", "b1", 30)
    assert statement(found, "b1", SATURDAY).liable == 30
    found.submit(ev.Paid(key="p1", payer=payer, amount=Decimal(30), on=SATURDAY, method="bank", charges=(charge.key,)))
    assert charge.open == 0
    assert statement(found, "b1", SATURDAY).liable == 0
    fee = found.ledger.charges["startgeld:2017-3:gb"]
    assert fee.joint == ""  # the liability is for fines of chapter 1.3 only


@pytest.mark.rule("AJZ-1.3-01")
def test_ajz_1_3_01_not_appearing_costs_200() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="b2", person="x", at=at(key, "09:00")))
    found.submit(ev.NotAppeared(day=key, person="x"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    fines = [one for one in assess_day(found, found.day(key)) if one.sort == "fine"]
    assert [(one.debtor, one.joint, one.amount, one.rule) for one in fines] == [("x", "b2", 200, "AJZ-1.3-01")]
    # "Das Startgeld für jeden Spieler": beer and schnapps of those who play; x does not, the fifteen others do.
    fees = {one.debtor for one in assess_day(found, found.day(key)) if one.sort == "startgeld"}
    assert fees == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "ga", "gb", "gc", "gd"}


@pytest.mark.rule("AJZ-1.3-01")
def test_ajz_1_3_01_a_member_who_is_duly_replaced_pays_nothing() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="b2", person="x", at=at(key, "09:00")))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    assert [one for one in assess_day(found, found.day(key)) if one.sort == "fine"] == []


@pytest.mark.parametrize(
    ("clock", "amount", "rule"),
    [
        pytest.param("15:30", 200, "AJZ-1.3-02", marks=pytest.mark.rule("AJZ-1.3-02"), id="AJZ-1.3-02-from-90"),
        pytest.param("15:29", 150, "AJZ-1.3-08", marks=pytest.mark.rule("AJZ-1.3-02"), id="AJZ-1.3-02-89"),
        pytest.param("14:01", 10, "AJZ-1.3-04", marks=pytest.mark.rule("AJZ-1.3-04"), id="AJZ-1.3-04-1"),
        pytest.param("14:05", 10, "AJZ-1.3-04", marks=pytest.mark.rule("AJZ-1.3-04"), id="AJZ-1.3-04-5"),
        pytest.param("14:06", 20, "AJZ-1.3-05", marks=pytest.mark.rule("AJZ-1.3-05"), id="AJZ-1.3-05-6"),
        pytest.param("14:15", 20, "AJZ-1.3-05", marks=pytest.mark.rule("AJZ-1.3-05"), id="AJZ-1.3-05-15"),
        pytest.param("14:16", 30, "AJZ-1.3-06", marks=pytest.mark.rule("AJZ-1.3-06"), id="AJZ-1.3-06-16"),
        pytest.param("14:30", 30, "AJZ-1.3-06", marks=pytest.mark.rule("AJZ-1.3-06"), id="AJZ-1.3-06-30"),
        pytest.param("14:31", 100, "AJZ-1.3-07", marks=pytest.mark.rule("AJZ-1.3-07"), id="AJZ-1.3-07-31"),
        pytest.param("15:00", 100, "AJZ-1.3-07", marks=pytest.mark.rule("AJZ-1.3-07"), id="AJZ-1.3-07-60"),
        pytest.param("15:01", 150, "AJZ-1.3-08", marks=pytest.mark.rule("AJZ-1.3-08"), id="AJZ-1.3-08-61"),
        pytest.param("15:29", 150, "AJZ-1.3-08", marks=pytest.mark.rule("AJZ-1.3-08"), id="AJZ-1.3-08-89"),
        pytest.param("15:10", 150, "AJZ-1.3-08", marks=pytest.mark.rule("AJZ-1.3-09"), id="AJZ-1.3-09-from-besammlung"),
    ],
)
def test_the_bands_of_being_late(clock: str, amount: int, rule: str) -> None:
    assert late(clock) == (amount, rule)


@pytest.mark.rule("AJZ-1.3-04")
def test_ajz_1_3_04_on_the_minute_costs_nothing() -> None:
    assert late("14:00") is None


@pytest.mark.rule("AJZ-1.3-03")
def test_ajz_1_3_03_leaving_the_series_in_its_spielzeit_costs_200() -> None:
    found = season()
    key = opened(found, 3)
    found.submit(ev.SeriesAborted(day=key, series="B", person="b2", at=at(key, "17:20")))
    assert fine_of(found, "b2", key) == (200, "AJZ-1.3-03")
    assert fine_of(found, "b3", key) is None


@pytest.mark.rule("AJZ-1.3-10")
def test_ajz_1_3_10_the_clock_of_the_praesident_or_deputy_decides() -> None:
    found = season()
    key = seat(found, 3)
    with refused(found, "AJZ-1.3-10", "not-the-clock"):
        found.submit(ev.Arrived(day=key, person="a2", at=at(key, "14:06"), by="a2"))
    found.submit(ev.Arrived(day=key, person="a2", at=at(key, "14:06") + timedelta(seconds=30)))  # the system's time
    found.submit(ev.Arrived(day=key, person="a2", at=at(key, "14:05"), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    assert fine_of(found, "a2", key) == (10, "AJZ-1.3-04")
    found.submit(ev.DeputyNamed(day=key, office="praesident", person="b3"))
    found.submit(ev.Arrived(day=key, person="c2", at=at(key, "14:04"), by="b3"))
    assert fine_of(found, "c2", key) == (10, "AJZ-1.3-04")


@pytest.mark.rule("AJZ-1.3-11")
def test_ajz_1_3_11_the_checklist_says_that_the_clock_is_fairly_set() -> None:
    found = season()
    key = seat(found, 3)
    step = next(one for one in checklist(found, found.day(key)) if one.key == "clock")
    assert "has to be right" in say("club.step.clock", "en", **step.facts)


@pytest.mark.rule("AJZ-1.3-12")
def test_ajz_1_3_12_a_recognised_emergency_has_no_fine_and_a_booked_one_is_reversed() -> None:
    found = march("a2", "15:10")
    charge = found.ledger.charges["late:2017-3:a2"]
    assert charge.amount == 150
    with refused(found, "AJZ-1.8-01", "not-competent"):  # the Präsident is there: nobody else decides
        found.submit(ev.EmergencyDecided(day="2017-3", person="a2", by="b1", recognised=True))
    found.submit(ev.EmergencyDecided(day="2017-3", person="a2", by="a1", recognised=False))
    assert pending(found, SATURDAY) == []
    found.submit(ev.EmergencyDecided(day="2017-3", person="a2", by="a1", recognised=True))
    events = settle(found, SATURDAY)
    assert [type(one).__name__ for one in events] == ["Reversed"]
    assert charge.open == 0
    assert found.ledger.balance(found.ledger.debtor("a2")) == 20  # the Startgeld


def leaving(person: str, clock: str, *notice: ev.Event, end: str = "22:05") -> Club:
    """Everybody's series ends at 20:55; somebody leaves; Spielende."""
    found = season()
    key = opened(found, 3)
    for event in notice:
        found.submit(event)
    all_tables(found, key, ended="20:25")
    found.submit(ev.Departed(day=key, person=person, at=at(key, clock)))
    assert fine_of(found, person, key) is None  # before Spielende nothing can be computed
    closed(found, key, end)
    return found


@pytest.mark.rule("AJZ-1.3-13")
def test_ajz_1_3_13_guests_and_ersatzjasser_may_go_after_their_series() -> None:
    assert fine_of(leaving("gd", "21:00"), "gd", "2018-3") is None


@pytest.mark.rule("AJZ-1.3-14")
@pytest.mark.parametrize(
    ("posted", "reason", "left", "amount"),
    [
        ("19:59", "train", "21:20", None),
        ("20:00", "train", "21:20", None),  # 20:00 sharp is in time
        ("20:01", "train", "21:20", 100),
        ("19:59", "", "21:20", 100),
        ("19:59", "train", "21:10", 20),  # ten minutes earlier than announced
    ],
)
def test_ajz_1_3_14_a_notice_the_evening_before(posted: str, reason: str, left: str, amount: int | None) -> None:
    before = datetime.combine(date(2018, 3, 30), datetime.strptime(posted, "%H:%M").time())
    notice = ev.LeaveAnnounced(day="2018-3", person="d2", posted=before, leaves=at("2018-3", "21:20"), reason=reason)
    fine = fine_of(leaving("d2", left, notice), "d2", "2018-3")
    assert (fine[0] if fine else None) == amount


@pytest.mark.rule("AJZ-1.3-15")
@pytest.mark.parametrize(("left", "amount"), [("21:20", 100), ("22:02", 10), ("20:30", 200)])
def test_ajz_1_3_15_unannounced_leaving_counts_back_from_spielende(left: str, amount: int) -> None:
    assert fine_of(leaving("d2", left), "d2", "2018-3") == (amount, "AJZ-1.3-15")


@pytest.mark.rule("AJZ-1.3-16")
def test_ajz_1_3_16_an_emergency_excuses_leaving_too() -> None:
    found = leaving("d2", "21:20")
    found.submit(ev.EmergencyDecided(day="2018-3", person="d2", by="a1", recognised=True))
    assert fine_of(found, "d2", "2018-3") is None


@pytest.mark.rule("AJZ-1.3-17")
def test_ajz_1_3_17_cash_to_the_kassier_settles_at_once() -> None:
    found = march("a2", "14:20")
    pay = {"payer": "a2", "amount": Decimal(30), "on": SATURDAY, "method": "cash", "charges": ("late:2017-3:a2",)}
    with refused(found, "AJZ-1.3-17", "not-kassier"):
        found.submit(ev.Paid(key="p1", received_by="d3", **pay))
    found.submit(ev.DeputyNamed(day="2017-3", office="kassier", person="d3"))
    found.submit(ev.Paid(key="p1", received_by="d3", **pay))
    assert reminders(found, date(2017, 12, 31)) == ()
    assert found.ledger.balance("1000 Kasse") == 30


def after(on: date, *paid: tuple[date, int], **changes) -> Decimal:
    """What is owed of the CHF 100 fine (14:40) on a date."""
    found = march(**changes)
    for number, (when, amount) in enumerate(paid):
        charges = ("late:2017-3:a2", "late:2017-3:a2/+1")[: 1 + ("late:2017-3:a2/+1" in found.ledger.charges)]
        found.submit(ev.Paid(key=f"p{number}", payer="a2", amount=Decimal(amount), on=when, method="bank", charges=charges))
    settle(found, on)
    own = [one for one in found.ledger.of_person("a2") if one.key.startswith("late") and not one.reversed]
    return sum((one.open for one in own), Decimal())


@pytest.mark.rule("AJZ-1.3-18")
def test_ajz_1_3_18_due_within_ten_days_value_date() -> None:
    found = march()
    assert [(one.stage, one.next) for one in reminders(found, SATURDAY)] == [("running", date(2017, 3, 28))]
    assert after(date(2017, 3, 29), (date(2017, 3, 28), 100)) == 0


@pytest.mark.rule("AJZ-1.3-19")
def test_ajz_1_3_19_half_as_much_again_after_ten_days() -> None:
    assert after(date(2017, 3, 28)) == 100
    assert after(date(2017, 3, 29)) == 150
    found = march()
    settle(found, date(2017, 3, 29))
    raised = found.ledger.charges["late:2017-3:a2/+1"]
    assert (raised.amount, raised.on, raised.rule, raised.of) == (50, date(2017, 3, 29), "AJZ-1.3-19", "late:2017-3:a2")


@pytest.mark.rule("AJZ-1.3-19")
def test_ajz_1_3_19_a_payment_that_was_in_time_after_all_takes_the_surcharge_back() -> None:
    found = march()
    settle(found, date(2017, 3, 29))
    found.submit(
        ev.Paid(key="p", payer="a2", amount=Decimal(100), on=date(2017, 3, 27), method="bank", charges=("late:2017-3:a2",))
    )
    settle(found, date(2017, 3, 30))
    assert found.ledger.charges["late:2017-3:a2/+1"].reversed
    assert statement(found, "a2", date(2017, 3, 30)).open == 20


@pytest.mark.rule("AJZ-1.3-20")
def test_ajz_1_3_20_another_half_after_twenty_days_compound_or_simple() -> None:
    assert after(date(2017, 4, 7)) == 150
    assert after(date(2017, 4, 8)) == 225
    assert after(date(2017, 4, 8), payment__surcharge_mode="simple") == 200
    assert after(date(2017, 4, 8), payment__count_from="due") == 150  # twenty days of default after the first ten
    assert after(date(2017, 4, 18), payment__count_from="due") == 225


@pytest.mark.rule("AJZ-1.3-21")
def test_ajz_1_3_21_after_thirty_days_the_vorstand_calls_a_meeting() -> None:
    found = march()
    settle(found, date(2017, 4, 18))
    assert [one for one in club_tasks(found, datetime(2017, 4, 17, 12)) if one.what == "extraordinary-gv"] == []
    task = next(one for one in club_tasks(found, datetime(2017, 4, 18, 12)) if one.what == "extraordinary-gv")
    assert (task.facts["member"], task.rule) == ("a2", "AJZ-1.3-21")


@pytest.mark.rule("AJZ-1.3-22")
def test_ajz_1_3_22_the_kassier_notifies_the_nominating_member_within_two_days() -> None:
    found = march("gb", "14:10")
    tasks = [one for one in club_tasks(found, datetime(2017, 3, 19, 8)) if one.what == "notify"]
    assert [(one.due, one.facts["member"], one.rule) for one in tasks] == [(date(2017, 3, 20), "b1", "AJZ-1.3-22")]
    found.submit(ev.Paid(key="p", payer="gb", amount=Decimal(20), on=SATURDAY, method="cash", charges=("late:2017-3:gb",)))
    assert [one for one in club_tasks(found, datetime(2017, 3, 19, 8)) if one.what == "notify"] == []


@pytest.mark.rule("AJZ-1.3-23")
def test_ajz_1_3_23_the_periods_start_at_the_notification() -> None:
    found = march("gb", "14:40")
    settle(found, date(2017, 5, 1))
    assert "late:2017-3:gb/+1" not in found.ledger.charges  # nobody was notified: no period runs
    found.submit(ev.Notified(charge="late:2017-3:gb", on=date(2017, 3, 20)))
    assert reminders(found, date(2017, 3, 21))[0].next == date(2017, 3, 30)
    settle(found, date(2017, 3, 30))
    assert "late:2017-3:gb/+1" not in found.ledger.charges
    settle(found, date(2017, 3, 31))
    raised = found.ledger.charges["late:2017-3:gb/+1"]
    assert (raised.amount, raised.debtor, raised.joint) == (50, "gb", "b1")  # one debt of both


def abroad(*reported: int) -> Club:
    """c3 is abroad from the third day on, reports before some of the days 3 to 5, and comes back for the sixth."""
    found = season()
    found.submit(ev.DauerersatzNamed(member="c3", person="x", since=date(2018, 3, 20), until=date(2018, 12, 31)))
    found.submit(ev.DauerersatzApproved(member="c3", person="x", by="a1", on=date(2018, 3, 21)))
    for number in (3, 4, 5):
        if number in reported:
            found.submit(ev.ReportSent(day=f"2018-{number}", member="c3", at=at(f"2018-{number}", "11:00")))
        played(found, number)
    found.submit(ev.ReturnAgreed(day="2018-6", member="c3"))
    return found


@pytest.mark.rule("AJZ-1.3-24")
def test_ajz_1_3_24_a_missed_report_costs_a_round_at_the_next_day_attended() -> None:
    found = abroad(3, 4)
    seat(found, 6)
    due = due_at(found, "2018-6")
    assert [(one.person, one.day, one.beers, one.rule) for one in due] == [("c3", "2018-5", 16, "AJZ-1.3-24")]
    assert due_at(found, "2018-5") == []


@pytest.mark.rule("AJZ-1.3-25")
def test_ajz_1_3_25_missed_reports_accumulate() -> None:
    assert [one.day for one in open_rounds(abroad(), date(2018, 9, 1))] == ["2018-3", "2018-4", "2018-5"]


@pytest.mark.rule("AJZ-1.3-26")
def test_ajz_1_3_26_open_rounds_become_100_francs_each_at_year_end() -> None:
    found = abroad()
    found.submit(ev.BeerServed(person="c3", rounds=1, on=date(2018, 8, 31)))
    assert len(open_rounds(found, date(2018, 8, 30))) == 3  # on the day before it was served
    assert len(open_rounds(found, date(2018, 8, 31))) == len(open_rounds(found, date(2018, 12, 31))) == 2
    settle(found, date(2018, 12, 31))
    assert "beer:2018:c3" not in found.ledger.charges
    settle(found, date(2019, 1, 1))
    assert open_rounds(found, date(2019, 1, 1)) == []
    charge = found.ledger.charges["beer:2018:c3"]
    assert (charge.amount, charge.debtor, charge.rule) == (200, "c3", "AJZ-1.3-26")
    settle(found, date(2019, 6, 1))
    assert charge.open == 200  # the 10/20/30-day scheme is not applied


def meeting(sort: str, starts: datetime) -> Club:
    found = club()
    found.submit(ev.MeetingPlanned(meeting="m", sort=sort, starts=starts))
    return found


def meeting_fines(found: Club) -> dict[str, tuple[Decimal, str]]:
    return {one.debtor: (one.amount, one.rule) for one in assess_meeting(found, found.meetings["m"])}


@pytest.mark.rule("AJZ-1.3-27")
def test_ajz_1_3_27_the_generalversammlung_has_the_same_fines() -> None:
    found = meeting("generalversammlung", datetime(2018, 2, 9, 19))
    found.submit(ev.Arrived(day="m", person="b2", at=datetime(2018, 2, 9, 19, 12), by="a1"))
    found.submit(ev.NotAppeared(day="m", person="b3"))
    assert meeting_fines(found) == {"b2": (20, "AJZ-1.3-27"), "b3": (200, "AJZ-1.3-27")}
    settle(found, date(2018, 2, 20))
    assert found.ledger.charges["absent:m:b3/+1"].amount == 100  # surcharges too


@pytest.mark.rule("AJZ-1.3-28")
@pytest.mark.parametrize(("posted", "fined"), [("20:00", False), ("20:01", True)])
def test_ajz_1_3_28_the_generalversammlung_is_cancelled_by_20_the_evening_before(posted: str, fined: bool) -> None:
    found = meeting("generalversammlung", datetime(2018, 2, 9, 19))
    found.submit(ev.MeetingCancelled(meeting="m", person="b2", at=datetime.fromisoformat(f"2018-02-08T{posted}")))
    assert meeting_fines(found) == ({"b2": (200, "AJZ-1.3-28")} if fined else {})


@pytest.mark.rule("AJZ-1.3-29")
def test_ajz_1_3_29_the_sommerlochevent_has_the_same_fines() -> None:
    found = meeting("sommerlochevent", datetime(2017, 7, 15, 13))
    found.submit(ev.Arrived(day="m", person="b2", at=datetime(2017, 7, 15, 13, 40)))
    assert meeting_fines(found) == {"b2": (100, "AJZ-1.3-29")}


@pytest.mark.rule("AJZ-1.3-30")
def test_ajz_1_3_30_the_sommerlochevent_is_cancelled_by_the_second_to_last_friday() -> None:
    limit = cancellation_deadline(ajz(), "sommerlochevent", date(2017, 7, 15))
    assert limit == datetime(2017, 7, 8)  # Friday 7 July, 24:00
    assert cancellation_deadline(ajz(), "sommerlochevent", date(2017, 7, 14)) == datetime(2017, 7, 1)  # on a Friday itself
    found = meeting("sommerlochevent", datetime(2017, 7, 15, 13))
    found.submit(ev.MeetingCancelled(meeting="m", person="b2", at=limit))
    found.submit(ev.MeetingCancelled(meeting="m", person="b3", at=datetime(2017, 7, 10, 9)))
    assert meeting_fines(found) == {"b3": (200, "AJZ-1.3-30")}


@pytest.mark.rule("AJZ-1.3-31")
def test_ajz_1_3_31_an_emergency_may_cancel_later() -> None:
    found = meeting("generalversammlung", datetime(2018, 2, 9, 19))
    found.submit(ev.MeetingCancelled(meeting="m", person="b2", at=datetime(2018, 2, 9, 17, 30)))
    assert meeting_fines(found)["b2"][0] == 200
    with refused(found, "AJZ-1.8-01", "not-competent"):
        found.submit(ev.EmergencyDecided(day="m", person="b2", by="c3", recognised=True))
    found.submit(ev.EmergencyDecided(day="m", person="b2", by="a1", recognised=True))
    assert meeting_fines(found) == {}


def test_coming_late_and_leaving_early_are_two_acts() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.Arrived(day=key, person="d2", at=at(key, "14:04"), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    all_tables(found, key, ended="20:25")
    found.submit(ev.Departed(day=key, person="d2", at=at(key, "22:00")))
    closed(found, key)
    fines = {one.reason: one.amount for one in assess_day(found, found.day(key)) if one.sort == "fine"}
    assert fines == {"late": 10, "left-early": 10}


def test_every_minute_has_one_amount_that_never_falls() -> None:
    amounts = [cascade(ajz(), minutes)[0] for minutes in range(200)]
    assert amounts == sorted(amounts)
    assert set(amounts) == {0, 10, 20, 30, 100, 150, 200}
