"""AJZ 08, chapters 2.1, 3.1, 3.2 and 3.3: pairings, results, coefficients, the Jahreswertung; examples of the catalogue."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.results import half_up
from puur.season.state import Club
from puur.season.table import Table, pairings_left
from puur.season.tasks import sheet_problems, warnings
from puur.season.yearly import hall_of_fame, next_tasks, standings, winners
from tests.season.support import MEMBERS, all_tables, at, closed, opened, played, refused, row, season, seat, totals

W = ("a1", "a2", "a3", "ga")


def table(*pairs: str) -> tuple[Club, str]:
    """Serie A after these Jassrunden, such as "a1 a2"."""
    found = season()
    key = opened(found, 3)
    for number, pair in enumerate(pairs):
        if number == 2:
            found.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=45))
        one = tuple(pair.split())
        other = tuple(person for person in W if person not in one)
        found.submit(ev.RoundPlayed(day=key, series="A", teams=(one, other), sheet=Sheet((2000, 1500)), ended=at(key, "17:00")))
    return found, key


@pytest.mark.rule("AJZ-2.1-04")
def test_ajz_2_1_04_three_jassrunden_and_no_fourth() -> None:
    found, key = table("a1 a2", "a1 a3", "a1 ga")
    with refused(found, "AJZ-2.1-04", "rounds-full"):
        found.submit(ev.RoundPlayed(day=key, series="A", teams=(("a1", "a2"), ("a3", "ga")), sheet=Sheet((2000, 1500))))


@pytest.mark.rule("AJZ-2.1-05")
def test_ajz_2_1_05_everybody_partners_everybody_once() -> None:
    found, key = table("a1 a2")
    with refused(found, "AJZ-2.1-05", "pairing-again"):
        found.submit(ev.RoundPlayed(day=key, series="A", teams=(("ga", "a3"), ("a2", "a1")), sheet=Sheet((2000, 1500))))
    with refused(found, "AJZ-2.1-05", "teams-wrong"):
        found.submit(ev.RoundPlayed(day=key, series="A", teams=(("a1", "b1"), ("a2", "a3")), sheet=Sheet((2000, 1500))))


def drawn(found: Club, key: str, cards: str) -> None:
    found.submit(ev.CardsDrawn(day=key, series="A", draws=tuple(zip(W, cards.split(), strict=True))))


@pytest.mark.rule("AJZ-2.1-06")
def test_ajz_2_1_06_the_two_highest_cards_against_the_two_lowest() -> None:
    found, key = table()
    drawn(found, key, "EA R9 SO L7")
    with refused(found, "AJZ-2.1-06", "teams-not-drawn"):
        found.submit(ev.RoundPlayed(day=key, series="A", teams=(("a1", "a2"), ("a3", "ga")), sheet=Sheet((2000, 1500))))
    found.submit(ev.RoundPlayed(day=key, series="A", teams=(("a1", "a3"), ("a2", "ga")), sheet=Sheet((2000, 1500))))
    found, key = table()
    with refused(found, "AJZ-2.1-06", "draw-again") as caught:  # second and third rank equal
        drawn(found, key, "EA R9 S9 L7")
    assert caught.value.facts["people"] == "a2, a3"
    drawn(found, key, "EA RA S9 L9")  # equal inside a team does not matter


@pytest.mark.rule("AJZ-2.1-07")
def test_ajz_2_1_07_the_second_draw_may_not_repeat_the_teams() -> None:
    found, key = table("a1 a3")
    with refused(found, "AJZ-2.1-07", "draw-repeats"):
        drawn(found, key, "RK E6 LU S8")
    drawn(found, key, "RK LU E6 S8")
    found.submit(ev.RoundPlayed(day=key, series="A", teams=(("a1", "a2"), ("a3", "ga")), sheet=Sheet((2000, 1500))))


@pytest.mark.rule("AJZ-2.1-08")
def test_ajz_2_1_08_the_third_teams_follow_without_a_draw() -> None:
    found, key = table("a1 a3", "a1 a2")
    assert pairings_left(found.day(key).table("A"), W) == ((("a1", "ga"), ("a2", "a3")),)
    assert len(pairings_left(Table(), W)) == 3
    with refused(found, "AJZ-2.1-08", "no-draw"):
        drawn(found, key, "EA RA S9 L9")


@pytest.mark.rule("AJZ-3.1-01")
def test_ajz_3_1_01_the_sum_of_the_three_jassrunden() -> None:
    found = season(ending__target=1999)
    key = opened(found, 3)
    for teams, points in (
        ((("a1", "a2"), ("a3", "ga")), (2034, 1100)),
        ((("a1", "a3"), ("a2", "ga")), (1512, 2001)),
        ((("a1", "ga"), ("a2", "a3")), (2107, 1400)),
    ):
        if points[0] == 2107:
            found.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=45))
        found.submit(ev.RoundPlayed(day=key, series="A", teams=teams, sheet=Sheet(points)))
    assert row(found, key, "a1").provisional == 5653  # the team's points in full for each of the two
    assert row(found, key, "ga").provisional == 1100 + 2001 + 2107


@pytest.mark.rule("AJZ-3.1-02")
def test_ajz_3_1_02_strafpunkte_come_off_before_the_coefficient() -> None:
    found = season()
    key = opened(found, 3)
    totals(found, key, "B", {"b1": 5653, "b2": 5001, "b3": 4999, "gb": 4801})
    found.submit(ev.PenaltyGiven(day=key, series="B", person="b1", act="misdeal", points=-100, at=at(key, "16:00")))
    found.submit(ev.PenaltyGiven(day=key, series="B", person="b1", act="no-cut", points=-50, at=at(key, "17:00")))
    assert (row(found, key, "b1").provisional, row(found, key, "b1").final) == (5503, 5613)
    assert "AJZ-3.1-02" in row(found, key, "b1").rules


@pytest.mark.rule("AJZ-3.1-03")
def test_ajz_3_1_03_the_table_has_a_row_for_everybody() -> None:
    found = season()
    key = opened(found, 3)
    all_tables(found, key)
    rows = found.results(found.day(key))["A"]
    assert [one.participant.person for one in rows] == ["a1", "a2", "a3", "ga"]
    assert all(len(one.rounds) == 3 and one.penalties == 0 and one.provisional for one in rows)


@pytest.mark.rule("AJZ-3.1-04")
def test_ajz_3_1_04_an_unsigned_series_is_reported() -> None:
    found = season()
    key = opened(found, 3)
    totals(found, key, "A", dict(zip(W, (5200, 5100, 4900, 4800), strict=True)))
    for person in W[:3]:
        found.submit(ev.SheetSigned(day=key, series="A", person=person))
    assert ("unsigned", "A", "AJZ-3.1-04") in sheet_problems(found, found.day(key))
    found.submit(ev.SheetSigned(day=key, series="A", person="ga"))
    assert "unsigned" not in [one[0] for one in sheet_problems(found, found.day(key))]


@pytest.mark.rule("AJZ-3.1-05")
def test_ajz_3_1_05_the_chef_jahrestrophy_collects_the_tables() -> None:
    found = season()
    key = opened(found, 2)
    for series in "ABC":
        found.submit(ev.SheetFiled(day=key, series=series))
    assert [one for one in sheet_problems(found, found.day(key)) if one[0] == "missing"] == [("missing", "D", "AJZ-3.1-05")]


@pytest.mark.rule("AJZ-3.1-06")
def test_ajz_3_1_06_without_a_chef_jahrestrophy_of_the_year_a_warning() -> None:
    found = season()
    found.roster.offices = [one for one in found.roster.offices if one[1] != "chef-jahrestrophy"]
    assert [one.facts["office"] for one in warnings(found, 2018, date(2018, 3, 3))] == ["chef-jahrestrophy"]


@pytest.mark.rule("AJZ-3.1-07")
def test_ajz_3_1_07_a_final_result_for_members_not_for_guests() -> None:
    found = season()
    key = opened(found, 3)
    totals(found, key, "A", {"a1": 5400, "a2": 5200, "a3": 5000, "ga": 5600})
    assert row(found, key, "a1").final == 5562
    assert row(found, key, "ga").final is None


def final_of(number: int, series: str, provisional: int) -> int:
    """What the first member of a series has for a day on which they made so many points."""
    found = season()
    key = opened(found, number)
    first, *others = (one.person for one in found.participants(found.day(key), series))
    totals(found, key, series, {first: provisional} | dict.fromkeys(others, 5000 + provisional % 2))
    return int(row(found, key, first).final)


@pytest.mark.parametrize(
    ("series", "provisional", "final"),
    [
        pytest.param("B", 5503, 5613, marks=pytest.mark.rule("AJZ-3.2-01"), id="AJZ-3.2-01-of-the-day"),
        pytest.param("A", 5400, 5562, marks=pytest.mark.rule("AJZ-3.2-03"), id="AJZ-3.2-03-A"),
        pytest.param("B", 5400, 5508, marks=pytest.mark.rule("AJZ-3.2-04"), id="AJZ-3.2-04-B"),
        pytest.param("C", 5400, 5454, marks=pytest.mark.rule("AJZ-3.2-05"), id="AJZ-3.2-05-C"),
        pytest.param("D", 5400, 5400, marks=pytest.mark.rule("AJZ-3.2-06"), id="AJZ-3.2-06-D"),
        pytest.param("A", 5350, 5511, marks=pytest.mark.rule("AJZ-3.2-07"), id="AJZ-3.2-07-half-up"),
        pytest.param("A", 5415, 5577, marks=pytest.mark.rule("AJZ-3.2-07"), id="AJZ-3.2-07-down"),
        pytest.param("B", 5333, 5440, marks=pytest.mark.rule("AJZ-3.2-07"), id="AJZ-3.2-07-up"),
    ],
)
def test_coefficients_and_rounding(series: str, provisional: int, final: int) -> None:
    assert final_of(3, series, provisional) == final


@pytest.mark.rule("AJZ-3.2-02")
def test_ajz_3_2_02_the_points_of_an_ersatzjasser_count_for_the_member() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="c1", person="x", at=at(key, "09:00")))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    all_tables(found, key, {"x": 5000})
    closed(found, key)
    assert next(one for one in standings(found, 2018) if one.member == "c1").points == 5050
    assert "x" not in [one.member for one in standings(found, 2018)]


@pytest.mark.rule("AJZ-3.2-08")
def test_ajz_3_2_08_no_coefficient_on_the_first_day_but_on_the_last() -> None:
    assert final_of(1, "A", 5400) == 5400
    assert final_of(8, "A", 5400) == 5562


def year(*days: dict[str, int], **changes) -> Club:
    """A year of eight days; every member without a wish gets 5000 points each time, no coefficient."""
    found = season(series__coefficients=dict.fromkeys("ABCD", 1), **changes)
    for number in range(1, 9):
        wanted = days[number - 1] if number <= len(days) else {}
        people = dict.fromkeys((*MEMBERS, "ga", "gb", "gc", "gd", "x", "y"), 5000)
        played(found, number, people | wanted)
    return found


@pytest.mark.rule("AJZ-3.3-01")
def test_ajz_3_3_01_the_jahreswertung_is_the_running_sum() -> None:
    found = season()
    played(found, 1, {"a1": 5400, "a2": 5000, "a3": 5000, "b1": 5200})
    played(found, 2, {"a1": 5400, "a2": 5200, "a3": 5000, "ga": 5200})  # x 1.03 = 5562
    assert next(one.points for one in standings(found, 2018) if one.member == "a1") == 10962
    key = opened(found, 3)
    all_tables(found, key, {"a1": 5450, "a2": 5150, "a3": 5000, "ga": 5200})  # x 1.03 = 5613.5
    closed(found, key)
    assert next(one.points for one in standings(found, 2018) if one.member == "a1") == 16576


@pytest.mark.rule("AJZ-3.3-05")
def test_ajz_3_3_05_most_points_win_and_equals_share() -> None:
    assert [one.member for one in winners(year({"b2": 5200, "b1": 5100, "b3": 5000}), 2018)] == ["b2"]
    found = year({"a1": 5200, "a2": 5200})
    assert [one.member for one in winners(found, 2018)] == ["a1", "a2"]
    found.submit(ev.YearConfirmed(year=2018, trophy="a2", by="a1"))  # the Vorstand records who gets it
    assert [one.person for one in hall_of_fame(found)] == ["a2"]


@pytest.mark.rule("AJZ-3.3-06")
def test_ajz_3_3_06_one_entry_in_the_hall_of_fame() -> None:
    found = year({"b2": 5200})
    with refused(found, "AJZ-3.3-05", "not-the-winner"):
        found.submit(ev.YearConfirmed(year=2018, trophy="c1", by="a1"))
    found.submit(ev.YearConfirmed(year=2018, trophy="b2", by="a1"))
    assert [(one.year, one.person, one.points) for one in hall_of_fame(found)] == [(2018, "b2", 40200)]
    with refused(found, "AJZ-3.3-06", "fame-there"):
        found.submit(ev.YearConfirmed(year=2018, trophy="b2", by="a1"))


def year_with_absences(member: str, *numbers: int) -> Club:
    found = season(series__coefficients=dict.fromkeys("ABCD", 1))
    people = dict.fromkeys((*MEMBERS, "ga", "gb", "gc", "gd", "x"), 5000)
    for number in range(1, 9):
        if number in numbers:
            found.submit(ev.SubstituteNamed(day=f"2018-{number}", member=member, person="x", at=at(f"2018-{number}", "09:00")))
        best = {member: 5400, "x": 5400, "b2": 5200}
        played(found, number, people | best)
    return found


@pytest.mark.rule("AJZ-3.3-07")
def test_ajz_3_3_07_three_absences_exclude_from_winning() -> None:
    assert [one.member for one in winners(year_with_absences("a2", 2, 5, 7), 2018)] == ["b2"]
    assert [one.member for one in winners(year_with_absences("a2", 2, 5), 2018)] == ["a2"]


@pytest.mark.rule("AJZ-3.3-08")
def test_ajz_3_3_08_but_not_from_the_list() -> None:
    lines = standings(year_with_absences("a2", 2, 5, 7), 2018)
    assert [(one.rank, one.member, one.eligible) for one in lines[:2]] == [(1, "a2", False), (2, "b2", True)]
    assert "AJZ-3.3-07" in lines[0].rules


def year_with_dauerersatz(member: str, *returns: int) -> Club:
    found = season(series__coefficients=dict.fromkeys("ABCD", 1))
    found.submit(ev.DauerersatzNamed(member=member, person="x", since=date(2018, 1, 15), until=date(2018, 12, 31)))
    found.submit(ev.DauerersatzApproved(member=member, person="x", by="a1", on=date(2018, 1, 16)))
    people = dict.fromkeys((*MEMBERS, "ga", "gb", "gc", "gd"), 5000)
    for number in range(1, 9):
        if number in returns:
            found.submit(ev.ReturnAgreed(day=f"2018-{number}", member=member))
        played(found, number, people | {member: 5400, "x": 5400, "b2": 5200})
    return found


@pytest.mark.rule("AJZ-3.3-09")
def test_ajz_3_3_09_with_a_dauerersatzjasser_half_of_the_days_in_person() -> None:
    assert [one.name for one in winners(year_with_dauerersatz("a2", 1, 2, 3, 4), 2018)] == ["a2"]
    assert [one.name for one in winners(year_with_dauerersatz("a2", 1, 2, 3), 2018)] == ["b2"]


@pytest.mark.rule("AJZ-3.3-10")
def test_ajz_3_3_10_the_member_stays_in_the_list_with_the_sum() -> None:
    line = standings(year_with_dauerersatz("a2", 1, 2, 3), 2018)[0]
    assert (line.rank, line.member, line.points, line.eligible) == (1, "a2", 43200, False)
    assert "AJZ-3.3-09" in line.rules


@pytest.mark.rule("AJZ-3.3-11")
def test_ajz_3_3_11_a_dauerersatzjasser_of_the_whole_year_wins_in_the_own_name() -> None:
    found = year_with_dauerersatz("a2")
    assert [one.name for one in winners(found, 2018)] == ["x"]
    found.submit(ev.YearConfirmed(year=2018, trophy="x", by="a1"))
    assert [one.person for one in hall_of_fame(found)] == ["x"]
    assert [one.name for one in winners(year_with_dauerersatz("a2", 8), 2018)] == ["b2"]  # 7 of 8 days is not the whole year


@pytest.mark.rule("AJZ-3.3-12")
def test_ajz_3_3_12_the_declared_winner_organises_the_sommerlochevent() -> None:
    task = next_tasks(year_with_absences("a2", 2, 5, 7), 2018)[0]
    assert (task.what, task.year, task.people, task.rule) == ("sommerlochevent", 2019, ("b2",), "AJZ-3.3-12")


@pytest.mark.rule("AJZ-3.3-13")
def test_ajz_3_3_13_the_last_organises_the_auswaertsjass_and_a_lot_decides_a_tie() -> None:
    found = year({"c1": 4600, "c2": 4600})
    task = next_tasks(found, 2018)[1]
    assert (task.what, task.year, task.people, task.rule) == ("auswaertsjass", 2019, ("c1", "c2"), "AJZ-3.3-13")
    found.submit(ev.TieBroken(day="2018-8", purpose="last", order=("c2", "c1"), how="lot"))
    assert next_tasks(found, 2018)[1].people == ("c1",)


def test_rounding_is_exact_at_the_half() -> None:
    assert [half_up(Fraction(2 * n + 1, 2)) for n in range(4)] == [1, 2, 3, 4]  # never to the even neighbour
    assert half_up(Fraction(10**30 * 2 + 1, 2)) == 10**30 + 1
