"""AJZ 08, chapter 4: the series, promotion and relegation, guests, changed designs; worked examples of the catalogue."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from puur.season import events as ev
from puur.season.lineup import draw_lot
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.tasks import day_tasks
from tests.season.support import MEMBERS, all_tables, at, closed, club, not_there, plan, played, refused, season, seat

C_DAY = {"c1": 5300, "c2": 5100, "c3": 4700, "gc": 5600}


def rolled(found: Club, key: str) -> Any:
    """Carry the day over; the preview that was carried out."""
    seen = preview(found, found.day(key))
    found.submit(seen.event())
    return seen


def moves(found: Club, key: str) -> dict[str, tuple[str, str, str, str]]:
    return {one.member: (one.origin, one.target, one.label, one.rule) for one in preview(found, found.day(key)).moves}


def spread(found: Club, number: int, **options: Any) -> str:
    """A day on which everybody's points differ: a1 best of A and so on."""
    wanted = {f"{s}{place}": 5600 - 200 * place for s in "abcd" for place in (1, 2, 3)} | {f"g{s}": 4400 for s in "abcd"}
    return played(found, number, wanted, **options)


@pytest.mark.rule("AJZ-2.1-01")
@pytest.mark.parametrize(("number", "names"), [(1, "ABC"), (2, "ABCD"), (7, "ABCD"), (8, "ABC")])
def test_ajz_2_1_01_three_or_four_series(number: int, names: str) -> None:
    found = season()
    assert "".join(found.design(found.day(f"2018-{number}")).names) == names


@pytest.mark.rule("AJZ-4.1-01")
def test_ajz_4_1_01_four_series_of_four_persons_and_no_table_of_five() -> None:
    found = season()
    design = found.design(found.day("2018-3"))
    assert sum(design.members) + sum(design.guests) == 16
    with refused(found, "AJZ-4.1-01", "design-seats"):
        found.submit(ev.DesignChanged(day="2018-3", by="a1", names=("A", "B", "C"), members=(5, 4, 3), guests=(0, 0, 1)))


@pytest.mark.rule("AJZ-4.1-02")
def test_ajz_4_1_02_from_c_one_rises_to_b_and_falls_to_d() -> None:
    found = season()
    key = spread(found, 3)
    assert moves(found, key)["c1"][:2] == ("C", "B")
    assert moves(found, key)["c3"][:2] == ("C", "D")


@pytest.mark.rule("AJZ-4.1-03", "AJZ-4.2-03")
def test_ajz_4_1_03_and_ajz_4_2_03_the_next_line_up_follows_from_the_results() -> None:
    found = season()
    key = spread(found, 3)
    seen = rolled(found, key)
    assert [set(row) for row in seen.line_up.members] == [
        {"a1", "a2", "b1"}, {"a3", "b2", "c1"}, {"b3", "c2", "d1"}, {"c3", "d2", "d3"}
    ]  # fmt: skip
    assert found.day("2018-4").line_up == seen.line_up
    assert moves(found, key)["a1"] == ("A", "A", "stayed", "AJZ-4.2-03")  # nothing above A
    assert moves(found, key)["d3"] == ("D", "D", "stayed", "AJZ-4.2-03")  # nothing below D


@pytest.mark.rule("AJZ-4.1-04")
def test_ajz_4_1_04_three_members_and_a_guest_in_each_series() -> None:
    found = season()
    design = found.design(found.day("2018-4"))
    assert (design.members, design.guests) == ((3, 3, 3, 3), (1, 1, 1, 1))
    found.submit(ev.MemberLeft(person="d3", on=date(2018, 4, 1)))
    key = spread(found, 3)
    with refused(found, "AJZ-4.1-04", "members-seats"):  # eleven members need a decision
        preview(found, found.day(key))


@pytest.mark.rule("AJZ-4.1-05")
@pytest.mark.parametrize("number", [1, 8])
def test_ajz_4_1_05_three_series_of_twelve_seats_on_the_first_and_last_day(number: int) -> None:
    found = season()
    design = found.design(found.day(f"2018-{number}"))
    assert (design.names, sum(design.members)) == (("A", "B", "C"), 12)


@pytest.mark.rule("AJZ-4.1-06")
def test_ajz_4_1_06_no_guests_on_the_last_day() -> None:
    found = season()
    key = seat(found, 8)
    assert all(len(row) == 4 for row in found.day(key).line_up.members)
    with refused(found, "AJZ-4.1-06", "no-guests"):
        found.submit(ev.GuestNamed(day=key, member="a1", person="ga", at=at(key, "09:00")))
    found.submit(ev.SubstituteNamed(day=key, member="a1", person="x", at=at(key, "09:00")))  # Ersatzjasser remain possible
    assert found.seat(found.day(key), "a1").person == "x"


@pytest.mark.rule("AJZ-4.1-07")
def test_ajz_4_1_07_the_lot_of_the_first_day_can_be_repeated_from_its_seed() -> None:
    found = season()
    order = draw_lot(MEMBERS, 2018)
    assert order == draw_lot(reversed(MEMBERS), 2018)
    assert order != draw_lot(MEMBERS, 2019)
    with refused(found, "AJZ-4.1-07", "lot-order"):
        found.submit(ev.LotDrawn(day="2018-1", seed=2018, order=tuple(sorted(MEMBERS))))
    found.submit(ev.LotDrawn(day="2018-1", seed=2018, order=order))
    rows = found.day("2018-1").line_up.members
    assert [len(row) for row in rows] == [4, 4, 4]
    assert sorted(one for row in rows for one in row) == sorted(MEMBERS)
    with refused(found, "AJZ-4.1-07", "lot-first-day"):
        found.submit(ev.LotDrawn(day="2018-2", seed=2018, order=order))


def ranks(found: Club, number: int) -> str:
    """A day on which a1 has most, then a2 and so on down to d3, 100 apart; guests in between."""
    return played(found, number, {one: 6000 - 100 * place for place, one in enumerate(MEMBERS)} | {f"g{s}": 4000 for s in "abcd"})


@pytest.mark.rule("AJZ-4.1-08", "AJZ-4.2-08")
def test_ajz_4_1_08_and_ajz_4_2_08_the_last_day_is_seated_by_the_jahreswertung_alone() -> None:
    found = season()
    found.day("2018-7").line_up = None
    key = played(found, 7, {one: 5000 + 100 * place for place, one in enumerate(MEMBERS)})
    seen = preview(found, found.day(key))
    # the only day so far: D with 1.00 and most points stays ahead, so ranks 1-4 are d3 d2 d1 c3
    order = [line.member for line in sorted_by_total(found)]
    assert [set(row) for row in seen.line_up.members] == [set(order[:4]), set(order[4:8]), set(order[8:])]
    assert {one.label for one in seen.moves} == {"seated"}  # no promotion, no relegation
    assert {one.rule for one in seen.moves} == {"AJZ-4.1-08"}
    assert seen.line_up.inviters == ("", "", "")
    assert seen.guest_rule == "AJZ-1.2-10"  # nobody has to bring a guest to the last Jasstag
    last = played_after(found, key)
    with not_there(found, "no-next-day"):
        preview(found, found.day(last))


def sorted_by_total(found: Club) -> Any:
    from puur.season.yearly import standings

    return standings(found, 2018)


def played_after(found: Club, key: str) -> str:
    rolled(found, key)
    following = "2018-8"
    found.submit(ev.DayOpened(day=following, at=at(following, "15:00")))
    all_tables(found, following)
    closed(found, following)
    return following


@pytest.mark.rule("AJZ-4.1-08")
def test_ajz_4_1_08_a_tie_across_ranks_4_and_5_needs_a_lot() -> None:
    found = season(series__coefficients=dict.fromkeys("ABCD", 1))
    wanted = {one: 6000 - 200 * place for place, one in enumerate(MEMBERS)} | {"b2": 5400, "ga": 4000}  # a3, b1 5400: ranks 4, 5
    wanted["b1"] = 5400
    wanted["a3"] = 5500
    key = played(found, 7, wanted)
    seen = preview(found, found.day(key))
    assert [(tie.purpose, tie.among, tie.rule) for tie in seen.ties] == [("final", ("b1", "b2"), "AJZ-4.1-08")]
    with refused(found, "AJZ-1.5-11", "tie-open"):
        found.submit(seen.event())
    found.submit(ev.TieBroken(day=key, purpose="final", order=("b2", "b1"), how="lot"))
    assert preview(found, found.day(key)).line_up.members[0] == ("a1", "a2", "a3", "b2")


@pytest.mark.rule("AJZ-4.2-01")
def test_ajz_4_2_01_the_best_member_rises_whatever_the_guest_has() -> None:
    found = season()
    key = played(found, 3, C_DAY)
    assert moves(found, key)["c1"] == ("C", "B", "promoted", "AJZ-4.2-01")


@pytest.mark.rule("AJZ-4.2-02")
def test_ajz_4_2_02_the_worst_member_falls_whatever_the_guest_has() -> None:
    found = season()
    key = played(found, 3, C_DAY | {"gc": 4200} | {"d1": 5200})
    assert moves(found, key)["c3"] == ("C", "D", "relegated", "AJZ-4.2-02")
    assert moves(found, key)["c2"][1] == "C"


def by_ersatz(found: Club, member: str, number: int = 3, person: str = "x") -> None:
    found.submit(ev.SubstituteNamed(day=f"2018-{number}", member=member, person=person, at=at(f"2018-{number}", "09:00")))


@pytest.mark.rule("AJZ-4.2-04")
def test_ajz_4_2_04_who_was_represented_can_not_rise_and_the_next_best_does() -> None:
    found = season()
    by_ersatz(found, "c1")
    key = played(found, 3, {"x": 5300, "c2": 5100, "c3": 4700, "gc": 5600})
    assert moves(found, key)["c2"] == ("C", "B", "promoted", "AJZ-4.2-04")
    assert moves(found, key)["c1"] == ("C", "C", "stayed", "AJZ-4.2-04")


@pytest.mark.rule("AJZ-4.2-04")
def test_ajz_4_2_04_nobody_rises_where_only_the_worst_could_and_the_worst_above_stays() -> None:
    found = season()
    by_ersatz(found, "c1")
    by_ersatz(found, "c2", person="y")
    key = played(found, 3, {"x": 5300, "y": 5100, "c3": 4700, "gc": 5600, "d1": 5200, "b3": 4900})
    assert moves(found, key)["c3"][1:3] == ("D", "relegated")  # the only one eligible, and has to go down
    assert not any(target == "B" and origin == "C" for origin, target, *_ in moves(found, key).values())
    assert moves(found, key)["b3"] == ("B", "B", "stayed", "AJZ-4.2-04")
    # in Serie D, where nobody has to go down, the only eligible one rises
    found = season()
    by_ersatz(found, "d1")
    by_ersatz(found, "d2", person="y")
    key = played(found, 3, {"x": 5300, "y": 5100, "d3": 4700})
    assert moves(found, key)["d3"][1:3] == ("C", "promoted")


@pytest.mark.rule("AJZ-4.2-05")
def test_ajz_4_2_05_who_was_represented_can_fall() -> None:
    found = season()
    by_ersatz(found, "c3")
    key = played(found, 3, {"c1": 5300, "c2": 5100, "x": 4700, "gc": 5600, "d1": 5200})
    assert moves(found, key)["c3"] == ("C", "D", "relegated", "AJZ-4.2-02")


def dauerersatz(found: Club, member: str, *, approved: bool = True) -> None:
    found.submit(ev.DauerersatzNamed(member=member, person="x", since=date(2018, 3, 15), until=date(2018, 7, 31)))
    if approved:
        found.submit(ev.DauerersatzApproved(member=member, person="x", by="a1", on=date(2018, 3, 16)))


@pytest.mark.rule("AJZ-4.2-06")
def test_ajz_4_2_06_a_recognised_dauerersatzjasser_can_rise_and_the_seat_is_the_members() -> None:
    found = season()
    dauerersatz(found, "c1")
    key = played(found, 3, {"x": 5300, "c2": 5100, "c3": 4700, "gc": 5600})
    assert moves(found, key)["c1"][:3] == ("C", "B", "promoted")
    rolled(found, key)
    found.submit(ev.ReturnAgreed(day="2018-4", member="c1"))
    assert "c1" in [one.person for one in found.participants(found.day("2018-4"), "B")]  # the member inherits the place


@pytest.mark.rule("AJZ-4.2-07")
def test_ajz_4_2_07_the_first_day_ranks_everybody_for_the_second() -> None:
    found = season()
    key = ranks(found, 1)
    seen = preview(found, found.day(key))
    assert seen.line_up.members == (MEMBERS[:3], MEMBERS[3:6], MEMBERS[6:9], MEMBERS[9:])
    assert {one.rule for one in seen.moves} == {"AJZ-4.2-07"}


@pytest.mark.rule("AJZ-4.2-07")
def test_ajz_4_2_07_a_tie_at_3_and_4_needs_a_lot_and_an_ersatz_rank_counts() -> None:
    found = season()
    by_ersatz(found, "a1", 1)
    wanted = {one: 6000 - 100 * place for place, one in enumerate(MEMBERS)} | {"x": 6000}
    wanted |= {"b1": 5800, "b2": 5700}  # a3 5800, b1 5800: ranks 3 and 4
    key = played(found, 1, wanted)
    seen = preview(found, found.day(key))
    assert [tie.among for tie in seen.ties] == [("a3", "b1")]
    found.submit(ev.TieBroken(day=key, purpose="ranking", order=("b1", "a3"), how="lot"))
    assert preview(found, found.day(key)).line_up.members[0] == ("a1", "a2", "b1")


@pytest.mark.rule("AJZ-4.3-01", "AJZ-1.2-09")
def test_ajz_4_3_01_and_ajz_1_2_09_the_promoted_bring_guests_into_the_series_they_left() -> None:
    found = season()
    seen = rolled(found, spread(found, 3))
    assert seen.line_up.inviters == ("a1", "b1", "c1", "d1")  # A has nobody promoted: its best in person
    assert seen.line_up.series_of("c1") == "B"
    assert seen.line_up.invited_to("c1") == "C"
    tasks = day_tasks(found, found.day("2018-4"), at("2018-4", "08:00"))
    assert sorted(task.who[0] for task in tasks if task.what == "name-gast") == ["a1", "b1", "c1", "d1"]
    assert {task.rule for task in tasks if task.what == "name-gast"} == {"AJZ-1.2-09"}


@pytest.mark.rule("AJZ-1.2-09")
def test_ajz_1_2_09_serie_a_asks_the_best_who_played_in_person() -> None:
    found = season()
    by_ersatz(found, "a1")
    key = played(found, 3, {"x": 5600, "a2": 5400, "a3": 5200, "ga": 5000, "b1": 5200})
    assert preview(found, found.day(key)).line_up.inviters[0] == "a2"


@pytest.mark.rule("AJZ-1.2-10")
@pytest.mark.parametrize(("number", "guests"), [(1, 0), (2, 4), (7, 4), (8, 0)])
def test_ajz_1_2_10_no_guest_duty_on_the_first_and_last_day(number: int, guests: int) -> None:
    found = season()
    key = seat(found, number, guests=False)
    tasks = [task for task in day_tasks(found, found.day(key), at(key, "08:00")) if task.what == "name-gast"]
    assert len(tasks) == guests


@pytest.mark.rule("AJZ-4.3-02")
def test_ajz_4_3_02_the_four_best_of_the_first_day_bring_the_guests_of_a_b_c_d() -> None:
    found = season()
    seen = preview(found, found.day(ranks(found, 1)))
    assert seen.line_up.inviters == ("a1", "a2", "a3", "b1")
    assert [seen.line_up.series_of(one) for one in seen.line_up.inviters] == ["A", "A", "A", "B"]
    assert seen.guest_rule == "AJZ-4.3-02"
    later = season()
    assert preview(later, later.day(played(later, 3, C_DAY))).guest_rule == "AJZ-1.2-09"


@pytest.mark.rule("AJZ-4.4-01")
def test_ajz_4_4_01_a_day_without_guests() -> None:
    found = season()
    with refused(found, "AJZ-4.4-01", "not-vorstand"):
        found.submit(ev.DesignChanged(day="2018-5", by="d3", names=("A", "B", "C"), members=(4, 4, 4), guests=(0, 0, 0)))
    found.submit(ev.DesignChanged(day="2018-5", by="a1", names=("A", "B", "C"), members=(4, 4, 4), guests=(0, 0, 0)))
    seen = rolled(found, spread(found, 4))
    assert seen.line_up.members[0] == ("a1", "a2", "a3", "b1")  # by series, then by points
    assert {one.label for one in seen.moves} == {"seated"}
    day = found.day("2018-5")
    assert [one for _, one in found.everybody(day) if one.status == "gast"] == []
    assert [task for task in day_tasks(found, day, at(day.key, "08:00")) if task.what == "name-gast"] == []


@pytest.mark.rule("AJZ-4.4-01")
def test_ajz_4_4_01_a_series_of_four_members_for_thirteen() -> None:
    found = plan(club(members=(*MEMBERS, "d4")))
    found.submit(
        ev.DesignChanged(day="2018-2", by="a1", names=("A", "B", "C", "D"), members=(4, 3, 3, 3), guests=(0, 1, 1, 1), lasting=True)
    )
    for number in (2, 3, 7):
        design = found.design(found.day(f"2018-{number}"))
        assert (design.members, design.guests) == ((4, 3, 3, 3), (0, 1, 1, 1))
    key = played(found, 2)
    assert len(found.participants(found.day(key), "A")) == 4


@pytest.mark.rule("AJZ-4.4-01")
def test_ajz_4_4_01_the_decision_may_name_the_seats() -> None:
    found = season()
    rows = (MEMBERS[:4], MEMBERS[4:8], MEMBERS[8:])
    wrong = ev.DesignChanged(day="2018-5", by="a1", names=tuple("ABC"), members=(4, 4, 4), guests=(0, 0, 0), line_up=rows[:2])
    with refused(found, "AJZ-4.4-01", "design-line-up"):
        found.submit(wrong)
    found.submit(ev.DesignChanged(day="2018-5", by="a1", names=tuple("ABC"), members=(4, 4, 4), guests=(0, 0, 0), line_up=rows))
    assert preview(found, found.day(spread(found, 4))).line_up.members == rows


@pytest.mark.rule("AJZ-4.4-02")
def test_ajz_4_4_02_a_changed_design_asks_for_the_regelwerk_to_be_updated() -> None:
    found = season()
    seat(found, 5, guests=False)
    day = found.day("2018-5")
    assert "update-regelwerk" not in [task.what for task in day_tasks(found, day, at(day.key, "08:00"))]
    day.line_up = None
    found.submit(ev.DesignChanged(day="2018-5", by="a1", names=tuple("ABC"), members=(4, 4, 4), guests=(0, 0, 0)))
    assert ("update-regelwerk", "AJZ-4.4-02") in [(task.what, task.rule) for task in day_tasks(found, day, at(day.key, "08:00"))]


@pytest.mark.rule("AJZ-4.4-03")
def test_ajz_4_4_03_a_further_series_needs_three_new_members() -> None:
    found = season(series__coefficients=dict.fromkeys("ABCDE", 1))
    event = ev.DesignChanged(day="2018-5", by="a1", names=tuple("ABCDE"), members=(3,) * 5, guests=(1,) * 5)
    with refused(found, "AJZ-4.4-03", "too-few-members") as told:
        found.submit(event)
    assert told.value.facts == {"found": 12, "expected": 15}  # twelve, and three for the fifth series
    for person in ("x", "y", "z"):
        found.submit(ev.MemberAdmitted(person=person, on=date(2018, 6, 1)))
    found.submit(event)
    assert len(found.design(found.day("2018-5")).names) == 5


@pytest.mark.rule("AJZ-1.5-11")
def test_ajz_1_5_11_a_coin_decides_between_equals_also_in_an_outage() -> None:
    found = season()
    by_ersatz(found, "c3")
    seat(found, 3, inviters=("a1", "b1", "c1", "d1"))
    found.day("2018-3").guests.pop("c1")  # nobody came for Serie C: it is incomplete
    found.submit(ev.DayOpened(day="2018-3", at=at("2018-3", "15:00")))
    all_tables(found, "2018-3", {"a1": 5200, "b1": 5200, "d1": 5200, "a3": 4800, "b3": 4800, "d3": 4800})
    closed(found, "2018-3")
    seen = preview(found, found.day("2018-3"))
    assert ("promotion", "C", ("c1", "c2"), "AJZ-1.5-11") in [(one.purpose, one.series, one.among, one.rule) for one in seen.ties]
    found.submit(ev.TieBroken(day="2018-3", purpose="promotion", series="C", order=("c2", "c1")))
    assert moves(found, "2018-3")["c2"][:3] == ("C", "B", "promoted")
    # the same coin decides who falls: c1 or c3, who are left with equal points
    tie = next(one for one in preview(found, found.day("2018-3")).ties if one.purpose == "relegation")
    assert tie.among == ("c1", "c3")
    found.submit(ev.TieBroken(day="2018-3", purpose="relegation", series="C", order=("c1", "c3")))
    assert moves(found, "2018-3")["c3"][:3] == ("C", "D", "relegated")
    assert preview(found, found.day("2018-3")).ties == ()
