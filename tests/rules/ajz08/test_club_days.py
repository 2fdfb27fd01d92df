"""AJZ 08, chapters 1.1, 1.2, 3.1, 3.3 and 5: the Jassjahr, its days and deadlines, who sits for whom; examples of the catalogue."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

import pytest

from puur.reglement.season import FeesBefore
from puur.season import events as ev
from puur.season.calendar import names_deadline, publication_due
from puur.season.conduct import device_ruling
from puur.season.fines import assess_day
from puur.season.rollover import preview
from puur.season.tasks import Step, checklist, day_tasks
from tests.season.support import (
    ajz,
    all_tables,
    at,
    closed,
    club,
    not_there,
    opened,
    plan,
    played,
    refused,
    row,
    season,
    seat,
    totals,
)

D3 = date(2018, 3, 31)


def step(found, key: str, name: str) -> Step:
    return next(one for one in checklist(found, found.day(key)) if one.key == name)


def planned(number: int, on: date, **more):
    found = club()
    found.submit(ev.DayPlanned(number=number, date=on, **more))
    return found.days[f"{on.year}-{number}"]


@pytest.mark.rule("AJZ-1.1-01")
def test_ajz_1_1_01_a_regular_day_gathers_at_14() -> None:
    assert planned(3, date(2017, 3, 18)).besammlung == datetime(2017, 3, 18, 14)


@pytest.mark.rule("AJZ-1.1-02")
def test_ajz_1_1_02_the_look_back_round_is_the_members() -> None:
    found = season()
    key = seat(found, 3)
    one = step(found, key, "look-back")
    assert (one.facts["count"], len(one.people), one.rule) == ("12", 12, "AJZ-1.1-02")


@pytest.mark.rule("AJZ-1.1-03")
def test_ajz_1_1_03_ersatz_and_gastjasser_bring_a_steckbrief() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="b2", person="x", at=at(key, "09:00")))
    assert sorted(step(found, key, "steckbrief").people) == ["ga", "gb", "gc", "gd", "x"]


@pytest.mark.rule("AJZ-1.1-04")
def test_ajz_1_1_04_a_regular_day_has_two_places_in_zuerich() -> None:
    found = club()
    found.submit(ev.DayPlanned(number=3, date=D3, gathering="Rösslibar", venue="Kronensaal"))
    day = found.days["2018-3"]
    assert (day.gathering, day.venue, day.town) == ("Rösslibar", "Kronensaal", "Zürich")
    found = club()
    with refused(found, "AJZ-1.1-02", "town-needs-order"):
        found.submit(ev.DayPlanned(number=3, date=D3, town="Bern"))


@pytest.mark.rule("AJZ-1.1-05")
def test_ajz_1_1_05_the_first_day_is_the_auswaertsjass_and_free() -> None:
    day = planned(1, date(2018, 1, 27), besammlung=time(11), town="Bern")
    assert (day.kind, day.besammlung.hour, day.town) == ("auswaertsjass", 11, "Bern")
    assert planned(1, date(2018, 1, 27)).besammlung.hour == 14  # without an entry the usual time is kept
    found = season()
    assert step(found, "2018-1", "cards").facts["faces"] == "french"
    assert step(found, "2018-3", "cards").facts["faces"] == "german"


@pytest.mark.rule("AJZ-1.1-06")
def test_ajz_1_1_06_the_first_day_after_the_break_is_the_friday_night_jassing() -> None:
    day = planned(6, date(2017, 9, 1), besammlung=time(18), after_break=True)
    assert (day.kind, day.besammlung) == ("friday-night-jassing", datetime(2017, 9, 1, 18))
    assert planned(5, date(2017, 6, 17)).kind == "regular"


@pytest.mark.rule("AJZ-1.1-07")
def test_ajz_1_1_07_the_last_day_is_the_finalissima() -> None:
    day = planned(8, date(2017, 12, 2), besammlung=time(16), spielbeginn=time(16, 30), venue="Berghaus")
    assert (day.kind, day.spielbeginn.time(), day.venue) == ("finalissima", time(16, 30), "Berghaus")


@pytest.mark.rule("AJZ-1.1-08")
def test_ajz_1_1_08_another_time_needs_an_order_of_the_vorstand_and_moves_the_deadline() -> None:
    found = club()
    with refused(found, "AJZ-1.1-08", "time-needs-order"):
        found.submit(ev.DayPlanned(number=4, date=date(2018, 5, 5), besammlung=time(16)))
    found = season()
    day = found.day("2018-4")
    with refused(found, "AJZ-1.1-08", "not-vorstand"):
        found.submit(ev.DayOrdered(day=day.key, by="d3", besammlung=time(16)))
    assert names_deadline(found.book, day.besammlung).hour == 12
    found.submit(ev.DayOrdered(day=day.key, by="b1", besammlung=time(16)))
    assert (day.besammlung.hour, day.spielbeginn.hour) == (16, 17)
    assert names_deadline(found.book, day.besammlung).hour == 14
    assert day.announcements == [("b1", "besammlung 16:00")]


@pytest.mark.rule("AJZ-1.1-09")
def test_ajz_1_1_09_a_shifted_day_keeps_all_other_rules() -> None:
    found = club()
    found.submit(ev.DayPlanned(number=6, date=date(2018, 8, 31), besammlung=time(18), after_break=True))
    key = seat(found, 6)
    found.submit(ev.Arrived(day=key, person="a2", at=at(key, "18:07"), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "19:00")))
    late = [one for one in assess_day(found, found.day(key)) if one.reason == "late"]
    assert [(one.debtor, one.minutes, one.amount) for one in late] == [("a2", 7, 20)]


def fees(found, key: str) -> Decimal:
    return sum((one.amount for one in assess_day(found, found.day(key)) if one.sort == "startgeld"), Decimal())


@pytest.mark.rule("AJZ-1.1-10")
def test_ajz_1_1_10_everybody_who_plays_owes_20_francs() -> None:
    found = season()
    assert fees(found, opened(found, 3)) == 320  # 16 players
    assert {one.rule for one in assess_day(found, found.day("2018-3"))} == {"AJZ-1.1-10"}


@pytest.mark.rule("AJZ-1.1-11")
def test_ajz_1_1_11_the_kassier_may_set_25_and_nothing_else() -> None:
    found = season()
    with refused(found, "AJZ-1.1-11", "fee-amount"):
        found.submit(ev.FeeSet(day="2018-3", by="c1", amount=Decimal(30)))
    with refused(found, "AJZ-1.1-11", "not-kassier"):
        found.submit(ev.FeeSet(day="2018-3", by="a1", amount=Decimal(25)))
    found.submit(ev.FeeSet(day="2018-3", by="c1", amount=Decimal(25)))
    assert fees(found, opened(found, 3)) == 400
    assert found.fee(found.day("2018-2")) == 20
    assert found.fee(found.day("2018-4")) == 25  # stays in force
    found.submit(ev.FeeSet(day="2018-5", by="c1", amount=Decimal(20)))
    assert found.fee(found.day("2018-5")) == 20


@pytest.mark.rule("AJZ-1.1-12")
def test_ajz_1_1_12_the_receipt_names_what_the_startgeld_is_for() -> None:
    from puur.words import say

    found = season()
    one = step(found, seat(found, 3), "startgeld")
    assert one.rule == "AJZ-1.1-12"
    text = say("club.step.startgeld", "en", **one.facts)
    assert "welcome beer" in text
    assert "two schnapps" in text


@pytest.mark.rule("AJZ-1.1-13")
@pytest.mark.parametrize(("before", "until"), [(FeesBefore.SPIELBEGINN, "15:00"), (FeesBefore.BESAMMLUNG, "14:00")])
def test_ajz_1_1_13_the_startgeld_is_handed_over_before_three(before: FeesBefore, until: str) -> None:
    found = season(days__fees_before=before)
    assert step(found, seat(found, 3), "startgeld").facts["until"] == until


@pytest.mark.rule("AJZ-1.1-14")
def test_ajz_1_1_14_the_recorded_opening_is_spielbeginn() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.Arrived(day=key, person="c2", at=at(key, "15:02"), by="a1"))
    assert not found.complete(found.day(key), "C")
    found.submit(ev.DayOpened(day=key, at=at(key, "15:05")))
    assert found.complete(found.day(key), "C")  # opened later than 15:00: the actual time counts
    with refused(found, "AJZ-1.4-05", "request-inadmissible"):  # device requests are closed
        found.submit(ev.DevicePermitted(day=key, person="b2", asked=at(key, "15:05"), reason="birth", by="a1"))


@pytest.mark.rule("AJZ-1.1-15")
def test_ajz_1_1_15_the_vizepraesident_or_a_deputy_opens() -> None:
    found = season()
    key = seat(found, 3)
    assert (step(found, key, "opening").facts["who"], step(found, key, "opening").rule) == ("b1", "AJZ-1.1-15")
    found.submit(ev.DeputyNamed(day=key, office="vizepraesident", person="b3"))
    assert step(found, key, "opening").facts["who"] == "b3"


@pytest.mark.rule("AJZ-1.1-16")
def test_ajz_1_1_16_the_day_closes_after_the_last_series() -> None:
    found = season()
    key = opened(found, 3)
    for series, end in {"A": "21:10", "B": "21:40", "C": "20:55", "D": "22:05"}.items():
        people = [one.person for one in found.participants(found.day(key), series)]
        totals(found, key, series, dict(zip(people, (5200, 5100, 4900, 4800), strict=True)), ended=end)
    with refused(found, "AJZ-1.1-16", "series-running"):
        closed(found, key, "21:50")
    closed(found, key, "22:05")
    assert found.day(key).closed == at(key, "22:05")


@pytest.mark.rule("AJZ-1.1-16")
def test_ajz_1_1_16_not_while_a_series_has_a_jassrunde_to_play() -> None:
    found = season()
    key = opened(found, 3)
    with refused(found, "AJZ-1.1-16", "series-running"):
        closed(found, key)


@pytest.mark.rule("AJZ-1.1-17")
def test_ajz_1_1_17_the_same_person_closes() -> None:
    found = season()
    key = seat(found, 3)
    one = step(found, key, "closing")
    assert (one.facts["who"], one.rule) == ("b1", "AJZ-1.1-17")


def spilled(found, key: str, clock: str) -> None:
    found.submit(ev.PenaltyGiven(day=key, series="C", person="c2", act="spilled-drink", points=-100, at=at(key, clock)))


@pytest.mark.rule("AJZ-1.1-18")
@pytest.mark.parametrize(("clock", "points"), [("20:30", -100), ("21:15", 0)])
def test_ajz_1_1_18_strafpunkte_only_in_the_spielzeit_of_the_own_series(clock: str, points: int) -> None:
    found = season()
    key = opened(found, 3)
    all_tables(found, key, ended="20:55")
    spilled(found, key, clock)
    assert row(found, key, "c2").penalties == points


@pytest.mark.rule("AJZ-1.1-19")
def test_ajz_1_1_19_devices_are_forbidden_until_spielende_but_cost_points_only_in_the_spielzeit() -> None:
    for outside, points in ((False, 0), (True, -300)):  # the conflict of the two chapters is a setting
        found = season(conduct__device_points_outside=outside)
        key = opened(found, 3)
        all_tables(found, key, ended="20:55")
        found.submit(ev.DeviceUsed(day=key, person="c2", at=at(key, "21:15"), how="message-read"))
        closed(found, key)
        ruling = device_ruling(found, found.day(key), found.day(key).devices[0])
        assert (ruling.violation, ruling.points) == (True, points)
        assert row(found, key, "c2").penalties == points


@pytest.mark.rule("AJZ-1.2-01")
def test_ajz_1_2_01_an_absent_member_owes_an_ersatzjasser() -> None:
    found = season()
    key = seat(found, 4)
    found.submit(ev.AbsenceAnnounced(day=key, member="b2"))
    tasks = [(one.what, one.who, one.rule) for one in day_tasks(found, found.day(key), at(key, "08:00"))]
    assert ("name-ersatz", ("b2",), "AJZ-1.2-01") in tasks
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    fines = {one.reason: (one.debtor, one.amount) for one in assess_day(found, found.day(key)) if one.sort == "fine"}
    assert fines == {"nobody": ("b2", 200), "name-missing": ("b2", 20)}  # nobody provided: as for not appearing


@pytest.mark.rule("AJZ-1.2-02")
def test_ajz_1_2_02_the_ersatzjasser_plays_in_the_members_series() -> None:
    found = season()
    key = seat(found, 4)
    found.submit(ev.SubstituteNamed(day=key, member="b2", person="x", at=at(key, "09:00")))
    assert found.place(found.day(key), "x")[0] == "B"
    with not_there(found, "seated-twice"):
        found.submit(ev.SubstituteNamed(day=key, member="b3", person="x", at=at(key, "09:00")))
    with refused(found, "AJZ-1.2-01", "member-as-guest"):
        found.submit(ev.SubstituteNamed(day=key, member="b3", person="c3", at=at(key, "09:00")))


def named(until: date, *, approved: date | None = None, since: date = date(2018, 2, 1), **more):
    found = season()
    found.submit(ev.DauerersatzNamed(member="c1", person="x", since=since, until=until, **more))
    if approved:
        found.submit(ev.DauerersatzApproved(member="c1", person="x", by="a1", on=approved))
    return found


@pytest.mark.rule("AJZ-1.2-03")
def test_ajz_1_2_03_a_dauerersatzjasser_needs_three_months_abroad() -> None:
    assert named(date(2018, 5, 1)).roster.substitute("c1", D3) is not None
    found = season()
    with refused(found, "AJZ-1.2-03", "stay-short"):
        found.submit(ev.DauerersatzNamed(member="c1", person="x", since=date(2018, 2, 1), until=date(2018, 4, 15)))
    assert named(date(2018, 4, 15), excepted=True).roster.substitute("c1", D3) is not None  # by decision of the Vorstand


@pytest.mark.rule("AJZ-1.2-04")
def test_ajz_1_2_04_without_approval_an_ordinary_ersatzjasser() -> None:
    found = named(date(2018, 6, 30))
    key = played(found, 3, {"x": 5600})
    assert found.seat(found.day(key), "c1").status == "ersatz"
    assert next(one for one in preview(found, found.day(key)).moves if one.member == "c1").label == "stayed"
    with refused(found, "AJZ-1.2-04", "not-vorstand"):
        found.submit(ev.DauerersatzApproved(member="c1", person="x", by="d3", on=date(2018, 3, 1)))
    found.submit(ev.DauerersatzApproved(member="c1", person="x", by="a1", on=date(2018, 3, 1)))
    move = next(one for one in preview(found, found.day(key)).moves if one.member == "c1")
    assert (move.label, move.target) == ("promoted", "B")


@pytest.mark.rule("AJZ-1.2-05")
def test_ajz_1_2_05_a_dauerersatzjasser_has_a_members_duties_at_a_jasstag() -> None:
    found = named(date(2018, 6, 30), approved=date(2018, 2, 1))
    key = seat(found, 3)
    found.submit(ev.Arrived(day=key, person="x", at=at(key, "14:12"), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    all_tables(found, key, {"x": 5600})
    closed(found, key)
    fine = next(one for one in assess_day(found, found.day(key)) if one.reason == "late")
    assert (fine.debtor, fine.joint, fine.amount) == ("x", "", 20)  # the absent member does not answer for it
    found.submit(preview(found, found.day(key)).event())
    tasks = day_tasks(found, found.day("2018-4"), at("2018-4", "08:00"))
    assert ("x",) in [one.who for one in tasks if one.what == "name-gast"]


@pytest.mark.rule("AJZ-1.2-06")
def test_ajz_1_2_06_the_member_keeps_the_vote_at_the_generalversammlung() -> None:
    found = named(date(2018, 6, 30), approved=date(2018, 2, 1))
    assert "c1" in found.roster.members(D3)
    assert "x" not in found.roster.members(D3)


@pytest.mark.rule("AJZ-1.2-07")
def test_ajz_1_2_07_an_agreed_return_seats_the_member() -> None:
    from puur.season.yearly import attendance

    found = named(date(2018, 12, 31), approved=date(2018, 2, 1))
    found.submit(ev.ReturnAgreed(day="2018-5", member="c1"))
    assert found.seat(found.day("2018-4"), "c1").person == "x"
    assert found.seat(found.day("2018-5"), "c1").person == "c1"
    played(found, 4)
    assert attendance(found, 2018)["c1"] == (0, 1)
    played(found, 5)
    assert attendance(found, 2018)["c1"] == (1, 1)


@pytest.mark.rule("AJZ-1.2-08")
def test_ajz_1_2_08_a_report_before_each_day() -> None:
    from puur.season.beer import debts

    found = named(date(2018, 12, 31), approved=date(2018, 2, 1), since=date(2018, 3, 20))
    found.submit(ev.ReportSent(day="2018-3", member="c1", at=at("2018-3", "10:00")))
    played(found, 3)
    played(found, 4)
    assert [(one.person, one.day) for one in debts(found)] == [("c1", "2018-4")]


@pytest.mark.rule("AJZ-1.2-11")
def test_ajz_1_2_11_names_two_hours_before_besammlung() -> None:
    book = ajz()
    assert names_deadline(book, at("2018-3", "14:00")) == at("2018-3", "12:00")
    assert names_deadline(book, at("2018-3", "18:00")) == at("2018-3", "16:00")
    for clock, late in (("12:00", []), ("12:01", ["name-late"])):
        found = season()
        key = seat(found, 3, guests=False)
        for inviter, guest in (("a1", "ga"), ("b1", "gb"), ("c1", "gc"), ("d1", "gd")):
            found.submit(ev.GuestNamed(day=key, member=inviter, person=guest, at=at(key, clock if guest == "gb" else "09:00")))
        found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
        assert [one.reason for one in assess_day(found, found.day(key)) if one.sort == "fine"] == late


def late_guest(found) -> str:
    key = seat(found, 3, guests=False)
    for inviter, guest in (("a1", "ga"), ("b1", "gb"), ("c1", "gc"), ("d1", "gd")):
        found.submit(ev.GuestNamed(day=key, member=inviter, person=guest, at=at(key, "12:30" if guest == "gb" else "09:00")))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    return key


@pytest.mark.rule("AJZ-1.2-12", "AJZ-1.2-13")
def test_ajz_1_2_12_and_ajz_1_2_13_a_late_name_costs_the_member_of_the_line_up_20_once() -> None:
    found = season()
    key = late_guest(found)  # whoever found the guest: the line-up assigns the seat to b1
    fines = [one for one in assess_day(found, found.day(key)) if one.sort == "fine"]
    assert [(one.debtor, one.joint, one.amount, one.rule) for one in fines] == [("b1", "", 20, "AJZ-1.2-12")]


@pytest.mark.rule("AJZ-1.2-14")
def test_ajz_1_2_14_the_regelwerk_binds_guests_too() -> None:
    found = season()
    key = opened(found, 3)
    all_tables(found, key, {"ga": 5400, "a1": 5200})
    found.submit(ev.PenaltyGiven(day=key, series="A", person="ga", act="no-cut", points=-50, at=at(key, "16:00")))
    assert row(found, key, "ga").provisional == 5350


@pytest.mark.rule("AJZ-1.2-15")
def test_ajz_1_2_15_guests_are_told_the_rules_by_the_responsible_member() -> None:
    found = season()
    key = seat(found, 3)
    before = [one for one in day_tasks(found, found.day(key), at(key, "08:00")) if one.what == "inform"]
    assert ("b1",) in [one.who for one in before]
    assert {one.rule for one in before} == {"AJZ-1.2-15"}
    found.submit(ev.PersonInformed(day=key, person="gb"))
    after = [one for one in day_tasks(found, found.day(key), at(key, "08:00")) if one.what == "inform"]
    assert len(before) - len(after) == 1


@pytest.mark.rule("AJZ-3.1-08", "AJZ-3.3-02")
@pytest.mark.parametrize(
    ("on", "due"),
    [
        (date(2017, 3, 18), datetime(2017, 3, 22)),
        (date(2017, 9, 1), datetime(2017, 9, 6)),
        (date(2017, 3, 21), datetime(2017, 3, 29)),  # a Tuesday: one week later
    ],
)
def test_ajz_3_1_08_and_ajz_3_3_02_published_by_24_of_the_first_tuesday(on: date, due: datetime) -> None:
    assert publication_due(ajz(), on) == due
    found = club()
    found.submit(ev.DayPlanned(number=3, date=on))
    assert step(found, f"{on.year}-3", "publish").facts["until"] == f"{due:%Y-%m-%d %H:%M}"


@pytest.mark.rule("AJZ-3.3-03")
def test_ajz_3_3_03_a_jassjahr_is_a_calendar_year() -> None:
    found = club()
    found.submit(ev.DayPlanned(number=8, date=date(2017, 12, 2)))
    found.submit(ev.DayPlanned(number=1, date=date(2018, 1, 13)))
    assert [day.key for day in found.year(2017)] == ["2017-8"]
    assert [day.key for day in found.year(2018)] == ["2018-1"]


@pytest.mark.rule("AJZ-3.3-04")
def test_ajz_3_3_04_a_ninth_day_is_refused_and_fewer_are_warned_of() -> None:
    from puur.season.tasks import warnings

    found = season()
    with refused(found, "AJZ-3.3-04", "too-many-days"):
        found.submit(ev.DayPlanned(number=9, date=date(2018, 12, 15)))
    told = [one for one in warnings(found, 2018, date(2019, 1, 1)) if one.what == "days-missing"]
    assert [one.rule for one in told] == ["AJZ-3.3-04"]


@pytest.mark.rule("AJZ-5-02")
def test_ajz_5_02_the_regelwerk_is_in_force_from_8_february_2017() -> None:
    found = club()
    with refused(found, "AJZ-5-02", "before-book"):
        found.submit(ev.DayPlanned(number=1, date=date(2017, 2, 7)))
    found.submit(ev.DayPlanned(number=1, date=date(2017, 2, 8)))


@pytest.mark.rule("AJZ-5-03")
@pytest.mark.parametrize(("number", "copies"), [(2, "4"), (1, "3")])
def test_ajz_5_03_a_printed_regelwerk_for_each_series(number: int, copies: str) -> None:
    one = step(season(), f"2018-{number}", "copies")
    assert (one.facts, one.rule) == ({"count": copies, "who": "c2"}, "AJZ-5-03")


@pytest.mark.rule("AJZ-5-04")
def test_ajz_5_04_a_copy_of_puur_naell_ass() -> None:
    one = step(season(), "2018-5", "book-copy")
    assert (one.facts["title"], one.rule) == ("Puur Näll Ass", "AJZ-5-04")


@pytest.mark.rule("AJZ-5-05", "AJZ-3.1-06")
def test_ajz_5_05_and_ajz_3_1_06_four_offices_are_given_every_year() -> None:
    from puur.season.tasks import warnings

    found = plan(club())
    assert [one for one in warnings(found, 2018, D3) if one.what == "office-missing"] == []
    found.submit(ev.DayPlanned(number=1, date=date(2019, 1, 26)))
    missing = [one.facts["office"] for one in warnings(found, 2019, date(2019, 1, 26)) if one.what == "office-missing"]
    assert missing == ["chef-administratives", "chef-jahrestrophy", "chef-regelwerk", "deputy-chef-regelwerk"]
