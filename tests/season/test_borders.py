"""Borders of the club year that nothing else stands on: amounts just below nothing, sums just off, a name one digit too long.

Every expected value is counted by hand in the test or stands in the sentence that it names.
"""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from puur.core.cards import cards_of
from puur.core.errors import Refusal, RuleViolation
from puur.core.events import CardPlayed
from puur.log import SEASON, Withdrawn
from puur.notation import Record
from puur.season import billing
from puur.season import events as ev
from puur.season.accounts import year_report
from puur.season.debts import ChargeKey
from puur.season.dues import settle
from puur.season.exchange import read, write
from puur.season.exports import EXPORTS
from puur.season.fines import assessments, reason_of
from puur.season.lineup import Design, check_design
from puur.season.played import round_of_record
from puur.season.qrbill import number_of, reference, reference_is_right
from puur.season.rollover import preview
from puur.season.state import HANDLERS
from puur.season.tables import plain, shown
from puur.season.tasks import warnings
from tests.season.support import CHF, ajz, all_tables, at, club, not_there, opened, plan, season


def test_a_bill_for_drinks_may_be_nothing_but_never_less() -> None:
    """AJZ 1.7: the drinks of a series are paid by its two worst; a bill below nothing is a slip."""
    found = season()
    key = opened(found, 3)
    found.submit(ev.DrinksBilled(day=key, series="A", amount=CHF("0")))
    assert found.day(key).table("A").bill == 0
    with not_there(found, "amount"):
        found.submit(ev.DrinksBilled(day=key, series="A", amount=CHF("-0.05")))


@pytest.mark.parametrize("second", ["-5.00", "-15.00"])
def test_a_booking_that_does_not_balance_is_refused_on_either_side(second: str) -> None:
    """Debit and credit are the same: 10 against 5 leaves 5 too much, 10 against 15 leaves 5 too little."""
    found = season()
    kasse, bank = sorted(found.book.accounts)[:2]
    with not_there(found, "journal-balance"):
        found.submit(ev.Journal(key="j1", on=date(2018, 3, 1), text="x", lines=((kasse, "10.00"), (bank, second))))
    found.submit(ev.Journal(key="j1", on=date(2018, 3, 1), text="x", lines=((kasse, "10.00"), (bank, "-10.00"))))


def test_every_bill_has_the_number_that_follows_the_last_one() -> None:
    """Two debts, then a bill: it is the third booking; the next bill is the fourth. No two have one key."""
    found = season()
    for number, person in enumerate(("a1", "a2"), start=1):
        owed: dict[str, Any] = {"sort": "fine", "amount": CHF("20"), "on": date(2018, 3, 1), "rule": "AJZ-1.2-12"}
        found.submit(ev.Charged(key=f"own:{number}", debtor=person, **owed))
    keys = []
    for person in ("a1", "a2"):
        before = found.ledger.numbers
        bill = billing.issue(found, person, date(2018, 3, 2))
        assert bill.key == f"bill:2018-03-02:{person}:{before + 1}"
        found.submit(bill)
        keys.append(bill.key)
    assert len(set(keys)) == 2


def test_points_are_shown_whole_or_to_the_cent() -> None:
    assert [shown(value) for value in (5200, Fraction(10403, 2), Fraction(0), None)] == ["5200", "5201.50", "0", "–"]


def test_a_series_with_too_few_chairs_is_told_how_many_it_has() -> None:
    """AJZ 4.1: four persons at each table. Two members and a guest are three."""
    design = Design(("A", "B", "C", "D"), (3, 3, 3, 2), (1, 1, 1, 1))
    with pytest.raises(RuleViolation) as refused:
        check_design(ajz(), design, 12, 3)
    assert (refused.value.reason, refused.value.facts["found"], refused.value.facts["expected"]) == ("design-seats", 3, 4)
    assert refused.value.facts["series"] == "D"


def test_a_reference_with_a_digit_too_many_is_none_of_ours() -> None:
    """Ours have eight digits behind the club; nine make a right reference of somebody else."""
    nine = reference("ajz08", 123456789)
    assert reference_is_right(nine)
    assert number_of("ajz08", nine) is None


def test_what_a_debt_is_for_is_known_also_without_the_record_behind_it() -> None:
    """A fine for coming late stays one when nothing says so any more but its key; the Startgeld is one by its sort."""
    found = season()
    key = opened(found, 3)
    found.submit(ev.Arrived(day=key, person="a2", at=at(key, "14:20")))  # twenty minutes: CHF 30 (AJZ 1.3)
    all_tables(found, key)
    found.submit(ev.DayClosed(day=key, at=at(key, "22:05")))
    settle(found, date(2018, 4, 2))
    late = found.ledger.charge(f"late:{key}:a2")
    assert late.amount == 30
    assert reason_of(late, assessments(found)) == ("late", 20)
    assert reason_of(late, {}) == ("late", 0)
    fee = found.ledger.charge(f"startgeld:{key}:a2")
    assert reason_of(fee, {}) == ("startgeld", 0)


def test_the_first_line_of_a_file_can_be_withdrawn_by_its_number() -> None:
    """Lines are counted from 1, the head aside: line 1 notes an arrival, line 2 takes that back."""
    came = ev.Arrived(day="2018-3", person="a2", at=at("2018-3", "14:20"))
    assert read(write("ajz08", [came])).events == (came,)
    taken_back = json.dumps(SEASON.write(Withdrawn((1,), "slip")))
    assert read(write("ajz08", [came]) + taken_back + "\n").events == ()


def test_the_latest_lasting_decision_on_the_series_holds() -> None:
    """AJZ 4.4: the series may be changed at any time; what was decided last holds from its day on."""
    found = plan(club())
    three: dict[str, Any] = {"names": ("A", "B", "C"), "members": (4, 4, 4), "guests": (0, 0, 0)}
    four: dict[str, Any] = {"names": ("A", "B", "C", "D"), "members": (3, 3, 3, 3), "guests": (1, 1, 1, 1)}
    found.submit(ev.DesignChanged(day="2018-2", by="a1", lasting=True, **three))
    found.submit(ev.DesignChanged(day="2018-4", by="a1", lasting=True, **four))
    found.submit(ev.DesignChanged(day="2018-6", by="a1", lasting=True, **three))
    assert [len(found.design(found.day(f"2018-{number}")).names) for number in (2, 3, 4, 5, 6, 7)] == [3, 3, 4, 4, 3, 3]


def test_the_first_booking_has_the_number_one() -> None:
    """What stands on paper counts from 1."""
    found = season()
    assert found.ledger.numbers == 0
    found.submit(ev.Charged(key="own:1", debtor="a1", sort="fine", amount=CHF("20"), on=date(2018, 3, 1), rule="AJZ-1.2-12"))
    assert (found.ledger.charge("own:1").number, found.ledger.numbers) == (1, 1)


def test_a_debt_that_is_booked_again_is_numbered() -> None:
    """The key itself, then `#2` for the second time and `#3` for the third; the first is found from each."""
    key = ChargeKey("late:2018-3:a2")
    assert [key.again(times) for times in (0, 1, 2)] == ["late:2018-3:a2", "late:2018-3:a2#2", "late:2018-3:a2#3"]
    assert {key.again(times).first for times in (0, 1, 2)} == {key}


def test_values_for_programs_are_whole_numbers_where_they_are_whole() -> None:
    assert plain({"a": Fraction(6, 2), "b": (Fraction(1, 2), date(2018, 3, 1))}) == {"a": 3, "b": ["0.50", "2018-03-01"]}


def test_what_is_booked_on_the_last_day_of_the_year_belongs_to_it() -> None:
    """Two bookings of 10 francs, on 31 December and on 1 January: each year has one."""
    found = season()
    kasse, ertrag = (next(name for name in found.book.accounts.values() if name.startswith(digit)) for digit in "13")
    for key, on in (("old", date(2018, 12, 31)), ("new", date(2019, 1, 1))):
        found.submit(ev.Journal(key=key, on=on, text="x", lines=((kasse, "10.00"), (ertrag, "-10.00"))))
    for year, closing in ((2018, 10), (2019, 20)):
        report = year_report(found, year)
        assert (report.income, report.closing[kasse], report.balanced) == (CHF(10), CHF(closing), True)


@pytest.mark.parametrize(("members", "enough"), [(14, False), (15, True), (16, True)])
def test_a_fifth_series_needs_three_more_members(members: int, enough: bool) -> None:
    """AJZ 4.4: additional series only by new members; three sit in a series, so fifteen carry five of them, and so do sixteen."""
    book = ajz(series__coefficients={**ajz().series.coefficients, "E": Fraction(1)})
    design = Design(("A", "B", "C", "D", "E"), (3, 3, 3, 3, 3), (1, 1, 1, 1, 1))
    if enough:
        check_design(book, design, members, 3)
        return
    with pytest.raises(RuleViolation) as refused:
        check_design(book, design, members, 3)
    assert (refused.value.rule, refused.value.facts["expected"]) == ("AJZ-4.4-03", 15)


def test_after_the_day_is_closed_nobody_plays_any_more() -> None:
    """AJZ 1.1: the rules of play hold during the Spielzeit; it ends with the day at the latest, that moment included."""
    found = season()
    key = opened(found, 3)
    all_tables(found, key)
    day = found.day(key)
    found.submit(ev.DayClosed(day=key, at=at(key, "21:30")))
    day.table("A").rounds.clear()  # whatever the table itself says
    clocks = {"14:59": False, "15:00": True, "21:30": True, "21:31": False}
    assert {clock: found.spielzeit(day, "A", at(key, clock)) for clock in clocks} == clocks


def test_a_tie_across_the_border_of_the_next_design_needs_a_lot_and_one_within_does_not() -> None:
    """AJZ 4.4: from four tables of three to three of four, the best of Serie B comes to A, her two colleagues stay in B."""
    three: dict[str, Any] = {"names": ("A", "B", "C"), "members": (4, 4, 4), "guests": (0, 0, 0)}
    for points, tied in (({"b1": 5200, "b2": 5200, "b3": 4800}, {"b1", "b2"}), ({"b1": 5400, "b2": 4900, "b3": 4900}, set())):
        found = season()
        key = opened(found, 3)
        found.submit(ev.DesignChanged(day="2018-4", by="a1", **three))
        all_tables(found, key, {**points, "gb": 20000 - sum(points.values())})
        found.submit(ev.DayClosed(day=key, at=at(key, "22:05")))
        ties = preview(found, found.day(key)).ties
        assert {person for tie in ties for person in tie.among if person.startswith("b")} == tied


def test_every_event_of_the_season_can_be_written_down() -> None:
    """A class that is no longer registered could be submitted, and its line would be lost."""
    own = [kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, ev.Event)]
    leaves = [kind for kind in own if not any(other is not kind and issubclass(other, kind) for other in own)]
    assert len(leaves) >= 50
    known = set(SEASON.schemas())
    assert len(known) >= len(leaves)
    for kind in leaves:
        blank = object.__new__(kind)
        assert SEASON.kind_of(blank).withdrawable in (True, False), kind.__name__
    assert [kind.__name__ for kind in leaves if kind not in HANDLERS] == []  # and each is taken in


def test_the_ledger_is_taken_along_line_by_line() -> None:
    """One booking of two lines: 20 francs owed by a1, and the same as income."""
    found = season()
    found.submit(ev.Charged(key="own:1", debtor="a1", sort="fine", amount=CHF("20"), on=date(2018, 3, 1), rule="AJZ-1.2-12"))
    head, *rows = EXPORTS["ledger"].text(found, "ajz08", 0, date(2018, 3, 2)).splitlines()
    assert head == "number,date,key,text,provision,account,amount"
    assert [(row.split(",")[0], row.split(",")[1], row.split(",")[-1]) for row in rows] == [
        ("1", "2018-03-01", "20.00"),
        ("1", "2018-03-01", "-20.00"),
    ]


def test_a_game_that_cannot_be_says_at_which_event() -> None:
    """A card before anything is dealt: the first event of the record is wrong, counted from 1."""
    record = Record(book="ajz08", events=(CardPlayed(0, cards_of("E6")[0]),))
    with pytest.raises(Refusal) as refused:
        round_of_record(season(), "2018-3", "A", record, at("2018-3", "18:00"))
    assert (refused.value.reason, refused.value.facts["event"]) == ("game-refused", 1)


def test_a_permanent_substitute_is_no_exception_unless_it_is_said() -> None:
    """AJZ 1.2: for stays abroad of three months and more; another reason has to be let pass expressly."""
    named = ev.DauerersatzNamed(member="a1", person="x", since=date(2018, 1, 1), until=date(2018, 6, 1))
    assert named.excepted is False


def test_offices_are_missing_from_the_day_of_the_assembly_on_and_not_before() -> None:
    """AJZ 1.8: the Chef Regelwerk is named each year at the ordinary Generalversammlung; before it nobody is late with that."""
    found = club()
    found.submit(ev.MeetingPlanned(meeting="gv", sort="generalversammlung", starts=at(date(2019, 2, 1), "18:00")))

    def missing(today: date) -> bool:
        return any(task.what == "office-missing" for task in warnings(found, 2019, today))

    assert [missing(date(2019, 1, 31)), missing(date(2019, 2, 1)), missing(date(2019, 2, 2))] == [False, True, True]
