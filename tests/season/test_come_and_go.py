"""People who come, go and return while seats are already given: the sentence of the Regelwerk stands in each test."""

from __future__ import annotations

from datetime import date

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.yearly import standings, winners
from tests.season.support import at, closed, not_there, opened, played, refused, row, season, seat

APRIL = date(2018, 4, 10)  # between Jasstag 3 and 4


def spread(found: Club, number: int) -> str:
    """A day on which everybody's points differ: a1 best of A and so on."""
    wanted = {f"{s}{place}": 5600 - 200 * place for s in "abcd" for place in (1, 2, 3)} | {f"g{s}": 4400 for s in "abcd"}
    return played(found, number, wanted)


def carried(found: Club, key: str) -> None:
    found.submit(preview(found, found.day(key)).event())


def begins(key: str) -> ev.DayOpened:
    return ev.DayOpened(day=key, at=at(key, "15:00"))


@pytest.mark.rule("AJZ-4.1-01", "AJZ-4.1-04")
def test_ajz_4_1_04_a_guest_who_became_a_member_sits_once() -> None:
    """4.1: «in vier Jassserien à je vier Personen»; x was named as a guest and has joined since: 16 chairs, 15 persons."""
    found = season()
    key = spread(found, 3)
    carried(found, key)
    found.submit(ev.GuestNamed(day="2018-4", member="a1", person="x", at=at("2018-4", "09:00")))
    found.submit(ev.MemberLeft(person="d3", on=APRIL))
    found.submit(ev.MemberAdmitted(person="x", on=APRIL))
    found.submit(ev.RolloverUndone(day=key))
    carried(found, key)
    with not_there(found, "seated-twice"):
        found.submit(begins("2018-4"))
    found.submit(ev.GuestNamed(day="2018-4", member="a1", person="y", at=at("2018-4", "10:00")))
    found.submit(begins("2018-4"))
    assert [seat.person for _, seat in found.everybody(found.day("2018-4"))].count("x") == 1


@pytest.mark.rule("AJZ-4.1-04")
def test_ajz_4_1_04_who_joins_after_the_carrying_over_is_not_left_standing() -> None:
    """4.1: «immer drei Vereinsmitglieder sowie ein Gastjasser» in four series are twelve; the thirteenth needs a decision (4.4)."""
    found = season()
    key = spread(found, 3)
    carried(found, key)
    found.submit(ev.MemberAdmitted(person="x", on=APRIL))
    with refused(found, "AJZ-4.1-04", "members-seats"):
        found.submit(begins("2018-4"))
    found.submit(ev.RolloverUndone(day=key))
    found.submit(ev.DesignChanged(day="2018-4", by="a1", names=("A", "B", "C", "D"), members=(4, 3, 3, 3), guests=(0, 1, 1, 1)))
    carried(found, key)
    found.submit(begins("2018-4"))
    assert found.day("2018-4").line_up.series_of("x") is not None


@pytest.mark.rule("AJZ-1.2-03", "AJZ-3.1-01")
def test_ajz_1_2_03_a_dauerersatzjasser_entered_later_leaves_a_played_day_alone() -> None:
    """3.1: b2 played in person for 5200, in Serie B times 1.02 = 5304. A stay abroad that is entered in April and began in January
    changes nothing of that; from the next Jasstag on the Dauerersatzjasser sits there."""
    found = season()
    key = spread(found, 3)
    found.submit(ev.DauerersatzNamed(member="b2", person="y", since=date(2018, 1, 1), until=date(2018, 12, 31)))
    found.submit(ev.DauerersatzApproved(member="b2", person="y", by="a1", on=APRIL))
    assert (row(found, key, "b2").participant.person, row(found, key, "b2").final) == ("b2", 5304)
    assert [(line.attended, line.absences) for line in standings(found, 2018) if line.member == "b2"] == [(1, 0)]
    assert found.seat(found.day("2018-4"), "b2").person == "y"


@pytest.mark.rule("AJZ-1.2-03", "AJZ-1.2-04")
def test_ajz_1_2_04_an_ersatzjasser_who_was_a_dauerersatzjasser_is_still_put_right() -> None:
    """1.2: y played on Jasstag 3 as Ersatzjasser of b2; that the Vorstand had approved a Dauerersatzjasser before was forgotten."""
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="b2", person="y", at=at(key, "09:00")))
    found.submit(begins(key))
    found.submit(ev.DauerersatzNamed(member="b2", person="y", since=date(2018, 2, 1), until=date(2018, 12, 31)))
    found.submit(ev.DauerersatzApproved(member="b2", person="y", by="a1", on=date(2018, 2, 1)))
    found.submit(ev.SeatCorrected(day=key, member="b2", person="y", by="a1", reason="war Dauerersatz"))
    assert found.seat(found.day(key), "b2").status == "dauerersatz"


@pytest.mark.rule("AJZ-1.2-03")
def test_ajz_1_2_03_a_member_stands_in_for_nobody_and_nobody_for_two() -> None:
    """4.1: «à je vier Personen»: who has a chair of the own, or one already, cannot take that of somebody abroad."""
    found = season()
    stay = {"since": date(2018, 2, 1), "until": date(2018, 12, 31)}
    with refused(found, "AJZ-1.2-01", "member-as-guest"):
        found.submit(ev.DauerersatzNamed(member="a2", person="b1", **stay))
    found.submit(ev.DauerersatzNamed(member="a2", person="x", **stay))
    found.submit(ev.DauerersatzNamed(member="a3", person="x", **stay))
    key = seat(found, 3)
    with not_there(found, "seated-twice"):
        found.submit(begins(key))
    found.submit(ev.ReturnAgreed(day=key, member="a3"))
    found.submit(begins(key))


@pytest.mark.rule("AJZ-4.1-03", "AJZ-4.2-01")
def test_ajz_4_1_03_a_correction_after_the_carrying_over_leaves_seats_and_says_so() -> None:
    """4.2: b1 had 5400, b2 5200, b3 5000, so b1 rose and b3 fell. Then 2000 points more are found for b2 and b3: the year has them,
    the seats of Jasstag 4 stay, and no line says that b2 was promoted."""
    found = season()
    key = spread(found, 3)
    carried(found, key)
    third = found.day(key).table("B").rounds[2]
    assert third.teams[1] == ("b2", "b3")
    more = Sheet((third.points[0], third.points[1] + 2000))
    found.submit(ev.RoundCorrected(day=key, series="B", number=3, sheet=more, by="d1", reason="verschrieben"))
    assert row(found, key, "b2").final == 7344  # 7200 times 1.02
    seen = preview(found, found.day(key))
    lines = {move.member: (move.origin, move.target, move.label, move.reason, move.points) for move in seen.moves}
    assert lines["b1"] == ("B", "A", "promoted", "carried", 5400)
    assert lines["b2"] == ("B", "B", "stayed", "carried", 7200)
    assert lines["b3"] == ("B", "C", "relegated", "carried", 7000)
    assert lines["c1"][:4] == ("C", "B", "promoted", "best")
    assert all(found.day("2018-4").line_up.series_of(member) == line[1] for member, line in lines.items())


@pytest.mark.rule("AJZ-4.1-03", "AJZ-1.5-11")
def test_ajz_1_5_11_a_tie_that_a_correction_makes_afterwards_needs_no_coin() -> None:
    """b1 5400 and b2 5200: with 200 more for b2 both have 5400, but Jasstag 4 is seated."""
    found = season()
    key = spread(found, 3)
    carried(found, key)
    third = found.day(key).table("B").rounds[2]
    even = Sheet((third.points[0], third.points[1] + 200))
    found.submit(ev.RoundCorrected(day=key, series="B", number=3, sheet=even, by="d1", reason="verschrieben"))
    assert preview(found, found.day(key)).ties == ()
    assert found.day("2018-4").line_up.series_of("b1") == "A"


@pytest.mark.rule("AJZ-3.3-05")
def test_ajz_3_3_05_who_has_left_wins_nothing_and_stays_in_the_list() -> None:
    """3.3: «Dasjenige Vereinsmitglied, welches nach diesen acht Jasstagen die meisten Punkte errungen hat»: a1 has them after
    seven and leaves before the eighth; the best who is a member then is the winner."""
    found = season()
    for number in range(1, 8):
        played(found, number, {"a1": 7000, "a2": 6800})
    found.submit(ev.MemberLeft(person="a1", on=date(2018, 11, 1)))
    found.submit(ev.MemberAdmitted(person="x", on=date(2018, 11, 1)))
    closed(found, opened_and_played(found))
    first = standings(found, 2018)[0]
    assert (first.member, first.eligible) == ("a1", False)
    assert [line.member for line in winners(found, 2018)] == ["a2"]
    with refused(found, "AJZ-3.3-05", "not-the-winner"):
        found.submit(ev.YearConfirmed(year=2018, trophy="a1"))
    found.submit(ev.YearConfirmed(year=2018, trophy="a2"))


def opened_and_played(found: Club) -> str:
    """The last Jasstag, on which everybody has nothing."""
    key = opened(found, 8)
    for series in "ABC":
        w, x, y, z = (seat.person for seat in found.participants(found.day(key), series))
        for teams in (((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y))):
            found.submit(ev.RoundPlayed(day=key, series=series, teams=teams, sheet=Sheet((0, 0)), ended=at(key, "20:00")))
    return key


@pytest.mark.rule("AJZ-1.8-01", "AJZ-1.8-06")
def test_ajz_1_8_01_who_has_left_decides_nothing_though_a_guest() -> None:
    """1.8: «1. Präsident 2. Vizepräsident», each «bei Abwesenheit» of the one before. The Präsident left and plays as a guest."""
    found = season()
    found.submit(ev.MemberLeft(person="a1", on=date(2018, 3, 5)))
    found.submit(ev.MemberAdmitted(person="x", on=date(2018, 3, 5)))
    key = seat(found, 3, inviters=("a2", "b1", "c1", "d1"))
    found.submit(ev.GuestNamed(day=key, member="a2", person="a1", at=at(key, "09:00")))
    with refused(found, "AJZ-1.1-08", "not-vorstand"):
        found.submit(ev.DayOrdered(day=key, by="a1", venue="Krone"))
    found.submit(begins(key))
    with refused(found, "AJZ-1.8-01", "not-competent"):
        found.submit(ev.EmergencyDecided(day=key, person="c2", by="a1", recognised=True))
    found.submit(ev.EmergencyDecided(day=key, person="c2", by="b1", recognised=True))
