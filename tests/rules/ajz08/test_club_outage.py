"""AJZ 08, chapter 1.5: series that are incomplete or broken off; worked examples of the catalogue."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.conduct import device_ruling, drinks_of, weighed
from puur.season.rollover import preview
from puur.season.state import Club
from puur.words import say
from tests.season.support import all_tables, at, closed, opened, refused, row, season, seat

# The sums of AJZ-1.5-03: A, B and D together 60600 for 12 players
OTHERS = {
    "a1": 5400, "a2": 5200, "a3": 5000, "ga": 4800, "b1": 5600, "b2": 5300, "b3": 4900, "gb": 4600,
    "d1": 5500, "d2": 5100, "d3": 4900, "gd": 4300,
}  # fmt: skip


def incomplete(late: str = "c3", clock: str = "15:01") -> tuple[Club, str]:
    """Serie C is not complete at Spielbeginn: c3 comes a minute late."""
    found = season()
    key = seat(found, 3)
    found.submit(ev.Arrived(day=key, person=late, at=at(key, clock), by="a1"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    return found, key


def aborted(*rounds: tuple[int, int], person: str = "b1", **more) -> tuple[Club, str]:
    """Serie B plays these Jassrunden (b1+b2 first, then b1+b3) and then somebody leaves."""
    found = season()
    key = opened(found, 3)
    pairs = ((("b1", "b2"), ("b3", "gb")), (("b1", "b3"), ("b2", "gb")))
    for teams, points in zip(pairs, rounds, strict=False):
        found.submit(ev.RoundPlayed(day=key, series="B", teams=teams, sheet=Sheet(points), ended=at(key, "18:00")))
    found.submit(ev.SeriesAborted(day=key, series="B", person=person, at=at(key, "19:00"), **more))
    return found, key


@pytest.mark.rule("AJZ-1.5-01")
def test_ajz_1_5_01_an_incomplete_series_plays_no_schieber() -> None:
    found, key = incomplete()
    assert not found.complete(found.day(key), "C")
    played = ev.RoundPlayed(day=key, series="C", teams=(("c1", "c2"), ("c3", "gc")), sheet=Sheet((2000, 1300)))
    with refused(found, "AJZ-1.5-01", "series-incomplete"):
        found.submit(played)
    with refused(found, "AJZ-1.8-02", "not-competent"):
        found.submit(ev.FormOrdered(day=key, series="C", by="a1", form="schieber"))
    found.submit(ev.FormOrdered(day=key, series="C", by="d1", form="schieber"))  # the decision person may order it
    found.submit(played)


@pytest.mark.rule("AJZ-1.5-02")
def test_ajz_1_5_02_the_coiffeur_follows_puur_naell_ass_and_gives_no_points() -> None:
    found, key = incomplete()
    assert found.book.table.outage_form == "coiffeur"
    assert "Puur Näll Ass" in say("club.outage", "de", series="C", form="Coiffeur", title=found.book.days.book_copy)
    all_tables(found, key, OTHERS)
    assert row(found, key, "c1").rounds == ()


@pytest.mark.rule("AJZ-1.5-03")
def test_ajz_1_5_03_its_members_get_the_average_of_the_complete_series() -> None:
    found, key = incomplete()
    all_tables(found, key, OTHERS)
    for member in ("c1", "c2", "c3"):  # c3 only came late
        assert row(found, key, member).provisional == 5050
        assert "AJZ-1.5-03" in row(found, key, member).rules
    assert row(found, key, "gc").provisional is None  # a guest has no Jahreswertung


@pytest.mark.rule("AJZ-1.5-03")
def test_ajz_1_5_03_before_strafpunkte_and_an_absent_member_without_ersatz_gets_nothing() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="c1", person="x", at=at(key, "09:00")))
    found.submit(ev.NotAppeared(day=key, person="c2"))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    all_tables(found, key, OTHERS)
    found.submit(ev.PenaltyGiven(day=key, series="A", person="a1", act="misdeal", points=-100, at=at(key, "16:00")))
    assert row(found, key, "c1").provisional == 5050  # the Ersatzjasser is there; a1's Strafpunkte do not lower it
    assert row(found, key, "c2").provisional == 0


@pytest.mark.rule("AJZ-1.5-03")
def test_ajz_1_5_03_where_no_series_is_complete_the_vorstand_decides() -> None:
    found = season()
    key = seat(found, 3)
    for person in ("ga", "gb", "gc", "gd"):
        found.submit(ev.NotAppeared(day=key, person=person))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    assert row(found, key, "a1").provisional == 0
    with refused(found, "AJZ-1.5-03", "not-vorstand"):
        found.submit(ev.CreditDecided(day=key, points=5000, by="d3"))
    found.submit(ev.CreditDecided(day=key, points=5000, by="b1"))
    assert row(found, key, "a1").final == 5150


@pytest.mark.rule("AJZ-1.5-04")
def test_ajz_1_5_04_leaving_breaks_the_schieber_off() -> None:
    found, key = aborted((1990, 1500), (1580, 1900))
    assert found.day(key).table("B").aborted == at(key, "19:00")
    with refused(found, "AJZ-1.5-04", "series-aborted"):
        found.submit(ev.RoundPlayed(day=key, series="B", teams=(("b1", "gb"), ("b2", "b3")), sheet=Sheet((2000, 1300))))


@pytest.mark.rule("AJZ-1.5-05")
@pytest.mark.parametrize("goes_on", ["coiffeur", "stop", ""])
def test_ajz_1_5_05_what_the_rest_does_changes_nothing(goes_on: str) -> None:
    found, key = aborted((2034, 1500), (1580, 1900), goes_on=goes_on)
    assert row(found, key, "b1").provisional == 5421


@pytest.mark.rule("AJZ-1.5-06")
def test_ajz_1_5_06_after_two_jassrunden_the_third_is_the_own_average() -> None:
    found, key = aborted((2034, 1500), (1580, 1900), person="b1")
    assert row(found, key, "b1").rounds == (2034, 1580, 1807)  # also for the one who left
    assert row(found, key, "b1").provisional == 5421
    found, key = aborted((2035, 1500), (1580, 1900), person="gb")
    assert row(found, key, "b1").rounds[2] == Fraction(3615, 2)  # 1807.5 stays unrounded
    assert row(found, key, "b1").final == 5531  # 5422.5 x 1.02 = 5530.95


@pytest.mark.rule("AJZ-1.5-07")
def test_ajz_1_5_07_strafpunkte_come_off_after_the_average() -> None:
    found, key = aborted((2034, 1500), (1580, 1900))
    found.submit(ev.PenaltyGiven(day=key, series="B", person="b1", act="misdeal", points=-100, at=at(key, "16:00")))
    assert row(found, key, "b1").provisional == 5321


@pytest.mark.rule("AJZ-1.5-08")
def test_ajz_1_5_08_before_that_the_average_of_the_others_counts() -> None:
    found, key = aborted((2034, 1500))
    found.submit(ev.PenaltyGiven(day=key, series="B", person="b2", act="misdeal", points=-100, at=at(key, "16:00")))
    all_tables(found, key, {**OTHERS, "c1": 5600, "c2": 5300, "c3": 4900, "gc": 4600})
    assert row(found, key, "b1").provisional == 5050  # A, C and D as in the example; the first round is ignored
    assert row(found, key, "b2").provisional == 4950
    assert "AJZ-1.5-08" in row(found, key, "b1").rules


@pytest.mark.rule("AJZ-1.5-09")
def test_ajz_1_5_09_devices_and_drinks_stay_regulated_in_an_outage() -> None:
    found, key = incomplete()
    all_tables(found, key, OTHERS)
    found.submit(ev.DeviceUsed(day=key, person="c1", at=at(key, "17:00"), how="call-made"))
    assert device_ruling(found, found.day(key), found.day(key).devices[0]).violation
    assert row(found, key, "c1").provisional == 4750
    found.submit(ev.PenaltyGiven(day=key, series="C", person="c2", act="plain-tea", points=-100, at=at(key, "17:00")))
    with refused(found, "AJZ-1.5-09", "penalty-outage"):
        found.submit(ev.PenaltyGiven(day=key, series="C", person="c2", act="misdeal", points=-100, at=at(key, "17:00")))
    found.submit(ev.DrinksBilled(day=key, series="C", amount=Decimal(80)))
    assert set(drinks_of(found, found.day(key), "C").values()) == {20}  # no ranking in the series: equally
    found, key = aborted((2034, 1500), (1580, 1900))
    found.submit(ev.DrinksBilled(day=key, series="B", amount=Decimal(80)))
    # b1 3614, b2 3934, b3 3080, gb 3400 after two rounds: half as much again, b3 and gb pay
    assert drinks_of(found, found.day(key), "B") == {"b1": 0, "b2": 0, "b3": 40, "gb": 40}


@pytest.mark.rule("AJZ-1.5-09", "AJZ-1.5-01")
def test_ajz_1_5_09_strafpunkte_of_a_series_that_turns_out_to_be_incomplete_do_not_count() -> None:
    """1.5 keeps chapter 1.4 alone of what costs points: a wrong card costs nothing once c3 is known to have come at 15:20.

    The two acts were written down before; the device (300) stays, and the average of the others, 5050, is credited.
    """
    found = season()
    key = opened(found, 3)
    for act, points in (("wrong-card", -100), ("device", -300)):
        found.submit(ev.PenaltyGiven(day=key, series="C", person="c1", act=act, points=points, at=at(key, "15:10")))
    assert [penalty.reason for penalty in weighed(found, found.day(key))] == ["counts", "counts"]
    found.submit(ev.Arrived(day=key, person="c3", at=at(key, "15:20"), by="a1"))
    all_tables(found, key, OTHERS)
    assert [(penalty.points, penalty.reason) for penalty in weighed(found, found.day(key))] == [(0, "outage"), (-300, "counts")]
    assert row(found, key, "c1").provisional == 5050 - 300


@pytest.mark.rule("AJZ-1.5-10")
def test_ajz_1_5_10_the_coefficient_applies_to_the_credited_average() -> None:
    found, key = incomplete()
    all_tables(found, key, OTHERS)
    assert row(found, key, "c1").final == 5101  # 5050 x 1.01 = 5100.5


def test_promotion_and_relegation_stay_applicable() -> None:
    found, key = incomplete()
    all_tables(found, key, OTHERS)
    closed(found, key)
    assert {(tie.purpose, tie.series) for tie in preview(found, found.day(key)).ties} >= {("promotion", "C")}
